package verify

import (
	"slices"

	"github.com/casefile/casefile"
)

// recheck: where the workspace asks for it, each claim that rests on passages is looked up once more in its own words. It stands only when
// what that search brought bears it out; until it was made, and where it failed, the claim is unconfirmed.
func (t *trial) recheck() {
	if !t.v.check || !t.asserts() || t.ends {
		return
	}
	passages := t.of(passageRecord)
	if len(passages) == 0 || len(t.out.findings) > 0 && !t.onlyDoubted() {
		return
	}
	query := t.query(t.claim.Text)
	step, made := t.lookedUp(query)
	if !made {
		if e := t.ix.recs[passages[0]].ev; len(e.Steps) > 0 {
			t.out.gaps = append(t.out.gaps, casefile.Gap{Step: e.Steps[0], Field: "claim:" + query, About: t.claim.About, Query: query, Why: "the claim is looked up once more"})
		}
		t.doubt("recheck", "the claim was not looked up once more")
		return
	}
	for i := range t.ix.recs {
		r := &t.ix.recs[i]
		if r.kind == passageRecord && slices.Contains(r.ev.Steps, step) && t.bears(t.claim.Text, i) {
			return
		}
	}
	t.doubt("recheck", "what was found for the claim's own words does not bear it out")
}

// onlyDoubted reports whether nothing worse was found than that the claim is not confirmed.
func (t *trial) onlyDoubted() bool {
	for _, f := range t.out.findings {
		if f.Mark != casefile.Unconfirmed {
			return false
		}
	}
	return true
}

// lookedUp returns the step that looked a claim up.
func (t *trial) lookedUp(query string) (string, bool) {
	for _, s := range t.ix.c.Plan.Steps {
		if s.For != "" && s.Goal == query {
			return s.ID, true
		}
	}
	return "", false
}
