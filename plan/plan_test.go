package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// calls writes the steps of a plan as TOOL{ARGS} with what they wait for.
func calls(p casefile.Plan) string {
	var out []string
	for _, s := range p.Steps {
		one := s.Tool + string(s.Args)
		if len(s.After) > 0 {
			one += " after " + strings.Join(s.After, ",")
		}
		out = append(out, one)
	}
	return strings.Join(out, "\n")
}

func TestQuestionsWithoutAPlaybook(t *testing.T) {
	p := planner(t)
	for _, x := range []struct {
		q     string
		kind  casefile.Kind
		calls []string // each begins a step's TOOL{ARGS}
		none  []string // no step's does
	}{
		{"张三上个月请了几天年假？", casefile.DataKind, []string{`get_leave_days{"employee":"张三","kind":"年假","period":"2026-08-01..2026-08-31"}`}, []string{"search"}},
		{"How many days of annual leave did Alice Brown take in August?", "", []string{`get_leave_days{"employee":"Alice Brown","kind":"年假","period":"2026-08-01..2026-08-31"}`}, nil},
		{"年假最多可以结转几天？", casefile.DocumentKind, []string{"search_documents"}, []string{"get_"}},
		{"How many days can I carry over?", casefile.DocumentKind, []string{`search_documents{"query":"How many days can I carry over? 结转"}`}, []string{"get_"}},
		{"谁上个月迟到最多？", casefile.DataKind, []string{`get_late_ranking{"n":1,"period":"2026-08-01..2026-08-31"}`}, nil},
		{"研发部门最近30天迟到最多的三个人是谁？", casefile.DataKind, []string{`get_late_ranking{"department":"研发部","n":3,"period":"2026-08-22..2026-09-20"}`}, nil},
		{"除了研发部之外，上个月谁迟到最多？", casefile.DataKind, []string{`get_late_ranking{"n":1,"period":"2026-08-01..2026-08-31","skip":["研发部"]}`}, nil},
		{"Who was late most last month, other than in sales?", casefile.DataKind, []string{`get_late_ranking{"n":1,"period":"2026-08-01..2026-08-31","skip":["销售部"]}`}, nil},
		{"迟到的处罚规定是什么？", "", []string{"search_documents"}, nil},
		{"上个月和去年同期的迟到次数", casefile.DataKind, []string{`get_late_ranking{"period":["2026-08-01..2026-08-31","2025-08-01..2025-08-31"]}`}, nil},
		{"加班餐补上个月多少？", casefile.DocumentKind, []string{"search_rules"}, []string{"get_"}}, // the route decides
		{"张三和李四上个月请了几天病假？", casefile.DataKind, []string{`get_leave_days{"employee":["张三","李四"],"kind":"病假"`}, nil},
		{"考勤办法里提到的规定适用于哪些员工？", casefile.CombinedKind, []string{"search_rules", `list_members{"departments":"{search_rules.entity:department}"} after search_rules`}, nil},
		{"P1234 什么时候发的卡？", "", []string{`get_pass{"pass_no":"P1234"}`, `search_rules{"query":"什么时候发的卡？`}, nil}, // required, and without the number
		{"ｐ１２３４ 门禁卡的状态", "", []string{`get_pass{"pass_no":"P1234"}`}, nil},
	} {
		got := planOf(t, p, x.q)
		if got.Reply != nil || len(got.Needs) == 0 {
			t.Errorf("%s: reply %+v", x.q, got.Reply)
			continue
		}
		if x.kind != "" && got.Needs[0].Kind != x.kind {
			t.Errorf("%s: %s, want %s (%s)", x.q, got.Needs[0].Kind, x.kind, got.Why)
		}
		lines := strings.Split(calls(got), "\n")
		for _, want := range x.calls {
			if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
				t.Errorf("%s: no step %s in\n%s", x.q, want, calls(got))
			}
		}
		for _, not := range x.none {
			if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, not) }) {
				t.Errorf("%s: a step %s in\n%s", x.q, not, calls(got))
			}
		}
	}
}

