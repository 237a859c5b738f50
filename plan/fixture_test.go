package plan

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/strictyaml"
)

// desk is a small workspace: a leave policy, an attendance table, and one playbook.
func desk(t testing.TB) Rules {
	t.Helper()
	employee := casefile.Param{Name: "employee", Type: "enum", Entity: "employee", Required: true, Values: []string{"张三", "李四", "Alice Brown"},
		Ask: map[casefile.Lang]string{"zh": "请问是哪位员工？", "en": "Which employee?"}}
	period := casefile.Param{Name: "period", Type: "period", Default: json.RawMessage(`"上个月"`), Widen: 90}
	department := casefile.Param{Name: "department", Type: "enum", Entity: "department", Values: []string{"研发部", "销售部", "市场部"},
		Aliases: map[string]string{"研发": "研发部", "研发部门": "研发部", "sales": "销售部"}}
	return Rules{
		Tools: []casefile.ToolSpec{
			{Name: "get_leave_days", Does: "统计员工在一段时间内请假的天数。Days of leave an employee took in a period, by kind.", When: "问题是某个员工请了几天假。The question is how many days of leave someone took.",
				Not: "不用于休假制度的规定。Not for leave rules.", Words: []string{"请假", "请了几天", "休了几天", "days of leave", "leave taken", "took leave"},
				Params: []casefile.Param{employee, {Name: "kind", Type: "enum", Entity: "leave_kind", Values: []string{"年假", "病假"}}, period},
				Gives: []casefile.Column{{Name: "name", Type: "text", Title: "员工", TitleEN: "employee", Entity: "employee"},
					{Name: "kind", Type: "text", Title: "假别", Entity: "leave_kind"}, {Name: "days", Type: "decimal", Title: "请假天数", TitleEN: "days taken", Unit: "天"}}},
			{Name: "get_late_ranking", Does: "按迟到次数给员工排名。Ranks employees by how often they were late.", When: "问题是谁迟到最多。The question is who was late most.",
				Not: "不用于迟到怎么处罚。Not for the rules on lateness.", Words: []string{"迟到", "迟到次数", "late", "lateness"},
				Params: []casefile.Param{period, department, {Name: "skip", Type: "enum", List: true, Entity: "department", Exclude: true, Values: department.Values},
					{Name: "n", Type: "integer", Default: json.RawMessage("5"), Meaning: "取前几名"}},
				Gives: []casefile.Column{{Name: "name", Type: "text", Title: "员工", TitleEN: "employee", Entity: "employee"}, {Name: "times", Type: "integer", Title: "迟到次数", Unit: "次"}}},
			{Name: "get_pass", Does: "查询一张门禁卡的状态和发卡日期。Looks up one access pass.", When: "问题是某张门禁卡。", Not: "不用于门禁规定。",
				Words: []string{"门禁卡", "发卡", "pass"}, Owned: true, Bind: "issued_on",
				Params: []casefile.Param{{Name: "pass_no", Type: "identifier", Kind: "pass", Pattern: `P\d{4}`, Required: true, Ask: map[casefile.Lang]string{"zh": "请问是哪张卡？", "en": "Which pass?"}}},
				Gives:  []casefile.Column{{Name: "pass_no", Type: "identifier"}, {Name: "state", Type: "text", Title: "状态"}, {Name: "issued_on", Type: "date", Title: "发卡日期"}}},
			{Name: "list_members", Does: "列出部门的员工。Lists the employees of departments.", When: "问题是哪些员工、适用于哪些员工。", Not: "不用于考勤。",
				Words: []string{"哪些员工", "员工名单", "which employees"}, Params: []casefile.Param{{Name: "departments", Type: "enum", List: true, Entity: "department", Values: department.Values}},
				Gives: []casefile.Column{{Name: "name", Type: "text", Title: "员工", Entity: "employee"}, {Name: "department", Type: "text", Title: "部门", Entity: "department"}}},
			{Name: "search_rules", Search: true, Kinds: []string{"rule"}, Does: "查制度。Searches the rules.", Words: []string{"制度", "办法", "rules"}, Params: searchParams()},
			{Name: "search_documents", Search: true, Does: "查全部文档。Searches all documents.", Params: searchParams()},
			{Name: "read_document_section", Params: []casefile.Param{{Name: "doc_id", Type: "text", Required: true}, {Name: "section", Type: "text", Required: true}}},
			{Name: "calculate"},
		},
		Identifiers: map[string]string{"pass": `P\d{4}`},
		Dictionary:  map[string]map[string][]string{"leave_kind": {"年假": {"annual leave", "年休假"}, "病假": {"sick leave"}}},
		Synonyms:    [][]string{{"结转", "carry over"}, {"迟到", "late", "lateness"}},
		Playbooks:   []playbook.Playbook{renewal(t)},
		Required:    []Required{{When: "pass", Steps: []string{"get_pass", "search_rules"}}},
		Routes:      []RouteRule{{Any: []string{"加班餐补"}, Kind: casefile.DocumentKind, Tools: []string{"search_rules"}}},
		Actions:     map[string]Action{"unlock": {Words: []string{"帮我开门", "unlock it for me"}, Say: playbook.Text{ZH: "开门需要人工确认。", EN: "A person must unlock the door."}}},
	}
}

