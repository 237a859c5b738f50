package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A question of the routing set. testdata/routing/README.md says what each field holds.
type question struct {
	ID         string    `json:"id"`
	Workspace  string    `json:"workspace"`
	Lang       string    `json:"lang"`
	Class      string    `json:"class"`
	Question   string    `json:"question"`
	Accept     []outcome `json:"accept"`
	Complexity string    `json:"complexity"`
}

// An outcome is a way to take with a question.
type outcome struct {
	Route string   `json:"route"` // document, data, both, none, ask or action
	Tools []string `json:"tools,omitempty"`
	Also  []string `json:"also,omitempty"`
}

// readQuestions reads one part of the routing set.
func readQuestions(folder, part string) ([]question, error) {
	file := filepath.Join(folder, part+".jsonl")
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []question
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, len(out)+1, err)
		}
		out = append(out, q)
	}
	return out, lines.Err()
}

// route is what an outcome counts as, so that two of them are compared by where they look.
func (t taken) route() string {
	var documents, data bool
	for _, s := range t.tools {
		if s.maybe || s.required {
			continue
		}
		documents = documents || s.search
		data = data || !s.search
	}
	switch {
	case t.reply != "":
		return t.reply
	case documents && data:
		return "both"
	case documents:
		return "document"
	case data:
		return "data"
	}
	return "none"
}

// taken is the way that the planner took.
type taken struct {
	reply string // none, ask or action; "" when tools are called
	tools []called
	by    string // who decided: rule, examples, or open, where a model would be asked
	why   string

	mode, modeWhy string // how much work it is held to be
}

// called is a tool of a plan.
type called struct {
	name     string
	search   bool
	required bool // the workspace asks for it wherever an identifier is named
	maybe    bool // only a result will say whether it is called
}

// fits reports whether a plan is one of the outcomes that are right.
func (q question) fits(t taken) bool {
	return slices.ContainsFunc(q.Accept, func(o outcome) bool { return o.fits(t) })
}

func (o outcome) fits(t taken) bool {
	switch o.Route {
	case "none", "ask", "action":
		if t.reply != o.Route {
			return false
		}
	default:
		if t.reply != "" {
			return false
		}
	}
	searched := 0 // searches that a right plan makes
	for _, g := range o.Tools {
		any := strings.Split(g, "|")
		i := slices.IndexFunc(t.tools, func(c called) bool { return slices.Contains(any, c.name) })
		if i < 0 {
			return false
		}
		if t.tools[i].search {
			searched++
		}
	}
	for _, c := range t.tools {
		wanted := slices.ContainsFunc(o.Tools, func(g string) bool { return slices.Contains(strings.Split(g, "|"), c.name) })
		if wanted || c.required || c.maybe || c.search && searched > 0 || slices.Contains(o.Also, c.name) {
			continue
		}
		return false
	}
	return true
}

// wanted is what a question should have come to, for a person to read.
func (q question) wanted() string {
	var all []string
	for _, o := range q.Accept {
		s := o.Route
		if len(o.Tools) > 0 {
			s += " " + strings.Join(o.Tools, "+")
		}
		all = append(all, s)
	}
	return strings.Join(all, " or ")
}

func (t taken) String() string {
	s := t.route()
	var names []string
	for _, c := range t.tools {
		name := c.name
		if c.maybe {
			name += "?"
		}
		if c.required {
			name += "!"
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		s += " " + strings.Join(names, "+")
	}
	return s
}
