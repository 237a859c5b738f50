package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/eval"
)

var readme sync.Mutex // the suites run side by side

// readmeTables holds the tables of the README to what eval prints; with -update it writes them.
func readmeTables(t *testing.T, scene string, report eval.Report) {
	t.Helper()
	readme.Lock()
	defer readme.Unlock()
	for name, lang := range map[string]casefile.Lang{"README.md": casefile.English, "README.zh-CN.md": casefile.Chinese} {
		file := filepath.Join("..", "..", name)
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, found := strings.Cut(string(page), "./casefile eval -w examples/"+scene+"\n```\n\n```\n")
		shown, after, ended := strings.Cut(rest, "```\n")
		if !found || !ended {
			t.Errorf("%s shows no table of eval -w examples/%s", name, scene)
			continue
		}
		var now strings.Builder
		if err := (eval.Page{Report: report, Lang: lang}).Outcome(&now); err != nil {
			t.Fatal(err)
		}
		switch {
		case shown == now.String():
		case *update:
			text := before + "./casefile eval -w examples/" + scene + "\n```\n\n```\n" + now.String() + "```\n" + after
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s shows\n%s\neval prints\n%s\nwrite it with go test ./cmd/casefile -run TestCases -update", name, shown, now.String())
		}
	}
}

// TestCases runs every case file of the repository, each replayed as well.
func TestCases(t *testing.T) {
	examples, err := filepath.Glob("../../examples/*/casefile.yaml")
	if err != nil || len(examples) < 2 {
		t.Fatalf("example workspaces: %v, %v", examples, err)
	}
	suites := map[string]string{"../../testdata/workspace": "../../testdata/cases"}
	for _, file := range examples {
		dir := filepath.Dir(file)
		suites[dir] = filepath.Join(dir, "cases")
	}
	for dir, path := range suites {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			cases, err := eval.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			b, err := newBench(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			report := eval.Run(t.Context(), b, cases, eval.Options{Jobs: 2})
			for _, r := range report.Cases {
				if !r.Pass {
					t.Errorf("%s: %s", r.Name, r.Why)
				}
			}
			if !report.OK() {
				t.Errorf("%d of %d cases passed", report.Passed, report.Total)
			}
			if strings.Contains(dir, "examples") {
				readmeTables(t, filepath.Base(dir), report)
			}
		})
	}
}
