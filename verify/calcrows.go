package verify

import (
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
)

// maxSymmetry bounds the inputs of a formula whose rows are told apart by running it again.
const maxSymmetry = 24

// misattributed returns why a result is not said of the rows that it was computed from, "" where nothing speaks
// against it. doubtful is set where the claim only fails to name them.
func (t *trial) misattributed(c int, k *casefile.Calc) (rule, why string, doubtful bool) {
	from := map[int][]int{} // table → rows
	var order []int
	for _, in := range k.Inputs {
		if i, ok := t.ix.byID[in.Evidence]; ok && t.ix.recs[i].kind == tableRecord && in.Row >= 0 && in.Row < len(t.ix.recs[i].table.Rows) {
			if from[i] == nil {
				order = append(order, i)
			}
			if !slices.Contains(from[i], in.Row) {
				from[i] = append(from[i], in.Row)
			}
		}
	}
	for _, rec := range order {
		tl := t.telling(c, rec)
		tb := tl.tb
		names := tl.rowsOf()
		if len(names) == 0 || tb.key < 0 {
			if name := t.otherRows(c, k); name != "" {
				return "binding", "it was not computed from the row of " + name, false
			}
			if rule, why := t.otherInput(tl, k); rule != "" {
				return rule, why, false
			}
			if len(names) == 0 && tb.key >= 0 && len(from[rec]) < len(tb.Rows) && !t.tellsRows(tl, from[rec]) {
				return "binding", "the claim does not say of which rows it was computed", true
			}
			continue
		}
		rows, moved := t.moved(tl, k, from[rec], names)
		for _, n := range names {
			if !slices.Contains(rows, n) {
				return "binding", "it was not computed from the row of " + t.rowName(tl, n), false
			}
		}
		if rule, why := t.otherInput(tl, k); rule != "" {
			return rule, why, false
		}
		if len(names) == len(rows) || moved || len(k.Inputs) > maxSymmetry {
			continue
		}
		classes := alike(k, rec, t.ix, rows)
		mine := 0
		for _, n := range names {
			mine |= 1 << classes[n]
		}
		held := true
		for row, class := range classes {
			if mine&(1<<class) != 0 && !slices.Contains(names, row) {
				held = false
			}
		}
		switch {
		case !held && len(rows) == len(tb.Rows):
			return "binding", "it was computed from all rows, not from that of " + t.rowName(tl, names[0]), false
		case !held:
			return "binding", "it was computed from more rows than the claim names", false
		case len(rows) == 2 && len(names) == 1 && !t.calendarRows(tb):
			return "binding", "it was computed from two rows, and the claim names one", true
		case len(names) == 1 && classes[names[0]] != 0 && len(rows) > 2:
			return "binding", "it was not computed for " + t.rowName(tl, names[0]), false
		}
	}
	return "", "", false
}

// tellsRows reports whether the words of a sentence are of some of the rows, or whether rows are periods, which a claim may leave out.
func (t *trial) tellsRows(tl *telling, rows []int) bool {
	if t.calendarRows(tl.tb) || len(tl.labels) > 0 || len(t.r.clauses) > tl.last+1 || tl.first > 0 {
		return true
	}
	if len(intersect(tl.tb.about(t.sentence(tl.last)), rows)) > 0 {
		return true
	}
	for _, row := range rows {
		for _, tok := range tl.tb.row(row).tokens {
			if has(t.sentence(tl.last), tok.key) {
				return true
			}
		}
	}
	return false
}

// calendarRows reports whether the rows of a table are days or periods.
func (t *trial) calendarRows(tb *table) bool {
	if tb.key < 0 || len(tb.Rows) == 0 {
		return false
	}
	_, ok := tb.calendar(0)
	return ok
}

