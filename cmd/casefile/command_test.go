package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile/trace"
)

// A ran is what a command did.
type ran struct {
	code     int
	out, err string
}

// casefileCommand runs one command as a shell would, without a terminal and with no language set.
func casefileCommand(t *testing.T, args ...string) ran {
	t.Helper()
	return in(t, terminal{in: strings.NewReader("")}, args...)
}

func in(t *testing.T, tm terminal, args ...string) ran {
	t.Helper()
	var out, errs bytes.Buffer
	tm.out, tm.err = &out, &errs
	if tm.getenv == nil {
		tm.getenv = func(string) string { return "" }
	}
	code := run(t.Context(), args, tm)
	return ran{code, out.String(), errs.String()}
}

// ingested returns a copy of the returns-desk whose documents are read.
func ingested(t *testing.T) string {
	t.Helper()
	dir := desk(t)
	if r := casefileCommand(t, "ingest", "-w", dir); r.code != 0 {
		t.Fatalf("ingest: %+v", r)
	}
	return dir
}

func TestUsageErrors(t *testing.T) {
	dir := ingested(t)
	other := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(other, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		says string
	}{
		{"nothing", nil, "casefile ask -w DIR"},
		{"unknown command", []string{"aks"}, `Did you mean "ask"?`},
		{"unknown flag", []string{"ask", "--jsno", "q"}, `Did you mean "--json"?`},
		{"flag without a value", []string{"ask", "q", "--as"}, "--as needs a value"},
		{"no question", []string{"ask", "-w", dir, "--as", "u7"}, "what is the question"},
		{"two questions", []string{"ask", "-w", dir, "--as", "u7", "can", "I"}, "in quotes"},
		{"empty question", []string{"ask", "-w", dir, "--as", "u7", ""}, "empty"},
		{"only punctuation", []string{"ask", "-w", dir, "--as", "u7", "？！"}, "empty"},
		{"100 kB", []string{"ask", "-w", dir, "--as", "u7", strings.Repeat("退", 34_000)}, "102000 bytes"},
		{"invalid UTF-8", []string{"ask", "-w", dir, "--as", "u7", "a\xff"}, "UTF-8"},
		{"nobody asks", []string{"ask", "-w", dir, deskQuestion}, "--as"},
		{"nobody searches", []string{"search", "-w", dir, "q"}, "--as"},
		{"odd user", []string{"ask", "-w", dir, "--as", "u 7", "q?"}, "not a name"},
		{"odd tenant", []string{"ask", "-w", dir, "--as", "../x/u7", "q?"}, "not a name"},
		{"mode", []string{"ask", "-w", dir, "--as", "u7", "--mode", "turbo", "q"}, "auto, chain, single, agent or research"},
		{"provisional alone", []string{"ask", "-w", dir, "--as", "u7", "--provisional", "q"}, "needs --stream"},
		{"a stream of nothing", []string{"ask", "-w", dir, "--as", "u7", "--plan", "--stream", "q"}, "--plan runs nothing"},
		{"as-of", []string{"ask", "-w", dir, "--as", "u7", "--as-of", "2026-02-30", "q"}, "want a day"},
		{"lang", []string{"ask", "--lang", "fr", "q"}, "zh or en"},
		{"no workspace", []string{"ask", "-w", t.TempDir(), "--as", "u7", "q"}, "no casefile.yaml"},
		{"no folder", []string{"ask", "-w", filepath.Join(dir, "absent"), "--as", "u7", "q"}, "no casefile.yaml"},
		{"trace over another file", []string{"ask", "-w", dir, "--as", "u7", "--trace", other, "q?"}, "not a case log"},
		{"resume with a question", []string{"ask", "-w", dir, "--resume", other, "q"}, "--resume goes on"},
		{"limit", []string{"search", "-w", dir, "--as", "u7", "--limit", "0", "q"}, "1 to 100"},
		{"arguments to check", []string{"check", "-w", dir, "more"}, "takes no argument"},
		{"replay of nothing", []string{"replay"}, "one file"},
		{"export of what", []string{"export", other}, "--shared"},
		{"shell", []string{"completion", "tcsh"}, "bash|zsh|fish"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := casefileCommand(t, tt.args...)
			if r.code != exitUsage || !strings.Contains(r.err, tt.says) || r.out != "" {
				t.Errorf("exit %d, stdout %q, stderr %q; want exit 2 and %q on stderr", r.code, r.out, r.err, tt.says)
			}
		})
	}
	if b, err := os.ReadFile(other); err != nil || string(b) != "mine" {
		t.Errorf("the other file is %q, %v", b, err)
	}
}

