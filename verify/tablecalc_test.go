package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// ferries is a table whose results below were worked out by hand.
func ferries() casefile.Evidence {
	return rows("ship=渡轮:text port=母港:text passengers=客位:integer:人 fare=票价:decimal:USD load=上座率:ratio",
		`["Alta","Bergen",120,40,0.5]`, `["Brage","Bergen",360,55,0.75]`, `["Cirrus","Oban",200,25,0.8]`, `["Dorado","Oban",120,60,0.4]`)
}

func TestRowsComputed(t *testing.T) {
	f := ferries()
	run(t, []check{
		{name: "sum of all", claim: "The four ships together carry 800 passengers.", ev: evs(f)},
		{name: "wrong sum of all", claim: "The four ships together carry 810 passengers.", rule: "number", ev: evs(f)},
		{name: "sum of all of cut rows", claim: "The four ships together carry 800 passengers.", rule: "*", ev: evs(cut(ferries()))},
		{name: "sum of two", claim: "Alta and Cirrus together carry 320 passengers.", ev: evs(f)},
		{name: "sum of two others", claim: "Alta and Cirrus together carry 480 passengers.", rule: "number", ev: evs(f)},
		{name: "sum zh", claim: "四艘渡轮一共有800个客位。", ev: evs(f)},
		{name: "wrong sum zh", claim: "四艘渡轮一共有900个客位。", rule: "number", ev: evs(f)},
		{name: "sum of rates", claim: "Alta and Brage together have a load of 125%.", rule: "*", ev: evs(f)},
		{name: "difference", claim: "Brage's fare is 15 dollars higher than Alta's.", ev: evs(f)},
		{name: "difference, turned", claim: "Alta's fare is 15 dollars higher than Brage's.", rule: "*", ev: evs(f)},
		{name: "wrong difference", claim: "Brage's fare is 20 dollars higher than Alta's.", rule: "number", ev: evs(f)},
		{name: "difference zh", claim: "Brage的票价比Alta高15美元。", ev: evs(f)},
		{name: "difference zh, turned", claim: "Brage的票价比Alta低15美元。", rule: "*", ev: evs(f)},
		{name: "no difference zh", claim: "Alta的票价（15美元）低于Brage（55美元）。", rule: "*", ev: evs(f)},
		{name: "gap", claim: "The difference in fare between Alta and Dorado is 20 dollars.", ev: evs(f)},
		{name: "wrong gap", claim: "The difference in fare between Alta and Dorado is 25 dollars.", rule: "*", ev: evs(f)},
		{name: "multiple", claim: "Brage的客位是Alta的3倍。", ev: evs(f)},
		{name: "wrong multiple", claim: "Brage的客位是Alta的2倍。", rule: "number", ev: evs(f)},
		{name: "multiple, turned", claim: "Alta的客位是Brage的3倍。", rule: "number", ev: evs(f)},
		{name: "percent more", claim: "The fare of Dorado is 50% higher than that of Alta.", ev: evs(f)},
		{name: "another base", claim: "The fare of Alta is 50% lower than that of Dorado.", rule: "*", ev: evs(f)},
		{name: "share", claim: "Brage has 45% of the total passengers.", ev: evs(f)},
		{name: "wrong share", claim: "Cirrus has 45% of the total passengers.", rule: "*", ev: evs(f)},
		{name: "share of cut rows", claim: "Brage has 45% of the total passengers.", rule: "*", ev: evs(cut(ferries()))},
		{name: "share zh", claim: "Cirrus的客位占总数的25%。", ev: evs(f)},
		{name: "mean", claim: "The average fare of the four ships is 45 dollars.", ev: evs(f)},
		{name: "wrong mean", claim: "The average fare of the four ships is 48 dollars.", rule: "number", ev: evs(f)},
		{name: "mean zh", claim: "四艘渡轮的平均票价为45美元。", ev: evs(f)},
		{name: "of a label", claim: "The ships in Oban carry 320 passengers in total.", ev: evs(f)},
		{name: "of another label", claim: "The ships in Bergen carry 320 passengers in total.", rule: "*", ev: evs(f)},
	})
}
