package route

import (
	"context"
	"strings"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
)

func router(t *testing.T) *Router {
	t.Helper()
	r, err := New(Rules{Tools: []casefile.ToolSpec{
		{Name: "get_loan", Params: []casefile.Param{{Name: "loan_id", Type: "identifier", Kind: "loan", Pattern: `L\d+`, Required: true}}, Gives: []casefile.Column{{Name: "title"}}},
		{Name: "get_wear", Params: []casefile.Param{{Name: "copies", Type: "identifier", List: true, Required: true}, {Name: "n", Type: "integer"}, {Name: "period", Type: "period"}, {Name: "open", Type: "boolean"}}, Gives: []casefile.Column{{Name: "copy"}}},
		{Name: "list_authors", Params: []casefile.Param{{Name: "authors", Type: "enum", List: true, Entity: "author", Values: []string{"老舍", "巴金"}}, {Name: "towns", Type: "enum", List: true, Entity: "town", Values: []string{"北京"}}}, Gives: []casefile.Column{{Name: "author"}}},
		{Name: "search_rules", Search: true, Params: []casefile.Param{{Name: "query", Type: "text", Required: true}, {Name: "exclude", Type: "text", List: true}}},
		{Name: "calculate"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func str(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Text} }
func num(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Number} }

// desk is a case in which a loan and three copies were found, a search named one author, and one call did not complete.
func desk() casefile.Case {
	c := casefile.Case{Question: "L77 和 L78 要归还", Lang: casefile.Chinese, Now: time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC)}
	c.Plan.Slots = []casefile.Slot{
		{Name: "loan", Values: []string{"L77"}, Words: "L77"}, {Name: "loans", Values: []string{"L77", "L78"}, Words: "L77 和 L78"},
		{Name: "n", Values: []string{"3"}, Words: "三"}, {Name: "lost"}, {Name: "damaged", Values: []string{"yes"}, Words: "坏"},
	}
	c.Plan.Steps = []casefile.Step{{ID: "loan", Tool: "get_loan"}, {ID: "copies", Tool: "get_wear"}, {ID: "docs", Tool: "search_rules", Goal: "作家 的 借阅 办法"}, {ID: "slow", Tool: "get_loan"}}
	c.Calls = []casefile.Done{
		{Call: casefile.Call{Step: "loan"}, Status: casefile.OK, Evidence: []string{"E2"}},
		{Call: casefile.Call{Step: "copies"}, Status: casefile.OK, Evidence: []string{"E3"}},
		{Call: casefile.Call{Step: "docs"}, Status: casefile.OK, Evidence: []string{"E4"}},
		{Call: casefile.Call{Step: "slow"}, Status: casefile.Timeout, Evidence: []string{"E5"}},
	}
	c.Evidence = []casefile.Evidence{
		{ID: "E1", Steps: []string{"question"}, Said: true, Text: c.Question},
		{ID: "E2", Steps: []string{"loan"}, Status: casefile.OK, Table: &casefile.Table{Columns: []casefile.Column{{Name: "title", Type: "text"}, {Name: "back", Type: "date"}}, Rows: []casefile.Row{{str("L77号 山海经"), {}}}}},
		{ID: "E3", Steps: []string{"copies"}, Status: casefile.OK, Table: &casefile.Table{Columns: []casefile.Column{{Name: "copy", Type: "identifier"}, {Name: "torn", Type: "integer"}, {Name: "pages", Type: "integer"}},
			Rows: []casefile.Row{{str("C1"), num("3"), num("80")}, {str("C2"), num("0"), num("0")}, {str("C3"), num("5"), {}}}}},
		{ID: "E4", Steps: []string{"docs"}, Status: casefile.OK, Text: "老舍的作品按借阅办法外借。", Source: &casefile.Source{DocID: "rules", Title: "借阅办法"}},
		{ID: "E5", Steps: []string{"slow"}, Status: casefile.Timeout},
	}
	return c
}

func TestRoute(t *testing.T) {
	for _, x := range []struct {
		name string
		step casefile.Step
		want string // the arguments of the calls, one a line; "skip: …" where the step is left out
	}{
		{"a slot", casefile.Step{Tool: "get_loan", Args: []byte(`{"loan_id":"{loan}"}`)}, `{"loan_id":"L77"}`},
		{"several values for one parameter", casefile.Step{Tool: "get_loan", Args: []byte(`{"loan_id":"{loans}"}`)}, "{\"loan_id\":\"L77\"}\n{\"loan_id\":\"L78\"}"},
		{"a column for a list", casefile.Step{Tool: "get_wear", Args: []byte(`{"copies":"{copies.copy}"}`)}, `{"copies":["C1","C2","C3"]}`},
		{"one value for a list", casefile.Step{Tool: "get_wear", Args: []byte(`{"copies":"{loan}"}`)}, `{"copies":["L77"]}`},
		{"types of parameters", casefile.Step{Tool: "get_wear", Args: []byte(`{"copies":["C9"],"n":"{n}","open":"{damaged}"}`)}, `{"copies":["C9"],"n":3,"open":true}`},
		{"an optional parameter that is not said", casefile.Step{Tool: "get_wear", Args: []byte(`{"copies":["C9"],"period":"{period}"}`)}, `{"copies":["C9"]}`},
		{"a required one", casefile.Step{Tool: "get_loan", Args: []byte(`{"loan_id":"{lost}"}`)}, "skip: lost is not known: the question does not say it"},
		{"what an earlier step did not bring", casefile.Step{Tool: "get_wear", Args: []byte(`{"copies":"{slow.copy}"}`)}, "skip: slow.copy is not known: step slow ended timeout"},
		{"a null", casefile.Step{Tool: "get_wear", Args: []byte(`{"copies":"{loan.back}"}`)}, "skip: loan.back is not known: no row has a value in column back"},
		{"a search without identifiers", casefile.Step{Tool: "search_rules", Args: []byte(`{"query":"{loan.title} 归还 L77"}`)}, `{"query":"号 山海经 归还"}`},
		{"names from passages", casefile.Step{Tool: "list_authors", Args: []byte(`{"authors":"{docs.entity:author}","towns":"{docs.entity:town}"}`)}, `{"authors":["老舍"]}`},
		{"no name in the passages", casefile.Step{Tool: "list_authors", Args: []byte(`{"towns":"{docs.entity:town}"}`)}, "skip: docs.entity:town is not known: the passages name none"},
		{"a false condition", casefile.Step{Tool: "get_loan", If: "damaged == 'no'", Args: []byte(`{"loan_id":"{loan}"}`)}, "skip: its condition is false: damaged == 'no'"},
		{"a condition that cannot be settled", casefile.Step{Tool: "get_loan", If: "slow.copy == 'x'", Args: []byte(`{"loan_id":"{loan}"}`)}, "skip: its condition cannot be settled: slow.copy is not known: step slow ended timeout"},
		{"a brace that is none of ours", casefile.Step{Tool: "search_rules", Args: []byte(`{"query":"a {{b}}"}`)}, `{"query":"a {b}"}`},
		{"no tool", casefile.Step{}, "skip: no tool was chosen for it"},
		{"for each row, where its values are there", casefile.Step{Tool: "calculate", Each: "copies", Key: "copy", If: "copies.pages > 0", Args: []byte(`{"expression":"copies.torn / copies.pages"}`)},
			`{"expression":"copies.torn / copies.pages","inputs":[{"name":"copies.torn","value":"3","evidence":"E3","row":0,"column":"torn"},{"name":"copies.pages","value":"80","evidence":"E3","row":0,"column":"pages"}]}`},
		{"no rows", casefile.Step{Tool: "calculate", Each: "slow", Key: "copy", Args: []byte(`{"expression":"1"}`)}, "skip: step slow brought no row (slow timeout)"},
	} {
		x.step.ID, x.step.Why = "s", "a test"
		got, err := router(t).Route(context.Background(), desk(), x.step)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		var lines []string
		for _, c := range got.Calls {
			if c.Tool != x.step.Tool || c.Why == "" || c.By == "" || c.Confidence <= 0 {
				t.Errorf("%s: %+v", x.name, c)
			}
			lines = append(lines, string(c.Args))
		}
		if got.Skip != "" {
			lines = append(lines, "skip: "+got.Skip)
		}
		if s := strings.Join(lines, "\n"); s != x.want {
			t.Errorf("%s:\n%s\nwant\n%s", x.name, s, x.want)
		}
	}
}

func TestKeysTellCallsApart(t *testing.T) {
	s := casefile.Step{ID: "s", Tool: "calculate", Each: "copies", Key: "copy", Args: []byte(`{"expression":"copies.torn + 1"}`)}
	got, err := router(t).Route(context.Background(), desk(), s)
	if err != nil || len(got.Calls) != 3 || got.Calls[2].Key != "C3" {
		t.Errorf("%+v %v", got, err)
	}
	s = casefile.Step{ID: "s", Tool: "get_loan", Args: []byte(`{"loan_id":"{loans}"}`)}
	if got, _ := router(t).Route(context.Background(), desk(), s); got.Calls[1].Key != "L78" {
		t.Errorf("%+v", got.Calls)
	}
}

func TestFieldsAreHeldToTheirPassages(t *testing.T) {
	c := desk()
	docs, _ := c.Plan.Step("docs")
	loan, _ := c.Plan.Step("loan")
	for _, x := range []struct {
		step casefile.Step
		f    casefile.Field
		want bool
	}{
		{docs, casefile.Field{Name: "x", Pattern: "外借"}, true},
		{docs, casefile.Field{Name: "x", Pattern: "外借", In: "借阅办法"}, true},
		{docs, casefile.Field{Name: "x", Pattern: "外借", In: "{loan.title}"}, false},
		{docs, casefile.Field{Name: "x", Pattern: "馆内"}, false},
		{docs, casefile.Field{Name: "x", Pattern: "馆内", Optional: true}, true},
		{loan, casefile.Field{Name: "title"}, true},
		{loan, casefile.Field{Name: "back"}, false}, // null counts as missing
		{loan, casefile.Field{Name: "nothing"}, false},
	} {
		if got := router(t).Has(c, x.step, x.f); got != x.want {
			t.Errorf("%+v: %v", x.f, got)
		}
	}
}

func TestSpreadIsBounded(t *testing.T) {
	five := []any{1, 2, 3, 4, 5}
	if n := len(spread(map[string]any{}, []fanOut{{"a", five}, {"b", five}})); n != maxCalls {
		t.Errorf("%d calls", n)
	}
	if n := len(spread(map[string]any{"x": 1}, nil)); n != 1 {
		t.Errorf("%d calls", n)
	}
}
