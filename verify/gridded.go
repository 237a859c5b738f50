package verify

import (
	"strings"

	"github.com/casefile/casefile"
)

// maxGrids bounds the tables that are read out of one passage.
const maxGrids = 20

// grids finds the tables that a passage draws with bars, so that a value of one is bound to its row
// and its head like that of any other table.
func grids(text string) []*casefile.Table {
	if !strings.Contains(text, "|") {
		return nil
	}
	var out []*casefile.Table
	lines := strings.Split(text, "\n")
	for i := 0; i+1 < len(lines) && len(out) < maxGrids; i++ {
		if !strings.Contains(lines[i], "|") || !rule3.MatchString(lines[i+1]) || !strings.Contains(lines[i+1], "-") {
			continue
		}
		t := &casefile.Table{Complete: true}
		for _, h := range cellsOf(lines[i]) {
			t.Columns = append(t.Columns, casefile.Column{Name: h, Type: "text"})
		}
		for i += 2; i < len(lines) && strings.Contains(lines[i], "|"); i++ {
			row := make(casefile.Row, 0, len(t.Columns))
			for k, c := range cellsOf(lines[i]) {
				if k < len(t.Columns) {
					row = append(row, casefile.Cell{Text: c, Type: casefile.Text})
				}
			}
			t.Rows = append(t.Rows, row)
		}
		t.Total = len(t.Rows)
		out = append(out, t)
	}
	return out
}

// addGrids adds the tables of the passages to the index, each as a record of its own that is cited with its passage.
func (v *Verifier) addGrids(ix *index) {
	ix.grids = map[int][]int{}
	for i := range len(ix.recs) {
		r := &ix.recs[i]
		if r.kind != passageRecord {
			continue
		}
		ev, head := r.ev, r.head
		for _, t := range grids(ev.Text) {
			e := &casefile.Evidence{ID: ev.ID, Status: casefile.OK, Table: t, AsOf: ev.AsOf}
			ix.grids[i] = append(ix.grids[i], len(ix.recs))
			ix.recs = append(ix.recs, record{ev: e, kind: tableRecord, head: head, table: v.newTable(e), args: v.reader.passage("")})
		}
	}
}
