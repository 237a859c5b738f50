// Package search finds passages for a question. It reads the question, recalls candidates by their terms, by their
// vectors and by the entities they name, all under the caller's scope, joins the lists, ranks them, and picks the
// sentences that are about the question. Explain says why each candidate stands where it does.
package search

import (
	"context"
	"fmt"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// A Store recalls passages by their terms, within a scope.
type Store interface {
	Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error)
}

// A Nearest is a Store that recalls passages by their vectors too.
type Nearest interface {
	Near(ctx context.Context, who casefile.Scope, q casefile.Vectors) ([]casefile.Match, error)
}

// A Linked is a Store that recalls passages by the entities that a text names too.
type Linked interface {
	Linked(ctx context.Context, who casefile.Scope, q casefile.Entities) ([]casefile.Match, error)
}

// A Stater is a Store that says when its content changes: State returns a text that changes whenever a read could
// give something else. Without it nothing is cached.
type Stater interface {
	State(ctx context.Context, who casefile.Scope) (string, error)
}

// A Reranker reads a question together with each text. It is safe for concurrent use.
type Reranker interface {
	// Rerank returns one score a text, 0 to 1, in order.
	Rerank(ctx context.Context, question string, texts []string) ([]float64, error)
}

// Options tune a search. The zero value is the default.
type Options struct {
	Synonyms [][]string        // words and phrases that mean the same, across languages too
	Embedder casefile.Embedder // nil: nothing is recalled by vector
	Reranker Reranker          // nil: features alone order the best candidates
	Weights  *Weights          // nil: the embedded ones
	Fusion   Fusion
	NoRerank bool             // the order of the fusion stands
	NoCache  bool             // every search reads the library
	Recall   int              // candidates of each recall; 0 means 50
	Top      int              // candidates that are looked at closer; 0 means 20
	Now      func() time.Time // for "last month"; nil: the day of the scope
}

// A Search is a casefile.Retriever over a store. It is safe for concurrent use.
type Search struct {
	store    Store
	near     Nearest // nil: the store has no vectors
	linked   Linked  // nil: the store has no graph
	synonyms *text.Synonyms
	weights  Weights
	opt      Options
	cache    *cache
	titles   *recent[[]casefile.Period] // what titles name, by the title
	passages *recent[*passage]          // by their text
	pairs    *recent[float64]           // what the cross-encoder said, by question and text
}

var _ casefile.Retriever = (*Search)(nil)

const (
	defaultLimit = 5
	keptTitles   = 20_000
)

// New returns a search over a store.
func New(s Store, opt Options) *Search {
	if opt.Recall == 0 {
		opt.Recall = 50
	}
	if opt.Top == 0 {
		opt.Top = 20
	}
	out := &Search{
		store: s, synonyms: text.NewSynonyms(opt.Synonyms), opt: opt, weights: defaultWeights(), cache: newCache(),
		titles: newRecent[[]casefile.Period](keptTitles), passages: newRecent[*passage](keptPassages), pairs: newRecent[float64](keptCrossed),
	}
	if opt.Weights != nil {
		out.weights = *opt.Weights
	}
	out.near, _ = s.(Nearest)
	out.linked, _ = s.(Linked)
	return out
}

// Retrieve returns the passages that answer q best, best first; equal ones by place. The score of a hit is 0 to 1:
// how much of the question it covers. Passages that say the same are returned once, by the most reliable source.
// Names in q.Not leave out the documents and sections they are about, and passages whose every sentence that fits
// the question names them.
func (s *Search) Retrieve(ctx context.Context, who casefile.Scope, q casefile.Query) ([]casefile.Hit, error) {
	f, err := s.Find(ctx, who, q)
	return f.Hits, err
}

// Find is Retrieve that also says what is to be said of how the passages were found.
func (s *Search) Find(ctx context.Context, who casefile.Scope, q casefile.Query) (casefile.Found, error) {
	if err := who.Err(); err != nil {
		return casefile.Found{}, err
	}
	req := s.open(ctx, who, q)
	if len(req.r.terms) == 0 {
		return casefile.Found{}, nil
	}
	guard, err := s.guard(ctx, req)
	if err != nil {
		return casefile.Found{}, fmt.Errorf("search: %w", err)
	}
	if f, ok := s.cache.same(guard, req); ok {
		return f, nil
	}
	s.embed(ctx, req)
	if f, ok := s.cache.similar(guard, req, s.weights.Similar); ok {
		return f, nil
	}
	x, err := s.look(ctx, req)
	if err != nil {
		return casefile.Found{}, err
	}
	f := casefile.Found{Hits: x.hits(), Note: x.note(casefile.English), NoteZH: x.note(casefile.Chinese)}
	if !x.short() {
		s.cache.keep(guard, req, f)
	}
	return f, nil
}

// Explain searches, cache aside, and says of every candidate why it stands where it does, or was left out.
func (s *Search) Explain(ctx context.Context, who casefile.Scope, q casefile.Query) (Explanation, error) {
	if err := who.Err(); err != nil {
		return Explanation{}, err
	}
	req := s.open(ctx, who, q)
	if len(req.r.terms) == 0 {
		return (&outcome{s: s, req: req}).explanation(), nil
	}
	s.embed(ctx, req)
	x, err := s.look(ctx, req)
	if err != nil {
		return Explanation{}, err
	}
	return x.explanation(), nil
}

// now is the day by which relative periods are counted.
func (s *Search) now(who casefile.Scope) time.Time {
	if s.opt.Now != nil {
		return s.opt.Now()
	}
	d := who.AsOf()
	return time.Date(d.Year, time.Month(d.Month), d.Day, 12, 0, 0, 0, time.UTC)
}

// open reads the question and says which recalls there are for it.
func (s *Search) open(ctx context.Context, who casefile.Scope, q casefile.Query) *request {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	r := s.read(q, s.now(who))
	req := &request{who: who, q: q, r: &r, legs: make([]Leg, len(recalls))}
	for i := range req.legs {
		req.legs[i].Recall = recalls[i]
	}
	if len(r.terms) == 0 {
		req.legs[0].State = Idle
	}
	switch {
	case s.linked == nil:
		req.legs[2].State = Off
	case len(r.terms) == 0:
		req.legs[2].State = Idle
	}
	return req
}

// embed makes the vector of the question.
func (s *Search) embed(ctx context.Context, req *request) {
	l := &req.legs[1]
	switch {
	case s.opt.Embedder == nil || s.near == nil:
		l.State = Off
		return
	case len(req.r.terms) == 0:
		l.State = Idle
		return
	}
	vs, err := s.opt.Embedder.Embed(ctx, []string{req.r.text})
	switch {
	case err != nil:
		l.State, l.Why = Down, err.Error()
	case len(vs) != 1 || isZero(vs[0]):
		l.State = Idle
	default:
		req.vector = vs[0]
	}
}

func isZero(v []float32) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}

// look searches: recall, fusion, the closer look, and what is kept of it.
func (s *Search) look(ctx context.Context, req *request) (*outcome, error) {
	x := &outcome{s: s, req: req, rank: s.newRanking(req)}
	if err := s.recall(ctx, req); err != nil {
		return nil, err
	}
	x.all = x.admit(s.fuse(req))
	x.reranker = x.rank.rerank(ctx, x.all, max(s.opt.Top, req.q.Limit))
	s.sure(req.r, x.all)
	x.choose()
	if err := x.elsewhere(ctx); err != nil {
		return nil, err
	}
	return x, ctx.Err()
}
