package eval

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
)

func TestHolds(t *testing.T) {
	tests := []struct {
		text, value string
		want        bool
	}{
		{"the rate is 3.75 %.", "3.75%", true},
		{"比率是３.７５％。", "3.75%", true},
		{"百分之十二", "12%", true},
		{"the rate is 13.75 %.", "3.75%", false},
		{"the rate is 0.3 %", "3%", false},
		{"1,976 units", "976", false},
		{"1,976 units", "1976", true},
		{"1200 件", "1,200 件", true},
		{"signed on 2026年9月10日", "2026-09-10", true},
		{"signed on 2026-09-11", "2026-09-10", false},
		{"The Supplier C", "supplier c", true},
		{"15周", "15天", false},
	}
	for _, tt := range tests {
		if got := holds(tt.text, tt.value); got != tt.want {
			t.Errorf("%q holds %q: %v", tt.text, tt.value, got)
		}
	}
}

func TestUnbacked(t *testing.T) {
	passage := casefile.Evidence{Text: "Return within 7 days. The fee is 0.5%.", Source: &casefile.Source{DocID: "p", Version: "V2", Section: "4.2"}}
	table := casefile.Evidence{Table: &casefile.Table{
		Columns: []casefile.Column{{Name: "sku", Type: "text"}, {Name: "n", Type: "integer", Unit: "件"}, {Name: "rate", Type: "ratio"}, {Name: "day", Type: "date"}},
		Rows:    []casefile.Row{{{Text: "A", Type: casefile.Text}, {Text: "86", Type: casefile.Number}, {Text: "0.0943", Type: casefile.Number}, {Text: "2026-09-10", Type: casefile.Text}}, {{Text: "B", Type: casefile.Text}, {Text: "71", Type: casefile.Number}, {Text: "0.0867", Type: casefile.Number}, {}}},
	}}
	tests := []struct {
		claim string
		cited []casefile.Evidence
		want  string
	}{
		{"within 7 days", []casefile.Evidence{passage}, ""},
		{"within 8 days", []casefile.Evidence{passage}, "8 days"},
		{"7天内", []casefile.Evidence{passage}, ""},
		{"退货 86 件，占 9.43%", []casefile.Evidence{table}, ""},
		{"退货 57 件", []casefile.Evidence{table}, "57 件"},
		{"占 9.34%", []casefile.Evidence{table}, "9.34%"},
		{"前 2 名", []casefile.Evidence{table}, ""},
		{"2026年9月10日", []casefile.Evidence{table}, ""},
		{"2026年9月11日", []casefile.Evidence{table}, "2026年9月11日"},
		{"§4.2 says so", []casefile.Evidence{passage}, ""},
		{"within 7 days", nil, "7 days"},
		{"no number at all", nil, ""},
	}
	for _, tt := range tests {
		if got, _ := unbacked(tt.claim, tt.cited); got != tt.want {
			t.Errorf("%q: unbacked %q, want %q", tt.claim, got, tt.want)
		}
	}
}

// traced is the outcome of a case of two rounds, with its events.
func traced() Outcome {
	o := answer()
	day := casefile.Date{Year: 2026, Month: 9, Day: 20}
	who, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, day)
	if err != nil {
		panic(err)
	}
	o.Case.Scope, o.Case.Round = who, 2
	o.Case.Plan = casefile.Plan{Needs: []casefile.Need{{Entities: []casefile.Slot{{Name: "room", Values: []string{"7"}}, {Name: "floor", Values: []string{"third"}}}}}}
	for i := range o.Case.Evidence {
		o.Case.Evidence[i].AsOf, o.Case.Evidence[i].Status = day, casefile.OK
	}
	o.Case.Evidence[1].Text = "Room 7 opens for 3 badges."
	o.Case.Calls[0].Evidence, o.Case.Calls[1].Evidence = []string{"E2", "E4"}, []string{"E4"}
	o.Case.Calls[2].Evidence = []string{"E3"}
	o.Answer.Claims[0].Cites[1].Quote = "Room 7 opens"
	at := time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC)
	ms := func(n int) time.Time { return at.Add(time.Duration(n) * time.Millisecond) }
	o.Events = []casefile.Event{
		{Time: ms(0), Stage: casefile.StageOpen},
		{Time: ms(5), Stage: casefile.StagePlan, Plan: &casefile.Plan{Steps: []casefile.Step{{ID: "a"}}}},
		{Time: ms(6), Stage: casefile.StageCall, Step: "a", Call: &o.Case.Calls[0].Call},
		{Time: ms(26), Stage: casefile.StageResult, Step: "a", Call: &o.Case.Calls[0].Call, Result: &casefile.Result{Status: casefile.OK}},
		{Time: ms(27), Stage: casefile.StageJudge, Evidence: []string{"E1", "E4"}},
		{Time: ms(30), Stage: casefile.StagePlan, Plan: &casefile.Plan{Steps: []casefile.Step{{ID: "a2", For: "a"}}}},
		{Time: ms(31), Stage: casefile.StageResult, Call: &o.Case.Calls[1].Call, Result: &casefile.Result{Status: casefile.OK, Cached: true}},
		{Time: ms(32), Stage: casefile.StageJudge, Evidence: []string{"E1", "E4", "E2"}},
		{Time: ms(40), Stage: casefile.StageModel, Model: &casefile.ModelCall{For: casefile.StageGenerate, Response: &casefile.ModelResponse{Model: "m", Input: 100, Output: 20}}},
		{Time: ms(42), Stage: casefile.StageGenerate, Draft: &o.Answer},
		{Time: ms(44), Stage: casefile.StageVerify, Verdict: &casefile.Verdict{}},
		{Time: ms(45), Stage: casefile.StageAnswer, Answer: &o.Answer},
	}
	o.Usage = casefile.Usage{ToolCalls: 3, Money: 0.25}
	return o
}

