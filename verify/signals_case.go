package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// A gramcase is the part that a thing has in what a clause tells.
type gramcase uint8

const (
	noCase gramcase = iota
	actorCase
	actedCase
	targetCase
	originCase
)

var caseMarks = []struct {
	word string
	is   gramcase
}{{"由", actorCase}, {"被", actorCase}, {"给", targetCase}, {"向", targetCase}, {"对", targetCase}, {"从", originCase}, {"把", actedCase}, {"将", actedCase}}

// caseOf reads the part of a token of clause c.
func (r *reading) caseOf(c int, k token) gramcase {
	cl := &r.clauses[c]
	before := r.src[min(cl.start, k.start):k.start]
	if han(firstRune(r.src[k.start:])) {
		rs := []rune(before)
		for i := len(rs) - 1; i >= 0 && i >= len(rs)-4; i-- {
			if !han(rs[i]) {
				break
			}
			for _, m := range caseMarks {
				if string(rs[i]) == m.word {
					return m.is
				}
			}
		}
		passive := strings.ContainsAny(r.text(c), "由被")
		if len(rs) <= 6 {
			if passive {
				return actedCase
			}
			return actorCase
		}
		return noCase
	}
	f := strings.Fields(strings.ToLower(before))
	for i := len(f) - 1; i >= 0 && i >= len(f)-4; i-- {
		switch f[i] {
		case "by":
			return actorCase
		case "to":
			return targetCase
		case "from":
			return originCase
		case "the", "a", "an", "its", "their", "his", "her", "dr", "mr", "ms", "mrs":
			continue
		}
		if i < len(f)-3 || !r.adjectival(c, f[i]) {
			break
		}
	}
	passive := passives.MatchString(strings.ToLower(r.text(c)))
	for _, x := range r.subject(c) {
		if x.start == k.start {
			if passive {
				return actedCase
			}
			return actorCase
		}
	}
	if passive {
		return noCase
	}
	return actedCase
}

// adjectival reports whether a word before a name is a part of it: a capital.
func (r *reading) adjectival(c int, word string) bool {
	i := strings.Index(strings.ToLower(r.text(c)), word)
	return i >= 0 && r.text(c)[i] >= 'A' && r.text(c)[i] <= 'Z'
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// caseSignals compare the parts that the claim's things have in it and in the clauses that it speaks of, and their order.
func (t *trial) caseSignals(s signals, cs []int) {
	for _, c := range cs {
		q := &t.pairs[c]
		r := t.ix.recs[q.rec].text
		converse := words.Converse(t.r.keysOf(c), r.keysOf(q.clause))
		type match struct{ ours, theirs int }
		var order []match
		for _, k := range t.r.toks(c) {
			if k.kind == calendarToken {
				continue
			}
			var e token
			found := false
			for _, w := range q.window {
				if i := slices.IndexFunc(r.toks(w), func(x token) bool { return shareSense(x, k) }); i >= 0 {
					e, found = r.toks(w)[i], true
					break
				}
			}
			if !found {
				continue
			}
			order = append(order, match{k.start, e.start})
			if !k.names() && k.kind != hanToken && k.kind != conceptToken {
				continue
			}
			a, b := t.r.caseOf(c, k), r.caseOf(e.clause, e)
			if a == noCase || b == noCase {
				continue
			}
			kind := "thing"
			if k.names() {
				kind = "name"
			}
			turned := (a == actorCase) != (b == actorCase)
			if converse {
				turned = !turned
			}
			if turned {
				s.add(kind+" other part", 1)
			} else {
				s.add(kind+" same part", 1)
			}
		}
		n, inv := 0, 0
		for i := range order {
			for j := i + 1; j < len(order); j++ {
				if order[i].theirs == order[j].theirs {
					continue
				}
				n++
				if order[j].theirs < order[i].theirs {
					inv++
				}
			}
		}
		if n > 0 {
			x := float64(inv) / float64(n)
			if (words.Passive(t.r.text(c)) != words.Passive(r.text(q.clause))) != converse {
				s.add("turned order", 1-x)
				s.add("turned inversions", x)
			} else {
				s.add("inversions", x)
			}
		}
		if converse {
			s.add("converse", 1)
		}
	}
}
