package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

func TestRaw(t *testing.T) {
	to := filepath.Join(t.TempDir(), "heap")
	from := filepath.Join("..", "..", "examples", "returns-desk")
	if err := raw(from, to); err != nil {
		t.Fatal(err)
	}
	before, err := sources(from)
	if err != nil {
		t.Fatal(err)
	}
	after, err := sources(to)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(before) + (len(before)+2)/3; len(after) != want {
		t.Errorf("%d files became %d, want %d", len(before), len(after), want)
	}
	for _, f := range after {
		b, err := os.ReadFile(filepath.Join(to, f))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(f) == ".md" && (strings.HasPrefix(string(b), "---") || strings.Contains(string(b), "{#")) {
			t.Errorf("%s has metadata: %.60q", f, b)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(to, "docs", "*.yaml")); len(found) > 0 {
		t.Errorf("sidecars are left: %v", found)
	}
	w, err := config.Open(t.Context(), to, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
}

func TestRawConfig(t *testing.T) {
	const in = "name: a\ndocuments:\n  - {path: docs, kind: policy}\n\n  - {path: docs/x, access: [role:b]}\ntools:\n  s:\n    search: {kind: policy, limit: 8}\n"
	const want = "name: a\ndocuments: [{path: docs, access: [public]}]\ntools:\n  s:\n    search: {limit: 8}\n"
	if got := rawConfig(in); got != want {
		t.Errorf("%s", got)
	}
}

func TestCount(t *testing.T) {
	pattern := func(s string) eval.Pattern { return eval.Pattern{Regexp: regexp.MustCompile(s)} }
	cases := []eval.Case{{Want: eval.Want{Status: []casefile.AnswerStatus{casefile.Answered}, Says: []eval.Pattern{pattern("7 days")}, SaysNot: []eval.Pattern{pattern("15 days")}}}}
	known := map[string]file{"v1.md": {"policy", "V1", map[string]bool{"t/u[]": true}}, "v2.md": {"policy", "V2", map[string]bool{"t/u[]": true}}, "note.md": {"note", "", nil}}
	who := casefile.Identity{Tenant: "t", User: "u"}
	good := []told{{status: casefile.Answered, text: "Within 7 days.", files: []string{"docs/v2.md"}, asker: who}}
	for name, c := range map[string]struct {
		got  told
		want tally
	}{
		"as it must be":       {good[0], tally{right: 1}},
		"the old version":     {told{status: casefile.Answered, text: "Within 15 days.", files: []string{"docs/v1.md"}, asker: who}, tally{forbidden: 1, stale: 1}},
		"both versions":       {told{status: casefile.Answered, text: "Within 7 days, or 15 days.", files: []string{"docs/v1.md", "docs/copies/v2.md"}, asker: who, disputed: true}, tally{forbidden: 1, stale: 1, disputed: 1}},
		"a note of others":    {told{status: casefile.Answered, text: "Within 7 days.", files: []string{"docs/note.md"}, asker: who}, tally{right: 1, private: 1}},
		"refused for nothing": {told{status: casefile.Refused, asker: who}, tally{}},
		"the same, by a copy": {told{status: casefile.Answered, text: "Within 7 days.", files: []string{"docs/copies/v2.md"}, asker: who}, tally{right: 1}},
	} {
		if got := count(cases, good, []told{c.got}, known); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
