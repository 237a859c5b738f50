package verify

import (
	"math"
	"slices"

	"github.com/casefile/casefile/verify/words"
)

// What a clause of a passage has of a word that stands near it.
const (
	apartEarlier = .75 // earlier in its sentence
	apartLater   = .6  // later in it
	apartBefore  = .4  // in the sentence before
	apartFirst   = .3  // in what the passage begins with
	apartHead    = .3  // in the title or a heading
)

// An element is one thing that a claim says, with the clauses of the passage that have it.
type element struct {
	tok    token
	value  bool
	weight float64
	at     []int // clauses, in order; nil for what the passage does not have
	cover  []float64
}

// maxApart bounds the clauses of a passage, and the words of a claim, that are compared with each other.
const maxApart = 200

// apartSignals say whether one thing of the claim stands elsewhere than where the rest of the claim fits best: a name, a value or a word
// that was put in another's place.
func (t *trial) apartSignals(s signals, cs []int) {
	rec := t.pairs[cs[0]].rec
	r := t.ix.recs[rec].text
	n := min(len(r.clauses), maxApart)
	parts := t.elements(cs, rec, n)
	sum := make([]float64, n)
	all := 0.0
	for i := range parts {
		all += parts[i].weight
		for k := range n {
			sum[k] += parts[i].weight * parts[i].cover[k]
		}
	}
	if all == 0 {
		return
	}
	best := slices.Max(sum)
	s.add("joint", best/all)
	worst, total := 0.0, 0.0
	for i := range parts {
		p := &parts[i]
		if len(p.at) == 0 || len(parts) < 2 {
			continue
		}
		rest, with, at := 0.0, 0.0, 0
		for k := range n {
			x := sum[k] - p.weight*p.cover[k]
			if x > rest {
				rest, at = x, k
			}
			if p.cover[k] >= apartLater {
				with = max(with, x)
			}
		}
		delta := (rest - with) / all
		if delta < .02 {
			continue
		}
		kind := "value"
		if !p.value {
			kind = kindName(p.tok)
		}
		s.add("apart "+kind, delta)
		total += delta
		worst = max(worst, delta)
		if !p.value && p.cover[at] == 0 && slices.ContainsFunc(r.toks(at), func(e token) bool {
			return rival(p.tok, e) && !hasAny(t.r.tokens, e)
		}) {
			s.add("apart rival", 1)
		}
	}
	s.add("apart worst", worst)
	s.add("apart sum", min(total, 1))
	t.peopleSignals(s, r, parts, sum)
	t.softPoles(s, cs, r, sum, all)
	t.rivalSignals(s, r, parts)
}

// softSharp is how much more the clauses that share most with a claim count than the others.
const softSharp = 9

// sidedness is what a clause says of each matter, read once.
func (r *reading) sidedness(k int) sidedness {
	if r.sided == nil {
		r.sided = make([]sidedness, len(r.clauses))
	}
	if r.sided[k] == nil {
		r.sided[k], _ = sidednessOf([]string{r.text(k)})
	}
	return r.sided[k]
}

// softPoles compare what the claim says of each matter with what the clauses of the passage say, each as much as it shares with the claim.
func (t *trial) softPoles(s signals, cs []int, r *reading, sum []float64, all float64) {
	var ours []string
	for _, c := range cs {
		ours = append(ours, t.r.text(c))
	}
	a, _ := sidednessOf(ours)
	top := slices.Max(sum)
	total := 0.0
	theirs := make([]float64, len(a)) // from -1, not so, to 1, so
	said := make([]float64, len(a))
	for k := range sum {
		w := math.Exp(softSharp * (sum[k] - top) / all)
		if w < .05 {
			continue
		}
		total += w
		b := r.sidedness(k)
		for m := range b {
			switch b[m] {
			case 1:
				theirs[m] += w
				said[m] += w
			case 2:
				theirs[m] -= w
				said[m] += w
			}
		}
	}
	agree, clash, alone := 0.0, 0.0, 0.0
	for m, name := range words.Matters() {
		x := theirs[m] / total
		switch a[m] {
		case 0:
			if x < 0 {
				s.add(name+" soft theirs not", -x)
			}
			continue
		case 2:
			x = -x
		case 3:
			continue
		}
		s.add(name+" soft", x)
		agree += max(0, x)
		clash += max(0, -x)
		if said[m] == 0 {
			alone++
		}
	}
	s.add("net soft", (agree-clash)/(agree+clash+alone/2+.3))
	s.add("agree soft", agree)
	s.add("clash soft", clash)
	s.add("alone soft", alone)
}

// elements are the words and values of some clauses of the claim with how much each clause of a passage has of them.
func (t *trial) elements(cs []int, rec, n int) []element {
	var parts []element
	r := t.ix.recs[rec].text
	for _, c := range cs {
		for _, k := range t.r.toks(c) {
			if k.kind == calendarToken || len(parts) >= maxApart || slices.ContainsFunc(parts, func(p element) bool { return !p.value && p.tok.key == k.key }) {
				continue
			}
			p := element{tok: k, weight: k.weight() * (.5 + .5*t.ix.rarity(k.key))}
			k.any(func(key string) bool {
				for _, o := range t.ix.post[key] {
					if o.rec == rec && o.clause < n {
						p.at = append(p.at, o.clause)
					}
				}
				return false
			})
			parts = append(parts, p)
		}
		for _, v := range t.r.vals(c) {
			if v.Weak || len(parts) >= maxApart {
				continue
			}
			p := element{value: true, weight: 1}
			for k := range n {
				if slices.ContainsFunc(r.vals(k), func(e value) bool { return t.same(v, e.Mention) == equalTo }) {
					p.at = append(p.at, k)
				}
			}
			parts = append(parts, p)
		}
	}
	head := t.ix.recs[rec].head
	for i := range parts {
		p := &parts[i]
		slices.Sort(p.at)
		p.at = slices.Compact(p.at)
		p.cover = r.spread(p.at, n)
		if !p.value && head[p.tok.key] {
			for k := range p.cover {
				p.cover[k] = max(p.cover[k], apartHead)
			}
		}
	}
	return parts
}

// spread says how much each clause has of what stands in some.
func (r *reading) spread(at []int, n int) []float64 {
	out := make([]float64, n)
	for _, a := range at {
		s := r.clauses[a].sentence
		for k := range n {
			x := 0.0
			switch d := r.clauses[k].sentence - s; {
			case k == a:
				x = 1
			case d == 0 && a < k:
				x = apartEarlier
			case d == 0:
				x = apartLater
			case d == 1:
				x = apartBefore
			case s == 0:
				x = apartFirst
			}
			out[k] = max(out[k], x)
		}
	}
	return out
}

// clauseAt returns the clause that a place of the source stands in.
func (r *reading) clauseAt(at int) int {
	for k := range r.clauses {
		if at < r.clauses[k].end {
			return k
		}
	}
	return max(0, len(r.clauses)-1)
}
