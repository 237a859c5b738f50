package verify

import (
	"math/big"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// A proof says how a value of the claim stands to the evidence: proved by a record, or which rule it breaks.
type proof struct {
	rule  string // "" when it is proved
	why   string
	mark  casefile.Support
	by    string // what proved it: row, calculation, quote, period, count, clock, words
	rec   int
	row   int
	col   int
	value string
	exact quantity.Mention
	named bool // it stands, or should stand, in a row that the claim names
}

// The rules that a value can break, from the one that says least to the one that says most.
var proofOrder = []string{"number", "date", "period", "unit", "rounding", "comparison", "direction", "said", "binding", "column", "quantifier", "extreme", ""}

func missing(v value) proof {
	switch v.Kind {
	case quantity.FullDate, quantity.PartDate:
		return proof{rule: "date", why: "no cited record has " + v.Text, rec: -1}
	case quantity.Month, quantity.Quarter, quantity.HalfYear, quantity.Year, quantity.FiscalYear:
		return proof{rule: "period", why: "no cited record is about " + v.Text, rec: -1}
	}
	return proof{rule: "number", why: "no cited record has " + v.Text, rec: -1}
}

// better returns the proof that says more.
func better(a, b proof) proof {
	rank := func(p proof) int { return slices.Index(proofOrder, p.rule) }
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// sameness is how a stated value stands to one of a record.
type sameness uint8

const (
	different sameness = iota
	otherUnit          // the digits agree, the unit does not
	crude              // a rounding to one digit, or over a limit, without "about"
	equalTo
)

var one = big.NewRat(1, 1)

// isKey proves a day or a period that a claim calls a row by.
func (t *trial) isKey(i, rec int) (proof, bool) {
	v := t.r.values[i]
	for _, n := range t.telling(v.clause, rec).names {
		if n.start <= v.Start && v.End <= n.end+1 {
			return proof{rec: rec, row: n.rows[0], col: max(n.col, 0), by: "name", value: t.r.src[n.start:n.end]}, true
		}
	}
	return proof{}, false
}

// falls reports whether a clause speaks of a fall or a loss.
func (t *trial) falls(c int) bool {
	return slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.key == "=down" || k.key == "=loss" })
}

// lessThan reports whether a sentence says that one row has less than another.
func (t *trial) lessThan(c int) bool {
	for _, rec := range t.tables() {
		tl := t.telling(c, rec)
		if slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
			return m.What&(words.RowBelow|words.RowBelowThan|words.RowFell) != 0
		}) || len(tl.rowsOf()) == 2 && slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&(words.RowAbove|words.RowAboveThan) != 0 }) {
			return true // which way it goes is the business of the rule on comparisons
		}
	}
	return false
}

func (t *trial) rises(c int) bool {
	return slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.key == "=up" })
}

// limitBetween reports whether a limit of the evidence lies between a rounded value and the exact one.
func (t *trial) limitBetween(m, e quantity.Mention) bool {
	lo, hi := m.Base(), e.Base()
	if lo.Cmp(hi) > 0 {
		lo, hi = hi, lo
	}
	if lo.Cmp(hi) == 0 {
		return false
	}
	inside := func(l quantity.Mention) bool {
		if l.Value == nil || l.Unit.Dim != e.Unit.Dim && !quantity.CompatibleUnits(l.Unit, e.Unit) {
			return false
		}
		b := l.Base()
		return b.Cmp(lo) >= 0 && b.Cmp(hi) <= 0 && b.Cmp(e.Base()) != 0
	}
	for _, rec := range t.recs {
		r := &t.ix.recs[rec]
		if r.kind != passageRecord || len(r.text.values) > 1000 {
			continue
		}
		for _, l := range r.text.values {
			if inside(l.Mention) && (l.Bound != "" || r.text.clauses[l.clause].classes&limiting != 0 || hasLimit(r.text.toks(l.clause))) {
				return true
			}
		}
	}
	for _, l := range t.r.values {
		if inside(l.Mention) && l.Mention.Text != m.Text {
			return true
		}
	}
	return false
}

const limiting = words.AtMost | words.AtLeast | words.Above | words.Below

func hasLimit(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		return t.key == "=limit" || t.key == "=threshold" || t.key == "=minimum" || t.key == "=deadline"
	})
}

