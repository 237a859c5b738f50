package plan

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// garage is a workspace whose functions differ in how their rows are laid out, and what they are about.
func garage(t *testing.T) *Planner {
	t.Helper()
	branches := []string{"North", "South"}
	period := casefile.Param{Name: "period", Type: "period"}
	branch := casefile.Param{Name: "branches", Type: "enum", List: true, Entity: "branch", Values: branches}
	car := casefile.Param{Name: "cars", Type: "identifier", Kind: "car", List: true}
	carCol := casefile.Column{Name: "car", Type: "identifier", Title: "车辆", TitleEN: "car", Entity: "car"}
	branchCol := casefile.Column{Name: "branch", Type: "text", Title: "门店", TitleEN: "branch", Entity: "branch"}
	repairs := casefile.Column{Name: "repairs", Type: "integer", Title: "维修次数", TitleEN: "repairs"}
	p, err := New(Rules{
		Tools: []casefile.ToolSpec{
			{Name: "repairs_by_branch", Does: "按门店汇总维修次数。Repairs by branch, most repairs first.", Words: []string{"维修", "修了多少", "repairs", "repaired"},
				Params: []casefile.Param{period, branch}, Gives: []casefile.Column{branchCol, repairs}},
			{Name: "repairs_by_cause", Does: "按原因统计维修次数。Repairs by cause.", Words: []string{"维修原因", "causes of repairs"},
				Params: []casefile.Param{period, branch, car}, Gives: []casefile.Column{{Name: "cause", Type: "text", Title: "原因", TitleEN: "cause"}, repairs}},
			{Name: "repair_trend", Does: "按月统计维修次数。Repairs month by month.", When: "问题问走势。The question asks for the trend.", Words: []string{"维修走势", "repair trend"},
				Params: []casefile.Param{period, branch}, Gives: []casefile.Column{{Name: "month", Type: "text", Title: "月份", TitleEN: "month"}, repairs}},
			{Name: "top_cars", Does: "按维修次数给车辆排名。Ranks cars by repairs.", Words: []string{"排名", "ranking"},
				Params: []casefile.Param{period, branch, {Name: "n", Type: "integer", Meaning: "取前几名"}}, Gives: []casefile.Column{carCol, repairs}},
			{Name: "list_repairs", Does: "逐条列出维修记录。Lists the single repairs.", Words: []string{"维修记录", "repair records"},
				Params: []casefile.Param{period, branch}, Gives: []casefile.Column{{Name: "day", Type: "date", Title: "日期"}, carCol, branchCol}},
			{Name: "list_my_bookings", Does: "列出提问者自己的预约。Lists the asker's own bookings.", Words: []string{"预约"},
				Params: []casefile.Param{period}, Gives: []casefile.Column{{Name: "booking", Type: "identifier", Title: "预约号", TitleEN: "booking"}, carCol}},
			{Name: "search_documents", Search: true, Does: "查全部文档。Searches all documents.", Params: searchParams()},
		},
		Identifiers: map[string]string{"car": `K-\d{4}`},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRowsLaidOutAsAsked(t *testing.T) {
	p := garage(t)
	for q, want := range map[string]string{
		"Is the number of repairs rising or falling since May?":      "repair_trend",
		"这半年的维修是涨还是跌":                                                "repair_trend",
		"Which cars had the most repairs last month?":                "top_cars",
		"上个月维修排前五的车辆":                                                "top_cars",
		"Show the individual repair records of last week":            "list_repairs",
		"把上周的维修逐条给我":                                                 "list_repairs",
		"Repair figures of the North branch, last month":             "repairs_by_branch",
		"North 上个月修了几次":                                              "repairs_by_branch",
		"show me everything I booked in July":                        "list_my_bookings",
		"前天一共维修几次？":                                                  "repairs_by_branch", // the day before yesterday is no ranking
		"Which branch had the fewest repairs last month?":            "repairs_by_branch",
		"What is the ranking of the North branch's repairs in July?": "top_cars",
	} {
		plan := planOf(t, p, q)
		if len(plan.Steps) == 0 || plan.Steps[0].Tool != want {
			t.Errorf("%s: %s, want %s first (%s)", q, toolsOf(plan), want, plan.Why)
		}
	}
}

func TestSettledByRowsAlone(t *testing.T) {
	p := garage(t)
	for q, want := range map[string]string{
		"How many repairs were there in the North branch last month?":            "repairs_by_branch",
		"How many repairs were there in the North, and what does the notice say": "repairs_by_branch search_documents",
		"Are there odd swings rising in the North?":                              "repair_trend",
		"North": "search_documents", // nothing is said of it
	} {
		if got := toolsOf(planOf(t, p, q)); got != want {
			t.Errorf("%s: %s, want %s", q, got, want)
		}
	}
}

func TestWhatHeadsAQuestion(t *testing.T) {
	for q, want := range map[string]bool{
		"branches of the North":                     true,
		"list all branches in town":                 true,
		"门店都有哪些":                                    true,
		"which of the cars belong to the branch":    false,
		"repairs of the branch":                     false,
		"how many repairs did the branches in … do": false,
	} {
		a := &asked{r: playbook.Read(q)}
		got := false
		for _, w := range []string{"branch", "门店"} {
			for _, at := range a.r.Find(playbook.Prepare(w)) {
				got = got || a.headOf(at)
			}
		}
		if got != want {
			t.Errorf("%s: %v", q, got)
		}
	}
}

func TestWhatIsCountedMattersNot(t *testing.T) {
	for _, q := range []string{"退了多少件", "退了几件", "退了几个", "退了多少", "退了的多少件"} {
		if got := countless(q); got != "退了几" {
			t.Errorf("%s: %s", q, got)
		}
	}
}

func TestWordsOfAbility(t *testing.T) {
	p := planner(t)
	for q, talk := range map[string]bool{
		"你都会干些什么":                               true,
		"你能查哪些东西？":                              true,
		"tell me what you can do":               true,
		"What kind of questions can I ask you?": true,
		"Perfect, that was it.":                 true,
		"辛苦啦，没别的事了":                             true,
		"Hello there, nice to meet you":         true,
		"麻烦问下，你是人工还是机器？":                        true,
		"What sort of data do you have?":        true,
		"That's everything, bye now":            true,
		"who are you and what's your job":       true,
		"What data do you have on Alice Brown":  false,
		"你能查一下张三请了几天假吗":                         false,
		"what can I do when I am late":          false,
		"What can you tell me about leave":      false,
	} {
		plan := planOf(t, p, q)
		if got := plan.Reply != nil && strings.Contains(plan.Why, "nothing is asked"); got != talk {
			t.Errorf("%s: small talk %v (%s)", q, got, plan.Why)
		}
	}
}
