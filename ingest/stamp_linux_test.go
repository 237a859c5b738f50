package ingest_test

import (
	"os"
	"path/filepath"
	"testing"
)

// A text of the same size that was given its old time again is still another text.
func TestATextWithItsOldTimeIsSeen(t *testing.T) {
	s := newShelf(t)
	s.write("docs/a.md", "text a")
	s.run()
	path := filepath.Join(s.root, "docs/a.md")
	was, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	s.write("docs/a.md", "text b")
	if err := os.Chtimes(path, was.ModTime(), was.ModTime()); err != nil {
		t.Fatal(err)
	}
	if f := file(s.run(), "docs/a.md"); !f.Changed {
		t.Errorf("not seen: %+v", f)
	}
}
