package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// A Calculate is the tool calculate: exact decimal arithmetic on values of records. The
// result is evidence with its formula and inputs, so it can be run again.
type Calculate struct{}

// maxInputs bounds the inputs of a calculation.
const maxInputs = 1000

// Spec describes the tool.
func (Calculate) Spec() casefile.ToolSpec { return calculateSpec() }

var calculateSpec = sync.OnceValue(func() casefile.ToolSpec {
	t := said().Tools[CalculateName]
	spec := casefile.ToolSpec{
		Name: CalculateName, Does: t.Does, When: t.When, Not: t.Not,
		Params: []casefile.Param{
			{Name: "expression", Type: "text", Required: true, Meaning: t.Params["expression"]},
			{Name: "unit", Type: "text", Meaning: t.Params["unit"]},
			{Name: "inputs", Type: "object", List: true, Meaning: t.Params["inputs"]},
		},
	}
	one := closed(map[string]*schema{
		"name": {Type: "string", MinLength: 1}, "value": {Type: "string"}, "unit": {Type: "string"},
		"evidence": {Type: "string"}, "row": {Type: "integer", Minimum: new(int64)}, "column": {Type: "string"}, "quote": {Type: "string"},
	}, "name", "value")
	spec.Schema = closed(map[string]*schema{
		"expression": paramSchema(spec.Params[0]),
		"unit":       paramSchema(spec.Params[1]),
		"inputs":     {Type: "array", Items: one, MaxItems: maxInputs, Description: t.Params["inputs"]},
	}, "expression").raw()
	return spec
})

// Call evaluates {"expression": TEXT, "unit": TEXT, "inputs": [{name, value, unit, evidence, row, column, quote}…]}.
// A formula that cannot be read or evaluated, a name without a value and a unit that is not
// the result's are invalid; the note says why.
func (Calculate) Call(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error) {
	if err := who.Err(); err != nil {
		return casefile.Result{}, fmt.Errorf("%s: %w", CalculateName, err)
	}
	if ctx.Err() != nil {
		return say("the call was cancelled").ended(casefile.Timeout), nil
	}
	given, err := object(args)
	if err != nil {
		return refused(err), nil
	}
	known := []string{"expression", "inputs", "unit"}
	for name := range given {
		if !slices.Contains(known, name) {
			return refused(unknownArg(name, known)), nil
		}
	}
	formula, err := plainArg(given, "expression")
	if err != nil {
		return refused(err), nil
	}
	inputs, err := readInputs(given["inputs"])
	if err != nil {
		return refused(err), nil
	}
	c, err := calc.Run(formula, inputs)
	if err != nil {
		return refused(invalid("%s: %s", clip(formula), err)), nil
	}
	if _, ok := given["unit"]; ok {
		unit, err := plainArg(given, "unit")
		if err == nil && !sameUnit(unit, c.Unit) {
			err = invalid("the result is in %s, not in %s: give the inputs their units, or leave unit out", unitNote(c.Unit), clip(unit))
		}
		if err != nil {
			return refused(err), nil
		}
	}
	return casefile.Result{Status: casefile.OK, Evidence: []casefile.Evidence{{Status: casefile.OK, Calc: &c}}}, nil
}

// readInputs reads the inputs strictly; a value may be given as a JSON number, whose digits are kept.
func readInputs(raw json.RawMessage) ([]casefile.Input, error) {
	if raw == nil {
		return nil, nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, invalid("%s: %s", "inputs", say("want a list of inputs"))
	}
	if len(list) > maxInputs {
		return nil, invalid("%s: %s", "inputs", say("the list has %d values, at most %d are taken", len(list), maxInputs))
	}
	var out []casefile.Input
	seen := map[string]bool{}
	for i, item := range list {
		fields, err := object(item)
		if err != nil {
			return nil, invalid("inputs[%d]: %s", i, err)
		}
		if v := bytes.TrimSpace(fields["value"]); len(v) > 0 && v[0] != '"' {
			if v[0] == '{' || v[0] == '[' {
				return nil, invalid("inputs[%d]: %s", i, say("want a number or a text"))
			}
			fields["value"] = json.RawMessage(quoteJSON(string(v)))
		}
		again, err := json.Marshal(fields)
		if err != nil {
			return nil, invalid("inputs[%d]: %s", i, say("not valid JSON"))
		}
		dec := json.NewDecoder(bytes.NewReader(again))
		dec.DisallowUnknownFields()
		var in casefile.Input
		if err := dec.Decode(&in); err != nil {
			return nil, invalid("inputs[%d]: %s", i, strings.TrimPrefix(err.Error(), "json: "))
		}
		switch {
		case in.Name == "":
			return nil, invalid("inputs[%d]: %s", i, say("name is missing"))
		case seen[in.Name]:
			return nil, invalid("inputs[%d]: %s", i, say("the name %q is given twice", clip(in.Name)))
		case in.Row < 0:
			return nil, invalid("inputs[%d]: %s", i, say("row is negative"))
		}
		seen[in.Name] = true
		out = append(out, in)
	}
	return out, nil
}

func unitNote(unit string) note {
	if unit == "" {
		return say("no unit")
	}
	return plainNote(unit)
}

// sameUnit reports whether two units are one: 天 and day, % and ratio, 件 and 件. A plain
// number counts as a ratio.
func sameUnit(a, b string) bool {
	if text.Fold(a) == text.Fold(b) {
		return true
	}
	u, _ := quantity.LookupUnit(a)
	v, _ := quantity.LookupUnit(b)
	ratio := func(name string, u quantity.Unit) bool { return name == "" || name == "ratio" || u.Dim == "ratio" }
	if a != "" && ratio(a, u) && ratio(b, v) {
		return true
	}
	return u.Dim != "" && u.Dim == v.Dim && u.Per == v.Per && u.Factor().Cmp(v.Factor()) == 0
}
