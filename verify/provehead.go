package verify

import (
	"math/big"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// otherRows returns what a clause names in a table when a calculation took its inputs from other rows of it.
func (t *trial) otherRows(c int, calc *casefile.Calc) string {
	from := map[int][]int{}
	var order []int
	for _, in := range calc.Inputs {
		if i, ok := t.ix.byID[in.Evidence]; ok && t.ix.recs[i].kind == tableRecord {
			if from[i] == nil {
				order = append(order, i)
			}
			from[i] = append(from[i], in.Row)
		}
	}
	for _, rec := range order {
		rows := from[rec]
		if rr := t.rows(c, rec); rr.named && t.ix.recs[rec].table.filled(rr.rows) && len(rr.rows) < len(t.ix.recs[rec].table.Rows) && len(intersect(rr.rows, rows)) == 0 && !t.ix.recs[rec].table.hold(rr.rows, calc.Inputs) && len(intersect(t.ix.recs[rec].table.about(t.sentence(c)), rows)) == 0 {
			return rr.name
		}
	}
	return ""
}

// sentence returns the tokens of clause c and of those before it in its sentence.
func (t *trial) sentence(c int) []token {
	var out []token
	for at := c; at >= 0 && t.r.clauses[at].sentence == t.r.clauses[c].sentence; at-- {
		out = append(out, t.r.toks(at)...)
	}
	return out
}

// otherKey returns the row that a clause names when a calculation was made for another row of the same step.
func (t *trial) otherKey(c int, r *record) string {
	if r.ev.Key == "" {
		return ""
	}
	own := t.v.reader.short(r.ev.Key)
	has := func(k *reading) bool {
		for at := c; at >= 0; at-- {
			toks := t.r.toks(at)
			if len(k.tokens) > 0 && !slices.ContainsFunc(k.tokens, func(w token) bool {
				return !slices.ContainsFunc(toks, func(x token) bool { return x.key == w.key })
			}) {
				return true
			}
			for o := range t.ix.recs {
				if key := t.ix.recs[o].ev.Key; key != "" && containsAll(toks, t.v.reader.short(key).tokens) {
					return false // a nearer clause names another row
				}
			}
		}
		return false
	}
	if has(own) {
		return ""
	}
	for o := range t.ix.recs {
		key := t.ix.recs[o].ev.Key
		if key == "" || key == r.ev.Key {
			continue
		}
		for at := c; at >= 0; at-- {
			if containsAll(t.r.toks(at), t.v.reader.short(key).tokens) {
				return key
			}
		}
	}
	return ""
}

func containsAll(have, want []token) bool {
	for _, w := range want {
		if !slices.ContainsFunc(have, func(x token) bool { return x.key == w.key }) {
			return false
		}
	}
	return len(want) > 0
}

// inHead looks for a value in what was asked of a tool and in the titles of a passage.
func (t *trial) inHead(i, rec int) proof {
	v, r := t.r.values[i], &t.ix.recs[rec]
	if p, ok := t.inPeriod(v, r); ok {
		return p
	}
	for _, h := range r.heads {
		if t.same(v, h.Mention) == equalTo && (v.Value == nil || r.kind != outcomeRecord) {
			return proof{rec: rec, by: "arguments", value: h.Text}
		}
	}
	return missing(v)
}

// inPeriod compares a period of the claim with the one that was asked of the tool.
func (t *trial) inPeriod(v value, r *record) (proof, bool) {
	p := r.ev.Period
	if p.IsZero() {
		return proof{}, false
	}
	proved := proof{rec: t.ix.byID[r.ev.ID], by: "period", value: p.String()}
	switch v.Kind {
	case quantity.FullDate, quantity.PartDate:
		for _, d := range []casefile.Date{p.From, p.To} {
			if int(d.Month) == v.Month && d.Day == v.Day && (v.Year == 0 || v.Year == d.Year) {
				return proved, true
			}
		}
	case quantity.Month, quantity.Quarter, quantity.HalfYear, quantity.Year:
		if span, ok := span(v.Mention, p.From.Year); ok && span == p {
			return proved, true
		}
	case quantity.Duration:
		if n := p.Days(); n > 0 && v.Unit.Name == "day" && v.Value.Cmp(big.NewRat(int64(n), 1)) == 0 {
			return proved, true
		}
	}
	return proof{}, false
}

// span returns the days of a month, quarter, half or year.
func span(m quantity.Mention, year int) (casefile.Period, bool) {
	y := m.Year
	if y == 0 {
		y = year
	}
	from, months := 1, 0
	switch m.Kind {
	case quantity.Month:
		from, months = m.Month, 1
	case quantity.Quarter:
		from, months = 3*m.Part-2, 3
	case quantity.HalfYear:
		from, months = 6*m.Part-5, 6
	case quantity.Year:
		months = 12
	default:
		return casefile.Period{}, false
	}
	return monthSpan(y, from, months), true
}

// clock lets a claim name the clock's day.
func (t *trial) clock(i int) proof {
	v := t.r.values[i]
	if t.ix.c.Now.IsZero() || v.Kind != quantity.FullDate && v.Kind != quantity.PartDate {
		return missing(v)
	}
	d := t.ix.c.Today()
	toks := t.r.toks(v.clause)
	today := slices.ContainsFunc(toks, func(k token) bool { return k.key == "=today" })
	if today && int(d.Month) == v.Month && d.Day == v.Day && (v.Year == 0 || v.Year == d.Year) {
		return proof{rec: -1, by: "clock", value: d.String()}
	}
	return missing(v)
}

// inInputHeads finds a period in the heads of the columns that a cited calculation took its inputs from. What went up or down from one period to
// another did so in the later one.
func (t *trial) inInputHeads(v value) (proof, bool) {
	if v.Value != nil {
		return proof{}, false
	}
	for _, rec := range t.under {
		if t.ix.recs[rec].kind != tableRecord {
			continue
		}
		tb := t.ix.recs[rec].table
		hit, last := proof{}, 0
		for _, col := range t.inputColumns(rec) {
			for _, h := range tb.cols[col].days {
				if h.Value == nil {
					last = max(last, h.Year)
				}
				if h.Value == nil && t.same(v, h.Mention) == equalTo {
					hit = proof{rec: rec, by: "head", col: col, value: h.Text}
				}
			}
		}
		changed := t.rises(v.clause) || t.falls(v.clause)
		years := slices.ContainsFunc(t.r.vals(v.clause), func(o value) bool { return o.Value == nil && o.Start != v.Start })
		if hit.by != "" && (!changed || years || v.Year == last) {
			return hit, true
		}
	}
	return proof{}, false
}
