package plan

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
	"github.com/casefile/casefile/text"
)

const (
	maxPlan     = 1200     // tokens of a reply that plans
	defaultRoom = 20_000   // tokens of functions and records together
	maxSchemas  = 28 << 10 // bytes of what a model is told of the functions; servers refuse requests with more than 32 KB of schemas
	maxValues   = 24       // of a parameter, that are told
	maxTold     = 200      // characters of one text on a function
	maxPlanned  = 12       // functions that a plan chooses from
	leastReply  = 300
	finalize    = "finalize_report"
	maxTasks    = 16 // whatever the budget allows
	maxQuestion = 4000
)

// planned is a plan as a model writes it.
type planned struct {
	Why   string `json:"why"`
	Tasks []task `json:"tasks"`
}

// task is a sub-task as a model writes it.
type task struct {
	ID    string   `json:"id"`
	For   string   `json:"for"` // the label of the gap that it is to close
	Part  int      `json:"part"`
	Goal  string   `json:"goal"`
	Tool  string   `json:"tool"`
	Args  []given  `json:"args"`
	Needs []string `json:"needs"`
	After []string `json:"after"`
	Why   string   `json:"why"`
}

// given is one value of an argument.
type given struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// function is a tool as a planning model sees it.
type function struct {
	Name   string      `json:"name"`
	Does   string      `json:"does,omitempty"`
	When   string      `json:"when,omitempty"`
	Not    string      `json:"not,omitempty"`
	Params []parameter `json:"params,omitempty"`
	Gives  []string    `json:"gives,omitempty"`
}

type parameter struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Required bool     `json:"required,omitempty"`
	List     bool     `json:"list,omitempty"`
	Values   []string `json:"values,omitempty"`
	Meaning  string   `json:"meaning,omitempty"`
}

// asking is what a planning model is asked. What is the same for every question stands first, so that servers keep it.
type asking struct {
	Functions []function  `json:"functions"`
	Today     string      `json:"today"`
	Left      int         `json:"calls_left"`
	Required  []string    `json:"required,omitempty"` // functions that the plan has in any case
	Parts     []string    `json:"parts,omitempty"`
	Read      []slotTold  `json:"read,omitempty"`      // from the question
	Like      []shot      `json:"like_this,omitempty"` // labelled questions like it
	Question  string      `json:"question"`
	Calls     []callTold  `json:"calls,omitempty"`
	Records   []recordOf  `json:"records,omitempty"`
	Gaps      []gapLabels `json:"gaps,omitempty"`
}

type slotTold struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// plansByModel reports whether a model makes the plan of a question: where the workspace has one for it, and the mode leaves it to one.
func (p *Planner) plansByModel(c casefile.Case) bool {
	return p.rules.Plans && c.Model != nil && (c.Mode == casefile.Single || c.Mode == casefile.Agent || c.Mode == casefile.Research)
}

// errNothing says that a model plans nothing for the gaps it was given.
var errNothing = errors.New("the model plans nothing more")

// freely plans a question by the model of the case, and by rules where that fails or the asker has to say something first.
func (p *Planner) freely(a *asked) (casefile.Plan, error) {
	if f := p.match(a); f != nil && len(f.missing) > 0 {
		return p.askBack(a, f)
	}
	parts := p.parts(a)
	if ask, ok := p.lackingIdentifier(a, parts); ok {
		return ask, nil
	}
	plan, err := p.planByModel(a, parts)
	if err != nil {
		rules := *a
		rules.c.Model = nil // it was asked
		plan, rerr := p.understood(&rules)
		return since(plan, err), rerr
	}
	return plan, nil
}