func TestReplies(t *testing.T) {
	p := planner(t)
	for _, x := range []struct {
		q      string
		status casefile.AnswerStatus
		says   string
		calls  int
	}{
		{"你好！", casefile.Answered, "您好", 0},
		{"Hi, what can you do?", casefile.Answered, "I can look up", 0},
		{"谢谢您", casefile.Answered, "不客气", 0},
		{"我的门禁卡怎么续期？", casefile.NeedsInput, "哪张门禁卡？", 0},
		{"Can you renew my pass?", casefile.NeedsInput, "Which access pass?", 0},
		{"上个月请了几天假？", casefile.NeedsInput, "请问是哪位员工？", 0},
		{"帮我开门", casefile.NeedsApproval, "开门需要人工确认。", 0},
		{"帮我开门，卡号 P1234，还能续期吗", "", "", 3}, // whose pass it is gets checked
	} {
		got := planOf(t, p, x.q)
		switch {
		case x.status == "" && (got.Reply != nil || len(got.Steps) != x.calls):
			t.Errorf("%s: %+v with %d steps", x.q, got.Reply, len(got.Steps))
		case x.status != "" && (got.Reply == nil || got.Reply.Status != x.status || !strings.Contains(got.Reply.Text, x.says) || len(got.Steps) > 0):
			t.Errorf("%s: %+v with steps %s", x.q, got.Reply, calls(got))
		}
	}
	if got := planOf(t, p, "帮我开门，卡号 P1234，还能续期吗"); got.Action != "unlock" {
		t.Errorf("the action is %q", got.Action)
	}
	if got := planOf(t, p, "不要帮我开门，P1234 能续期吗"); got.Action != "" {
		t.Errorf("a negated action is planned: %q", got.Action)
	}
}

func TestAPersonWhoIsNotKnownIsPutToTheTool(t *testing.T) {
	got := planOf(t, planner(t), "周九上个月请了几天假？")
	if c := calls(got); !strings.Contains(c, `"employee":"周九"`) {
		t.Errorf("%+v\n%s", got.Reply, c)
	}
	got = planOf(t, planner(t), "生产部门上个月谁迟到了？")
	if c := calls(got); !strings.Contains(c, `"department":"生产部门"`) {
		t.Errorf("%+v\n%s", got.Reply, c)
	}
}

func TestPersonsFillFreeText(t *testing.T) {
	r := Rules{Tools: []casefile.ToolSpec{{Name: "leave_balance", Does: "Days of leave an employee has left. 员工剩余的假期天数。", Words: []string{"days left", "剩余假期"},
		Params: []casefile.Param{{Name: "employee", Type: "text", Required: true, Ask: map[casefile.Lang]string{"en": "Who?", "zh": "哪位？"}}},
		Gives:  []casefile.Column{{Name: "name", Type: "text"}, {Name: "days", Type: "decimal", Title: "剩余天数", TitleEN: "days left"}}},
		{Name: "search_documents", Search: true, Params: searchParams()}}}
	p, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]string{
		"How many days does Alice van Dyke have left?": "Alice van Dyke",
		"How many days has Zorro left?":                "Zorro",
		"How many of Bo Li's days are left?":           "Bo Li",
		"欧阳锋还剩几天假？":                                    "欧阳锋",
		"王小明剩余假期还有几天":                                  "王小明",
	} {
		if got := calls(planOf(t, p, q)); !strings.HasPrefix(got, `leave_balance{"employee":"`+want+`"}`) {
			t.Errorf("%s: %s", q, got)
		}
	}
}

func TestCompoundQuestions(t *testing.T) {
	p := planner(t)
	for q, want := range map[string][]casefile.Kind{
		"张三上个月请了几天年假？年假最多可以结转几天？":                                          {casefile.DataKind, casefile.DocumentKind},
		"上个月谁迟到最多，年假可以结转几天":                                                {casefile.DataKind, casefile.DocumentKind},
		"Who was late most last month, and can I carry over annual leave?": {casefile.DataKind, casefile.DocumentKind},
		"我上周没来。张三上个月请了几天年假？":                                               {casefile.DataKind}, // a setting is no question
		"张三、李四上个月请了几天年假？":                                                  {casefile.DataKind},
	} {
		got := planOf(t, p, q)
		var kinds []casefile.Kind
		for _, n := range got.Needs {
			kinds = append(kinds, n.Kind)
		}
		if !slices.Equal(kinds, want) {
			t.Errorf("%s: %v, want %v (%s)", q, kinds, want, got.Why)
		}
	}
}

// The plan of a playbook, written by hand from the file.
func TestPlaybookPlan(t *testing.T) {
	got := planOf(t, planner(t), "门禁卡 P1234 没丢，用了十天，能续期吗？")
	const want = `get_pass{"pass_no":"{pass}"}
calculate{"expression":"days(pass.issued_on, today)","unit":"day"} after pass
search_rules{"query":"{pass.state} 门禁卡 续期 期限"} after pass`
	if c := calls(got); c != want {
		t.Errorf("steps\n%s\nwant\n%s", c, want)
	}
	if got.Playbook != "pass-renewal" || got.Steps[2].AsOf.String() != "2026-08-31" {
		t.Errorf("playbook %s, as of %s", got.Playbook, got.Steps[2].AsOf)
	}
	slots := map[string]string{}
	for _, s := range got.Slots {
		slots[s.Name] = strings.Join(s.Values, ",") + "/" + s.Words
	}
	for name, want := range map[string]string{"pass": "P1234/P1234", "lost": "no/没丢", "used": "10/用了十天", "period": "2026-08-01..2026-08-31/"} {
		if slots[name] != want {
			t.Errorf("slot %s is %q, want %q", name, slots[name], want)
		}
	}
	if f := got.Steps[2].Needs[0]; f.Name != "window" || f.About != "续期期限" || f.Pattern == "" {
		t.Errorf("needs %+v", f)
	}
}