func searchParams() []casefile.Param {
	return []casefile.Param{{Name: "query", Type: "text", Required: true}, {Name: "exclude", Type: "text", List: true}}
}

func renewal(t testing.TB) playbook.Playbook {
	t.Helper()
	const src = `
name: pass-renewal
match:
  - {has: [pass], any: [续期, 换卡, renew]}
  - {needs: [pass], all: [[续期, 换卡, renew], [我, my]]}
ask: {pass: {zh: 哪张门禁卡？, en: "Which access pass?"}}
defaults: {period: 上个月}
slots:
  lost: {"yes": [丢了, 遗失, lost], "no": [没丢, 还在, not lost]}
  used: {pattern: ['用了\s*(?P<value>\d+)\s*天', '(?P<value>\d+) days']}
steps:
  - id: pass
    tool: get_pass
    goal: {zh: 卡的状态, en: the state of the pass}
    args: {pass_no: "{pass}"}
    needs: [state, issued_on]
  - id: age
    tool: calculate
    args: {expression: "days(pass.issued_on, today)", unit: day}
  - id: rule
    tool: search_rules
    goal: {zh: 续期的规定, en: the rule on renewal}
    args: {query: "{pass.state} 门禁卡 续期 期限"}
    again: {query: 门禁卡 换发}
    as_of: period.to
    needs:
      window: {pattern: '(?P<value>\d+\s*天)内可以续期', about: {zh: 续期期限, en: the renewal window}}
report:
  - about: {zh: 续期, en: renewal}
    if: age <= rule.window
    zh: "{pass} 可以续期。"
    en: "{pass} can be renewed."
`
	var b playbook.Playbook
	if ps := strictyaml.Decode("renewal.yaml", []byte(src), 1, &b); len(ps) > 0 {
		t.Fatal(ps)
	}
	return b
}

func planner(t testing.TB) *Planner {
	t.Helper()
	p, err := New(desk(t))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// opened is a case as the engine opens it, on Sunday 2026-09-20 in Shanghai.
func opened(q string) casefile.Case {
	return casefile.Case{Question: q, Lang: casefile.LangOf(q), Round: 1, Mode: casefile.Auto,
		Now:      time.Date(2026, 9, 20, 10, 0, 0, 0, time.FixedZone("CST", 8*3600)),
		Evidence: []casefile.Evidence{{ID: "E1", Steps: []string{"question"}, Status: casefile.OK, Text: q, Said: true}}}
}

func planOf(t testing.TB, p *Planner, q string) casefile.Plan {
	t.Helper()
	plan, err := p.Plan(context.Background(), opened(q))
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return plan
}
