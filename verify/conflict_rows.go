package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// rowStands compares the cells that bear a clause of the claim out with the cells of other tables that are about the same row,
// column, period and definition.
func (t *trial) rowStands(c int, mine place) []stand {
	var out []stand
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		p := t.proofs[i]
		if p.rule != "" || p.rec < 0 || p.by != "row" || t.ix.recs[p.rec].kind != tableRecord || p.rec != mine.rec {
			continue
		}
		a := t.ix.recs[p.rec].ev
		if p.row < 0 || p.row >= len(a.Table.Rows) || p.col < 0 || p.col >= len(a.Table.Rows[p.row]) {
			continue
		}
		for k := range t.ix.recs {
			b := t.ix.recs[k].ev
			if k == p.rec || t.ix.recs[k].kind != tableRecord || b.Tool == a.Tool && a.Tool != "" || b.Period != a.Period {
				continue
			}
			if s, ok := cellAgainst(a.Table, b.Table, p.row, p.col); ok {
				s.rec, s.ours = k, []int{p.row}
				out = append(out, s)
			}
		}
	}
	return out
}

// cellAgainst finds the cell of b that is about the same thing as a cell of a.
func cellAgainst(a, b *casefile.Table, row, col int) (stand, bool) {
	head := a.Columns[col]
	other := slices.IndexFunc(b.Columns, func(c casefile.Column) bool {
		if head.Metric != "" || c.Metric != "" {
			return c.Metric == head.Metric && c.Definition == head.Definition
		}
		return c.Name == head.Name && c.Unit == head.Unit
	})
	if other < 0 || a.Rows[row][col].Type != casefile.Number {
		return stand{}, false
	}
	for n, r := range b.Rows {
		if other >= len(r) || r[other].Type != casefile.Number || !sameRow(a, b, a.Rows[row], r) {
			continue
		}
		s := stand{place: place{clause: -1}, kind: numberConflict, quote: cellText(b, r, other), rows: []int{n}}
		x, ok1 := parseRat(a.Rows[row][col].Text)
		y, ok2 := parseRat(r[other].Text)
		if ok1 && ok2 && x.Cmp(y) == 0 {
			s.kind = agreement
		}
		return s, ok1 && ok2
	}
	return stand{}, false
}

// sameRow reports whether two rows name the same things: at least one, and none differently.
func sameRow(a, b *casefile.Table, x, y casefile.Row) bool {
	same := 0
	for i, c := range a.Columns {
		if !names(c) || i >= len(x) || x[i].Type == casefile.Null {
			continue
		}
		for k, d := range b.Columns {
			if !names(d) || k >= len(y) || y[k].Type == casefile.Null || c.Name != d.Name && (c.Entity == "" || c.Entity != d.Entity) {
				continue
			}
			if !strings.EqualFold(x[i].Text, y[k].Text) {
				return false
			}
			same++
		}
	}
	return same > 0
}

// names reports whether a column's values name things.
func names(c casefile.Column) bool {
	switch c.Type {
	case "text", "identifier", "date", "datetime":
		return true
	}
	return c.Entity != ""
}

// cellText is a row as its names and the cell meant.
func cellText(t *casefile.Table, r casefile.Row, col int) string {
	var out []string
	for i, c := range t.Columns {
		if i < len(r) && r[i].Type != casefile.Null && (names(c) || i == col) {
			out = append(out, c.Name+" = "+r[i].Text)
		}
	}
	return strings.Join(out, ", ")
}
