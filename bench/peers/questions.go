package main

import (
	"bufio"
	"bytes"
	_ "embed" // the questions
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/casefile/casefile/eval"
)

//go:embed questions.jsonl
var questionsFile []byte

// A question is a case of an example workspace with what any engine's answer to it is held to. The case's own wants are not used: they know
// the wording of one engine.
type question struct {
	Scene string `json:"scene"`
	Case  string `json:"case"`

	Facts   patterns `json:"facts"`   // the answer says all of them
	Stale   patterns `json:"stale"`   // figures of a version that does not count here
	Wrong   patterns `json:"wrong"`   // further figures and statements that are wrong
	Secrets patterns `json:"secrets"` // rows and texts that the asker may not see
	None    bool     `json:"none"`    // there is nothing that may be said

	// What a model that can plan would look up, whatever engine asks it.
	SQL  string `json:"sql"`  // the query over the tables as they are documented
	Docs bool   `json:"docs"` // it looks into the documents

	// What the documents are asked, part by part, in the language of the documents and with what the query tells put in: a model understands
	// both languages, the script does not. Empty: the question as it stands.
	Means []string `json:"means"`

	text  string
	kind  eval.Kind
	asker eval.Asker
}

func (q question) name() string { return q.Scene + "/" + q.Case }

// parts are what the documents are asked.
func (q question) parts() []string {
	if len(q.Means) == 0 {
		return []string{q.text}
	}
	return q.Means
}

type patterns []*regexp.Regexp

func (p *patterns) UnmarshalJSON(b []byte) error {
	var list []string
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	for _, s := range list {
		re, err := regexp.Compile(s)
		if err != nil {
			return err
		}
		*p = append(*p, re)
	}
	return nil
}

// any reports whether one of the patterns matches.
func (p patterns) any(text string) bool {
	for _, re := range p {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}

// hits is how many of the patterns match.
func (p patterns) hits(text string) (n int) {
	for _, re := range p {
		if re.MatchString(text) {
			n++
		}
	}
	return n
}

// readQuestions reads the questions, with their texts and askers from the case files of the examples.
func readQuestions(examples string) ([]question, error) {
	cases := map[string]eval.Case{}
	for _, scene := range scenes {
		loaded, err := eval.Plain(filepath.Join(examples, scene, "cases"), 0)
		if err != nil {
			return nil, err
		}
		for _, c := range loaded {
			cases[scene+"/"+c.Name] = c
		}
	}
	var out []question
	lines := bufio.NewScanner(bytes.NewReader(questionsFile))
	for n := 1; lines.Scan(); n++ {
		var q question
		dec := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&q); err != nil {
			return nil, fmt.Errorf("questions.jsonl, line %d: %w", n, err)
		}
		c, ok := cases[q.name()]
		if !ok {
			return nil, fmt.Errorf("questions.jsonl, line %d: there is no case %q", n, q.name())
		}
		q.text, q.kind, q.asker = c.Question, c.Kind, c.Asker
		out = append(out, q)
	}
	return out, lines.Err()
}
