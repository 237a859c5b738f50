// Command governance asks the questions of the example workspaces over their libraries as they are, with metadata, versions and access, and
// over the same files as a heap (see raw). It prints what the difference is: answers that say what they must, that say what they must
// not, that rest on another version of a document, or on one that the asker may not read. It takes the folder of the examples; nothing of it is changed.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/store"
	"github.com/casefile/casefile/trace"
)

var scenes = []string{"returns-desk", "supply-chain"}

func main() {
	examples := flag.String("examples", "examples", "the folder of the example workspaces")
	n := flag.Int("n", 0, "questions a workspace; 0 means all")
	show := flag.Bool("show", false, "print the questions that only one library answers")
	flag.Parse()
	if err := run(context.Background(), *examples, *n, *show); err != nil {
		fmt.Fprintln(os.Stderr, "governance:", err)
		os.Exit(2)
	}
}

func run(ctx context.Context, examples string, n int, show bool) error {
	dir, err := os.MkdirTemp("", "casefile-governance-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Println("| questions of | library | files | asked | as it must be | says what it must not | rests on another version | shows what the asker may not read | disputed |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	for _, name := range scenes {
		from := filepath.Join(examples, name)
		cases, err := eval.Plain(filepath.Join(from, "cases"), n)
		if err != nil {
			return err
		}
		governed := filepath.Join(dir, name)
		heap := governed + "-heap"
		if err := errors.Join(os.CopyFS(governed, os.DirFS(from)), os.RemoveAll(filepath.Join(governed, ".casefile")), raw(from, heap)); err != nil {
			return err
		}
		good, err := askAll(ctx, governed, cases)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		bad, err := askAll(ctx, heap, cases)
		if err != nil {
			return fmt.Errorf("%s as a heap: %w", name, err)
		}
		known, err := files(ctx, governed, good)
		if err != nil {
			return err
		}
		for i, set := range [][]told{good, bad} {
			label := []string{"governed", "heap"}[i]
			all, err := sources([]string{governed, heap}[i])
			if err != nil {
				return err
			}
			t := count(cases, good, set, known)
			fmt.Printf("| %s | %s | %d | %d | %d | %d | %d | %d | %d |\n", name, label, len(all), len(set), t.right, t.forbidden, t.stale, t.private, t.disputed)
		}
		if show {
			for i, c := range cases {
				if good[i].right(c) != bad[i].right(c) {
					fmt.Fprintf(os.Stderr, "%s: governed %v, heap %v: %s\n", c.Name, good[i].right(c), bad[i].right(c), c.Question)
				}
			}
		}
	}
	return nil
}

// A told is an answer as it is judged here.
type told struct {
	status   casefile.AnswerStatus
	text     string
	files    []string // documents that it cites, by path
	asker    casefile.Identity
	day      casefile.Date
	disputed bool
}

func askAll(ctx context.Context, root string, cases []eval.Case) ([]told, error) {
	w, err := config.Open(ctx, root, config.Options{})
	if err != nil {
		return nil, err
	}
	defer w.Close()
	if _, err := w.Ingest(ctx, nil); err != nil {
		return nil, err
	}
	var out []told
	for _, c := range cases {
		as := c.Asker.User
		if c.Asker.Tenant != "" {
			as = c.Asker.Tenant + "/" + as
		}
		id, err := w.Asker(as, c.Asker.Roles)
		if err != nil {
			return nil, err
		}
		o, err := w.Engine().Answer(ctx, casefile.Ask{Question: c.Question, Asker: id, Lang: w.Language(), Log: &trace.Memory{}})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Name, err)
		}
		t := told{status: o.Answer.Status, text: config.Text(o), asker: id, day: o.AsOf, disputed: len(o.Answer.Conflicts) > 0}
		for _, cl := range o.Answer.Claims {
			for _, cite := range cl.Cites {
				if e, ok := o.Case.Find(cite.Evidence); ok && e.Source != nil {
					path, _, _ := strings.Cut(e.Source.URI, "#")
					t.files = append(t.files, path)
				}
			}
		}
		slices.Sort(t.files)
		t.files = slices.Compact(t.files)
		out = append(out, t)
	}
	return out, nil
}

// right reports whether an answer has the status and says what the case wants; places are not compared, for a heap has none.
func (t told) right(c eval.Case) bool {
	if len(c.Want.Status) > 0 && !slices.Contains(c.Want.Status, t.status) {
		return false
	}
	for _, p := range c.Want.Says {
		if !p.MatchString(t.text) {
			return false
		}
	}
	return !t.forbidden(c)
}

// forbidden reports whether an answer says what the case forbids.
func (t told) forbidden(c eval.Case) bool {
	return slices.ContainsFunc(c.Want.SaysNot, func(p eval.Pattern) bool { return p.MatchString(t.text) })
}

// A tally is how many answers are of a kind.
type tally struct{ right, forbidden, stale, private, disputed int }

// count compares the answers of a library with what the cases want, and what they rest on with what the governed library says of the files.
func count(cases []eval.Case, governed, set []told, known map[string]file) tally {
	var t tally
	for i, c := range cases {
		a := set[i]
		for n, is := range map[*int]bool{
			&t.right: a.right(c), &t.forbidden: a.forbidden(c), &t.disputed: a.disputed,
			&t.stale:   slices.ContainsFunc(a.files, func(f string) bool { return known[base(f)].otherVersion(governed[i].files, known) }),
			&t.private: slices.ContainsFunc(a.files, func(f string) bool { return !known[base(f)].open(a.asker) }),
		} {
			if is {
				*n++
			}
		}
	}
	return t
}

// A file is what the governed library says of a document.
type file struct {
	id, version string
	readers     map[string]bool // of the askers
}

// otherVersion reports whether f is another version of a document that the governed answer rests on.
func (f file) otherVersion(rests []string, known map[string]file) bool {
	same := false
	for _, r := range rests {
		o := known[base(r)]
		if o.id == f.id && o.version == f.version {
			return false
		}
		same = same || o.id == f.id && f.id != ""
	}
	return same
}

func (f file) open(id casefile.Identity) bool { return f.readers[key(id)] }

// files asks the index of a governed library, in which config.Workspace has closed its own, who may read what, in the versions of the two years before and the one after.
func files(ctx context.Context, root string, asked []told) (map[string]file, error) {
	s, err := store.Open(filepath.Join(root, ".casefile", "index"))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	out, paths := map[string]file{}, map[string]string{}
	seen := map[string]bool{}
	for _, a := range asked {
		if seen[key(a.asker)] {
			continue
		}
		seen[key(a.asker)] = true
		for days := range 3 * 366 / 2 { // some notices hold for a few days
			day := a.day.AddDays(2*days - 2*366)
			who, err := casefile.NewScope(a.asker, day)
			if err != nil {
				return nil, err
			}
			docs, err := s.Documents(ctx, who)
			if err != nil {
				return nil, err
			}
			for _, d := range docs {
				name := base(d.Path)
				if p := paths[name]; p != "" && p != d.Path {
					return nil, fmt.Errorf("%s and %s have one name, and a heap cannot tell them apart", p, d.Path)
				}
				f := out[name]
				if f.readers == nil {
					f = file{d.ID, d.Version, map[string]bool{}}
				}
				f.readers[key(a.asker)] = true
				out[name], paths[name] = f, d.Path
			}
		}
	}
	return out, nil
}

func key(id casefile.Identity) string {
	return cmp.Or(id.Tenant, "-") + "/" + id.User + fmt.Sprint(id.Roles)
}

// base is the name of a file: copies in the heap have the same.
func base(path string) string { return filepath.Base(path) }
