package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// related: which of two rows has more, and which way a measure went from one to the other, holds in the rows.
func (t *trial) related() {
	t.eachTelling(func(tl *telling) {
		switch len(tl.rowsOf()) {
		case 2:
			t.relate(tl)
		case 1:
			if !t.relateColumns(tl) {
				t.relatesToNone(tl)
			}
		}
	})
}

// eachTelling runs a check on every sentence over every table that the claim rests on.
func (t *trial) eachTelling(check func(*telling)) {
	if !t.asserts() {
		return
	}
	for c := range t.r.clauses {
		if c > 0 && t.r.clauses[c-1].sentence == t.r.clauses[c].sentence {
			continue
		}
		for _, rec := range t.tables() {
			check(t.telling(c, rec))
		}
	}
}

// tables are the cited tables, and those that the cited calculations rest on.
func (t *trial) tables() []int {
	out := t.of(tableRecord)
	for _, i := range t.under {
		if t.ix.recs[i].kind == tableRecord {
			out = append(out, i)
		}
	}
	return out
}

// relate finds the word between two rows of a sentence and holds it to the column it speaks of.
func (t *trial) relate(tl *telling) {
	for _, m := range tl.marks {
		up := m.What&(words.RowAbove|words.RowAboveThan|words.RowRose) != 0
		if !up && m.What&(words.RowBelow|words.RowBelowThan|words.RowFell) == 0 {
			continue
		}
		a, b, ok := t.sidesOf(tl, m)
		if !ok {
			continue
		}
		col, sure := t.relatedColumn(tl)
		if fits := t.timed(tl, m.Start); fits != nil && !(sure && fits(col)) {
			col, sure = t.comparedColumn(tl, fits)
		}
		if !sure {
			if t.agrees(tl, a, b, up) {
				return
			}
			t.doubt("comparison", "the claim does not say by what %s and %s are compared", t.rowName(tl, a), t.rowName(tl, b))
			return
		}
		x, ok1 := tl.tb.measure(a, col)
		y, ok2 := tl.tb.measure(b, col)
		if !ok1 || !ok2 {
			return
		}
		d := against(x, y)
		if x.Value != nil && x.Value.Sign() < 0 && y.Value != nil && y.Value.Sign() < 0 && m.What&(words.RowRose|words.RowFell) != 0 {
			return // a larger loss: which way is up nobody says
		}
		holds := up && d > 0 || !up && d < 0
		if t.deniedBefore(tl, m) {
			holds = !holds
		}
		if !holds {
			rule := "comparison"
			if m.What&(words.RowRose|words.RowFell) != 0 {
				rule = "direction"
			}
			t.refuse(rule, "%s has %s and %s has %s in %s: %q does not hold", t.rowName(tl, a), strings.TrimSpace(x.Text), t.rowName(tl, b), strings.TrimSpace(y.Text), tl.tb.cols[col].Name, t.r.src[m.Start:m.End])
		}
		return
	}
}

// relateColumns holds a comparison between two columns of the one row that a sentence names to its cells: 库存低于最低库存. It
// reports whether there is one.
func (t *trial) relateColumns(tl *telling) bool {
	list := t.metrics(tl)
	for i := 0; i+1 < len(list); i++ {
		a, b := list[i], list[i+1]
		if len(a.cols) != 1 || len(b.cols) != 1 || a.cols[0] == b.cols[0] || t.anotherBetween(a.end, b.start) {
			continue
		}
		for _, m := range tl.marks {
			up := m.What&words.RowAbove != 0
			if !up && m.What&words.RowBelow == 0 || m.Start < a.end || m.End > b.start {
				continue
			}
			row := tl.rowsOf()[0]
			x, ok1 := tl.tb.measure(row, a.cols[0])
			y, ok2 := tl.tb.measure(row, b.cols[0])
			if !ok1 || !ok2 || (x.Value == nil) != (y.Value == nil) || !quantity.CompatibleUnits(x.Unit, y.Unit) {
				continue
			}
			d := against(x, y)
			if (up && d > 0 || !up && d < 0) == t.deniedBefore(tl, m) {
				t.refuse("comparison", "%s has %s in %s and %s in %s: %q does not hold", t.rowName(tl, row), strings.TrimSpace(x.Text), tl.tb.cols[a.cols[0]].Name, strings.TrimSpace(y.Text), tl.tb.cols[b.cols[0]].Name, t.r.src[m.Start:m.End])
			}
			return true
		}
	}
	return false
}

