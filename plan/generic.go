package plan

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

const (
	maxSteps   = 8    // of one need
	sure       = 0.5  // a score from which a source is taken without doubt
	likely     = 0.28 // a score below which a function is not called
	nothing    = 0.15 // a score below which a function has nothing to do with a question
	doubtful   = 0.6  // a function that speaks of less of the question than this may be about something else
	partly     = 0.3  // a function that speaks of less of the question than this has a word of it by chance
	farBehind  = 0.3  // a second source this far behind the first is left out
	tooClose   = 0.04 // two functions this close are not told apart by their scores
	askable    = 0.4  // a document score from which documents are asked rather than the asker
	documently = 0.2  // what the document side starts from: a library can always be asked
)

// verdict is where a need is looked for, and how sure that is.
type verdict struct {
	kind     casefile.Kind
	lead     casefile.Kind
	data     []scored
	search   []scored
	docScore float64
	why      string
	named    []string // tools that a route names
	unfit    bool     // documents are asked since no function fits
	silent   bool     // no word of it says what is asked: "and in the north?"
	open     bool     // the rules do not tell: what was chosen is what harms least
	by       string   // who settled it, where rules did not
}

// builder puts together the steps of a plan.
type builder struct {
	p    *Planner
	a    *asked // the whole question
	plan casefile.Plan
	used map[string]int
}

// generic plans a question that no playbook answers: each of its parts by itself.
func (p *Planner) generic(a *asked, parts []*asked) casefile.Plan {
	b := &builder{p: p, a: a, used: map[string]int{}}
	b.plan.Slots = p.slots(a, nil)
	for _, part := range parts {
		b.need(part)
	}
	return b.plan
}

// need adds one need with its steps.
func (b *builder) need(a *asked) {
	v := b.p.decide(a)
	if v.open {
		b.p.byModel(a, &v)
	}
	n := b.p.need(a, strings.TrimSpace(a.text))
	n.Kind, n.Lead, n.Why, n.By = v.kind, v.lead, v.why, v.by
	if b.plan.Why != "" {
		b.plan.Why += "; "
	}
	b.plan.Why += v.why
	if len(v.data) > 0 && v.data[0].without != "" {
		n.Constraints = append(n.Constraints, playbook.NotGiven+v.data[0].without)
	}
	i := len(b.plan.Needs)
	b.plan.Needs = append(b.plan.Needs, n)
	first := len(b.plan.Steps)
	switch v.kind {
	case casefile.DataKind:
		b.functions(a, v, i, nil)
	case casefile.DocumentKind:
		b.searches(a, v, i, nil)
	default:
		b.both(a, v, i)
	}
	b.required(a, i)
	b.bound(first)
}

// both plans a need that takes documents and data: at once, or one after the other where one names what the other needs.
func (b *builder) both(a *asked, v verdict, need int) {
	if kinds := b.p.fromDocuments(a, v); len(kinds) > 0 {
		docs := b.searches(a, v, need, nil)
		v.data = v.data[:1]
		b.functions(a, v, need, &chainArg{kinds, docs})
		return
	}
	data := b.functions(a, v, need, nil)
	if col, ok := b.p.fromRows(a, v); ok && len(data) > 0 {
		b.searches(a, v, need, &queryTail{data[0], col})
		return
	}
	b.searches(a, v, need, nil)
}

// chainArg is an argument whose names come from what documents say.
type chainArg struct {
	kinds []string
	docs  []string // the search steps
}

// queryTail is a column whose value a query needs.
type queryTail struct{ step, column string }

// functions adds the functions of a verdict and returns their steps.
func (b *builder) functions(a *asked, v verdict, need int, chain *chainArg) []string {
	var out []string
	for _, s := range v.data {
		if b.full(need) {
			break
		}
		args := s.args
		step := casefile.Step{ID: b.id(s.Name), Goal: goal(a, s.ToolSpec), Tool: s.Name, Need: need, Why: reason(s), By: v.by}
		if chain != nil {
			for _, prm := range s.Params {
				kind := playbook.EntityOf(prm)
				if slices.Contains(chain.kinds, kind) && !prm.Exclude && (prm.List || prm.Required) {
					args = with(args, prm.Name, template("{"+chain.docs[0]+".entity:"+kind+"}"))
				}
			}
			step.After = append(step.After, chain.docs...)
		}
		var apart map[string]filled // the call for names that are none, which must not spoil the one for those known
		for _, prm := range s.Params {
			if said, ok := args[prm.Name]; ok {
				if more := b.p.beside(a, prm, said); len(more) > 0 {
					apart = maps.Clone(args)
					apart[prm.Name] = filled{value: more, said: true}
				}
				continue
			}
			if w, ok := b.p.unnamed(a, prm, s.hits); ok {
				args = with(args, prm.Name, w) // the tool says which values there are
			}
		}
		step.Args = arguments(args)
		if i := slices.IndexFunc(b.plan.Steps, func(o casefile.Step) bool { return o.Tool == step.Tool && string(o.Args) == string(step.Args) }); i >= 0 {
			b.used[s.Name]--
			out = append(out, b.plan.Steps[i].ID) // asked for another need already
			continue
		}
		b.plan.Steps = append(b.plan.Steps, step)
		out = append(out, step.ID)
		b.total(a, s, step.ID, need)
		if apart != nil {
			step.ID, step.Args = b.id(s.Name), arguments(apart)
			b.plan.Steps = append(b.plan.Steps, step)
		}
	}
	return out
}

