package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/config"
)

var (
	headingID   = regexp.MustCompile(`(?m)[ \t]*\{#[^}\n]*\}[ \t]*$`)
	kindOfTools = regexp.MustCompile(`(search: \{)kind: [a-z]+(?:, )?`)
)

// raw makes a copy of a governed workspace as a library is before anybody looks after it: all files in one heap that all may read, without
// front matter, sidecars and ids of clauses, older versions beside newer ones under no name that tells them apart, and every third file once
// more in a folder of copies. Functions, dictionaries and playbooks stay what they are.
func raw(from, to string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(to, ".casefile")), os.RemoveAll(filepath.Join(to, "docs"))); err != nil {
		return err
	}
	file := filepath.Join(to, config.FileName)
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(rawConfig(string(b))), 0o600); err != nil {
		return err
	}
	files, err := sources(from)
	if err != nil {
		return err
	}
	for i, path := range files {
		b, err := os.ReadFile(filepath.Join(from, path))
		if err != nil {
			return err
		}
		if filepath.Ext(path) == ".md" {
			b = []byte(bare(string(b)))
		}
		names := []string{path}
		if i%3 == 0 {
			names = append(names, filepath.Join("docs", "copies", filepath.Base(path)))
		}
		for _, name := range names {
			name = filepath.Join(to, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, b, 0o600)); err != nil {
				return err
			}
		}
	}
	return nil
}

// rawConfig leaves of the rules for documents only that there are some, and lets every search look everywhere.
func rawConfig(yaml string) string {
	var out []string
	inside := false
	for line := range strings.SplitSeq(yaml, "\n") {
		switch {
		case strings.HasPrefix(line, "documents:"):
			inside = true
			out = append(out, "documents: [{path: docs, access: [public]}]")
			continue
		case inside && (strings.HasPrefix(line, " ") || strings.TrimSpace(line) == ""):
			continue
		}
		inside = false
		out = append(out, kindOfTools.ReplaceAllString(line, "$1"))
	}
	return strings.Join(out, "\n")
}

// bare is a Markdown document without its front matter and the ids of its headings.
func bare(doc string) string {
	if rest, ok := strings.CutPrefix(doc, "---\n"); ok {
		if _, body, ok := strings.Cut(rest, "\n---\n"); ok {
			doc = body
		}
	}
	return headingID.ReplaceAllString(doc, "")
}

// sources are the documents of a workspace, by path from its root, without their sidecars.
func sources(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if ext := filepath.Ext(path); err == nil && ext != ".yaml" && ext != ".yml" {
			out = append(out, filepath.ToSlash(name))
		}
		return err
	})
	slices.Sort(out)
	return out, err
}