// moved puts in the place of a row of the inputs a named row that has the same number in the same column: a number
// may stand in two rows, and only the claim says which is meant.
func (t *trial) moved(tl *telling, k *casefile.Calc, rows, names []int) ([]int, bool) {
	out := slices.Clone(rows)
	any := false
	for _, n := range names {
		if slices.Contains(out, n) {
			continue
		}
		for _, in := range k.Inputs {
			if i, ok := t.ix.byID[in.Evidence]; !ok || i != tl.rec || slices.Contains(names, in.Row) {
				continue
			}
			for col, c := range tl.tb.Columns {
				if c.Name == in.Column && col < len(tl.tb.Rows[n]) && sameCell(tl.tb.Rows[n][col].Text, in.Value) {
					if at := slices.Index(out, in.Row); at >= 0 {
						out[at], any = n, true
					}
				}
			}
		}
	}
	return out, any
}

// otherInput reports that a sentence speaks of one column where the result was computed from another.
func (t *trial) otherInput(tl *telling, k *casefile.Calc) (rule, why string) {
	scores := t.spoken(tl)
	best, at, used := 0.0, -1, 0.0
	for col := range tl.tb.cols {
		in := slices.ContainsFunc(k.Inputs, func(x casefile.Input) bool {
			i, ok := t.ix.byID[x.Evidence]
			return ok && i == tl.rec && x.Column == tl.tb.cols[col].Name
		})
		switch {
		case in:
			used = max(used, scores[col])
		case col != tl.tb.key && (tl.tb.cols[col].numeric || tl.tb.measures(col)) && scores[col] > best:
			best, at = scores[col], col
		}
	}
	if at >= 0 && best >= .5 && best > used+.3 && !t.ownWord(tl, at, k) {
		return "column", "it was computed from another column than " + tl.tb.cols[at].Name
	}
	return "", ""
}

// ownWord reports whether the words for a column are also what a calculation says of itself: a rate, a share, a total.
func (t *trial) ownWord(tl *telling, col int, k *casefile.Calc) bool {
	for c := tl.first; c <= tl.last; c++ {
		for _, tok := range t.r.toks(c) {
			if tl.tb.cols[col].keys[tok.key] && !computedWords[tok.key] && tok.kind != calendarToken {
				return false
			}
		}
	}
	return true
}

// alike puts the rows of a formula's inputs into classes: rows that can change places without changing the result.
// The first row's class is 0 where it is alone in it.
func alike(k *casefile.Calc, rec int, ix *index, rows []int) map[int]int {
	inputs := slices.Clone(k.Inputs)
	primes := []string{"101", "211", "307", "401", "503", "601", "701", "809", "907", "1009", "1103", "1201", "1301", "1409", "1511", "1601", "1709", "1801", "1901", "2003", "2111", "2203", "2309", "2411"}
	for i := range inputs {
		inputs[i].Value = primes[i%len(primes)]
	}
	base, err := calc.Run(k.Formula, inputs)
	out := map[int]int{}
	if err != nil {
		for i, row := range rows {
			out[row] = i
		}
		return out
	}
	of := func(row int) []int {
		var at []int
		for i, in := range k.Inputs {
			if r, ok := ix.byID[in.Evidence]; ok && r == rec && in.Row == row {
				at = append(at, i)
			}
		}
		return at
	}
	swapped := func(a, b int) bool {
		x, y := of(a), of(b)
		if len(x) != len(y) {
			return false
		}
		again := slices.Clone(inputs)
		for i := range x {
			if k.Inputs[x[i]].Column != k.Inputs[y[i]].Column {
				return false
			}
			again[x[i]].Value, again[y[i]].Value = inputs[y[i]].Value, inputs[x[i]].Value
		}
		r, err := calc.Run(k.Formula, again)
		return err == nil && r.Value == base.Value
	}
	next := 0
	for i, row := range rows {
		class := -1
		for _, o := range rows[:i] {
			if swapped(o, row) {
				class = out[o]
				break
			}
		}
		if class < 0 {
			class = next
			next++
		}
		out[row] = class
	}
	return out
}
