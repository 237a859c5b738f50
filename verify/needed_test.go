package verify

import (
	"context"
	"testing"

	"github.com/casefile/casefile"
)

type yes struct{}

func (yes) Entails(context.Context, casefile.Case, string, string) (bool, error) { return true, nil }

// The rules on what records bear out are needed as the others are: without one, a verdict of this table changes.
func TestEveryLaterRuleIsNeeded(t *testing.T) {
	const pump, other = "The warranty of the pump lasts 24 months.", "The warranty of the pump lasts 12 months."
	for _, tc := range []struct {
		rule, claim string
		passages    []string
		rules       Rules
		want        casefile.Support // with the rule
		without     casefile.Support
	}{
		{rule: "entailed", claim: "Visitors must leave by nightfall hours.", passages: []string{"The reading room closes at nine in the evening."}, want: casefile.Supported, without: casefile.Unconfirmed},
		{rule: "recheck", claim: pump, passages: []string{pump}, rules: Rules{Check: true}, want: casefile.Unconfirmed, without: casefile.Supported},
		{rule: "conflict", claim: pump, passages: []string{pump, other}, want: casefile.Disputed, without: casefile.Supported},
		{rule: "conflict", claim: "水泵的保修期为24个月。", passages: []string{"水泵的保修期为24个月。", "水泵的保修期为12个月。"}, want: casefile.Disputed, without: casefile.Supported},
	} {
		t.Run(tc.rule, func(t *testing.T) {
			v := newTest(t, tc.rules)
			if tc.rule == "entailed" {
				v = v.WithEntailer(yes{})
			}
			var c casefile.Case
			for i, p := range tc.passages {
				id := string(rune('1' + i))
				c.Evidence = append(c.Evidence, casefile.Evidence{ID: "E" + id, Status: casefile.OK, Text: p, Source: &casefile.Source{DocID: "doc" + id, End: len(p)}})
			}
			c.Draft.Claims = []casefile.Claim{{Text: tc.claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
			for _, off := range []bool{false, true} {
				want := tc.want
				if off {
					want = tc.without
				}
				v.off = map[string]bool{tc.rule: off}
				got, err := v.Verify(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				if Mark(got, 0) != want {
					t.Errorf("rule off %v: %s, want %s: %+v", off, Mark(got, 0), want, got.Findings)
				}
			}
		})
	}
}
