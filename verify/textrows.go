package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// eachWorded gives the sentences that rest on rows alone and give no number of them.
func (t *trial) eachWorded(check func(*telling)) {
	if len(t.of(passageRecord))+len(t.of(saidRecord))+len(t.of(calcRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
			v := t.r.values[k]
			if v.Value != nil && !v.Weak && !t.countsRows(k, tl) && !slices.ContainsFunc(tl.names, func(n naming) bool { return v.Start < n.end && n.start < v.End }) {
				return
			}
		}
		if len(tl.tb.Rows) <= readRows {
			check(tl)
		}
	})
}

// wordedRows: all, none, both and not, said of the texts of rows, hold for the cells; what no cell shows is unconfirmed.
func (t *trial) wordedRows() {
	t.eachWorded(func(tl *telling) {
		said := t.cellsSaid(tl)
		if rows := tl.keyed(); len(rows) > 0 {
			t.wordedNamed(tl, said, rows)
			return
		}
		all, none := t.allRows(tl), t.noRow(tl)
		if !all && !none || t.comparesRows(tl) {
			return
		}
		if len(said) == 0 {
			for c := tl.first; c <= tl.last; c++ {
				if t.countedIn(c) {
					return // how many there are, and no more
				}
			}
			t.doubt("quantifier", "no cell shows what %q says of the rows", clip(t.r.src[tl.start:tl.end]))
			return
		}
		if !tl.tb.Complete && !tl.tb.Ranked {
			t.refuse("quantifier", "all or none is claimed of rows that are not all there are")
			return
		}
		has := said[len(said)-1]
		among := everyRow(tl.tb)
		for _, l := range said[:len(said)-1] {
			if l.col != has.col {
				among = intersect(among, l.rows)
			}
		}
		n := len(intersect(among, has.rows))
		switch {
		case none && n > 0:
			t.refuse("quantifier", "%q holds for %d of %d rows", t.r.src[has.start:has.end], n, len(among))
		case !none && n < len(among) && !t.deniedAt(tl, has.start):
			t.refuse("quantifier", "%q holds for %d of %d rows", t.r.src[has.start:has.end], n, len(among))
		case !none && t.deniedAt(tl, has.start) && n > 0:
			t.refuse("negation", "%q holds for %d of %d rows", t.r.src[has.start:has.end], n, len(among))
		}
	})
}

// wordedNamed holds a text that is said or denied of named rows to their cells.
func (t *trial) wordedNamed(tl *telling, said []naming, rows []int) {
	both := t.allRows(tl) && len(rows) > 1 && len(said) == 1
	for _, l := range said {
		denied := t.deniedAt(tl, l.start) && !t.deniedByName(t.clauseAt(l.start))
		owner := []int{t.labelOwner(tl, l).rows[0]}
		if both {
			owner = rows
		}
		for _, row := range owner {
			switch has := slices.Contains(l.rows, row); {
			case denied && has:
				t.refuse("negation", "%q denies what the row of %s has", t.r.src[l.start:l.end], t.rowName(tl, row))
				return
			case both && !denied && !has:
				t.refuse("quantifier", "%q does not hold for %s", t.r.src[l.start:l.end], t.rowName(tl, row))
				return
			}
		}
	}
}

// keyed are the rows that a sentence names by what tells rows apart.
func (tl *telling) keyed() []int {
	if tl.tb.key < 0 {
		return nil
	}
	var out []int
	for _, n := range tl.names {
		if (n.col == tl.tb.key || n.col < 0) && !slices.Contains(out, n.rows[0]) {
			out = append(out, n.rows[0])
		}
	}
	return out
}

