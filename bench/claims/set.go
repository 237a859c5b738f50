package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

const (
	right = "right"
	wrong = "wrong"
)

type item struct {
	ID       string          `json:"id"`
	Question string          `json:"question,omitempty"`
	AsOf     string          `json:"as_of,omitempty"`
	Answer   answer          `json:"answer"`
	Evidence json.RawMessage `json:"evidence"`
	Label    string          `json:"label,omitempty"`
	Kind     string          `json:"kind,omitempty"`
	Lang     string          `json:"lang,omitempty"`
	Long     bool            `json:"long,omitempty"`
}

type answer struct {
	Claims []claim `json:"claims"`
}

type claim struct {
	Text  string   `json:"text"`
	Cites []string `json:"cites,omitempty"`
}

type finding struct {
	Rule string `json:"rule"`
	Why  string `json:"why"`
}

// line is the item as the verifier gets it: no label, no kind, and no citations unless they are asked for.
func (it item) line(cites bool) ([]byte, error) {
	it.Label, it.Kind, it.Lang, it.Long = "", "", "", false
	it.Answer.Claims = []claim{it.Answer.Claims[0]}
	if !cites {
		it.Answer.Claims[0].Cites = nil
	}
	return json.Marshal(it)
}

func readSet(path string) ([]item, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var items []item
	for n, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		var it item
		if err := dec.Decode(&it); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n+1, err)
		}
		if len(it.Answer.Claims) != 1 || (it.Label != right && it.Label != wrong) {
			return nil, fmt.Errorf("%s, line %d: want one claim and the label right or wrong", path, n+1)
		}
		items = append(items, it)
	}
	return items, nil
}

func verdictOf(line []byte) (string, []finding, error) {
	var out struct {
		Claims []struct {
			Verdict  string    `json:"verdict"`
			Findings []finding `json:"findings"`
		} `json:"claims"`
	}
	if err := json.Unmarshal(line, &out); err != nil {
		return "", nil, err
	}
	if len(out.Claims) == 0 {
		return "", nil, fmt.Errorf("no verdict in %s", line)
	}
	// A text that was split into several claims is accepted only when every part is.
	for _, c := range out.Claims {
		if c.Verdict != "supported" {
			return c.Verdict, c.Findings, nil
		}
	}
	return "supported", out.Claims[0].Findings, nil
}
