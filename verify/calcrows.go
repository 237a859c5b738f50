package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/verify/words"
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
		if said := strings.ToLower(t.r.src[tl.start:tl.end]); !tb.Complete && !tb.Ranked && len(names)+len(tl.labels) == 0 && len(from[rec]) == len(tb.Rows) && len(tb.Rows) > 1 && (t.adds(tl, said) || t.allRows(tl) || meanWords.MatchString(said)) {
			return "extreme", "it was computed over rows that are not all there are", false
		}
		if !tb.strict() {
			if name := t.otherRows(c, k); name != "" && name != thatDay {
				return "binding", "it was not computed from the row of " + name, false
			}
			if label := t.otherLabel(tl, k, from[rec]); label != "" {
				return "binding", "it was not computed from the row of " + label, false
			}
			continue
		}
		if len(names) == 0 || tb.key < 0 {
			if name := t.otherRows(c, k); name != "" {
				return "binding", "it was not computed from the row of " + name, false
			}
			if rule, why := t.otherInput(tl, k); rule != "" {
				return rule, why, false
			}
			if len(names) == 0 && tb.key >= 0 {
				meant := from[rec]
				if len(meant) == len(tb.Rows) {
					meant = t.standsApart(k, rec, meant)
				}
				if len(meant) > 0 && !t.tellsRows(tl, meant) {
					return "binding", "the claim does not say of which rows it was computed", true
				}
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

// strict reports whether a table has columns of numbers, so that its rows are things with names. The rows of a table that
// is text all over are lines of a statement, which people call by a part of their labels.
func (t *table) strict() bool {
	return slices.ContainsFunc(t.cols, func(c column) bool { return c.numeric })
}

// otherLabel returns the label of a row that a sentence speaks of word for word, where a result was computed from
// others, and no row of its inputs is spoken of as well.
func (t *trial) otherLabel(tl *telling, k *casefile.Calc, rows []int) string {
	said := t.sentence(tl.last)
	best, label := 0.0, ""
	own := 0.0
	for row := range min(len(tl.tb.Rows), readRows) {
		if len(tl.tb.Rows[row]) == 0 || tl.tb.headRow(row) {
			continue
		}
		toks := t.v.reader.short(tl.tb.Rows[row][0].Text).tokens
		if len(toks) == 0 {
			continue
		}
		held, w := 0.0, 0.0
		for _, tok := range toks {
			w += tok.weight()
			if has(said, tok.key) {
				held += tok.weight()
			}
		}
		switch {
		case slices.Contains(rows, row) || tl.tb.hold([]int{row}, k.Inputs):
			own = max(own, held)
		case held == w && w > best && tl.tb.filled([]int{row}):
			best, label = w, tl.tb.Rows[row][0].Text
		}
	}
	if best >= 1 && best > own {
		return label
	}
	return ""
}

// standsApart returns the one row that a formula treats otherwise than all the others: the one whose share it is.
func (t *trial) standsApart(k *casefile.Calc, rec int, rows []int) []int {
	if len(rows) < 3 || len(k.Inputs) > maxSymmetry {
		return nil
	}
	count := map[int]int{}
	classes := alike(k, rec, t.ix, rows)
	for _, c := range classes {
		count[c]++
	}
	if len(count) != 2 {
		return nil
	}
	for _, row := range rows {
		if count[classes[row]] == 1 {
			return []int{row}
		}
	}
	return nil
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

// otherInput reports that a sentence speaks of one column where the result was computed from another: it has words of
// that one's head which no column of the inputs has, and none of theirs.
func (t *trial) otherInput(tl *telling, k *casefile.Calc) (rule, why string) {
	in := map[int]bool{}
	for col := range tl.tb.cols {
		if slices.ContainsFunc(k.Inputs, func(x casefile.Input) bool {
			i, ok := t.ix.byID[x.Evidence]
			return ok && i == tl.rec && x.Column == tl.tb.cols[col].Name
		}) {
			in[col] = true
		}
	}
	if m, ok := t.soleMetric(tl); ok && len(in) > 0 && !slices.ContainsFunc(m.cols, func(c int) bool { return in[c] }) {
		return "column", "it was computed from another column than " + tl.tb.cols[m.cols[0]].Name
	}
	for col := range tl.tb.cols {
		c := &tl.tb.cols[col]
		if in[col] || len(in) == 0 || col == tl.tb.key || !c.numeric && !tl.tb.measures(col) {
			continue
		}
		used := func(tok token) bool {
			for k := range in {
				if tl.tb.says(k, tok) {
					return true
				}
			}
			return false
		}
		theirs, ours := 0.0, 0.0
		for i := t.r.clauses[tl.first].first; i < t.r.clauses[tl.last].last; i++ {
			tok := t.r.tokens[i]
			if t.namesRow(tl, i) || t.isUnit(i) || t.addsUp(tl, tok) || tok.any(func(key string) bool { return computedWords[key] }) || tok.kind == calendarToken || tl.tb.key >= 0 && tl.tb.says(tl.tb.key, tok) {
				continue
			}
			switch {
			case tl.tb.says(col, tok) && !used(tok):
				theirs += tok.weight()
			case used(tok) && !tl.tb.says(col, tok):
				ours += tok.weight()
			}
		}
		if theirs >= .6 && ours == 0 {
			return "column", "it was computed from another column than " + c.Name
		}
	}
	return "", ""
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

// countsInput reports whether a value counts what the inputs of a calculation count.
func (t *trial) countsInput(v value, k *casefile.Calc) bool {
	for _, in := range k.Inputs {
		i, ok := t.ix.byID[in.Evidence]
		if !ok || t.ix.recs[i].kind != tableRecord {
			continue
		}
		tb := t.ix.recs[i].table
		for col := range tb.cols {
			if tb.cols[col].Name == in.Column && !t.countsThing(v, tb, col) {
				return false
			}
		}
	}
	return true
}

// joinsUnknown reports whether a sentence joins or compares the one row that it names with something that stands in no row.
func (t *trial) joinsUnknown(tl *telling) bool {
	for c := tl.first; c <= tl.last; c++ {
		if len(t.unknown(c)) > 0 {
			return true
		}
	}
	return false
}

// onlyAdds reports whether a formula only adds up.
func (t *trial) onlyAdds(k *casefile.Calc) bool {
	return strings.Contains(k.Formula, "+") && !strings.ContainsAny(k.Formula, "-−–*/×÷(")
}

// goesBeyond reports whether a value is by how much one of two named rows is said to go beyond the other.
func (t *trial) goesBeyond(v value) bool {
	return slices.ContainsFunc(t.tables(), func(rec int) bool {
		tl := t.telling(v.clause, rec)
		than := strings.Contains(t.r.src[tl.start:v.Start], "比")
		return len(tl.rowsOf()) == 2 && slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
			return (m.What&(words.RowAbove|words.RowBelow) != 0 || than && m.What&(words.RowAboveThan|words.RowBelowThan) != 0) && t.byHowMuch(v, m)
		})
	})
}

// isGap reports whether value i is by how much one row goes beyond another (比乙多 7 件, 7 units more than B) or
// what several have together: no cell has it.
func (t *trial) isGap(i int) bool {
	v := t.r.values[i]
	if v.Value == nil {
		return false
	}
	for _, rec := range t.tables() {
		tl := t.telling(v.clause, rec)
		n := len(tl.rowsOf())
		if n == 0 || n == 1 && !t.joinsUnknown(tl) {
			continue
		}
		if slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowSum != 0 }) && t.lone(i, v.clause) {
			return true // together they have 7
		}
		if n > 2 {
			continue
		}
		for _, m := range tl.marks {
			if m.What&(words.RowAbove|words.RowBelow|words.RowAboveThan|words.RowBelowThan) == 0 {
				continue
			}
			after := strings.Trim(t.r.src[min(m.End, v.Start):v.Start], " $¥€£出了于by")
			if m.End <= v.Start && after == "" && m.What&(words.RowAboveThan|words.RowBelowThan) != 0 {
				return true
			}
			if m.Start >= v.End && strings.TrimSpace(t.r.src[v.End:m.Start]) == "" {
				return true
			}
		}
	}
	return false
}
