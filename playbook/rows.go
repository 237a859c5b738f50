package playbook

import (
	"fmt"
	"slices"
	"strconv"

	casefile "github.com/casefile/casefile"
)

// Rows returns the rows a step brought, each with the value of its key column. Rows with the same key are one.
func (e *Env) Rows(step, key string) []RowRef {
	var out []RowRef
	for _, ev := range e.c.Of(step) {
		if ev.Table == nil {
			continue
		}
		k := ev.Table.Col(key)
		for i, row := range ev.Table.Rows {
			r := RowRef{Evidence: ev, Row: i}
			if k >= 0 {
				r.Key = row[k].Text
				if slices.ContainsFunc(out, func(o RowRef) bool { return o.Key == r.Key }) {
					continue
				}
			}
			out = append(out, r)
		}
	}
	return out
}

// wholeRow is a row as one value: its key.
func (e *Env) wholeRow(r RowRef) Known {
	return Known{Value: r.Key, Type: "row", Cites: []casefile.Citation{{Evidence: r.Evidence.ID, Rows: []int{r.Row}}}}
}

func allRows(t *casefile.Table) []int {
	out := make([]int, len(t.Rows))
	for i := range out {
		out[i] = i
	}
	return out
}

// column is a cell of a step's rows.
func (e *Env) column(name string, s casefile.Step, col string) (Known, error) {
	rows := e.rowsHere(s)
	if len(rows) == 0 {
		return Known{}, e.unknown(name, s.ID)
	}
	k, err := e.cell(name, col, rows)
	if u, ok := err.(*Unknown); ok {
		u.Step, u.Status = s.ID, e.StatusOf(s.ID)
	}
	return k, err
}

// rowsHere returns the rows of a step that belong to where the environment stands: all of them outside
// of an each, otherwise those of the current key.
func (e *Env) rowsHere(s casefile.Step) []RowRef {
	if e.each == "" {
		return e.Rows(s.ID, "")
	}
	if s.ID == e.each {
		return []RowRef{e.at}
	}
	var all, keyed []RowRef
	hasKey := false
	for _, ev := range e.evidence(s) {
		if ev.Table == nil {
			continue
		}
		k := ev.Table.Col(e.keyCol)
		hasKey = hasKey || k >= 0 && s.Each == ""
		for i, row := range ev.Table.Rows {
			r := RowRef{Evidence: ev, Row: i}
			all = append(all, r)
			if k >= 0 && row[k].Text == e.at.Key {
				keyed = append(keyed, r)
			}
		}
	}
	if hasKey {
		return keyed
	}
	return all
}

func (e *Env) cell(name, col string, rows []RowRef) (Known, error) {
	k := Known{}
	found := false
	for _, r := range rows {
		t := r.Evidence.Table
		i := t.Col(col)
		if i < 0 || t.Rows[r.Row][i].Type == casefile.Null {
			continue
		}
		v := t.Rows[r.Row][i].Text
		in := casefile.Input{Name: name, Value: v, Unit: t.Columns[i].Unit, Evidence: r.Evidence.ID, Row: r.Row, Column: col}
		if !found {
			found = true
			k.Value, k.Type, k.Unit = v, t.Columns[i].Type, t.Columns[i].Unit
			k.Cites = []casefile.Citation{{Evidence: r.Evidence.ID, Rows: []int{r.Row}, Columns: []string{col}}}
		}
		k.List = append(k.List, v)
		k.Inputs = append(k.Inputs, in)
	}
	if !found {
		return k, &Unknown{Name: name, Why: "no row has a value in column " + col}
	}
	return k, nil
}

// evidence returns what a step brought, of the current key where the step is made for each row.
func (e *Env) evidence(s casefile.Step) []casefile.Evidence {
	if e.each == "" || s.Each == "" {
		return e.c.Of(s.ID)
	}
	key := e.at.Key
	if s.Each != e.each {
		// made for the rows of another step: the key of that step's row for ours
		k, err := e.keyOf(s)
		if err != nil {
			return nil
		}
		key = k
	}
	var out []casefile.Evidence
	for _, d := range e.c.Calls {
		if !e.helps(d.Step, s.ID) || d.Key != key {
			continue
		}
		for _, id := range d.Evidence {
			if x, ok := e.c.Find(id); ok && !slices.ContainsFunc(out, func(o casefile.Evidence) bool { return o.ID == id }) {
				out = append(out, x)
			}
		}
	}
	return out
}

func (e *Env) keyOf(s casefile.Step) (string, error) {
	if k, err := e.cell("", s.Key, []RowRef{e.at}); err == nil {
		return k.Value, nil
	}
	of, ok := e.steps[s.Each]
	if !ok {
		return "", fmt.Errorf("no step %s", s.Each)
	}
	k, err := e.cell("", s.Key, e.rowsHere(of))
	return k.Value, err
}

// helps reports whether calls of step are calls for target.
func (e *Env) helps(step, target string) bool {
	return step == target || e.steps[step].For == target
}

func (e *Env) count(name, step string) Known {
	n, id := 0, ""
	for _, x := range e.c.Of(step) {
		switch {
		case x.Table != nil:
			n += max(x.Table.Total, len(x.Table.Rows))
		case x.Source != nil, x.Calc != nil:
			n++
		default:
			continue
		}
		if id == "" {
			id = x.ID
		}
	}
	k := Known{Value: strconv.Itoa(n), Type: "integer", Cites: e.anyCite(step)}
	k.Inputs = []casefile.Input{{Name: name, Value: k.Value, Evidence: id}}
	return k
}

func (e *Env) anyCite(step string) []casefile.Citation {
	records := e.c.Of(step)
	if len(records) == 0 {
		return nil
	}
	switch x := records[0]; {
	case x.Table != nil:
		return []casefile.Citation{{Evidence: x.ID, Rows: allRows(x.Table)}}
	case x.Source != nil:
		return []casefile.Citation{citePassage(x, 0, len(x.Text))}
	default:
		return []casefile.Citation{{Evidence: x.ID}}
	}
}