// relatesToNone doubts a comparison with something that no row is called.
func (t *trial) relatesToNone(tl *telling) {
	if len(t.of(passageRecord)) > 0 || tl.tb.key < 0 || t.calendarRows(tl.tb) {
		return
	}
	if _, extreme, _ := t.extremeOf(tl); extreme {
		return
	}
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if t.r.values[k].Value != nil && !t.r.values[k].Weak {
			return // with a limit, or by how much
		}
	}
	for _, m := range tl.marks {
		if m.What&(words.RowAbove|words.RowBelow) == 0 && (m.What&(words.RowAboveThan|words.RowBelowThan) == 0 || !strings.Contains(t.r.src[tl.start:m.Start], "比")) {
			continue
		}
		t.doubt("comparison", "what %s is compared with stands in no row", t.rowName(tl, tl.names[0].rows[0]))
		return
	}
}

func (t *trial) clauseAt(at int) int {
	for c := range t.r.clauses {
		if at < t.r.clauses[c].end {
			return c
		}
	}
	return len(t.r.clauses) - 1
}

func (t *trial) rowName(tl *telling, row int) string {
	for _, n := range tl.names {
		if n.rows[0] == row {
			return t.r.src[n.start:n.end]
		}
	}
	return "the row"
}

// sidesOf finds the row that a word says something of, and the one that it is compared with.
func (t *trial) sidesOf(tl *telling, m words.RowMark) (subject, standard int, ok bool) {
	first, second := tl.names[0], naming{}
	for _, n := range tl.names {
		if n.rows[0] != first.rows[0] {
			second = n
			break
		}
	}
	than := false
	for _, n := range []naming{first, second} {
		if t.isStandard(tl, n) {
			than = true
			if n.start == first.start {
				subject, standard = second.rows[0], first.rows[0]
			} else {
				subject, standard = first.rows[0], second.rows[0]
			}
			break
		}
	}
	turned := m.What&(words.RowRose|words.RowFell) != 0
	switch {
	case than:
		return subject, standard, true
	case m.What&(words.RowAboveThan|words.RowBelowThan) != 0 && m.What&(words.RowAbove|words.RowBelow|words.RowRose|words.RowFell) == 0:
		return 0, 0, false
	case turned:
		// from the first to the second, where a word such as 升至 stands between them
		return second.rows[0], first.rows[0], first.end <= m.Start && m.End <= second.start
	}
	return first.rows[0], second.rows[0], first.end <= m.Start && m.End <= second.start
}

// isStandard reports whether a word that makes it what another row is compared with stands before a name, with at
// most a value and what rows are called between.
func (t *trial) isStandard(tl *telling, n naming) bool {
	for _, m := range tl.marks {
		if m.What&words.RowStandard == 0 || m.End > n.start || n.start-m.End > 60 {
			continue
		}
		between := t.r.src[m.End:n.start]
		for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
			if v := t.r.values[k]; v.Start >= m.End && v.End <= n.start {
				between = strings.Replace(between, t.r.src[v.Start:v.End], "", 1)
			}
		}
		between = strings.ToLower(between)
		for _, w := range []string{" the ", " in ", " of ", " those ", " that ", " for ", "的"} {
			between = strings.ReplaceAll(" "+between+" ", w, " ")
		}
		word := strings.ToLower(t.r.src[m.Start:m.End])
		if strings.TrimSpace(between) != "" && !t.onlyNoun(tl, between) {
			continue
		}
		if hanWeak[word] && !t.comparesAfter(tl, n) {
			continue
		}
		return true
	}
	return false
}

