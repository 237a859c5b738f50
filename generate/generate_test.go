package generate

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/strictyaml"
)

const overdue = `
name: overdue
match: {needs: [loan], any: [归还]}
steps:
  - {id: loan, tool: get_loan, args: {loan_id: "{loan}"}}
  - {id: rule, tool: search_rules, args: {query: 借阅期限}}
  - {id: age, tool: calculate, args: {expression: "days(loan.lent, today)"}}
  - {id: copies, tool: list_copies}
report:
  - about: {zh: 是否逾期, en: whether it is overdue}
    if: age > rule.window
    zh: "{loan} 已逾期：{loan.lent|date}借出，第 {age} 天，期限 {rule.window}。"
    en: "{loan} is overdue: lent {loan.lent|date}, day {age}, limit {rule.window}."
    rests_on: [rule.window]
  - about: {zh: 是否逾期, en: whether it is overdue}
    if: age <= rule.window
    zh: "{loan} 未逾期。"
    en: "{loan} is not overdue."
  - about: {zh: 滞纳金, en: the fee}
    part: basis
    zh: "每天 {rule.fee}。"
    en: "{rule.fee} a day."
  - {about: {zh: 附加, en: extra}, optional: true, zh: "{rule.extra}", en: "{rule.extra}"}
  - each: copies
    key: copy
    part: next
    about: {zh: "{row.copy} 的去向", en: "where {row.copy} is"}
    if: row.place != 'gone'
    zh: "{row.copy} 在{row.place}。"
    en: "{row.copy} is in {row.place}."
`

func writer(t testing.TB) *Writer {
	t.Helper()
	var b playbook.Playbook
	if ps := strictyaml.Decode("overdue.yaml", []byte(overdue), 1, &b); len(ps) > 0 {
		t.Fatal(ps)
	}
	w, err := New(Rules{
		Playbooks:  []playbook.Playbook{b},
		Synonyms:   [][]string{{"外借", "borrow", "borrowed"}},
		Actions:    map[string]playbook.Action{"renew": {Say: playbook.Text{ZH: "续借需要人工确认。", EN: "A person must renew it."}}},
		Dictionary: map[string]map[string][]string{"branch": {"东馆": {"East Branch"}}},
		Tools: []casefile.ToolSpec{
			{Name: "get_loan", Params: []casefile.Param{{Name: "loan_id", Type: "identifier", Kind: "loan"}}, Gives: []casefile.Column{{Name: "lent"}}},
			{Name: "get_visits", Params: []casefile.Param{{Name: "period", Type: "period", Widen: 90}, {Name: "branch", Type: "enum", Entity: "branch", Values: []string{"东馆", "西馆"}}},
				Gives: []casefile.Column{{Name: "branch", Type: "text", Entity: "branch"}, {Name: "visits", Type: "integer"}},
				Say:   map[casefile.Lang]string{"zh": "{branch}到馆 {visits}。", "en": "{branch}: {visits}."}},
			{Name: "list_books", Gives: []casefile.Column{{Name: "isbn", Type: "identifier"}}},
			{Name: "search_rules", Search: true},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func opened(q string) casefile.Case {
	return casefile.Case{Question: q, Lang: casefile.LangOf(q), Now: time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC),
		Evidence: []casefile.Evidence{{ID: "E1", Steps: []string{"question"}, Status: casefile.OK, Text: q, Said: true}}}
}

func str(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Text} }
func num(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Number} }

// add gives a case a step that was called and how it ended.
func add(c *casefile.Case, s casefile.Step, st casefile.Status, ev ...casefile.Evidence) {
	c.Plan.Steps = append(c.Plan.Steps, s)
	d := casefile.Done{Call: casefile.Call{Step: s.ID, Tool: s.Tool, Args: s.Args}, Status: st}
	if len(ev) == 0 {
		ev = []casefile.Evidence{{}}
	}
	for _, e := range ev {
		e.ID = "E" + string(rune('1'+len(c.Evidence)))
		e.Tool, e.Args, e.Status = s.Tool, s.Args, st
		e.Steps = []string{s.ID}
		if s.For != "" {
			e.Steps = append(e.Steps, s.For)
		}
		d.Evidence = append(d.Evidence, e.ID)
		c.Evidence = append(c.Evidence, e)
	}
	c.Calls = append(c.Calls, d)
}

func hit(title, text string) casefile.Evidence {
	return casefile.Evidence{Text: text, Source: &casefile.Source{DocID: title, Title: title, Version: "V1", Section: "1", Start: 100, End: 100 + len(text), URI: "docs/" + title + ".md#1"}}
}

// loaned is the case of the playbook with everything found.
func loaned(days string) casefile.Case {
	c := opened("借阅 L77 还能归还吗？")
	c.Plan.Playbook = "overdue"
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.CombinedKind}}
	c.Plan.Slots = []casefile.Slot{{Name: "loan", Values: []string{"L77"}, Words: "L77"}}
	add(&c, casefile.Step{ID: "loan", Tool: "get_loan", Args: []byte(`{"loan_id":"L77"}`)}, casefile.OK, casefile.Evidence{Table: &casefile.Table{
		Columns: []casefile.Column{{Name: "lent", Type: "date"}}, Rows: []casefile.Row{{str("2026-09-10")}}, Complete: true, Total: 1}})
	add(&c, casefile.Step{ID: "rule", Tool: "search_rules", Needs: []casefile.Field{{Name: "window", Pattern: `(?P<value>\d+ 天)内归还`}, {Name: "fee", Pattern: `每天 (?P<value>\d 元)`}, {Name: "extra", Pattern: `附加`}}},
		casefile.OK, hit("借阅办法", "图书应当在借出后 "+days+" 天内归还。逾期每天 2 元。"))
	add(&c, casefile.Step{ID: "age", Tool: "calculate", After: []string{"loan"}}, casefile.OK, casefile.Evidence{Calc: &casefile.Calc{Formula: "days(loan.lent, today)", Value: "10", Unit: "day", Exact: true}})
	add(&c, casefile.Step{ID: "copies", Tool: "list_copies"}, casefile.OK, casefile.Evidence{Table: &casefile.Table{
		Columns: []casefile.Column{{Name: "copy", Type: "identifier"}, {Name: "place", Type: "text"}},
		Rows:    []casefile.Row{{str("C1"), str("东馆")}, {str("C2"), str("gone")}, {str("C3"), {}}}, Complete: true, Total: 3}})
	return c
}