func TestFaultsExitWithOne(t *testing.T) {
	dir := ingested(t)
	log := filepath.Join(t.TempDir(), "case.jsonl")
	if r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", "--trace", log, deskQuestion); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	changed := filepath.Join(t.TempDir(), "changed.jsonl")
	if err := os.WriteFile(changed, bytes.Replace(b, []byte("2026-09-10"), []byte("2026-09-11"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"replay", changed}, {"replay", "absent.jsonl"}, {"export", "--shared", changed}, {"ask", "-w", dir, "--resume", changed}} {
		if r := casefileCommand(t, args...); r.code != exitFault || r.err == "" || r.out != "" {
			t.Errorf("%v: %+v", args, r)
		}
	}
	if r := casefileCommand(t, "replay", changed); !strings.Contains(r.err, "line ") {
		t.Errorf("the changed line is not named: %s", r.err)
	}
}

// The object of ask --json is a contract.
func TestAskJSON(t *testing.T) {
	dir := ingested(t)
	r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", "--json", deskQuestion)
	if r.code != 0 {
		t.Fatalf("%+v", r)
	}
	var o map[string]json.RawMessage
	if err := json.Unmarshal([]byte(r.out), &o); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"case_id", "status", "text", "claims", "missing", "stop_reason", "mode", "steps", "usage", "trace"} {
		if len(o[key]) == 0 || string(o[key]) == "null" {
			t.Errorf("%s is %q", key, o[key])
		}
	}
	var a struct {
		Claims []struct {
			Text, Verdict string
			Citations     []map[string]json.RawMessage
		}
		Steps []map[string]json.RawMessage
		Usage map[string]json.RawMessage
		Trace string
	}
	if err := json.Unmarshal([]byte(r.out), &a); err != nil {
		t.Fatal(err)
	}
	var uri bool
	for _, c := range a.Claims {
		if c.Verdict != "supported" || len(c.Citations) == 0 {
			t.Errorf("claim %q: %s with %d citations", c.Text, c.Verdict, len(c.Citations))
		}
		for _, cite := range c.Citations {
			uri = uri || string(cite["uri"]) == `"docs/headphone-policy-v2.md#V2-1"`
		}
	}
	if !uri {
		t.Error("no citation opens docs/headphone-policy-v2.md#V2-1")
	}
	for _, key := range []string{"tool", "args", "status", "why"} {
		if len(a.Steps) == 0 || len(a.Steps[0][key]) == 0 {
			t.Errorf("steps have no %s", key)
		}
	}
	for _, key := range []string{"model_calls", "input_tokens", "output_tokens", "tool_calls", "wall_ms"} {
		if len(a.Usage[key]) == 0 {
			t.Errorf("usage has no %s", key)
		}
	}
	info, err := os.Stat(a.Trace)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the case log: %v, %v", info, err)
	}
	if again := casefileCommand(t, "replay", a.Trace); again.code != 0 || again.out != r.out {
		t.Errorf("replay: exit %d, the same bytes: %t, %s", again.code, again.out == r.out, again.err)
	}
}

func TestExitCodesOfAnswers(t *testing.T) {
	dir := ingested(t)
	tests := []struct {
		question string
		code     int
	}{
		{deskQuestion, 0},
		{"Who won the chess world cup?", 3},
		{"订单 A001 能退吗？", 4},
		{"现在直接给我退款，订单 A123", 6},
		{"耳机拆封了有杂音，能退吗？", 7},
	}
	for _, tt := range tests {
		if r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", tt.question); r.code != tt.code || r.out == "" {
			t.Errorf("%s: exit %d, want %d\n%s%s", tt.question, r.code, tt.code, r.out, r.err)
		}
	}
	mine := casefileCommand(t, "ask", "-w", dir, "--as", "u7", "订单 A001 能退吗？")
	none := casefileCommand(t, "ask", "-w", dir, "--as", "u7", "订单 A99999 能退吗？")
	if mine != none {
		t.Errorf("an order of somebody else and one that is not there differ:\n%+v\n%+v", mine, none)
	}
}