// planByModel has the model of a case plan a question, and makes steps of what holds. Where it gives nothing that holds, the error says
// why, and rules plan.
func (p *Planner) planByModel(a *asked, parts []*asked) (casefile.Plan, error) {
	tools := p.inScope(a, parts)
	m := asking{Functions: p.toldOf(tools, a.lang), Today: a.c.Today().String(), Left: min(a.c.Left, maxTasks), Question: clip(a.c.Question, maxQuestion)}
	for _, part := range parts {
		m.Parts = append(m.Parts, strings.TrimSpace(part.text))
	}
	for _, s := range p.slots(a, nil) {
		if len(s.Values) > 0 {
			m.Read = append(m.Read, slotTold{s.Name, s.Values})
		}
	}
	m.Required, m.Like = p.requiredTools(a), p.nearest("plan", a)
	ch := &checker{p: p, a: a, parts: parts, tools: tools, left: m.Left}
	var plan planned
	err := p.askPlan(a, m, askedPlan{name: "plan", tools: namesIn(m.Functions)}, &plan, func() error { return ch.check(plan) })
	if err != nil {
		return casefile.Plan{}, err
	}
	b := &builder{p: p, a: a, used: map[string]int{}}
	b.plan = casefile.Plan{By: casefile.ByModel, Why: "planned by the model: " + oneLine(plan.Why), Slots: p.slots(a, nil), Steps: ch.steps}
	for _, s := range ch.steps {
		b.used[s.ID]++
		b.used[s.Tool]++
	}
	for i, part := range parts {
		n := p.need(part, strings.TrimSpace(part.text))
		n.Kind, n.Lead = p.kindOfSteps(part, ch.steps, i)
		n.Why = "planned by the model"
		b.plan.Needs = append(b.plan.Needs, n)
	}
	b.required(a, 0)
	b.bound(0)
	if err := circle(nil, b.plan.Steps); err != nil {
		return casefile.Plan{}, err
	}
	return b.plan, nil
}

// askedPlan says what a request for a plan may choose from.
type askedPlan struct {
	name  string   // of the prompt
	tools []string //
	gaps  []string // the labels of the gaps that a task may be for; none in a first plan
}

// askPlan asks the model for a plan that check holds for.
func (p *Planner) askPlan(a *asked, m asking, of askedPlan, into *planned, check func() error) error {
	if m.Left <= 0 {
		return errors.New("no call is left")
	}
	prompt, err := p.prompt(of.name, a.lang)
	if err != nil {
		return err
	}
	schema, err := planSchema(of)
	if err != nil {
		return err
	}
	return decide.Checked(context.Background(), a.c.Model, casefile.ModelRequest{
		For: casefile.StagePlan, Name: of.name, Hard: a.c.Mode == casefile.Agent || a.c.Mode == casefile.Research,
		System: prompt, MaxTokens: min(maxPlan, max(p.room(), leastReply)), Schema: schema,
		Messages: []casefile.Message{{Role: casefile.RoleUser, Text: string(encode(m))}},
	}, into, check)
}

// planSchema is the schema of a reply, in what every server knows of JSON Schema.
func planSchema(of askedPlan) (json.RawMessage, error) {
	type object = map[string]any
	word := object{"type": "string"}
	words := object{"type": "array", "items": word}
	closed := func(required []string, props object) object {
		return object{"type": "object", "properties": props, "required": required, "additionalProperties": false}
	}
	props := object{
		"id": word, "part": object{"type": "integer"}, "goal": word,
		"tool":  object{"type": "string", "enum": append(slices.Clone(of.tools), finalize)},
		"args":  object{"type": "array", "items": closed([]string{"name", "value"}, object{"name": word, "value": word})},
		"needs": words, "after": words, "why": word,
	}
	required := []string{"id", "part", "goal", "tool", "args", "needs", "after", "why"}
	if len(of.gaps) > 0 {
		delete(props, "part")
		props["for"] = object{"type": "string", "enum": of.gaps}
		required[1] = "for"
	}
	return json.Marshal(closed([]string{"why", "tasks"}, object{"why": word, "tasks": object{"type": "array", "items": closed(required, props)}}))
}

