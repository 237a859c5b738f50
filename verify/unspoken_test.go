package verify

import (
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

// stores are three rows with a measure each of another kind; what is said of them below was worked out by hand.
func stores() casefile.Evidence {
	return rows("depot:text stock:integer:piece spoilage:ratio weight:decimal:kg", `["North",400,0.03,12.5]`, `["South",250,0.12,30]`, `["East",400,0.05,7]`)
}

func regions() casefile.Evidence {
	return rows("区域:text 收入:decimal:万元", `["华东",120]`, `["华南",80]`)
}

// TestUnspoken: the measure that a sentence names is the one that the rows have, by its title, a declared word or a listed synonym.
func TestUnspoken(t *testing.T) {
	d, r := stores(), regions()
	declared := testRules()
	declared.Metrics = []Metric{{Name: "stock", Words: []string{"goods on hand", "现货"}}}
	var checks []check
	for _, s := range []string{"华东收入为120万元。", "华东的收入是120万元。", "华东的收入达到120万元。", "目前华东收入为120万元。", "据记录，华东收入为120万元。"} {
		checks = append(checks, check{name: s, claim: s, ev: evs(r)})
	}
	for _, w := range []string{"利润", "成本", "预算", "净收入", "人均收入", "城市收入", "每日收入", "收入目标", "收入缺口", "利息收入", "订单金额"} {
		checks = append(checks, check{name: w, claim: "华东" + w + "为120万元。", rule: "column", ev: evs(r)})
	}
	for _, s := range []string{"华东亏损120万元。", "华东损失120万元。", "华东欠款120万元。"} {
		checks = append(checks, check{name: s, claim: s, rule: "column", ev: evs(r)})
	}
	for _, s := range []string{"The stock of North is 400.", "North holds 400 pieces in stock.", "North currently has a stock of 400.", "North has 400 units in stock."} {
		checks = append(checks, check{name: s, claim: s, ev: evs(d)})
	}
	for _, s := range []string{"The budget of North is 400.", "The safety stock of North is 400.", "Of North's stock, 400 are defective.", "North sold 400 pieces.", "North lost 400 pieces.", "North ordered 400 pieces.", "North had 400 in stock every day.", "The net stock of North is 400.", "North's stock in Berlin is 400.", "North was closed, 400 of stock."} {
		checks = append(checks, check{name: s, claim: s, rule: "column", ev: evs(d)})
	}
	checks = append(checks,
		check{name: "declared en", claim: "The goods on hand of North are 400.", ev: evs(d), rules: &declared},
		check{name: "declared zh", claim: "North的现货为400件。", ev: evs(d), rules: &declared},
		check{name: "per week", claim: "North's stock is 400 per week.", rule: "*", ev: evs(d)},
		check{name: "a passage may be what it is of", claim: "Of North's stock, 400 are sealed.", ev: evs(d, passage("Of North's stock, 400 are sealed."))},
	)
	run(t, checks)
}

// TestOfRowsOnly: what rows do not show: that no other has it, a change, what will be, a day that nobody gave.
func TestOfRowsOnly(t *testing.T) {
	d := stores()
	months := rows("month:text revenue:decimal:USD", `["2026-06",90]`, `["2026-07",120]`, `["2026-08",70]`)
	part := computed("a + b", "650", "piece", casefile.Input{Name: "a", Value: "400", Evidence: "E1", Column: "stock"}, casefile.Input{Name: "b", Value: "250", Evidence: "E1", Row: 1, Column: "stock"})
	two := func() casefile.Evidence {
		return rows("depot:text stock:integer:piece", `["North",400]`, `["South",250]`)
	}
	run(t, []check{
		{name: "only one of two", claim: "Only North has a stock of 400.", rule: "quantifier", ev: evs(d)},
		{name: "only one", claim: "Only South has a stock of 250.", ev: evs(d)},
		{name: "only two", claim: "Only North and East have a stock of 400.", ev: evs(d)},
		{name: "only zh", claim: "只有North的库存为400件。", rule: "quantifier", ev: evs(d)},
		{name: "only one zh", claim: "只有South的库存为250件。", ev: evs(d)},
		{name: "only beyond a limit", claim: "The only depot with a spoilage above 10% is South.", ev: evs(d)},
		{name: "not only beyond a limit", claim: "The only depot with a spoilage above 4% is South.", rule: "quantifier", ev: evs(d)},
		{name: "only of cut rows", claim: "The only depot with a spoilage above 10% is South.", rule: "quantifier", ev: evs(cut(stores()))},
		{name: "alone the highest", claim: "North alone has the highest stock.", rule: "quantifier", ev: evs(d)},
		{name: "only so much", claim: "South has a stock of only 250.", ev: evs(d)},
		{name: "all named of cut rows", claim: "North, South and East are all the depots.", rule: "quantifier", ev: evs(cut(stores()))},
		{name: "all named but one", claim: "North and South are all the depots.", rule: "quantifier", ev: evs(d)},

		{name: "rose", claim: "The stock of North rose to 400.", rule: "direction", ev: evs(d)},
		{name: "fell zh", claim: "North的库存降至400件。", rule: "direction", ev: evs(d)},
		{name: "fell by all zh", claim: "华东收入减少120万元。", rule: "direction", ev: evs(regions())},
		{name: "rose since the month before", claim: "In July 2026 the revenue rose to $120.", ev: evs(months)},
		{name: "fell since the month before", claim: "In July 2026 the revenue fell to $120.", rule: "direction", ev: evs(months)},
		{name: "will", claim: "North will have a stock of 400.", rule: "modality", ev: evs(d)},
		{name: "will zh", claim: "North的库存将要为400件。", rule: "modality", ev: evs(d)},
		{name: "must", claim: "North must have a stock of 400.", rule: "modality", ev: evs(d)},
		{name: "last year", claim: "Last year North's stock was 400.", rule: "period", ev: evs(d)},
		{name: "last year zh", claim: "去年华东收入为120万元。", rule: "period", ev: evs(regions())},

		{name: "sum of cut rows", claim: "A total of 650 pieces are in stock.", rule: "extreme", ev: evs(cut(two()), part)},
		{name: "sum of cut rows zh", claim: "库存合计650件。", rule: "extreme", ev: evs(cut(two()), part)},
		{name: "sum of named rows", claim: "The stock of North and South is 650 pieces together.", ev: evs(cut(two()), part)},
		{name: "sum of all", claim: "A total of 650 pieces are in stock.", ev: evs(two(), part)},
	})
}

// TestTimes: how many times, which part, points above, none and how many, over rows.
func TestTimes(t *testing.T) {
	d := stores()
	var checks []check
	for _, s := range []string{"South's spoilage is four times North's.", "South的损耗率是North的4倍。", "South has four times the spoilage of North.", "The spoilage of South is 9 percentage points above North's.",
		"South的spoilage比North高9个百分点。", "North has twice the stock of West.", "West's stock is half of North's.", "West的库存是North的一半。", "West's stock is 50% of North's.", "North的库存比West多一倍。",
		"No depot has a spoilage above 15%.", "没有depot的spoilage超过15%。", "Two depots have a stock of 400.", "有2个depot的库存为400件。", "Two depots have a spoilage above 4%."} {
		checks = append(checks, check{name: s, claim: s, ev: evs(rows("depot:text stock=库存:integer:piece spoilage=损耗率:ratio", `["North",400,0.03]`, `["South",250,0.12]`, `["East",400,0.05]`, `["West",200,0.02]`))})
	}
	for _, s := range []string{"South's spoilage is three times North's.", "North's spoilage is four times South's.", "The spoilage of South is 8 percentage points above North's.", "South has twice the stock of North.", "South's stock is half of North's.", "South's stock is 60% of North's.",
		"No depot has a spoilage above 10%.", "Three depots have a stock of 400.", "Two depots have a stock of 250.", "Two depots have a spoilage above 10%."} {
		checks = append(checks, check{name: "not " + s, claim: s, rule: "*", ev: evs(d)})
	}
	checks = append(checks, check{name: "none of cut rows", claim: "No depot has a spoilage above 15%.", rule: "*", ev: evs(cut(stores()))})
	run(t, checks)
}

// TestOtherDigits: digits of any script are read as digits, and a figure that is not read proves nothing.
func TestOtherDigits(t *testing.T) {
	r := rows("depot:text stock:integer:piece", `["North",12]`)
	run(t, []check{
		{name: "arabic", claim: "North has a stock of ١٢.", ev: evs(r)},
		{name: "arabic, another", claim: "North has a stock of ١٣.", rule: "number", ev: evs(r)},
		{name: "devanagari", claim: "North has a stock of १३.", rule: "number", ev: evs(r)},
		{name: "mathematical", claim: "North has a stock of 𝟏𝟑.", rule: "number", ev: evs(r)},
		{name: "circled", claim: "North has a stock of ⑬.", rule: "number", ev: evs(r)},
		{name: "circled zh", claim: "North的stock为㉑件。", rule: "number", ev: evs(r)},
		{name: "roman", claim: "North has a stock of Ⅻ.", rule: "number", ev: evs(r)},
		{name: "exponent and scale", claim: "North has a stock of 12e0 thousand.", rule: "*", ev: evs(r)},
		{name: "an item", claim: "① North has a stock of 12.", ev: evs(r)},
		{name: "in a passage", claim: "The limit is ١٣ EUR.", rule: "number", ev: evs(passage("The limit is 12 EUR."))},
	})
}

// TestLineRefusesTables: rows that a claim could read in two ways are refused with what to do.
func TestLineRefusesTables(t *testing.T) {
	for _, c := range []struct{ name, evidence, want string }{
		{"short row", `{"id":"E1","columns":["a","b"],"rows":[["x"]]}`, "1 cells"},
		{"long row", `{"id":"E1","columns":["a","b"],"rows":[["x",1,2]]}`, "3 cells"},
		{"one name twice", `{"id":"E1","columns":["a","n","n"],"rows":[["x",1,2]]}`, "is taken"},
		{"period reversed", `{"id":"E1","columns":["a","n"],"rows":[["x",1]],"period":{"from":"2026-09-01","to":"2026-01-01"}}`, "before it begins"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Line([]byte(`{"id":"1","answer":{"claims":[{"text":"x is 1.","cites":["E1"]}]},"evidence":[` + c.evidence + `]}`))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}
