// Package search finds passages for a question: it analyses the words, adds the workspace's
// synonyms, recalls candidates from a store under the caller's scope, and ranks them.
package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// A Store recalls passages by their terms, within a scope.
type Store interface {
	Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error)
}

// Options tune a search. The zero value is the default.
type Options struct {
	Synonyms [][]string // words and phrases that mean the same, across languages too
	Recall   int        // candidates that are ranked; 0 means 40
	Floor    float64    // hits below this share of the best one are left out; 0 means 0.15
}

// A Search is a casefile.Retriever over a store. It is safe for concurrent use.
type Search struct {
	store    Store
	synonyms *text.Synonyms
	opt      Options
}

var _ casefile.Retriever = (*Search)(nil)

// New returns a search over a store.
func New(s Store, opt Options) *Search {
	if opt.Recall == 0 {
		opt.Recall = 40
	}
	if opt.Floor == 0 {
		opt.Floor = 0.15
	}
	return &Search{store: s, synonyms: text.NewSynonyms(opt.Synonyms), opt: opt}
}

// What counts in the ranking besides the terms: shares of the score that terms give.
const (
	synonymWeight = 0.6  // a synonym's terms against the question's own
	topicShare    = 0.35 // how much of the question the passage covers as a whole
	phraseShare   = 0.10 // it has several words of the question side by side
	headingShare  = 0.10 // title or headings name what the question asks for
	ownTenant     = 0.01 // the tenant's own wins ties over shared
	maxAuthority  = 0.03
	closer        = 12  // passages that are compared with the question's wording
	untrusted     = 0.7 // text beside hidden text is read last
	defaultLimit  = 5
)

// authority orders sources that say the same.
var authority = map[string]float64{"official": maxAuthority, "internal": 0.02, "partner": 0.01, "": 0.015, "user": 0}

// Retrieve returns the passages that answer q best, best first; equal ones by place. The
// score of a hit is 0 to 1: how much of the question it covers.
// Passages with the same text are returned once. Names in q.Not leave out the documents and sections
// they are about, and passages whose every sentence that fits the question names them.
func (s *Search) Retrieve(ctx context.Context, who casefile.Scope, q casefile.Query) ([]casefile.Hit, error) {
	if err := who.Err(); err != nil {
		return nil, err
	}
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	terms := s.terms(q.Text)
	if len(terms) == 0 {
		return nil, nil
	}
	matches, err := s.store.Match(ctx, who, casefile.Keywords{Terms: terms, Kinds: q.Kinds, Tags: q.Tags, Limit: max(s.opt.Recall, 3*limit)})
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	return s.rank(q, terms, matches, limit), nil
}

// terms returns what to recall by: the question's terms, and those of synonyms that count less.
func (s *Search) terms(question string) []casefile.Term {
	var out []casefile.Term
	seen := map[string]bool{}
	add := func(words []string, weight float64, extra bool) {
		for _, w := range words {
			if seen[w] {
				continue
			}
			seen[w] = true
			out = append(out, casefile.Term{Text: w, Weight: weight, Extra: extra, Prefix: oneHan(w)})
		}
	}
	add(text.Terms(question), 1, false)
	for _, phrase := range s.synonyms.Expand(question) {
		add(text.Terms(phrase), synonymWeight, true)
	}
	return out
}

func oneHan(w string) bool {
	r := []rune(w)
	return len(r) == 1 && r[0] >= 0x2E80
}

// ranked is a match with its place in the order.
type ranked struct {
	hit   casefile.Hit
	score float64
}

func byScore(rs []ranked) {
	slices.SortStableFunc(rs, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.hit.Source.Chunk, b.hit.Source.Chunk))
	})
}

func (s *Search) rank(q casefile.Query, terms []casefile.Term, matches []casefile.Match, limit int) []casefile.Hit {
	topic := text.NewTopic(q.Text, s.synonyms, nil)
	excluded := newExclusion(q.Not)
	names := map[string]naming{} // they repeat
	var rs []ranked
	for _, m := range matches {
		if !excluded.drops(m.Hit) {
			rs = append(rs, ranked{m.Hit, score(topic, terms, m, names)})
		}
	}
	byScore(rs)
	question := text.Fold(q.Text)
	for i := range rs[:min(len(rs), closer)] {
		rs[i].score *= 1 + phraseShare*sharedRun(question, text.Fold(rs[i].hit.Text))
	}
	byScore(rs)
	var out []casefile.Hit
	seen := map[string]bool{}
	for _, r := range rs {
		if len(out) == limit || len(out) > 0 && r.score < s.opt.Floor*rs[0].score {
			break
		}
		key := text.Fold(strings.Join(strings.Fields(r.hit.Text), " "))
		if seen[key] {
			continue
		}
		seen[key] = true
		r.hit.Source.Score = min(1, r.score/(1+phraseShare+headingShare+maxAuthority+ownTenant))
		out = append(out, r.hit)
	}
	return out
}

// naming is what the title and headings over a passage have in common with a question.
type naming struct {
	covered float64 // how much of the question they name
	exact   float64 // how much of the heading next to the passage the question names
}

func name(topic *text.Topic, src casefile.Source) naming {
	above := topic.Set(src.Title + "\n" + src.Heading)
	n := naming{covered: topic.Covered(above, nil)}
	leaf := src.Heading[strings.LastIndex(src.Heading, " / ")+1:]
	terms := text.Terms(strings.TrimLeft(leaf, "/ 0123456789."))
	for _, t := range terms {
		if above[t] {
			n.exact += 1 / float64(len(terms))
		}
	}
	return n
}

// score joins what the terms give with how much of the question is covered as a whole and
// where it comes from; without the closer look it may exceed 1.
func score(topic *text.Topic, terms []casefile.Term, m casefile.Match, names map[string]naming) float64 {
	src := m.Hit.Source
	key := src.Title + "\n" + src.Heading
	n, ok := names[key]
	if !ok {
		n = name(topic, src)
		names[key] = n
	}
	in := text.Set{}
	for _, i := range m.Matched {
		in[terms[i].Text] = true
	}
	score := (1-topicShare)*m.Score + topicShare*topic.Covered(in, nil)
	score *= 1 + headingShare*(n.covered+n.exact)/2 + authority[src.Authority]
	if src.Namespace == casefile.TenantNamespace {
		score *= 1 + ownTenant
	}
	if m.Hit.Untrusted {
		score *= untrusted
	}
	return score
}

// sharedRun returns how long the longest run of the question is that stands in a passage: 0 for
// three characters, 1 for ten and more.
func sharedRun(question, passage string) float64 {
	rs := []rune(question)
	best := 3
	for i := 0; i+best < len(rs); i++ {
		for n := best + 1; i+n <= len(rs) && n <= 10; n++ {
			if !strings.Contains(passage, string(rs[i:i+n])) {
				break
			}
			best = n
		}
	}
	return float64(best-3) / 7
}
