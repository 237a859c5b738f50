package plan

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// The total of a function whose rows are days, or are named, is a step of its own where one figure is asked for.
func TestOneFigureOfManyRows(t *testing.T) {
	r := desk(t)
	r.Tools = append(r.Tools, casefile.ToolSpec{Name: "get_visitors", Does: "按天统计来访人数。Visitors by day.", When: "问题是一段时间有多少访客。How many visitors came in a period.",
		Words: []string{"访客", "来访", "visitors"}, Params: []casefile.Param{{Name: "period", Type: "period"}},
		Gives: []casefile.Column{{Name: "day", Type: "date", Title: "日期", TitleEN: "day"}, {Name: "visitors", Type: "integer", Title: "访客", TitleEN: "visitors", Sums: true}}})
	p, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]bool{
		"8月一共有多少访客？":                                               true,
		"How many visitors came in August 2026?":                   true,
		"8月每天各有多少访客？":                                              false,
		"How many visitors were there on each day of August 2026?": false,
	} {
		var tools []string
		for _, s := range planOf(t, p, q).Steps {
			tools = append(tools, s.Tool)
		}
		if got := strings.Join(tools, " "); strings.Contains(got, "calculate") != want || !strings.Contains(got, "get_visitors") {
			t.Errorf("%s: %s", q, got)
		}
	}
}
