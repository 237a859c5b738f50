package main

import (
	"context"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
	"github.com/casefile/casefile/text"
)

// A rig is what the engine is run with: its parts are the same for every set.
type rig struct {
	ingest ingest.Options
}

func (r rig) open(dir string) (*store.Store, error) { return store.Open(dir) }

// depth is how many passages each method gives: enough for ten different documents.
const depth = 60

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
	whole                 // the default: joined and ranked again
)

func scope(q question) (casefile.Scope, error) {
	return casefile.NewScope(casefile.Identity{Tenant: tenant, User: "u"}, q.day)
}

// methods returns the ways to search a set, the reference first and the default last.
func (r rig) methods(s *set) []method {
	ref := newBM25(s.units)
	retriever := search.New(s.lib.store, search.Options{})
	return []method{
		{"BM25 reference", reference, func(_ context.Context, q question) ([]casefile.Hit, error) { return ref.rank(q.text, depth), nil }},
		{"keyword", leg, func(ctx context.Context, q question) ([]casefile.Hit, error) {
			who, err := scope(q)
			if err != nil {
				return nil, err
			}
			var terms []casefile.Term
			for _, t := range text.Terms(q.text) {
				terms = append(terms, casefile.Term{Text: t})
			}
			return hits(s.lib.store.Match(ctx, who, casefile.Keywords{Terms: terms, Limit: depth}))
		}},
		{"default", whole, r.retrieve(retriever)},
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

func hits(ms []casefile.Match, err error) ([]casefile.Hit, error) {
	var out []casefile.Hit
	for _, m := range ms {
		out = append(out, m.Hit)
	}
	return out, err
}
