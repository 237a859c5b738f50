package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/casefile/casefile"
)

// scripted is a model that does each task as a fair model would, in as few words: a search and the first function that fits for each part,
// yes where there are records, the first sentence of each passage and the first row of each table as claims. It tells no usage, so that tokens are those of
// the engine's own counter.
type scripted struct{}

type asked struct {
	Functions []struct {
		Name   string `json:"name"`
		Params []struct {
			Name     string `json:"name"`
			Required bool   `json:"required"`
		} `json:"params"`
	} `json:"functions"`
	Parts   json.RawMessage `json:"parts"`
	Records []struct {
		ID     string                         `json:"id"`
		Kind   string                         `json:"kind"`
		Text   string                         `json:"text"`
		Fields []struct{ Name, Title string } `json:"fields"`
		Rows   []map[string]any               `json:"rows"`
	} `json:"records"`
	Gaps []struct{ Label string } `json:"gaps"`
}

// Generate answers by the name of the request.
func (scripted) Generate(_ context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	var q asked
	dec := json.NewDecoder(strings.NewReader(r.Messages[0].Text))
	dec.UseNumber()
	if err := dec.Decode(&q); err != nil {
		return casefile.ModelResponse{}, fmt.Errorf("the message is not JSON: %w", err)
	}
	var reply any
	switch r.Name {
	case "plan":
		reply = map[string]any{"why": "Look it up.", "tasks": q.tasks()}
	case "again":
		reply = map[string]any{"why": "Nothing more can be looked up.", "tasks": []any{}}
	case "review":
		reply = map[string]any{"parts": q.held()}
	case "route":
		reply = map[string]string{"asked": "What the documents say.", "function": "none"}
	case "entails":
		reply = map[string]string{"answer": "no"}
	case "write", "mend":
		reply = map[string]any{"claims": q.claims(r.Name == "mend")}
	default:
		reply = map[string]any{}
	}
	b, err := json.Marshal(reply)
	return casefile.ModelResponse{Text: string(b), Model: "scripted", Finish: "stop"}, err
}

func (q asked) tasks() []map[string]any {
	var parts []string
	if json.Unmarshal(q.Parts, &parts) != nil || len(parts) == 0 {
		parts = []string{""}
	}
	out := []map[string]any{}
	for i, text := range parts {
		for _, f := range q.Functions {
			args := []map[string]string{}
			for _, p := range f.Params {
				if p.Name == "query" {
					args = append(args, map[string]string{"name": "query", "value": text})
				}
			}
			if len(args) == 0 {
				continue
			}
			out = append(out, map[string]any{
				"id": fmt.Sprintf("t%d", i), "part": i, "goal": "Find what the documents say.", "tool": f.Name, "args": args,
				"needs": []string{}, "after": []string{}, "why": "Documents hold it.",
			})
			break
		}
	}
	return out
}

func (q asked) held() []map[string]any {
	var parts []struct {
		Part int `json:"part"`
	}
	if json.Unmarshal(q.Parts, &parts) != nil {
		return nil
	}
	ids := []string{}
	for _, r := range q.Records {
		ids = append(ids, r.ID)
	}
	out := []map[string]any{}
	for _, p := range parts {
		out = append(out, map[string]any{"part": p.Part, "why": "The records say it.", "held": "yes", "records": ids, "query": ""})
	}
	return out
}

const maxClaims = 4

func (q asked) claims(mend bool) []map[string]any {
	out := []map[string]any{}
	for _, r := range q.Records {
		text, row := "", any(nil)
		switch {
		case r.Kind == "passage":
			text = firstSentence(r.Text)
		case r.Kind == "table" && len(r.Rows) > 0:
			row = 0
			for _, f := range r.Fields {
				text += fmt.Sprintf("%s %v ", f.Title, r.Rows[0][f.Name])
			}
		}
		if text = strings.TrimSpace(text); text == "" || len(out) == maxClaims || mend {
			continue
		}
		quote := text
		if row != nil {
			quote = ""
		}
		out = append(out, map[string]any{"cites": []any{map[string]any{"evidence": r.ID, "quote": quote, "row": row}}, "values": []string{}, "text": text, "part": "conclusion"})
	}
	return out
}

func firstSentence(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	for i, r := range s {
		if r == '。' || r == '.' && (i+1 == len(s) || s[i+1] == ' ') {
			return s[:i+len(string(r))]
		}
	}
	return s
}
