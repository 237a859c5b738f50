package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	casefile "github.com/casefile/casefile"
)

// A Declared is a declared function as a tool, under its own name.
type Declared struct {
	f      Function
	w      Workspace
	db     *Database
	sig    *signature
	sql    string // without the semicolon at its end
	owner  string
	params []string // that the SELECT names
	ownerP []string // that the ownership check names
	limit  string   // the parameter that is the SELECT's LIMIT
	cut    bool     // the SELECT has a LIMIT of its own
	now    bool     // it binds the clock's time, so no two calls are the same

	mu      sync.Mutex
	columns []string         // of the SELECT, in its order; nil until the database could be asked
	enums   map[string]*enum // of the parameters whose values come from a query
	spec    *casefile.ToolSpec
}

// New makes a declared function ready to be called. It does not repeat what Check does: a
// function with problems gives an error at New or, as a fault of ours, at its call.
// Values of enums that come from a query are read now; where the database is locked they are read at the first call.
func New(ctx context.Context, f Function, w Workspace) (*Declared, error) {
	db := w.database(f.Database)
	if db == nil {
		return nil, fmt.Errorf("function %s: there is no database %q: name one of those in databases: of casefile.yaml", f.Name, f.Database)
	}
	t := &Declared{f: f, w: w, db: db, sig: &signature{bound: map[string]bool{}}, enums: map[string]*enum{}}
	for name, source := range f.Bind {
		t.sig.bound[name] = true
		t.now = t.now || source == "clock.now"
	}
	for _, d := range f.Params {
		r, err := newRule(d, w)
		if err != nil {
			return nil, fmt.Errorf("function %s: %s: %w", f.Name, d.Name, err)
		}
		t.sig.rules = append(t.sig.rules, r)
	}
	var err error
	if t.sql, t.params, err = single(f.SQL); err != nil {
		return nil, fmt.Errorf("function %s: %w", f.Name, err)
	}
	if f.Owner.SQL != "" {
		if t.owner, t.ownerP, err = single(f.Owner.SQL); err != nil {
			return nil, fmt.Errorf("function %s: owner: %w", f.Name, err)
		}
	}
	t.cut, t.limit = limitOf(scan(t.sql))
	if err := t.readEnums(ctx); err != nil && db.incomplete(ctx, err) == (note{}) {
		return nil, fmt.Errorf("function %s: %w", f.Name, err)
	}
	return t, nil
}

// single returns a text that holds one statement, without its semicolon, and the parameters it names.
func single(sql string) (string, []string, error) {
	all := statements(scan(sql))
	if len(all) != 1 {
		return "", nil, fmt.Errorf("want one SELECT, got %d statements", len(all))
	}
	var names []string
	for _, p := range paramsOf(all[0]) {
		names = append(names, p.text)
	}
	return sql[:all[0][len(all[0])-1].end], names, nil
}

// Spec describes the tool. Enum values are those last read. What it holds must not be changed.
func (t *Declared) Spec() casefile.ToolSpec {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.spec == nil {
		s := t.describe()
		t.spec = &s
	}
	return *t.spec
}

// describe makes the description; the lock is held.
func (t *Declared) describe() casefile.ToolSpec {
	s := casefile.ToolSpec{
		Name: t.f.Name, Does: t.f.Does, When: t.f.When, Not: t.f.Not, Words: t.f.Words, Say: t.f.Say,
		Owned: t.owner != "", Bind: t.w.Bind[t.f.Name], Single: t.single(),
	}
	for _, r := range t.sig.rules {
		s.Params = append(s.Params, t.param(r))
	}
	for _, c := range t.f.Columns {
		s.Gives = append(s.Gives, column(c, t.w))
	}
	s.Schema = Schema(s)
	return s
}

// single reports whether a call gives one row at most.
func (t *Declared) single() bool {
	if t.f.Rows.Max == 1 {
		return true
	}
	d, ok := t.f.Params.find(t.f.Owner.Param)
	return t.owner != "" && ok && !d.List
}

func (t *Declared) param(r *rule) casefile.Param {
	d := r.def
	p := casefile.Param{
		Name: d.Name, Type: d.Type, List: d.List, Required: d.Required && r.fallback == nil, Default: r.fallback,
		Aliases: d.Aliases, Entity: d.Entity, Exclude: d.Exclude, Pattern: r.pattern, Kind: d.Identifier, Widen: d.Widen,
		Min: d.Min, Max: d.Max, Meaning: d.Meaning, Ask: d.Ask,
	}
	if d.Type == "enum" {
		e := r.enum
		if e == nil {
			e = t.enums[d.Name]
		}
		if e != nil {
			p.Values = slices.Clone(e.values)
		}
	}
	return p
}

func column(c ColumnDef, w Workspace) casefile.Column {
	out := casefile.Column{
		Name: c.Name, Title: c.Title, TitleEN: c.TitleEN, Type: c.Type, Unit: c.Unit, UnitEN: c.UnitEN,
		Meaning: c.Meaning, Definition: c.Definition, Metric: c.Metric, Entity: c.Entity, Sums: c.Sums,
	}
	m, ok := w.Metrics[c.Metric]
	if !ok || c.Metric == "" {
		return out
	}
	if out.Title == "" {
		out.Title = m.Name[casefile.Chinese]
	}
	if out.TitleEN == "" {
		out.TitleEN = m.Name[casefile.English]
	}
	if out.Definition == "" {
		out.Definition = both(m.Definition)
	}
	return out
}