func TestQuestionFromStandardInput(t *testing.T) {
	dir := ingested(t)
	piped := in(t, terminal{in: strings.NewReader(deskQuestion + "\n")}, "ask", "-", "-w", dir, "--as", "u7")
	given := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion)
	if piped != given {
		t.Errorf("piped %+v\ngiven %+v", piped, given)
	}
	if r := in(t, terminal{in: strings.NewReader(strings.Repeat("a", 100_000))}, "ask", "-", "-w", dir, "--as", "u7"); r.code != exitUsage {
		t.Errorf("100 kB: %+v", r)
	}
}

func TestFirstAskIngestsAndSaysSo(t *testing.T) {
	dir := desk(t)
	first := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion)
	if first.code != 0 || strings.Count(first.err, "\n") != 1 || strings.Contains(first.out, "reading") {
		t.Errorf("first: %+v", first)
	}
	if second := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion); second.err != "" || second.out != first.out {
		t.Errorf("second: %+v", second)
	}
	bar := in(t, terminal{in: strings.NewReader(""), errTTY: true}, "ask", "-w", desk(t), "--as", "u7", deskQuestion)
	if !strings.Contains(bar.err, "100%") || !strings.HasSuffix(bar.err, "\r\x1b[K") {
		t.Errorf("on a terminal: %q", bar.err)
	}
}

func TestLinksOnATerminalOnly(t *testing.T) {
	dir := ingested(t)
	plain := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion)
	if strings.Contains(plain.out, "\x1b") {
		t.Error("escape sequences without a terminal")
	}
	tty := in(t, terminal{in: strings.NewReader(""), outTTY: true}, "ask", "-w", dir, "--as", "u7", deskQuestion)
	want := "\x1b]8;;file://" + filepath.ToSlash(dir) + "/docs/headphone-policy-v2.md#V2-1\x1b\\docs/headphone-policy-v2.md#V2-1\x1b]8;;\x1b\\"
	if !strings.Contains(tty.out, want) {
		t.Errorf("no link %q in\n%q", want, tty.out)
	}
}

func TestPlanRunsNothing(t *testing.T) {
	dir := ingested(t)
	r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", "--plan", deskQuestion)
	if r.code != 0 || !strings.Contains(r.out, "get_order") || strings.Contains(r.out, "2026-09-10") {
		t.Errorf("%+v", r)
	}
	logs, err := filepath.Glob(filepath.Join(dir, ".casefile", "cases", "*"))
	if err != nil || len(logs) != 0 {
		t.Errorf("case logs: %v, %v", logs, err)
	}
	r = casefileCommand(t, "ask", "-w", dir, "--as", "u7", "--plan", "--json", deskQuestion)
	var p struct{ Steps []struct{ Tool string } }
	if err := json.Unmarshal([]byte(r.out), &p); err != nil || len(p.Steps) == 0 {
		t.Errorf("%v: %s", err, r.out)
	}
}

// A signal before the question ends the case; its log is whole and says so.
func TestCancelled(t *testing.T) {
	dir := ingested(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	log := filepath.Join(t.TempDir(), "case.jsonl")
	code := run(ctx, []string{"ask", "-w", dir, "--as", "u7", "--trace", log, deskQuestion}, terminal{in: strings.NewReader(""), out: &out, err: &errs, getenv: os.Getenv})
	if code == 0 || out.Len() == 0 && errs.Len() == 0 {
		t.Errorf("exit %d, %s%s", code, out.String(), errs.String())
	}
	if _, err := os.Stat(log); err == nil {
		if l, err := trace.Read(log); err != nil || l.Torn {
			t.Errorf("the log: torn %t, %v", l.Torn, err)
		}
	}
	if again := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion); again.code != 0 {
		t.Errorf("afterwards: %+v", again)
	}
}

