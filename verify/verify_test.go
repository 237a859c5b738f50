package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
)

// testRules is what the tests' workspace knows.
func testRules() Rules {
	return Rules{
		Identifiers: map[string]string{"order": `A\d{3,6}`, "product": `[A-Z]{2,4}-\d{3,5}`},
		Dictionary:  map[string]map[string][]string{"product": {"耳机": {"headphones", "headset"}}, "supplier": {"供应商甲": {"Supplier Jia"}, "供应商乙": {"Supplier Yi"}}},
		Synonyms:    [][]string{{"退货", "return", "send back"}, {"无理由", "no-reason"}, {"检测申请", "inspection request"}},
		Metrics:     []Metric{{Name: "return_rate", Words: []string{"退货率", "return rate"}, Definition: "units returned over units sold"}},
		Significant: "0.2",
	}
}

func newTest(t *testing.T, r Rules) *Verifier {
	t.Helper()
	v, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func day(s string) casefile.Date {
	if s == "" {
		return casefile.Date{}
	}
	d, err := casefile.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// passage is evidence that is a passage in force.
func passage(text string) casefile.Evidence {
	return casefile.Evidence{Status: casefile.OK, Text: text, Source: &casefile.Source{DocID: "doc", Version: "V2", Section: "s1", EffectiveFrom: day("2026-09-01")}}
}

// rows is evidence that is a table: heads such as "sku:identifier" or "sold:integer:件", then rows as JSON.
func rows(heads string, data ...string) casefile.Evidence {
	tb := &casefile.Table{Complete: true, Total: len(data)}
	for h := range strings.FieldsSeq(heads) {
		f := append(strings.Split(h, ":"), "", "")
		c := casefile.Column{Name: f[0], Type: f[1], Unit: f[2]}
		c.Name, c.Title, _ = strings.Cut(f[0], "=")
		tb.Columns = append(tb.Columns, c)
	}
	for _, d := range data {
		var r casefile.Row
		if err := json.Unmarshal([]byte(d), &r); err != nil {
			panic(err)
		}
		tb.Rows = append(tb.Rows, r)
	}
	return casefile.Evidence{Status: casefile.OK, Tool: "tool", Table: tb}
}

func cut(e casefile.Evidence) casefile.Evidence {
	e.Table.Complete, e.Table.Total, e.Status = false, 100, casefile.Partial
	return e
}

func ranking(e casefile.Evidence) casefile.Evidence {
	e.Table.Ranked = true
	return e
}

func during(e casefile.Evidence, from, to string) casefile.Evidence {
	e.Period = casefile.Period{From: day(from), To: day(to)}
	return e
}

func said(text string) casefile.Evidence {
	return casefile.Evidence{Status: casefile.OK, Text: text, Said: true}
}

func outcome(s casefile.Status) casefile.Evidence {
	return casefile.Evidence{Status: s, Tool: "tool"}
}

func computed(formula, value, unit string, in ...casefile.Input) casefile.Evidence {
	return casefile.Evidence{Status: casefile.OK, Tool: "calculate", Calc: &casefile.Calc{Formula: formula, Value: value, Unit: unit, Inputs: in, Exact: true}}
}

// A check is a claim over evidence, with the rule that must stop it, or "" when it must pass.
type check struct {
	name  string
	claim string
	rule  string
	ev    []casefile.Evidence
	cites []casefile.Citation // all evidence when absent
	part  casefile.Part
	rules *Rules
}

func caseOf(c check) casefile.Case {
	shanghai := time.FixedZone("Asia/Shanghai", 8*3600)
	scope, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, day("2026-09-20"))
	if err != nil {
		panic(err)
	}
	out := casefile.Case{Now: time.Date(2026, 9, 20, 10, 0, 0, 0, shanghai), Scope: scope}
	cites := c.cites
	for i, e := range c.ev {
		e.ID = fmt.Sprintf("E%d", i+1)
		out.Evidence = append(out.Evidence, e)
		if c.cites == nil {
			cites = append(cites, casefile.Citation{Evidence: e.ID})
		}
	}
	out.Draft.Claims = []casefile.Claim{{Text: c.claim, Cites: cites, Part: c.part}}
	return out
}

func findings(t *testing.T, v *Verifier, c casefile.Case) []casefile.Finding {
	t.Helper()
	got, err := v.Verify(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return got.Findings
}

func hasRule(fs []casefile.Finding, rule string) bool {
	for _, f := range fs {
		if f.Rule == rule || rule == "*" {
			return true
		}
	}
	return false
}

// run holds the checks of a table to a verifier.
func run(t *testing.T, checks []check) {
	t.Helper()
	v := newTest(t, testRules())
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			w := v
			if c.rules != nil {
				w = newTest(t, *c.rules)
			}
			fs := findings(t, w, caseOf(c))
			switch {
			case c.rule == "" && len(fs) > 0:
				t.Errorf("%q is stopped: %+v", c.claim, fs)
			case c.rule != "" && !hasRule(fs, c.rule):
				t.Errorf("%q: want %s, got %+v", c.claim, c.rule, fs)
			}
		})
	}
}
