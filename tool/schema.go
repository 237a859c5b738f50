package tool

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	casefile "github.com/casefile/casefile"
)

// inlineEnum is how many values of an enum stand in a schema; more are described, since
// servers refuse schemas that are too large.
const inlineEnum = 200

// A schema is the part of JSON Schema 2020-12 that arguments need.
type schema struct {
	Type        string             `json:"type,omitempty"`
	Description string             `json:"description,omitempty"`
	Properties  map[string]*schema `json:"properties,omitzero"`
	Required    []string           `json:"required,omitempty"`
	Closed      *bool              `json:"additionalProperties,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	MinItems    int                `json:"minItems,omitempty"`
	MaxItems    int                `json:"maxItems,omitempty"`
	Enum        []string           `json:"enum,omitempty"`
	Pattern     string             `json:"pattern,omitempty"`
	MinLength   int                `json:"minLength,omitempty"`
	MaxLength   int                `json:"maxLength,omitempty"`
	Minimum     *int64             `json:"minimum,omitempty"`
	Maximum     *int64             `json:"maximum,omitempty"`
	Default     json.RawMessage    `json:"default,omitempty"`
}

func (s *schema) raw() json.RawMessage {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(fmt.Sprintf("a schema holds nothing that cannot be encoded: %v", err))
	}
	return json.RawMessage(strings.TrimSpace(b.String()))
}

func closed(props map[string]*schema, required ...string) *schema {
	no := false
	return &schema{Type: "object", Properties: props, Required: required, Closed: &no}
}

// Schema returns the JSON Schema (2020-12) of a tool's arguments, made from its parameters:
// an object that takes nothing else. What it allows, the tool takes; the tool also takes other
// widths, cases and known words.
func Schema(s casefile.ToolSpec) json.RawMessage {
	props := map[string]*schema{}
	var required []string
	for _, p := range s.Params {
		props[p.Name] = paramSchema(p)
		if p.Required {
			required = append(required, p.Name)
		}
	}
	return closed(props, required...).raw()
}

const (
	datePattern   = `^\d{4}-\d{2}-\d{2}$`
	periodPattern = `^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$`
)

func paramSchema(p casefile.Param) *schema {
	hints := said().Hints
	s := &schema{Type: "string"}
	about := []string{p.Meaning}
	switch p.Type {
	case "integer":
		s.Type, s.Minimum, s.Maximum = "integer", p.Min, p.Max
	case "number":
		s.Type, s.Minimum, s.Maximum = "number", p.Min, p.Max
	case "boolean":
		s.Type = "boolean"
	case "date":
		s.Pattern = datePattern
		about = append(about, hints["date"])
	case "period":
		s.Pattern = periodPattern
		about = append(about, hints["period"])
	case "enum":
		switch n := len(p.Values); {
		case n > inlineEnum:
			about = append(about, fmt.Sprintf(hints["many"], n, n, strings.Join(p.Values[:named], ", ")))
		case n > 0:
			s.Enum = p.Values
		}
	case "identifier":
		switch {
		case p.Pattern == "":
			s.MinLength = 1
		case portable(p.Pattern):
			s.Pattern = "^(?:" + p.Pattern + ")$"
		default:
			about = append(about, fmt.Sprintf(hints["pattern"], p.Pattern))
		}
	default:
		s.MinLength, s.MaxLength = 1, maxText
	}
	if p.Default != nil {
		if fits(s, p.Default) && !p.List {
			s.Default = p.Default
		} else {
			about = append(about, fmt.Sprintf(hints["default"], strings.Trim(string(p.Default), `"`)))
		}
	}
	d := strings.TrimSpace(strings.Join(about, " "))
	if p.List {
		s = &schema{Type: "array", Items: s, MinItems: 1, MaxItems: maxList}
	}
	s.Description = d
	return s
}

// portable reports whether a pattern means the same in the regular expressions of JSON Schema:
// they know no flags and no named groups of our kind.
func portable(pattern string) bool {
	rest := strings.ReplaceAll(strings.ReplaceAll(pattern, `\\`, ""), "(?:", "")
	for _, own := range []string{"(?", `\p`, `\P`, `\A`, `\z`, `\Q`, "[[:", `\C`} {
		if strings.Contains(rest, own) {
			return false
		}
	}
	return true
}

// fits reports whether a default may stand in the schema: words of a period may not.
func fits(s *schema, def json.RawMessage) bool {
	if s.Pattern == "" {
		return true
	}
	var text string
	ok, err := regexp.MatchString(s.Pattern, text)
	if json.Unmarshal(def, &text) == nil {
		ok, err = regexp.MatchString(s.Pattern, text)
	}
	return ok && err == nil
}

// Functions returns the tools as OpenAI function-calling definitions, in the order given.
func Functions(specs []casefile.ToolSpec) json.RawMessage {
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	type definition struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	list := make([]definition, len(specs))
	for i, s := range specs {
		params := s.Schema
		if len(params) == 0 {
			params = Schema(s)
		}
		list[i] = definition{"function", function{s.Name, Describe(s), params}}
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list); err != nil {
		panic(fmt.Sprintf("a tool's schema is not JSON: %v", err))
	}
	return json.RawMessage(strings.TrimSpace(b.String()))
}

// Describe returns what a model is told of a tool: what it does, when to choose it, and when not to.
func Describe(s casefile.ToolSpec) string {
	var parts []string
	for _, p := range []string{s.Does, s.When, s.Not} {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "\n")
}
