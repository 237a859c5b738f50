package route

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// fanOut is a parameter that takes one value and was given several.
type fanOut struct {
	param  string
	values []any
}

// spread makes one set of arguments for every value of every such parameter, no more than maxCalls.
func spread(args map[string]any, fans []fanOut) []spreadCall {
	out := []spreadCall{{args: args}}
	for _, f := range fans {
		var next []spreadCall
		for _, base := range out {
			for _, v := range f.values {
				mine := maps.Clone(base.args)
				mine[f.param] = v
				key := fmt.Sprint(v)
				if base.key != "" {
					key = base.key + " " + key
				}
				next = append(next, spreadCall{mine, key})
			}
		}
		out = next
	}
	return out[:min(len(out), maxCalls)]
}

type spreadCall struct {
	args map[string]any
	key  string
}

// maxCalls is the most calls that one step makes for a question that names several values.
const maxCalls = 9

// arguments fills the templates of a step. An optional parameter whose only name has no value is left to its default.
func (r *Router) arguments(env *playbook.Env, s casefile.Step) (map[string]any, []fanOut, error) {
	var raw map[string]any
	if len(s.Args) > 0 && string(s.Args) != "null" {
		dec := json.NewDecoder(bytes.NewReader(s.Args))
		dec.UseNumber()
		if err := dec.Decode(&raw); err != nil {
			return nil, nil, fmt.Errorf("the arguments are no JSON object: %w", err)
		}
	}
	spec := r.tools[s.Tool]
	args := map[string]any{}
	var fans []fanOut
	var unnamed *playbook.Unknown
	anyNamed := false
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		prm, known := param(spec, name)
		v, err := r.fill(env, raw[name], prm)
		named := fromPassages(raw[name])
		if err != nil {
			u, ok := playbook.AsUnknown(err)
			if ok && known && !prm.Required && (u.Step == "" || named) {
				if named && unnamed == nil {
					unnamed = u
				}
				continue
			}
			return nil, nil, err
		}
		anyNamed = anyNamed || named
		if text, ok := v.(string); ok && spec.Search && prm.Type != "enum" {
			v = r.impersonal(text)
		}
		list, several := v.([]any)
		switch {
		case several && known && !prm.List && len(list) == 1:
			v = list[0]
		case several && known && !prm.List && len(list) > 1:
			fans = append(fans, fanOut{name, list})
			continue
		case !several && known && prm.List:
			v = []any{v}
		}
		args[name] = v
	}
	if unnamed != nil && !anyNamed {
		return nil, nil, unnamed // without any name from the passages it would be asked about everything
	}
	return args, fans, nil
}

// fromPassages reports whether an argument is the names that passages hold.
func fromPassages(v any) bool {
	s, ok := v.(string)
	return ok && strings.Contains(s, ".entity:")
}

func param(t casefile.ToolSpec, name string) (casefile.Param, bool) {
	for _, p := range t.Params {
		if p.Name == name {
			return p, true
		}
	}
	return casefile.Param{}, false
}

// fill fills one value: a text that is one name alone takes the name's own type.
func (r *Router) fill(env *playbook.Env, v any, prm casefile.Param) (any, error) {
	switch v := v.(type) {
	case string:
		return r.text(env, v, prm)
	case []any:
		var out []any
		for _, item := range v {
			got, err := r.fill(env, item, prm)
			if err != nil {
				return nil, err
			}
			if more, ok := got.([]any); ok {
				out = append(out, more...)
			} else {
				out = append(out, got)
			}
		}
		return out, nil
	case map[string]any:
		out := map[string]any{}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			got, err := r.fill(env, v[k], prm)
			if err != nil {
				return nil, err
			}
			out[k] = got
		}
		return out, nil
	}
	return v, nil
}

func (r *Router) text(env *playbook.Env, s string, prm casefile.Param) (any, error) {
	t, err := playbook.ParseTemplate(s)
	if err != nil {
		return nil, err
	}
	name, only := t.Only()
	if !only {
		w, err := env.Write(s, env.Case().Lang)
		return w.Text, err
	}
	k, err := env.Lookup(name)
	if err != nil {
		return nil, err
	}
	if k.Value == "" && len(k.List) == 0 {
		return nil, &playbook.Unknown{Name: name, Why: "the question does not say it"}
	}
	said := len(k.Inputs) > 0 && k.Inputs[0].Column == "" && len(k.List) > 1
	if prm.List || said {
		list := make([]any, 0, len(k.List))
		for _, v := range k.List {
			if one := typed(v, prm); !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	return typed(k.Value, prm), nil
}

// typed gives a value the JSON type of its parameter.
func typed(v string, prm casefile.Param) any {
	switch prm.Type {
	case "integer", "number":
		if n := strings.TrimSpace(v); json.Valid([]byte(n)) {
			return json.Number(n)
		}
	case "boolean":
		switch strings.ToLower(v) {
		case "true", "yes", "1":
			return true
		case "false", "no", "0":
			return false
		}
		if b, err := strconv.ParseBool(v); err == nil {
			return b
		}
	}
	return v
}

// impersonal takes identifiers out of a text that is searched for: an index must not learn whose case it is.
func (r *Router) impersonal(s string) string {
	for _, re := range r.ids {
		var b strings.Builder
		at := 0
		for _, m := range re.FindAllStringIndex(s, -1) {
			if playbook.Alone(s, m[0], m[1]) {
				b.WriteString(s[at:m[0]] + " ")
				at = m[1]
			}
		}
		s = b.String() + s[at:]
	}
	return strings.Join(strings.Fields(s), " ")
}

func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("{}") // the values come from JSON
	}
	return bytes.TrimSpace(b.Bytes())
}
