package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/eval"
)

// library makes a workspace of one document and three cases, of which one fails.
func library(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"casefile.yaml":     "name: library\nclock: 2026-09-20T10:00:00+08:00\n",
		"docs/loans.md":     "---\nid: loans\nversion: V1\naccess: [public]\n---\n# Loans\n\n## L-1 Term {#L-1}\n\nBooks may be kept for 21 days.\n\n## L-2 Fee {#L-2}\n\nA late book costs 0.50 EUR a day.\n",
		"cases/term.txtar":  "kind: document\n-- question --\nHow long may books be kept?\n-- asker.json --\n{\"user\":\"me\"}\n-- reference --\n21 days.\n-- want.json --\n{\"status\":[\"answered\"],\"cites\":[\"loans@V1#L-1\"],\"values\":[\"21 days\"]}\n",
		"cases/table.jsonl": `{"name":"fee","kind":"document","question":"What does a late book cost a day?","asker":{"user":"me"},"facts":["0.50 EUR"],"evidence":["loans#L-2"],"answer":"0.50 EUR a day"}` + "\n" + `{"name":"wrong","kind":"document","question":"How long may books be kept?","asker":{"user":"me"},"facts":["30 days"]}` + "\n",
	})
	return dir
}

func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEvalGate(t *testing.T) {
	dir := library(t)
	base := filepath.Join(dir, "baseline.json")
	r := casefileCommand(t, "eval", "-w", dir, "--save", base)
	if r.code != 1 || !strings.Contains(r.out, "3 cases: 2 passed, 1 failed") || !strings.Contains(r.out, "read wrong") {
		t.Fatalf("%+v", r)
	}
	// a case that failed before does not turn the gate red
	if r := casefileCommand(t, "eval", "-w", dir, "--baseline", base); r.code != 0 || !strings.Contains(r.out, "gate: green") {
		t.Errorf("%+v", r)
	}
	put(t, dir, map[string]string{"docs/loans.md": "---\nid: loans\nversion: V1\naccess: [public]\n---\n# Loans\n\n## L-1 Term {#L-1}\n\nBooks may be kept for 30 days.\n"})
	r = casefileCommand(t, "eval", "-w", dir, "--baseline", base, "--lang", "zh")
	if r.code != 1 || !strings.Contains(r.out, "门禁：不通过") || !strings.Contains(r.out, "2 broken: fee, term") || !strings.Contains(r.out, "未召回") {
		t.Errorf("%+v", r)
	}
	for _, tt := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no such baseline", []string{"--baseline", filepath.Join(dir, "none")}, 1, "make it with --save"},
		{"a baseline that is none", []string{"--baseline", filepath.Join(dir, "casefile.yaml")}, 1, "make it again"},
		{"a baseline of another workspace", []string{"--baseline", "../../examples/returns-desk/baseline.json"}, 2, `"returns-desk", and this one is "library"`},
		{"a fault of a tool that is not there", []string{"--fault", "nope=timeout"}, 2, "it has search_documents"},
		{"no such report", []string{"--report", "pdf"}, 2, "text, json, markdown, junit, html"},
		{"no such word", []string{"labels"}, 2, "label, agree, sweep, sample"},
		{"no such mode", []string{"--mode", "fast"}, 2, `"fast"`},
		{"no such setting", []string{"--set", "budgets.serches=2"}, 2, "searches"},
		{"a setting without a value", []string{"--set", "budgets.searches"}, 2, "KEY=VALUE"},
		{"no such judge", []string{"--judge", filepath.Join(dir, "none.yaml")}, 1, "none.yaml"},
		{"a judge that is no model", []string{"--judge", filepath.Join(dir, "casefile.yaml")}, 1, "name"},
		{"no such cases", []string{"--cases", filepath.Join(dir, "none")}, 1, "none"},
		{"no such fault", []string{"--fault", "search_documents=slow"}, 2, "timeout, no_hit or forbidden"},
		{"nothing to repeat", []string{"--repeat", "0"}, 2, "at least 1"},
	} {
		if r := casefileCommand(t, append([]string{"eval", "-w", dir}, tt.args...)...); r.code != tt.code || !strings.Contains(r.err, tt.says) {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

func TestEvalReports(t *testing.T) {
	dir := library(t)
	runs := filepath.Join(dir, "runs")
	for form, says := range map[string]string{"json": `"total": 6`, "markdown": "# Evaluation library", "junit": `tests="6" failures="2" errors="0"`, "html": "<!doctype html>"} {
		r := casefileCommand(t, "eval", "-w", dir, "--report", form, "--mode", "chain,single", "--repeat", "2", "--runs", runs)
		if r.code != 1 || !strings.Contains(r.out, says) || !strings.Contains(r.out, "term [mode=single]") && form != "html" && form != "markdown" {
			t.Errorf("%s: %+v", form, r)
		}
	}
	// under a fault what a case forbids is looked at, and an answer only where there is one
	if r := casefileCommand(t, "eval", "-w", dir, "--fault", "search_documents=timeout", "--fault", "search_documents=no_hit"); r.code != 0 || !strings.Contains(r.out, "6 cases: 6 passed") {
		t.Errorf("%+v", r)
	}
	if kept, err := eval.ReadRuns(runs); err != nil || len(kept) != 4 || kept[0].Repeat != 2 || kept[0].Cases[0].Tries != 2 {
		t.Errorf("%d runs, %v", len(kept), err)
	}
	var table strings.Builder
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		table.WriteString(`{"name":"` + n + `","question":"How long may books be kept?","asker":{"user":"me"}}` + "\n")
	}
	put(t, dir, map[string]string{"more/set.jsonl": table.String()})
	r := casefileCommand(t, "eval", "sweep", "-w", dir, "--cases", filepath.Join(dir, "more"), "--set", "budgets.searches=1,3")
	if r.code != 0 || strings.Count(r.out, "budgets.searches=") != 2 || !strings.Contains(r.out, "* budgets.searches=1") {
		t.Errorf("%+v", r)
	}
}

func TestEvalJudgeAndLabels(t *testing.T) {
	dir := library(t)
	server := casefiletest.NewModelServer(t, "openai", func(a casefiletest.AskedOf) casefiletest.Served {
		ok := "true"
		if strings.Contains(a.Messages[0].Text, "late book cost") {
			ok = "false"
		}
		return casefiletest.Served{Text: `{"reason":"so it is","core":` + ok + `,"values":true,"citations":true}`}
	})
	put(t, dir, map[string]string{"judge.yaml": "url: " + server.URL + "\nmodel: other\nprofile: openai\n"})
	judge, labels := filepath.Join(dir, "judge.yaml"), filepath.Join(dir, "labels.jsonl")
	r := casefileCommand(t, "eval", "-w", dir, "--judge", judge, "--json")
	var report eval.Report
	if err := json.Unmarshal([]byte(r.out), &report); err != nil || report.Passed != 1 || len(server.Asked()) != 2 {
		t.Errorf("%v, passed %d, asked %d: %s", err, report.Passed, len(server.Asked()), r.out)
	}
	// the judge refuses the answer on the fee; so does the person, and passes the other
	tm := terminal{in: strings.NewReader("n too little\ny\n")}
	if r := in(t, tm, "eval", "label", "-w", dir, "--labels", labels); r.code != 0 || !strings.Contains(r.out, "2 labelled, 0 left") {
		t.Fatalf("%+v", r)
	}
	if r := casefileCommand(t, "eval", "agree", "-w", dir, "--labels", labels, "--judge", judge); r.code != 0 || !strings.Contains(r.out, "1.00") {
		t.Errorf("%+v", r)
	}
	put(t, dir, map[string]string{"casefile.yaml": "name: library\nmodels:\n  default: {url: '" + server.URL + "', model: other, profile: openai}\n"})
	if r := casefileCommand(t, "eval", "agree", "-w", dir, "--labels", labels, "--judge", judge); r.code != 2 || !strings.Contains(r.err, "which writes the answers") {
		t.Errorf("the writer is the judge: %+v", r)
	}
	if r := casefileCommand(t, "eval", "label", "-w", dir); r.code != 2 {
		t.Errorf("%+v", r)
	}
}

// A stored case becomes a case file that passes as long as nothing changes.
func TestEvalSample(t *testing.T) {
	dir := library(t)
	for _, q := range []string{"How long may books be kept?", "Who painted the ceiling of the chapel?"} {
		casefileCommand(t, "ask", "-w", dir, "--as", "me", q)
	}
	r := casefileCommand(t, "eval", "sample", "-w", dir, "--json")
	var found []sampled
	if err := json.Unmarshal([]byte(r.out), &found); err != nil || len(found) != 1 || found[0].Reasons[0] != eval.ReasonRefused || !strings.Contains(found[0].Question, "ceiling") {
		t.Fatalf("%v: %+v", err, r)
	}
	all, err := filepath.Glob(filepath.Join(dir, ".casefile", "cases", "*.jsonl"))
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	down := filepath.Join(dir, "down.txt")
	put(t, dir, map[string]string{"down.txt": strings.TrimSuffix(filepath.Base(all[0]), ".jsonl") + "\n" + strings.TrimSuffix(filepath.Base(all[1]), ".jsonl")})
	if r := casefileCommand(t, "eval", "sample", "-w", dir, "--down", down); strings.Count(r.out, "thumbs down") != 2 {
		t.Errorf("%+v", r)
	}
	to := filepath.Join(dir, "sampled")
	args := append([]string{"eval", "sample", "-w", dir, "--to", to}, all...)
	if r := casefileCommand(t, args...); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	if r := casefileCommand(t, args...); r.code != 2 || !strings.Contains(r.err, "already") {
		t.Errorf("written over: %+v", r)
	}
	if r := casefileCommand(t, "eval", "-w", dir, "--cases", to); r.code != 0 || !strings.Contains(r.out, "2 cases: 2 passed") {
		t.Errorf("%+v", r)
	}
}
