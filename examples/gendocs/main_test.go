package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/casefile/casefile/ingest/format"
)

var examples = []string{"../returns-desk", "../supply-chain"}

func TestDocumentsAreMadeAgainByteForByte(t *testing.T) {
	for _, dir := range examples {
		made, err := documents(dir)
		if err != nil {
			t.Fatal(err)
		}
		docs := os.DirFS(filepath.Join(dir, "docs"))
		for name, want := range made {
			if got, err := fs.ReadFile(docs, name); err != nil {
				t.Error(err)
			} else if !bytes.Equal(got, want) {
				t.Errorf("%s/docs/%s (%d bytes) is not what gendocs makes (%d bytes): after a change here, in its source or of excelize, run gendocs again", dir, name, len(got), len(want))
			}
		}
		err = fs.WalkDir(docs, ".", func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && filepath.Ext(name) != ".md" && made[name] == nil {
				t.Errorf("%s/docs/%s has no source in gen/docs", dir, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestFloors counts the formats that each library stands in.
func TestFloors(t *testing.T) {
	for _, dir := range examples {
		sources, err := read(dir)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, d := range sources {
			count[d.format]++
		}
		for format, least := range map[string]int{"pdf": 3, "docx": 3, "xlsx": 2, "html": 3} {
			if count[format] < least {
				t.Errorf("%s: %d of %s, want at least %d", dir, count[format], format, least)
			}
		}
	}
}

// TestNothingOfTheSourceIsLost reads the committed files with the library's own parsers: every heading, paragraph
// and cell of the source stands in the text, spaces apart.
func TestNothingOfTheSourceIsLost(t *testing.T) {
	for _, dir := range examples {
		sources, err := read(dir)
		if err != nil {
			t.Fatal(err)
		}
		for name, d := range sources {
			data, err := os.ReadFile(filepath.Join(dir, "docs", filepath.FromSlash(name)))
			if err != nil {
				t.Error(err)
				continue
			}
			f := format.Parse(t.Context(), name, data, format.Limits{})
			if f.Status != format.OK || string(f.Kind) != d.format {
				t.Errorf("%s: %s %s %s", name, f.Kind, f.Status, f.Reason)
			}
			if f.Title != d.about.Title && f.Title != d.blocks[0].text {
				t.Errorf("%s: the title is %q, want %q", name, f.Title, d.about.Title)
			}
			text := squeezed(f.Text)
			for _, s := range d.texts() {
				if !strings.Contains(text, squeezed(s)) {
					t.Errorf("%s: %q is not in the text", name, s)
				}
			}
			var heads []string
			for _, b := range f.Blocks {
				if b.Kind == format.Heading {
					heads = append(heads, f.Text[b.Start:b.End])
				}
			}
			for _, b := range d.blocks {
				if b.level == 0 || b.level == 1 && d.format == "xlsx" {
					continue
				}
				if len(heads) == 0 || heads[0] != b.text {
					t.Errorf("%s: the headings go on with %q, want %q", name, heads, b.text)
					break
				}
				heads = heads[1:]
			}
		}
	}
}

// texts are the paragraphs and cells of a document.
func (d document) texts() []string {
	var out []string
	for _, b := range d.blocks {
		if b.level == 0 {
			out = append(out, b.text)
		}
		for _, row := range b.rows {
			for _, c := range row {
				if d.format == "xlsx" && figure.MatchString(c) {
					c = strings.Replace(c, ".0%", "%", 1) // a number of the sheet: the zero is the format's
				}
				out = append(out, c)
			}
		}
	}
	return out
}

func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}
