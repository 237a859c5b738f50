package model

import (
	"encoding/json"
	"fmt"
	"strings"
)

// An anthropicReply is a whole reply of Anthropic's messages, or one event of a stream, with the fields that are read.
type anthropicReply struct {
	Type    string          `json:"type"`
	Error   json.RawMessage `json:"error"`
	Message *anthropicReply `json:"message"`
	Model   string          `json:"model"`
	Content []block         `json:"content"`
	Stop    string          `json:"stop_reason"`
	Usage   *usage          `json:"usage"`
	Block   *block          `json:"content_block"`
	Delta   *struct {
		Type    string `json:"type"`
		Text    string `json:"text"`
		Partial string `json:"partial_json"`
		Stop    string `json:"stop_reason"`
	} `json:"delta"`
}

type block struct {
	Type  string          `json:"type"` // text, tool_use, thinking
	Text  string          `json:"text"`
	Input json.RawMessage `json:"input"`
}

// message takes a whole reply.
func (g *gathering) message(b []byte) error {
	var r anthropicReply
	if err := json.Unmarshal(b, &r); err != nil {
		return &Error{Fault: FaultServer, Why: fmt.Sprintf("what it sent is not JSON (%v)", err)}
	}
	if r.Type == "error" || len(r.Error) > 0 {
		return complained(b)
	}
	g.events, g.ended = 1, true
	g.take(r)
	for _, k := range r.Content {
		switch k.Type {
		case "text":
			g.text.WriteString(k.Text)
		case "tool_use":
			g.piece().Write(k.Input)
		}
	}
	return nil
}

// messageEvent takes one event of a stream.
func (g *gathering) messageEvent(b []byte) error {
	var r anthropicReply
	if err := json.Unmarshal(b, &r); err != nil {
		return &Error{Fault: FaultServer, Why: fmt.Sprintf("what it sent is not JSON (%v)", err)}
	}
	if r.Type == "error" {
		return complained(b)
	}
	g.events++
	if r.Message != nil {
		g.take(*r.Message)
	}
	g.take(r)
	if d := r.Delta; d != nil {
		g.text.WriteString(d.Text)
		if d.Partial != "" {
			g.piece().WriteString(d.Partial)
		}
		if d.Stop != "" {
			g.finish = d.Stop
		}
	}
	if k := r.Block; k != nil && k.Type == "text" {
		g.text.WriteString(k.Text)
	}
	g.ended = g.ended || r.Type == "message_stop"
	return nil
}

func (g *gathering) piece() *strings.Builder {
	if len(g.calls) == 0 {
		g.calls, g.ids = append(g.calls, &strings.Builder{}), append(g.ids, "")
	}
	return g.calls[0]
}

func (g *gathering) take(r anthropicReply) {
	if r.Model != "" {
		g.model = r.Model
	}
	if r.Stop != "" {
		g.finish = r.Stop
	}
	if u := r.Usage; u != nil {
		in, cached := u.input()
		g.in, g.cached, g.out, g.told = max(g.in, in), max(g.cached, cached), max(g.out, u.Output), g.told || u.Input+u.Output > 0
	}
}
