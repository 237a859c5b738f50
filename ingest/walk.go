package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// maxFile is the largest file that is read.
const maxFile = 32 << 20

// found is a file of the library before it is read.
type found struct {
	path    string // relative to the workspace, with slashes
	rule    Rule   // all rules for it, merged
	size    int64
	stamp   string
	sidecar string // path, "" for none
	status  Status // set when it is not to be read
	reason  string
}

// library is the workspace's folder, opened so that nothing outside it can be read.
type library struct {
	root    *os.Root
	rules   []Rule // shortest path first
	parsers *parsers
}

func (l *library) close() error {
	l.parsers.close()
	return l.root.Close()
}

func openLibrary(opt Options) (*library, error) {
	rules := slices.Clone(opt.Rules)
	if len(rules) == 0 {
		rules = []Rule{{Path: "docs"}}
	}
	for i, r := range rules {
		p := path.Clean(strings.TrimSuffix(filepath.ToSlash(r.Path), "/"))
		if r.Path == "" || !filepath.IsLocal(filepath.FromSlash(p)) {
			return nil, fmt.Errorf("documents: path %q must name a folder or a file inside the workspace", r.Path)
		}
		rules[i].Path = p
		if rules[i].Tenant == "" {
			rules[i].Tenant = opt.Tenant
		}
		u, err := r.Unit.compiled()
		if err != nil {
			return nil, fmt.Errorf("documents: path %q: %w", r.Path, err)
		}
		rules[i].Unit = u
	}
	slices.SortStableFunc(rules, func(a, b Rule) int { return cmp.Compare(len(a.Path), len(b.Path)) })
	root, err := os.OpenRoot(opt.Root)
	if err != nil {
		return nil, fmt.Errorf("open the workspace: %w", err)
	}
	return &library{root, rules, newParsers(readers)}, nil
}

// walk returns the files of the library by path, and the paths of rules that lead nowhere.
func (l *library) walk() (files []found, missing []string, err error) {
	seen := map[string]bool{}
	fsys := l.root.FS()
	for _, r := range l.rules {
		err := fs.WalkDir(fsys, r.Path, func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				if p == r.Path && errors.Is(err, fs.ErrNotExist) {
					missing = append(missing, r.Path)
					return nil
				}
				files = append(files, found{path: p, status: Failed, reason: plain(err)})
				return nil
			}
			if hiddenName(p) && p != r.Path {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if d.IsDir() || seen[p] {
				return nil
			}
			seen[p] = true
			files = append(files, l.look(p, d))
			return nil
		})
		if err != nil {
			return nil, nil, fmt.Errorf("read the library: %w", err)
		}
	}
	slices.SortFunc(files, func(a, b found) int { return strings.Compare(a.path, b.path) })
	return l.withoutSidecars(files), missing, nil
}

func hiddenName(p string) bool {
	base := path.Base(p)
	return strings.HasPrefix(base, ".") && base != "." || strings.HasPrefix(base, "~$")
}

// plain drops what an error of the file system says besides the reason.
func plain(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// look decides from the outside whether a file is to be read.
func (l *library) look(p string, d fs.DirEntry) found {
	f := found{path: p, rule: l.rule(p)}
	info, err := d.Info()
	switch ext := strings.ToLower(path.Ext(p)); {
	case err != nil:
		f.status, f.reason = Failed, plain(err)
	case d.Type()&fs.ModeSymlink != 0:
		f.status, f.reason = Unsupported, "a symbolic link is not followed; put the file itself here"
	case !info.Mode().IsRegular():
		f.status, f.reason = Unsupported, "not a regular file"
	case !readable(ext):
	case info.Size() > maxFile:
		f.status, f.reason = Failed, fmt.Sprintf("%d MB, more than the %d MB that are read; split the file", info.Size()>>20, maxFile>>20)
	}
	if err == nil {
		f.size = info.Size()
		f.stamp = stamp(info)
	}
	return f
}

// readable reports whether a file may be a document; YAML files are metadata.
func readable(ext string) bool { return ext != ".yaml" && ext != ".yml" }

func stamp(info fs.FileInfo) string {
	return strconv.FormatInt(info.Size(), 36) + "." + strconv.FormatInt(info.ModTime().UnixNano(), 36) + changed(info)
}

// withoutSidecars gives each file its sidecar and takes these out of the list. A YAML file
// that belongs to none is told as unsupported.
func (l *library) withoutSidecars(files []found) []found {
	at := map[string]int{}
	for i, f := range files {
		at[f.path] = i
	}
	used := map[string]bool{}
	for i := range files {
		f := &files[i]
		if !readable(strings.ToLower(path.Ext(f.path))) {
			continue
		}
		for _, name := range []string{f.path + ".yaml", f.path + ".yml", strings.TrimSuffix(f.path, path.Ext(f.path)) + ".yaml", strings.TrimSuffix(f.path, path.Ext(f.path)) + ".yml"} {
			if j, ok := at[name]; ok && files[j].status == "" {
				if f.sidecar == "" {
					f.sidecar = name
					f.stamp += "+" + files[j].stamp
				}
				used[name] = true
			}
		}
	}
	out := files[:0]
	for _, f := range files {
		if used[f.path] {
			continue
		}
		if ext := strings.ToLower(path.Ext(f.path)); f.status == "" && !readable(ext) {
			f.status, f.reason = Unsupported, "metadata of no document: name it after the document, NAME.yaml or NAME.md.yaml"
		}
		out = append(out, f)
	}
	return out
}

// rule merges the rules for a file: the longest path first, key by key.
func (l *library) rule(p string) Rule {
	var out Rule
	for _, r := range l.rules {
		if r.Path != "." && r.Path != p && !strings.HasPrefix(p, r.Path+"/") {
			continue
		}
		out = Rule{
			Path: r.Path, Kind: cmp.Or(r.Kind, out.Kind), Authority: cmp.Or(r.Authority, out.Authority), Freshness: cmp.Or(r.Freshness, out.Freshness),
			Namespace: cmp.Or(r.Namespace, out.Namespace), Tenant: cmp.Or(r.Tenant, out.Tenant), Author: cmp.Or(r.Author, out.Author), Versions: cmp.Or(r.Versions, out.Versions),
			Orders: cmp.Or(r.Orders, out.Orders), Access: out.Access, Tags: out.Tags, Unit: out.Unit,
		}
		if r.Unit.set() {
			out.Unit = r.Unit
		}
		if r.Access != nil {
			out.Access = r.Access
		}
		if r.Tags != nil {
			out.Tags = r.Tags
		}
	}
	return out
}
