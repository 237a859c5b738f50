package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// checker holds what a model plans to what may be planned, and makes steps of it.
type checker struct {
	p     *Planner
	a     *asked
	parts []*asked
	tools []casefile.ToolSpec
	left  int
	gaps  map[string]casefile.Gap // by label, of a plan for gaps; nil of a first one

	steps []casefile.Step // of the plan that was checked last
}

var (
	taskName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,31}$`)
	rowValue = regexp.MustCompile(`^\{([A-Za-z][A-Za-z0-9_]*)\.([\p{L}_][\p{L}\p{N}_-]*)\}$`)
	identify = regexp.MustCompile(`(?i)^(user|user_?id|uid|tenant|tenant_?id|role|roles|as_?of|version|versions|scope|access|session|asker)$`)
)

// identity reports whether a parameter's name would let a caller choose who asks, or which version is read.
func identity(name string) bool { return identify.MatchString(name) }

// check makes the steps of a plan. Its error lists what is wrong with it, for the model to mend.
func (ch *checker) check(plan planned) error {
	ch.steps = nil
	var wrong []string
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	tasks := ch.queries(plan.Tasks, bad)
	switch {
	case len(tasks) > ch.left:
		return fmt.Errorf("%d tasks are planned, and %d calls are left", len(tasks), ch.left)
	case len(tasks) == 0 && ch.gaps == nil:
		bad("no task looks anything up")
	}
	ids := map[string]bool{}
	for _, t := range tasks {
		switch {
		case !taskName.MatchString(t.ID) || t.ID == "question":
			bad("id %q: letters, digits and _, at most 32", clip(t.ID, 40))
		case ids[t.ID] || ch.known(t.ID):
			bad("id %s stands for two tasks", t.ID)
		}
		ids[t.ID] = true
	}
	covered := map[int]bool{}
	for _, t := range tasks {
		s, err := ch.step(t, ids)
		if err != nil {
			bad("task %s: %v", clip(t.ID, 40), err)
			continue
		}
		if slices.ContainsFunc(ch.steps, func(o casefile.Step) bool { return o.Tool == s.Tool && string(o.Args) == string(s.Args) }) || ch.made(s) {
			bad("task %s repeats a call", t.ID)
			continue
		}
		covered[s.Need] = true
		ch.steps = append(ch.steps, s)
	}
	if ch.gaps == nil && len(wrong) == 0 {
		for i := range ch.parts {
			if !covered[i] {
				bad("part %d has no task", i)
			}
		}
	}
	if len(wrong) == 0 {
		if err := circle(ch.a.c.Plan.Steps, ch.steps); err != nil {
			bad("%v", err)
		}
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong[:min(len(wrong), 8)], "\n"))
	}
	return nil
}

// queries are the tasks that look something up. The one that ends a plan is held to be nothing else.
func (ch *checker) queries(tasks []task, bad func(string, ...any)) []task {
	var out []task
	ends := map[string]bool{}
	for _, t := range tasks {
		if t.Tool != finalize {
			out = append(out, t)
			continue
		}
		if ends[t.ID] = true; len(ends) > 1 {
			bad("%s stands twice", finalize)
		}
		if len(t.Args) > 0 || len(t.Needs) > 0 {
			bad("task %s looks up and reports at once: %s takes no args and no needs", clip(t.ID, 40), finalize)
		}
	}
	for _, t := range out {
		if slices.ContainsFunc(t.After, func(id string) bool { return ends[id] }) {
			bad("task %s waits for %s, which is the last", clip(t.ID, 40), finalize)
		}
		if strings.Contains(t.Goal, finalize) {
			bad("task %s looks up and reports at once: make it two", clip(t.ID, 40))
		}
	}
	return out
}

func (ch *checker) known(id string) bool {
	_, ok := ch.a.c.Plan.Step(id)
	return ok
}

// made reports whether a step would repeat a call that was made under the same plan.
func (ch *checker) made(s casefile.Step) bool {
	return slices.ContainsFunc(ch.a.c.Plan.Steps, func(o casefile.Step) bool {
		return o.Tool == s.Tool && string(o.Args) == string(s.Args)
	})
}

// step makes the step of one task.
func (ch *checker) step(t task, ids map[string]bool) (casefile.Step, error) {
	i := slices.IndexFunc(ch.tools, func(s casefile.ToolSpec) bool { return s.Name == t.Tool })
	if i < 0 {
		return casefile.Step{}, fmt.Errorf("there is no function %q", clip(t.Tool, 40))
	}
	spec := ch.tools[i]
	s := casefile.Step{ID: t.ID, Tool: t.Tool, Goal: oneLine(t.Goal), Why: oneLine(t.Why), By: casefile.ByModel}
	part := ch.a
	switch {
	case ch.gaps != nil:
		g, ok := ch.gaps[t.For]
		if !ok {
			return s, fmt.Errorf("there is no gap %q", clip(t.For, 40))
		}
		of, _ := ch.a.c.Plan.Step(g.Step)
		s.For, s.Need, s.AsOf = of.ID, of.Need, of.AsOf
		s.After = slices.Clone(of.After)
	case t.Part < 0 || t.Part >= len(ch.parts):
		return s, fmt.Errorf("there is no part %d", t.Part)
	default:
		s.Need, part = t.Part, ch.parts[t.Part]
		if spec.Search && len(part.periods) > 0 && !ch.a.c.AsOfSet {
			s.AsOf = versionsOf(part.periods[0].Period, ch.a.c.Today())
		}
	}
	s.Goal = goal(part, spec) // words of a model are never told as what is missing
	for _, id := range t.After {
		switch {
		case !ids[id] && !ch.known(id):
			return s, fmt.Errorf("it waits for %q, which is no task", clip(id, 40))
		case !slices.Contains(s.After, id):
			s.After = append(s.After, id)
		}
	}
	for _, n := range t.Needs {
		switch at := slices.IndexFunc(spec.Gives, func(c casefile.Column) bool { return c.Name == n }); {
		case spec.Search || t.Tool == calculate: // its words are the query's
		case at < 0:
			return s, fmt.Errorf("%s gives no %q; it gives %s", t.Tool, clip(n, 40), strings.Join(columnsOf(spec), ", "))
		default:
			s.Needs = append(s.Needs, casefile.Field{Name: n, About: title(spec.Gives[at], ch.a.lang)})
		}
	}
	args, err := ch.arguments(&s, spec, part, t)
	if err != nil {
		return s, err
	}
	s.Args = args
	return s, nil
}

func columnsOf(t casefile.ToolSpec) []string {
	var out []string
	for _, c := range t.Gives {
		out = append(out, c.Name)
	}
	return out
}

// title is what a column is called to a reader.
func title(c casefile.Column, lang casefile.Lang) string {
	switch {
	case lang == casefile.English && c.TitleEN != "":
		return c.TitleEN
	case lang != casefile.English && c.Title != "":
		return c.Title
	}
	return c.Name
}

// arguments joins what the program fills in from the question with what a model gives, each value held to where it may come from.
func (ch *checker) arguments(s *casefile.Step, spec casefile.ToolSpec, part *asked, t task) (json.RawMessage, error) {
	if spec.Name == calculate {
		return ch.calculation(s, t)
	}
	values := map[string][]string{}
	for _, g := range t.Args {
		switch {
		case identity(g.Name):
			return nil, fmt.Errorf("%s is not yours to give: who asks and which version is read are set by the program", g.Name)
		case !slices.ContainsFunc(spec.Params, func(p casefile.Param) bool { return p.Name == g.Name }):
			return nil, fmt.Errorf("%s takes no %q", spec.Name, clip(g.Name, 40))
		}
		values[g.Name] = append(values[g.Name], g.Value)
	}
	if spec.Search {
		return ch.search(spec, part, values)
	}
	filled, _ := ch.p.fill(part, spec, nil)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		prm := spec.Params[slices.IndexFunc(spec.Params, func(p casefile.Param) bool { return p.Name == name })]
		v, err := ch.value(s, prm, filled, values[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if v != nil {
			filled[name] = *v
		}
	}
	for _, prm := range spec.Params {
		if _, ok := filled[prm.Name]; !ok && prm.Required && len(prm.Default) == 0 {
			return nil, fmt.Errorf("%s needs %s, which neither the question nor a task before it gives", spec.Name, prm.Name)
		}
	}
	return arguments(filled), nil
}

// search is a search in the words of a model, or where it gives none in those of the question. What the question excludes stays out.
func (ch *checker) search(spec casefile.ToolSpec, part *asked, values map[string][]string) (json.RawMessage, error) {
	query := ch.p.query(part)
	for name, v := range values {
		prm := spec.Params[slices.IndexFunc(spec.Params, func(p casefile.Param) bool { return p.Name == name })]
		if prm.Type != "text" || prm.List {
			continue // what else a search takes is the program's
		}
		if words := ch.p.ownWords(ch.a.c, strings.Join(v, " ")); words != "" {
			query = words
		}
	}
	return ch.p.searchArgs(part, spec, query), nil
}

// searchWords is a query of a model without addresses, long numbers and names in braces.
func searchWords(s string) string {
	return escape(clip(strings.Join(strings.Fields(privateRun.ReplaceAllString(oneLine(s), " ")), " "), 160))
}

// value is what a model gives for a parameter: a column of a task before it, or a value that the question has or the function declares. It is
// nil where the question's own stands.
func (ch *checker) value(s *casefile.Step, prm casefile.Param, said map[string]filled, values []string) (*filled, error) {
	if m := rowValue.FindStringSubmatch(values[0]); m != nil {
		if len(values) > 1 {
			return nil, errors.New("one {id.column} fills it whole")
		}
		return ch.column(s, prm, m[1], m[2])
	}
	if _, ok := said[prm.Name]; ok || prm.Exclude {
		return nil, nil // as the question says it
	}
	var out []string
	for _, v := range values {
		got, err := ch.plain(prm, v)
		if err != nil {
			return nil, err
		}
		if got != "" && !slices.Contains(out, got) {
			out = append(out, got)
		}
	}
	if v, ok := many(prm, out); ok {
		return &filled{value: v}, nil
	}
	return nil, nil
}

// column is a value of an earlier task's rows.
func (ch *checker) column(s *casefile.Step, prm casefile.Param, id, column string) (*filled, error) {
	tool := ""
	if !slices.Contains(s.After, id) {
		s.After = append(s.After, id)
	}
	if old, ok := ch.a.c.Plan.Step(id); ok {
		tool = old.Tool
	}
	for _, o := range ch.steps {
		if o.ID == id {
			tool = o.Tool
		}
	}
	t, ok := ch.p.tool(tool)
	switch {
	case !ok:
		return nil, fmt.Errorf("no task before it is called %q", clip(id, 40))
	case !slices.Contains(columnsOf(t), column):
		return nil, fmt.Errorf("%s gives no %q; it gives %s", tool, clip(column, 40), strings.Join(columnsOf(t), ", "))
	case prm.Exclude:
		return nil, errors.New("what is left out is what the question excludes")
	}
	return &filled{value: template("{" + id + "." + column + "}")}, nil
}

// plain is a value in words: of an enum one that it has, of everything else what stands in the question.
func (ch *checker) plain(prm casefile.Param, v string) (string, error) {
	v = strings.TrimSpace(v)
	switch {
	case v == "":
		return "", nil
	case prm.Type == "enum":
		if slices.Contains(prm.Values, v) {
			return v, nil
		}
		if alias, ok := prm.Aliases[v]; ok {
			return alias, nil
		}
		return "", fmt.Errorf("%q is none of its values", clip(v, 40))
	case prm.Type == "period" || prm.Type == "date":
		return "", nil // the days are the program's: those of the question, or the function's own
	case playbook.Read(ch.a.c.Question).Has(playbook.Prepare(v)) && !strings.ContainsAny(v, "{}"):
		return v, nil
	}
	return "", fmt.Errorf("%q does not stand in the question; take it from a task before as {id.column}", clip(v, 40))
}

var (
	exprName   = regexp.MustCompile(`([A-Za-z][A-Za-z0-9_]*)\.([\p{L}_][\p{L}\p{N}_]*)`)
	exprNumber = regexp.MustCompile(`\d+(?:\.\d+)?`)
)

// calculation is a formula over columns of earlier tasks. A number in it is one that the question has, or 1 or 100.
func (ch *checker) calculation(s *casefile.Step, t task) (json.RawMessage, error) {
	out := map[string]string{}
	for _, g := range t.Args {
		if g.Name != "expression" && g.Name != "unit" {
			return nil, fmt.Errorf("%s takes an expression and a unit from a plan, no %q", calculate, clip(g.Name, 40))
		}
		out[g.Name] = clip(strings.TrimSpace(g.Value), 200)
	}
	expr := out["expression"]
	names := exprName.FindAllStringSubmatch(expr, -1)
	if len(names) == 0 {
		return nil, errors.New("the expression names no column of a task as id.column")
	}
	for _, m := range names {
		if _, err := ch.column(s, casefile.Param{}, m[1], m[2]); err != nil {
			return nil, err
		}
	}
	for _, n := range exprNumber.FindAllString(exprName.ReplaceAllString(expr, " "), -1) {
		if n != "1" && n != "100" && !playbook.Read(ch.a.c.Question).Has(playbook.Prepare(n)) {
			return nil, fmt.Errorf("the number %s stands neither in the question nor in a record", n)
		}
	}
	if out["unit"] == "" {
		delete(out, "unit")
	}
	return encode(out), nil
}

// circle says which new step waits for itself, through others.
func circle(old, steps []casefile.Step) error {
	after := map[string][]string{}
	for _, s := range append(slices.Clone(old), steps...) {
		after[s.ID] = s.After
	}
	const open, shut = 1, 2
	mark := map[string]int{}
	var visit func(id string) bool
	visit = func(id string) bool {
		if mark[id] != 0 {
			return mark[id] == shut
		}
		mark[id] = open
		for _, a := range after[id] {
			if !visit(a) {
				return false
			}
		}
		mark[id] = shut
		return true
	}
	for _, s := range steps {
		if !visit(s.ID) {
			return fmt.Errorf("task %s waits for itself", s.ID)
		}
	}
	return nil
}
