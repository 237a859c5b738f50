package plan

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// filled is the value of one argument and where it comes from.
type filled struct {
	value    any  // string, []string, int or bool
	said     bool // in the question
	borrowed bool // in another part of it
}

// fill gives a function's parameters what the question says; what it does not say is left to the
// defaults. explained are the places of the question that are the function's own words. It returns the required parameters that are left empty.
func (p *Planner) fill(a *asked, t casefile.ToolSpec, explained []playbook.Span) (map[string]filled, []casefile.Param) {
	args := map[string]filled{}
	var lacks []casefile.Param
	integer := false
	for _, prm := range t.Params {
		if v, ok := p.value(a, prm, &integer, explained); ok {
			args[prm.Name] = filled{value: v, said: true, borrowed: prm.Type == "period" && a.borrowed}
		} else if prm.Required && len(prm.Default) == 0 {
			lacks = append(lacks, prm)
		}
	}
	return args, lacks
}

func (p *Planner) value(a *asked, prm casefile.Param, integer *bool, explained []playbook.Span) (any, bool) {
	switch prm.Type {
	case "period":
		var each []string
		for _, period := range a.unread {
			each = append(each, period.words)
		}
		for _, period := range a.periods {
			if s := period.Period.String(); !slices.Contains(each, s) && len(each) < 4 {
				each = append(each, s)
			}
		}
		return many(prm, each)
	case "date":
		if len(a.unread) > 0 {
			return a.unread[0].words, true
		}
		if len(a.periods) == 0 {
			return nil, false
		}
		return a.periods[0].Period.To.String(), true
	case "integer", "number":
		if a.n.n == 0 || *integer || !countable(prm) || prm.Min != nil && int64(a.n.n) < *prm.Min {
			return nil, false
		}
		*integer = true
		if prm.Max != nil && int64(a.n.n) > *prm.Max {
			return int(*prm.Max), true // as many as can be given; the answer says that more were asked for
		}
		return a.n.n, true
	case "identifier":
		return many(prm, a.pick(prm.Kind, a.ids).Values)
	case "enum":
		return many(prm, p.allowed(prm, a))
	case "text":
		if prm.Entity != "" {
			return many(prm, p.allowed(prm, a))
		}
		if said := a.quoted(); len(said) > 0 {
			return many(prm, said)
		}
		if !person(prm) {
			return nil, false
		}
		if _, name, ok := a.somebody(explained, prm.Required); ok {
			return many(prm, []string{name})
		}
		return nil, false
	}
	return nil, false
}

var howMany = regexp.MustCompile(`(?i)^(n|k|top|top_?n|limit|count|rows|first|number|size|num)$`)

// countable reports whether an integer parameter takes a number of things.
func countable(prm casefile.Param) bool {
	return howMany.MatchString(prm.Name) || strings.ContainsAny(prm.Meaning, "几个") || strings.Contains(strings.ToLower(prm.Meaning), "how many")
}

// allowed returns the names in the question that a parameter takes: excluded ones where it takes those, else the others.
func (p *Planner) allowed(prm casefile.Param, a *asked) []string {
	from := a.names
	if prm.Exclude {
		from = a.not
	}
	var out []string
	for _, v := range a.pick(playbook.EntityOf(prm), from).Values {
		if len(prm.Values) > 0 && !slices.Contains(prm.Values, v) {
			alias, ok := prm.Aliases[v]
			if !ok {
				continue
			}
			v = alias
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// many gives a parameter the values it can take: all of them where it is a list; where it is not, the router makes a call for each.
func many(prm casefile.Param, values []string) (any, bool) {
	switch {
	case len(values) == 0:
		return nil, false
	case prm.List || len(values) > 1:
		return values, true
	}
	return values[0], true
}

var quotes = regexp.MustCompile(`[“"「『《]([^”"」』》]{1,60})[”"」』》]`)

// quoted returns what stands in quotes: the only free text that is taken for a value.
func (a *asked) quoted() []string {
	var out []string
	for _, m := range quotes.FindAllStringSubmatch(a.text, -1) {
		out = append(out, strings.TrimSpace(m[1]))
	}
	return out
}

// template is an argument that the router fills in later.
type template string

// arguments writes filled values as argument templates.
func arguments(args map[string]filled) json.RawMessage {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		switch v := args[name].value.(type) {
		case template:
			out[name] = string(v)
		case string:
			out[name] = escape(v)
		case []string:
			list := make([]string, len(v))
			for i, s := range v {
				list[i] = escape(s)
			}
			out[name] = list
		default:
			out[name] = v
		}
	}
	return encode(out)
}

func escape(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }

func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("{}")
	}
	return bytes.TrimSpace(b.Bytes())
}