func TestSlotsReadNegations(t *testing.T) {
	p := planner(t)
	for q, want := range map[string]string{
		"P1234 丢了，能续期吗":                    "yes",
		"P1234 没有丢了，能续期吗":                  "no", // negated where no list has it
		"P1234 没丢，能续期吗":                    "no",
		"P1234 renew: it was not lost":     "no",
		"P1234 renew: it hasn't been lost": "no",
		"P1234 renew, I lost it":           "yes",
		"P1234 能续期吗":                       "",
		"P1234 还在，如果丢了能换卡吗？":               "no", // what is said goes before what is asked about
	} {
		got := planOf(t, p, q)
		value := "?"
		for _, s := range got.Slots {
			if s.Name == "lost" {
				value = strings.Join(s.Values, ",")
			}
		}
		if value != want {
			t.Errorf("%s: %q, want %q", q, value, want)
		}
	}
}

func TestPlansFitTheSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("plan.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("plan.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	p := planner(t)
	fits := func(plan casefile.Plan) error {
		b, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	for _, q := range []string{"P1234 用了三天能续期吗", "上半年谁迟到最多，年假怎么结转", "你好", "帮我开门", "第三季度除了研发部谁迟到最多"} {
		if err := fits(planOf(t, p, q)); err != nil {
			t.Errorf("%s: %v", q, err)
		}
	}
	if fits(casefile.Plan{Why: "x", Needs: []casefile.Need{{Text: "x", Kind: "anything"}}}) == nil {
		t.Error("the schema takes an unknown kind")
	}
}

func TestPlanningIsPure(t *testing.T) {
	// rules that went through a case log make the same plans
	raw, err := json.Marshal(desk(t))
	if err != nil {
		t.Fatal(err)
	}
	var again Rules
	if err := json.Unmarshal(raw, &again); err != nil {
		t.Fatal(err)
	}
	q, err := New(again)
	if err != nil {
		t.Fatal(err)
	}
	p := planner(t)
	for _, s := range []string{"P1234 用了三天能续期吗", "上个月谁迟到最多，年假怎么结转", "hi, thanks", "张三和李四请了几天假"} {
		first, _ := json.Marshal(planOf(t, p, s))
		for range 20 {
			if b, _ := json.Marshal(planOf(t, q, s)); string(b) != string(first) {
				t.Fatalf("%s:\n%s\n%s", s, first, b)
			}
		}
	}
}

func TestNewNamesTheRuleAtFault(t *testing.T) {
	r := desk(t)
	r.Identifiers["bad"] = "("
	if _, err := New(r); err == nil || !strings.Contains(err.Error(), "identifiers.bad") {
		t.Errorf("%v", err)
	}
	r = desk(t)
	r.Playbooks[0].Slots["used"] = r.Playbooks[0].Slots["lost"]
	s := r.Playbooks[0].Slots["used"]
	s.Pattern = []string{"["}
	r.Playbooks[0].Slots["used"] = s
	if _, err := New(r); err == nil || !strings.Contains(err.Error(), "slots.used.pattern") {
		t.Errorf("%v", err)
	}
}

func BenchmarkPlan(b *testing.B) {
	p := planner(b)
	c := opened("门禁卡 P1234 没丢，用了十天，能续期吗？")
	for b.Loop() {
		if _, err := p.Plan(context.Background(), c); err != nil {
			b.Fatal(err)
		}
	}
}

// A question of the greatest length is planned in linear work: these would not end otherwise.
func TestLongQuestions(t *testing.T) {
	p := planner(t)
	for _, unit := range []string{"上个月谁迟到，", "P1234 ", "？", "and what about ", "除了研发部", "张三", "年假结转；", "a-", "最近30天"} {
		q := strings.Repeat(unit, casefile.MaxQuestion/len(unit))
		plan, err := p.Plan(context.Background(), opened(q))
		if err != nil {
			t.Errorf("%s…: %v", unit, err)
		}
		if n := len(plan.Steps); n > maxParts*maxSteps {
			t.Errorf("%s…: %d steps", unit, n)
		}
	}
}

func FuzzPlan(f *testing.F) {
	for _, s := range []string{"P1234 没丢，能续期吗？", "除了研发部之外谁迟到最多", "“张三”、\u200b李四", "{x} {{ }", "前三百亿", "\xff"} {
		f.Add(s)
	}
	p := planner(f)
	f.Fuzz(func(t *testing.T, q string) {
		plan, err := p.Plan(context.Background(), opened(q))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range plan.Slots {
			if s.Words != "" && !strings.Contains(q, s.Words) {
				t.Fatalf("slot %s quotes %q, which is not in %q", s.Name, s.Words, q)
			}
		}
	})
}