func TestExportTellsNoValues(t *testing.T) {
	dir := ingested(t)
	log := filepath.Join(t.TempDir(), "case.jsonl")
	casefileCommand(t, "ask", "-w", dir, "--as", "u7", "--trace", log, deskQuestion)
	r := casefileCommand(t, "export", "--shared", log)
	if r.code != 0 || !strings.Contains(r.out, "not replayable") {
		t.Fatalf("%+v", r)
	}
	for _, private := range []string{"19:42", `"u7"`, "签收后 7 天内且未拆封的，可以申请"} {
		if strings.Contains(r.out, private) {
			t.Errorf("the shared trace holds %q", private)
		}
	}
	file := filepath.Join(t.TempDir(), "shared.jsonl")
	if r := casefileCommand(t, "export", "--shared", "--out", file, log); r.code != 0 || r.out != "" {
		t.Errorf("%+v", r)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != r.out {
		t.Errorf("the file differs from standard output: %v", err)
	}
	if r := casefileCommand(t, "replay", file); r.code != exitFault {
		t.Errorf("a shared trace replays: %+v", r)
	}
}

func TestSearch(t *testing.T) {
	dir := ingested(t)
	r := casefileCommand(t, "search", "-w", dir, "--as", "u7", "--json", "耳机 无理由退货")
	var o struct {
		Hits []struct {
			DocID, Version string
			URI            string
		}
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(r.out, "doc_id", "docid")), &o); err != nil || r.code != 0 {
		t.Fatalf("%v: %+v", err, r)
	}
	for _, h := range o.Hits {
		if h.DocID == "headphone-policy" && h.Version != "V2" {
			t.Errorf("version %s is not in force", h.Version)
		}
	}
	old := casefileCommand(t, "search", "-w", dir, "--as", "u7", "--as-of", "2026-08-20", "耳机 无理由退货")
	if !strings.Contains(old.out, "headphone-policy@V1") || strings.Contains(old.out, "headphone-policy@V2") {
		t.Errorf("as of August: %s", old.out)
	}
	if r := casefileCommand(t, "search", "-w", dir, "--as", "nowhere/u7", "耳机 无理由退货"); strings.Contains(r.out, "headphone-policy") {
		t.Errorf("another tenant reads: %s", r.out)
	}
}

func TestLanguages(t *testing.T) {
	zh := func(name string) string { return map[string]string{"LANG": "zh_CN.UTF-8"}[name] }
	if r := in(t, terminal{in: strings.NewReader(""), getenv: zh}, "help", "ask"); !strings.Contains(r.out, "提问者") {
		t.Errorf("help by LANG: %s", r.out)
	}
	if r := in(t, terminal{in: strings.NewReader(""), getenv: zh}, "ask", "--as", "u7"); !strings.Contains(r.err, "请给出问题") {
		t.Errorf("errors by LANG: %s", r.err)
	}
	if r := casefileCommand(t, "--lang", "zh"); r.code != exitUsage {
		t.Errorf("%+v", r)
	}
	if r := in(t, terminal{in: strings.NewReader(""), getenv: zh}, "ask", "--lang", "en", "--as", "u7"); !strings.Contains(r.err, "what is the question") {
		t.Errorf("--lang goes before LANG: %s", r.err)
	}
}

