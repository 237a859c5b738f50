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

// same compares a stated value with one of a record.
func (t *trial) same(v value, e quantity.Mention) sameness {
	m := v.Mention
	switch {
	case e.Unit.Name == "ratio" && m.Unit.Dim == "" && m.Kind == quantity.Number:
		e.Unit, e.Kind = quantity.Unit{}, quantity.Number
	case m.Kind == quantity.Ordinal && e.Kind != quantity.Ordinal && e.Value != nil && m.Unit.Dim != "" && e.Bound == "":
		m.Kind = e.Kind // 第 10 天 is the value 10 in days
	case m.Kind == quantity.Ordinal && e.Kind != quantity.Ordinal && e.Kind == quantity.Number:
		m.Kind = quantity.Number
	}
	m, e = plainUnits(m, e)
	if m.Value != nil && m.Unit.Dim == "" && m.Kind == quantity.Number && !m.Weak && t.lendsUnit(v, e.Unit) {
		m.Unit, m.Kind = e.Unit, e.Kind
		m.Value = new(big.Rat).Set(m.Value)
	}
	if ok, _ := quantity.Equal(m, e); ok {
		return equalTo
	}
	if m.Kind == quantity.Measure && (m.Unit.Per == "piece" || m.Unit.Per == "each") && e.Kind == quantity.Money {
		if u, ok := quantity.LookupUnit(m.Unit.Name); ok { // $0.18 per unit, of a unit price
			m.Unit, m.Kind = u, quantity.Money
		}
		if ok, _ := quantity.Equal(m, e); ok {
			return equalTo
		}
	}
	if m.Value == nil || e.Value == nil {
		if covers(m, e) {
			return equalTo
		}
		return different
	}
	if !quantity.CompatibleUnits(m.Unit, e.Unit) && t.sameThing(m.Unit, e.Unit) {
		m.Unit = e.Unit
		m.Kind = e.Kind
		if ok, _ := quantity.Equal(m, e); ok {
			return equalTo
		}
	}
	if e.Value.Sign() < 0 && m.Value.Sign() > 0 && t.falls(v.clause) {
		e = negated(e) // "fell by 3.1" of a record that has -3.1
		if ok, _ := quantity.Equal(m, e); ok {
			return equalTo
		}
	}
	if quantity.CompatibleUnits(m.Unit, e.Unit) {
		if m.Approx && quantity.Near(m, e) {
			return equalTo
		}
		if quantity.RoundsTo(m, e) {
			if !m.Approx && t.limitBetween(m, e) {
				return crude
			}
			return equalTo
		}
		if near(m, e) {
			return crude
		}
		if m.Unit.Name != e.Unit.Name && m.Value.Cmp(e.Value) == 0 {
			return otherUnit
		}
		return different
	}
	if m.Kind != quantity.Ordinal && m.Value.Cmp(e.Value) == 0 {
		return otherUnit
	}
	return different
}

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

// rescaled is a bare result of a calculation in a scale that the claim writes ("273 million"),
// where the evidence says that its figures are in that scale.
func (t *trial) rescaled(v value, e quantity.Mention) (quantity.Mention, bool) {
	if e.Unit.Dim != "" || e.Value == nil || v.Value == nil {
		return e, false
	}
	for _, f := range t.ix.scales() {
		x := quantity.Of(new(big.Rat).Mul(e.Value, f), v.Unit)
		x.Text, x.Digits = e.Text, e.Digits
		if v.Unit.Dim == "" || v.Kind == quantity.Money || !v.Unit.Known {
			if s := t.same(v, x); s == equalTo {
				return x, true
			}
		}
	}
	return e, false
}

// covers reports whether a period of the claim is the one that a day or a shorter period of the record lies in.
func covers(m, e quantity.Mention) bool {
	if m.Value != nil || e.Value != nil || e.Ambiguous {
		return false
	}
	switch m.Kind {
	case quantity.Year, quantity.FiscalYear:
		return e.Year == m.Year && e.Year != 0
	case quantity.Month:
		return (e.Kind == quantity.FullDate || e.Kind == quantity.PartDate) && e.Month == m.Month && (m.Year == 0 || e.Year == 0 || m.Year == e.Year)
	}
	return false
}

// near reports whether a value is the record's to one significant digit: 0.1% of 0.0996%.
func near(m, e quantity.Mention) bool {
	if m.Step == nil || m.Digits != 1 || m.Value.Sign() == 0 || e.Value.IsInt() {
		return false
	}
	diff := new(big.Rat).Sub(m.Base(), e.Base())
	half := new(big.Rat).Mul(new(big.Rat).Mul(m.Step, m.Unit.Factor()), big.NewRat(1, 2))
	return diff.Abs(diff).Cmp(half) <= 0
}

// sameThing reports whether two units that the tables cannot convert count the same thing in two
// languages or two words: employees and 名, staff and employees.
func (t *trial) sameThing(a, b quantity.Unit) bool {
	if a.Per != b.Per || a.Dim == "" || b.Dim == "" {
		return false
	}
	if a.Name == "lb" && b.Name == "GBP" || a.Name == "GBP" && b.Name == "lb" {
		return true // pounds of a fare
	}
	if !a.Known && !b.Known {
		ka, kb := t.v.reader.short(a.Name).tokens, t.v.reader.short(b.Name).tokens
		return len(ka) > 0 && len(kb) > 0 && shareSense(ka[len(ka)-1], kb[len(kb)-1]) || words.Generic(a.Name) || words.Generic(b.Name)
	}
	if a.Known == b.Known {
		return false
	}
	// a counter word of one language before a thing named in the other
	known, unknown := a, b
	if !a.Known {
		known, unknown = b, a
	}
	if quantity.Of(one, known).Kind != quantity.Count {
		return false
	}
	if t.foreign() || words.Generic(unknown.Name) || words.Generic(known.Name) {
		return true // 27艘 and 27 vessels: a counter word of one language, a noun of the other
	}
	return known.Dim == "each" || known.Dim == "piece" || t.names(known.Name, unknown.Name)
}

func (t *trial) names(a, b string) bool {
	ka, kb := t.v.reader.short(a).tokens, t.v.reader.short(b).tokens
	return len(ka) > 0 && len(kb) > 0 && (ka[0].key == kb[len(kb)-1].key || ka[0].key == "=person" && peopleKeys[kb[len(kb)-1].key])
}

// peopleKeys are the listed things that are people.
var peopleKeys = map[string]bool{"=employee": true, "=customer": true, "=student": true, "=teacher": true, "=patient": true,
	"=doctor": true, "=member": true, "=driver": true, "=passenger": true, "=manager": true, "=shareholder": true, "=person": true}

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
