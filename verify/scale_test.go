package verify

import (
	"strings"
	"testing"
)

// TestLongEvidence reads long evidence, and a long claim, in every shape that could make a scan
// quadratic: such a scan would run past the test's own time limit.
func TestLongEvidence(t *testing.T) {
	v := newTest(t, testRules())
	for name, unit := range map[string]string{
		"sentences":    "The north depot holds 57 pallets and the south depot holds 31. 甲仓库存为 57 件，乙仓库存为 31 件。",
		"one sentence": "the depot holds 57 pallets, ",
		"no stop":      "仓库存货",
		"conjunctions": "a 1 and b 2 、 c 3 与 d 4 ",
		"brackets":     "(1) (2) ",
		"negations":    "不不不 not not ",
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.Repeat(unit, (1<<18)/len(unit))
			findings(t, v, caseOf(check{claim: "The south depot holds 31 pallets.", ev: evs(passage(text))}))
			findings(t, v, caseOf(check{claim: text[:len(text)/8], ev: evs(passage("The south depot holds 31 pallets."))}))
		})
	}
}