func draft0(t testing.TB, c casefile.Case) casefile.Answer {
	t.Helper()
	a, err := writer(t).Generate(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func texts(a casefile.Answer) string {
	var out []string
	for _, c := range a.Claims {
		out = append(out, c.Text)
	}
	return strings.Join(out, "\n")
}

func TestReport(t *testing.T) {
	a := draft0(t, loaned("7"))
	want := "L77 已逾期：2026年9月10日借出，第 10 天，期限 7 天。\n每天 2 元。\nC1 在东馆。"
	if got := texts(a); got != want {
		t.Errorf("claims\n%s\nwant\n%s", got, want)
	}
	// C3 has no place: its sentence is unknown, and it is named
	if got := strings.Join(a.Missing, "; "); got != "C3 的去向：在可用的资料中没有找到" {
		t.Errorf("missing %s", got)
	}
	var cites []string
	for _, c := range a.Claims[0].Cites {
		cites = append(cites, c.Evidence+"/"+c.Quote+"/"+strings.Join(c.Columns, ","))
	}
	if got := strings.Join(cites, " "); got != "E1/L77/ E2//lent E4// E3/图书应当在借出后 7 天内归还。/" {
		t.Errorf("cites %s", got)
	}
	if a.Claims[2].Row == nil || *a.Claims[2].Row != 0 || a.Claims[2].Part != casefile.Next {
		t.Errorf("%+v", a.Claims[2])
	}
	if got := draft0(t, loaned("30")); !strings.HasPrefix(texts(got), "L77 未逾期。") {
		t.Errorf("a longer window: %s", texts(got))
	}
}

func TestTheWordingFollowsHowAToolEnded(t *testing.T) {
	for st, want := range map[casefile.Status]string{
		casefile.Timeout: "是否逾期：现在无法核实（get_loan 没有完成）",
		casefile.NoHit:   "是否逾期：在可用的资料中没有找到",
		casefile.Invalid: "是否逾期：get_loan 不接受所问的值（）",
	} {
		c := loaned("7")
		c.Plan.Steps, c.Calls, c.Evidence = nil, nil, c.Evidence[:1]
		add(&c, casefile.Step{ID: "loan", Tool: "get_loan"}, st)
		c.Plan.Steps = append(c.Plan.Steps, casefile.Step{ID: "rule", Tool: "search_rules", After: []string{"loan"}}, casefile.Step{ID: "age", Tool: "calculate", After: []string{"loan"}}, casefile.Step{ID: "copies", Tool: "list_copies", After: []string{"loan"}})
		a := draft0(t, c)
		if len(a.Claims) > 0 || !slices.Contains(a.Missing, want) {
			t.Errorf("%s: %q, missing %q", st, texts(a), a.Missing)
		}
	}
}

func TestSentences(t *testing.T) {
	need := func(q string, st casefile.Status, ev ...casefile.Evidence) casefile.Answer {
		c := opened(q)
		c.Plan.Needs = []casefile.Need{{Text: q, Kind: casefile.DocumentKind}}
		add(&c, casefile.Step{ID: "docs", Tool: "search_rules"}, st, ev...)
		return draft0(t, c)
	}
	a := need("地图可以外借吗？", casefile.OK,
		hit("馆藏", "本馆每天九点开门。地图不得外借，只能在馆内阅览。读者应当保持安静。"),
		hit("座位", "座位可以预约。每人每天一次。"))
	if got := texts(a); got != "地图不得外借，只能在馆内阅览。" {
		t.Errorf("%s", got)
	}
	const file = "本馆每天九点开门。地图不得外借，只能在馆内阅览。"
	if c := a.Claims[0].Cites[0]; c.Start-100 != strings.Index(file, "地图") || c.End-c.Start != len(c.Quote) {
		t.Errorf("%+v", c)
	}
	// a sentence that goes on is not told without what it goes on from
	if got := texts(need("逾期收费吗？", casefile.OK, hit("办法", "逾期三次以内的不收费。超过的，每次收费 5 元。其余事项见公告。请勿大声。"))); !strings.Contains(got, "不收费。超过的，每次收费 5 元。") {
		t.Errorf("%s", got)
	}
	if got := need("停车场几点关门？", casefile.OK, hit("座位", "座位可以预约。")); len(got.Claims) > 0 || len(got.Missing) != 1 || !strings.Contains(strings.Join(got.Notes, ""), "search_rules") {
		t.Errorf("%s, missing %q, notes %q", texts(got), got.Missing, got.Notes)
	}
	if got := need("May maps be borrowed?", casefile.OK, hit("collection", "Maps may not be borrowed. Chairs are blue.")); texts(got) != "Maps may not be borrowed." {
		t.Errorf("%s", texts(got))
	}
	if got := need("地图可以外借吗？", casefile.Timeout); len(got.Missing) != 1 || !strings.Contains(got.Missing[0], "现在无法核实") {
		t.Errorf("%q", got.Missing)
	}
}

func TestASentenceAboutAnotherThingIsLeftOut(t *testing.T) {
	c := opened("东馆几点开门？")
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DocumentKind, Entities: []casefile.Slot{{Name: "branch", Values: []string{"东馆"}, Words: "东馆"}}}}
	add(&c, casefile.Step{ID: "docs", Tool: "search_rules"}, casefile.OK,
		hit("时间", "东馆九点开门，周一除外。西馆十点开门，全年如此。东馆收藏地方志。"))
	if got := texts(draft0(t, c)); got != "东馆九点开门，周一除外。" {
		t.Errorf("%s", got)
	}
	c.Plan.Needs[0].Text, c.Plan.Needs[0].Entities = "除了东馆之外几点开门？", nil
	c.Plan.Needs[0].Not = []casefile.Slot{{Name: "branch", Values: []string{"东馆"}, Words: "东馆"}}
	if got := draft0(t, c); !slices.Contains(got.Notes, "按要求排除：东馆") {
		t.Errorf("%q", got.Notes)
	}
}

