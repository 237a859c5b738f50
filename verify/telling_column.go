package verify

import (
	"strings"

	"github.com/casefile/casefile/quantity"
)

// comparedColumn finds the column that a sentence compares rows by: the one of numbers or days that it speaks of most.
// sure is false where it speaks of none and there is more than one.
func (t *trial) comparedColumn(tl *telling, fits func(col int) bool) (col int, sure bool) {
	if col, ok := t.namedColumn(tl, fits); ok {
		return col, true
	}
	best, score, n, only := -1, 0.0, 0, -1
	scores := t.spoken(tl)
	for c := range tl.tb.cols {
		if c == tl.tb.key || !tl.tb.cols[c].numeric && !tl.tb.cols[c].day && !tl.tb.measures(c) || tl.tb.cols[c].Name == "rank" || fits != nil && !fits(c) {
			continue
		}
		if !tl.tb.cols[c].day || fits != nil {
			n++
			only = c
		}
		if s := scores[c]; s > score+1e-9 {
			best, score = c, s
		}
	}
	if best >= 0 {
		return best, true
	}
	if n == 1 {
		return only, true
	}
	return -1, false
}

// measures reports whether a column that nobody declared as numbers has a number in its first rows.
func (t *table) measures(col int) bool {
	if t.cols[col].Type == "identifier" {
		return false
	}
	n := 0
	for row := range min(len(t.Rows), 8) {
		if ms := t.mentions(row, col); len(ms) == 1 && ms[0].Value != nil && 2*len(strings.TrimSpace(ms[0].Text)) > len(strings.TrimSpace(t.Rows[row][col].Text)) {
			n++
		}
	}
	return 2*n > min(len(t.Rows), 8)
}

// measure is the value of a row in a column: a number, or a day.
func (t *table) measure(row, col int) (quantity.Mention, bool) {
	for _, m := range t.mentions(row, col) {
		if m.Value != nil || m.Kind == quantity.FullDate {
			return m, true
		}
	}
	return quantity.Mention{}, false
}

// against compares two values of a column; days come before later days.
func against(a, b quantity.Mention) int {
	if a.Value == nil || b.Value == nil {
		return a.Date().Compare(b.Date())
	}
	return a.Base().Cmp(b.Base())
}
