package verify

import (
	"math/big"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// ofMetric lifts the columns that a sentence names over those that it only has a word of.
const ofMetric = 100

// inTable looks for a value in the rows that its clause speaks of, under a head that fits.
func (t *trial) inTable(i, rec int) proof {
	v, tb := t.r.values[i], t.ix.recs[rec].table
	best := missing(v)
	of, named := t.metricFor(i, t.telling(v.clause, rec))
	if v.Value == nil || v.Unit.Dim != "" && v.Kind != quantity.Count && !named {
		if p, ok := t.inHeads(v, rec); ok {
			return p
		}
	}
	if len(tb.Rows) == 0 {
		return best
	}
	rr := t.rowsFor(i, rec)
	if len(rr.rows) > readRows {
		return t.inLongTable(i, rec)
	}
	hit := proof{rule: "number"}
	hitScore := -1.0
	for _, row := range rr.rows {
		for col := range tb.cols {
			for _, e := range tb.mentions(row, col) {
				p := proof{rec: rec, by: "row", row: row, col: col, value: tb.Rows[row][col].Text, exact: e, named: rr.named}
				switch t.same(v, e) {
				case equalTo:
					if !t.countsThing(v, tb, col) || of.counts && !t.countsMetric(v, of) || t.countsOther(v, tb, col) {
						p.rule, p.why = "unit", strings.TrimSpace(v.Text)+" counts something else than "+tb.cols[col].Name
						if t.countsThing(v, tb, col) && !of.counts {
							p.mark = casefile.Unconfirmed
						}
						best = better(best, p)
						break
					}
					s := t.columnScore(v, tb, col)
					if named && slices.Contains(of.cols, col) {
						s += ofMetric
					}
					if s > hitScore {
						hit, hitScore = p, s
					}
				case crude:
					p.rule, p.why = "rounding", v.Text+" stands for "+p.value+": a limit lies between, or fewer than two digits are given; say about"
					best = better(best, p)
				case otherUnit:
					p.rule, p.why = "unit", v.Text+" has another unit than "+tb.cols[col].Name+", which has "+p.value
					best = better(best, p)
				}
			}
		}
	}
	if hit.rule == "" && v.Value == nil && (hit.exact.Value != nil || !tb.cols[hit.col].day) {
		return hit // a year or a month of the row, which names it
	}
	if hit.rule == "" {
		if named && !slices.Contains(of.cols, hit.col) && tb.cols[of.cols[0]].day == (v.Value == nil) {
			hit.rule, hit.why = "column", v.Text+" stands under "+tb.cols[hit.col].Name+", and not under "+tb.cols[of.cols[0]].Name
			return hit
		}
		if other, ok := t.otherColumn(v, tb, hit, hitScore); ok {
			hit.rule, hit.why = "column", v.Text+" stands under "+tb.cols[hit.col].Name+"; "+tb.cols[other].Name+" has "+tb.Rows[hit.row][other].Text
			return hit
		}
		if t.free && !rr.firm && hitScore <= 0 {
			return best
		}
		if !rr.firm && len(rr.rows) > 1 && !t.standsAlone(v, tb, hit, rr.rows) && !t.countedWith(i, t.telling(v.clause, rec)) {
			hit.rule, hit.mark, hit.why = "binding", casefile.Unconfirmed, "the claim does not say which row "+v.Text+" belongs to"
		}
		return hit
	}
	if p, ok := t.overRow(v, rec, rr); ok {
		return p
	}
	if rr.firm && best.rule != "unit" && len(rr.rows) < len(tb.Rows) && len(tb.Rows) <= readRows {
		for row := range tb.Rows {
			for col := range tb.cols {
				for _, e := range tb.mentions(row, col) {
					if t.same(v, e) == equalTo {
						return better(best, proof{rule: "binding", rec: rec, row: row, col: col,
							why: v.Text + " stands in another row than " + rr.name})
					}
				}
			}
		}
	}
	return best
}

// overRow holds "more than 300" against the one row that a clause speaks of, under the head that fits best.
func (t *trial) overRow(v value, rec int, rr reach) (proof, bool) {
	tb := t.ix.recs[rec].table
	if !rr.firm || len(rr.rows) != 1 || v.Bound != quantity.Above && v.Bound != quantity.Below || t.r.clauses[v.clause].vlast-t.r.clauses[v.clause].vfirst > 1 {
		return proof{}, false
	}
	best, score := proof{}, 0.0
	for col := range tb.cols {
		for _, e := range tb.mentions(rr.rows[0], col) {
			if e.Value == nil || !quantity.CompatibleUnits(normal(v.Mention, e).Unit, e.Unit) {
				continue
			}
			s := t.columnScore(v, tb, col)
			if s <= score {
				continue
			}
			w := v
			w.Mention = normal(v.Mention, e)
			c := e.Base().Cmp(w.Base())
			best, score = proof{rec: rec, by: "row", row: rr.rows[0], col: col, value: tb.Rows[rr.rows[0]][col].Text, exact: e}, s
			if v.Bound == quantity.Above && c <= 0 || v.Bound == quantity.Below && c >= 0 {
				best.rule, best.why = "comparison", v.Text+": the row has "+best.value
			}
		}
	}
	if score > 0 && best.rule == "" {
		best.exact = quantity.Mention{} // the claim states a limit, not this value
	}
	return best, score > 0
}

// inHeads looks for a day or a period in the heads of columns and in the texts that name rows.
func (t *trial) inHeads(v value, rec int) (proof, bool) {
	tb := t.ix.recs[rec].table
	day, year := false, false
	for col := range tb.cols {
		for _, h := range tb.cols[col].days {
			if t.same(v, h.Mention) == equalTo {
				return proof{rec: rec, by: "head", col: col, value: h.Text}, true
			}
			day = day || v.Kind == quantity.FullDate && dayLike(h.Mention) && h.Month == v.Month && h.Day == v.Day
			year = year || v.Kind == quantity.FullDate && h.Year == v.Year
		}
	}
	for row := range min(len(tb.Rows), readRows) {
		heads := tb.headRow(row)
		for col, cell := range tb.Rows[row] {
			if heads && col < len(tb.cols) {
				for _, m := range tb.mentions(row, col) {
					if m.Value != nil && yearly(m) {
						m = quantity.Mention{Kind: quantity.Year, Year: int(m.Value.Num().Int64()), Text: m.Text}
					}
					if t.same(v, m) == equalTo {
						return proof{rec: rec, by: "head", row: row, col: col, value: cell.Text}, true
					}
					day = day || v.Kind == quantity.FullDate && dayLike(m) && m.Month == v.Month && m.Day == v.Day
					year = year || v.Kind == quantity.FullDate && m.Year == v.Year
				}
			}
			if cell.Type != casefile.Text || col >= len(tb.cols) || tb.cols[col].day {
				continue
			}
			if n, ok := t.bound(t.indexOf(v), t.telling(v.clause, rec)); ok && v.Value != nil && n.rows[0] != row {
				continue
			}
			for _, m := range tb.mentions(row, col) {
				if (m.Value == nil || m.Unit.Dim != "") && len(strings.TrimSpace(m.Text))+4 < len(cell.Text) && t.same(v, m) == equalTo {
					return proof{rec: rec, by: "row", row: row, col: col, value: cell.Text}, true
				}
			}
		}
	}
	if day && year {
		return proof{rec: rec, by: "head", value: v.Text}, true // "December 31," over 2019 and 2018
	}
	return proof{}, false
}

// standsAlone reports whether a value needs no row: it is the extreme of its column, or all rows have it.
func (t *trial) standsAlone(v value, tb *table, hit proof, rows []int) bool {
	if t.r.clauses[v.clause].classes&words.Extreme != 0 {
		return true // the rule on extremes looks at it
	}
	if len(t.unknown(v.clause)) > 0 {
		return false // what it is said of stands in no row
	}
	for _, row := range rows {
		if !slices.ContainsFunc(tb.mentions(row, hit.col), func(e quantity.Mention) bool { return t.same(v, e) == equalTo }) {
			return false
		}
	}
	return true
}

// otherColumn returns a column of the same row that the clause speaks of more than of the one that has the value.
func (t *trial) otherColumn(v value, tb *table, hit proof, score float64) (int, bool) {
	best, at := score+.05, -1
	for col := range tb.cols {
		if col == hit.col {
			continue
		}
		for _, e := range tb.mentions(hit.row, col) {
			if t.same(v, e) == equalTo {
				continue
			}
			s := t.columnScore(v, tb, col)
			if sameKind(hit.exact, e) && s > best || e.Value != nil && v.Value != nil && s > best+.1 && t.alone(t.indexOf(v), tb) && t.headed(v, tb, col) {
				best, at = s, col
			}
		}
	}
	return at, at >= 0
}

// headed reports whether a sentence speaks of a column as of what it gives a value of: a turnover of 5, 单价为 5.
// In "customers in Canada spent 5" the customers are none.
func (t *trial) headed(v value, tb *table, col int) bool {
	tl := t.tellingOf(v.clause, tb)
	if tl == nil {
		return false
	}
	said := strings.ToLower(t.r.src[tl.start:tl.end])
	for _, head := range []string{strings.ReplaceAll(tb.cols[col].Name, "_", " "), tb.cols[col].Title, tb.cols[col].TitleEN} {
		if i := strings.Index(said, strings.ToLower(head)); i >= 0 && head != "" && gives(said[i+len(head):]) {
			return true
		}
	}
	got, all := 0, 0
	for _, tok := range t.v.reader.short(strings.ReplaceAll(firstOf(tb.cols[col].Title, tb.cols[col].Name), "_", " ")).tokens {
		all++
		if has(t.sentence(tl.last), tok.key) {
			got++
		}
	}
	if 2*got < all {
		return false
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		if tok := t.r.tokens[k]; tb.says(col, tok) && !t.isUnit(k) && gives(strings.ToLower(t.r.src[tok.end:])) {
			return true
		}
	}
	return false
}

// gives reports whether what follows a word gives a value of it.
func gives(after string) bool {
	after = strings.TrimLeft(after, " ")
	for _, w := range []string{"count", "number", "数量", "数", "量", "分别", "平均"} {
		after = strings.TrimLeft(strings.TrimPrefix(after, w), " ")
	}
	for _, w := range []string{"of ", "is ", "was ", "at ", "comes ", "stands ", "for ", ",", ":", "：", "，", "是", "为", "达", "有", "方面", "合计", "总计", "共", "adds ", "$"} {
		if strings.HasPrefix(after, w) {
			return true
		}
	}
	return after != "" && after[0] >= '0' && after[0] <= '9'
}

// alone reports whether a value is the only number of its clause, numbers of rows apart.
func (t *trial) alone(i int, tb *table) bool {
	tl := t.tellingOf(t.r.values[i].clause, tb)
	cl := t.r.clauses[t.r.values[i].clause]
	for k := cl.vfirst; k < cl.vlast; k++ {
		if o := t.r.values[k]; k != i && o.Value != nil && !o.Weak && (tl == nil || !t.countsRows(k, tl) && len(tl.names) < 2) {
			return false
		}
	}
	return true
}

// sameKind reports whether one of two values could be taken for the other.
func sameKind(a, b quantity.Mention) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == nil && b.Value == nil && dayLike(a) == dayLike(b)
	}
	return quantity.CompatibleUnits(a.Unit, b.Unit)
}

