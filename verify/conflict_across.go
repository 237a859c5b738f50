package verify

import (
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// comparable reports whether a word can be found in a text of the other language: it is listed, or a name or a code that both write alike.
func (t token) comparable() bool {
	return t.kind != hanToken && (t.kind != wordToken || t.proper)
}

// cellStands compares a value that a passage bears out with the cells of tables: the claim names one row and one column, says nothing
// beside them that the table does not, and is of the table's period.
func (t *trial) cellStands(c int, mine place) []stand {
	if mine.clause < 0 {
		return nil
	}
	var out []stand
	for rec := range t.ix.recs {
		r := &t.ix.recs[rec]
		if r.kind != tableRecord || !t.another(rec, mine.rec) || len(r.table.Rows) > readRows || len(t.named(rec)) == 0 {
			continue
		}
		claim := casefile.Claim{Text: t.claim.Text, Part: t.claim.Part, Cites: []casefile.Citation{{Evidence: r.ev.ID}}}
		if s, ok := t.v.try(t.ix, t.n, &claim).cellStand(c, rec); ok {
			out = append(out, s)
		}
	}
	return out
}

// cellStand is how the cell that clause c names stands to the value that the clause states.
func (t *trial) cellStand(c, rec int) (stand, bool) {
	r := &t.ix.recs[rec]
	tl := t.telling(c, rec)
	if tl.first != tl.last || len(tl.names) != 1 || len(tl.names[0].rows) != 1 || !t.ofPeriod(c, r.ev) {
		return stand{}, false
	}
	for k := t.r.clauses[c].first; k < t.r.clauses[c].last; k++ {
		if !t.accounted(tl, k) {
			return stand{}, false
		}
	}
	named := t.metrics(tl)
	if len(named) != 1 || len(named[0].cols) != 1 {
		return stand{}, false
	}
	row, col := tl.names[0].rows[0], named[0].cols[0]
	cell, ok := tl.tb.measure(row, col)
	var stated []value
	for _, v := range t.r.vals(c) {
		if v.Value != nil && !v.Weak && (v.Start >= tl.names[0].end || v.End <= tl.names[0].start) {
			stated = append(stated, v)
		}
	}
	if !ok || cell.Value == nil || len(stated) != 1 || stated[0].Bound != "" || stated[0].High != nil {
		return stand{}, false
	}
	v := stated[0]
	s := stand{place: place{rec: rec, clause: -1}, kind: numberConflict, rows: []int{row}, quote: cellText(r.ev.Table, r.ev.Table.Rows[row], col)}
	switch {
	case t.same(v, cell) != different:
		s.kind = agreement
	case !quantity.CompatibleUnits(v.Unit, cell.Unit) && !t.sameThing(v.Unit, cell.Unit) || roughly(v.Mention, cell):
		return stand{}, false
	}
	return s, true
}

// ofPeriod reports whether a clause speaks of the days that rows were asked for, or neither names any.
func (t *trial) ofPeriod(c int, e *casefile.Evidence) bool {
	dated := slices.ContainsFunc(t.r.vals(c), func(v value) bool { return v.Value == nil })
	if slices.ContainsFunc(t.out.findings, func(f casefile.Finding) bool { return f.Rule == "period" || f.Rule == "date" || f.Rule == "scope" }) {
		return false
	}
	return dated != e.Period.IsZero()
}
