package generate

import (
	"math"
	"slices"
	"strconv"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// first returns the first rows of a whole list that is ordered by what the need ranks by, with those that share the
// last place; all rows where it does not rank, or by something else.
func (d *draft) first(n casefile.Need, e casefile.Evidence, keep []int, want int) []int {
	g := &gate{d: d, n: n, r: playbook.Read(n.Text)}
	g.cutNames()
	by := slices.IndexFunc(e.Table.Columns, func(c casefile.Column) bool { return c.Type == "integer" || c.Type == "decimal" || c.Type == "ratio" })
	most := g.found("most")
	if by < 0 || len(most) != 1 || len(g.found("least")) > 0 {
		return keep
	}
	for _, m := range g.beside(most[0]) {
		for i, c := range e.Table.Columns {
			w := playbook.Prepare(g.r.Source(m))
			if i != by && c.Type != "text" && titled(c, w) && !titled(e.Table.Columns[by], w) {
				return keep
			}
		}
	}
	value := func(i int) float64 {
		f, err := strconv.ParseFloat(e.Table.Rows[keep[i]][by].Text, 64)
		if err != nil {
			return math.Inf(-1)
		}
		return f
	}
	for i := 1; i < len(keep); i++ {
		if value(i) > value(i-1) {
			return keep
		}
	}
	for want < len(keep) && value(want) == value(want-1) {
		want++
	}
	return keep[:want]
}
