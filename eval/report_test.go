package eval

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

func result(name string, kind Kind, pass bool) Result {
	r := Result{Name: name, Kind: kind, Pass: pass, Tries: 1}
	if pass {
		r.Passes = 1
	} else {
		r.Why, r.Diagnosis = "why", &Diagnosis{Cause: ReadWrong, Line: 3, Says: "generate"}
	}
	r.Measures.Process.Replay.count(true)
	return r
}

func reportOf(cases ...Result) Report {
	r := Report{Format: reportFormat, Name: "ws", Cases: cases}
	r.tally()
	return r
}

func TestBaseline(t *testing.T) {
	was := reportOf(result("a", Data, true), result("b", Data, true), result("c", Document, false), result("d", Document, true))
	file := filepath.Join(t.TempDir(), "b.json")
	var b strings.Builder
	if err := was.Baseline().Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 6 { // a line a case
		t.Errorf("%s", b.String())
	}
	base, err := ReadBaseline(file)
	if err != nil {
		t.Fatal(err)
	}
	wrong := result("a", Data, true)
	wrong.Measures.Result.WrongNumbers = Share{1, 2}
	tests := []struct {
		name string
		now  Report
		red  string
	}{
		{"the same", was, ""},
		{"one is fixed", reportOf(result("a", Data, true), result("b", Data, true), result("c", Document, true), result("d", Document, true)), ""},
		{"fixed one, broke one", reportOf(result("a", Data, false), result("b", Data, true), result("c", Document, true), result("d", Document, true)), "1 broken: a; the pass rate of data falls from 2 of 2 to 1 of 2"},
		{"a case is gone", reportOf(result("a", Data, true), result("b", Data, true), result("c", Document, false)), "were not run: d"},
		{"a new case fails", reportOf(result("a", Data, true), result("b", Data, true), result("c", Document, false), result("d", Document, true), result("e", Data, false)), "the pass rate of data falls from 2 of 2 to 2 of 3"},
		{"a wrong number more", reportOf(wrong, result("b", Data, true), result("c", Document, false), result("d", Document, true)), "wrong numbers: 1, before 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.now.Compare(base)
			red := strings.Join(c.Red, "; ")
			if (red == "") != (tt.red == "") || !strings.Contains(red, tt.red) || c.OK() != (red == "") {
				t.Errorf("red %q, want %q", red, tt.red)
			}
			if last := c.Stages[len(c.Stages)-1]; last.Figure != "cases passed" || last.Before != (Share{3, 4}) {
				t.Errorf("end to end: %+v", last)
			}
		})
	}
}

func TestBaselineRefuses(t *testing.T) {
	if _, err := ReadBaseline(filepath.Join(t.TempDir(), "none")); err == nil || !strings.Contains(err.Error(), "--save") {
		t.Errorf("missing: %v", err)
	}
	for _, bad := range []string{"", "{}", `{"format":1,"cases":{}}`, `{"format":9,"cases":{"a":{"pass":true,"replays":true}}}`, `{"format":1,"name":"","cases":{"a":{"pas":true}}}`, "[]"} {
		if _, err := parseBaseline("f", []byte(bad)); err == nil {
			t.Errorf("%q is taken for a baseline", bad)
		}
	}
}

func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"format":1,"name":"w","cases":{"a":{"kind":"data","pass":true,"points":"1/2","replays":true}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := parseBaseline("f", data)
		if err != nil {
			return
		}
		var out strings.Builder
		if err := b.Write(&out); err != nil {
			t.Fatal(err)
		}
		if _, err := parseBaseline("f", []byte(out.String())); err != nil {
			t.Errorf("what was written cannot be read: %v\n%s", err, out.String())
		}
	})
}

// nasty are texts that a report must not pass on as they are.
const nasty = "<script>alert(1)</script> | a`b` \x1b[2J \u202e &amp; ]]> \"'"

