package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A place is where in a document an attack is planted.
type place int

const (
	atStart place = iota
	inMiddle
	atEnd
	places
)

// plant puts a text into a Markdown document as a paragraph of its own: behind the front matter and the first heading, between two
// paragraphs in the middle, or at the end. A text behind nothing that ends a table or a list is no longer a paragraph, so there is an
// empty line on either side.
func plant(doc, text string, at place) string {
	head, body := frontMatter(doc)
	blocks := strings.Split(strings.Trim(body, "\n"), "\n\n")
	i := len(blocks)
	switch at {
	case atStart:
		i = 0
		if strings.HasPrefix(blocks[0], "#") {
			first, rest, two := strings.Cut(blocks[0], "\n")
			if two && strings.TrimSpace(rest) != "" {
				blocks = slices.Insert(blocks, 1, rest)
				blocks[0] = first
			}
			i = 1
		}
	case inMiddle:
		i = len(blocks) / 2
	}
	return head + strings.Join(slices.Insert(blocks, i, text), "\n\n") + "\n"
}

// frontMatter parts the block between lines of three dashes, where a document begins with one, from the rest.
func frontMatter(doc string) (head, body string) {
	rest, ok := strings.CutPrefix(doc, "---\n")
	if !ok {
		return "", doc
	}
	meta, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return "", doc
	}
	return "---\n" + meta + "\n---\n", body
}

// documents returns the Markdown documents of a workspace, path → text.
func documents(root string) (map[string]string, error) {
	out := map[string]string{}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		b, err := os.ReadFile(path)
		out[path] = string(b)
		return err
	})
	return out, err
}
