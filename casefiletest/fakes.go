// Package casefiletest has fakes for the stages of a case, and is public as net/http/httptest is.
// Fakes are functions: a test says in place what a stage does.
package casefiletest

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/casefile/casefile"
)

// Planner is a function as a casefile.Planner.
type Planner func(c casefile.Case) (casefile.Plan, error)

// Plan calls f.
func (f Planner) Plan(_ context.Context, c casefile.Case) (casefile.Plan, error) { return f(c) }

// Steps plans the steps in the first round and nothing after it.
func Steps(steps ...casefile.Step) Planner {
	return func(c casefile.Case) (casefile.Plan, error) {
		if c.Round > 1 {
			return casefile.Plan{}, nil
		}
		return casefile.Plan{Why: "fixed", Steps: steps}, nil
	}
}

// Router is a function as a casefile.Router.
type Router func(c casefile.Case, s casefile.Step) (casefile.Routing, error)

// Route calls f.
func (f Router) Route(_ context.Context, c casefile.Case, s casefile.Step) (casefile.Routing, error) {
	return f(c, s)
}

// Direct routes every step to the tool it names with the arguments it gives.
func Direct(_ casefile.Case, s casefile.Step) (casefile.Routing, error) {
	return casefile.Routing{Calls: []casefile.Call{{Tool: s.Tool, Args: s.Args, By: "rule", Why: "the step names it", Confidence: 1}}}, nil
}

// Tool is a fake tool that counts its calls. It is safe for concurrent use.
type Tool struct {
	casefile.ToolSpec
	Do func(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error)

	mu    sync.Mutex
	calls []casefile.Scope
}

// Spec returns the tool's spec.
func (t *Tool) Spec() casefile.ToolSpec { return t.ToolSpec }

// Call calls Do.
func (t *Tool) Call(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error) {
	t.mu.Lock()
	t.calls = append(t.calls, who)
	t.mu.Unlock()
	return t.Do(ctx, who, args)
}

// Calls returns the scope of every call so far.
func (t *Tool) Calls() []casefile.Scope {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]casefile.Scope(nil), t.calls...)
}

// Passage returns a result of one passage.
func Passage(place, text string) casefile.Result {
	return casefile.Result{Status: casefile.OK, Evidence: []casefile.Evidence{{
		Text: text, Source: &casefile.Source{DocID: place, Chunk: place, URI: "docs/" + place + ".md", End: len(text)},
	}}}
}

// Row returns a result of one row; columns and values alternate, every value a text cell.
func Row(pairs ...string) casefile.Result {
	t := &casefile.Table{Complete: true, Total: 1, Rows: []casefile.Row{nil}}
	for i := 0; i+1 < len(pairs); i += 2 {
		t.Columns = append(t.Columns, casefile.Column{Name: pairs[i], Type: "text"})
		cell := casefile.Cell{Type: casefile.Text, Text: pairs[i+1]}
		if pairs[i+1] == "" {
			cell = casefile.Cell{}
		}
		t.Rows[0] = append(t.Rows[0], cell)
	}
	return casefile.Result{Status: casefile.OK, Evidence: []casefile.Evidence{{Table: t}}}
}

// Generator is a function as a casefile.Generator.
type Generator func(c casefile.Case) (casefile.Answer, error)

// Generate calls f.
func (f Generator) Generate(_ context.Context, c casefile.Case) (casefile.Answer, error) { return f(c) }

// Quote states every passage and every record of a case, one claim each.
func Quote(c casefile.Case) (casefile.Answer, error) {
	a := casefile.Answer{Lang: c.Lang}
	for _, e := range c.Evidence {
		if e.Source != nil || e.Table != nil || e.Calc != nil {
			a.Claims = append(a.Claims, casefile.Claim{Text: e.ID + " " + e.Text, About: e.ID, Cites: []casefile.Citation{{Evidence: e.ID}}})
		}
	}
	return a, nil
}

// Verifier is a function as a casefile.Verifier.
type Verifier func(c casefile.Case) (casefile.Verdict, error)

// Verify calls f.
func (f Verifier) Verify(_ context.Context, c casefile.Case) (casefile.Verdict, error) { return f(c) }

// Trust finds nothing. It is for tests of the loop alone.
func Trust(casefile.Case) (casefile.Verdict, error) { return casefile.Verdict{}, nil }

// Model is a function as a casefile.Model.
type Model func(r casefile.ModelRequest) (casefile.ModelResponse, error)

// Generate calls f.
func (f Model) Generate(_ context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	return f(r)
}
