package playbook

import (
	"encoding/json"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// loan is a small playbook in the language of the documentation.
const loan = `
name: loan-return
match: {needs: [loan], any: [归还, give back]}
ask: {loan: {zh: 哪一笔借阅？, en: "Which loan?"}}
defaults: {period: 上个月}
slots:
  damaged:
    "yes": [弄坏了, damaged]
    "no": [完好, intact]
  said_day: {pattern: ['借了\s*(?P<value>\d+)\s*天']}
steps:
  - id: loan
    tool: get_loan
    args: {loan_id: "{loan}"}
    needs: [lent_at, title]
  - id: age
    tool: calculate
    args: {expression: "days(loan.lent_at, today)", unit: day}
  - id: rule
    tool: search_rules
    after: [loan]
    args: {query: "{loan.kind} 借阅 期限"}
    again: {query: "{loan.kind} 归还"}
    needs:
      window: {pattern: '借出后\s*(?P<value>\d+\s*天)内归还', in: "{loan.kind}", about: {zh: 借阅期限, en: the loan period}}
      fee: {pattern: '每天\s*(?P<value>\d+(?:\.\d+)?\s*元)', optional: true}
  - id: copies
    tool: list_copies
  - id: share
    tool: calculate
    each: copies
    key: copy
    if: copies.total > 0
    args: {expression: "copies.torn / copies.total"}
report:
  - about: {zh: 是否逾期, en: whether it is overdue}
    if: age > rule.window
    zh: "{loan} 已逾期：{loan.lent_at|date}借出，到今天第 {age} 天，期限 {rule.window}。"
    en: "{loan} is overdue: lent on {loan.lent_at|date}, day {age} today, limit {rule.window}."
    rests_on: [rule.window, loan.lent_at, age]
  - each: copies
    key: copy
    about: {zh: "{row.copy} 的破损", en: "the wear of {row.copy}"}
    part: basis
    zh: "{row.copy} 破损 {share|percent}。"
    en: "{row.copy} is worn by {share|percent}."
`

func load(t testing.TB, src string) Playbook {
	t.Helper()
	var b Playbook
	if ps := strictyaml.Decode("playbook.yaml", []byte(src), 1, &b); len(ps) > 0 {
		t.Fatal(ps)
	}
	return b
}

func str(s string) casefile.Cell    { return casefile.Cell{Text: s, Type: casefile.Text} }
func number(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Number} }

