package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/strictyaml"
)

// maxArgs bounds the arguments of a call: enough for a list of ten thousand values.
const maxArgs = 1 << 20

// object reads a JSON object strictly: no name twice, nothing after it, valid UTF-8.
// Empty arguments are an empty object; a null counts as not given.
func object(args json.RawMessage) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(args)) == 0 {
		return out, nil
	}
	if len(args) > maxArgs {
		return nil, invalid("the arguments are %d bytes long, at most %d are taken", len(args), maxArgs)
	}
	if !utf8.Valid(args) {
		return nil, invalid("the arguments are not valid UTF-8")
	}
	dec := json.NewDecoder(bytes.NewReader(args))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, invalid("the arguments must be a JSON object")
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return nil, invalid("the arguments are not valid JSON")
		}
		name, ok := t.(string)
		if !ok {
			return nil, invalid("the arguments are not valid JSON")
		}
		var v json.RawMessage
		if dec.Decode(&v) != nil {
			return nil, invalid("the arguments are not valid JSON after %q", clip(name))
		}
		if _, twice := out[name]; twice {
			return nil, invalid("the argument %q is given twice", clip(name))
		}
		out[name] = v
	}
	if _, err := dec.Token(); err != nil {
		return nil, invalid("the arguments are not valid JSON")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, invalid("there is something after the arguments")
	}
	for name, v := range out {
		if string(bytes.TrimSpace(v)) == "null" {
			delete(out, name)
		}
	}
	return out, nil
}

// unknownArg says that an argument does not exist and which was meant.
func unknownArg(name string, known []string) error {
	n := say("unknown argument %q", clip(name))
	if near := strictyaml.Nearest(name, known); near != "" {
		n = n.plus(say(", did you mean %q?", near))
	}
	if len(known) == 0 {
		return &invalidError{n.plus(say("; there are no arguments"))}
	}
	return &invalidError{n.plus(say("; arguments: %s", strings.Join(known, ", ")))}
}

// An arg is the value a parameter has in one call.
type arg struct {
	rule  *rule
	given bool
	items []item // several only for a list
}

// An item is one value, as it is bound and as JSON.
type item struct {
	bind any
	json string
	text string
	from string // of a period
	to   string
}

// decode reads the arguments of a call. All that is wrong with them is said at once.
func (s *signature) decode(args json.RawMessage, env decodeEnv) ([]arg, error) {
	given, err := object(args)
	if err != nil {
		return nil, err
	}
	var wrong []note
	names := s.names()
	for _, name := range sortedKeys(given) {
		switch {
		case slices.Contains(names, name):
		case s.bound[name]:
			wrong = append(wrong, say("%s is set by the program and cannot be given", name))
		default:
			wrong = append(wrong, noteOf(unknownArg(name, names)))
		}
	}
	out := make([]arg, len(s.rules))
	for i, r := range s.rules {
		raw, ok := given[r.def.Name]
		if !ok {
			raw = r.fallback
		}
		a := arg{rule: r}
		switch {
		case raw != nil:
			a.given = true
			if a.items, err = r.read(raw, env); errors.Is(err, errNotRead) {
				return nil, errNotRead
			} else if err != nil {
				wrong = append(wrong, say("%s: %s", r.def.Name, err))
			}
		case r.def.Required:
			if r.def.Meaning != "" {
				wrong = append(wrong, say("%s is missing: %s", r.def.Name, r.def.Meaning))
			} else {
				wrong = append(wrong, say("%s is missing", r.def.Name))
			}
		}
		out[i] = a
	}
	if len(wrong) > 0 {
		return nil, &invalidError{joined(wrong)}
	}
	return out, nil
}

// canonical writes the arguments as they are used, defaults and folding included: sorted names, no blanks.
func canonical(args []arg) json.RawMessage {
	sorted := slices.Clone(args)
	slices.SortFunc(sorted, func(a, b arg) int { return strings.Compare(a.rule.def.Name, b.rule.def.Name) })
	var b bytes.Buffer
	b.WriteByte('{')
	for _, a := range sorted {
		if !a.given {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(quoteJSON(a.rule.def.Name) + ":" + a.json())
	}
	b.WriteByte('}')
	return b.Bytes()
}

func (a arg) json() string {
	if !a.rule.def.List {
		return a.items[0].json
	}
	parts := make([]string, len(a.items))
	for i, it := range a.items {
		parts[i] = it.json
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// quoteJSON writes a JSON string without escaping for HTML.
func quoteJSON(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// clip shortens what a caller gave, for a note.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
