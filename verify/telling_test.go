package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// depots is a table whose figures the claims below were counted from by hand.
func depots() casefile.Evidence {
	return rows("depot=仓库:text city=城市:text stock=库存:integer:件 returned=退货件数:integer:件 return_rate=退货率:ratio",
		`["North","Lodz",400,12,0.03]`, `["South","Brno",250,30,0.12]`, `["East","Lodz",1200,24,0.02]`, `["West","Graz",90,9,0.1]`)
}

// sumOf is a record over the stock of rows of depots.
func sumOf(formula, value, unit string, at ...int) casefile.Evidence {
	cells := []string{"400", "250", "1200", "90"}
	var in []casefile.Input
	for i, row := range at {
		in = append(in, casefile.Input{Name: string(rune('a' + i)), Value: cells[row], Evidence: "E1", Row: row, Column: "stock"})
	}
	return computed(formula, value, unit, in...)
}

func TestRowsByName(t *testing.T) {
	d := depots()
	run(t, []check{
		{name: "in turn", claim: "North and South have a stock of 400 and 250 respectively.", ev: evs(d)},
		{name: "in turn, turned", claim: "North and South have a stock of 250 and 400 respectively.", rule: "binding", ev: evs(d)},
		{name: "in turn zh", claim: "North和South的库存分别为400件和250件。", ev: evs(d)},
		{name: "in turn, turned zh", claim: "North和South的库存分别为250件和400件。", rule: "binding", ev: evs(d)},
		{name: "more than another", claim: "North has a higher stock than South.", ev: evs(d)},
		{name: "less than another", claim: "North has a lower stock than South.", rule: "comparison", ev: evs(d)},
		{name: "more zh", claim: "South的退货率比North高。", ev: evs(d)},
		{name: "less zh", claim: "South的退货率比North低。", rule: "comparison", ev: evs(d)},
		{name: "compared with first", claim: "与North相比，South的库存更低。", ev: evs(d)},
		{name: "compared with nobody", claim: "Quorvex has a higher stock than South.", rule: "*", ev: evs(d)},
		{name: "most", claim: "East has the highest stock.", ev: evs(d)},
		{name: "not the most", claim: "North has the highest stock.", rule: "extreme", ev: evs(d)},
		{name: "the most, denied", claim: "East does not have the highest stock.", rule: "extreme", ev: evs(d)},
		{name: "nobody beyond", claim: "No other depot has a higher return rate than South.", ev: evs(d)},
		{name: "somebody beyond", claim: "No other depot has a higher return rate than West.", rule: "extreme", ev: evs(d)},
		{name: "second", claim: "North has the second highest stock.", ev: evs(d)},
		{name: "third and not second", claim: "South has the second highest stock.", rule: "extreme", ev: evs(d)},
		{name: "first three zh", claim: "库存排在前三的是East、North和South。", ev: evs(d)},
		{name: "not the first three zh", claim: "库存排在前三的是East、North和West。", rule: "extreme", ev: evs(d)},
		{name: "how many lie above", claim: "2 of the depots have a stock above 300 units.", ev: evs(d)},
		{name: "how many do not", claim: "3 of the depots have a stock above 300 units.", rule: "number", ev: evs(d)},
		{name: "how many zh", claim: "库存高于300件的仓库有2个。", ev: evs(d)},
		{name: "how many of cut rows", claim: "2 of the depots have a stock above 300 units.", rule: "extreme", ev: evs(cut(depots()))},
		{name: "all lie above", claim: "All 4 depots have a stock above 50 units.", ev: evs(d)},
		{name: "not all lie above", claim: "All 4 depots have a stock above 100 units.", rule: "quantifier", ev: evs(d)},
		{name: "one lies above", claim: "The stock of East is above 1,000 units.", ev: evs(d)},
		{name: "one does not", claim: "The stock of North is above 1,000 units.", rule: "comparison", ev: evs(d)},
		{name: "text of its row", claim: "The city of West is Graz.", ev: evs(d)},
		{name: "text of another row", claim: "The city of West is Brno.", rule: "binding", ev: evs(d)},
		{name: "text of its row, denied", claim: "The city of West is not Graz.", rule: "negation", ev: evs(d)},
		{name: "another column", claim: "The stock of West is 9.", rule: "column", ev: evs(d)},
		{name: "another thing counted", claim: "West has a stock of 90 cities.", rule: "*", ev: evs(d)},
		{name: "sum", claim: "Together, North and South have a stock of 650 units.", ev: evs(d, sumOf("a + b", "650", "件", 0, 1))},
		{name: "sum of others", claim: "Together, North and West have a stock of 650 units.", rule: "binding", ev: evs(d, sumOf("a + b", "650", "件", 0, 1))},
		{name: "sum said of one", claim: "North has a stock of 650 units.", rule: "*", ev: evs(d, sumOf("a + b", "650", "件", 0, 1))},
		{name: "sum of another column", claim: "The returned units of North and South add up to 650 units.", rule: "column", ev: evs(d, sumOf("a + b", "650", "件", 0, 1))},
		{name: "gap", claim: "The stock of North is 150 units higher than that of South.", ev: evs(d, sumOf("a - b", "150", "件", 0, 1))},
		{name: "gap the other way", claim: "The stock of North is 150 units lower than that of South.", rule: "comparison", ev: evs(d, sumOf("a - b", "150", "件", 0, 1))},
		{name: "share", claim: "East accounts for 61.9% of the total stock.", ev: evs(d, sumOf("a / (a + b + c + d)", "0.618556701031", "ratio", 2, 0, 1, 3))},
		{name: "share of another", claim: "North accounts for 61.9% of the total stock.", rule: "binding", ev: evs(d, sumOf("a / (a + b + c + d)", "0.618556701031", "ratio", 2, 0, 1, 3))},
	})
}