func TestMeasure(t *testing.T) {
	var w Want
	if err := strict([]byte(`{"status":["answered"],"cites":["rooms@V2#s1","rooms@V9","tool:badges"],"says":["3 badges","5 badges"],"values":["7"],"tools":{"badges":1,"other":2}}`), &w); err != nil {
		t.Fatal(err)
	}
	o := traced()
	m := w.measure(o, append(w.checks(o), w.always(o)...))
	r, p, e := m.Result, m.Process, m.Efficiency
	shares := []struct {
		name      string
		got, want Share
	}{
		{"values", r.Values, Share{1, 1}},
		{"points", r.Points, Share{4, 6}}, // 2 of 3 citations, 1 of 2 sayings, 1 value
		{"citation recall", r.CitationRecall, Share{2, 3}},
		{"citation precision", r.CitationPrecision, Share{2, 2}},
		{"answers", r.Answers, Share{1, 1}},
		{"leaks", r.Leaks, Share{0, 1}},
		{"stale", r.StaleVersions, Share{0, 1}},
		{"tools", p.Tools, Share{1, 2}},
		{"conditions", p.Conditions, Share{1, 2}},
		{"passages", p.Passages, Share{1, 2}},
		{"recall after 1", p.Recall[0], Share{0, 2}},
		{"recall after 2", p.Recall[1], Share{1, 2}},
		{"precision after 2", p.Precision[1], Share{1, 2}},
		{"useless", Share{p.Useless, p.Searches}, Share{1, 2}},
	}
	for _, s := range shares {
		if s.got != s.want {
			t.Errorf("%s: %v, want %v", s.name, s.got, s.want)
		}
	}
	if p.Retries[retryGap] != 1 || p.Rounds != 2 {
		t.Errorf("retries %v, rounds %d", p.Retries, p.Rounds)
	}
	if e.Stages["result"][0] != 21 || e.Stages["plan"][0] != 8 || e.Wall[0] != 45 || e.CacheHits != 1 || e.ToolCalls != 3 || e.Money != 0.25 {
		t.Errorf("efficiency %+v", e)
	}
	if len(e.Tokens) != 1 || e.Tokens[0] != (TokenUse{"generate", "m", 1, 100, 20}) {
		t.Errorf("tokens %+v", e.Tokens)
	}
}

// What no case has to ask for fails it all the same.
func TestAlways(t *testing.T) {
	tests := []struct {
		name, what string
		change     func(*Outcome)
	}{
		{"nothing", "", func(*Outcome) {}},
		{"a number of its own", "number", func(o *Outcome) { o.Answer.Claims[0].Text = "Room 8 opens for 9 badges" }},
		{"a version that ended", "stale", func(o *Outcome) {
			o.Case.Evidence[1].Source.EffectiveTo = casefile.Date{Year: 2026, Month: 9, Day: 19}
		}},
		{"a version of the last day", "", func(o *Outcome) {
			o.Case.Evidence[1].Source.EffectiveTo = casefile.Date{Year: 2026, Month: 9, Day: 20}
		}},
		{"a passage for others, not cited", "leak", func(o *Outcome) { o.Case.Evidence[3].Source.Access = []string{"role:other"} }},
		{"a passage for the tenant", "", func(o *Outcome) { o.Case.Evidence[3].Source.Access = []string{"role:other", "tenant:t"} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := traced()
			tt.change(&o)
			var what string
			for _, c := range (Want{}).always(o) {
				what = c.what
			}
			if what != tt.what {
				t.Errorf("%q, want %q", what, tt.what)
			}
		})
	}
}

