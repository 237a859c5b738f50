package search

import (
	"context"
	"slices"

	"github.com/casefile/casefile"
)

// A Reason says why a candidate is not among the results.
type Reason string

// The reasons. The zero value means that it is among them.
const (
	Excluded    Reason = "excluded"     // the question excludes what it is about
	SaysTheSame Reason = "same"         // another passage says the same
	TooWeak     Reason = "weak"         // far below the best one
	OnlyAlike   Reason = "alike"        // it holds no word of the question and is not like it enough
	OtherPeriod Reason = "other_period" // the same document is there for the period asked about
	PastLimit   Reason = "limit"        // enough better ones
)

// outcome is a search that ended.
type outcome struct {
	s        *Search
	req      *request
	rank     *ranking
	all      []*candidate // in their order, those left out included
	chosen   []*candidate
	crowd    string // the source that filled the top
	looked   bool   // a supplementary search was made
	gained   int    // results it brought
	reranker string // why the cross-encoder gave nothing
}

// admit drops what the question excludes, and what is found by likeness alone and is not alike enough.
func (x *outcome) admit(cs []*candidate) []*candidate {
	excluded := newExclusion(x.req.q.Not)
	for _, c := range cs {
		switch {
		case excluded.drops(c.hit):
			c.out = Excluded
		case c.legs[0].rank == 0 && c.legs[2].rank == 0 && c.legs[1].confidence < x.s.weights.VectorFloor:
			c.out = OnlyAlike
		}
	}
	// those left out do not take a place among the ones that are looked at closer
	slices.SortStableFunc(cs, func(a, b *candidate) int {
		switch {
		case (a.out == "") == (b.out == ""):
			return 0
		case a.out == "":
			return -1
		}
		return 1
	})
	return cs
}

// choose takes the best candidates, one of those that say the same, and of each question in the text the best one.
func (x *outcome) choose() {
	x.chosen = nil
	w := &x.s.weights
	var prints []fingerprint
	best := -1.0
	for _, c := range x.all {
		if c.out != "" && c.out != PastLimit {
			continue
		}
		c.out = ""
		if best < 0 {
			best = c.score
		}
		switch {
		case c.score < w.Floor*best || c.score <= 0:
			c.out = TooWeak
			continue
		case len(x.chosen) == x.req.q.Limit:
			c.out = PastLimit
			continue
		}
		p := x.rank.print(c.hit)
		if i := slices.IndexFunc(prints, func(o fingerprint) bool { return o.same(&p, w.Same) }); i >= 0 {
			if first := x.chosen[i]; w.moreReliable(first.hit, c.hit) {
				c.score, first.score = first.score, c.score
				first.out, first.of = SaysTheSame, c.hit.Source.Place()
				x.chosen[i], prints[i] = c, p
			} else {
				c.out, c.of = SaysTheSame, first.hit.Source.Place()
			}
			continue
		}
		x.chosen, prints = append(x.chosen, c), append(prints, p)
	}
	x.parts()
}

// parts gives each question of the text its best passage, where the others crowded it out.
func (x *outcome) parts() {
	taken := map[*candidate]bool{}
	for _, found := range x.req.parts {
		if len(found) == 0 {
			continue
		}
		i := slices.IndexFunc(x.all, func(c *candidate) bool { return c.hit.Source.Chunk == found[0].Hit.Source.Chunk })
		if i < 0 {
			continue
		}
		c := x.all[i]
		taken[c] = true
		if c.out != PastLimit || found[0].Score < 0.5 {
			continue
		}
		for k := len(x.chosen) - 1; k > 0; k-- {
			if old := x.chosen[k]; !taken[old] {
				old.out, c.out = PastLimit, ""
				c.score = old.score
				x.chosen[k] = c
				break
			}
		}
	}
}

// elsewhere makes one more search, without the source that fills the top, where nothing else was found. What it
// brings may take the last place.
func (x *outcome) elsewhere(ctx context.Context) error {
	if len(x.chosen) < 3 {
		return nil
	}
	count := map[string]int{}
	for _, c := range x.chosen {
		count[c.hit.Source.DocID]++
	}
	first := x.chosen[0].hit.Source.DocID
	if float64(count[first]) < x.s.weights.Crowd*float64(len(x.chosen)) {
		return nil
	}
	x.crowd = first
	if slices.ContainsFunc(x.all, func(c *candidate) bool { return c.hit.Source.DocID != first && c.out != OnlyAlike }) {
		return nil // others were found and ranked: they are worse
	}
	x.looked = true
	req := *x.req
	req.notDocs, req.legs = []string{first}, slices.Clone(x.req.legs)
	for i := range req.legs {
		req.legs[i].matches, req.legs[i].Found = nil, 0
		if s := req.legs[i].State; s == Ran || s == Unready {
			req.legs[i].State = ""
		}
	}
	if err := x.s.recall(ctx, &req); err != nil {
		return err
	}
	more := slices.DeleteFunc(x.s.fuse(&req), func(c *candidate) bool { return c.hit.Source.DocID == first })
	more = x.admit(more)
	x.rank.rerank(ctx, more, x.s.opt.Top)
	last := x.chosen[len(x.chosen)-1]
	for i, c := range more {
		c.added = true
		if i == 0 && c.out == "" && c.score >= last.score*elsewhereShare && len(x.chosen) >= x.req.q.Limit {
			last.out = PastLimit
			c.score = min(c.score, last.score)
			x.chosen[len(x.chosen)-1] = c
			x.gained++
			continue
		}
		if c.out == "" {
			c.out = PastLimit
		}
	}
	x.all = append(x.all, more...)
	return nil
}

// elsewhereShare is how good the best passage of another source must be, against the last of the source that crowds.
const elsewhereShare = 0.6

// short reports whether a recall or the cross-encoder did not answer, so that another search may find more.
func (x *outcome) short() bool {
	return x.reranker != "" || slices.ContainsFunc(x.req.legs, func(l Leg) bool { return l.State == Down || l.State == Unready })
}

// refined is how many results are read sentence by sentence: nobody reads the sentences of the twentieth.
const refined = 10

// hits returns the results with their scores, the first of them with their sentences.
func (x *outcome) hits() []casefile.Hit {
	var out []casefile.Hit
	for i, c := range x.chosen {
		h := c.hit
		h.Source.Score = min(1, c.score/x.s.weights.most())
		if i < refined {
			h.Units = x.rank.units(h)
		}
		out = append(out, h)
	}
	return out
}
