package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// verdictOn judges claims over records by a workspace's rules.
func verdictOn(t *testing.T, r Rules, c casefile.Case) casefile.Verdict {
	t.Helper()
	v, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	out, err := v.Verify(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ruled(v casefile.Verdict, rule string) casefile.Support {
	for _, f := range v.Findings {
		if f.Rule == rule {
			return f.Mark
		}
	}
	return ""
}

func TestDefinition(t *testing.T) {
	const perDay, perWeek = "users seen on the next day", "users seen on the seventh day"
	metrics := []Metric{{Name: "day1", Words: []string{"留存", "retention"}, Definition: perDay}, {Name: "day7", Words: []string{"留存", "retention"}, Definition: perWeek}}
	table := func(defs ...string) casefile.Case {
		cols := []casefile.Column{{Name: "app", Type: "text"}, {Name: "day1", Title: "留存", TitleEN: "retention", Type: "decimal", Metric: "day1", Definition: defs[0]}, {Name: "day7", Title: "留存", TitleEN: "retention", Type: "decimal", Metric: "day7", Definition: defs[1]}}
		cell := func(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Number} }
		return casefile.Case{Evidence: []casefile.Evidence{
			{ID: "E1", Status: casefile.OK, Tool: "f", Table: &casefile.Table{Columns: cols, Complete: true, Total: 1, Rows: []casefile.Row{{{Text: "Orchid", Type: casefile.Text}, cell("410"), cell("190")}}}},
			{ID: "E2", Status: casefile.OK, Tool: "calculate", Calc: &casefile.Calc{Formula: "a - b", Value: "220", Exact: true, Inputs: []casefile.Input{{Name: "a", Value: "410", Evidence: "E1", Column: "day1"}, {Name: "b", Value: "190", Evidence: "E1", Column: "day7"}}}},
		}}
	}
	say := func(c casefile.Case, text string, cites ...string) casefile.Case {
		cl := casefile.Claim{Text: text}
		for _, id := range cites {
			cl.Cites = append(cl.Cites, casefile.Citation{Evidence: id})
		}
		c.Draft.Claims = []casefile.Claim{cl}
		return c
	}
	for _, tc := range []struct {
		name string
		c    casefile.Case
		want casefile.Support
	}{
		{"compared", say(table(perDay, perWeek), "Orchid retention 410 is higher than retention 190.", "E1"), casefile.Contradicted},
		{"相比", say(table(perDay, perWeek), "Orchid 的留存 410 高于留存 190。", "E1"), casefile.Contradicted},
		{"subtracted", say(table(perDay, perWeek), "The difference is 220.", "E2"), casefile.Contradicted},
		{"by the data dictionary alone", say(table("", ""), "The difference is 220.", "E2"), casefile.Contradicted},
		{"one definition", say(table(perDay, perDay), "The difference is 220.", "E2"), ""},
		{"one figure", say(table(perDay, perWeek), "Orchid retention is 410.", "E1"), ""},
		{"一个数", say(table(perDay, perWeek), "Orchid 的留存为 410。", "E1"), ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := verdictOn(t, Rules{Metrics: metrics}, tc.c)
			if got := ruled(v, "definition"); got != tc.want {
				t.Errorf("%q, want %q: %+v", got, tc.want, v.Findings)
			}
		})
	}
	t.Run("needed", func(t *testing.T) {
		v := newTest(t, Rules{Metrics: metrics})
		v.off = map[string]bool{"definition": true}
		got, err := v.Verify(t.Context(), say(table(perDay, perWeek), "The difference is 220.", "E2"))
		if err != nil || Mark(got, 0) != casefile.Supported {
			t.Errorf("without the rule: %s, want supported: %+v, %v", Mark(got, 0), got.Findings, err)
		}
	})
}