// loaned is a case in which everything was found.
func loaned() casefile.Case {
	zone := time.FixedZone("CST", 8*3600)
	q := "借阅 L77 弄坏了，上个月借的，能归还吗？"
	c := casefile.Case{Question: q, Lang: casefile.Chinese, Now: time.Date(2026, 9, 20, 10, 0, 0, 0, zone)}
	c.Plan = casefile.Plan{Playbook: "loan-return",
		Slots: []casefile.Slot{
			{Name: "loan", Values: []string{"L77"}, Words: "L77"},
			{Name: "damaged", Values: []string{"yes"}, Words: "弄坏了"},
			{Name: "said_day"},
			{Name: "period", Values: []string{"2026-08-01..2026-08-31"}, Words: "上个月"},
			{Name: "friends", Values: []string{"甲", "乙"}, Words: "甲、乙"},
		},
		Steps: []casefile.Step{
			{ID: "loan", Tool: "get_loan"},
			{ID: "age", Tool: "calculate", After: []string{"loan"}},
			{ID: "rule", Tool: "search_rules", After: []string{"loan"}, Goal: "借阅期限", Needs: []casefile.Field{
				{Name: "window", Pattern: `借出后\s*(?P<value>\d+\s*天)内归还`, In: "{loan.kind}"}, {Name: "fee", Pattern: `每天\s*(?P<value>\d+\s*元)`, Optional: true}}},
			{ID: "copies", Tool: "list_copies"},
			{ID: "share", Tool: "calculate", Each: "copies", Key: "copy", After: []string{"copies"}},
			{ID: "lost", Tool: "get_lost", After: []string{"copies"}},
			{ID: "after_lost", Tool: "calculate", After: []string{"lost"}},
		}}
	done := func(step string, st casefile.Status, key string, ev ...string) {
		c.Calls = append(c.Calls, casefile.Done{Call: casefile.Call{Step: step, Key: key}, Status: st, Evidence: ev})
	}
	done("loan", casefile.OK, "", "E2")
	done("age", casefile.OK, "", "E3")
	done("rule", casefile.OK, "", "E4", "E5")
	done("copies", casefile.OK, "", "E6")
	done("share", casefile.OK, "C1", "E7")
	done("share", casefile.OK, "C2", "E8")
	done("lost", casefile.Timeout, "", "E9")
	const before = "说明。\n"
	body := "漫画借出后 7 天内归还，逾期每天 2 元。其他另行规定。"
	c.Evidence = []casefile.Evidence{
		{ID: "E1", Steps: []string{"question"}, Status: casefile.OK, Text: q, Said: true},
		{ID: "E2", Steps: []string{"loan"}, Tool: "get_loan", Status: casefile.OK, Table: &casefile.Table{
			Columns: []casefile.Column{{Name: "lent_at", Type: "datetime"}, {Name: "title", Type: "text"}, {Name: "kind", Type: "text"}, {Name: "back_at", Type: "datetime"}},
			Rows:    []casefile.Row{{str("2026-09-09T22:30:00Z"), str("山海经"), str("漫画"), {}}}, Complete: true, Total: 1}},
		{ID: "E3", Steps: []string{"age"}, Status: casefile.OK, Calc: &casefile.Calc{Formula: "days(loan.lent_at, today)", Value: "10", Unit: "day", Exact: true}},
		{ID: "E4", Steps: []string{"rule"}, Status: casefile.OK, Text: "图书借出后 30 天内归还。", Source: &casefile.Source{DocID: "books", Title: "图书", Start: 0, End: 40}},
		{ID: "E5", Steps: []string{"rule"}, Status: casefile.OK, Text: body, Source: &casefile.Source{DocID: "comics", Title: "漫画规则", Version: "V2", Section: "3", Start: len(before), End: len(before) + len(body)}},
		{ID: "E6", Steps: []string{"copies"}, Status: casefile.OK, Table: &casefile.Table{
			Columns: []casefile.Column{{Name: "copy", Type: "identifier"}, {Name: "torn", Type: "integer", Unit: "页"}, {Name: "total", Type: "integer", Unit: "页"}},
			Rows:    []casefile.Row{{str("C1"), number("3"), number("80")}, {str("C2"), number("1"), number("3")}}, Complete: true, Total: 2}},
		{ID: "E7", Steps: []string{"share"}, Key: "C1", Status: casefile.OK, Calc: &casefile.Calc{Value: "0.0375", Exact: true}},
		{ID: "E8", Steps: []string{"share"}, Key: "C2", Status: casefile.OK, Calc: &casefile.Calc{Value: "0.333333333333"}},
		{ID: "E9", Steps: []string{"lost"}, Status: casefile.Timeout},
	}
	return c
}

func TestLoadsTheDocumentedLanguage(t *testing.T) {
	b := load(t, loan)
	if ps := Check("playbook.yaml", b); len(ps) > 0 {
		t.Fatalf("problems: %v", ps)
	}
	if got := b.Slots["damaged"].Values; len(got) != 2 || got[0].Value != "yes" {
		t.Errorf("the values of a slot keep their order: %v", got)
	}
	if got := b.Steps[2].Needs; len(got) != 2 || got[0].Name != "window" || !got[1].Optional || got[0].In != "{loan.kind}" {
		t.Errorf("needs: %+v", got)
	}
	if got := string(b.Steps[1].Args); got != `{"expression":"days(loan.lent_at, today)","unit":"day"}` {
		t.Errorf("args: %s", got)
	}
	again, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var back Playbook
	if err := json.Unmarshal(again, &back); err != nil {
		t.Fatal(err)
	}
	twice, _ := json.Marshal(back)
	if string(twice) != string(again) {
		t.Errorf("a playbook changes on its way through a case log:\n%s\n%s", again, twice)
	}
}