func visits(rows ...casefile.Row) casefile.Evidence {
	return casefile.Evidence{Table: &casefile.Table{Columns: []casefile.Column{{Name: "branch", Type: "text", Entity: "branch"}, {Name: "visits", Type: "integer", Unit: "人次", UnitEN: "visits"}},
		Rows: rows, Complete: true, Total: len(rows)}}
}

func TestRows(t *testing.T) {
	c := opened("上个月各馆到馆多少？")
	period := casefile.Period{From: casefile.Date{Year: 2026, Month: 8, Day: 1}, To: casefile.Date{Year: 2026, Month: 8, Day: 31}}
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DataKind, Period: period, PeriodText: "上个月", Not: []casefile.Slot{{Name: "branch", Values: []string{"西馆"}, Words: "西馆"}}}}
	ev := visits(casefile.Row{str("东馆"), num("31")}, casefile.Row{str("西馆"), num("57")}, casefile.Row{str("南馆"), {}})
	ev.Period = period
	add(&c, casefile.Step{ID: "v", Tool: "get_visits"}, casefile.OK, ev)
	a := draft0(t, c)
	// the excluded row is left out; the row with a null is told by what it has
	if got := texts(a); got != "东馆到馆 31 人次。\nbranch 南馆。" {
		t.Errorf("%s", got)
	}
	if *a.Claims[0].Row != 0 || a.Claims[0].Cites[0].Rows[0] != 0 || *a.Claims[1].Row != 2 {
		t.Errorf("%+v", a.Claims)
	}
	if !slices.Contains(a.Notes, "期间：2026-08-01 至 2026-08-31（上个月）") {
		t.Errorf("%q", a.Notes)
	}
}

