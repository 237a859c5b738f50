package verify

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
)

// Cases that share a passage are judged at one time, and one after the other, as each would be alone.
func TestKeptTextsAreNotChanged(t *testing.T) {
	v := newTest(t, testRules())
	ev := []casefile.Evidence{
		passage("Brava acquired Corvane in March 2025 for 42 million dollars. Refunds above 500 EUR need approval by the store manager."),
		passage("甲仓退货57件，乙仓31件。超过500元的退款须经店长批准，金卡会员除外。"),
		passage("The north site made 40 units, the south site 60. Software cannot be returned once opened."),
	}
	checks := []check{
		{claim: "Corvane was acquired by Brava.", cites: cite("E1")},
		{claim: "Brava was acquired by Corvane.", cites: cite("E1")},
		{claim: "乙仓退货57件。", cites: cite("E2")},
		{claim: "In Brava's deal 42 million dollars were paid for Corvane.", cites: cite("E1")},
		{claim: "The south site made 40 units.", cites: cite("E3")},
		{claim: "超过500元的退款须经店长批准。", cites: cite("E2")},
	}
	var first []any
	for _, k := range checks {
		k.ev = ev
		verdict, err := newTest(t, testRules()).Verify(context.Background(), caseOf(k))
		if err != nil {
			t.Fatal(err)
		}
		first = append(first, verdict)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i, k := range checks {
				k.ev = ev
				verdict, err := v.Verify(context.Background(), caseOf(k))
				if err != nil || !reflect.DeepEqual(any(verdict), first[i]) {
					t.Errorf("%s: %v %v, alone %v", k.claim, verdict, err, first[i])
				}
			}
		})
	}
	wait.Wait()
}

// What is kept stays within its bound, and a text longer than the bound for one is not kept.
func TestKeptTextsAreBounded(t *testing.T) {
	rd := newTest(t, testRules()).reader
	for i := range 40 {
		rd.passage(fmt.Sprintf("%d: ", i) + strings.Repeat("x", keptText-8))
	}
	rd.passage(strings.Repeat("y", keptText+1))
	n := 0
	for _, generation := range []map[string]*reading{rd.texts.young, rd.texts.old} {
		for s := range generation {
			if n += len(s); len(s) > keptText {
				t.Errorf("a text of %d bytes is kept", len(s))
			}
		}
	}
	if n > 2*keptBytes || n < keptBytes/2 {
		t.Errorf("%d bytes are kept, want %d to %d", n, keptBytes/2, 2*keptBytes)
	}
	if a, b := rd.passage("The window is 7 days."), rd.passage("The window is 7 days."); a == b || &a.tokens[0] != &b.tokens[0] {
		t.Error("two cases have one reading, or the text was read twice")
	}
}
