package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/casefile/casefile"
)

// A Recall is one of the ways by which passages are found.
type Recall string

// The recalls.
const (
	Keyword Recall = "keyword"
	Vector  Recall = "vector"
	Graph   Recall = "graph"
)

var recalls = []Recall{Keyword, Vector, Graph}

// A State is what became of a recall in one search.
type State string

// The states.
const (
	Ran     State = "ran"
	Off     State = "off"      // the workspace has none
	Unready State = "unready"  // passages have no vectors yet, or there is no graph yet
	Idle    State = "idle"     // the question gives it nothing to look for
	Down    State = "down"     // the model did not answer; the other recalls go on
	LeftOut State = "left_out" // another was asked for by name
)

// A Leg is one recall of one search.
type Leg struct {
	Recall Recall  `json:"recall"`
	State  State   `json:"state"`
	Share  float64 `json:"share"` // what it counted in the fusion; the shares of those that ran add up to 1
	Found  int     `json:"found"` // candidates it gave
	Why    string  `json:"why,omitempty"`

	matches []casefile.Match
	fault   error
}

// A request is one search as the recalls see it.
type request struct {
	who     casefile.Scope
	q       casefile.Query
	r       *Reading
	vector  []float32 // of the question; nil where there is none
	legs    []Leg
	parts   [][]casefile.Match // what the keyword recall gives for each question in the text
	notDocs []string
}

func (s *Search) depth(q casefile.Query) int { return max(s.opt.Recall, 3*q.Limit) }

// recall runs the recalls side by side; all have returned when it does. A fault of the library ends the search; a
// model that does not answer only leaves out its leg.
func (s *Search) recall(ctx context.Context, req *request) error {
	var wg sync.WaitGroup
	for i := range req.legs {
		l := &req.legs[i]
		if only := Recall(s.opt.Fusion); only != l.Recall && slices.Contains(recalls, only) {
			l.State = LeftOut
		}
		if l.State != "" {
			continue
		}
		l.State = Ran
		wg.Go(func() {
			switch l.Recall {
			case Keyword:
				l.matches, l.fault = s.keyword(ctx, req, req.r.terms)
			case Graph:
				l.matches, l.fault = s.linked.Linked(ctx, req.who, casefile.Entities{
					Text: req.r.text, Kinds: req.q.Kinds, Tags: req.q.Tags, Limit: s.depth(req.q), NotDocs: req.notDocs,
				})
			case Vector:
				l.matches, l.fault = s.near.Near(ctx, req.who, casefile.Vectors{
					Space: s.opt.Embedder.Space(), Vector: req.vector, Kinds: req.q.Kinds, Tags: req.q.Tags, Limit: s.depth(req.q), NotDocs: req.notDocs,
				})
			}
		})
	}
	var faults []error
	if req.legs[0].State == Ran {
		req.parts, faults = make([][]casefile.Match, len(req.r.parts)), make([]error, len(req.r.parts))
		for i, terms := range req.r.parts {
			wg.Go(func() { req.parts[i], faults[i] = s.keyword(ctx, req, terms) })
		}
	}
	wg.Wait()
	for i := range req.legs {
		l := &req.legs[i]
		if l.fault != nil {
			return fmt.Errorf("search: %w", l.fault)
		}
		if l.Found = len(l.matches); l.State == Ran && l.Recall == Vector && l.Found == 0 && len(req.notDocs) == 0 {
			l.State = Unready
		}
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("search: %w", err)
	}
	return ctx.Err()
}

func (s *Search) keyword(ctx context.Context, req *request, terms []casefile.Term) ([]casefile.Match, error) {
	return s.store.Match(ctx, req.who, casefile.Keywords{Terms: terms, Kinds: req.q.Kinds, Tags: req.q.Tags, Limit: s.depth(req.q), NotDocs: req.notDocs})
}
