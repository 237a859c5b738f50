package verify

import (
	"math"
	"slices"
	"strings"
)

// An entity is a thing that could stand in another's place, with the tokens of the passage that name it.
type entity struct {
	tok    token // the first of the claim or of the passage that names it
	person bool
	at     []int // tokens of the passage
}

const (
	nearStep     = 5.0  // tokens over which nearness falls to a third
	clauseStep   = 4    // how many tokens the end of a clause counts for
	sentenceStep = 10   // and the end of a sentence
	maxRivals    = 24   // things of a passage that are compared
	maxNearPosts = 40   // places of a word that are looked at
	sureGap      = .015 // below it two things are as near
)

// rivalSignals say whether a thing of the claim stands nearest to what is said of it, or another of its kind does; and whether two things
// of the claim do to each other what they do in the passage.
func (t *trial) rivalSignals(s signals, r *reading, parts []element) {
	weight, total := make([]float64, len(parts)), 0.0
	at := make([][]int, len(parts))
	for i := range parts {
		p := &parts[i]
		if p.value {
			continue
		}
		for _, k := range p.at {
			for j := r.clauses[k].first; j < r.clauses[k].last && len(at[i]) < maxNearPosts; j++ {
				if shareSense(r.tokens[j], p.tok) {
					at[i] = append(at[i], j)
				}
			}
		}
		weight[i] = p.weight
		total += p.weight
	}
	ours, theirs := t.entities(r, parts, at)
	if len(ours) == 0 || total == 0 {
		return
	}
	near := func(e entity, mine int) float64 {
		best := 0.0
		for _, a := range e.at {
			sum := 0.0
			for i := range parts {
				if i == mine || len(at[i]) == 0 || parts[i].tok.names() {
					continue
				}
				x := 0.0
				for _, b := range at[i] {
					x = max(x, math.Exp(-r.apartBy(a, b)/nearStep))
				}
				sum += weight[i] * x
			}
			best = max(best, sum)
		}
		return best / total
	}
	for _, o := range ours {
		mine := slices.IndexFunc(parts, func(p element) bool { return !p.value && p.tok.key == o.tok.key })
		if len(o.at) == 0 {
			continue
		}
		x, rivalBest, any := near(o, mine), 0.0, false
		for _, e := range theirs {
			if o.person != e.person || !o.person && !rival(o.tok, e.tok) {
				continue
			}
			rivalBest, any = max(rivalBest, near(e, mine)), true
		}
		if !any {
			continue
		}
		gap := x - rivalBest
		s.add("rival gap", gap)
		switch {
		case gap < -sureGap:
			s.add("rival nearer", 1)
		case gap > sureGap:
			s.add("rival farther", 1)
		default:
			s.add("rival equal", 1)
		}
	}
	t.roleSignals(s, r, ours)
}

// apartBy is how far two tokens stand apart.
func (r *reading) apartBy(a, b int) float64 {
	x, y := &r.tokens[a], &r.tokens[b]
	d := math.Abs(float64(a - b))
	if x.clause != y.clause {
		d += clauseStep * math.Min(3, math.Abs(float64(x.clause-y.clause)))
		if r.clauses[x.clause].sentence != r.clauses[y.clause].sentence {
			d += sentenceStep
		}
	}
	return d
}