// cellsSaid are the cells that a sentence names beside those that tell rows apart, in order, with those whose text says only
// that it is done by now: 生效, of a cell 已生效.
func (t *trial) cellsSaid(tl *telling) []naming {
	out := slices.Clone(tl.labels)
	for _, n := range tl.names {
		if n.col >= 0 && n.col != tl.tb.key {
			out = append(out, n)
		}
	}
	for col := range tl.tb.cols {
		if c := &tl.tb.cols[col]; col == tl.tb.key || c.numeric || c.day {
			continue
		}
		for row := range tl.tb.Rows {
			cell := ""
			if col < len(tl.tb.Rows[row]) {
				cell = tl.tb.Rows[row][col].Text
			}
			bare, ok := strings.CutPrefix(cell, "已")
			if !ok || utf8.RuneCountInString(bare) < 2 {
				continue
			}
			at := strings.Index(t.r.src[tl.start:tl.end], bare)
			if at < 0 {
				continue
			}
			at += tl.start
			over := func(n naming) bool { return at < n.end && n.start < at+len(bare) }
			if k := slices.IndexFunc(out, over); k < 0 {
				out = append(out, naming{start: at, end: at + len(bare), rows: []int{row}, col: col})
			} else if out[k].col == col && !slices.Contains(out[k].rows, row) && text.Fold(t.r.src[out[k].start:out[k].end]) == text.Fold(bare) {
				out[k].rows = append(slices.Clone(out[k].rows), row)
			}
		}
	}
	slices.SortFunc(out, func(a, b naming) int { return a.start - b.start })
	return out
}

// noRow reports whether a sentence begins by saying that something holds for no row: no contract, nobody, 没有一份.
func (t *trial) noRow(tl *telling) bool {
	return slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
		if m.What&words.RowNone == 0 {
			return false
		}
		return strings.TrimSpace(t.r.src[tl.start:m.Start]) == "" || slices.ContainsFunc(tl.labels, func(l naming) bool { return strings.Trim(t.r.src[tl.start:m.Start], " 的") == t.r.src[l.start:l.end] })
	})
}

// comparesRows reports whether a sentence says more, less or most: other rules hold these to the rows.
func (t *trial) comparesRows(tl *telling) bool {
	_, extreme, _ := t.extremeOf(tl)
	than := strings.Contains(t.r.src[tl.start:tl.end], "比")
	return extreme || slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
		return m.What&(words.RowAbove|words.RowBelow|words.RowAlone) != 0 || than && m.What&(words.RowAboveThan|words.RowBelowThan) != 0
	})
}

// unsaid: a sentence on the texts of rows has no word that neither they nor their heads nor a list know: left is no signed.
func (t *trial) unsaid() {
	t.eachWorded(func(tl *telling) {
		if len(tl.names)+len(tl.labels) == 0 || !tl.tb.tellsTexts() || t.comparesRows(tl) || slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
			return m.What&(words.RowRose|words.RowFell|words.RowStable|words.RowPeak) != 0
		}) {
			return
		}
		var strange []string
		for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
			if tok := t.r.tokens[k]; !t.accounted(tl, k) && !words.Light(tok.key) && !t.measureAny(tl, tok) && !t.marked1(tok) && !t.headWord(tl, tok) {
				strange = append(strange, t.r.src[tok.start:tok.end])
			}
		}
		if len(strange) > 0 {
			t.doubt("column", "the rows say nothing of %s", strings.Join(strange, ", "))
		}
	})
}

// tellsTexts reports whether a table has texts or days beside what tells its rows apart.
func (t *table) tellsTexts() bool {
	for col := range t.cols {
		if c := &t.cols[col]; col != t.key && (!c.numeric && !t.measures(col) || c.day) {
			return true
		}
	}
	return false
}

// marked1 reports whether a token is a word that other rules read, such as not, all or the highest.
func (t *trial) marked1(tok token) bool {
	return slices.ContainsFunc(t.r.clauses[tok.clause].marks, func(m words.Mark) bool { return tok.start < m.End && m.Start < tok.end })
}

// headWord reports whether a token only says what a text or a day is: the date, its status.
func (t *trial) headWord(tl *telling, tok token) bool {
	return slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
		return m.What&words.RowHead != 0 && m.Start <= tok.start && tok.end <= m.End
	})
}

// measureAny reports whether a token is a part of a word that stands for any head of a table.
func (t *trial) measureAny(tl *telling, tok token) bool { return t.measureWord(tl, nil, tok) }

