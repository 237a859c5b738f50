package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify/words"
)

// strict reports whether a table has columns of numbers, so that its rows are things with names. The rows of a table that
// is text all over are lines of a statement, which people call by a part of their labels.
func (t *table) strict() bool {
	return slices.ContainsFunc(t.cols, func(c column) bool { return c.numeric })
}

// otherLabel returns the label of a row that a sentence speaks of rather than of those that a result was computed from: it has every word of it, and what
// it has of theirs is a part of that; or it has clearly more of its words.
func (t *trial) otherLabel(tl *telling, k *casefile.Calc, rows []int) string {
	said := t.sentence(tl.last)
	n := min(len(tl.tb.Rows), readRows)
	labels := make([]label, n)
	df := map[string]int{}
	for row := range n {
		labels[row] = tl.tb.label(row)
		for _, tok := range labels[row].own {
			df[tok.key]++
		}
	}
	var mine []token
	whole := false
	for row, l := range labels {
		if slices.Contains(rows, row) || tl.tb.holdsAll(row, tl.rec, t.ix, k.Inputs) {
			mine = append(append(mine, l.own...), l.above...)
			whole = whole || len(l.own) > 0 && len(missingIn(l.own, said)) == 0
		}
	}
	ours := shared(mine, said, df)
	best, found := 0.0, ""
	for row, l := range labels {
		if len(l.own) == 0 || slices.Contains(rows, row) || tl.tb.holdsAll(row, tl.rec, t.ix, k.Inputs) || !tl.tb.filled([]int{row}) || tl.tb.headRow(row) {
			continue
		}
		held := heldOf(l.own, said)
		lacks := missingIn(held, mine)
		switch left := missingIn(l.own, said); {
		case len(left) == 0 && weigh(held) >= 1 && !whole && len(missingIn(heldOf(mine, said), held)) == 0, len(left) == 0 && len(lacks) > 0 && weigh(held) >= 1 && shared(held, said, df) > ours:
		case len(lacks) > 0 && len(mine) > 0 && len(held) >= len(left) && shared(held, said, df) > ours+apartLabels:
		default:
			continue
		}
		if s := shared(held, said, df); s > best {
			best, found = s, tl.tb.Rows[row][0].Text
		}
	}
	return found
}

// apartLabels is by how much more of another row's label must be said, rare words counting more, where not all of it is.
const apartLabels = .5

// A label is what a line of a statement is called: its own words, and those of the heading that it stands under.
type label struct{ own, above []token }

// label reads the label of a row, without the mark of a footnote.
func (t *table) label(row int) label {
	read := func(row int) []token {
		if len(t.Rows[row]) == 0 {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(t.rd.short(footnote.ReplaceAllString(t.Rows[row][0].Text, "$1")).tokens), func(k token) bool {
			return k.kind == calendarToken || words.Light(k.key) || computedWords[k.key]
		})
	}
	if t.headRow(row) {
		return label{}
	}
	l := label{own: read(row)}
	for above := row - 1; above >= 0 && above > row-12; above-- {
		if len(t.Rows[above]) > 0 && t.Rows[above][0].Text != "" && !t.filled([]int{above}) {
			l.above = read(above)
			break
		}
	}
	return l
}

// footnote is the mark of a footnote at the end of a label: Accruals1, Net income (2)(3).
var footnote = regexp.MustCompile(`^(.*?[\p{L})’'])(?: ?\(\d{1,2}\)|\d{1,2})+$`)

// holdsAll reports whether a row has, in their columns, all inputs that a result took from one of its rows: a number may stand in two rows.
func (t *table) holdsAll(row, rec int, ix *index, inputs []casefile.Input) bool {
	missing := map[int]bool{}
	for _, in := range inputs {
		if i, ok := ix.byID[in.Evidence]; !ok || i != rec || in.Column == "" {
			continue
		}
		col := slices.IndexFunc(t.Columns, func(c casefile.Column) bool { return c.Name == in.Column })
		same := false
		for k := col; k >= 0 && k < len(t.Columns) && !same; k++ {
			same = t.Columns[k].Name == in.Column && k < len(t.Rows[row]) && sameCell(t.Rows[row][k].Text, in.Value)
		}
		missing[in.Row] = missing[in.Row] || !same
	}
	for _, m := range missing {
		if !m {
			return true
		}
	}
	return false
}

// heldOf are the words of a label that a sentence has, missingIn those that it lacks.
func heldOf(toks, said []token) []token {
	return slices.DeleteFunc(slices.Clone(toks), func(k token) bool { return !says(said, k) })
}

func missingIn(toks, said []token) []token {
	return slices.DeleteFunc(slices.Clone(toks), func(k token) bool { return says(said, k) })
}

// says reports whether a sentence has a word of a label, and neither or both with a negation: no current, of noncurrent.
func says(said []token, k token) bool {
	return slices.ContainsFunc(said, func(w token) bool { return w.key == k.key && w.neg == k.neg })
}

// partOfTotal returns the label of the one row that a result was computed from, where a sentence speaks of a total and that row is one of those that
// a total stands under, and not called by its label.
func (t *trial) partOfTotal(tl *telling, rows []int) string {
	said := t.sentence(tl.last)
	if len(rows) != 1 || !slices.ContainsFunc(said, func(k token) bool { return totals[strings.TrimPrefix(strings.ToLower(t.r.src[k.start:k.end]), "in ")] }) {
		return ""
	}
	own := tl.tb.label(rows[0]).own
	if len(own) == 0 || len(missingIn(own, said)) == 0 || tl.tb.isTotal(rows[0]) {
		return ""
	}
	for row := rows[0] + 1; row < min(len(tl.tb.Rows), rows[0]+16); row++ {
		switch {
		case !tl.tb.filled([]int{row}):
			return ""
		case tl.tb.isTotal(row):
			return tl.tb.Rows[rows[0]][0].Text
		}
	}
	return ""
}

// totals are the words that name a total of several lines.
var totals = map[string]bool{"total": true, "totals": true, "合计": true, "总计": true, "总额": true, "总数": true}

// isTotal reports whether a line of a statement is a total of those above: it has no label, or one that says so.
func (t *table) isTotal(row int) bool {
	first := strings.ToLower(strings.TrimSpace(t.Rows[row][0].Text))
	return first == "" || strings.HasPrefix(first, "total") || strings.HasPrefix(first, "合计") || strings.HasPrefix(first, "总计")
}

// shared is how much of some labels is said: each word once, less where many labels have it.
func shared(toks, said []token, df map[string]int) float64 {
	s := 0.0
	for i, k := range toks {
		if says(said, k) && !has(toks[:i], k.key) {
			s += k.weight() / float64(max(df[k.key], 1))
		}
	}
	return s
}
