package format

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
)

// entry is a file of an archive made in a test.
type entry struct{ name, body string }

func zipOf(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.Create(e.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.body)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const wordTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

// word makes a document of a body and further parts. The relationship of a part is its name's: word/styles.xml is styles.
func word(t testing.TB, body string, parts ...entry) []byte {
	t.Helper()
	var rels strings.Builder
	for _, p := range parts {
		kind := strings.TrimSuffix(strings.TrimPrefix(p.name, "word/"), ".xml")
		fmt.Fprintf(&rels, `<Relationship Id="r_%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s.xml"/>`, kind, strings.TrimRight(kind, "0123456789"), kind)
	}
	all := []entry{
		{"[Content_Types].xml", wordTypes},
		{"_rels/.rels", `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="w" xmlns:r="r"><w:body>` + body + `</w:body></w:document>`},
		{"word/_rels/document.xml.rels", `<Relationships>` + rels.String() + `</Relationships>`},
	}
	return zipOf(t, append(all, parts...)...)
}

func p(text string) string { return `<w:p><w:r><w:t>` + text + `</w:t></w:r></w:p>` }

func tc(text string, props ...string) string {
	return `<w:tc><w:tcPr>` + strings.Join(props, "") + `</w:tcPr>` + p(text) + `</w:tc>`
}

func tbl(rows ...string) string {
	return `<w:tbl><w:tr>` + strings.Join(rows, `</w:tr><w:tr>`) + `</w:tr></w:tbl>`
}

func parse(t testing.TB, name string, data []byte) File {
	t.Helper()
	return Parse(context.Background(), name, data, Limits{})
}

// lines writes a file's blocks in short: "#1 title", "row* a | b", "- item".
func lines(f File) []string {
	var out []string
	for _, b := range f.Blocks {
		s := f.Text[b.Start:b.End]
		switch b.Kind {
		case Heading:
			s = fmt.Sprintf("#%d %s", b.Level, s)
		case TableRow:
			head := ""
			if b.Head {
				head = "*"
			}
			s = fmt.Sprintf("row%d%s %s", b.Table, head, s)
		case Paragraph:
		default:
			s = string(b.Kind) + " " + s
		}
		out = append(out, s)
	}
	return out
}

func wantLines(t *testing.T, f File, want ...string) {
	t.Helper()
	got := lines(f)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("status %s %q\n got: %s\nwant: %s", f.Status, f.Reason, strings.Join(got, "\n      "), strings.Join(want, "\n      "))
	}
	sound(t, f)
}

// sound checks what holds of every file.
func sound(t testing.TB, f File) {
	t.Helper()
	end := 0
	for _, b := range f.Blocks {
		if b.Start < end || b.End < b.Start || b.End > len(f.Text) {
			t.Fatalf("block %+v overlaps or leaves the text (%d)", b, len(f.Text))
		}
		end = b.End
		for _, c := range b.Cells {
			if c.Start < b.Start || c.End > b.End || c.End < c.Start {
				t.Fatalf("cell %+v outside of its row %+v", c, b)
			}
		}
		if b.Kind == TableRow && strings.Contains(f.Text[b.Start:b.End], "\n") {
			t.Fatalf("a row of two lines: %q", f.Text[b.Start:b.End])
		}
	}
	at := 0
	for _, m := range f.Marks {
		if m.Start < at || m.End > len(f.Text) {
			t.Fatalf("mark %+v overlaps or leaves the text", m)
		}
		at = m.Start
	}
	switch f.Status {
	case OK, Degraded, Empty, Unsupported, Failed:
	default:
		t.Fatalf("status %q", f.Status)
	}
	if f.Status != OK && f.Reason == "" {
		t.Fatalf("%s without a reason", f.Status)
	}
}
