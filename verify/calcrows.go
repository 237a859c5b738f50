package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

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
			if part := t.partOfTotal(tl, from[rec]); part != "" {
				return "binding", "it was computed from a part of the total, " + part, false
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