// both writes a text in the languages it has, Chinese first.
func both(m map[casefile.Lang]string) string {
	zh, en := m[casefile.Chinese], m[casefile.English]
	switch {
	case zh == "":
		return en
	case en == "" || en == zh:
		return zh
	}
	return zh + " / " + en
}

// known returns an enum's values as last read, nil where they never could be.
func (t *Declared) known(r *rule) *enum {
	if r.enum != nil {
		return r.enum
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.enums[r.def.Name]
}

// readEnums reads the values of the enums that come from a query.
func (t *Declared) readEnums(ctx context.Context) error {
	var first error
	for _, r := range t.sig.rules {
		if r.def.Type != "enum" || r.enum != nil {
			continue
		}
		if _, err := t.readEnum(ctx, r); err != nil && first == nil {
			first = fmt.Errorf("%s: read the allowed values: %w", r.def.Name, err)
		}
	}
	return first
}

func (t *Declared) readEnum(ctx context.Context, r *rule) (*enum, error) {
	ctx, cancel := t.db.bounded(ctx)
	defer cancel()
	stamp := t.db.stamp()
	values, err := t.db.list(ctx, r.def.Query)
	if err != nil {
		return nil, err
	}
	e := newEnum(values, r.def.Aliases)
	e.stamp = stamp
	t.mu.Lock()
	t.enums[r.def.Name], t.spec = e, nil
	t.mu.Unlock()
	return e, nil
}

// list runs a query of one column and returns its values as texts, at most maxEnum.
func (d *Database) list(ctx context.Context, query string) ([]string, error) {
	query, params, err := single(query)
	if err != nil {
		return nil, err
	}
	if len(params) > 0 {
		return nil, fmt.Errorf("the query may not name a parameter, it names :%s", params[0])
	}
	cols, err := d.describe(ctx, query)
	if err != nil {
		return nil, err
	}
	if len(cols) != 1 {
		return nil, fmt.Errorf("the query must give one column, it gives %d", len(cols))
	}
	rows, total, err := d.query(ctx, []string{"value"}, query, maxEnum, nil)
	if err != nil {
		return nil, err
	}
	if total > maxEnum {
		return nil, fmt.Errorf("the query gives %d values, at most %d are taken: make the parameter a text or an identifier", total, maxEnum)
	}
	var out []string
	seen := map[string]bool{}
	for _, row := range rows {
		if s := textOf(row[0]); row[0] != nil && s != "" && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out, nil
}

// env returns what the arguments of a call are read against.
func (t *Declared) env(ctx context.Context, now time.Time) decodeEnv {
	return decodeEnv{
		now: now, zone: t.w.zone(), period: t.w.period,
		enum: func(r *rule) *enum {
			if e := t.known(r); e != nil {
				return e
			}
			e, err := t.readEnum(ctx, r)
			if err != nil {
				return nil
			}
			return e
		},
		enumAgain: func(r *rule) *enum {
			e := t.known(r)
			if r.enum != nil || e == nil || e.stamp == t.db.stamp() {
				return nil
			}
			again, err := t.readEnum(ctx, r)
			if err != nil {
				return nil
			}
			return again
		},
	}
}

// order returns the columns of the SELECT in its order, with their declarations.
func (t *Declared) order(ctx context.Context) ([]string, error) {
	t.mu.Lock()
	cols := t.columns
	t.mu.Unlock()
	if cols != nil {
		return cols, nil
	}
	info, err := t.db.describe(ctx, t.sql)
	if err != nil {
		return nil, err
	}
	for _, c := range info {
		if _, ok := t.f.Columns.find(c.Name); !ok {
			return nil, fmt.Errorf("the SELECT gives the column %q, which is not declared", c.Name)
		}
		if slices.Contains(cols, c.Name) {
			return nil, fmt.Errorf("the SELECT gives the column %q twice", c.Name)
		}
		cols = append(cols, c.Name)
	}
	for _, c := range t.f.Columns {
		if !slices.Contains(cols, c.Name) {
			return nil, fmt.Errorf("the column %q is declared, but the SELECT does not give it", c.Name)
		}
	}
	if t.owner != "" {
		switch own, err := t.db.describe(ctx, t.owner); {
		case err != nil:
			return nil, err
		case len(own) != 1:
			return nil, fmt.Errorf("the ownership check gives %d columns, want one", len(own))
		}
	}
	t.mu.Lock()
	t.columns = cols
	t.mu.Unlock()
	return cols, nil
}

// A Fault is a declared function that does not fit its database: ours to mend, not the caller's.
// Its text names the function only; what the database said is behind Unwrap.
type Fault struct {
	Function string
	Err      error
}

// Error names the function and how to see what is wrong.
func (f *Fault) Error() string {
	return fmt.Sprintf("function %s does not fit its database: run casefile check", f.Function)
}

// Unwrap returns what was wrong.
func (f *Fault) Unwrap() error { return f.Err }

// ended turns an error of a call into its outcome, or into a fault of ours.
func (t *Declared) ended(ctx context.Context, err error) (casefile.Result, error) {
	var bad *invalidError
	if errors.As(err, &bad) {
		return refused(bad), nil
	}
	var notRead *notReadError
	if errors.As(err, &notRead) {
		return say("the allowed values could not be read").ended(casefile.Timeout), nil
	}
	if why := t.db.incomplete(ctx, err); why != (note{}) {
		return why.ended(casefile.Timeout), nil
	}
	return casefile.Result{}, &Fault{t.f.Name, err}
}

// roles as the program binds them: a JSON array.
func rolesJSON(roles []string) string {
	if len(roles) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(roles) // strings always encode
	return string(b)
}
