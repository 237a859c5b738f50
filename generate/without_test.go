package generate

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// Of several things that a function was asked about, those without a row are named.
func TestNamesTheOneWithoutARow(t *testing.T) {
	spec := casefile.ToolSpec{Name: "get_stock", Does: "书的库存。The stock of books.", Words: []string{"库存", "stock"},
		Params: []casefile.Param{{Name: "book", Type: "identifier", Kind: "book", List: true}, {Name: "hall", Type: "enum", Entity: "hall", Values: []string{"东馆", "西馆"}}},
		Gives:  []casefile.Column{{Name: "book", Type: "identifier", Title: "书"}, {Name: "stock", Type: "integer", Title: "库存"}}}
	cell := func(s string, typ casefile.CellType) casefile.Cell { return casefile.Cell{Text: s, Type: typ} }
	rows := func(books ...string) *casefile.Table {
		tab := &casefile.Table{Columns: spec.Gives, Complete: true, Total: len(books)}
		for _, b := range books {
			tab.Rows = append(tab.Rows, casefile.Row{cell(b, casefile.Text), cell("3", casefile.Number)})
		}
		return tab
	}
	type call struct {
		args string
		got  *casefile.Table // nil: no row
	}
	for name, tc := range map[string]struct {
		calls   []call
		missing string
	}{
		"a list, one without a row":       {[]call{{`{"book":["B1","B9"]}`, rows("B1")}}, "B9"},
		"a list, a row each":              {[]call{{`{"book":["B1","B2"]}`, rows("B1", "B2")}}, ""},
		"a list of kinds no column tells": {[]call{{`{"hall":["东馆","西馆"]}`, rows("B1")}}, ""},
		"a call each, one without a row":  {[]call{{`{"hall":"东馆"}`, rows("B1")}, {`{"hall":"西馆"}`, nil}}, "西馆"},
		"a call each, a row each":         {[]call{{`{"hall":"东馆"}`, rows("B1")}, {`{"hall":"西馆"}`, rows("B2")}}, ""},
	} {
		w, err := New(Rules{Tools: []casefile.ToolSpec{spec}})
		if err != nil {
			t.Fatal(err)
		}
		c := opened("库存有多少？")
		c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DataKind}}
		c.Plan.Steps = []casefile.Step{{ID: "s", Tool: spec.Name}}
		for i, x := range tc.calls {
			done := casefile.Done{Call: casefile.Call{Step: "s", Tool: spec.Name, Args: json.RawMessage(x.args)}, Status: casefile.NoHit}
			if x.got != nil {
				id := "E" + string(rune('2'+i))
				done.Status, done.Evidence = casefile.OK, []string{id}
				c.Evidence = append(c.Evidence, casefile.Evidence{ID: id, Steps: []string{"s"}, Tool: spec.Name, Args: done.Args, Status: casefile.OK, Table: x.got})
			}
			c.Calls = append(c.Calls, done)
		}
		a, err := w.Generate(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if missing := strings.Join(a.Missing, "; "); len(a.Claims) == 0 || (missing == "") != (tc.missing == "") || !strings.Contains(missing, tc.missing) {
			t.Errorf("%s: %d claims, missing %q, want %q", name, len(a.Claims), missing, tc.missing)
		}
	}
}

// A report reckoned for today says so where the question asks about a day to come.
func TestSaysThatItIsReckonedForToday(t *testing.T) {
	c := loaned("7")
	c.Plan.Slots = append(c.Plan.Slots, casefile.Slot{Name: "period", Values: []string{"2026-09-21..2026-09-21"}, Words: "明天"})
	if a := draft0(t, c); !slices.Contains(a.Missing, "明天：以上按今天（2026-09-20）计算，没有按所问的那一天计算") {
		t.Errorf("missing %q", a.Missing)
	}
	if a := draft0(t, loaned("7")); slices.ContainsFunc(a.Missing, func(m string) bool { return strings.Contains(m, "今天") }) {
		t.Errorf("missing %q", a.Missing)
	}
}
