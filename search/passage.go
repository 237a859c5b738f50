package search

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// passage is what a passage's text gives, whoever reads it and whatever is asked; each part is made when it is asked for. It is kept by
// the text, so it is never out of date, and only one who was given the text comes by it.
type passage struct {
	body string

	fold   sync.Once
	folded string
	all    sync.Once
	digest text.Digest
	cut    sync.Once
	spans  []text.Span // of its sentences
	parts  []text.Digest
	find   sync.Once
	values []string
}

func (s *Search) passage(body string) *passage {
	if p, ok := s.passages.get(body); ok {
		return p
	}
	p := &passage{body: body}
	if utf8.RuneCountInString(body) <= maxRunes {
		s.passages.put(body, p)
	}
	return p
}

// plain returns the folded text.
func (p *passage) plain() string {
	p.fold.Do(func() { p.folded = text.Fold(p.body) })
	return p.folded
}

// terms returns the terms of the text.
func (p *passage) terms() text.Digest {
	p.all.Do(func() { p.digest = text.DigestOf(p.body) })
	return p.digest
}

// sentences returns the sentences of the text and the terms of each.
func (p *passage) sentences() ([]text.Span, []text.Digest) {
	p.cut.Do(func() {
		p.spans = text.Sentences(p.body)
		p.parts = make([]text.Digest, len(p.spans))
		for i, sp := range p.spans {
			p.parts[i] = text.DigestOf(sp.Of(p.body))
		}
	})
	return p.spans, p.parts
}

// checkables returns the numbers, codes and dates of the text, sorted.
func (p *passage) checkables() []string {
	p.find.Do(func() {
		for _, m := range quantity.Find(p.plain()) {
			p.values = append(p.values, strings.Join(strings.Fields(m.Text), ""))
		}
		slices.Sort(p.values)
	})
	return p.values
}

// set returns the terms of the question that a text holds, whose digest is at hand.
func (k *ranking) set(s string, d text.Digest) text.Set {
	if in, ok := k.topic.SetOf(d); ok {
		return in
	}
	return k.topic.Set(s)
}

// best is how far the best sentence of a passage is about the question, its headings included.
func (k *ranking) best(h casefile.Hit) float64 {
	above := k.above(h)
	best := 0.0
	spans, digests := k.s.passage(h.Text).sentences()
	for i, sp := range spans {
		best = max(best, k.topic.Covered(k.set(sp.Of(h.Text), digests[i]), above))
	}
	return best
}

// above returns the terms of the question that stand over a passage.
func (k *ranking) above(h casefile.Hit) text.Set {
	return k.topic.Set(h.Source.Title + "\n" + h.Source.Heading + "\n" + h.Head)
}