// inScope are the tools that a model may plan with for a question: functions and searches, those that speak of it first, and the
// calculation. What a function cannot be given is not among them: nothing in the question fills it, and no other function's rows do.
func (p *Planner) inScope(a *asked, parts []*asked) []casefile.ToolSpec {
	best := map[string]float64{}
	for _, part := range parts {
		for _, search := range []bool{false, true} {
			for _, s := range p.scoreTools(part, search) {
				best[s.Name] = max(best[s.Name], s.score)
			}
		}
	}
	var out []casefile.ToolSpec
	for _, t := range p.tools {
		out = append(out, t.ToolSpec)
	}
	need := p.requiredTools(a)
	slices.SortStableFunc(out, func(x, y casefile.ToolSpec) int {
		return cmp.Or(
			-cmp.Compare(b2i(slices.Contains(need, x.Name)), b2i(slices.Contains(need, y.Name))),
			-cmp.Compare(b2i(x.Search), b2i(y.Search)),
			-cmp.Compare(best[x.Name], best[y.Name]),
			cmp.Compare(x.Name, y.Name))
	})
	out = out[:min(len(out), maxPlanned)]
	if t, ok := p.tool(calculate); ok {
		out = append(out, t)
	}
	return out
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// toldOf is what a model is told of tools, by name and in one language, in no more bytes than servers take: the last of the tools are
// left out first.
func (p *Planner) toldOf(tools []casefile.ToolSpec, lang casefile.Lang) []function {
	var out []function
	size, room := 0, p.room()
	for _, t := range tools {
		in := func(s string) string { return clip(sentenceIn(s, lang), maxTold) }
		f := function{Name: t.Name, Does: in(t.Does), When: in(t.When), Not: in(t.Not)}
		for _, prm := range t.Params {
			if identity(prm.Name) || prm.Type == "object" {
				continue
			}
			f.Params = append(f.Params, parameter{prm.Name, prm.Type, prm.Required && len(prm.Default) == 0, prm.List, prm.Values[:min(len(prm.Values), maxValues)], in(prm.Meaning)})
		}
		for _, c := range t.Gives {
			f.Gives = append(f.Gives, c.Name)
		}
		raw := encode(f)
		size += len(raw) + 1
		if room -= casefile.CountTokens(string(raw)); size > maxSchemas || room < 0 && len(out) > 0 {
			break
		}
		out = append(out, f)
	}
	slices.SortFunc(out, func(x, y function) int { return cmp.Compare(x.Name, y.Name) })
	return out
}

// room is how many tokens of functions, and how many of records, a model is shown.
func (p *Planner) room() int { return cmp.Or(p.rules.Room, defaultRoom) / 2 }

func namesIn(fs []function) []string {
	var out []string
	for _, f := range fs {
		out = append(out, f.Name)
	}
	return out
}

// requiredTools are the tools that a question never skips.
func (p *Planner) requiredTools(a *asked) []string {
	var out []string
	for _, r := range p.rules.Required {
		if !slices.Contains(kinds(a.ids), r.When) && !slices.Contains(kinds(a.names), r.When) {
			continue
		}
		for _, name := range r.Steps {
			if _, ok := p.tool(name); ok && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// kindOfSteps says where a part is looked for, by its steps; where they are of both kinds, the rules say which side leads.
func (p *Planner) kindOfSteps(part *asked, steps []casefile.Step, need int) (kind, lead casefile.Kind) {
	docs, data := false, false
	for _, s := range steps {
		switch {
		case s.Need != need || s.Tool == calculate:
		case p.kindOfTool(s.Tool) == casefile.DocumentKind:
			docs = true
		default:
			data = true
		}
	}
	switch {
	case docs && data:
		return casefile.CombinedKind, cmp.Or(p.decide(part).lead, casefile.CombinedKind)
	case docs:
		return casefile.DocumentKind, ""
	}
	return casefile.DataKind, ""
}

// clip cuts a text to so many characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// oneLine is a text of a model as a trace shows it.
func oneLine(s string) string {
	seen := strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && !unicode.IsSpace(c) || text.Invisible(c) {
			return -1
		}
		return c
	}, s)
	return clip(strings.Join(strings.Fields(seen), " "), 200)
}
