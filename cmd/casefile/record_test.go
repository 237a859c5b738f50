package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile/casefiletest"
)

// TestRecordThenPlay records what a model replies to a case, and runs the case again without the model.
func TestRecordThenPlay(t *testing.T) {
	s := casefiletest.NewModelServer(t, "openai", func(a casefiletest.AskedOf) casefiletest.Served {
		switch a.Name {
		case "plan":
			return casefiletest.Served{Text: `{"why":"rules say it","tasks":[{"id":"rule","part":0,"goal":"g","tool":"search_documents","args":[{"name":"query","value":"book borrowed days"}],"needs":[],"after":[],"why":"w"}]}`}
		case "review":
			return casefiletest.Served{Text: `{"parts":[{"part":0,"why":"E2 says it","held":"yes","records":["E2"],"query":""}]}`}
		}
		return casefiletest.Served{Text: `{"claims":[{"cites":[{"evidence":"E2","quote":"A book may be borrowed for 30 days.","row":null}],"values":["30 days"],"text":"You may keep a book for 30 days.","part":"conclusion"}]}`}
	})
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("casefile.yaml", "name: library\nclock: 2026-09-20T10:00:00Z\n")
	write("docs/rules.md", "# Library rules\n\nA book may be borrowed for 30 days.\n")
	model := write("model.yaml", "url: "+s.URL+"\nmodel: m1\nprofile: openai\n")
	const rest = "-- question --\nFor how many days may a book be borrowed?\n-- asker.json --\n{\"user\":\"reader\"}\n-- want.json --\n{\"status\":[\"answered\"],\"says\":[\"You may keep a book for 30 days\"]}\n"
	file := write("cases/agent.txtar", "mode: agent\n"+rest)
	write("cases/chain.txtar", strings.Replace(rest, "You may keep a book for", "borrowed for", 1))

	if r := casefileCommand(t, "eval", "-w", dir, "--record", model); r.code != 0 || !strings.Contains(r.err, "agent: 3 replies recorded") || strings.Contains(r.err, "chain:") {
		t.Fatalf("record: %+v", r)
	}
	asked := len(s.Asked())
	if r := casefileCommand(t, "eval", "-w", dir); r.code != 0 || len(s.Asked()) != asked {
		t.Errorf("played: %+v after %d more requests", r, len(s.Asked())-asked)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(b), "\n")
	if err := os.WriteFile(file, []byte(strings.Join(lines[:len(lines)-2], "")), 0o644); err != nil { // without the last reply
		t.Fatal(err)
	}
	if r := casefileCommand(t, "eval", "-w", dir, "--cases", file); r.code != 1 || !strings.Contains(r.out, "no reply is recorded for generate write") {
		t.Errorf("with a reply missing: %+v", r)
	}
}