// hanWeak are words that join names as often as they compare them.
var hanWeak = map[string]bool{"与": true, "跟": true, "同": true, "和": true, "由": false}

// comparesAfter reports whether 相比 or a comparative follows a name at once.
func (t *trial) comparesAfter(tl *telling, n naming) bool {
	after := t.r.src[n.end:tl.end]
	return strings.HasPrefix(after, "相比") || strings.HasPrefix(after, "相较") || strings.HasPrefix(after, "比较") || strings.HasPrefix(after, "比，")
}

// onlyNoun reports whether what stands between a word and a name only says what rows are.
func (t *trial) onlyNoun(tl *telling, s string) bool {
	if tl.tb.key < 0 {
		return false
	}
	toks := t.v.reader.short(s).tokens
	if len(toks) > 3 {
		return false
	}
	for _, tok := range toks {
		if !tl.tb.says(tl.tb.key, tok) && !tl.tb.spokenOf(tok) {
			return false
		}
	}
	return true
}

// relatedColumn is the column of a comparison: the one that its values stand in, else the one it speaks of.
func (t *trial) relatedColumn(tl *telling) (int, bool) {
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if p := t.proofs[k]; p.rule == "" && p.by == "rows" && p.rec == tl.rec {
			return p.col, true
		}
		if p := t.proofs[k]; p.rule == "" && p.by == "row" && p.rec == tl.rec && p.exact.Value != nil && t.r.values[k].Unit.Dim != "" {
			if col, sure := t.comparedColumn(tl, nil); !sure || col == p.col {
				return p.col, true
			}
		}
	}
	if col, sure := t.comparedColumn(tl, nil); sure {
		return col, true
	}
	if cols := t.inputColumns(tl.rec); len(cols) == 1 {
		return cols[0], true
	}
	return -1, false
}

// inputColumns are the columns of a table that the cited calculations took their numbers from.
func (t *trial) inputColumns(rec int) []int {
	var out []int
	tb := t.ix.recs[rec].table
	for _, i := range t.of(calcRecord) {
		for _, in := range t.ix.recs[i].ev.Calc.Inputs {
			if r, ok := t.ix.byID[in.Evidence]; !ok || r != rec {
				continue
			}
			for col := range tb.cols {
				if tb.cols[col].Name == in.Column && !slices.Contains(out, col) {
					out = append(out, col)
				}
			}
		}
	}
	return out
}

// agrees reports whether a comparison holds in every column of numbers.
func (t *trial) agrees(tl *telling, a, b int, up bool) bool {
	any := false
	for col := range tl.tb.cols {
		if col == tl.tb.key || !tl.tb.cols[col].numeric {
			continue
		}
		x, ok1 := tl.tb.measure(a, col)
		y, ok2 := tl.tb.measure(b, col)
		if !ok1 || !ok2 {
			continue
		}
		any = true
		if d := against(x, y); up && d <= 0 || !up && d >= 0 {
			return false
		}
	}
	return any
}

// deniedBefore reports whether a negation governs a word of a sentence.
func (t *trial) deniedBefore(tl *telling, m words.RowMark) bool {
	for c := tl.first; c <= tl.last; c++ {
		cl := t.r.clauses[c]
		if m.Start < cl.start || m.Start >= cl.end {
			continue
		}
		return slices.ContainsFunc(cl.marks, func(w words.Mark) bool {
			return w.Class&words.NotClausal != 0 && w.End <= m.Start && w.Class&words.NotNever == 0 && !tl.inName(w)
		})
	}
	return false
}

// eitherWay finds heads of statements that name both ways of a change: increase / (decrease).
var eitherWay = regexp.MustCompile(`(?i)\b(?:increase|decrease|gain|rise|profit|income|loss)s? ?/? ?\( ?(?:increase|decrease|loss|fall|losses|decline)s? ?\)`)
