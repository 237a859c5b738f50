package generate

import (
	"strings"

	casefile "github.com/casefile/casefile"
)

// total tells what a step added up: the figure that a need asks for, whose parts are told below it. It returns 1 when
// there is one.
func (d *draft) total(n casefile.Need, s casefile.Step) int {
	for _, e := range d.c.Of(s.ID) {
		if e.Calc == nil || len(e.Calc.Inputs) == 0 {
			continue
		}
		in := e.Calc.Inputs[0]
		of, ok := d.c.Find(in.Evidence)
		if !ok || of.Table == nil || !of.Table.Complete {
			continue
		}
		i := of.Table.Col(in.Column)
		if i < 0 || !of.Table.Columns[i].Sums || d.valued(n, of.Table) != nil {
			continue
		}
		col := of.Table.Columns[i]
		unit := col.Unit
		if d.lang == casefile.English {
			unit = col.UnitEN
		}
		d.claim(casefile.Claim{Part: casefile.Conclusion, About: subject(n),
			Text:  phrase(d.lang, "total", "title", title(col, d.lang), "value", strings.TrimSpace(e.Calc.Value+" "+unit)),
			Cites: []casefile.Citation{{Evidence: e.ID}, {Evidence: of.ID, Columns: []string{col.Name}}}})
		return 1
	}
	return 0
}
