package verify

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

var (
	amongAll = regexp.MustCompile(`^[^，。,.]{0,12}?(?:之中|当中|中|里面|里|内)(?:，|,)?(?:就|仅|只|共|一共|总共)?(?:有)?$`)
	shownAll = regexp.MustCompile(`(?i)\b(?:listed|shown|in (?:the|this) (?:table|list))\b|列出|所列|表中|表内|列表中|清单中`)
)

// amongThem reports whether value i counts some of the rows, of which the value before it says how many there are: 五家中有三家.
func (t *trial) amongThem(i int, tl *telling) bool {
	if i == 0 || t.r.values[i-1].Start < tl.start {
		return false
	}
	v, o := t.r.values[i], t.r.values[i-1]
	return o.End <= v.Start && amongAll.MatchString(t.r.src[o.End:v.Start]) && t.countsRows(i-1, tl)
}

// things are how many things a set of rows is: rows, or what there is a row of for each period.
func (t *table) things(rows []int) int {
	if t.thing < 0 {
		return len(rows)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		seen[t.Rows[row][t.thing].Text] = true
	}
	return len(seen)
}

// isAll reports whether a value is the number of things that a table has.
func (t *trial) isAll(v value, tb *table) bool {
	return v.Value.Cmp(big.NewRat(int64(tb.things(everyRow(tb))), 1)) == 0
}

// all reports whether the rows of a table are all that a sentence speaks of: all there are, or those that it says are listed.
func (tl *telling) all(r *reading) bool {
	return tl.tb.Ranked || tl.sums(r)
}

// sums reports whether what the rows of a table add up to is what a sentence speaks of: they are all there are, or it says that they are listed.
func (tl *telling) sums(r *reading) bool {
	return tl.tb.Complete || shownAll.MatchString(r.src[tl.start:tl.end])
}

// countedName reports whether a value counts the rows that have a text right after it: 两件瓷器.
func (t *trial) countedName(v value, tl *telling) bool {
	if v.Kind != quantity.Count || !v.Unit.Known || t.r.lang != "zh" {
		return false
	}
	for _, l := range tl.labels {
		if l.start == v.End || l.start > v.End && strings.TrimSpace(t.r.src[v.End:l.start]) == "" {
			return tl.tb.Rows[l.rows[0]][max(l.col, 0)].Type == casefile.Text
		}
	}
	return false
}

// noneOf is the column that a sentence says rows have nothing of: two of the five sold no tickets, 没有座位.
func (t *trial) noneOf(tl *telling) (int, bool) {
	for c := tl.first; c <= tl.last; c++ {
		for _, m := range t.r.clauses[c].marks {
			if w := strings.ToLower(t.r.src[m.Start:m.End]); w != "no" && w != "没有" && w != "无" {
				continue
			}
			for _, x := range t.metrics(tl) {
				if x.start >= m.End && x.start-m.End < 12 && len(x.cols) == 1 {
					return x.cols[0], true
				}
			}
		}
	}
	return 0, false
}
