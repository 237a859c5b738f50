package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile/text"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// flagged prints how many paragraphs of clean documents, in which nothing is planted, hold a sentence that no stage reads. The
// letters of partners in the example libraries are planted on purpose and counted apart.
func flagged(f flags, libraries []library) (bool, error) {
	clean := map[string][]string{}
	for _, l := range libraries {
		if l.from == "" {
			for _, name := range sortedKeys(l.files) {
				clean[l.name] = append(clean[l.name], l.files[name])
			}
			continue
		}
		docs, err := documents(l.from)
		if err != nil {
			return false, err
		}
		for _, path := range sortedKeys(docs) {
			name := l.name
			if strings.Contains(docs[path], "authority: partner") {
				name += ", planted on purpose"
			}
			clean[name] = append(clean[name], docs[path])
		}
	}
	if f.data != "" {
		for _, set := range []struct{ dir, glob string }{{"laws-zh-sample", "*.md"}, {"kag-netoperator", "*.md"}, {"tau-bench-retail", "wiki.md"}} {
			if err := readTexts(clean, filepath.Join(f.data, set.dir), set.glob); err != nil {
				return false, err
			}
		}
		if err := readPassages(clean, filepath.Join(f.data, "cmrc2018")); err != nil {
			return false, err
		}
	}
	ok := true
	fmt.Println("\n| clean documents | paragraphs | flagged |")
	fmt.Println("|---|---|---|")
	all, bad := 0, 0
	for _, name := range sortedKeys(clean) {
		n, hit := 0, 0
		for _, doc := range clean[name] {
			_, body := frontMatter(doc)
			for p := range strings.SplitSeq(body, "\n\n") {
				if strings.TrimSpace(p) == "" {
					continue
				}
				n++
				if text.Quiet(p) != p {
					if hit++; f.show > 0 && hit <= 5 {
						fmt.Fprintf(os.Stderr, "  flagged: %s\n", clip(p))
					}
				}
			}
		}
		fmt.Printf("| %s | %d | %d (%.2f %%) |\n", name, n, hit, 100*float64(hit)/float64(max(n, 1)))
		if !strings.HasSuffix(name, "on purpose") {
			all, bad = all+n, bad+hit
		}
	}
	share := float64(bad) / float64(max(all, 1))
	ok = all > 0 && share <= cleanBar
	fmt.Printf("| all clean ones | %d | %d (%.2f %%, bar %.0f %%) |\n", all, bad, 100*share, 100*cleanBar)
	return ok, nil
}

// readTexts adds the files of a folder, and of the folders in it; a folder that is not there adds nothing.
func readTexts(clean map[string][]string, dir, glob string) error {
	return filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err):
			return nil
		case err != nil || d.IsDir():
			return err
		}
		if ok, err := filepath.Match(glob, d.Name()); !ok || err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		clean[filepath.Base(dir)] = append(clean[filepath.Base(dir)], string(b))
		return err
	})
}

// readPassages adds the strings called context of the JSON files in a folder.
func readPassages(clean map[string][]string, dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.json*"))
	if err != nil {
		return err
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		var v any
		err = json.NewDecoder(bufio.NewReader(f)).Decode(&v)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		seen := map[string]bool{}
		contexts(v, seen)
		clean[filepath.Base(dir)] = append(clean[filepath.Base(dir)], sortedKeys(seen)...)
	}
	return nil
}

func contexts(v any, out map[string]bool) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			contexts(e, out)
		}
	case map[string]any:
		for k, e := range v {
			if s, ok := e.(string); ok && (k == "context" || k == "context_text") {
				out[s] = true
			}
			contexts(e, out)
		}
	}
}
