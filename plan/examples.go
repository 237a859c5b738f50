package plan

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/classify"
)

// A Labelled is a question with the tools that answer it; with none, it asks nothing of the library or the database.
type Labelled struct {
	Question string   `json:"question"`
	Tools    []string `json:"tools"`
	Shown    bool     `json:"shown,omitempty"` // it stands in every prompt that plans or routes
}

// NewLearning prepares a planner that asks its examples where rules leave it open which tools answer. The vectors must be the same
// whenever and wherever a case is replayed, which those of a server are not. With a nil embedder, or without examples of
// two kinds, it is New.
func NewLearning(r Rules, e casefile.Embedder) (*Planner, error) {
	p, err := New(r)
	if err != nil || e == nil || len(r.Examples) == 0 {
		return p, err
	}
	p.embedder = e
	p.learn = sync.OnceValue(p.learnExamples) // a workspace whose questions rules decide never learns
	return p, nil
}

// examples is what a planner learnt from labelled questions.
type examples struct {
	head   *classify.Head
	labels []string // of each example
}

const (
	noneLabel = "none"
	joinLabel = "+"

	// Set on the development parts of the routing set, each quarter asked by the examples of the others. The nearest example has the label
	// that the head chooses, and is near where the head is likely right, or the head is certain where it is not.
	likeness, certainty = 0.72, 0.35
	faint, certain      = 0.5, 0.5
)

// label is the name of a set of tools.
func label(tools []string) string {
	if len(tools) == 0 {
		return noneLabel
	}
	return strings.Join(slices.Sorted(slices.Values(tools)), joinLabel)
}

// learnExamples trains the head; nil where there is nothing to learn.
func (p *Planner) learnExamples() *examples {
	out := &examples{}
	texts := make([]string, len(p.rules.Examples))
	for i, x := range p.rules.Examples {
		texts[i] = p.shape(p.read(casefile.Case{Question: p.heard(x.Question)}))
		out.labels = append(out.labels, label(x.Tools))
	}
	vectors, err := p.embedder.Embed(context.Background(), texts)
	if err != nil {
		return nil
	}
	learnt := make([]classify.Text, len(texts))
	for i, t := range texts {
		learnt[i] = classify.Text{Vector: vectors[i], Words: t}
	}
	if out.head, err = classify.Train(learnt, out.labels, classify.Options{}); err != nil {
		return nil
	}
	return out
}

// shape is what a question asks whoever and whatever it is about: its words without names, identifiers, days and numbers, and the
// kinds of what is named.
func (p *Planner) shape(a *asked) string {
	s := a.subject()
	for _, k := range append(kinds(a.ids), kinds(a.names)...) {
		s += " " + k
	}
	return s
}

// byExamples settles where a part of a question is looked for that the rules leave open, where examples are like it and agree.
func (p *Planner) byExamples(a *asked, v *verdict) {
	if !v.open && !v.unfit || p.learn == nil || v.silent {
		return
	}
	x, asked := p.known(a)
	if x == nil {
		return
	}
	best, near := x.head.Scores(asked)[0], x.head.Nearest(asked, 1)[0]
	alike, sure := best.P >= certainty && near.Cosine >= likeness, best.P >= certain && near.Cosine >= faint
	if !alike && !sure || x.labels[near.Example] != best.Label || best.Label == noneLabel {
		return
	}
	data, search, ok := p.toolsOf(a, *v, strings.Split(best.Label, joinLabel))
	if !ok {
		return
	}
	if !v.open && (len(data) == 0 || len(search) == 0 && v.docScore >= askable) {
		return // the rules say so too, or the question speaks of documents
	}
	v.data, v.search, v.lead, v.unfit, v.open, v.by = data, search, "", false, false, casefile.ByExamples
	switch {
	case len(data) > 0 && len(search) > 0:
		v.kind = casefile.CombinedKind
	case len(data) > 0:
		v.kind = casefile.DataKind
	default:
		v.kind = casefile.DocumentKind
	}
	v.why += fmt.Sprintf("; examples settle it: like %q (%.2f), %s (%.2f)", p.rules.Examples[near.Example].Question, near.Cosine, best.Label, best.P)
}

// known is what was learnt, and a part of a question as the head takes it; nil where either is missing.
func (p *Planner) known(a *asked) (*examples, classify.Text) {
	x := p.learn()
	if x == nil {
		return nil, classify.Text{}
	}
	shape := p.shape(a)
	vectors, err := p.embedder.Embed(context.Background(), []string{shape})
	if err != nil || len(vectors) == 0 {
		return nil, classify.Text{}
	}
	return x, classify.Text{Vector: vectors[0], Words: shape}
}

// toolsOf are the tools of a label as they were scored. A function that lacks what the question does not give, or cannot leave out
// what it excludes, is not one that an example settles.
func (p *Planner) toolsOf(a *asked, v verdict, names []string) (data, search []scored, ok bool) {
	for _, name := range names {
		t, known := p.tool(name)
		if !known {
			return nil, nil, false
		}
		for _, s := range p.scoreTools(a, t.Search) {
			if s.Name != name {
				continue
			}
			if t.Search {
				search = append(search, s)
			} else if len(s.lacks) > 0 || s.blind || s.astray || s.person.To > 0 {
				return nil, nil, false
			} else {
				data = append(data, s)
			}
		}
	}
	return data, search, len(data)+len(search) == len(names)
}
