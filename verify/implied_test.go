package verify

import "testing"

// A value that a passage gives without stating it, and the ones beside it that it does not give.
var impliedTable = []check{
	{name: "rest zh", claim: "丙类有8人。", ev: evs(passage("在院38人，其中甲类9人、乙类21人，其余为丙类。"))},
	{name: "rest of another zh", claim: "乙类有8人。", rule: "*", ev: evs(passage("在院38人，其中甲类9人、乙类21人，其余为丙类。"))},
	{name: "rest wrong zh", claim: "丙类有9人。", rule: "*", ev: evs(passage("在院38人，其中甲类9人、乙类21人，其余为丙类。"))},
	{name: "rest en", claim: "4,250 passengers went to Dunmore.", ev: evs(passage("The ships carried 61,300 passengers, of whom 44,900 went to Skerrow, 12,150 to Inch and the rest to Dunmore."))},
	{name: "rest of another en", claim: "4,250 passengers went to Inch.", rule: "*", ev: evs(passage("The ships carried 61,300 passengers, of whom 44,900 went to Skerrow, 12,150 to Inch and the rest to Dunmore."))},
	{name: "compared zh", claim: "8月的发电量是1240万千瓦时。", ev: evs(passage("全场9月发电量1420万千瓦时，比8月多180万千瓦时。"))},
	{name: "compared turned zh", claim: "8月的发电量是1600万千瓦时。", rule: "*", ev: evs(passage("全场9月发电量1420万千瓦时，比8月多180万千瓦时。"))},
	{name: "compared, of the first zh", claim: "9月的发电量是1240万千瓦时。", rule: "*", ev: evs(passage("全场9月发电量1420万千瓦时，比8月多180万千瓦时。"))},
	{name: "compared en", claim: "The York plant used 360 tonnes of coal.", ev: evs(passage("The Leeds plant used 380 tonnes of coal, 20 tonnes more than the York plant."))},
	{name: "further en", claim: "It takes 85 minutes to reach Skerrow.", ev: evs(passage("The crossing to Inch takes 35 minutes and the one to Skerrow a further 50 minutes."))},
	{name: "further, of the first en", claim: "It takes 85 minutes to reach Inch.", rule: "*", ev: evs(passage("The crossing to Inch takes 35 minutes and the one to Skerrow a further 50 minutes."))},
	{name: "share of a bare number en", claim: "About 73% of the passengers went to Skerrow.", ev: evs(passage("The ships carried 61,300 passengers, of whom 44,900 went to Skerrow."))},
	{name: "share wrong en", claim: "About 63% of the passengers went to Skerrow.", rule: "*", ev: evs(passage("The ships carried 61,300 passengers, of whom 44,900 went to Skerrow."))},
}

func TestImplied(t *testing.T) {
	for _, c := range impliedTable {
		got := findings(t, newTest(t, testRules()), caseOf(c))
		if c.rule == "" && hasRule(got, "number") || c.rule != "" && len(got) == 0 {
			t.Errorf("%s: %q: %+v", c.name, c.claim, got)
		}
	}
}