// entities are the things of the claim, and those of the passage that the claim does not name.
func (t *trial) entities(r *reading, parts []element, at [][]int) (ours, theirs []entity) {
	var mine, others [][2]int
	if t.r.lang == "zh" && r.lang == "zh" {
		mine, others = t.r.people(), r.people()
	}
	within := func(k token, list [][2]int) int {
		return slices.IndexFunc(list, func(p [2]int) bool { return k.start < p[1] && p[0] < k.end })
	}
	taken := map[int]bool{}
	for i := range parts {
		p := &parts[i]
		if p.value {
			continue
		}
		if k := within(p.tok, mine); k >= 0 {
			if !taken[k] {
				taken[k] = true
				ours = append(ours, entity{tok: p.tok, person: true, at: at[i]})
			}
			continue
		}
		if p.tok.names() && !slices.ContainsFunc(ours, func(o entity) bool { return o.tok.proper && p.tok.proper && beside(t.r.src, o.tok, p.tok) }) || p.tok.kind == hanToken {
			ours = append(ours, entity{tok: p.tok, at: at[i]})
		}
	}
	for _, o := range others {
		if strings.Contains(t.r.src, r.src[o[0]:o[1]]) {
			continue
		}
		for j := range r.tokens {
			if k := r.tokens[j]; k.start < o[1] && o[0] < k.end {
				theirs = append(theirs, entity{tok: k, person: true, at: []int{j}})
				break
			}
		}
	}
	for j := range r.tokens {
		k := r.tokens[j]
		if len(theirs) >= maxRivals || hasAny(t.r.tokens, k) || within(k, others) >= 0 {
			continue
		}
		if !slices.ContainsFunc(ours, func(o entity) bool { return !o.person && rival(o.tok, k) }) {
			continue
		}
		if i := slices.IndexFunc(theirs, func(e entity) bool { return e.tok.key == k.key }); i >= 0 {
			theirs[i].at = append(theirs[i].at, j)
			continue
		}
		theirs = append(theirs, entity{tok: k, at: []int{j}})
	}
	return ours, theirs
}

// roleSignals compare, for two things of the claim, which of them acts on the other.
func (t *trial) roleSignals(s signals, r *reading, ours []entity) {
	for i := range ours {
		for j := i + 1; j < len(ours); j++ {
			a, b := ours[i], ours[j]
			if len(a.at) == 0 || len(b.at) == 0 || a.tok.kind == hanToken && !a.person || b.tok.kind == hanToken && !b.person || a.tok.clause != b.tok.clause {
				continue
			}
			x, y, best := 0, 0, math.Inf(1)
			for _, k := range a.at {
				for _, l := range b.at {
					if d := r.apartBy(k, l); d < best && k != l {
						x, y, best = k, l, d
					}
				}
			}
			if math.IsInf(best, 1) || r.clauses[r.tokens[x].clause].sentence != r.clauses[r.tokens[y].clause].sentence {
				continue
			}
			if t.r.acts(a.tok, b.tok) == r.acts(r.tokens[x], r.tokens[y]) {
				s.add("role agree", 1)
			} else {
				s.add("role clash", 1)
			}
		}
	}
}

// taking are words that make what stands before them the one that gets something, or that loses to the other.
var taking = []string{" receive", " got ", " gets ", " obtain", " lost to", " loses to", " lose to", " was given", " were given", " is owed", "收到", "获得", "得到", "输给", "败给", "负于", "不敌", "取得"}

// acts reports whether the first of two things acts on the second, as far as their order and the small words before them tell.
func (r *reading) acts(a, b token) bool {
	first, later, acting := a, b, true
	if b.start < a.start {
		first, later, acting = b, a, false
	}
	before := strings.ToLower(r.src[max(0, later.start-24):later.start])
	from, by := false, false
	words := strings.FieldsFunc(before, func(c rune) bool { return c == ' ' })
	for i := len(words) - 1; i >= max(0, len(words)-3); i-- {
		by = by || words[i] == "by"
		from = from || words[i] == "from"
	}
	if rs := []rune(before); len(rs) > 0 {
		for i := len(rs) - 1; i >= max(0, len(rs)-4); i-- {
			by = by || rs[i] == '由' || rs[i] == '被'
			from = from || rs[i] == '从'
		}
	}
	if by || from {
		acting = !acting
	}
	if between := " " + strings.ToLower(r.src[min(first.end, later.start):later.start]) + " "; !from {
		for _, w := range taking {
			if strings.Contains(between, w) {
				acting = !acting
				break
			}
		}
	}
	return acting
}
