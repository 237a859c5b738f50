package plan

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// TestAFunctionAboutTheNamedThing has a function that is about one kind of leave only: it needs no parameter for it.
func TestAFunctionAboutTheNamedThing(t *testing.T) {
	r := desk(t)
	r.Tools = append(r.Tools, casefile.ToolSpec{
		Name: "my_leave_balance", Does: "查询提问者本人今年的年假：应有、已休和剩余天数。Looks up the asker's own annual leave of this year.",
		When: "问“我”的年假还剩几天时。The asker wants to know how much annual leave they have left.", Not: "不用于制度。Not for the policy.",
		Words: []string{"我的年假", "还剩", "剩余", "days left", "have left"},
		Gives: []casefile.Column{{Name: "remaining", Type: "decimal", Title: "剩余天数", TitleEN: "left", Unit: "天"}}, Single: true,
	})
	p, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for q, given := range map[string]bool{
		"我今年还剩几天年假？":                            true,
		"How much annual leave do I have left?": true,
		"我今年还剩几天病假？":                            false, // another kind: its rows are not about it
	} {
		plan := planOf(t, p, q)
		for _, n := range plan.Needs {
			for _, c := range n.Constraints {
				if given && strings.HasPrefix(c, playbook.NotGiven) {
					t.Errorf("%s: %s", q, c)
				}
			}
		}
		if given && !strings.Contains(calls(plan), "my_leave_balance") {
			t.Errorf("%s:\n%s", q, calls(plan))
		}
	}
}
