package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/casefile/casefile/eval"
)

// TestConflictingSources runs the cases of a workspace whose documents contradict each other: one side is adopted, a third source is searched
// for, or both are told. Each case is replayed.
func TestConflictingSources(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/workspaces/lending-desk")); err != nil {
		t.Fatal(err)
	}
	cases, err := eval.Load(filepath.Join(dir, "cases"))
	if err != nil || len(cases) < 3 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	b, err := newBench(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, r := range eval.Run(t.Context(), b, cases, eval.Options{}).Cases {
		if !r.Pass {
			t.Errorf("%s: %s", r.Name, r.Why)
		}
	}
}
