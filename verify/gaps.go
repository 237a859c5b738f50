package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify/words"
)

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
		if n == 0 && t.sumOfAll(i, tl) {
			return true
		}
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

// sumOfAll reports whether value i is what a stated number of rows, all there are, have together: the two wards have 7 between them.
func (t *trial) sumOfAll(i int, tl *telling) bool {
	if !slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowSum != 0 }) {
		return false
	}
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if k != i && t.countsRows(k, tl) && t.isAll(t.r.values[k], tl.tb) {
			return !t.countsRows(i, tl)
		}
	}
	return false
}
