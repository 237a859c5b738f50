package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
)

func TestSourcesAreCounted(t *testing.T) {
	dir := t.TempDir()
	record := func(id, doc string) casefile.Evidence {
		return casefile.Evidence{ID: id, Source: &casefile.Source{DocID: doc}}
	}
	o := casefile.Outcome{Case: casefile.Case{Evidence: []casefile.Evidence{record("E1", "guide"), record("E2", "notice")}}}
	conflict := func(by, adopted string) casefile.Conflict {
		return casefile.Conflict{By: by, Adopted: adopted, Sides: [2]casefile.Side{{Evidence: "E1"}, {Evidence: "E2"}}}
	}
	for _, c := range []casefile.Conflict{conflict("sources", "E1"), conflict("sources", "E1"), conflict("reliability", "E2"), conflict("", "")} {
		o.Answer.Conflicts = []casefile.Conflict{c}
		if err := countSources(dir, o); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readSources(dir)
	if err != nil || len(got) != 2 || got["guide"] != (verify.Track{Right: 2}) || got["notice"] != (verify.Track{Wrong: 2}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, sourcesFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readSources(dir); err == nil {
		t.Error("a broken record is read")
	}
}
