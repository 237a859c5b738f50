package plan

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// after returns a case whose first plan was carried out: every step ended with a status.
func afterRound(t *testing.T, p *Planner, q string, ended map[string]casefile.Status) casefile.Case {
	t.Helper()
	c := opened(q)
	c.Plan = planOf(t, p, q)
	c.Round = 2
	for _, s := range c.Plan.Steps {
		st, ok := ended[s.ID]
		if !ok {
			continue
		}
		c.Calls = append(c.Calls, casefile.Done{Call: casefile.Call{Step: s.ID, Tool: s.Tool, Args: s.Args}, Status: st})
	}
	return c
}

func again(t *testing.T, p *Planner, c casefile.Case, gaps ...casefile.Gap) casefile.Plan {
	t.Helper()
	c.Gaps = gaps
	plan, err := p.Plan(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestGaps(t *testing.T) {
	p := planner(t)
	data := afterRound(t, p, "张三上个月请了几天病假？", map[string]casefile.Status{"get_leave_days": casefile.NoHit})
	book := afterRound(t, p, "P1234 上个月能续期吗", map[string]casefile.Status{"pass": casefile.OK, "rule": casefile.OK})
	docs := afterRound(t, p, "年假最多可以结转几天？", map[string]casefile.Status{"search_documents": casefile.NoHit})
	rules := afterRound(t, p, "考勤制度里关于迟到的办法是什么？", map[string]casefile.Status{"search_rules": casefile.NoHit})
	cut := afterRound(t, p, "年假最多可以结转几天？", map[string]casefile.Status{"search_documents": casefile.Partial})
	cut.Evidence = append(cut.Evidence, casefile.Evidence{ID: "E2", Steps: []string{"search_documents"}, Status: casefile.Partial, Text: "年假最多",
		Source: &casefile.Source{DocID: "leave", Version: "3", Section: "2"}})
	for _, x := range []struct {
		name string
		c    casefile.Case
		gap  casefile.Gap
		want string // TOOL{ARGS}, "" when nothing is left to try
	}{
		{"an empty period is widened to as many days ending on the same day", data, casefile.Gap{Step: "get_leave_days", Status: casefile.NoHit},
			`get_leave_days{"employee":"张三","kind":"病假","period":"2026-06-03..2026-08-31"}`},
		{"a playbook's clause is searched with its second query", book, casefile.Gap{Step: "rule", Field: "window", Status: casefile.OK},
			`search_rules{"query":"门禁卡 换发"}`},
		{"the search for one kind is followed by the search over all", rules, casefile.Gap{Step: "search_rules", Status: casefile.NoHit}, "search_documents{"},
		{"words are changed where there is no wider search", docs, casefile.Gap{Step: "search_documents", Status: casefile.NoHit}, "search_documents{"},
		{"a section that was cut off is read whole", cut, casefile.Gap{Step: "search_documents", Status: casefile.Partial},
			`read_document_section{"doc_id":"leave","section":"2"}`},
		{"a timeout was tried twice already", data, casefile.Gap{Step: "get_leave_days", Status: casefile.Timeout}, ""},
		{"forbidden is the end", data, casefile.Gap{Step: "get_leave_days", Status: casefile.Forbidden}, ""},
		{"a refused argument is not sent again", data, casefile.Gap{Step: "get_leave_days", Status: casefile.Invalid}, ""},
		{"each gap is tried once", data, casefile.Gap{Step: "get_leave_days", Status: casefile.NoHit, Tried: 2}, ""},
		{"an unknown step has no gap", data, casefile.Gap{Step: "nobody", Status: casefile.NoHit}, ""},
	} {
		got := again(t, p, x.c, x.gap)
		if c := calls(got); x.want == "" && len(got.Steps) > 0 || !strings.HasPrefix(c, x.want) {
			t.Errorf("%s: %s", x.name, c)
			continue
		}
		for _, s := range got.Steps {
			if s.For != x.gap.Step || s.ID == x.gap.Step || got.Needs != nil || got.Slots != nil {
				t.Errorf("%s: step %+v with needs %v", x.name, s, got.Needs)
			}
			if target, _ := x.c.Plan.Step(s.For); s.AsOf != target.AsOf || strings.Join(s.After, ",") != strings.Join(target.After, ",") {
				t.Errorf("%s: it reads other versions or does not wait for the same steps", x.name)
			}
		}
	}
}

func TestSingleModePlansOnce(t *testing.T) {
	p := planner(t)
	c := afterRound(t, p, "张三上个月请了几天病假？", map[string]casefile.Status{"get_leave_days": casefile.NoHit})
	c.Mode = casefile.Single
	if got := again(t, p, c, casefile.Gap{Step: "get_leave_days", Status: casefile.NoHit}); len(got.Steps) > 0 {
		t.Errorf("%s", calls(got))
	}
}

func TestQueriesHoldNoIdentifierAndNoPrivateNumber(t *testing.T) {
	for _, q := range []string{"P1234 门禁卡丢失的规定是什么", "我的电话是 13800000000，年假可以结转吗", "mail me at someone@example.com: can I carry over leave?"} {
		for _, s := range planOf(t, planner(t), q).Steps {
			var args struct{ Query string }
			if err := json.Unmarshal(s.Args, &args); err != nil {
				t.Fatal(err)
			}
			if strings.ContainsAny(args.Query, "0123456789@") {
				t.Errorf("%s: the query is %q", q, args.Query)
			}
		}
	}
}