func TestWideningIsSaid(t *testing.T) {
	c := opened("上周到馆多少？")
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DataKind}}
	add(&c, casefile.Step{ID: "v", Tool: "get_visits", Args: []byte(`{"period":"2026-09-07..2026-09-13"}`)}, casefile.NoHit)
	add(&c, casefile.Step{ID: "v_again", For: "v", Tool: "get_visits", Args: []byte(`{"period":"2026-06-16..2026-09-13"}`)}, casefile.OK, visits(casefile.Row{str("东馆"), num("8")}))
	a := draft0(t, c)
	if texts(a) != "东馆到馆 8 人次。" || !slices.Contains(a.Notes, "2026-09-07 至 2026-09-13 内没有记录，已放宽到 2026-06-16 至 2026-09-13") {
		t.Errorf("%s %q", texts(a), a.Notes)
	}
}

func TestManyRowsAreTold(t *testing.T) {
	c := opened("有哪些书？")
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DataKind}}
	var rows []casefile.Row
	for i := range 40 {
		rows = append(rows, casefile.Row{str("ISBN-" + string(rune('A'+i/10)) + string(rune('0'+i%10)))})
	}
	add(&c, casefile.Step{ID: "b", Tool: "list_books"}, casefile.OK, casefile.Evidence{Table: &casefile.Table{Columns: []casefile.Column{{Name: "isbn", Type: "identifier"}}, Rows: rows, Complete: true, Total: 40}})
	a := draft0(t, c)
	if len(a.Claims) != 1 || !strings.HasPrefix(a.Claims[0].Text, "共 40 条：ISBN-A0、") || len(a.Claims[0].Cites[0].Rows) != 40 {
		t.Errorf("%s", texts(a))
	}
	c.Evidence[1].Status, c.Evidence[1].Table.Complete, c.Evidence[1].Table.Total = casefile.Partial, false, 400
	a = draft0(t, c)
	if len(a.Claims) != maxCut || len(a.Missing) != 1 || !strings.Contains(strings.Join(a.Notes, ""), "400") {
		t.Errorf("%d claims, missing %q, notes %q", len(a.Claims), a.Missing, a.Notes)
	}
}

func TestAnActionIsSaidToWait(t *testing.T) {
	c := loaned("30")
	c.Plan.Action = "renew"
	if a := draft0(t, c); a.Reply != "续借需要人工确认。" || len(a.Claims) == 0 {
		t.Errorf("%+v", a)
	}
}

