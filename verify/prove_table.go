package verify

import (
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

func monthSpan(year, from, months int) casefile.Period {
	first := casefile.Date{Year: year, Month: time.Month(from), Day: 1}
	next := casefile.DateOf(first.In(time.UTC).AddDate(0, months, 0))
	return casefile.Period{From: first, To: next.AddDays(-1)}
}

// thatDay is what rows are called that a day or a period of the claim names.
const thatDay = "that day or period"

// A reach is the rows that a clause speaks of.
type reach struct {
	rows []int
	firm bool // the claim names them, or cites them, or there is one only
	name string

	named bool // the claim names them
}

// rows finds the rows of a table that clause c speaks of: those it names, else those of the
// clause before, else those cited, else the only one, else those it shares most words with.
func (t *trial) rows(c, rec int) reach {
	tb := t.ix.recs[rec].table
	names, ok := t.namings[rec]
	if !ok {
		names = tb.namings(t.r)
		t.namings[rec] = names
	}
	for at := c; at >= 0; at-- {
		cl := t.r.clauses[at]
		var rows []int
		first := true
		name := ""
		for _, n := range names {
			if n.start < cl.start || n.start >= cl.end {
				continue
			}
			if name == "" || len(n.rows) < len(tb.Rows) {
				name = t.r.src[n.start:n.end]
			}
			if first {
				rows, first = slices.Clone(n.rows), false
				continue
			}
			if both := intersect(rows, n.rows); len(both) > 0 {
				rows = both
			} else {
				rows = union(rows, n.rows)
			}
		}
		if first {
			continue
		}
		if day := t.dayRows(c, tb); len(day) > 0 {
			if both := intersect(rows, day); len(both) > 0 {
				rows = both
			}
		}
		if len(rows) < len(tb.Rows) || len(tb.Rows) == 1 {
			return reach{rows, true, name, true}
		}
		break
	}
	if tl := t.telling(c, rec); len(tl.names) > 0 {
		n := tl.names[0] // with 30 units, A has most: the name comes after
		return reach{n.rows, true, t.r.src[n.start:n.end], true}
	}
	if cited := t.citedRows(rec); len(cited) > 0 {
		return reach{rows: cited, firm: true, name: "the rows cited"}
	}
	if len(tb.Rows) == 1 {
		return reach{rows: []int{0}, firm: true, name: "the only row"}
	}
	if day := t.dayRows(c, tb); len(day) > 0 {
		return reach{rows: day, firm: true, name: thatDay, named: true}
	}
	if rows := tb.about(t.sentence(c)); len(rows) > 0 {
		return reach{rows: rows, firm: len(rows) == 1, name: "the rows it describes"}
	}
	all := make([]int, len(tb.Rows))
	for i := range all {
		all[i] = i
	}
	return reach{rows: all}
}

func (t *trial) citedRows(rec int) []int {
	n := len(t.ix.recs[rec].ev.Table.Rows)
	var out []int
	for _, c := range t.claim.Cites {
		if i, ok := t.ix.byID[c.Evidence]; ok && i == rec {
			for _, row := range c.Rows {
				if row >= 0 && row < n {
					out = append(out, row)
				}
			}
		}
	}
	if len(out) == 0 && t.claim.Row != nil && *t.claim.Row >= 0 && *t.claim.Row < n && len(t.of(tableRecord)) == 1 {
		out = append(out, *t.claim.Row)
	}
	return out
}

// dayRows finds the rows of the days and periods that clause c names, where rows differ in them.
func (t *trial) dayRows(c int, tb *table) []int {
	if len(tb.Rows) > readRows {
		return nil
	}
	var out []int
	for _, v := range t.r.vals(c) {
		if v.Value != nil {
			continue
		}
		for i := range tb.Rows {
			for col := range tb.cols {
				if slices.ContainsFunc(tb.mentions(i, col), func(e quantity.Mention) bool {
					ok, _ := quantity.Equal(v.Mention, e)
					return ok && len(strings.TrimSpace(tb.Rows[i][col].Text)) <= len(e.Text)+1 || ok && tb.cols[col].day
				}) {
					out = append(out, i)
					break
				}
			}
		}
	}
	if len(out) == len(tb.Rows) {
		return nil
	}
	return out
}

func intersect(a, b []int) []int {
	var out []int
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

func union(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// columnScore says how much a clause speaks of a column.
func (t *trial) columnScore(v value, tb *table, col int) float64 {
	score := 0.0
	c := &tb.cols[col]
	seen := map[string]bool{}
	near := func(tok token, f float64) {
		if seen[tok.key] || !c.keys[tok.key] {
			return
		}
		seen[tok.key] = true
		shared := 0
		for k := range tb.cols {
			if tb.cols[k].keys[tok.key] {
				shared++
			}
		}
		score += f * tok.weight() / float64(shared*shared)
	}
	cl := t.r.clauses[v.clause]
	tl := t.tellingOf(v.clause, tb)
	for k := cl.first; k < cl.last; k++ {
		if tl != nil && t.namesRow(tl, k) {
			continue
		}
		if t.isUnit(k) {
			if k >= v.at && t.r.tokens[k].end <= v.End {
				near(t.r.tokens[k], .4) // what it counts: less than what the claim calls it
			}
			continue
		}
		// what stands next to the value says more of it than what stands far off
		d := v.at - k - 1
		if k >= v.at {
			d = k - v.at
		}
		near(t.r.tokens[k], .4+.6/float64(1+d))
	}
	if score == 0 && tl != nil {
		for o := tl.first; o < v.clause; o++ { // by track count, A stands at 12
			if len(t.r.vals(o)) > 0 {
				continue
			}
			for k := t.r.clauses[o].first; k < t.r.clauses[o].last; k++ {
				if !t.namesRow(tl, k) {
					near(t.r.tokens[k], .6)
				}
			}
		}
	}
	if score == 0 {
		for _, tok := range t.lead(v.clause, tb) {
			near(tok, .3)
		}
	}
	return score
}

// lead returns the tokens of the clause that a clause with names only inherits its predicate from.
func (t *trial) lead(c int, tb *table) []token {
	for ; c > 0 && t.r.clauses[c-1].sentence == t.r.clauses[c].sentence; c-- {
		for _, tok := range t.r.toks(c) {
			if tok.kind != identToken && tok.kind != nameToken && tok.kind != calendarToken && !tb.names1(tok) {
				return nil
			}
		}
		if toks := t.r.toks(c - 1); slices.ContainsFunc(toks, func(k token) bool { return tb.heads[k.key] }) {
			return toks
		}
	}
	return nil
}

// names1 reports whether a token is a word of a row's text and of no head.
func (t *table) names1(tok token) bool { return t.rare[tok.key] > 0 && !t.heads[tok.key] }

// inTable looks for a value in the rows that its clause speaks of, under a head that fits.
func (t *trial) inTable(i, rec int) proof {
	v, tb := t.r.values[i], t.ix.recs[rec].table
	best := missing(v)
	if v.Value == nil || v.Unit.Dim != "" && v.Kind != quantity.Count {
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
					if !t.countsThing(v, tb, col) {
						p.rule, p.why = "unit", strings.TrimSpace(v.Text)+" counts something else than "+tb.cols[col].Name
						best = better(best, p)
						break
					}
					if s := t.columnScore(v, tb, col); s > hitScore {
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
		if other, ok := t.otherColumn(v, tb, hit, hitScore); ok {
			hit.rule, hit.why = "column", v.Text+" stands under "+tb.cols[hit.col].Name+"; "+tb.cols[other].Name+" has "+tb.Rows[hit.row][other].Text
			return hit
		}
		if t.free && !rr.firm && hitScore <= 0 {
			return best
		}
		if !rr.firm && len(rr.rows) > 1 && !t.standsAlone(v, tb, hit, rr.rows) {
			hit.rule, hit.mark, hit.why = "binding", casefile.Unconfirmed, "the claim does not say which row "+v.Text+" belongs to"
		}
		return hit
	}
	if p, ok := t.overRow(v, rec, rr); ok {
		return p
	}
	if rr.firm && len(rr.rows) < len(tb.Rows) && len(tb.Rows) <= readRows {
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
	for _, tok := range t.v.reader.read(strings.ReplaceAll(firstOf(tb.cols[col].Title, tb.cols[col].Name), "_", " ")).tokens {
		all++
		if has(t.sentence(tl.last), tok.key) {
			got++
		}
	}
	if 2*got < all {
		return false
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		if tok := t.r.tokens[k]; tb.cols[col].keys[tok.key] && !t.isUnit(k) && gives(strings.ToLower(t.r.src[tok.end:])) {
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

// lists reports whether rows are named after a number: 24 in all: A, B, C.
func (t *trial) lists(v value) bool {
	for _, rec := range t.of(tableRecord) {
		if tl := t.telling(v.clause, rec); len(tl.names) > 1 && v.End <= tl.names[0].start {
			return true
		}
	}
	return false
}

// rowsAre reports whether the rows of a cited table are what a value counts.
func (t *trial) rowsAre(v value) bool {
	for _, rec := range t.of(tableRecord) {
		tb := t.ix.recs[rec].table
		for _, tok := range t.r.toks(v.clause) {
			if tb.key >= 0 && tb.cols[tb.key].keys[tok.key] && tok.start >= v.Start {
				return true
			}
		}
	}
	return false
}

// listed counts the rows that the claim names.
func (t *trial) listed(v value, rec int) int {
	t.rows(v.clause, rec)
	rows := map[int]bool{}
	for _, n := range t.namings[rec] {
		if len(n.rows) == 1 {
			rows[n.rows[0]] = true
		}
	}
	return len(rows)
}

// normal lets a bare number be compared with a ratio.
func normal(m, e quantity.Mention) quantity.Mention {
	if m.Unit.Dim == "" && e.Unit.Name == "ratio" {
		m.Unit = e.Unit
	}
	return m
}
