// Package decide asks a model for one JSON object and takes nothing else for it. Servers are asked to hold the reply to a
// schema, and many do not: so the object is looked for in what came, validated here, and asked for once more with the
// error shown. It is a leaf: stages that let a model decide build on it.
package decide

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/casefile/casefile"
)

//go:embed again.txt
var again string

// JSON asks m for an object that satisfies r.Schema and decodes it into v. A reply without one is asked for once more, with
// what was wrong. The error then wraps casefile.ErrNoReply, as do those of m; a spent budget is casefile.ErrTokens.
func JSON(ctx context.Context, m casefile.Model, r casefile.ModelRequest, v any) error {
	return ask(ctx, m, r, taking{v: v, cutOff: whole})
}

// Checked does what JSON does, and holds the object to what no schema says: an error of check is shown to the model as one of the
// schema's is.
func Checked(ctx context.Context, m casefile.Model, r casefile.ModelRequest, v any, check func() error) error {
	return ask(ctx, m, r, taking{v: v, cutOff: whole, check: check})
}

// Items does what JSON does for an object that holds one list: of a reply that the limit of tokens cut, the items that are
// whole are taken.
func Items(ctx context.Context, m casefile.Model, r casefile.ModelRequest, v any) error {
	return ask(ctx, m, r, taking{v: v, cutOff: items})
}

// taking is what an object is taken for.
type taking struct {
	v      any
	cutOff mending // what is done with a reply that the limit of tokens cut
	check  func() error
}

// What is done with an object that ends before its end.
type mending int

const (
	closed mending = iota // its brackets are closed
	whole                 // it is not taken where the limit of tokens cut it: its last value may be half a value
	items                 // it is taken up to the last item of its list that is whole
)

func ask(ctx context.Context, m casefile.Model, r casefile.ModelRequest, to taking) error {
	s, err := compile(r.Schema)
	if err != nil {
		return fmt.Errorf("decide %s: %w", r.Name, err)
	}
	var wrong error
	for try := range 2 {
		res, err := m.Generate(ctx, r)
		if err != nil {
			return fmt.Errorf("decide %s: %w", r.Name, err)
		}
		how := closed
		if res.Finish == "length" || res.Finish == "max_tokens" {
			how = to.cutOff
		}
		if wrong = s.find(res.Text, how, to.v); wrong == nil && to.check != nil {
			wrong = to.check()
		}
		if wrong == nil {
			return nil
		}
		if try == 0 {
			r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)],
				casefile.Message{Role: casefile.RoleAssistant, Text: cut(res.Text, maxShown)},
				casefile.Message{Role: casefile.RoleUser, Text: strings.ReplaceAll(again, "{error}", cut(wrong.Error(), maxShown))})
			if r.Again != nil { // who listens hears the second reply from its beginning
				if err := r.Again(r); err != nil {
					return fmt.Errorf("decide %s: %w", r.Name, err)
				}
			}
		}
	}
	return fmt.Errorf("decide %s: %w: %w", r.Name, casefile.ErrNoReply, wrong)
}

// Parse finds the object in a reply that satisfies schema and decodes it into v. It looks into code fences, prose, tags of
// tool calls and their wrappers, and mends commas, line breaks in strings and brackets that are missing at the end.
func Parse(reply string, schema json.RawMessage, v any) error {
	s, err := compile(schema)
	if err != nil {
		return err
	}
	return s.find(reply, closed, v)
}

const (
	maxReply = 1 << 20 // bytes of a reply that are looked at
	maxShown = 2000    // characters of a reply, or of an error, that are shown to the model again
)

func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

type schema struct{ s *jsonschema.Schema }

type refusing struct{}

func (refusing) Load(url string) (any, error) {
	return nil, fmt.Errorf("schema: it refers to %s: no schema is loaded from elsewhere", url)
}

func compile(raw json.RawMessage) (schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return schema{}, fmt.Errorf("schema: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(refusing{})
	const name = "mem:///schema.json"
	if err := c.AddResource(name, doc); err != nil {
		return schema{}, fmt.Errorf("schema: %w", err)
	}
	s, err := c.Compile(name)
	if err != nil {
		return schema{}, fmt.Errorf("schema: %w", err)
	}
	return schema{s}, nil
}

var errNone = errors.New("there is no JSON object in the reply")

// find decodes the first object that fits. When none fits, the error is that of the first object there is.
func (s schema) find(reply string, how mending, v any) error {
	if len(reply) > maxReply {
		return fmt.Errorf("the reply is longer than %d bytes", maxReply)
	}
	wrong := errNone
	for _, raw := range objects(reply, how) {
		for _, inner := range unwrapped(raw, maxWrappers) {
			err := s.decode(inner, v)
			if err == nil {
				return nil
			}
			if wrong == errNone {
				wrong = err
			}
		}
	}
	return wrong
}

func (s schema) decode(raw json.RawMessage, v any) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if err := s.s.Validate(doc); err != nil {
		return inWords(err)
	}
	reflect.ValueOf(v).Elem().SetZero() // nothing is left of an object that was not taken
	return json.Unmarshal(raw, v)
}

// maxFaults is how many lines of what a validation found are shown.
const maxFaults = 8

// inWords lists what a validation found, a line each: where, and what is wrong. The lines are sorted: the validator meets the fields of an
// object in any order, and a request that shows them is to be the same when it is made again.
func inWords(err error) error {
	var e *jsonschema.ValidationError
	if !errors.As(err, &e) {
		return err
	}
	p := message.NewPrinter(language.English)
	var lines []string
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		switch k := e.ErrorKind.(type) {
		case *kind.Schema, *kind.Group, *kind.Reference:
			return
		case *kind.AdditionalProperties:
			slices.Sort(k.Properties)
		}
		if len(e.Causes) == 0 {
			lines = append(lines, "/"+strings.Join(e.InstanceLocation, "/")+": "+e.ErrorKind.LocalizedString(p))
		}
	}
	walk(e)
	if len(lines) == 0 {
		return err
	}
	slices.Sort(lines)
	return errors.New(strings.Join(lines[:min(len(lines), maxFaults)], "\n"))
}
