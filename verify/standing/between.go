package standing

import (
	"math"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// between reads whether passages say different things of the same.
func (f *features) between(question string, ps []passage) {
	q := content(question)
	if len(ps) < 2 {
		return
	}
	alike, pairs := 0.0, 0
	var b balance
	for i := range ps {
		for j := i + 1; j < len(ps); j++ {
			alike += jaccard(ps[i].terms, ps[j].terms)
			pairs++
			for _, x := range ps[i].sentences {
				for _, y := range ps[j].sentences {
					b.pair(q, x, y)
				}
			}
		}
	}
	f.add("alike", alike/float64(pairs))
	f.add("values-differ", math.Log1p(b.differ))
	f.add("values-agree", math.Log1p(b.agree))
	f.add("values-far", math.Log1p(b.far))
	f.add("sides-differ", math.Log1p(b.sides))
	f.add("denial-differs", math.Log1p(b.denial))
	f.add("direction-differs", math.Log1p(b.direction))
	f.add("direction-agrees", math.Log1p(b.along))
	ups, downs, speaks := 0, 0, 0
	for _, p := range ps {
		u, d := p.cues["up"], p.cues["down"]
		if u > d {
			ups++
		}
		if d > u {
			downs++
		}
		if share(q, p.terms) >= .5 {
			speaks++
		}
	}
	f.flag("passages-opposed", ups > 0 && downs > 0)
	f.flag("passages-along", ups == len(ps) || downs == len(ps))
	f.add("passages-on-topic", float64(speaks)/float64(len(ps)))
	f.flag("all-find", spread(ps, "finds") == 1)
	f.flag("years-differ", yearsDiffer(ps))
}

func spread(ps []passage, cue string) float64 {
	n := 0
	for _, p := range ps {
		if p.cues[cue] > 0 {
			n++
		}
	}
	return float64(n) / float64(len(ps))
}

func yearsDiffer(ps []passage) bool {
	for i := range ps {
		for j := range i {
			if len(ps[i].years) == 0 || len(ps[j].years) == 0 {
				continue
			}
			same := false
			for y := range ps[i].years {
				same = same || ps[j].years[y]
			}
			if !same {
				return true
			}
		}
	}
	return false
}

func jaccard(a, b text.Set) float64 {
	n := 0
	for t := range a {
		if b[t] {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return float64(n) / float64(len(a)+len(b)-n)
}

// A balance is how much two passages agree and differ, weighed by how much their sentences are about the question and each other.
type balance struct{ differ, agree, far, sides, denial, direction, along float64 }

func (b *balance) pair(q text.Set, x, y sentence) {
	near := 0.0
	for t := range x.terms {
		if y.terms[t] {
			near++
		}
	}
	near = near / math.Sqrt(float64(len(x.terms)*len(y.terms))+1)
	about := min(share(q, x.terms), share(q, y.terms))
	w := near * (about + .1)
	if w < .02 {
		return
	}
	for _, v := range x.values {
		for _, u := range y.values {
			b.values(w, v, u)
		}
	}
	for _, s := range x.sides {
		for _, t := range y.sides {
			if s.Group == t.Group && s.Side != t.Side {
				b.sides += w
			}
		}
	}
	if x.neg != y.neg {
		b.denial += w
	}
	dx, dy := sign(x.up-x.down), sign(y.up-y.down)
	switch {
	case dx*dy < 0:
		b.direction += w
	case dx*dy > 0:
		b.along += w
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// values compares two values of one kind.
func (b *balance) values(w float64, v, u quantity.Mention) {
	if v.Value == nil || u.Value == nil || v.Weak || u.Weak || v.Unit.Name != u.Unit.Name {
		return
	}
	x, _ := v.Value.Float64()
	y, _ := u.Value.Float64()
	switch r := math.Abs(x-y) / math.Max(math.Max(math.Abs(x), math.Abs(y)), 1e-9); {
	case r < .02:
		b.agree += w
	case r < .5:
		b.differ += w
	default:
		b.far += w
	}
}