// structured tries the records that are not prose: calculations, rows, arguments, periods, the clock.
func (t *trial) structured(i int) proof {
	v := t.r.values[i]
	best := missing(v)
	if v.Weak {
		return proof{rec: -1, by: "article"}
	}
	for _, rec := range t.tables() {
		for _, n := range t.named(rec) {
			if n.start <= v.Start && v.Start < n.end && (n.end-n.start > v.End-v.Start || n.col >= 0 && t.ix.recs[rec].table.cols[n.col].Type == "identifier") {
				return proof{rec: -1, by: "name"} // the 8 of Washer 8
			}
		}
	}
	for _, rec := range t.tables() {
		for _, held := range []func(int, int) (proof, bool){t.rowCount, t.rowLimit} {
			if p, ok := held(i, rec); ok {
				return p
			}
		}
		if p, ok := t.isKey(i, rec); ok {
			return p
		}
	}
	if v.Kind == quantity.Number && t.glossed(token{kind: wordToken, clause: v.clause, start: v.Start, end: v.End}) {
		return proof{rec: -1, by: "name"} // Grade 7 (七年级)
	}
	gap := t.isGap(i)
	for _, rec := range t.recs {
		r := &t.ix.recs[rec]
		switch {
		case r.kind == calcRecord:
			best = better(best, t.inCalc(i, rec))
		case r.kind == tableRecord && !gap:
			best = better(best, t.inTable(i, rec))
		}
		if best.rule == "" {
			return best
		}
	}
	for _, rec := range t.of(tableRecord) {
		if p, ok := t.rowsComputed(i, rec); ok {
			return p
		}
	}
	if gap {
		return best
	}
	for _, list := range [][]int{t.recs, t.under} {
		for _, rec := range list {
			if p := t.inHead(i, rec); p.rule == "" {
				return p
			}
		}
	}
	if p, ok := t.inInputHeads(v); ok {
		return p
	}
	if p := t.counted(i); p.rule == "" {
		return p
	}
	if p := t.rank(i); p.rule == "" || p.rule == "extreme" {
		return p
	}
	if p := t.clock(i); p.rule == "" {
		return p
	}
	return best
}

// inCalc looks for a value in a calculation that is about what the clause is about.
func (t *trial) inCalc(i, rec int) proof {
	v, r := t.r.values[i], &t.ix.recs[rec]
	best := missing(v)
	for _, e := range r.calc {
		if x, ok := t.rescaled(v, e); ok && r.ev.Calc.Unit == "" {
			e = x
		}
		p := proof{rec: rec, by: "calculation", value: r.ev.Calc.Value + r.ev.Calc.Unit, exact: e}
		if e.Value != nil && e.Value.Sign() < 0 && v.Value != nil && v.Value.Sign() > 0 && t.lessThan(v.clause) {
			e = negated(e) // 3.1 lower, of a record that has -3.1
		}
		switch t.same(v, e) {
		case equalTo:
			if other := t.otherKey(v.clause, r); other != "" {
				p.rule, p.why = "binding", v.Text+" was computed for "+r.ev.Key+", not for "+other
			} else if !t.countsInput(v, r.ev.Calc) {
				p.rule, p.why = "unit", strings.TrimSpace(v.Text)+" counts something else than what was computed"
			} else if t.onlyAdds(r.ev.Calc) && t.goesBeyond(v) {
				p.rule, p.why = "comparison", strings.TrimSpace(v.Text)+" is a sum, and no difference"
			} else if year := t.otherYears(v.clause, r.ev.Calc); year != "" {
				p.rule, p.why = "period", strings.TrimSpace(v.Text)+" was not computed from the columns of "+year
			} else if t.otherWay(v.clause, r.ev.Calc) {
				p.rule, p.why = "direction", strings.TrimSpace(v.Text)+": the figures that it was computed from went the other way"
			} else if rule, why, doubtful := t.misattributed(v.clause, r.ev.Calc); rule != "" {
				p.rule, p.why = rule, strings.TrimSpace(v.Text)+": "+why
				if doubtful {
					p.mark = casefile.Unconfirmed
				}
			} else {
				return p
			}
		case crude:
			p.rule, p.why = "rounding", v.Text+" stands for "+p.value+": a limit lies between, or fewer than two digits are given; say about"
		case otherUnit:
			p.rule, p.why = "unit", v.Text+" has another unit than "+p.value
		default:
			continue
		}
		best = better(best, p)
	}
	return best
}
