package plan

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// visits has figures by branch and figures of one reader's card, and nothing else.
func visits(t *testing.T) *Planner {
	t.Helper()
	branches := []string{"分馆A", "分馆B", "分馆C"}
	p, err := New(Rules{
		Identifiers: map[string]string{"card": `R-\d{4}`},
		Dictionary: map[string]map[string][]string{
			"branch": {"分馆A": {"branch A"}, "分馆B": {"branch B"}, "分馆C": {"branch C"}},
			"region": {"东区": {"East Coast"}, "南区": {"South Coast"}},
		},
		Tools: []casefile.ToolSpec{
			{Name: "get_visits", Does: "按分馆汇总到馆次数。Visits by branch.", Words: []string{"到馆", "visits", "how many visits"},
				Params: []casefile.Param{{Name: "branch", Type: "enum", Entity: "branch", Values: branches}, {Name: "skip", Type: "enum", List: true, Entity: "branch", Exclude: true, Values: branches},
					{Name: "region", Type: "enum", Entity: "region", Values: []string{"东区", "南区"}}, {Name: "period", Type: "period", Widen: 90}},
				Gives: []casefile.Column{{Name: "branch", Type: "text", Title: "分馆", TitleEN: "branch", Entity: "branch"}, {Name: "visits", Type: "integer", Title: "到馆次数", TitleEN: "visits", Sums: true}}},
			{Name: "get_card_visits", Does: "一张读者卡的到馆次数。Visits of one reader's card.", Words: []string{"读者卡", "card"},
				Params: []casefile.Param{{Name: "card", Type: "identifier", Kind: "card", Pattern: `R-\d{4}`, List: true}, {Name: "branch", Type: "enum", Entity: "branch", Values: branches}, {Name: "period", Type: "period"}},
				Gives:  []casefile.Column{{Name: "card", Type: "identifier", Title: "读者卡", TitleEN: "card", Entity: "card"}, {Name: "visits", Type: "integer", Title: "到馆次数", TitleEN: "visits"}}},
			{Name: "search_documents", Search: true, Params: searchParams()},
			{Name: "calculate"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWhatIsNamedHasItsPlaceInTheCall(t *testing.T) {
	p := visits(t)
	for q, want := range map[string]string{
		"How many visits did R-1234 make to branch A in August 2026?":       `get_card_visits {"branch":"分馆A","card":["R-1234"],"period":"2026-08-01..2026-08-31"}`,
		"How many visits did branch Z have last month?":                     `get_visits {"branch":"branch Z","period":"2026-08-01..2026-08-31"}`,
		"分馆Z上个月到馆多少次":                                                       `get_visits {"branch":"分馆Z","period":"2026-08-01..2026-08-31"}`,
		"How many visits were there in the West Coast last month?":          `get_visits {"period":"2026-08-01..2026-08-31","region":"West Coast"}`,
		"How many visits last month of all branches except branch A and B?": `get_visits {"period":"2026-08-01..2026-08-31","skip":["分馆A","分馆B"]}`,
		"How many visits last month except A and B, by branch":              `get_visits {"period":"2026-08-01..2026-08-31","skip":["分馆A","分馆B"]}`,
		"How many visits did branch A have on August 32?":                   `get_visits {"branch":"分馆A","period":"August 32"}`,
		"How many visits did branch A and branch Z have last month?":        `get_visits {"branch":"分馆A","period":"2026-08-01..2026-08-31"}; get_visits {"branch":["branch Z"],"period":"2026-08-01..2026-08-31"}`,
		"分馆A、分馆Z上个月到馆多少次":                                                   `get_visits {"branch":"分馆A","period":"2026-08-01..2026-08-31"}; get_visits {"branch":["分馆Z"],"period":"2026-08-01..2026-08-31"}`,
		"分馆Z和分馆A上个月到馆多少次":                                                   `get_visits {"branch":"分馆A","period":"2026-08-01..2026-08-31"}; get_visits {"branch":["分馆Z"],"period":"2026-08-01..2026-08-31"}`,
		"分馆A 8月32日到馆多少次":                                                    `get_visits {"branch":"分馆A","period":"8月32日"}`,
		"How many visits did branch A have in the last week of August?":     `get_visits {"branch":"分馆A","period":"2026-08-25..2026-08-31"}`,
		"分馆A 8月后十天到馆多少次":                                                    `get_visits {"branch":"分馆A","period":"2026-08-22..2026-08-31"}`,
		"How many visits did branch A have last month?":                     `get_visits {"branch":"分馆A","period":"2026-08-01..2026-08-31"}`,
	} {
		plan := planOf(t, p, q)
		var got []string
		for _, s := range plan.Steps {
			if strings.HasPrefix(s.Tool, "get_") {
				got = append(got, s.Tool+" "+string(s.Args))
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s\n got %s\nwant %s", q, strings.Join(got, "; "), want)
		}
	}
}

// A period that has not begun holds nothing, and no other is told in its place.
func TestAPeriodToComeIsNotWidened(t *testing.T) {
	p := visits(t)
	for q, want := range map[string]int{"How many visits will there be next month?": 0, "How many visits were there last week?": 1} {
		c := opened(q)
		plan := planOf(t, p, q)
		c.Plan, c.Round = plan, 2
		c.Gaps = []casefile.Gap{{Step: plan.Steps[0].ID, Status: casefile.NoHit}}
		c.Calls = []casefile.Done{{Call: casefile.Call{Step: plan.Steps[0].ID, Tool: "get_visits", Args: plan.Steps[0].Args}, Status: casefile.NoHit}}
		again, err := p.Plan(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, s := range again.Steps {
			if s.Tool == "get_visits" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: asked again %d times, want %d", q, n, want)
		}
	}
}
