package generate

import (
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// What restricts a question and no argument took is named, and the figures of all are not told; what is another question beside
// them is named, and they stay.
func TestWhatNoArgumentTook(t *testing.T) {
	tool := casefile.ToolSpec{
		Name: "get_visits", Does: "一段时间的到访人次，可限定场馆。Visits of a period, for a hall.", Words: []string{"到访", "人次", "visits", "visitors"},
		Params: []casefile.Param{{Name: "hall", Type: "enum", Entity: "hall", Values: []string{"东馆", "西馆"}}, {Name: "period", Type: "period"}},
		Gives: []casefile.Column{{Name: "hall", Type: "text", Entity: "hall", Title: "场馆", TitleEN: "hall"},
			{Name: "ticket", Type: "text", Title: "票种", TitleEN: "ticket"}, {Name: "visits", Type: "integer", Title: "人次", TitleEN: "visits"}},
	}
	cell := func(s string, typ casefile.CellType) casefile.Cell { return casefile.Cell{Text: s, Type: typ} }
	table := &casefile.Table{Columns: tool.Gives, Complete: true, Total: 2, Rows: []casefile.Row{
		{cell("东馆", casefile.Text), cell("学生票", casefile.Text), cell("40", casefile.Number)}, {cell("东馆", casefile.Text), cell("成人票", casefile.Text), cell("70", casefile.Number)},
	}}
	for _, c := range []struct {
		q       string
		rows    int
		missing string
	}{
		{"东馆8月到访多少人次？", 2, ""},
		{"请问一下，最近8月东馆的到访情况如何？", 2, ""},
		{"How many visits did the hall have in August?", 2, ""},
		{"8月网购的到访多少人次？", 0, "网购"},
		{"8月外地游客到访多少人次？", 0, "外地游客"},
		{"How many visits were paid by cheque in August?", 0, "cheque"},
		{"How many weekend visits were there in August?", 0, "weekend"},
		{"8月到访多少人次，馆长是谁？", 2, "馆长"},
		{"How many visits were there in August and who runs the cafeteria?", 2, "cafeteria"},
		{"8月学生票到访多少人次？", 1, ""},
		{"8月到访人次上升了多少？", 2, "上升"},
		{"How many vistis were there in August?", 2, ""},
	} {
		lang := casefile.LangOf(c.q)
		cs := casefile.Case{
			Question: c.q, Lang: lang,
			Plan: casefile.Plan{
				Needs: []casefile.Need{{Text: c.q, Kind: casefile.DataKind}},
				Steps: []casefile.Step{{ID: "s", Tool: tool.Name}},
			},
			Calls:    []casefile.Done{{Call: casefile.Call{Step: "s", Tool: tool.Name}, Status: casefile.OK, Evidence: []string{"E2"}}},
			Evidence: []casefile.Evidence{{ID: "E2", Steps: []string{"s"}, Tool: tool.Name, Status: casefile.OK, Table: table}},
		}
		w, err := New(Rules{Tools: []casefile.ToolSpec{tool}})
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Generate(t.Context(), cs)
		if err != nil {
			t.Fatal(err)
		}
		named := c.missing == "" && len(a.Missing) == 0 || c.missing != "" && slices.ContainsFunc(a.Missing, func(m string) bool { return strings.Contains(m, c.missing) })
		if len(a.Claims) != c.rows || !named {
			t.Errorf("%q: %d claims, missing %q; want %d claims, missing %q", c.q, len(a.Claims), a.Missing, c.rows, c.missing)
		}
	}
}
