package model

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/casefile/casefile"
)

//go:embed schema.txt
var schemaWords string

// The ways to hold a reply to a schema.
const (
	bySchema = "json_schema"
	byObject = "json_object"
	byTool   = "tool"
	byWords  = "none"
)

// fields is a request body in the making; its order is the same every time, so that a server's cache of prefixes hits.
type fields struct {
	buf bytes.Buffer
	err error
	had map[string]bool
}

func (f *fields) set(name string, v any) {
	if f.err != nil || f.had[name] {
		return
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if f.err = enc.Encode(v); f.err != nil {
		f.err = fmt.Errorf("field %s: %w", name, f.err)
		return
	}
	if f.had == nil {
		f.had = map[string]bool{}
		f.buf.WriteByte('{')
	} else {
		f.buf.WriteByte(',')
	}
	f.had[name] = true
	fmt.Fprintf(&f.buf, "%q:%s", name, bytes.TrimSpace(b.Bytes()))
}

func (f *fields) done() ([]byte, error) {
	f.buf.WriteByte('}')
	return f.buf.Bytes(), f.err
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type namedSchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Strict bool            `json:"strict,omitempty"`
}

type format struct {
	Type   string       `json:"type"`
	Schema *namedSchema `json:"json_schema,omitempty"`
}

// how returns the way a request's schema is put, given what the server turned out to refuse.
func (c *Client) how(r casefile.ModelRequest) string {
	switch {
	case len(r.Schema) == 0:
		return ""
	case c.plain.Load() && c.profile.Schema != byTool:
		return byWords
	}
	return c.profile.Schema
}

// body writes the request for the profile.
func (c *Client) body(r casefile.ModelRequest, usage bool) ([]byte, error) {
	var f fields
	how := c.how(r)
	system := r.System
	if how == byObject || how == byWords {
		system += "\n\n" + schemaWords + string(r.Schema)
	}
	f.set("model", c.cfg.Model)
	if c.profile.Messages {
		c.anthropic(&f, r, system)
	} else {
		c.chat(&f, r, system, usage)
	}
	limit := c.profile.MaxTokens
	if c.newer.Load() {
		limit = "max_completion_tokens"
	}
	f.set(limit, r.MaxTokens)
	if c.profile.Stream {
		f.set("stream", true)
	}
	for _, extra := range []map[string]json.RawMessage{c.cfg.Options, c.extra} {
		for _, k := range sorted(extra) {
			f.set(k, extra[k])
		}
	}
	return f.done()
}

func (c *Client) chat(f *fields, r casefile.ModelRequest, system string, usage bool) {
	var ms []message
	if system != "" {
		ms = append(ms, message{"system", system})
	}
	for _, m := range r.Messages {
		ms = append(ms, message{m.Role, m.Text})
	}
	switch c.how(r) {
	case bySchema:
		f.set("response_format", format{"json_schema", &namedSchema{r.Name, r.Schema, c.profile.Strict}})
	case byObject:
		f.set("response_format", format{Type: "json_object"})
	case byTool:
		f.set("tools", []tool{{"function", function{Name: r.Name, Parameters: r.Schema}}})
		f.set("tool_choice", tool{"function", function{Name: r.Name}})
	}
	f.set("messages", ms)
	if c.profile.Stream && c.profile.Usage && usage {
		f.set("stream_options", map[string]bool{"include_usage": true})
	}
}

// anthropic writes what differs in Anthropic's messages: the system's words stand apart, and a schema is a tool's.
func (c *Client) anthropic(f *fields, r casefile.ModelRequest, system string) {
	if system != "" {
		f.set("system", system)
	}
	if c.how(r) == byTool {
		f.set("tools", []struct {
			Name        string          `json:"name"`
			InputSchema json.RawMessage `json:"input_schema"`
		}{{r.Name, r.Schema}})
		f.set("tool_choice", struct {
			Type string `json:"type"`
			Name string `json:"name"`
		}{"tool", r.Name})
	}
	var ms []message
	for _, m := range r.Messages {
		ms = append(ms, message{m.Role, m.Text})
	}
	f.set("messages", ms)
}

func sorted(m map[string]json.RawMessage) []string { return slices.Sorted(maps.Keys(m)) }