func TestDiagnose(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(*Outcome)
		cause      Cause
		line       int
	}{
		{"never searched", `{"cites":["gone@V1"]}`, func(o *Outcome) {
			o.Events = append(o.Events[:2:2], o.Events[9:]...)
		}, NotSearched, 2},
		{"searched, not found", `{"cites":["gone@V1"]}`, func(*Outcome) {}, NotRecalled, 7},
		{"another version came", `{"cites":["rooms@V3"]}`, func(o *Outcome) {
			o.Events[3].Result = &casefile.Result{Status: casefile.OK, Evidence: []casefile.Evidence{o.Case.Evidence[1]}}
		}, FilteredWrong, 4},
		{"in hand, not used", `{"cites":["old@V1#s1"]}`, func(*Outcome) {}, ReadWrong, 10},
		{"drafted and refused", `{"cites":["old@V1#s1"]}`, func(o *Outcome) {
			draft := o.Answer
			draft.Claims = []casefile.Claim{{Text: "as it was", Cites: []casefile.Citation{{Evidence: "E4"}}}}
			o.Events[9].Draft = &draft
			o.Events[10].Verdict = &casefile.Verdict{Findings: []casefile.Finding{{Claim: 0, Rule: "r", Why: "w"}}}
		}, VerifierRefused, 11},
		{"not allowed", `{"cites":["tool:lamps"]}`, func(o *Outcome) {
			o.Events[5] = casefile.Event{Stage: casefile.StageRoute, Decision: "not called", Why: "limit_calls", Call: &casefile.Call{Tool: "lamps"}}
		}, OverBudget, 6},
		{"the tool did not complete", `{"cites":["tool:lamps"]}`, func(o *Outcome) {
			o.Events[6] = casefile.Event{Stage: casefile.StageResult, Call: &casefile.Call{Tool: "lamps"}, Result: &casefile.Result{Status: casefile.Timeout}}
		}, ToolFailed, 7},
		{"a number of its own left", `{"says_not":["9 badges"]}`, func(o *Outcome) {
			o.Answer.Claims[0].Text, o.Text = "It opens for 9 badges", "It opens for 9 badges"
		}, VerifierLet, 11},
		{"asked back", `{"status":["answered"]}`, func(o *Outcome) { o.Answer.Status = casefile.NeedsInput }, NotSearched, 6},
		{"only the replay differs", `{}`, func(*Outcome) {}, NotReplayed, 12},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w Want
			if err := strict([]byte(tt.want), &w); err != nil {
				t.Fatal(err)
			}
			o := traced()
			tt.change(&o)
			var failed []checked
			for _, c := range append(w.checks(o), w.always(o)...) {
				if !c.ok {
					failed = append(failed, c)
				}
			}
			d := diagnose(o, w, failed)
			if d.Cause != tt.cause || d.Line != tt.line || d.Says == "" {
				t.Errorf("%+v, want %s at line %d", d, tt.cause, tt.line)
			}
		})
	}
}

func TestMoreOfWant(t *testing.T) {
	tests := []struct{ name, want, why string }{
		{"a value", `{"values":["3 badges"]}`, ""},
		{"no such value", `{"values":["4 badges"]}`, "the value 4 badges does not stand"},
		{"a record that is not cited", `{"evidence":["old@V1"]}`, ""},
		{"no such record", `{"evidence":["new"]}`, "new is not among the records"},
		{"arguments", `{"args":{"badges":{"room":"^7$"}}}`, ""},
		{"other arguments", `{"args":{"badges":{"room":"^8$"}}}`, `no call of badges has the arguments wanted; called with {"room":7}`},
		{"arguments of what was not called", `{"args":{"lamps":{"room":"."}}}`, "it was not called"},
		{"a secret in a record", `{"secrets":["opens"]}`, "a secret, \"opens\", stands in the answer"},
		{"no secret", `{"secrets":["vault"]}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w Want
			if err := strict([]byte(tt.want), &w); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(w.compare(answer()), "; "); (got == "") != (tt.why == "") || !strings.Contains(got, tt.why) {
				t.Errorf("why %q, want %q", got, tt.why)
			}
		})
	}
	o := answer()
	w := Want{AsOf: casefile.Date{Year: 2026, Month: 9, Day: 1}}
	if got := w.compare(o); len(got) != 2 { // both searches
		t.Errorf("as_of: %q", got)
	}
}

func TestStatistics(t *testing.T) {
	// 2·(C(12,0)+C(12,1)+C(12,2))/2^12
	if p := mcnemar(10, 2); math.Abs(p-158.0/4096) > 1e-9 {
		t.Errorf("mcnemar(10, 2) = %v", p)
	}
	if p := mcnemar(0, 0); p != 1 {
		t.Errorf("mcnemar(0, 0) = %v", p)
	}
	if p := mcnemar(3, 3); p != 1 {
		t.Errorf("mcnemar(3, 3) = %v", p)
	}
	// the example of most textbooks: 20, 5, 10, 15 give 0.4
	if k, ok := kappa(20, 5, 10, 15); !ok || math.Abs(k-0.4) > 1e-9 {
		t.Errorf("kappa = %v, %v", k, ok)
	}
	if _, ok := kappa(10, 0, 5, 0); ok {
		t.Error("kappa of a judge that passes everything is defined")
	}
	if p := percentile([]float64{5, 1, 4, 2, 3}, 50); p != 3 {
		t.Errorf("p50 = %v", p)
	}
	if p := percentile([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 95); p != 10 {
		t.Errorf("p95 = %v", p)
	}
}

func TestRatio(t *testing.T) {
	for _, bad := range []string{`"3"`, `"4/3"`, `"-1/2"`, `"a/b"`, `""`} {
		var r Ratio
		if json.Unmarshal([]byte(bad), &r) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
