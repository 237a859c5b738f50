package verify

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// periodCols are the columns of numbers whose heads are periods and no more, from the earliest on: 2023, 2024.
func (t *table) periodCols() []int {
	if t.periods != nil {
		return t.periods
	}
	t.periods = []int{}
	unit := ""
	for col := range t.cols {
		c := &t.cols[col]
		if !c.numeric && !t.measures(col) || !c.onlyPeriod() {
			continue
		}
		if len(t.periods) > 0 && c.Unit != unit {
			t.periods = []int{}
			return t.periods // figures of several kinds
		}
		unit = c.Unit
		t.periods = append(t.periods, col)
	}
	key := func(col int) string { return periodCell(bareHead(t.cols[col].Name)) }
	slices.SortFunc(t.periods, func(a, b int) int { return cmp.Compare(key(a), key(b)) })
	return t.periods
}

// A course is a change that a sentence tells over the columns of two periods.
type course struct {
	from, to int // columns, the earlier first
	up       bool
	mark     words.RowMark
	way      bool // the sentence says which way
}

// courseOf reads a change from one column of a period to another: from 2023 to 2024, in 2025 … more than in 2024, 2024年增加.
func (t *trial) courseOf(tl *telling) (course, bool) {
	cols := tl.tb.periodCols()
	if len(cols) < 2 {
		return course{}, false
	}
	var said []int
	standard := -1
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		v := t.r.values[k]
		for _, col := range cols {
			if v.Value == nil && slices.ContainsFunc(tl.tb.cols[col].days, func(d value) bool { ok, _ := quantity.Equal(v.Mention, d.Mention); return ok }) && !slices.Contains(said, col) {
				said = append(said, col)
				if thanBefore.MatchString(strings.ToLower(t.r.src[tl.start:v.Start])) {
					standard = col
				}
			}
		}
	}
	var c course
	switch {
	case len(said) == 2:
		c.from, c.to = said[0], said[1]
		if slices.Index(cols, c.from) > slices.Index(cols, c.to) {
			c.from, c.to = c.to, c.from
		}
	case len(said) == 1 && slices.Index(cols, said[0]) > 0:
		c.from, c.to = cols[slices.Index(cols, said[0])-1], said[0]
	default:
		return course{}, false
	}
	for _, m := range tl.marks {
		if t.wordOfHead(tl, m) {
			continue
		}
		switch {
		case m.What&(words.RowRose|words.RowFell) != 0:
			c.up, c.mark, c.way = m.What&words.RowRose != 0, m, true
		case m.What&(words.RowAbove|words.RowBelow|words.RowAboveThan|words.RowBelowThan) != 0 && len(said) == 2 && standard >= 0:
			c.up, c.mark, c.way = (m.What&(words.RowAbove|words.RowAboveThan) != 0) == (standard == c.from), m, true
		default:
			continue
		}
		break
	}
	return c, c.way
}

// thanBefore finds that a period is what another one is compared with.
var thanBefore = regexp.MustCompile(`(?:\bthan(?: that of| those of)?(?: in| for| of)?|compared (?:with|to)(?: in)?|\bover|\bon|比|较|相比|对比|与) ?$`)

// courses: what rose or fell from the column of one period to that of another did so in every row that a sentence speaks of.
func (t *trial) courses() {
	if len(t.of(passageRecord))+len(t.of(calcRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		c, ok := t.courseOf(tl)
		if !ok {
			return
		}
		rows := tl.rowsOf()
		alone := slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowAlone != 0 && t.singles(tl, m) })
		if len(rows) == 0 && t.allRows(tl) {
			if rows = t.labelledRows(tl); !tl.all(t.r) {
				t.refuse("quantifier", "all of them is claimed of rows that are not all there are")
				return
			}
		}
		for row := range tl.tb.Rows {
			named := slices.Contains(rows, row)
			if !named && !alone {
				continue
			}
			x, ok1 := tl.tb.measure(row, c.from)
			y, ok2 := tl.tb.measure(row, c.to)
			if !ok1 || !ok2 {
				continue
			}
			d := against(y, x)
			went := c.up && d > 0 || !c.up && d < 0
			if named && t.deniedBefore(tl, c.mark) {
				went = !went
			}
			if went != named {
				t.refuse("direction", "%s has %s in %s and %s in %s: %q does not hold", clip(tl.tb.called1(row)), strings.TrimSpace(x.Text), tl.tb.cols[c.from].Name, strings.TrimSpace(y.Text), tl.tb.cols[c.to].Name, t.r.src[c.mark.Start:c.mark.End])
				return
			}
		}
	})
}

// called1 is what tells a row apart.
func (t *table) called1(row int) string {
	return t.Rows[row][max(t.key, t.thing, 0)].Text
}