func with(args map[string]filled, name string, value any) map[string]filled {
	out := map[string]filled{name: {value: value}}
	for k, v := range args {
		out[k] = v
	}
	return out
}

// searches adds the searches of a verdict and returns their steps.
func (b *builder) searches(a *asked, v verdict, need int, tail *queryTail) []string {
	var out []string
	for _, s := range v.search {
		if b.full(need) {
			break
		}
		query := b.p.query(a)
		step := casefile.Step{ID: b.id(s.Name), Goal: strings.TrimSpace(a.text), Tool: s.Name, Need: need, Why: reason(s), By: v.by}
		if tail != nil {
			query += " {" + tail.step + "." + tail.column + "}"
			step.After = []string{tail.step}
		}
		step.Args = b.p.searchArgs(a, s.ToolSpec, query)
		for i, day := range b.days(a) {
			if i > 0 {
				step.ID = b.id(s.Name)
			}
			step.AsOf = day
			b.plan.Steps = append(b.plan.Steps, step)
			out = append(out, step.ID)
		}
	}
	return out
}

// days are those whose versions a search reads, one search each: of the periods that a part names, and of today where it asks for now
// besides another time. The zero day leaves it to the scope.
func (b *builder) days(a *asked) []casefile.Date {
	if len(a.periods) == 0 || b.a.c.AsOfSet {
		return []casefile.Date{{}}
	}
	today := a.c.Today()
	var out []casefile.Date
	for _, m := range a.periods {
		if day := versionsOf(m.Period, today); !slices.Contains(out, day) {
			out = append(out, day)
		}
	}
	if hasAny(a.r, splitWords()["now"]) && !slices.Contains(out, today) {
		out = slices.Insert(out, 0, today)
	}
	return out
}

func (b *builder) full(need int) bool {
	n := 0
	for _, s := range b.plan.Steps {
		if s.Need == need {
			n++
		}
	}
	return n >= maxSteps
}

// id gives a step the name of its tool, counted on.
func (b *builder) id(tool string) string {
	b.used[tool]++
	if n := b.used[tool]; n > 1 {
		return fmt.Sprintf("%s_%d", tool, n)
	}
	return tool
}

// required adds the tools that a question naming a thing never skips.
func (b *builder) required(a *asked, need int) {
	for _, r := range b.p.rules.Required {
		if !slices.Contains(kinds(a.ids), r.When) && !slices.Contains(kinds(a.names), r.When) {
			continue
		}
		for _, name := range r.Steps {
			if slices.ContainsFunc(b.plan.Steps, func(s casefile.Step) bool { return s.Tool == name }) {
				continue
			}
			t, ok := b.p.tool(name)
			if !ok {
				continue
			}
			step := casefile.Step{ID: b.id(name), Goal: goal(a, t), Tool: name, Need: need, Why: playbook.Required + " where a question names " + r.When}
			if t.Search {
				step.Args = b.p.searchArgs(a, t, b.p.query(a))
			} else {
				args, lacks := b.p.fill(a, t, nil)
				if len(lacks) > 0 {
					continue
				}
				step.Args = arguments(args)
			}
			b.plan.Steps = append(b.plan.Steps, step)
		}
	}
}

// bound makes searches wait for the step whose record decides the day that counts.
func (b *builder) bound(from int) {
	for i := from; i < len(b.plan.Steps); i++ {
		binds, ok := b.p.tool(b.plan.Steps[i].Tool)
		if !ok || binds.Bind == "" {
			continue
		}
		for k := from; k < len(b.plan.Steps); k++ {
			s := &b.plan.Steps[k]
			t, _ := b.p.tool(s.Tool)
			if t.Search && !slices.Contains(b.plan.Steps[i].After, s.ID) && !slices.Contains(s.After, b.plan.Steps[i].ID) {
				s.After = append(s.After, b.plan.Steps[i].ID)
			}
		}
	}
}

func goal(a *asked, t casefile.ToolSpec) string {
	if t.Search || t.Does == "" {
		return strings.TrimSpace(a.text)
	}
	return sentenceIn(t.Does, a.lang)
}

// sentenceIn returns the sentences of a text that are in a language, the whole text when there are none.
func sentenceIn(s string, lang casefile.Lang) string {
	var out []string
	for _, part := range strings.SplitAfter(strings.ReplaceAll(s, "。", "。\n"), "\n") {
		part = strings.TrimSpace(part)
		if part != "" && casefile.LangOf(part) == lang {
			out = append(out, part)
		}
	}
	if len(out) == 0 {
		return s
	}
	return strings.Join(out, " ")
}

func reason(s scored) string {
	w := fmt.Sprintf("score %.2f", s.score)
	if len(s.why) > 0 {
		w += " for " + strings.Join(s.why, ", ")
	}
	return w
}

// searchArgs fills the parameters of a search: the query, and the names left out where it takes them.
func (p *Planner) searchArgs(a *asked, t casefile.ToolSpec, query string) []byte {
	args := map[string]any{}
	name := "query"
	for _, prm := range t.Params {
		if prm.Type == "text" && prm.Required && !prm.List {
			name = prm.Name
			break
		}
	}
	args[name] = query
	for _, prm := range t.Params {
		if !prm.Exclude && prm.Name != "exclude" || !prm.List || len(a.not) == 0 {
			continue
		}
		var names []string
		for _, m := range a.not {
			if !slices.Contains(names, m.Value) {
				names = append(names, escape(m.Value))
			}
		}
		args[prm.Name] = names
	}
	return encode(args)
}