func TestMend(t *testing.T) {
	c := loaned("7")
	c.Draft = draft0(t, c)
	c.Draft.Missing = nil
	mark := func(claim int, s casefile.Support) casefile.Finding {
		return casefile.Finding{Claim: claim, Rule: "r", Why: "w", Mark: s}
	}
	c.Findings = []casefile.Finding{mark(0, casefile.Unconfirmed), mark(0, casefile.Contradicted), mark(1, casefile.Unconfirmed)}
	a := draft0(t, c)
	if got := texts(a); got != "每天 2 元。\nC1 在东馆。" {
		t.Errorf("%s", got)
	}
	if a.Claims[0].Part != casefile.Pending {
		t.Errorf("what is not confirmed is to be said so: %+v", a.Claims[0])
	}
	if got := strings.Join(a.Missing, "; "); got != "是否逾期：资料不能证明" {
		t.Errorf("missing %s", got)
	}
	// a row's own sentence that is refused is told by its titles and values instead
	d := opened("到馆多少？")
	d.Plan.Needs = []casefile.Need{{Text: d.Question, Kind: casefile.DataKind}}
	add(&d, casefile.Step{ID: "v", Tool: "get_visits"}, casefile.OK, visits(casefile.Row{str("东馆"), num("31")}))
	d.Draft = draft0(t, d)
	d.Findings = []casefile.Finding{mark(0, casefile.Contradicted)}
	if got := texts(draft0(t, d)); got != "branch 东馆，visits 31 人次。" {
		t.Errorf("%s", got)
	}
}

func TestText(t *testing.T) {
	c := loaned("7")
	a := draft0(t, c)
	a.Status = casefile.PartialAnswer
	const want = `L77 已逾期：2026年9月10日借出，第 10 天，期限 7 天。[1][2][3][4]
每天 2 元。[4]
下一步：C1 在东馆。[5]
未能证明：C3 的去向：在可用的资料中没有找到
没有证明的部分请由人工核实。
  [1] 您的提问 “L77”。
  [2] get_loan(L77) lent = 2026-09-10。
  [3] days(loan.lent, today) = 10 天。
  [4] 借阅办法 V1 §1 “图书应当在借出后 7 天内归还。” “逾期每天 2 元。”   docs/借阅办法.md#1
  [5] list_copies() copy = C1, place = 东馆。`
	if got := Text(a, c.Evidence); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
	for _, x := range []struct {
		a    casefile.Answer
		want string
	}{
		{casefile.Answer{Lang: "zh", Status: casefile.ForbiddenCase}, "您无权查看所问的对象，或它不存在。"},
		{casefile.Answer{Lang: "en", Status: casefile.ForbiddenCase, Claims: a.Claims}, "What you ask about is not yours to see, or it does not exist."},
		{casefile.Answer{Lang: "en", Status: casefile.Failed}, "Something went wrong in the program; there is no answer."},
		{casefile.Answer{Lang: "zh", Status: casefile.Refused, Missing: []string{"甲：在可用的资料中没有找到"}, Notes: []string{"查过：search"}}, "资料库和数据库中没有足够的数据回答这个问题。\n查过：search\n未能证明：甲：在可用的资料中没有找到"},
		{casefile.Answer{Lang: "en", Status: casefile.Refused, Stop: casefile.StopTime}, "There is not enough data in the library and the database to answer this question.\nThe time limit was reached."},
		{casefile.Answer{Lang: "zh", Status: casefile.NeedsInput, Reply: "哪一笔？"}, "哪一笔？"},
	} {
		if got := Text(x.a, c.Evidence); got != x.want {
			t.Errorf("%s: %q, want %q", x.a.Status, got, x.want)
		}
	}
}

func TestALongQuoteIsCutInTheFootnoteOnly(t *testing.T) {
	e := hit("长文", strings.Repeat("很长的句子", 40))
	e.ID = "E2"
	a := casefile.Answer{Lang: "zh", Claims: []casefile.Claim{{Text: e.Text, Cites: []casefile.Citation{{Evidence: "E2", Quote: e.Text}}}}}
	got := Text(a, []casefile.Evidence{e})
	if !strings.HasPrefix(got, e.Text) || !strings.Contains(got, "…”") || len([]rune(got)) > 300 {
		t.Errorf("%s", got)
	}
}

