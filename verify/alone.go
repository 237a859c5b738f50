package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// onlyOne: what only one row is said to have no other row has, and no row was left out.
func (t *trial) onlyOne() {
	if len(t.of(passageRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		rows := tl.rowsOf()
		if len(rows) == 0 || len(tl.tb.Rows) > readRows || !slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowAlone != 0 && t.singles(tl, m) }) {
			return
		}
		if !tl.tb.Complete && !tl.tb.Ranked {
			t.refuse("quantifier", "only is claimed of rows that are not all there are")
			return
		}
		others, said := t.likeNamed(tl)
		for _, row := range others {
			if !slices.Contains(rows, row) {
				t.refuse("quantifier", "%s is not the only one: row %d has it too", t.rowName(tl, rows[0]), row+1)
				return
			}
		}
		if !said {
			t.doubt("quantifier", "the rows do not say what only %s has", t.rowName(tl, rows[0]))
		}
	})
}

// singles reports whether a word such as only is said of rows, and not of a value: it stands right before or after a name, or
// before what rows are called.
func (t *trial) singles(tl *telling, m words.RowMark) bool {
	bare := func(s string) bool {
		s = strings.ToLower(strings.Trim(s, " ,，的"))
		return s == "" || s == "the" || s == "is" || s == "在"
	}
	for _, n := range tl.names {
		if n.start >= m.End && n.start-m.End < 12 && bare(t.r.src[m.End:n.start]) || n.end <= m.Start && m.Start-n.end < 4 && bare(t.r.src[n.end:m.Start]) && strings.HasPrefix(strings.ToLower(t.r.src[m.Start:]), "alone") {
			return true
		}
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		if tok := t.r.tokens[k]; tok.start >= m.End {
			called := tl.tb.key >= 0 && tl.tb.says(tl.tb.key, tok) || tok.key == "=one"
			return called && bare(t.r.src[m.End:tok.start])
		}
	}
	return strings.HasPrefix(t.r.src[m.Start:], "唯一")
}

// likeNamed are the rows for which what a sentence says of the named ones holds as well: its values, limits, extremes and texts.
// said is false where it says nothing that rows can be held to.
func (t *trial) likeNamed(tl *telling) (rows []int, said bool) {
	rows = everyRow(tl.tb)
	keep := func(holds func(row int) bool) {
		rows, said = slices.DeleteFunc(rows, func(row int) bool { return !holds(row) }), true
	}
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		v, p := t.r.values[k], t.proofs[k]
		if p.rule != "" || p.rec != tl.rec || v.Value == nil || p.col >= len(tl.tb.cols) {
			continue
		}
		if way := t.limitWay(k, tl); way != "" {
			keep(func(row int) bool {
				e, ok := tl.tb.measure(row, p.col)
				return ok && within(e, v.Mention, way)
			})
		} else if p.by == "row" {
			keep(func(row int) bool {
				return slices.ContainsFunc(tl.tb.mentions(row, p.col), func(e quantity.Mention) bool { return t.same(v, e) == equalTo })
			})
		}
	}
	if up, found, at := t.extremeOf(tl); found {
		if col, sure := t.extremeColumn(tl, at); sure {
			best, _ := t.bestRows(tl, col, up)
			keep(func(row int) bool { return best[row] })
		}
	}
	for _, l := range tl.labels {
		keep(func(row int) bool { return slices.Contains(l.rows, row) })
	}
	return rows, said
}
