package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// entailment: what a clause says is covered by what it rests on. What no record covers is unconfirmed.
// How much has to be covered was set on labelled claims (docs/verification.md): other words for a thing
// lower the share, and a right claim keeps more than these of it.
const (
	needProse   = .60 // a clause on prose of its own language
	needForeign = .65 // on prose of the other language, where only listed words can be compared
	needProven  = .20 // where the values of the clause are proved
	needRows    = .60 // on rows and calculations
	needNamed   = .80 // on a row that it names
)

func (t *trial) entailment() {
	for c := range t.r.clauses {
		if !t.asserts() || t.excused(c) {
			continue
		}
		cov, total, missing := t.covered(c)
		if total == 0 {
			continue
		}
		proven := 0
		for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
			if p := t.proofs[i]; p.rule == "" && p.rec >= 0 {
				proven++
			}
		}
		need := needRows
		switch {
		case proven > 0 && total < 1.3:
			continue // "达", "totalling": the value is what it says
		case proven > 0:
			need = needProven
		case t.ofNamedRow(c):
			cov, _, missing = t.coveredBesideNames(c, missing)
			need = needNamed
		case t.foreign():
			need = needForeign
		case len(t.of(passageRecord)) > 0:
			need = needProse
		}
		if len(missing) == 1 && t.composed(c) {
			continue
		}
		if cov+1e-9 < need {
			t.doubt("entailment", "no cited record speaks of %s", strings.Join(wordsOf(t.r, missing), ", "))
		}
	}
}

// composed reports whether a clause is a word or two beside clauses of the same sentence whose values
// rows and calculations prove: "样本不足：抽检 40 件".
func (t *trial) composed(c int) bool {
	if t.v.uncited || len(t.r.toks(c)) > 3 || t.r.clauses[c].classes&words.Done != 0 {
		return false
	}
	for i, p := range t.proofs {
		if p.rule == "" && (p.by == "row" || p.by == "calculation") && t.r.clauses[t.r.values[i].clause].sentence == t.r.clauses[c].sentence {
			return true
		}
	}
	return false
}

func wordsOf(r *reading, tokens []token) []string {
	var out []string
	for _, tok := range tokens {
		out = append(out, r.src[tok.start:tok.end])
	}
	return out
}

// computedWords are what a calculation itself says of its value.
var computedWords = map[string]bool{"=up": true, "=down": true, "=total": true, "=average": true, "=rate": true, "=exceed": true, "=below": true, "=equal": true, "=change": true, "=share": true, "=difference": true, "=calculate": true, "=deadline": true, "=median": true, "median": true}

// covered returns the share of a clause that the cited records cover, how much the clause says, and what is not covered.
func (t *trial) covered(c int) (share, total float64, missing []token) {
	got := 0.0
	q := &t.pairs[c]
	seen := map[string]bool{}
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || seen[tok.key] || t.glued(tok) || t.givesValue(tok) {
			continue
		}
		seen[tok.key] = true
		w := tok.weight()
		total += w
		cover := 0.0
		switch {
		case t.elsewhere(tok.key, -1), tok.key == "=rank" && len(t.of(tableRecord)) > 0, tok.key == "=today" && !t.ix.c.Now.IsZero(), computedWords[tok.key] && t.computes():
			cover = 1
		case q.ok:
			cover = t.coverOf(q, tok)
		}
		got += w * cover
		if cover < loneCover {
			missing = append(missing, tok)
		}
	}
	if total == 0 {
		return 0, 0, nil
	}
	return got / total, total, missing
}

// computes reports whether a calculation is cited, or a value of the claim was computed from rows.
func (t *trial) computes() bool {
	return len(t.of(calcRecord)) > 0 || slices.ContainsFunc(t.proofs, func(p proof) bool { return p.rule == "" && p.by == "rows" })
}

// givesValue reports whether a word of a claim on rows only gives a value of one of their columns, or is the English of a name.
func (t *trial) givesValue(tok token) bool {
	if len(t.of(passageRecord)) > 0 {
		return false
	}
	if places[strings.ToLower(t.r.src[tok.start:tok.end])] > 0 {
		return true
	}
	return slices.ContainsFunc(t.tables(), func(rec int) bool {
		tl := t.telling(tok.clause, rec)
		return t.measureWord(tl, nil, tok) || t.inName(tl, tok) && tok.kind == conceptToken || t.glosses(tl, tok) || t.sensed(tl, tok) || tok.kind == hanToken && t.cutAcross(tl, tok)
	})
}

// coverOf is how well a word of the claim is covered by a pair and by the passage that it stands in.
func (t *trial) coverOf(q *pair, tok token) float64 {
	rec := &t.ix.recs[q.rec]
	if rec.text.cover(q.window, tok) > 0 || rec.head[tok.key] {
		return 1
	}
	if f := t.farther(q.place, tok); f > 0 {
		return min(1, f+.3)
	}
	for _, o := range t.ix.post[tok.key] {
		if slices.Contains(t.recs, o.rec) {
			return otherCover
		}
	}
	return 0
}

// ofNamedRow reports whether a clause rests on rows only, and names a row without anything that stands in it, or what
// stands in one without its name: then the rest of what it says must stand there.
func (t *trial) ofNamedRow(c int) bool {
	if len(t.of(passageRecord)) > 0 {
		return false
	}
	for _, rec := range t.of(tableRecord) {
		tl := t.telling(c, rec)
		_, extreme, _ := t.extremeOf(tl)
		if (len(tl.names) > 0) == (len(tl.labels) > 0) || extreme || slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
			return m.What&(words.RowAbove|words.RowBelow|words.RowAboveThan|words.RowBelowThan|words.RowRose|words.RowFell) != 0
		}) {
			return false
		}
	}
	return len(t.of(tableRecord)) > 0
}

// coveredBesideNames is how much of a clause, the names of rows apart, its records cover.
func (t *trial) coveredBesideNames(c int, missing []token) (share, total float64, left []token) {
	got := 0.0
	seen := map[string]bool{}
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || seen[tok.key] || t.glued(tok) || t.givesValue(tok) {
			continue
		}
		in := false
		for _, rec := range t.of(tableRecord) {
			in = in || slices.ContainsFunc(t.telling(c, rec).names, func(n naming) bool { return tok.start < n.end && n.start < tok.end })
		}
		if in {
			continue
		}
		seen[tok.key] = true
		total += tok.weight()
		if !slices.ContainsFunc(missing, func(m token) bool { return m.key == tok.key }) {
			got += tok.weight()
		}
	}
	if total == 0 {
		return 1, 0, missing
	}
	return got / total, total, missing
}
