package generate

import (
	"slices"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// valued returns which rows hold a value of a column that the need names, where some of a whole table do and others do not; nil
// where the need names none. The names of things are for the arguments of a call.
func (d *draft) valued(n casefile.Need, t *casefile.Table) func(casefile.Row) bool {
	if !t.Complete || t.Ranked || len(t.Rows) < 2 {
		return nil
	}
	named := d.valuesNamed(playbook.Read(n.Text), t)
	if len(named) == 0 {
		return nil
	}
	return func(row casefile.Row) bool {
		for i, values := range named {
			if !slices.Contains(values, row[i].Text) {
				return false
			}
		}
		return true
	}
}

// valuesNamed are, by column, the values that a text names, where rows have others too.
func (d *draft) valuesNamed(r *playbook.Reader, t *casefile.Table) map[int][]string {
	named := map[int][]string{}
	for i, c := range t.Columns {
		if c.Type != "text" || c.Entity != "" {
			continue
		}
		var values []string
		others := false
		for _, row := range t.Rows {
			switch v := row[i].Text; {
			case slices.Contains(values, v):
			case d.names(r, v):
				values = append(values, v)
			default:
				others = true
			}
		}
		if others && len(values) > 0 {
			named[i] = values
		}
	}
	return named
}

// names reports whether a text has a value in one of its forms.
func (d *draft) names(r *playbook.Reader, value string) bool {
	if utf8.RuneCountInString(value) < 2 {
		return false
	}
	return len(d.places(r, value)) > 0
}

// places are where a text has a value in one of its forms.
func (d *draft) places(r *playbook.Reader, value string) []playbook.Span {
	out := r.Find(playbook.Prepare(value))
	for _, w := range d.w.otherForms(value) {
		out = append(out, r.Find(playbook.Prepare(w))...)
	}
	return out
}
