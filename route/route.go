// Package route turns the steps of a plan into tool calls: it settles their conditions, makes one
// call for each row where a step asks for it, and fills argument templates with what the case knows.
// A step whose input is missing is left out with the reason; a call with a hole in it is never made.
//
// A Router is a pure function of the case, the step and its Rules.
package route

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// Rules is what a router works by: plain data, so that it can be written into a case log.
type Rules struct {
	Tools       []casefile.ToolSpec            `json:"tools,omitempty"`
	Identifiers map[string]string              `json:"identifiers,omitempty"` // besides those of the tools' parameters
	Dictionary  map[string]map[string][]string `json:"dictionary,omitempty"`
	Playbooks   []playbook.Playbook            `json:"playbooks,omitempty"`
}

// A Router routes by rules. It is safe for concurrent use.
type Router struct {
	rules   Rules
	tools   map[string]casefile.ToolSpec
	ids     []*regexp.Regexp
	lexicon *playbook.Lexicon
}

// New prepares a router. The error names the rule at fault.
func New(r Rules) (*Router, error) {
	out := &Router{rules: r, tools: map[string]casefile.ToolSpec{}, lexicon: playbook.NewLexicon(r.Tools, r.Dictionary)}
	patterns := maps.Clone(r.Identifiers)
	if patterns == nil {
		patterns = map[string]string{}
	}
	for _, t := range r.Tools {
		out.tools[t.Name] = t
		for _, prm := range t.Params {
			if prm.Type == "identifier" && prm.Pattern != "" {
				patterns[t.Name+"."+prm.Name] = prm.Pattern
			}
		}
	}
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(patterns)) {
		pattern := strings.TrimSuffix(strings.TrimPrefix(patterns[name], "^"), "$")
		if seen[pattern] {
			continue
		}
		seen[pattern] = true
		re, err := regexp.Compile(`(?i:` + pattern + `)`)
		if err != nil {
			return nil, fmt.Errorf("identifiers.%s: %w", name, err)
		}
		out.ids = append(out.ids, re)
	}
	return out, nil
}

// calculate is the name of the tool that computes.
const calculate = "calculate"

// Route returns the calls of a step, or why it is left out.
func (r *Router) Route(_ context.Context, c casefile.Case, s casefile.Step) (casefile.Routing, error) {
	if s.Tool == "" {
		return casefile.Routing{Skip: "no tool was chosen for it"}, nil
	}
	env := playbook.NewEnv(c).With(r.lexicon)
	if s.Each == "" {
		return r.one(env, c, s, "")
	}
	rows := env.Rows(s.Each, s.Key)
	if len(rows) == 0 {
		root, status := env.Cause(s.Each)
		return casefile.Routing{Skip: fmt.Sprintf("step %s brought no row (%s %s)", s.Each, root, status)}, nil
	}
	var out casefile.Routing
	var skipped []string
	for _, row := range rows {
		got, err := r.one(env.At(s.Each, s.Key, row), c, s, row.Key)
		if err != nil {
			return out, err
		}
		out.Calls = append(out.Calls, got.Calls...)
		if got.Skip != "" {
			skipped = append(skipped, row.Key+": "+got.Skip)
		}
	}
	if len(out.Calls) == 0 {
		out.Skip = strings.Join(skipped, "; ")
	}
	return out, nil
}

// Has reports whether what a step brought holds a field, in the passages it is held to.
func (r *Router) Has(c casefile.Case, s casefile.Step, f casefile.Field) bool {
	return f.Optional || playbook.NewEnv(c).With(r.lexicon).Has(s, f)
}

// one routes a step once: by itself, or for one row.
func (r *Router) one(env *playbook.Env, c casefile.Case, s casefile.Step, key string) (casefile.Routing, error) {
	switch truth, why := env.Test(s.If); {
	case truth == playbook.False:
		return casefile.Routing{Skip: "its condition is false: " + s.If}, nil
	case truth == playbook.Unsettled:
		return casefile.Routing{Skip: fmt.Sprintf("its condition cannot be settled: %v", why)}, nil
	}
	call := casefile.Call{Step: s.ID, Key: key, Tool: s.Tool, By: cmp.Or(s.By, "rule"), Why: why(s), Confidence: 1}
	if c.Plan.Playbook != "" && strings.HasPrefix(s.Why, "step of playbook") {
		call.By = "playbook"
	}
	if s.By != "" {
		call.By = s.By
	}
	if s.Tool == calculate {
		return r.calculation(env, s, call)
	}
	args, fans, err := r.arguments(env, s)
	if err != nil {
		if u, ok := playbook.AsUnknown(err); ok {
			return casefile.Routing{Skip: u.Error()}, nil
		}
		return casefile.Routing{}, fmt.Errorf("step %s: %w", s.ID, err)
	}
	// several values for a parameter that takes one: a call each
	var out casefile.Routing
	for _, one := range spread(args, fans) {
		mine := call
		mine.Args = encode(one.args)
		if mine.Key == "" {
			mine.Key = one.key
		}
		out.Calls = append(out.Calls, mine)
	}
	return out, nil
}

func why(s casefile.Step) string {
	if s.Why != "" {
		return s.Why
	}
	return s.Goal
}

// calculation makes the arguments of calculate: the formula with each of its values and where it stands.
func (r *Router) calculation(env *playbook.Env, s casefile.Step, call casefile.Call) (casefile.Routing, error) {
	var t struct {
		Expression string `json:"expression"`
		Unit       string `json:"unit"`
	}
	if err := json.Unmarshal(s.Args, &t); err != nil {
		return casefile.Routing{}, fmt.Errorf("step %s: the arguments of calculate: %w", s.ID, err)
	}
	formula, inputs, err := env.Inputs(t.Expression)
	if err != nil {
		if u, ok := playbook.AsUnknown(err); ok {
			return casefile.Routing{Skip: u.Error()}, nil
		}
		return casefile.Routing{}, fmt.Errorf("step %s: %w", s.ID, err)
	}
	call.Args = encode(struct {
		Expression string           `json:"expression"`
		Unit       string           `json:"unit,omitempty"`
		Inputs     []casefile.Input `json:"inputs"`
	}{formula, t.Unit, inputs})
	return casefile.Routing{Calls: []casefile.Call{call}}, nil
}
