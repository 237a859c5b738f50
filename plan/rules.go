// Package plan turns any question over any workspace into a typed plan, by rules alone: what is
// asked, for which period, about which things; a playbook where one fits, otherwise the declared
// functions and searches that best answer each need; and later new steps for what is missing.
//
// A Planner is a pure function of the case and its Rules: no clock, no input or output, no randomness.
package plan

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// Schema is the JSON Schema of a plan.
//
//go:embed plan.schema.json
var Schema []byte

// Rules is what a planner works by. It is plain data: written into a case log, it makes the same planner again.
type Rules struct {
	Language    casefile.Lang                  `json:"language,omitempty"` // "" is the question's
	Tools       []casefile.ToolSpec            `json:"tools,omitempty"`
	Identifiers map[string]string              `json:"identifiers,omitempty"` // name → what it looks like, matched whole
	Dictionary  map[string]map[string][]string `json:"dictionary,omitempty"`  // kind of thing → name → other forms
	Synonyms    [][]string                     `json:"synonyms,omitempty"`
	Playbooks   []playbook.Playbook            `json:"playbooks,omitempty"`
	Required    []Required                     `json:"required,omitempty"`
	Routes      []RouteRule                    `json:"routes,omitempty"`
	Actions     map[string]Action              `json:"actions,omitempty"`
	Yesterday   string                         `json:"yesterday,omitempty"` // natural ("") or business
	Holidays    []casefile.Date                `json:"holidays,omitempty"`
	Plans       bool                           `json:"plans_by_model,omitempty"`   // the model of the case plans in the modes single, agent and research
	Room        int                            `json:"room,omitempty"`             // tokens of functions and of records that a model which plans or reviews is shown, half each; 0 means 20,000
	Reviews     bool                           `json:"reviews_by_model,omitempty"` // the model of the case says what is still missing, in the modes agent and research
	Examples    []Labelled                     `json:"examples,omitempty"`         // asked where rules leave it open
	Shots       int                            `json:"few_shot,omitempty"`         // of the labelled questions, that a model which plans or routes is shown as being like the question
	Prompts     map[string]string              `json:"prompts,omitempty"`          // in place of those in the program, by a name of PromptNames
	ByModel     bool                           `json:"by_model,omitempty"`         // where no function fits, the model of the case may name one; documents still go first
}

// A Required forces tools into the plan of every question that names something.
type Required struct {
	When  string   `json:"when" yaml:"when"`   // an identifier or kind of thing
	Steps []string `json:"steps" yaml:"steps"` // tools
}

// A RouteRule decides where to look for wordings that the scores get wrong.
type RouteRule struct {
	Any   []string      `json:"any,omitempty" yaml:"any"`     // at least one of these words
	None  []string      `json:"none,omitempty" yaml:"none"`   // none of these
	Kind  casefile.Kind `json:"kind,omitempty" yaml:"kind"`   // document, data or combined; "" leaves it open
	Tools []string      `json:"tools,omitempty" yaml:"tools"` // the tools to take; empty leaves it open
}

// An Action is something that a person must approve.
type Action = playbook.Action

// A Planner plans by rules. It is safe for concurrent use.
type Planner struct {
	rules    Rules
	lexicon  *playbook.Lexicon
	synonyms *text.Synonyms
	ids      []idKind
	books    []book
	routes   []routeRule
	actions  []action
	tools    []*profile
	weight   func(term string) float64
	frames   map[string]frame // by kind of thing

	embedder casefile.Embedder // nil: no example is asked
	learn    func() *examples
}

type idKind struct {
	name string
	re   *regexp.Regexp
}

type routeRule struct {
	RouteRule
	any, none []playbook.Word
}

type action struct {
	name  string
	words []playbook.Word
	say   playbook.Text
}

// New prepares a planner. The error names the rule at fault.
func New(r Rules) (*Planner, error) {
	p := &Planner{rules: r, lexicon: playbook.NewLexicon(r.Tools, r.Dictionary), synonyms: text.NewSynonyms(playbook.Synonyms(r.Synonyms, nil, r.Tools))}
	if err := checkPrompts(r.Prompts); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(r.Identifiers)) {
		re, err := regexp.Compile(`(?i:` + r.Identifiers[name] + `)`)
		if err != nil {
			return nil, fmt.Errorf("identifiers.%s: %w", name, err)
		}
		p.ids = append(p.ids, idKind{name, re})
	}
	for _, b := range r.Playbooks {
		ready, err := newBook(b)
		if err != nil {
			return nil, fmt.Errorf("playbook %s: %w", b.Name, err)
		}
		p.books = append(p.books, ready)
	}
	for _, rule := range r.Routes {
		p.routes = append(p.routes, routeRule{rule, prepare(rule.Any), prepare(rule.None)})
	}
	for _, name := range slices.Sorted(maps.Keys(r.Actions)) {
		a := r.Actions[name]
		p.actions = append(p.actions, action{name, prepare(a.Words), a.Say})
	}
	p.frames = map[string]frame{}
	for _, kind := range p.lexicon.Kinds() {
		p.frames[kind] = p.frameOf(kind)
	}
	p.profile()
	return p, nil
}

func prepare(words []string) []playbook.Word {
	out := make([]playbook.Word, 0, len(words))
	for _, w := range words {
		if ready := playbook.Prepare(w); !ready.IsZero() {
			out = append(out, ready)
		}
	}
	return out
}

// tool returns the spec of a tool.
func (p *Planner) tool(name string) (casefile.ToolSpec, bool) {
	for _, t := range p.rules.Tools {
		if t.Name == name {
			return t, true
		}
	}
	return casefile.ToolSpec{}, false
}

func (p *Planner) lang(c casefile.Case) casefile.Lang {
	switch {
	case c.Lang != "":
		return c.Lang
	case p.rules.Language != "":
		return p.rules.Language
	}
	return text.Lang(c.Question)
}
