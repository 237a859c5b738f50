package tool

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// Check tells everything that is wrong with f against the workspace and its real database:
// each problem with its line and how to mend it. It reads the database and changes nothing.
func (f Function) Check(ctx context.Context, w Workspace) []strictyaml.Problem {
	c := &checker{f: f, w: w, db: w.database(f.Database)}
	c.head()
	c.params()
	c.binds()
	c.columns()
	if c.db == nil {
		names := w.databaseNames()
		switch {
		case f.Database != "":
			c.at(f.line("database"), fmt.Sprintf("there is no database %q", f.Database), strictyaml.DidYouMean(f.Database, names))
		case len(names) == 0:
			c.at(f.HeadLine, "the workspace has no database", "declare one in databases: of casefile.yaml")
		default:
			c.at(f.HeadLine, "database is missing, and there are several", "name one: "+strings.Join(sortedKeys(w.Databases), ", "))
		}
		return c.found
	}
	ctx, cancel := c.db.bounded(ctx)
	defer cancel()
	c.statements(ctx)
	c.queries(ctx)
	slices.SortStableFunc(c.found, func(a, b strictyaml.Problem) int { return a.Line - b.Line })
	return c.found
}

// Unsound tells what keeps f from ever giving rows: it would write, it is not one SELECT, or the database has not what it
// names. A workspace with such a function is not opened. Where the database cannot be read now, nothing is said and read is false.
func (f Function) Unsound(ctx context.Context, w Workspace) (ps []strictyaml.Problem, read bool) {
	c := &checker{f: f, w: w, db: w.database(f.Database), hard: true}
	if c.db == nil {
		return f.Check(ctx, w), true
	}
	ctx, cancel := c.db.bounded(ctx)
	defer cancel()
	c.statements(ctx)
	return c.found, !c.unread
}

type checker struct {
	f      Function
	w      Workspace
	db     *Database
	hard   bool // only what keeps the function from running
	unread bool // the database could not be read
	found  []strictyaml.Problem
}

func (c *checker) at(line int, msg, hint string) {
	c.found = append(c.found, strictyaml.Problem{File: c.f.File, Line: line, Msg: msg, Hint: hint})
}

// oneOf checks a word against a list.
func (c *checker) oneOf(line int, what, word string, known []string) bool {
	if slices.Contains(known, word) {
		return true
	}
	c.at(line, fmt.Sprintf("%s %q is not known", what, word), strictyaml.DidYouMean(word, known))
	return false
}

var (
	nameForm        = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	placeholderForm = regexp.MustCompile(`\{([^{}|]+)(\|[^{}]*)?\}`)
)

func (c *checker) head() {
	f := c.f
	switch {
	case f.Name == "":
		c.at(f.HeadLine, "name is missing", "give the function a name such as "+stem(f.File))
	case !nameForm.MatchString(f.Name):
		c.at(f.line("name"), fmt.Sprintf("the name %q cannot be used", f.Name), "begin with a small letter and use small letters, digits and _")
	case Reserved(f.Name):
		c.at(f.line("name"), fmt.Sprintf("the name %q belongs to the engine", f.Name), "choose another one")
	}
	if strings.TrimSpace(f.Does) == "" {
		c.at(f.line("does"), "does is missing", "say in a sentence or two what the function gives")
	}
	if strings.TrimSpace(f.When) == "" {
		c.at(f.line("when"), "when is missing", "say which questions it is for")
	}
	switch low := strings.ToLower(f.Not); {
	case strings.TrimSpace(f.Not) == "":
		c.at(f.line("not"), "not is missing", "say when not to use the function, and what to use instead")
	case !slices.ContainsFunc(said().NotWords, func(w string) bool { return strings.Contains(low, w) }):
		c.at(f.line("not"), "not does not say when not to use the function", "begin with 不用于… or Not for …")
	}
	if f.Freshness != "" {
		c.oneOf(f.line("freshness"), "freshness", f.Freshness, []string{"live", "daily", "static"})
	}
	if f.Rows.Max < 0 || f.Rows.Max > 10_000 {
		c.at(f.line("rows"), fmt.Sprintf("rows.max is %d", f.Rows.Max), "give a number from 1 to 10000")
	}
	for lang, s := range f.Say {
		if !c.oneOf(f.line("say"), "the language", string(lang), []string{"zh", "en"}) {
			continue
		}
		for _, m := range placeholderForm.FindAllStringSubmatch(s, -1) {
			if _, ok := f.Columns.find(strings.TrimSpace(m[1])); !ok {
				c.at(f.line("say"), fmt.Sprintf("say.%s names {%s}, which is not a column", lang, m[1]), strictyaml.DidYouMean(m[1], f.Columns.names()))
			}
		}
	}
	if f.Ties != "" {
		if _, ok := f.Columns.find(f.Ties); !ok {
			c.at(f.line("ties"), fmt.Sprintf("ties names %q, which is not a column", f.Ties), strictyaml.DidYouMean(f.Ties, f.Columns.names()))
		}
		if !f.Ranked {
			c.at(f.line("ties"), "ties is given, but the function is not ranked", "add ranked: true")
		}
	}
}

