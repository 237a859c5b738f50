package verify

import (
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
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
	if len(t.unknown(c)) > 0 {
		return reach{rows: everyRow(tb)}
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
	return reach{rows: everyRow(tb)}
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
	seen := map[string]bool{}
	near := func(tok token, f float64) {
		if seen[tok.key] || !tb.says(col, tok) {
			return
		}
		seen[tok.key] = true
		shared := 0
		for k := range tb.cols {
			if tb.says(k, tok) {
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
		if toks := t.r.toks(c - 1); slices.ContainsFunc(toks, func(k token) bool { return tb.spokenOf(k) }) {
			return toks
		}
	}
	return nil
}

// names1 reports whether a token is a word of a row's text and of no head.
func (t *table) names1(tok token) bool { return t.rare[tok.key] > 0 && !t.spokenOf(tok) }

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
			if tb.key >= 0 && tb.says(tb.key, tok) && tok.start >= v.Start {
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