// wentWay: a direction without a number is computed from the row of a period and the one before; where that cannot be, it is
// unconfirmed.
func (t *trial) wentWay() {
	t.eachWorded(func(tl *telling) {
		i := slices.IndexFunc(tl.marks, func(m words.RowMark) bool {
			return m.What&(words.RowRose|words.RowFell|words.RowStable|words.RowPeak) != 0 && !t.wordOfHead(tl, m) && !slices.ContainsFunc(tl.marks, func(o words.RowMark) bool {
				return o.What&words.RowGlue != 0 && o.Start < m.End && m.Start < o.End
			})
		})
		if i < 0 {
			return
		}
		if _, ok := t.courseOf(tl); ok && (len(tl.rowsOf()) > 0 || t.allRows(tl)) {
			return // see courses
		}
		m := tl.marks[i]
		word := t.r.src[m.Start:m.End]
		rows := t.periodRows(tl)
		if len(rows) > 1 {
			return // the rule on two rows holds it to both
		}
		col, sure := t.namedColumn(tl, nil)
		if gauges := tl.tb.gauges(); !sure && len(gauges) == 1 {
			col, sure = gauges[0], true
		}
		if !t.calendarRows(tl.tb) {
			if m.What&(words.RowRose|words.RowFell) != 0 && !t.comparesRows(tl) {
				t.doubt("direction", "no two rows show that anything %s", word)
			}
			return
		}
		if len(rows) == 0 || !sure {
			t.doubt("direction", "the claim does not say from which row to which it %s", word)
			return
		}
		if m.What&words.RowPeak != 0 {
			if best, top := t.bestRows(tl, col, true); top == nil || !best[rows[0]] {
				t.refuse("direction", "%s: another row is higher in %s", word, tl.tb.cols[col].Name)
			}
			return
		}
		switch d, ok := t.step(tl, rows[0], col); {
		case !ok:
			t.doubt("direction", "%s: no row shows what %s was before", word, tl.tb.cols[col].Name)
		case m.What&words.RowRose != 0 && d <= 0 || m.What&words.RowFell != 0 && d >= 0 || m.What&words.RowStable != 0 && d != 0:
			t.refuse("direction", "%s: the row before shows another way of %s", word, tl.tb.cols[col].Name)
		}
	})
}

// periodRows are the rows whose period a sentence names.
func (t *trial) periodRows(tl *telling) []int {
	if rows := tl.rowsOf(); len(rows) > 0 || !t.calendarRows(tl.tb) {
		return rows
	}
	var rows []int
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		v := t.r.values[k]
		for row := range tl.tb.Rows {
			m, ok := tl.tb.calendar(row)
			if ok && v.Value == nil && m.Kind == v.Kind && m.Month == v.Month && m.Day == v.Day && m.Part == v.Part && (v.Year == 0 || v.Year == m.Year) && !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// partOfPeriod: rows of a whole period say nothing of a day or a week of it.
func (t *trial) partOfPeriod() {
	if len(t.of(passageRecord))+len(t.of(saidRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		p := t.ix.recs[tl.rec].ev.Period
		monthly := t.calendarRows(tl.tb) && !slices.ContainsFunc(everyRow(tl.tb), func(row int) bool {
			m, ok := tl.tb.calendar(row)
			return !ok || m.Kind == quantity.FullDate
		})
		if p.IsZero() && !monthly || !p.IsZero() && p.From == p.To || len(t.givenOf(tl)) == 0 || slices.ContainsFunc(tl.tb.cols, func(c column) bool { return c.day }) || t.calendarRows(tl.tb) && !monthly {
			return
		}
		for _, m := range tl.marks {
			if m.What&words.RowPart != 0 && !t.inRecords(t.r.src[m.Start:m.End]) {
				t.doubt("period", "%s: the rows are of more than that", t.r.src[m.Start:m.End])
				return
			}
		}
		days := 0
		var first value
		for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
			if v := t.r.values[k]; v.Value == nil && v.Day > 0 && !t.inRecords(strings.TrimSpace(v.Text)) {
				if days++; days == 1 {
					first = v
				}
			}
		}
		if days == 1 && !until(t.r.src, first) {
			t.doubt("period", "%s: the rows are of more than that day", strings.TrimSpace(first.Text))
		}
	})
}

// until reports whether a day is said to be the last one, or the one on which rows were looked at.
func until(s string, v value) bool {
	before := strings.ToLower(strings.TrimRight(s[:v.Start], " "))
	for _, w := range []string{"截至", "截止", "截止到", "截至到", "as of", "as at", "until", "to", "by", "since", "from", "自", "从"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}