func stem(file string) string {
	if i := strings.LastIndexAny(file, `/\`); i >= 0 {
		file = file[i+1:]
	}
	return strings.TrimSuffix(file, ".sql")
}

func (c Columns) names() []string {
	out := make([]string, len(c))
	for i, d := range c {
		out[i] = d.Name
	}
	return out
}

func (c *checker) params() {
	bound := map[string]string{}
	for _, d := range c.f.Params {
		if !nameForm.MatchString(d.Name) {
			c.at(d.Line, fmt.Sprintf("the parameter name %q cannot be used", d.Name), "begin with a small letter and use small letters, digits and _")
		}
		for _, n := range d.bound() {
			if other, ok := bound[n]; ok {
				c.at(d.Line, fmt.Sprintf("the parameters %s and %s are both bound as :%s", other, d.Name, n), "rename one")
			}
			bound[n] = d.Name
		}
		c.param(d)
	}
}

func (c *checker) param(d ParamDef) {
	if d.Type == "" {
		c.at(d.Line, d.Name+": type is missing", "one of "+strings.Join(paramTypes, ", "))
		return
	}
	if !c.oneOf(d.Line, d.Name+": the type", d.Type, paramTypes) {
		return
	}
	only := func(given bool, key string, types ...string) {
		if given && !slices.Contains(types, d.Type) {
			c.at(d.Line, fmt.Sprintf("%s: %s is only for %s", d.Name, key, strings.Join(types, " and ")), "remove it, or change the type")
		}
	}
	only(len(d.Values) > 0, "values", "enum")
	only(d.Query != "", "query", "enum")
	only(len(d.Aliases) > 0, "aliases", "enum")
	only(d.Identifier != "", "identifier", "identifier")
	only(d.Min != nil, "min", "integer", "number")
	only(d.Max != nil, "max", "integer", "number")
	only(d.Widen != 0, "widen", "period")
	if d.Exclude && d.Entity == "" {
		c.at(d.Line, d.Name+": exclude needs an entity", "name the kind of thing it excludes: entity: …")
	}
	if d.Widen < 0 {
		c.at(d.Line, d.Name+": widen is negative", "give a number of days")
	}
	if d.Min != nil && d.Max != nil && *d.Min > *d.Max {
		c.at(d.Line, fmt.Sprintf("%s: min %d is above max %d", d.Name, *d.Min, *d.Max), "swap them")
	}
	if d.List && (d.Type == "period" || d.Type == "boolean") {
		c.at(d.Line, fmt.Sprintf("%s: a %s cannot be a list", d.Name, d.Type), "remove list: true")
	}
	if d.Type == "enum" && (len(d.Values) > 0) == (d.Query != "") {
		c.at(d.Line, d.Name+": an enum needs either values or a query", "for example values: [a, b], or query: SELECT DISTINCT …")
	}
	if d.Query == "" && len(d.Values) > 0 {
		c.aliases(d, d.Values)
	}
	for lang := range d.Ask {
		c.oneOf(d.Line, d.Name+": ask: the language", string(lang), []string{"zh", "en"})
	}
	r, err := newRule(d, c.w)
	if err != nil {
		c.at(d.Line, d.Name+": "+err.Error(), "")
		return
	}
	if r.fallback != nil && d.Query == "" {
		c.fallback(r)
	}
}

func (c *checker) aliases(d ParamDef, values []string) {
	for _, a := range sortedKeys(d.Aliases) {
		if v := d.Aliases[a]; !slices.Contains(values, v) {
			c.at(d.Line, fmt.Sprintf("%s: the alias %s stands for %q, which is not a value", d.Name, a, v), strictyaml.DidYouMean(v, values))
		}
	}
}

// fallback checks that a default is a value of its parameter.
func (c *checker) fallback(r *rule) {
	if r.def.Type == "period" && c.w.Period == nil {
		return // only the workspace knows the words
	}
	env := decodeEnv{now: c.w.now(), zone: c.w.zone(), period: c.w.period, enum: func(r *rule) *enum { return r.enum }}
	if _, err := r.read(r.fallback, env); err != nil {
		c.at(r.def.Line, fmt.Sprintf("%s: default: %s", r.def.Name, err), "")
	}
}

// What the program can bind to a parameter.
var sources = []string{"session.tenant", "session.user", "session.roles", "scope.as_of", "clock.today", "clock.now"}

func (c *checker) binds() {
	f := c.f
	for _, name := range sortedKeys(f.Bind) {
		c.oneOf(f.line("bind"), "bind: "+name+": the source", f.Bind[name], sources)
		for _, d := range f.Params {
			if slices.Contains(d.bound(), name) || d.Name == name {
				c.at(f.line("bind"), fmt.Sprintf("%s is a parameter of the caller and is bound by the program too", name), "remove it from params: or from bind:")
			}
		}
	}
	if f.Owner.SQL == "" && f.Owner.Param == "" {
		return
	}
	line := f.line("owner")
	if strings.TrimSpace(f.Owner.SQL) == "" {
		c.at(line, "owner: sql is missing", "write a SELECT that gives the values that are the caller's")
	}
	d, ok := f.Params.find(f.Owner.Param)
	switch {
	case f.Owner.Param == "":
		c.at(line, "owner: param is missing", "name the parameter whose values are checked")
	case !ok:
		c.at(line, fmt.Sprintf("owner: %q is not a parameter", f.Owner.Param), strictyaml.DidYouMean(f.Owner.Param, f.Params.names()))
	case !d.Required:
		c.at(d.Line, d.Name+" is checked for its owner and must be given", "add required: true")
	case !slices.Contains([]string{"identifier", "text", "enum", "integer"}, d.Type):
		c.at(d.Line, fmt.Sprintf("%s: a %s cannot be owned", d.Name, d.Type), "use an identifier, a text, an enum or an integer")
	}
}

func (c *checker) columns() {
	if len(c.f.Columns) == 0 {
		c.at(c.f.HeadLine, "columns is missing", "declare every column of the SELECT with its type")
	}
	for _, d := range c.f.Columns {
		switch {
		case d.Type == "":
			c.at(d.Line, d.Name+": type is missing", "one of "+strings.Join(columnTypes, ", "))
		default:
			c.oneOf(d.Line, d.Name+": the type", d.Type, columnTypes)
		}
		if d.Metric == "" || d.Definition != "" {
			continue
		}
		m, ok := c.w.Metrics[d.Metric]
		switch {
		case !ok:
			c.at(d.Line, fmt.Sprintf("%s: the metric %s has no definition", d.Name, d.Metric),
				or(strictyaml.DidYouMean(d.Metric, sortedKeys(c.w.Metrics)), "add it to metrics: in casefile.yaml, or give the column a definition:"))
		case m.Definition[casefile.Chinese] == "" && m.Definition[casefile.English] == "":
			c.at(d.Line, fmt.Sprintf("%s: the metric %s has no definition", d.Name, d.Metric), "say how it is computed, under metrics: in casefile.yaml")
		}
	}
}
