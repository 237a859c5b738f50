package verify

import (
	"slices"

	"github.com/casefile/casefile/verify/words"
)

// each runs a check on every clause that states something and rests on a passage.
func (t *trial) each(check func(c int, q *pair)) {
	if !t.asserts() {
		return
	}
	for c := range t.pairs {
		if t.pairs[c].ok && t.r.clauses[c].classes&words.Ask == 0 && t.prose(c) && !t.aside(c) {
			check(c, &t.pairs[c])
		}
	}
}

// aside reports whether a clause is a word in brackets beside a result: "the increase (decrease)".
func (t *trial) aside(c int) bool {
	if len(t.r.toks(c)) > 1 || len(t.r.vals(c)) > 0 || c == 0 {
		return false
	}
	return slices.ContainsFunc(t.proofs, func(p proof) bool { return p.rule == "" && p.by == "calculation" })
}

// isSaid reports whether a pair is with the asker's own words.
func (t *trial) isSaid(q *pair) bool { return t.ix.recs[q.rec].kind == saidRecord }
