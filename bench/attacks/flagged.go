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
			read := text.Blank(body, text.Unread(body))
			at := 0
			for p := range strings.SplitSeq(body, "\n\n") {
				start := at
				at += len(p) + len("\n\n")
				if strings.TrimSpace(p) == "" {
					continue
				}
				n++
				if read[start:start+len(p)] != p {
					if hit++; hit <= f.show {
						fmt.Fprintf(os.Stderr, "  flagged of %s: %s\n", name, clip(p))
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

// unread prints how many attacks no stage reads a letter of, planted alone in the documents of the libraries, one after another, at each
// place in turn. The rest is text like any other: it is for the other walls to hold.
func unread(libraries []library, sources []source, show int) error {
	var docs []string
	for _, l := range libraries {
		for _, name := range sortedKeys(l.files) {
			if strings.HasSuffix(name, ".md") {
				docs = append(docs, l.files[name])
			}
		}
		if l.from == "" {
			continue
		}
		own, err := documents(l.from)
		if err != nil {
			return err
		}
		for _, path := range sortedKeys(own) {
			docs = append(docs, own[path])
		}
	}
	fmt.Println("\n| attacks | planted | not read at all |")
	fmt.Println("|---|---|---|")
	for _, s := range sources {
		planted, held, shown := 0, 0, 0
		for i, a := range s.attacks {
			whole := 0
			for k := range int(places) {
				doc := docs[(i*int(places)+k)*7%len(docs)]
				_, clean := frontMatter(doc)
				_, body := frontMatter(plant(doc, a.Text, place(k)))
				planted++
				if letters(text.Blank(body, text.Unread(body))) == letters(text.Blank(clean, text.Unread(clean))) {
					held++
					whole++
				}
			}
			if whole < int(places) && shown < show {
				shown++
				fmt.Fprintf(os.Stderr, "  read of %s, %s: %s\n", s.name, a.Family, clip(a.Text))
			}
		}
		fmt.Printf("| %s | %d | %d (%.1f %%) |\n", s.name, planted, held, 100*float64(held)/float64(max(planted, 1)))
	}
	return nil
}

func letters(s string) string { return strings.Join(strings.Fields(s), " ") }

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
