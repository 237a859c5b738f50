package generate

import (
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// What is to be done with rows and neither a function nor a calculation does is named; rows of what was asked not to be told are
// taken back.
func TestOperationsNobodyCarriedOut(t *testing.T) {
	loans := casefile.ToolSpec{
		Name: "list_loans", Does: "列出馆内的借阅及其状态、费用。Lists the loans of a hall with their state and fee.", Words: []string{"借阅", "还没归还", "loans", "overdue", "费用", "fee"},
		Params: []casefile.Param{{Name: "hall", Type: "enum", Entity: "hall", Values: []string{"东馆", "西馆"}}, {Name: "state", Type: "enum", Values: []string{"归还", "returned"}}},
		Gives: []casefile.Column{{Name: "loan", Type: "identifier", Title: "借阅号", TitleEN: "loan"}, {Name: "hall", Type: "text", Entity: "hall", Title: "场馆", TitleEN: "hall"},
			{Name: "fee", Type: "integer", Title: "费用", TitleEN: "fee", Sums: true}},
	}
	cell := func(s string, typ casefile.CellType) casefile.Cell { return casefile.Cell{Text: s, Type: typ} }
	table := &casefile.Table{Columns: loans.Gives, Complete: true, Total: 2, Rows: []casefile.Row{
		{cell("L1", casefile.Text), cell("东馆", casefile.Text), cell("40", casefile.Number)}, {cell("L2", casefile.Text), cell("西馆", casefile.Text), cell("70", casefile.Number)},
	}}
	w, err := New(Rules{Tools: []casefile.ToolSpec{loans}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		q       string
		told    bool
		missing string
	}{
		{"哪些借阅归还了？", true, ""},
		{"Which loans are returned?", true, ""},
		{"哪些借阅还没归还？", true, ""}, // the function says so of itself
		{"有没有归还的借阅，是哪些？", true, ""},
		{"哪些借阅没有归还？", false, "没有归还"},
		{"Which loans are not returned?", false, "not returned"},
		{"How many loans have not been returned?", false, "not been returned"},
		{"除逾期的外借阅有多少？", false, "除逾期的外"},
		{"How many loans are there excluding overdue ones?", false, "excluding overdue ones"},
		{"超过50元的借阅有哪些？", false, "超过50元"},
		{"Which loans are over 50 yuan?", false, "over 50 yuan"},
		{"东馆的借阅费用比西馆多多少？", true, "多多少"},
		{"How much more is the fee of loans in 东馆 than in 西馆?", true, "How much more is the fee of loans in 东馆 than"},
		{"东馆的借阅比西馆贵吗？", true, "比西馆贵"},
		{"Are the loans in 东馆 more expensive than in 西馆?", true, "more expensive than"},
		{"东馆占借阅费用的多少？", true, "占借阅费用的多少"},
		{"What share of the loans fee was 东馆?", true, "What share"},
		{"What is the fee of loans per day?", true, "per day"},
	} {
		lang := casefile.LangOf(c.q)
		a, err := w.Generate(t.Context(), casefile.Case{
			Question: c.q, Lang: lang,
			Plan:     casefile.Plan{Needs: []casefile.Need{{Text: c.q, Kind: casefile.DataKind}}, Steps: []casefile.Step{{ID: "s", Tool: loans.Name}}},
			Calls:    []casefile.Done{{Call: casefile.Call{Step: "s", Tool: loans.Name}, Status: casefile.OK, Evidence: []string{"E2"}}},
			Evidence: []casefile.Evidence{{ID: "E2", Steps: []string{"s"}, Tool: loans.Name, Status: casefile.OK, Table: table}},
		})
		if err != nil {
			t.Fatal(err)
		}
		named := c.missing == "" && len(a.Missing) == 0 || c.missing != "" && slices.ContainsFunc(a.Missing, func(m string) bool {
			return strings.Contains(m, "“"+c.missing) || strings.Contains(m, "\""+c.missing)
		})
		if len(a.Claims) > 0 != c.told || !named {
			t.Errorf("%q: %d claims, missing %q; want told %v, missing %q", c.q, len(a.Claims), a.Missing, c.told, c.missing)
		}
	}
}