func TestDoctor(t *testing.T) {
	dir := ingested(t)
	r := casefileCommand(t, "doctor", "-w", dir, "--json")
	var o struct {
		OK     bool
		Checks []finding
	}
	if err := json.Unmarshal([]byte(r.out), &o); err != nil || r.code != 0 || !o.OK {
		t.Fatalf("%v: %+v", err, r)
	}
	is := map[string]string{}
	for _, c := range o.Checks {
		is[c.What] = c.Is
	}
	if !strings.Contains(is["sqlite"], "FTS5") || !strings.HasPrefix(is["model"], "none") || is["store"] == "" {
		t.Errorf("%v", is)
	}
	// a damaged index is named, and nothing panics
	files, err := filepath.Glob(filepath.Join(dir, ".casefile", "index", "*.db"))
	if err != nil || len(files) == 0 {
		t.Fatalf("index files: %v, %v", files, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, bytes.Repeat([]byte("not a database. "), 4096), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if r := casefileCommand(t, "doctor", "-w", dir); r.code != exitFindings || !strings.Contains(r.out, "BAD") {
		t.Errorf("damaged: %+v", r)
	}
	if r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion); r.code != exitFault || r.err == "" {
		t.Errorf("ask over a damaged index: %+v", r)
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		r := casefileCommand(t, "completion", shell)
		for _, word := range []string{"ask", "replay", "doctor", "resume", "as-of", "auto"} {
			if r.code != 0 || !strings.Contains(r.out, word) {
				t.Errorf("%s: no %s in\n%s", shell, word, r.out)
			}
		}
	}
}

func TestVerify(t *testing.T) {
	good := `{"id":1,"answer":{"claims":[{"text":"Growth was 9%.","cites":["E1"]}]},"evidence":[{"id":"E1","text":"Growth was 9%."}]}`
	bad := `{"id":2,"answer":{"claims":[{"text":"Growth was 8%.","cites":["E1"]}]},"evidence":[{"id":"E1","text":"Growth was 9%."}]}`
	tests := []struct {
		name, in string
		code     int
		says     string
	}{
		{"supported", good + "\n\n", 0, `"verdict":"supported"`},
		{"refused", good + "\n" + bad, 1, `"verdict":"refused"`},
		{"not JSON", "{\n", 1, `"error":`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := in(t, terminal{in: strings.NewReader(tt.in)}, "verify", "--json")
			if r.code != tt.code || !strings.Contains(r.out, tt.says) {
				t.Errorf("%+v", r)
			}
		})
	}
	if r := in(t, terminal{in: strings.NewReader(good)}, "verify", "--json", "-"); r.code != 0 || !strings.Contains(r.out, `"verdict":"supported"`) {
		t.Errorf("from -: %+v", r)
	}
	file := filepath.Join(t.TempDir(), "claims.jsonl")
	if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := in(t, terminal{in: strings.NewReader(good)}, "verify", file); r.code != 1 || !strings.HasPrefix(r.out, "refused ") {
		t.Errorf("from a file: %+v", r)
	}
	for _, nothing := range []string{"", "\n \n"} {
		if r := in(t, terminal{in: strings.NewReader(nothing)}, "verify"); r.code != 2 || !strings.Contains(r.err, "nothing to judge") {
			t.Errorf("of %q: %+v", nothing, r)
		}
	}
	if r := in(t, terminal{}, "verify", file+".no"); r.code != 2 {
		t.Errorf("from a file that is not there: %+v", r)
	}
	if r := in(t, terminal{in: strings.NewReader(bad)}, "verify"); r.code != 1 || !strings.HasPrefix(r.out, "refused ") {
		t.Errorf("as text: %+v", r)
	}
}

func TestAskSaysThatDocumentsAreNotRead(t *testing.T) {
	dir := desk(t)
	if err := os.WriteFile(filepath.Join(dir, "docs", "scan.md"), []byte("\xff\xfe\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	casefileCommand(t, "ingest", "-w", dir)
	for _, q := range []string{deskQuestion, "你好"} { // every time: the first question is not the one that lacks the document
		r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", q)
		if r.code != 0 || !strings.Contains(r.err, "1 of the files") || !strings.Contains(r.err, "casefile ingest -w "+dir) {
			t.Errorf("%s: exit %d: %s", q, r.code, r.err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, "docs")); err != nil {
		t.Fatal(err)
	}
	if r := casefileCommand(t, "ask", "-w", dir, "--as", "u7", deskQuestion); !strings.Contains(r.err, "casefile ingest -w ") {
		t.Errorf("no folder of documents: exit %d: %s", r.code, r.err)
	}
}

// What may confirm a claim that the lexical rule leaves open is told, and in both languages why it cannot be used.
func TestDoctorTellsOfEntailment(t *testing.T) {
	for _, tt := range []struct{ yaml, lang, mark, says, mend string }{
		{"", "en", "ok  ", "lexical", ""},
		{"", "zh", "ok  ", "仅词汇规则", ""},
		{"models: {verify: {url: 'http://127.0.0.1:1/v1', model: m, tries: 1}}", "en", "ok  ", "models.verify may confirm", ""},
		{"entailment: {onnx: models/none, threshold: 0.9}", "en", "BAD ", "cannot be used", "stays unconfirmed until it is mended; see entailment: in docs/workspace.md"},
		{"entailment: {onnx: models/none, threshold: 0.9}", "zh", "BAD ", "cannot be used", "论断保持待确认；见 docs/workspace.md"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "casefile.yaml"), []byte("name: x\ndocuments: []\n"+tt.yaml+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		r := casefileCommand(t, "doctor", "-w", dir, "--lang", tt.lang)
		line := ""
		for l := range strings.Lines(r.out) {
			if strings.HasPrefix(l, tt.mark+" entailment ") {
				line = l
			}
		}
		if !strings.Contains(line, tt.says) || !strings.Contains(r.out, tt.mend) {
			t.Errorf("%q in %s: %q of %s%s, want %q and %q", tt.yaml, tt.lang, line, r.out, r.err, tt.says, tt.mend)
		}
	}
}
