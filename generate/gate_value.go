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
	r := playbook.Read(n.Text)
	named := map[int][]string{} // by column
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

// names reports whether a text has a value in one of its forms.
func (d *draft) names(r *playbook.Reader, value string) bool {
	if utf8.RuneCountInString(value) < 2 {
		return false
	}
	return r.Has(playbook.Prepare(value)) || slices.ContainsFunc(d.w.otherForms(value), func(w string) bool { return r.Has(playbook.Prepare(w)) })
}
