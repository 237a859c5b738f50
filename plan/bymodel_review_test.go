package plan

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// reviewing is a case whose plan asked for a ranking and for a rule, and what was found for them.
func reviewing(records ...casefile.Evidence) casefile.Case {
	c := agent("上个月研发部谁迟到最多？迟到怎么处罚？")
	august := casefile.Period{From: on(2026, 8, 1), To: on(2026, 8, 31)}
	c.Plan = casefile.Plan{
		Needs: []casefile.Need{
			{Text: "上个月研发部谁迟到最多？", Kind: casefile.DataKind, Period: august, PeriodText: "上个月", Entities: []casefile.Slot{{Name: "department", Values: []string{"研发部"}}}},
			{Text: "迟到怎么处罚？", Kind: casefile.DocumentKind},
		},
		Steps: []casefile.Step{{ID: "late", Tool: "get_late_ranking", Need: 0}, {ID: "rule", Tool: "search_rules", Need: 1}},
	}
	c.Evidence = append(c.Evidence, records...)
	return c
}

func ranking(id, args string, from casefile.Date) casefile.Evidence {
	return casefile.Evidence{ID: id, Steps: []string{"late"}, Status: casefile.OK, Args: json.RawMessage(args), Period: casefile.Period{From: from, To: on(2026, 8, 31)},
		Table: &casefile.Table{Total: 1, Columns: []casefile.Column{{Name: "name"}}, Rows: []casefile.Row{{{Type: casefile.Text, Text: "张三"}}}}}
}

func clause(id string) casefile.Evidence {
	return casefile.Evidence{ID: id, Steps: []string{"rule"}, Status: casefile.OK, Text: "迟到三次扣一天年假。", Source: &casefile.Source{DocID: "rules", Title: "考勤制度"}}
}

func gapsOf(r casefile.Review) string {
	var out []string
	for _, g := range r.Gaps {
		out = append(out, g.Step+" "+g.Field)
	}
	return strings.Join(out, ", ")
}

func TestWhatIsMissingByRule(t *testing.T) {
	august := on(2026, 8, 1)
	for name, tc := range map[string]struct {
		records []casefile.Evidence
		want    string
	}{
		"nothing":                        {[]casefile.Evidence{ranking("E2", `{"department":"研发部"}`, august), clause("E3")}, ""},
		"the name by its other form":     {[]casefile.Evidence{ranking("E2", `{"department":"研发部门"}`, august), clause("E3")}, ""},
		"all":                            {nil, "late entity:研发部, rule passage"},
		"the clause":                     {[]casefile.Evidence{ranking("E2", `{"department":"研发部"}`, august)}, "rule passage"},
		"the name":                       {[]casefile.Evidence{ranking("E2", `{}`, august), clause("E3")}, "late entity:研发部"},
		"part of the period":             {[]casefile.Evidence{ranking("E2", `{"department":"研发部"}`, on(2026, 8, 15)), clause("E3")}, "late period"},
		"a record of a call that failed": {[]casefile.Evidence{ranking("E2", `{"department":"研发部"}`, august), {ID: "E3", Steps: []string{"rule"}, Status: casefile.NoHit}}, "rule passage"},
	} {
		t.Run(name, func(t *testing.T) {
			review, err := planner(t).Review(t.Context(), reviewing(tc.records...))
			if got := gapsOf(review); err != nil || got != tc.want || review.Why == "" {
				t.Errorf("missing %q, why %q, error %v; want %q", got, review.Why, err, tc.want)
			}
		})
	}
}