func TestEveryPhraseIsInBothLanguages(t *testing.T) {
	n := 0
	for name, p := range phrases() {
		n++
		if strings.TrimSpace(p[0]) == "" || strings.TrimSpace(p[1]) == "" {
			t.Errorf("%s: %q", name, p)
		}
		for _, hole := range []string{"{about}", "{period}", "{names}", "{tool}", "{n}", "{what}"} {
			if strings.Contains(p[0], hole) != strings.Contains(p[1], hole) {
				t.Errorf("%s: one language lacks %s", name, hole)
			}
		}
	}
	if n < 30 {
		t.Errorf("%d phrases were read", n)
	}
	for _, s := range []casefile.StopReason{casefile.StopRounds, casefile.StopCalls, casefile.StopSearches, casefile.StopTokens, casefile.StopMoney, casefile.StopTime, casefile.StopRepeated, casefile.StopNoGain, casefile.StopCancelled} {
		if phrase(casefile.Chinese, "stop "+string(s)) == "" {
			t.Errorf("no words for the stop reason %s", s)
		}
	}
}

func TestNamesTakeTheFormOfTheLanguage(t *testing.T) {
	c := opened("How many visits were there?")
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DataKind, Not: []casefile.Slot{{Name: "branch", Values: []string{"东馆"}}}}}
	add(&c, casefile.Step{ID: "v", Tool: "get_visits"}, casefile.OK, visits(casefile.Row{str("西馆"), num("57")}))
	a := draft0(t, c)
	if texts(a) != "西馆: 57 visits." || !slices.Contains(a.Notes, "Left out as asked: East Branch") {
		t.Errorf("%s %q", texts(a), a.Notes)
	}
	c.Plan.Needs[0].Not = nil
	c.Evidence[1].Table.Rows = []casefile.Row{{str("东馆"), num("31")}}
	if got := texts(draft0(t, c)); got != "East Branch: 31 visits." {
		t.Errorf("%s", got)
	}
}

func TestSharedPlacesOfARanking(t *testing.T) {
	c := opened("到馆最多的是哪几个馆？")
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DataKind}}
	ev := visits(casefile.Row{str("东馆"), num("57")}, casefile.Row{str("西馆"), num("31")}, casefile.Row{str("南馆"), num("31")})
	ev.Table.Ranked = true
	add(&c, casefile.Step{ID: "v", Tool: "get_visits"}, casefile.OK, ev)
	if got := texts(draft0(t, c)); !strings.HasSuffix(got, "西馆、南馆的visits并列，均为 31 人次。") {
		t.Errorf("%s", got)
	}
}

func TestWhatAllPassagesAreAboutAnswersNothing(t *testing.T) {
	found := []casefile.Evidence{
		hit("Pump manual", "Change the oil every 500 hours. Clean the filter once a month. Do not run the pump dry."),
		hit("Pump manual ", "Code E12 means that the inlet is blocked. Let it cool for 30 minutes."),
		hit("Pump manual  ", "The pump is guaranteed for 24 months from the day of purchase."),
	}
	for q, want := range map[string]string{
		"Who invented the pump?":                     "",
		"How long is the pump guaranteed?":           "The pump is guaranteed for 24 months from the day of purchase.",
		"How often must the oil of the pump change?": "Change the oil every 500 hours.",
	} {
		c := opened(q)
		c.Plan.Needs = []casefile.Need{{Text: q, Kind: casefile.DocumentKind}}
		add(&c, casefile.Step{ID: "docs", Tool: "search_rules"}, casefile.OK, found...)
		if got := texts(draft0(t, c)); got != want {
			t.Errorf("%s: %q, want %q", q, got, want)
		}
	}
}

func TestWordsThatAskAreCut(t *testing.T) {
	for q, want := range map[string]string{
		"退款多久到账？":                "退款 到账？",
		"请问迟到会扣多少钱":              "迟到会扣",
		"How long does it take?": "does it take?",
		"什么时候可以续期":               "可以续期",
	} {
		if got := strings.Join(strings.Fields(plain(q)), " "); got != want {
			t.Errorf("%s: %q, want %q", q, got, want)
		}
	}
}