func TestRecheck(t *testing.T) {
	passage := func(id, step, text string) casefile.Evidence {
		return casefile.Evidence{ID: id, Steps: []string{step}, Status: casefile.OK, Text: text, Source: &casefile.Source{DocID: id, End: len(text)}}
	}
	const claim = "Reading rooms open at eight."
	again := casefile.Step{ID: "find_again", For: "find", Goal: claim}
	for _, tc := range []struct {
		name     string
		steps    []casefile.Step
		evidence []casefile.Evidence
		want     casefile.Support
		gaps     int
	}{
		{"not looked up yet", nil, nil, casefile.Unconfirmed, 1},
		{"found again", []casefile.Step{again}, []casefile.Evidence{passage("E2", "find_again", claim)}, "", 0},
		{"something else found", []casefile.Step{again}, []casefile.Evidence{passage("E2", "find_again", "Coats are left at the desk.")}, casefile.Unconfirmed, 0},
		{"the search failed", []casefile.Step{again}, []casefile.Evidence{{ID: "E2", Steps: []string{"find_again"}, Status: casefile.Timeout}}, casefile.Unconfirmed, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := casefile.Case{Evidence: append([]casefile.Evidence{passage("E1", "find", claim)}, tc.evidence...), Plan: casefile.Plan{Steps: append([]casefile.Step{{ID: "find"}}, tc.steps...)}}
			c.Draft.Claims = []casefile.Claim{{Text: claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
			v := verdictOn(t, Rules{Check: true}, c)
			if got := ruled(v, "recheck"); got != tc.want || len(v.Gaps) != tc.gaps {
				t.Errorf("%q, %d gaps; want %q, %d", got, len(v.Gaps), tc.want, tc.gaps)
			}
			if got := ruled(verdictOn(t, Rules{}, c), "recheck"); got != "" {
				t.Errorf("it is asked for where nobody wants it: %q", got)
			}
		})
	}
}

// The newer and the more authoritative of two sources, and the one that was right before, are the ones relied on.
func TestReliability(t *testing.T) {
	day := func(s string) casefile.Date { d, _ := casefile.ParseDate(s); return d }
	passage := func(id, text, authority, published string) casefile.Evidence {
		return casefile.Evidence{ID: id, Steps: []string{"find"}, Status: casefile.OK, Text: text, Source: &casefile.Source{DocID: id, End: len(text), Authority: authority, Published: day(published)}}
	}
	a, b := "The warranty of the pump lasts 24 months.", "The warranty of the pump lasts 12 months."
	for _, tc := range []struct {
		name     string
		mine     casefile.Evidence
		other    casefile.Evidence
		tracks   map[string]Track
		decision casefile.Decision
		adopted  string
	}{
		{"authority", passage("E1", a, "official", "2025-01-01"), passage("E2", b, "user", "2025-01-01"), nil, casefile.Adopt, "E1"},
		{"authority of the other", passage("E1", a, "user", "2025-01-01"), passage("E2", b, "official", "2025-01-01"), nil, casefile.Adopt, "E2"},
		{"newer", passage("E1", a, "internal", "2025-01-01"), passage("E2", b, "internal", "2021-01-01"), nil, casefile.Adopt, "E1"},
		{"a little newer", passage("E1", a, "internal", "2025-03-01"), passage("E2", b, "internal", "2025-01-01"), nil, casefile.ThirdSource, ""},
		{"equal", passage("E1", a, "internal", "2025-01-01"), passage("E2", b, "internal", "2025-01-01"), nil, casefile.StateBoth, ""},
		{"right before", passage("E1", a, "internal", "2025-01-01"), passage("E2", b, "internal", "2025-01-01"), map[string]Track{"E1": {Right: 18}, "E2": {Wrong: 18}}, casefile.Adopt, "E1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := casefile.Case{Evidence: []casefile.Evidence{tc.mine, tc.other}, Plan: casefile.Plan{Steps: []casefile.Step{{ID: "find"}}}}
			c.Draft.Claims = []casefile.Claim{{Text: a, Cites: []casefile.Citation{{Evidence: "E1"}}}}
			v := verdictOn(t, Rules{Sources: tc.tracks}, c)
			if len(v.Conflicts) != 1 || v.Conflicts[0].Decision != tc.decision || v.Conflicts[0].Adopted != tc.adopted {
				t.Errorf("%+v, want %s %s", v.Conflicts, tc.decision, tc.adopted)
			}
			if disputed := ruled(v, "conflict") == casefile.Disputed; disputed == (tc.adopted == "E1") {
				t.Errorf("disputed %t with %q adopted", disputed, tc.adopted)
			}
		})
	}
}
