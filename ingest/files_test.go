package ingest_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile/ingest"
	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"
)

func TestBadFiles(t *testing.T) {
	s := newShelf(t)
	s.write("docs/empty.md", "")
	s.write("docs/front-only.md", "---\nid: f\n---\n")
	s.write("docs/latin1.md", "caf\xe9 cr\xe8me br\xfbl\xe9e")
	s.write("docs/binary.txt", "a\x00b")
	s.write("docs/large.md", strings.Repeat("x", 33<<20))
	s.write("docs/scan.png", "\x89PNG\r\n\x1a\n")
	s.write("docs/stray.yaml", "id: x")
	s.write("docs/.hidden.md", "hidden")
	s.write("docs/good.md", "good text")
	s.write("outside.md", "outside")
	if err := os.Symlink(filepath.Join(s.root, "outside.md"), filepath.Join(s.root, "docs/link.md")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(s.root, filepath.Join(s.root, "docs/loop")); err != nil {
		t.Fatal(err)
	}
	r := s.run()
	want := map[string]ingest.Status{"docs/empty.md": ingest.Empty, "docs/front-only.md": ingest.Empty, "docs/latin1.md": ingest.OK, "docs/binary.txt": ingest.Failed,
		"docs/large.md": ingest.Failed, "docs/scan.png": ingest.Unsupported, "docs/stray.yaml": ingest.Unsupported, "docs/good.md": ingest.OK,
		"docs/link.md": ingest.Unsupported, "docs/loop": ingest.Unsupported}
	if len(r.Files) != len(want) {
		t.Errorf("%d files told, want %d: %+v", len(r.Files), len(want), r.Files)
	}
	for path, status := range want {
		if f := file(r, path); f.Status != status || status != ingest.OK && f.Reason == "" {
			t.Errorf("%s: %+v, want %s", path, f, status)
		}
	}
	if got := s.texts(s.who("shop", "u")); !slices.Equal(got, []string{"docs/good: good text", "docs/latin1: café crème brûlée"}) {
		t.Errorf("got %q", got)
	}
	s.opt.Rules = []ingest.Rule{{Path: "../elsewhere"}}
	if _, err := ingest.Run(context.Background(), s.opt); err == nil {
		t.Error("a rule leads out of the workspace")
	}
}

func TestEncodings(t *testing.T) {
	s := newShelf(t)
	const text = "签收后七天内且未拆封的，可以申请无理由退货。"
	gb, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	u16, err := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	s.write("docs/bom.md", "\uFEFF---\nid: bom\n---\n"+text)
	s.write("docs/gb.txt", gb)
	s.write("docs/u16.txt", u16)
	r := s.run()
	if file(r, "docs/gb.txt").Reason != "read as GB 18030" || file(r, "docs/u16.txt").Reason != "read as UTF-16" {
		t.Errorf("got %+v", r.Files)
	}
	if got, want := s.texts(s.who("shop", "u")), []string{"bom: " + text, "docs/gb: " + text, "docs/u16: " + text}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestCancelledRunLeavesWholeDocuments(t *testing.T) {
	s := newShelf(t)
	for _, name := range []string{"a", "b", "c", "d"} {
		s.write("docs/"+name+".md", "text "+name)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.opt.Progress = func(done, total int, path string) {
		if done == 2 {
			cancel()
		}
	}
	if _, err := ingest.Run(ctx, s.opt); err == nil {
		t.Error("no error")
	}
	s.opt.Progress = nil
	s.run()
	if got := s.texts(s.who("shop", "u")); len(got) != 4 {
		t.Errorf("got %q", got)
	}
}