func dayLike(m quantity.Mention) bool {
	return m.Kind == quantity.FullDate || m.Kind == quantity.PartDate
}

// inLongTable looks for a value whose row the claim does not name in a table too long to read cell by cell.
func (t *trial) inLongTable(i, rec int) proof {
	v, tb := t.r.values[i], t.ix.recs[rec].table
	for row := range min(len(tb.Rows), 4*readRows) {
		for col := range tb.cols {
			if !tb.cols[col].numeric {
				continue
			}
			for _, e := range tb.mentions(row, col) {
				if t.same(v, e) == equalTo {
					return proof{rule: "binding", mark: casefile.Unconfirmed, rec: rec, row: row, col: col, why: "the claim does not say which row " + v.Text + " belongs to"}
				}
			}
		}
	}
	return missing(v)
}

// counted proves a number of things by counting rows, or what the claim itself lists.
func (t *trial) counted(i int) proof {
	v := t.r.values[i]
	if v.Value != nil && v.Value.IsInt() && (v.Kind == quantity.Ordinal || v.Kind == quantity.Duration) {
		for _, rec := range t.of(calcRecord) {
			// the 3 of "over the 3 years", of a result made from three figures
			if n := len(t.ix.recs[rec].ev.Calc.Inputs); n > 1 && v.Value.Cmp(big.NewRat(int64(n), 1)) == 0 {
				return proof{rec: rec, by: "count", value: v.Value.RatString() + " inputs"}
			}
		}
	}
	if u := v.Unit; v.Kind == quantity.Count && u.Known && u.Dim != "each" && u.Dim != "piece" && u.Dim != "entry" && t.r.lang == "zh" && !t.rowsAre(v) && !t.lists(v) {
		return missing(v) // 8 人 are no 8 rows
	}
	if v.Value == nil || !v.Value.IsInt() || v.Kind != quantity.Count && v.Kind != quantity.Number && (v.Kind != quantity.Measure || v.Unit.Known) {
		return missing(v)
	}
	if v.Kind == quantity.Number && !t.lists(v) && !slices.ContainsFunc(t.r.toks(v.clause), func(k token) bool { return k.key == "=count" || k.key == "=total" }) {
		return missing(v)
	}
	is := func(n int) bool { return v.Value.Cmp(big.NewRat(int64(n), 1)) == 0 }
	for _, rec := range t.recs {
		r := &t.ix.recs[rec]
		if r.kind == tableRecord && len(t.telling(v.clause, rec).names) > 0 && !(is(t.listed(v, rec)) && v.End <= t.telling(v.clause, rec).names[0].start && t.listed(v, rec) > 1) {
			continue // it is said of a row that is named
		}
		if r.kind != tableRecord || v.Unit.Known && v.Unit.Dim != "each" && t.measured(r.table, v) {
			continue
		}
		whole := r.table.Complete || r.table.Ranked
		switch {
		case r.table.Total > 0 && is(r.table.Total):
			return proof{rec: rec, by: "count", value: v.Value.RatString() + " rows in all"}
		case whole:
			n, conditioned := t.rowsHeld(i, t.telling(v.clause, rec))
			if conditioned && is(n) {
				return proof{rec: rec, by: "count", value: v.Value.RatString() + " rows for which it holds"}
			}
			if !conditioned && (is(len(r.table.Rows)) || t.countedByWords(i, t.telling(v.clause, rec), is)) {
				return proof{rec: rec, by: "count", value: v.Value.RatString() + " rows"}
			}
		}
		if n := t.listed(v, rec); n > 1 && is(n) {
			return proof{rec: rec, by: "count", value: v.Value.RatString() + " named"}
		}
	}
	if n := len(t.recs); n > 1 && is(n) && !t.free && (v.Unit.Dim == "each" || v.Unit.Dim == "entry" || v.Unit.Dim == "") {
		all := true
		for _, rec := range t.recs {
			all = all && t.ix.recs[rec].kind == passageRecord
		}
		if all {
			return proof{rec: t.recs[0], by: "count", value: v.Value.RatString() + " records cited"}
		}
	}
	return missing(v)
}

// measured reports whether a column counts in the unit of v: then v is a value of it, and no number of rows.
func (t *trial) measured(tb *table, v value) bool {
	return slices.ContainsFunc(tb.cols, func(c column) bool {
		u, _ := quantity.LookupUnit(c.scale.unit)
		return u.Dim != "" && u.Dim == v.Unit.Dim
	})
}

// normal lets a bare number be compared with a ratio.
func normal(m, e quantity.Mention) quantity.Mention {
	if m.Unit.Dim == "" && e.Unit.Name == "ratio" {
		m.Unit = e.Unit
	}
	return m
}
