package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// asker is who asks.
var asker = casefile.Identity{Tenant: "t", User: "u"}

// find is the tool of both loops: it brings one passage.
func find() casefile.Tool {
	return &casefiletest.Tool{
		ToolSpec: casefile.ToolSpec{Name: "find", Schema: json.RawMessage(`{"type":"object"}`)},
		Do: func(_ context.Context, _ casefile.Scope, args json.RawMessage) (casefile.Result, error) {
			return casefiletest.Passage(string(args), "text"), nil
		},
	}
}

func step(i int, after ...string) casefile.Step {
	id := fmt.Sprint("s", i)
	return casefile.Step{ID: id, Goal: id, Tool: "find", After: after, Args: json.RawMessage(`{"q":"` + id + `"}`)}
}

// six is an engine of six steps: three side by side, and one behind each of them. Nothing is planned again, and no model is asked.
func six() *casefile.Engine {
	var steps []casefile.Step
	for i := range 3 {
		steps = append(steps, step(i), step(i+3, fmt.Sprint("s", i)))
	}
	return &casefile.Engine{
		Planner: casefiletest.Steps(steps...), Router: casefiletest.Router(casefiletest.Direct), Tools: []casefile.Tool{find()},
		Generator: casefiletest.Generator(casefiletest.Quote), Verifier: casefiletest.Verifier(casefiletest.Trust),
	}
}

const turns = 4 // calls of the tool that the model asks for

// four is an engine whose model is asked before each call which one is next, four times, and then writes the answer.
func four() *casefile.Engine {
	e := six()
	e.Planner, e.Generator = oneByOne{}, writer{}
	e.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		return casefile.ModelResponse{Text: `{"tool":"find"}`, Finish: "stop", Input: 20, Output: 5, Told: true}, nil
	})
	return e
}

// oneByOne plans one call at a time: what the model names next, until four calls were made. Each step but the last leaves a field open,
// so that the engine plans again for it.
type oneByOne struct{}

func (oneByOne) Plan(ctx context.Context, c casefile.Case) (casefile.Plan, error) {
	n := len(c.Calls)
	if n == turns {
		return casefile.Plan{}, nil
	}
	res, err := c.Model.Generate(ctx, casefile.ModelRequest{
		For: casefile.StagePlan, MaxTokens: 50, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: fmt.Sprintf("%s After %d calls: what is next?", c.Question, n)}},
	})
	if err != nil {
		return casefile.Plan{}, err
	}
	var next struct{ Tool string }
	if err := json.Unmarshal([]byte(res.Text), &next); err != nil {
		return casefile.Plan{}, err
	}
	s := step(n)
	if s.Tool = next.Tool; n+1 < turns {
		s.Needs = []casefile.Field{{Name: "rest", Pattern: "nothing has this"}}
	}
	return casefile.Plan{Why: "the model says so", Steps: []casefile.Step{s}}, nil
}

// writer has the model write, and quotes what was found.
type writer struct{}

func (writer) Generate(ctx context.Context, c casefile.Case) (casefile.Answer, error) {
	_, err := c.Model.Generate(ctx, casefile.ModelRequest{
		For: casefile.StageGenerate, MaxTokens: 50, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: c.Question + " Write the answer."}},
	})
	if err != nil {
		return casefile.Answer{}, err
	}
	return casefiletest.Quote(c)
}
