package verify

import (
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
)

// maxSymmetry bounds the inputs of a formula whose rows are told apart by running it again.
const maxSymmetry = 24

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