func TestWhatIsMissingByModel(t *testing.T) {
	said := func(part, held, ids, query string) string {
		return `{"part":` + part + `,"why":"w","held":"` + held + `","records":[` + ids + `],"query":"` + query + `"}`
	}
	reply := func(parts ...string) string { return `{"parts":[` + strings.Join(parts, ",") + `]}` }
	for name, tc := range map[string]struct {
		reply, want, query string
		asked              int
	}{
		"both are held":           {reply(said("0", "yes", `"E2"`, ""), said("1", "yes", `"E3"`, "")), "", "", 1},
		"one is not":              {reply(said("0", "yes", `"E2"`, ""), said("1", "no", "", "迟到 罚款 13800138000")), "rule part", "迟到 罚款", 1},
		"unknown is not enough":   {reply(said("0", "unknown", "", ""), said("1", "yes", `"E3"`, "")), "late part", "", 1},
		"not a word is not":       {reply(said("1", "yes", `"E3"`, "")), "late part", "", 1},
		"yes without a record":    {reply(said("0", "yes", "", ""), said("1", "yes", `"E3"`, "")), "late part", "", 1},
		"a record of another":     {reply(said("0", "yes", `"E3"`, ""), said("1", "yes", `"E3"`, "")), "late part", "", 1},
		"a part that there isn't": {reply(said("5", "yes", `"E3"`, "")), "", "", 2}, // the rules' word stands
		"prose":                   {"All good.", "", "", 2},
	} {
		t.Run(name, func(t *testing.T) {
			r := desk(t)
			r.Reviews = true
			p, err := New(r)
			if err != nil {
				t.Fatal(err)
			}
			c := reviewing(ranking("E2", `{"department":"研发部"}`, on(2026, 8, 1)), clause("E3"))
			asked := 0
			c.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
				asked++
				if r.For != casefile.StageJudge || strings.Contains(r.System, "迟到") {
					t.Errorf("request %+v", r)
				}
				return casefile.ModelResponse{Text: tc.reply}, nil
			})
			review, err := p.Review(t.Context(), c)
			if got := gapsOf(review); err != nil || got != tc.want || asked != tc.asked {
				t.Errorf("missing %q after %d requests, error %v; want %q after %d", got, asked, err, tc.want, tc.asked)
			}
			for _, g := range review.Gaps {
				if g.Query != tc.query || g.About != c.Plan.Needs[map[string]int{"late": 0, "rule": 1}[g.Step]].Text {
					t.Errorf("gap %+v: want the query %q, about the question's own words", g, tc.query)
				}
			}
		})
	}
}

func TestAModelPlansForNamedGapsOnly(t *testing.T) {
	c := reviewing(ranking("E2", `{"department":"研发部"}`, on(2026, 8, 1)))
	c.Plan.Steps[1].Args = json.RawMessage(`{"query":"处罚"}`)
	c.Round, c.Gaps = 2, []casefile.Gap{{Step: "rule", Field: "passage", About: "迟到怎么处罚？", Why: "no passage was found for it", Query: "处罚"}}
	again := func(label, tool, args string) string {
		return strings.Replace(aTask("more", tool, args), `"part":0`, `"for":"`+label+`"`, 1)
	}
	byRules, err := planner(t).Plan(t.Context(), c)
	if err != nil || len(byRules.Steps) != 1 {
		t.Fatalf("by rules %+v, %v", byRules, err)
	}
	for name, tc := range map[string]struct{ reply, want string }{
		"other words":                {aPlan(again("g1", "search_documents", arg("query", "迟到 扣钱"))), `more search_documents {"query":"迟到 扣钱"}`},
		"a value of a record":        {aPlan(again("g1", "get_leave_days", arg("employee", "{late.name}"))), `more get_leave_days {"employee":"{late.name}","period":"2026-08-01..2026-08-31"} late`},
		"a gap that there is not":    {aPlan(again("g2", "search_documents", arg("query", "x"))), ""},
		"for no gap":                 {aPlan(aTask("more", "search_documents", arg("query", "x"))), ""},
		"the call that was made":     {aPlan(again("g1", "search_rules", arg("query", "处罚"))), ""},
		"nothing more":               {aPlan(), ""},
		"a step that is there":       {aPlan(strings.Replace(again("g1", "search_documents", arg("query", "x")), `"id":"more"`, `"id":"late"`, 1)), ""},
		"a value of a record's text": {aPlan(again("g1", "get_pass", arg("pass_no", "P1111"))), ""},
	} {
		t.Run(name, func(t *testing.T) {
			plan, _ := freely(t, c, tc.reply)
			want, by := tc.want, casefile.ByModel
			if want == "" {
				want, by = stepsOf(byRules), ""
			}
			if got := stepsOf(plan); got != want || plan.By != by {
				t.Errorf("by %q, why %q:\n%s\nwant\n%s", plan.By, plan.Why, got, want)
			}
			for _, s := range plan.Steps {
				if s.For != "rule" || s.Need != 1 {
					t.Errorf("step %+v is not for the gap", s)
				}
			}
		})
	}
}

func on(year, month, day int) casefile.Date {
	return casefile.Date{Year: year, Month: time.Month(month), Day: day}
}
