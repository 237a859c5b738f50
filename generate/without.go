package generate

import (
	"encoding/json"
	"slices"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// without names, of several things that a step was asked about, those of which no row was brought.
func (d *draft) without(steps []casefile.Step) {
	for _, s := range steps {
		for _, p := range d.w.tools[s.Tool].Params {
			if p.Exclude || p.Type == "period" || p.Type == "date" {
				continue
			}
			asked := d.askedOf(s, p)
			if len(asked) < 2 || !slices.ContainsFunc(asked, func(v string) bool { return d.hasRow(s, p, v) }) {
				continue // of none of them: that is said of the need
			}
			for _, v := range asked {
				if !d.hasRow(s, p, v) {
					d.lack(v, phrase(d.lang, "not found", "about", d.named([]string{v})[0]))
				}
			}
		}
	}
}

// askedOf returns the values of a parameter that the calls of a step were made with.
func (d *draft) askedOf(s casefile.Step, p casefile.Param) []string {
	var out []string
	for _, c := range d.c.Calls {
		if c.Step != s.ID || c.Status != casefile.OK && c.Status != casefile.NoHit {
			continue
		}
		for _, v := range values(c.Args, p.Name) {
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
	}
	return out
}

// values are the texts of an argument: one, or those of a list.
func values(args json.RawMessage, name string) []string {
	var all map[string]json.RawMessage
	if json.Unmarshal(args, &all) != nil {
		return nil
	}
	var one string
	if json.Unmarshal(all[name], &one) == nil && one != "" {
		return []string{one}
	}
	var list []string
	_ = json.Unmarshal(all[name], &list) // any other value names no thing
	return list
}

// hasRow reports whether a step brought rows for a value of a parameter: those of a call for it alone, or one that holds it. Where no
// column tells of that kind of thing, it is taken to have one.
func (d *draft) hasRow(s casefile.Step, p casefile.Param, v string) bool {
	told := true
	for _, e := range d.c.Of(s.ID) {
		if e.Table == nil {
			continue
		}
		asked := values(e.Args, p.Name)
		if len(asked) == 1 {
			if asked[0] == v && len(e.Table.Rows) > 0 {
				return true
			}
			told = told && asked[0] != v
			continue
		}
		if !slices.Contains(asked, v) {
			continue
		}
		col := slices.IndexFunc(e.Table.Columns, func(c casefile.Column) bool {
			return c.Entity != "" && c.Entity == playbook.EntityOf(p) || c.Name == p.Name || p.Type == "identifier" && c.Type == "identifier" && c.Name+"s" == p.Name
		})
		if col < 0 || !e.Table.Complete || slices.ContainsFunc(e.Table.Rows, func(r casefile.Row) bool { return r[col].Text == v }) {
			return true
		}
		told = false
	}
	return told && !slices.ContainsFunc(d.c.Calls, func(c casefile.Done) bool {
		return c.Step == s.ID && c.Status == casefile.NoHit && slices.Contains(values(c.Args, p.Name), v)
	})
}
