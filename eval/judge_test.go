package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/model"
)

// served makes a judge of a scripted server.
func served(t *testing.T, script func(casefiletest.AskedOf) casefiletest.Served) *Judge {
	t.Helper()
	s := casefiletest.NewModelServer(t, "openai", script)
	c, err := model.New(model.Config{URL: s.URL, Model: "judge", Profile: "openai", Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	return &Judge{Model: c, Name: "judge"}
}

func TestJudge(t *testing.T) {
	tests := []struct {
		name, reply string
		pass, fail  bool // passes; gives no judgement
	}{
		{"all three hold", `{"reason":"nothing differs","core":true,"values":true,"citations":true}`, true, false},
		{"a value differs", `{"reason":"7 is 8","core":true,"values":false,"citations":true}`, false, false},
		{"a citation is missing", `{"reason":"no mark","core":true,"values":true,"citations":false}`, false, false},
		{"prose", `They are the same, I would say.`, false, true},
		{"a key is missing", `{"reason":"fine","core":true,"values":true}`, false, true},
		{"no reason", `{"reason":"","core":true,"values":true,"citations":true}`, false, true},
		{"a word for a truth value", `{"reason":"fine","core":"yes","values":true,"citations":true}`, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := served(t, func(a casefiletest.AskedOf) casefiletest.Served {
				if !strings.Contains(a.Messages[0].Text, "THE REFERENCE") || len(a.Schema) == 0 {
					t.Errorf("asked %+v", a)
				}
				return casefiletest.Served{Text: tt.reply}
			})
			got := j.Judge(t.Context(), "q", "THE REFERENCE", "an answer")
			if got.Pass != tt.pass || got.Failed != tt.fail || got.Reason == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	c, err := model.New(model.Config{URL: "http://127.0.0.1:1", Model: "m", Profile: "openai", Tries: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := (&Judge{Model: c, Name: "m"}).Judge(t.Context(), "q", "r", "a"); got.Pass || !got.Failed || !strings.Contains(got.Reason, "no judgement") {
		t.Errorf("unreachable: %+v", got)
	}
}

// A case whose judge gives no judgement does not pass.
func TestRunWithJudge(t *testing.T) {
	o := traced()
	o.Answer.Claims[0].Text, o.Answer.Claims[1].Text = "x", "y"
	c := Loaded{Case: Case{Name: "a", Reference: "Room 7 opens for 3 badges."}}
	for _, tt := range []struct {
		reply string
		pass  bool
		cause Cause
	}{
		{`{"reason":"same","core":true,"values":true,"citations":true}`, true, ""},
		{`{"reason":"other","core":false,"values":true,"citations":true}`, false, ReadWrong},
		{"nonsense", false, NotRun},
	} {
		j := served(t, func(casefiletest.AskedOf) casefiletest.Served { return casefiletest.Served{Text: tt.reply} })
		r := Run(t.Context(), &fixed{out: o, replay: o.Text}, []Loaded{c}, Options{Judge: j})
		if d := r.Cases[0].Diagnosis; r.OK() != tt.pass || len(r.Cases[0].Judged) != 1 || (d != nil) == tt.pass || d != nil && d.Cause != tt.cause {
			t.Errorf("%s: %+v", tt.reply, r.Cases[0])
		}
	}
}

func TestAgree(t *testing.T) {
	yes, no := true, false
	label := func(answer string, pass *bool) Label {
		return Label{Case: answer, Question: "q", Reference: "r", Answer: answer, Pass: pass}
	}
	var labels []Label
	for range 4 {
		labels = append(labels, label("good", &yes), label("bad", &no))
	}
	labels = append(labels, label("good", &no), label("unlabelled", nil))
	strictly := served(t, func(a casefiletest.AskedOf) casefiletest.Served {
		good := strings.Contains(a.Messages[0].Text, `"good"`)
		if good {
			return casefiletest.Served{Text: `{"reason":"same","core":true,"values":true,"citations":true}`}
		}
		return casefiletest.Served{Text: `{"reason":"differs","core":false,"values":true,"citations":true}`}
	})
	a, err := strictly.Agree(t.Context(), labels)
	if err != nil || a.Labelled != 9 || a.BothPass != 4 || a.OnlyJudge != 1 || a.OnlyHuman != 0 || a.BothFail != 4 || !a.Fit {
		t.Errorf("%+v, %v", a, err)
	}
	// agreement 8/9; chance 5/9·4/9 + 4/9·5/9 = 40/81; (72-40)/(81-40)
	if want := 32.0 / 41; a.Kappa < want-1e-9 || a.Kappa > want+1e-9 {
		t.Errorf("kappa %v, want %v", a.Kappa, want)
	}
	always := served(t, func(casefiletest.AskedOf) casefiletest.Served {
		return casefiletest.Served{Text: `{"reason":"same","core":true,"values":true,"citations":true}`}
	})
	if a, err := always.Agree(t.Context(), labels); err != nil || a.Fit || !strings.Contains(a.Why, "always") {
		t.Errorf("a judge that always passes: %+v, %v", a, err)
	}
	coin := 0
	random := served(t, func(casefiletest.AskedOf) casefiletest.Served {
		coin++
		if coin%3 == 0 {
			return casefiletest.Served{Text: `{"reason":"same","core":true,"values":true,"citations":true}`}
		}
		return casefiletest.Served{Text: `{"reason":"differs","core":false,"values":true,"citations":true}`}
	})
	a, err = random.Agree(t.Context(), labels)
	if err != nil || a.Fit || !strings.Contains(a.Why, "below 0.6") {
		t.Errorf("a judge by chance: %+v, %v", a, err)
	}
	var b strings.Builder
	if err := a.Write(&b, casefile.Chinese); err != nil || !strings.Contains(b.String(), "不可用") {
		t.Errorf("%v %s", err, b.String())
	}
	nonsense := served(t, func(casefiletest.AskedOf) casefiletest.Served { return casefiletest.Served{Text: "?"} })
	if a, err := nonsense.Agree(t.Context(), labels); err != nil || a.Fit || a.Failed != 9 {
		t.Errorf("nonsense: %+v, %v", a, err)
	}
	if _, err := nonsense.Agree(t.Context(), labels[9:]); err == nil {
		t.Error("nothing labelled is no error")
	}
}

func TestLabelling(t *testing.T) {
	file := filepath.Join(t.TempDir(), "labels.jsonl")
	labels := []Label{{Case: "a", Question: "q", Reference: "r", Answer: "x"}, {Case: "b", Question: "q", Reference: "r", Answer: "x"}, {Case: "c", Question: "q", Reference: "r", Answer: "x"}, {Case: "d", Question: "q", Reference: "r", Answer: "x"}}
	shown, odd := 0, 0
	fill := Labelling{
		In:   strings.NewReader("Y\nmaybe\nn  the date is wrong\ns\nq\n"),
		Show: func(n, of int, l Label) { shown++ },
		Odd:  func(string) { odd++ },
		Save: func(all []Label) error { return WriteLabels(file, all) },
	}
	given, err := fill.Fill(labels)
	if err != nil || given != 2 || shown != 4 || odd != 1 {
		t.Errorf("given %d, shown %d, odd %d, %v", given, shown, odd, err)
	}
	back, err := ReadLabels(file)
	if err != nil || !*back[0].Pass || *back[1].Pass || back[1].Why != "the date is wrong" || back[2].Pass != nil {
		t.Errorf("%+v, %v", back, err)
	}
	// the next time only the rest is shown, and the end of the input ends it
	shown, fill.In = 0, strings.NewReader("")
	if given, err := fill.Fill(back); err != nil || given != 0 || shown != 1 {
		t.Errorf("given %d, shown %d, %v", given, shown, err)
	}
	for _, bad := range []string{"", "{}", `{"case":"a"}`, `{"case":"a","question":"q","reference":"r","answer":"x","pass":"yes"}`, `{"case":"a","questoin":"q"}`} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadLabels(file); err == nil {
			t.Errorf("%q is taken for labels", bad)
		}
	}
}

func FuzzLabels(f *testing.F) {
	f.Add([]byte(`{"case":"a","question":"q","reference":"r","answer":"x","pass":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if labels, err := parseLabels("f", data); err == nil && len(labels) == 0 {
			t.Error("no label and no error")
		}
	})
}
