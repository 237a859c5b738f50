package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// A figure is a metric that a claim rests on, by its column.
type figure struct {
	col casefile.Column
	def string
}

// definition: figures of one name with different definitions are not compared or calculated with, and a claim that states both says which is which.
func (t *trial) definition() {
	if !t.asserts() {
		return
	}
	var stated []figure
	for _, p := range t.proofs {
		if p.rule == "" && p.rec >= 0 && p.by == "row" {
			stated = t.v.figure(stated, t.ix.recs[p.rec].ev, p.col)
		}
	}
	var computed []figure
	for _, i := range t.of(calcRecord) {
		for _, in := range t.ix.recs[i].ev.Calc.Inputs {
			if k, ok := t.ix.byID[in.Evidence]; ok && t.ix.recs[k].kind == tableRecord {
				computed = t.v.figure(computed, t.ix.recs[k].ev, t.ix.recs[k].ev.Table.Col(in.Column))
			}
		}
	}
	const compares = words.Above | words.Below | words.Equal | words.Extreme
	if a, b, ok := t.v.apartByDefinition(computed); ok {
		t.refuse("definition", "%s is %q, %s is %q: the two are not calculated with each other", nameOf(a.col), a.def, nameOf(b.col), b.def)
		return
	}
	a, b, ok := t.v.apartByDefinition(stated)
	switch {
	case !ok:
	case t.r.classes()&compares != 0 || slices.ContainsFunc(t.r.clauses, func(c clause) bool { return len(c.sides) > 0 }):
		t.refuse("definition", "%s is %q, %s is %q: the two are not compared", nameOf(a.col), a.def, nameOf(b.col), b.def)
	case !strings.Contains(t.claim.Text, a.def) || !strings.Contains(t.claim.Text, b.def):
		t.doubt("definition", "say that %s is %q, and %s %q", nameOf(a.col), a.def, nameOf(b.col), b.def)
	}
}

// figure adds the metric of a column, with its definition: the column's own, or the data dictionary's.
func (v *Verifier) figure(list []figure, e *casefile.Evidence, col int) []figure {
	if e.Table == nil || col < 0 || col >= len(e.Table.Columns) {
		return list
	}
	f := figure{col: e.Table.Columns[col]}
	f.def = f.col.Definition
	for _, m := range v.metrics {
		if f.def == "" && (m.Name == f.col.Metric || f.col.Metric == "" && m.Name == f.col.Name) {
			f.def = m.Definition
		}
	}
	if f.def == "" {
		return list
	}
	return append(list, f)
}

// apartByDefinition finds two figures that have one name and different definitions.
func (v *Verifier) apartByDefinition(list []figure) (a, b figure, ok bool) {
	for i := range list {
		for k := range i {
			if list[i].def != list[k].def && v.oneName(list[i].col, list[k].col) {
				return list[k], list[i], true
			}
		}
	}
	return figure{}, figure{}, false
}

// oneName reports whether two columns are called the same: by metric, by title, or by a word of the data dictionary.
func (v *Verifier) oneName(a, b casefile.Column) bool {
	x, y := v.called(a), v.called(b)
	return slices.ContainsFunc(x, func(s string) bool { return slices.Contains(y, s) })
}

func (v *Verifier) called(c casefile.Column) []string {
	var out []string
	for _, s := range []string{c.Metric, c.Title, c.TitleEN} {
		if s != "" {
			out = append(out, text.Fold(s))
		}
	}
	for _, m := range v.metrics {
		if m.Name == c.Metric || c.Metric == "" && m.Name == c.Name {
			for _, w := range m.Words {
				out = append(out, text.Fold(w))
			}
		}
	}
	return out
}

func nameOf(c casefile.Column) string { return firstOf(c.Title, c.Metric, c.Name) }
