package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// writtenBy makes a workspace whose model writes a claim that its one document proves, and one that it does not.
func writtenBy(t *testing.T, profile string) string {
	t.Helper()
	s := casefiletest.NewModelServer(t, profile, func(a casefiletest.AskedOf) casefiletest.Served {
		return casefiletest.Served{Text: `{"claims":[{"cites":[{"evidence":"E2","quote":"A book may be borrowed for 30 days.","row":null}],"values":["30 days"],"text":"You may keep a book for 30 days.","part":"conclusion"},` +
			`{"cites":[{"evidence":"E2","quote":"A book may be borrowed for 30 days.","row":null}],"values":["45 days"],"text":"A book may be borrowed for 45 days.","part":"conclusion"}]}`}
	})
	dir := t.TempDir()
	for name, text := range map[string]string{
		"casefile.yaml": "name: library\nclock: 2026-09-20T10:00:00Z\nmodels: {write: {url: '" + s.URL + "', model: m1, profile: " + profile + "}}\n",
		"docs/rules.md": "# Library rules\n\nA book may be borrowed for 30 days.\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestStream(t *testing.T) {
	const question = "For how many days may a book be borrowed?"
	dir := writtenBy(t, "openai")
	plain := casefileCommand(t, "ask", "-w", dir, "--as", "reader", question)

	r := casefileCommand(t, "ask", "-w", dir, "--as", "reader", "--stream", question)
	if r.code != 0 || r.out != plain.out {
		t.Errorf("exit %d, standard output\n%s\nwant the answer alone:\n%s", r.code, r.out, plain.out)
	}
	for _, want := range []string{"plan (by rules)", "search_documents …", "found docs/rules#", "1 passed, 1 sent back", "proved: You may keep a book for 30 days."} {
		if !strings.Contains(r.err, want) {
			t.Errorf("standard error lacks %q:\n%s", want, r.err)
		}
	}
	if strings.Contains(r.err, "45 days") {
		t.Errorf("an unverified claim is told: %s", r.err)
	}

	r = casefileCommand(t, "ask", "-w", dir, "--as", "reader", "--stream", "--json", "--provisional", question)
	kinds := map[string]int{}
	var last struct {
		Event  string
		Answer struct {
			Text   string
			Claims []struct{ Text string }
		}
	}
	claimed, provisional := "", ""
	for _, line := range strings.Split(strings.TrimSpace(r.out), "\n") {
		var n casefile.Notice
		if err := json.Unmarshal([]byte(line), &n); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		kinds[string(n.Kind)]++
		switch n.Kind {
		case casefile.NoticeClaim:
			claimed += n.Text
		case casefile.NoticeProvisional:
			provisional += n.Text
		}
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatal(err)
		}
	}
	if last.Event != "answer" || !strings.Contains(plain.out, strings.Split(last.Answer.Text, "\n")[0]) {
		t.Errorf("the last line is %+v", last)
	}
	for _, kind := range []string{"plan", "step", "tool", "evidence", "verdict", "claim", "provisional", "answer"} {
		if kinds[kind] == 0 {
			t.Errorf("no line of kind %s: %v", kind, kinds)
		}
	}
	if strings.Contains(claimed, "45 days") || !strings.Contains(provisional, "45 days") {
		t.Errorf("claims %q, provisional %q: what is not verified is told only as provisional", claimed, provisional)
	}
	if zh := casefileCommand(t, "ask", "--lang", "zh", "-w", dir, "--as", "reader", "--stream", "--provisional", question); !strings.Contains(zh.err, "未核验") || !strings.Contains(zh.err, "计划（按规则）") {
		t.Errorf("in Chinese: %s", zh.err)
	}
}