func TestReportsEscape(t *testing.T) {
	bad := result(nasty, Boundary, false)
	bad.Why = nasty
	bad.Diagnosis.Says = nasty
	r := reportOf(bad, result("good", Data, true))
	r.Name = nasty
	c := r.Compare(reportOf(result("good", Data, true), result("gone"+nasty, Data, true)).Baseline())
	for _, lang := range []casefile.Lang{casefile.English, casefile.Chinese} {
		p := Page{Report: r, Comparison: &c, Trend: []Report{reportOf(result(nasty, Data, true))}, Lang: lang, Agreement: &Agreement{Judge: nasty, Labelled: 1}}
		for _, form := range Formats {
			var b strings.Builder
			if err := p.Write(&b, form); err != nil {
				t.Fatalf("%s: %v", form, err)
			}
			s := b.String()
			if form != "json" && strings.ContainsAny(s, "\x1b\u202e") && form != "junit" {
				t.Errorf("%s: control characters pass", form)
			}
			switch form {
			case "html":
				for _, no := range []string{"<script", "http://", "https://", "src=", "@import", "url(", "ZgotmplZ"} {
					if strings.Contains(s, no) {
						t.Errorf("html: %q", no)
					}
				}
				if strings.Count(s, "<polyline") < 2 || !strings.HasSuffix(strings.TrimSpace(s), "</html>") {
					t.Errorf("html: no trend\n%s", s)
				}
			case "markdown":
				if strings.Contains(s, "<script") && !strings.Contains(s, `\<script`) || strings.Contains(s, " | a`") {
					t.Errorf("markdown: %s", s)
				}
			case "json":
				var back Report
				if err := json.Unmarshal([]byte(s), &back); err != nil || back.Cases[0].Name != nasty {
					t.Errorf("json: %v", err)
				}
			case "junit":
				var suite junitSuite
				if err := xml.Unmarshal([]byte(s), &suite); err != nil {
					t.Fatalf("junit: %v\n%s", err, s)
				}
				if suite.Tests != 3 || suite.Failures != 2 || suite.Cases[0].Failure.Type != string(ReadWrong) || suite.Cases[2].Name != "baseline" {
					t.Errorf("junit: %+v", suite)
				}
			}
		}
	}
	if err := (Page{Report: r}).Write(&strings.Builder{}, "pdf"); err == nil {
		t.Error("a form that does not exist is no error")
	}
}

// Every word of reports stands in both languages, and every key that is said is there.
func TestWords(t *testing.T) {
	for key, w := range words() {
		if w[0] == "" || w[1] == "" || strings.Count(w[0], "%") != strings.Count(w[1], "%") {
			t.Errorf("%s: %q", key, w)
		}
	}
	for _, c := range causeOrder {
		if _, ok := words()[string(c)]; !ok {
			t.Errorf("no words for %q", c)
		}
	}
	for _, k := range Kinds {
		if _, ok := words()[k.String()]; !ok {
			t.Errorf("no words for %q", k)
		}
	}
}

func TestRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	if runs, err := ReadRuns(dir); err != nil || len(runs) != 0 {
		t.Errorf("%v, %v", runs, err)
	}
	for i := range 3 {
		if err := KeepRun(dir, reportOf(result("a", Data, i > 0))); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := ReadRuns(dir)
	if err != nil || len(runs) != 3 || runs[0].Passed != 0 || runs[2].Passed != 1 {
		t.Errorf("%v, %v", runs, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "run-000009.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadRuns(dir); err == nil {
		t.Error("what is no report is read as one")
	}
}

func TestSweep(t *testing.T) {
	var cases []Loaded
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"} {
		cases = append(cases, Loaded{Case: Case{Name: n}})
	}
	dev, test := Split(cases)
	if len(dev)+len(test) != len(cases) || len(dev) < 4 || len(test) < 4 {
		t.Errorf("%d and %d", len(dev), len(test))
	}
	again, _ := Split(append(cases, Loaded{Case: Case{Name: "new"}}))
	for i := range min(len(dev), len(again)) {
		if dev[i].Case.Name != again[i].Case.Name {
			t.Errorf("%s changed its half", dev[i].Case.Name)
		}
	}
	one, two := reportOf(result("a", Data, true), result("b", Data, false)), reportOf(result("a", Data, true), result("b", Data, true))
	s := Sweep{Base: Point{Name: "base", Dev: one, Test: &one}, Points: []Point{{Name: "x=1", Dev: one}, {Name: "x=2", Dev: two, Test: &two}, {Name: "x=3", Dev: two}}}
	if s.Best() != 1 {
		t.Errorf("best is %d", s.Best())
	}
	var b strings.Builder
	if err := s.Write(&b, casefile.English); err != nil || !strings.Contains(b.String(), "* x=2") || !strings.Contains(b.String(), "(+1 −0)") {
		t.Errorf("%v\n%s", err, b.String())
	}
}
