package main

import (
	"path/filepath"
	"testing"

	"github.com/casefile/casefile/eval"
)

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
			report := eval.Run(t.Context(), b, cases, eval.Options{})
			for _, r := range report.Cases {
				if !r.Pass {
					t.Errorf("%s: %s", r.Name, r.Why)
				}
			}
			if !report.OK() {
				t.Errorf("%d of %d cases passed", report.Passed, report.Total)
			}
		})
	}
}
