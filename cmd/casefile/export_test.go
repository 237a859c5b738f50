package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// --out /dev/null and the like are written to; a file in its place would break what else uses them.
func TestExportReplacesNoDevice(t *testing.T) {
	dir := ingested(t)
	log := filepath.Join(t.TempDir(), "case.jsonl")
	casefileCommand(t, "ask", "-w", dir, "--as", "u7", "--trace", log, deskQuestion)
	before, err := os.Stat(os.DevNull)
	if err != nil || before.Mode().IsRegular() {
		t.Fatalf("%s is %v, %v", os.DevNull, before, err)
	}
	link := filepath.Join(t.TempDir(), "null") // so that a failing test breaks nothing but its own folder
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	if r := casefileCommand(t, "export", "--shared", "--out", link, log); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link to the device was replaced: %v, %v", info.Mode(), err)
	}
}
