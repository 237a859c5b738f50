package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/casefile/casefile/eval"
)

// built copies a workspace and makes the database of every data/NAME.sql beside it, as data/NAME.db.
func built(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join(to, "data", "*.sql"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("scripts of %s: %v, %v", dir, scripts, err)
	}
	for _, file := range scripts {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.TrimSuffix(file, ".sql") + ".db"
		if err := os.RemoveAll(path); err != nil { // one that a person made to try the workspace
			t.Fatal(err)
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), string(script)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// TestWorkspaceWithoutPlaybooks runs the cases of a workspace that was written from docs/workspace.md alone,
// with declared functions and documents and no playbook.
func TestWorkspaceWithoutPlaybooks(t *testing.T) {
	t.Parallel()
	const dir = "../../testdata/workspaces/leave-desk"
	books, err := filepath.Glob(filepath.Join(dir, "playbooks", "*"))
	if err != nil || len(books) > 0 {
		t.Fatalf("playbooks %v, %v", books, err)
	}
	cases, err := eval.Load(filepath.Join(dir, "cases"))
	if err != nil || len(cases) < 10 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	if report := runCases(t, built(t, dir), cases); 10*report.Passed < 9*report.Total {
		t.Errorf("%d of %d cases passed, want 9 of 10", report.Passed, report.Total)
	}
}

// TestPlainLibraries asks plain questions, some of which nothing answers, of a few short documents without a line of configuration.
// Documents and questions were written before the first run; rules of generate were mended on some of them afterwards.
func TestPlainLibraries(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ asked, right int }{"plain-library": {30, 28}, "clinic-house": {23, 21}, "town-hall": {25, 24}} {
		dir := filepath.Join("../../testdata/workspaces", name)
		cases, err := eval.Load(filepath.Join(dir, "cases"))
		if err != nil || len(cases) != want.asked {
			t.Fatalf("%s: %d cases, %v", name, len(cases), err)
		}
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		if report := runCases(t, copied, cases); report.Passed < want.right {
			t.Errorf("%s: %d of %d cases passed, want %d", name, report.Passed, report.Total, want.right)
		}
	}
}

// runCases runs the cases of a workspace and logs those that fail.
func runCases(t *testing.T, dir string, cases []eval.Loaded) eval.Report {
	t.Helper()
	b, err := newBench(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	report := eval.Run(t.Context(), b, cases, eval.Options{})
	for _, r := range report.Cases {
		if !r.Pass {
			t.Logf("%s: %s", r.Name, r.Why)
		}
	}
	return report
}
