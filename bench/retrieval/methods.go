package main

import (
	"context"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
	"github.com/casefile/casefile/text"
)

// A rig is what the engine is run with: its parts are the same for every set.
type rig struct {
	ingest   ingest.Options
	embedder casefile.Embedder
	entities *entity.Recognizer
	reranker search.Reranker // nil: features alone; read on English sets, for the models there are know no Chinese
	weights  *search.Weights // nil: the embedded ones
}

func (r rig) open(dir string) (*store.Store, error) {
	return store.OpenWith(dir, store.Options{Embedder: r.embedder, Entities: r.entities})
}

// depth is how many passages each method gives: enough for ten different documents.
const depth = 30

// A method finds passages for a question, best first.
type method struct {
	name string
	role role
	find func(ctx context.Context, q question) ([]casefile.Hit, error)
}

// A role says what a method is compared with.
type role int

const (
	reference role = iota // not Casefile's
	leg                   // one recall alone
	fusion                // the recalls joined
	aside                 // shown, and compared with nothing
	unlinked              // the default without the entity graph
	whole                 // the default: joined and ranked again
)

func scope(q question) (casefile.Scope, error) {
	return casefile.NewScope(casefile.Identity{Tenant: tenant, User: "u"}, q.day)
}

// options are those of the default search, without its cache.
func (r rig) options() search.Options {
	return search.Options{Embedder: r.embedder, Reranker: r.reranker, NoCache: true, Weights: r.weights}
}

// methods returns the ways to search a set, the reference first and the default last.
func (r rig) methods(s *set) []method {
	ref := newBM25(s.units)
	with := func(lib search.Store, change func(*search.Options)) func(context.Context, question) ([]casefile.Hit, error) {
		opt := r.options()
		change(&opt)
		return r.retrieve(search.New(lib, opt))
	}
	db := s.lib.store
	recalls := r.recalls(db)
	return []method{
		{"BM25 reference", reference, func(_ context.Context, q question) ([]casefile.Hit, error) { return ref.rank(q.text, depth), nil }},
		{"keyword", leg, alone(recalls["keyword"])},
		{"vector", leg, alone(recalls["vector"])},
		{"graph", leg, alone(recalls["graph"])},
		{"fused by ranks", aside, with(db, func(o *search.Options) { o.Fusion, o.NoRerank = search.RRF, true })},
		{"fused", fusion, with(db, func(o *search.Options) { o.NoRerank = true })},
		{"without graph", unlinked, with(noGraph{db}, func(*search.Options) {})},
		{"fused + ranked", whole, with(db, func(*search.Options) {})},
	}
}

// A recall is one of the three by itself.
type recall func(ctx context.Context, who casefile.Scope, question string) ([]casefile.Match, error)

// recalls are the three of a store, by name.
func (r rig) recalls(db *store.Store) map[string]recall {
	return map[string]recall{
		"keyword": func(ctx context.Context, who casefile.Scope, q string) ([]casefile.Match, error) {
			var terms []casefile.Term
			for _, t := range text.Terms(q) {
				terms = append(terms, casefile.Term{Text: t})
			}
			return db.Match(ctx, who, casefile.Keywords{Terms: terms, Limit: depth})
		},
		"vector": func(ctx context.Context, who casefile.Scope, q string) ([]casefile.Match, error) {
			vs, err := r.embedder.Embed(ctx, []string{q})
			if err != nil {
				return nil, err
			}
			return db.Near(ctx, who, casefile.Vectors{Space: r.embedder.Space(), Vector: vs[0], Limit: depth})
		},
		"graph": func(ctx context.Context, who casefile.Scope, q string) ([]casefile.Match, error) {
			return db.Linked(ctx, who, casefile.Entities{Text: q, Limit: depth})
		},
	}
}

// noGraph is a store without its entity graph.
type noGraph struct{ s *store.Store }

func (n noGraph) Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error) {
	return n.s.Match(ctx, who, q)
}

func (n noGraph) Near(ctx context.Context, who casefile.Scope, q casefile.Vectors) ([]casefile.Match, error) {
	return n.s.Near(ctx, who, q)
}

// alone is one recall as a method.
func alone(find recall) func(context.Context, question) ([]casefile.Hit, error) {
	return func(ctx context.Context, q question) ([]casefile.Hit, error) {
		who, err := scope(q)
		if err != nil {
			return nil, err
		}
		ms, err := find(ctx, who, q.text)
		out := make([]casefile.Hit, len(ms))
		for i, m := range ms {
			out[i] = m.Hit
		}
		return out, err
	}
}

func (r rig) retrieve(x casefile.Retriever) func(context.Context, question) ([]casefile.Hit, error) {
	return func(ctx context.Context, q question) ([]casefile.Hit, error) {
		who, err := scope(q)
		if err != nil {
			return nil, err
		}
		return x.Retrieve(ctx, who, casefile.Query{Text: q.text, Limit: depth})
	}
}
