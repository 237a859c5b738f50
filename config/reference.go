package config

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
	"github.com/casefile/casefile/store"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/tool"
)

// A Reference is a table that says which names belong together: a function without arguments, and two of its columns.
// It feeds the entity graph of the tenant, so that a question on the one finds passages on the other. Rows of events
// are no reference.
type Reference struct {
	Function string   `yaml:"function"`
	From     string   `yaml:"from"`
	To       string   `yaml:"to"`
	Access   []string `yaml:"access"` // who may be led by it; empty: everyone of the tenant
}

// recognizer reads the names of documents and questions.
func (f *File) recognizer() (*entity.Recognizer, error) {
	return entity.New(entity.Rules{Identifiers: f.Identifiers, Dictionary: f.Dictionary})
}

// reader is who reads reference tables: no user of the tenant, and without a role.
const reader = "casefile-ingest"

// link brings the entity graph up to the rules and the reference tables of the workspace.
func (w *Workspace) link(ctx context.Context) error {
	all, err := w.library.Namespaces(ctx)
	if err != nil {
		return err
	}
	for _, ns := range all {
		if _, err := w.library.Relink(ctx, ns); err != nil {
			return err
		}
	}
	return w.relate(ctx)
}

// relate brings the entity graph up to the reference tables. A table that cannot be read now leaves all as they were.
func (w *Workspace) relate(ctx context.Context) error {
	who, err := casefile.NewScope(casefile.Identity{Tenant: w.file.Tenant, User: reader}, casefile.DateOf(w.Now()))
	if err != nil {
		return err
	}
	tables := []store.Table{}
	for _, r := range w.file.Reference {
		t := w.function(r.Function)
		if t == nil {
			return fmt.Errorf("reference: there is no function %q", r.Function)
		}
		res, err := t.Call(ctx, who, json.RawMessage("{}"))
		switch {
		case err != nil:
			return fmt.Errorf("reference: %s: %w", r.Function, err)
		case res.Status == casefile.Timeout:
			return nil
		case res.Status == casefile.Partial:
			return fmt.Errorf("reference: %s gives %d rows and no more than a part of them: raise rows: {max: …} of the function", r.Function, res.Total)
		case res.Status != casefile.OK && res.Status != casefile.NoHit:
			return fmt.Errorf("reference: %s: %s: %s", r.Function, res.Status, res.Note)
		}
		table := store.Table{Name: r.Function, Access: slices.Clone(r.Access)}
		if len(table.Access) == 0 {
			table.Access = []string{"tenant:" + w.file.Tenant}
		}
		for _, e := range res.Evidence {
			table.Pairs = append(table.Pairs, pairs(e.Table, r.From, r.To)...)
		}
		tables = append(tables, table)
	}
	_, err = w.library.Relate(ctx, casefile.Namespace{Name: casefile.TenantNamespace, Tenant: w.file.Tenant}, tables)
	return err
}

// pairs returns the values of two columns, row by row, where both are there.
func pairs(t *casefile.Table, from, to string) [][2]string {
	if t == nil {
		return nil
	}
	a, b := t.Col(from), t.Col(to)
	if a < 0 || b < 0 {
		return nil
	}
	var out [][2]string
	for _, row := range t.Rows {
		if x, y := row[a], row[b]; x.Text != "" && y.Text != "" && x.Type != casefile.Null && y.Type != casefile.Null {
			out = append(out, [2]string{x.Text, y.Text})
		}
	}
	return out
}

// function returns the tool of a declared function, nil where there is none.
func (w *Workspace) function(name string) casefile.Tool {
	listed := w.file.listed(tool.Function{Name: name}).Name
	for _, t := range w.engine.Tools {
		if t.Spec().Name == listed {
			return t
		}
	}
	return nil
}

// references checks what reference: names.
func (c *checker) references(functions map[string]tool.Function, known []string) {
	for i, r := range c.file.Reference {
		key := fmt.Sprintf("reference.%d", i)
		f, there := functions[r.Function]
		if !there {
			c.at(key+".function", fmt.Sprintf("there is no function %q", r.Function), strictyaml.DidYouMean(r.Function, known))
			continue
		}
		var cols []string
		for _, d := range f.Columns {
			cols = append(cols, d.Name)
		}
		for name, col := range map[string]string{"from": r.From, "to": r.To} {
			if !slices.Contains(cols, col) {
				c.at(key+"."+name, fmt.Sprintf("%s has no column %q", r.Function, col), strictyaml.DidYouMean(col, cols))
			}
		}
		for _, p := range f.Params {
			if p.Required {
				c.at(key+".function", fmt.Sprintf("%s needs its parameter %s, and a reference table is read without any", r.Function, p.Name), "declare a function that lists all pairs")
			}
		}
		if len(f.Bind) > 0 || f.Owner.SQL != "" {
			c.at(key+".function", r.Function+" depends on who asks or when, so its rows are no reference table", "declare a function that binds nothing")
		}
	}
}
