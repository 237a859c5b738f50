package verify

import (
	"slices"

	"github.com/casefile/casefile/verify/words"
)

// clash finds a word of clause c that excludes one of the pair's own clause, where neither has both.
func (t *trial) clash(c int, q *pair) *sideClash {
	text := t.ix.recs[q.rec].text
	for _, s := range t.r.clauses[c].sides {
		var other *words.Side
		same := false
		for k, w := range q.window {
			if k > 0 && other == nil {
				break
			}
			for i, e := range text.clauses[w].sides {
				if e.Group != s.Group {
					continue
				}
				same = same || e.Side == s.Side
				if k == 0 && e.Side != s.Side && !hasSide(t.r.clauses[c].sides, e) {
					other = &text.clauses[w].sides[i]
				}
			}
		}
		if other != nil && !same {
			return &sideClash{s, *other}
		}
	}
	return nil
}

// contrary: where the source has one of two words that exclude each other, the claim does not have the other.
func (t *trial) contrary() {
	t.each(func(c int, q *pair) {
		if q.score < .34 || t.isSaid(q) {
			return
		}
		o, s := t.clashing(c, q)
		if o == nil || s.denied || t.elsewhereSide(s.sides.ours, o) {
			return
		}
		text := t.ix.recs[o.rec].text
		t.refuse("contrary", "%q: the source has %q: %s", t.r.src[s.sides.ours.Start:s.sides.ours.End], text.src[s.sides.theirs.Start:s.sides.theirs.End], clip(t.quoteOf(o)))
	})
}

// clashing finds the place that decides whether a word of clause c or the one that excludes it is said: the first
// of those that it may speak of that has a word of the group.
func (t *trial) clashing(c int, q *pair) (*pair, stance) {
	list := t.alike(c, q)
	for _, side := range t.r.clauses[c].sides {
		for i := range list {
			o := &list[i]
			if o.share < list[0].share-.25 {
				break
			}
			text := t.ix.recs[o.rec].text
			if hasSide(text.clauses[o.clause].sides, side) {
				break
			}
			if s := t.stanceOf(c, o); s.sides != nil && s.sides.ours == side {
				return o, s
			}
		}
	}
	return nil, stance{}
}

func hasSide(list []words.Side, s words.Side) bool {
	return slices.ContainsFunc(list, func(x words.Side) bool { return x.Group == s.Group && x.Side == s.Side })
}

// elsewhereSide reports whether another cited record, or the rest of the pair's sentence, has a word of a side.
func (t *trial) elsewhereSide(s words.Side, q *pair) bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if i == q.rec || r.text == nil || t.free {
			continue
		}
		for k := range r.text.clauses {
			if hasSide(r.text.clauses[k].sides, s) {
				return true
			}
		}
	}
	return false
}
