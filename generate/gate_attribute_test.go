package generate

import (
	"testing"

	casefile "github.com/casefile/casefile"
)

// A row about a thing does not answer what it does not tell of the thing.
func TestAttributeThatNoFunctionGives(t *testing.T) {
	tool := casefile.ToolSpec{
		Name: "get_order", Does: "The state of one order. 一个订单的状态。",
		Gives: []casefile.Column{{Name: "order", Type: "identifier"}, {Name: "status", Type: "text", Title: "状态", TitleEN: "status"}},
	}
	for q, lacks := range map[string]bool{
		"What is the status of order A1?":  false,
		"What is the address of order A1?": true,
		"订单A1的状态是什么？":                      false,
		"订单A1的地址是什么？":                      true,
	} {
		c := casefile.Case{
			Question: q, Lang: casefile.LangOf(q),
			Plan: casefile.Plan{
				Needs: []casefile.Need{{Text: q, Kind: casefile.DataKind, Entities: []casefile.Slot{{Name: "order", Values: []string{"A1"}}}}},
				Steps: []casefile.Step{{ID: "s", Tool: "get_order"}},
			},
			Calls: []casefile.Done{{Call: casefile.Call{Step: "s", Tool: "get_order"}, Status: casefile.OK, Evidence: []string{"E2"}}},
			Evidence: []casefile.Evidence{{ID: "E2", Steps: []string{"s"}, Tool: "get_order", Status: casefile.OK, Table: &casefile.Table{
				Columns: tool.Gives, Complete: true, Total: 1, Rows: []casefile.Row{{{Text: "A1", Type: casefile.Text}, {Text: "open", Type: casefile.Text}}},
			}}},
		}
		w, err := New(Rules{Tools: []casefile.ToolSpec{tool}})
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Generate(t.Context(), c)
		if err != nil || len(a.Claims) != 1 || (len(a.Missing) > 0) != lacks {
			t.Errorf("%q: claims %+v, missing %q (error %v); want one claim, something missing: %v", q, a.Claims, a.Missing, err, lacks)
		}
	}
}
