package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A model is the scripted model that all engines ask. It does what a prompt asks for by what stands in it: the messages, the tools, the schema
// of the reply. Nothing tells it which engine asks. Of each question it knows what somebody who can plan would look up, and no answer: those
// it reads from the evidence of the prompt. With err above 0 it misstates a value in that share of the questions.
type model struct {
	book  []question
	read  reader
	err   float64
	today string

	mu   sync.Mutex
	lies map[string][]string // question → what it said that is wrong, with what stands around it
}

// A request is what the model looks at.
type request struct {
	Messages []message `json:"messages"`
	Tools    []struct {
		Function struct {
			Name        string `json:"name"`
			Description string `json:"description"`
		} `json:"function"`
	} `json:"tools"`
	Format struct {
		Schema struct {
			Schema schema `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Stream  bool `json:"stream"`
	Options *struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
}

// A schema is as much of JSON Schema as replies here need.
type schema struct {
	Type        any               `json:"type"`
	Description string            `json:"description"`
	Properties  map[string]schema `json:"properties"`
	Items       *schema           `json:"items"`
	Enum        []any             `json:"enum"`
}

// A reply is a text or calls of tools.
type reply struct {
	Text  string
	Calls []toolCall
}

// answer is what the model says to a request.
func (m *model) answer(r request) (reply, error) {
	last := string(r.Messages[len(r.Messages)-1].Content)
	q := m.about(r.Messages)
	switch {
	case r.Format.Schema.Schema.Properties != nil:
		b, err := json.Marshal(m.fill(r.Format.Schema.Schema, q, last))
		return reply{Text: string(b)}, err
	case len(r.Tools) > 0:
		return m.act(r, q), nil
	case strings.Contains(last, "syntactically correct"):
		if q.SQL == "" {
			return reply{Text: "SELECT 1 WHERE 0"}, nil
		}
		return reply{Text: q.SQL}, nil
	case strings.Contains(last, "choices"):
		return reply{Text: choose(last, q)}, nil
	case strings.Contains(last, "New question:"):
		if !q.Docs {
			return reply{Text: "None"}, nil
		}
		return reply{Text: q.text}, nil
	case strings.Contains(last, "improved question"):
		return reply{Text: q.text}, nil
	}
	return reply{Text: m.write(q, last)}, nil
}

// about is the question that a conversation is about: the longest known one that stands in it.
func (m *model) about(messages []message) question {
	var found question
	for _, msg := range messages {
		in := string(msg.Content)
		if b, ok := parseBrief(in); ok {
			in = b.Question
		}
		for _, q := range m.book {
			if len(q.text) > len(found.text) && strings.Contains(in, q.text) {
				found = q
			}
		}
	}
	return found
}

func (m *model) day(prompt string) string {
	if d := todayIs.FindStringSubmatch(prompt); d != nil {
		return d[1]
	}
	return m.today
}

// act calls the tools that the question needs. Once they were asked twice and brought nothing that helps, it says so.
func (m *model) act(r request, q question) reply {
	asked := 0
	for _, msg := range r.Messages {
		if len(msg.Calls) > 0 {
			asked++
		}
	}
	if asked > 1 || !q.Docs && q.SQL == "" {
		return reply{Text: unknown}
	}
	var out reply
	for _, t := range r.Tools {
		var c toolCall
		c.Type, c.ID, c.Function.Name = "function", fmt.Sprintf("call_%d_%d", asked, len(out.Calls)), t.Function.Name
		arg := ""
		switch sql := strings.Contains(t.Function.Description, "SQL"); {
		case sql && q.SQL != "":
			arg = q.SQL
		case !sql && q.Docs:
			arg = q.text
		default:
			continue
		}
		b, err := json.Marshal(map[string]string{"query": arg})
		if err != nil {
			panic(err) // of a map of strings
		}
		c.Function.Arguments = string(b)
		out.Calls = append(out.Calls, c)
	}
	return out
}

// choose names the choice of a numbered list that the question needs first: the database where it needs one.
func choose(prompt string, q question) string {
	at := 1
	for _, c := range regexp.MustCompile(`(?m)^\((\d+)\) (.*)$`).FindAllStringSubmatch(prompt, -1) {
		if strings.Contains(c[2], "SQL") == (q.SQL != "") {
			fmt.Sscan(c[1], &at)
			break
		}
	}
	return fmt.Sprintf(`[{"choice": %d, "reason": "it holds what is asked"}]`, at)
}

const unknown = "I don't know: what was found does not say it."

// write answers in prose, each sentence with its source in brackets. What other parts of a program have answered already is put together.
func (m *model) write(q question, prompt string) string {
	pieces := shown(prompt)
	all, done := answered(prompt)
	if !done {
		all = m.read.read(q.parts(), pieces, m.day(prompt))
	}
	if len(all) == 0 {
		return unknown
	}
	m.misstate(q, all, pieces, "")
	var out []string
	for _, s := range all {
		t := s.text
		if !done && pieces[s.of].label != "" {
			t += " [" + pieces[s.of].label + "]"
		}
		out = append(out, t)
	}
	return strings.Join(out, "\n")
}

// fill makes an object that a schema allows: claims from the records of the prompt, a yes or no about what it shows, and otherwise as little as
// the schema lets it say.
func (m *model) fill(s schema, q question, prompt string) map[string]any {
	out := map[string]any{}
	for name, p := range s.Properties {
		switch {
		case name == "claims" && p.Items != nil:
			out[name] = m.claims(p.Items.Properties, prompt)
		case strings.Contains(p.Description, "'yes'"):
			out[name] = map[bool]string{true: "yes", false: "no"}[m.helps(q, prompt)]
		default:
			out[name] = p.least()
		}
	}
	return out
}

// helps reports whether what a prompt shows is about the question: a row, or a passage that has something in common with it.
func (m *model) helps(q question, prompt string) bool {
	var pieces []piece
	for _, p := range shown(prompt) {
		if len(p.rows) > 0 {
			return true
		}
		if !strings.HasPrefix(p.text, "Error") {
			pieces = append(pieces, p)
		}
	}
	return m.read.relevant(q.parts(), pieces)
}

func (s schema) least() any {
	switch {
	case slices.Contains(s.Enum, any("none")):
		return "none"
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type == "array":
		return []any{}
	case s.Type == "object":
		out := map[string]any{}
		for name, p := range s.Properties {
			out[name] = p.least()
		}
		return out
	case s.Type == "integer" || s.Type == "number":
		return 0
	case s.Type == "boolean":
		return false
	}
	return ""
}

// claims answers a brief. Where it is told that claims of it were refused, it says those anew.
func (m *model) claims(fields map[string]schema, prompt string) []map[string]any {
	b, ok := parseBrief(prompt)
	if !ok {
		return []map[string]any{}
	}
	q := m.about([]message{{Content: content(b.Question)}})
	if q.text == "" {
		q.text = b.Question
	}
	pieces := b.pieces()
	all := m.read.read(q.parts(), pieces, b.Today)
	again := ""
	if len(b.Refused) > 0 {
		again = "again"
	}
	m.misstate(q, all, pieces, again)
	out := []map[string]any{}
	for i, s := range all {
		c := map[string]any{}
		for name, f := range fields {
			c[name] = f.least()
		}
		cite := map[string]any{"evidence": pieces[s.of].label, "quote": s.quote, "row": nil}
		if s.quote == "" {
			cite["row"] = s.row
		}
		c["cites"], c["text"], c["values"] = []any{cite}, s.text, number.FindAllString(s.text, -1)
		if _, ok := fields["part"]; ok {
			c["part"] = "conclusion"
		}
		if _, ok := fields["replaces"]; ok {
			if i >= len(b.Refused) {
				break
			}
			c["replaces"] = b.Refused[i].Number
		}
		out = append(out, c)
	}
	return out
}

var (
	number     = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)
	identifier = regexp.MustCompile(`[A-Z]{3}-[0-9]{4}|[A-Z][0-9]{3,6}`)
)

// misstate puts a wrong value into one sentence of an answer, in the share of the questions that it errs in: another figure of what is shown, a
// figure that it remembers, or an identifier that does not exist. Which question, and how, follows from the question alone, so that every
// engine meets the same.
func (m *model) misstate(q question, all []said, pieces []piece, try string) {
	h := fnv.New64a()
	h.Write([]byte(q.text + try))
	draw := h.Sum64()
	if float64(draw%1000)/1000 >= m.err {
		return
	}
	kind := int(draw / 1000 % 3)
	for i, s := range all {
		at, wrong := wrongValue(s, pieces, kind)
		if wrong == "" {
			continue
		}
		all[i].text = s.text[:at[0]] + wrong + s.text[at[1]:]
		m.note(q.text, all[i].text, at[0]+len(wrong))
		return
	}
}

// wrongValue is a place in a sentence and what is put there.
func wrongValue(s said, pieces []piece, kind int) ([]int, string) {
	if kind == 2 {
		if at := identifier.FindStringIndex(s.text); at != nil {
			id := s.text[at[0]:at[1]]
			return at, id[:len(id)-1] + string('0'+(id[len(id)-1]-'0'+5)%10)
		}
	}
	for _, at := range number.FindAllStringIndex(s.text, -1) {
		if at[0] > 0 && (s.text[at[0]-1] == '-' || s.text[at[0]-1] >= 'A' && s.text[at[0]-1] <= 'Z' || s.text[at[0]-1] == '[') {
			continue // of an identifier, a date or a mark
		}
		old := s.text[at[0]:at[1]]
		if kind == 1 {
			return at, changed(old)
		}
		for _, p := range pieces {
			for _, n := range number.FindAllString(p.text+" "+values(p.rows), -1) {
				if n != old && len(n) == len(old) && !strings.Contains(s.text, n) {
					return at, n
				}
			}
		}
		return at, changed(old)
	}
	return nil, ""
}

func values(rows []row) string {
	var out []string
	for _, r := range rows {
		for _, c := range r.cells {
			out = append(out, c.value)
		}
	}
	return strings.Join(out, " ")
}

// changed is a number with another first digit.
func changed(n string) string {
	return string('1'+(n[0]-'0'+3)%9) + n[1:]
}

const behind = 12 // bytes behind a wrong value by which it is known again, with all that stands before it in the sentence

func (m *model) note(q, text string, end int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lies[q] = append(m.lies[q], squeeze(strings.ToValidUTF8(text[:min(len(text), end+behind)], "")))
}

// told are the wrong values that the model has put into answers since the last time, by question.
func (m *model) told() map[string][]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := maps.Clone(m.lies)
	m.lies = map[string][]string{}
	return out
}

// squeeze leaves no space in a text, so that two renderings of it are one.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
