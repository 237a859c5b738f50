package search

import (
	"cmp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// A Fusion says how the recalls become one list.
type Fusion string

// The fusions. A single recall is asked for by its name.
const (
	Sum Fusion = ""    // normalised scores, weighted by what the question asks for
	RRF Fusion = "rrf" // ranks alone: 1/(60+rank), weighted alike. Often worse than the best single list.
)

const rrfBase = 60

// score is what one recall says of a candidate.
type legScore struct {
	rank       int // from 1; 0: not found by it
	raw        float64
	confidence float64
	norm       float64 // 1 for the best of the recall
}

// candidate is a passage on its way through the ranking.
type candidate struct {
	hit      casefile.Hit
	legs     [3]legScore // in the order of recalls
	matched  map[string]bool
	path     []casefile.Link
	fused    float64
	score    float64
	effects  []Effect
	out      Reason
	of       string // what out refers to: another passage, a name
	added    bool   // by the supplementary search
	sentence float64
}

// shares returns what each recall counts: its weight, changed by the features of the question, times its confidence
// in its best candidate, over those that found something. Where one knows much and another little, the list of the
// one stands nearly alone.
func (s *Search) shares(r *Reading, legs []Leg) [3]float64 {
	w := s.weights
	base := [3]float64{w.Legs.Keyword, w.Legs.Vector, w.Legs.Graph}
	if s.opt.Embedder != nil {
		base[1] *= bySpace(w.Space, s.opt.Embedder.Space())
	}
	for _, f := range append(r.Features(), string(r.lang)) {
		if by, ok := w.Factors[f]; ok {
			for i, v := range [3]float64{by.Keyword, by.Vector, by.Graph} {
				base[i] *= v
			}
		}
	}
	total := 0.0
	for i := range base {
		if len(legs[i].matches) == 0 {
			base[i] = 0
		} else {
			base[i] *= max(min(1, confidence(s.curve(i, r), legs[i].matches[0].Score)/w.Sure), leastConfidence)
		}
		total += base[i]
	}
	for i := range base {
		if total > 0 {
			base[i] /= total
		}
	}
	return base
}

// leastConfidence keeps a recall that is not sure of anything in a fusion without others.
const leastConfidence = 1e-4

// curve returns the calibration of a recall.
func (s *Search) curve(i int, r *Reading) []Point {
	switch recalls[i] {
	case Keyword:
		return s.weights.Keyword
	case Vector:
		return s.weights.Vector[r.lang]
	}
	return s.weights.Graph
}

// bySpace returns the value of the longest key that space begins with.
func bySpace(m map[string]float64, space string) float64 {
	best, v := -1, 1.0
	for prefix, x := range m {
		if len(prefix) > best && strings.HasPrefix(space, prefix) {
			best, v = len(prefix), x
		}
	}
	return v
}

// fuse joins what the recalls found into one list, best first. The score of a candidate stays as sure as the best
// recall is of its best: with one recall alone it is that recall's own.
func (s *Search) fuse(req *request) []*candidate {
	byID := map[string]*candidate{}
	var all []*candidate
	share := s.shares(req.r, req.legs)
	sure := 0.0
	for i := range req.legs {
		l := &req.legs[i]
		l.Share = share[i]
		if len(l.matches) == 0 {
			continue
		}
		curve := s.curve(i, req.r)
		top, least := l.matches[0].Score, l.matches[len(l.matches)-1].Score
		if share[i] == 1 {
			least = min(least, 0) // nothing to be put on one scale with
		}
		if i == 0 {
			least = 0 // what holds none of the terms is not in the list
			sure = max(sure, top)
		} else {
			sure = max(sure, confidence(curve, top))
		}
		for rank, m := range l.matches {
			c := byID[m.Hit.Source.Chunk]
			if c == nil {
				c = &candidate{hit: m.Hit}
				byID[m.Hit.Source.Chunk] = c
				all = append(all, c)
			}
			norm := 1.0
			if top > least {
				norm = (m.Score - least) / (top - least)
			}
			c.legs[i] = legScore{rank + 1, m.Score, confidence(curve, m.Score), norm}
			if len(m.Path) > 0 {
				c.path = m.Path
			}
			if i == 0 {
				c.matched = make(map[string]bool, len(m.Matched))
				for _, t := range m.Matched {
					c.matched[req.r.terms[t].Text] = true
				}
			}
		}
	}
	for _, c := range all {
		for i, l := range c.legs {
			switch {
			case l.rank == 0:
			case s.opt.Fusion == RRF:
				c.fused += share[i] * (rrfBase + 1) / float64(rrfBase+l.rank)
			default:
				c.fused += share[i] * l.norm
			}
		}
		c.fused *= sure
	}
	byFused(all)
	return all
}

func byFused(cs []*candidate) {
	slices.SortStableFunc(cs, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.fused, a.fused), strings.Compare(a.hit.Source.Chunk, b.hit.Source.Chunk))
	})
}

func byScore(cs []*candidate) {
	slices.SortStableFunc(cs, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.hit.Source.Chunk, b.hit.Source.Chunk))
	})
}
