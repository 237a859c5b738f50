package verify

import (
	"slices"
	"testing"

	"github.com/casefile/casefile"
)

// TestCauseNobodySpeaksOf: a cause that no record speaks of is refused as a number that none has is; a link between two things that
// a record does tell is one that it cannot decide.
func TestCauseNobodySpeaksOf(t *testing.T) {
	for _, tc := range []struct {
		claim, passage string
		want           casefile.Support
	}{
		{"Sales rose because a storm closed the harbour.", "The campaign began in May. Sales rose in June.", casefile.Contradicted},
		{"Sales rose because of the campaign.", "The campaign began in May. Sales rose in June.", casefile.Unconfirmed},
		{"由于台风封港，退货率下降。", "5 月包装改版。退货率下降。", casefile.Contradicted},
		{"由于包装改版，退货率下降。", "5 月包装改版。退货率下降。", casefile.Unconfirmed},
		{"Returns fell because of expected frost.", "5 月包装改版。退货率下降。", casefile.Unconfirmed}, // a word that is not listed may stand there all the same
	} {
		got := findings(t, newTest(t, testRules()), caseOf(check{claim: tc.claim, ev: evs(passage(tc.passage))}))
		if !slices.ContainsFunc(got, func(f casefile.Finding) bool { return f.Rule == "cause" && f.Mark == tc.want }) {
			t.Errorf("%s: %+v, want cause %s", tc.claim, got, tc.want)
		}
	}
}
