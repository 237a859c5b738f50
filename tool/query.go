package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// Names of tools that every workspace has, and of what a planning model says to end the
// search. A function or a search tool cannot have one of them.
const (
	QueryName     = "query_database"
	CalculateName = "calculate"
	FinalizeName  = "finalize_report" // not a tool: it asks the engine to draft the answer
)

// Reserved reports whether a name belongs to the engine.
func Reserved(name string) bool {
	return slices.Contains([]string{QueryName, CalculateName, FinalizeName, SectionName}, name)
}

// A Query is the tool query_database: any declared function by its name.
type Query struct {
	functions []*Declared
	spec      casefile.ToolSpec
}

// NewQuery returns the tool over the functions given.
func NewQuery(functions []*Declared) *Query {
	q := &Query{functions: slices.Clone(functions)}
	q.spec = q.describe()
	return q
}

// Spec describes the tool, and in it each function with its arguments.
func (q *Query) Spec() casefile.ToolSpec { return q.spec }

func (q *Query) describe() casefile.ToolSpec {
	t := said().Tools[QueryName]
	spec := casefile.ToolSpec{Name: QueryName, Does: t.Does, When: t.When, Not: t.Not}
	about := t.Params["function"]
	for _, f := range q.functions {
		about += fmt.Sprintf("\n- %s(%s): %s", f.f.Name, strings.Join(f.sig.names(), ", "), strings.TrimSpace(f.f.Does))
	}
	spec.Params = []casefile.Param{
		{Name: "function", Type: "enum", Required: true, Values: q.names(), Meaning: about},
		{Name: "parameters", Type: "object", Meaning: t.Params["parameters"]},
	}
	spec.Schema = closed(map[string]*schema{
		"function":   paramSchema(spec.Params[0]),
		"parameters": {Type: "object", Description: t.Params["parameters"]},
	}, "function").raw()
	return spec
}

func (q *Query) names() []string {
	out := make([]string, len(q.functions))
	for i, f := range q.functions {
		out[i] = f.f.Name
	}
	return out
}

// Call calls {"function": NAME, "parameters": {…}}. A name that is not declared is invalid.
func (q *Query) Call(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error) {
	if err := who.Err(); err != nil {
		return casefile.Result{}, fmt.Errorf("%s: %w", QueryName, err)
	}
	given, err := object(args)
	if err != nil {
		return refused(err), nil
	}
	for name := range given {
		if name != "function" && name != "parameters" {
			return refused(unknownArg(name, []string{"function", "parameters"})), nil
		}
	}
	name, err := plainArg(given, "function")
	if err != nil {
		return noteOf(err).plus(say("; functions: %s", strings.Join(q.names(), ", "))).ended(casefile.Invalid), nil
	}
	params := given["parameters"]
	// servers are known to give an object as a text that holds it
	if raw := bytes.TrimSpace(params); len(raw) > 0 && raw[0] == '"' {
		var inner string
		if json.Unmarshal(raw, &inner) == nil {
			params = json.RawMessage(inner)
		}
	}
	for _, f := range q.functions {
		if f.f.Name == name {
			return f.Call(ctx, who, params)
		}
	}
	return unknown(say("unknown function %q", clip(name)), name, "; functions: %s", q.names()), nil
}

// Unknown is the outcome of a call of a tool that does not exist, for a planner to choose again.
func Unknown(name string, specs []casefile.ToolSpec) casefile.Result {
	names := make([]string, len(specs))
	for i, s := range specs {
		names[i] = s.Name
	}
	return unknown(say("unknown tool %q", clip(name)), name, "; tools: %s", names)
}

func unknown(why note, name, list string, known []string) casefile.Result {
	if near := strictyaml.Nearest(name, known); near != "" {
		why = why.plus(say(", did you mean %q?", near))
	}
	if len(known) == 0 {
		return why.plus(say("; there is none")).ended(casefile.Invalid)
	}
	return why.plus(say(list, strings.Join(known, ", "))).ended(casefile.Invalid)
}
