// Command gendocs makes the documents of the examples that are no Markdown again, byte for byte:
//
//	go run ./examples/gendocs examples/returns-desk examples/supply-chain
//
// EXAMPLE/gen/docs/NAME.FORMAT.md becomes EXAMPLE/docs/NAME.FORMAT (pdf, docx, xlsx or html) and the sidecar
// NAME.FORMAT.yaml with the front matter. Nothing in them comes from the clock or the machine.
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: gendocs EXAMPLE…")
		os.Exit(2)
	}
	for _, dir := range os.Args[1:] {
		if err := write(dir); err != nil {
			fmt.Fprintln(os.Stderr, "gendocs:", err)
			os.Exit(1)
		}
	}
}

// write makes the documents of an example in its docs folder.
func write(example string) error {
	files, err := documents(example)
	if err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(example, "docs", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writers make a file of each format.
var writers = map[string]func(document) ([]byte, error){
	"pdf":  pdf,
	"docx": docx,
	"xlsx": xlsx,
	"html": page,
}

// documents makes the files of an example in memory, by their path under docs.
func documents(example string) (map[string][]byte, error) {
	sources, err := read(example)
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for name, d := range sources {
		data, err := writers[d.format](d)
		if err != nil {
			return nil, fmt.Errorf("make %s: %w", name, err)
		}
		out[name] = data
		out[name+".yaml"] = []byte("# made by examples/gendocs of gen/docs/" + name + ".md\n" + d.front)
	}
	return out, nil
}

// read reads the sources of an example, by the path under docs of what is made of them.
func read(example string) (map[string]document, error) {
	root := filepath.Join(example, "gen", "docs")
	out := map[string]document{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name, ok := strings.CutSuffix(filepath.ToSlash(rel), ".md")
		format := strings.TrimPrefix(filepath.Ext(name), ".")
		if !ok || writers[format] == nil {
			return fmt.Errorf("%s: name it NAME.pdf.md, NAME.docx.md, NAME.xlsx.md or NAME.html.md", path)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		d, err := parse(string(data))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		d.format = format
		out[name] = d
		return nil
	})
	return out, err
}
