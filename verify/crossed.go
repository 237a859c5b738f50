package verify

import (
	"slices"

	"github.com/casefile/casefile/verify/words"
)

// parallelReach is how many clauses apart two clauses can be that say the same of two things.
const parallelReach = 6

// A half is one of two parallel clauses: what it is about, and what it says of that, without what the two share.
type half struct {
	about, said []token
	values      []value
}

// crossed finds two parallel clauses of the evidence (夜班由A负责，结算由B负责; the north site made 40, the south site
// 60) of which clause c takes what the one is about and what the other says.
func (t *trial) crossed(c int, q *pair) (word, at string, ok bool) {
	text := t.ix.recs[q.rec].text
	for k := max(0, q.clause-parallelReach); k <= min(len(text.clauses)-1, q.clause+parallelReach); k++ {
		if d := text.clauses[k].sentence - text.clauses[q.clause].sentence; k == q.clause || d < -1 || d > 1 {
			continue
		}
		for _, pair := range [2][2]int{{k, q.clause}, {q.clause, k}} {
			a, b, ok := text.halves(pair[0], pair[1])
			if !ok || pair[0] == q.clause && len(a.values) > 0 {
				continue
			}
			subject := t.takes(c, a.about)
			if subject == nil || t.ix.rarity(subject.key) < .5 || t.takes(c, b.about) != nil || t.takes(c, a.said) != nil || t.states(c, a.values) {
				continue
			}
			if len(b.values) == 0 && t.takes(c, b.said) != nil || t.states(c, b.values) {
				return t.r.src[subject.start:subject.end], text.text(pair[0]), true
			}
		}
	}
	return "", "", false
}

// halves reads two clauses as parallel ones: they have a word or the small word that parts them in common, and each
// has something of its own before and after it.
func (r *reading) halves(i, k int) (a, b half, ok bool) {
	ours, theirs := r.half(i), r.half(k)
	if len(ours.about) == 0 || len(theirs.about) == 0 || (len(ours.values) > 0) != (len(theirs.values) > 0) {
		return a, b, false
	}
	shared := 0
	strip := func(list []token, other *half) []token {
		var out []token
		for i := range list {
			switch x := &list[i]; {
			case hasAny(other.about, *x), hasAny(other.said, *x):
				shared++
			case x.kind != calendarToken && !words.Light(x.key):
				out = append(out, *x)
			}
		}
		return out
	}
	full := func(h half) bool {
		return len(h.about) > 0 && len(h.about) <= 3 && (len(h.said) > 0 || len(h.values) > 0) && len(h.said) <= 4
	}
	a = half{strip(ours.about, theirs), strip(ours.said, theirs), ours.values}
	b = half{strip(theirs.about, ours), strip(theirs.said, ours), theirs.values}
	if shared == 0 && (r.parting(i) == "" || r.parting(i) != r.parting(k)) {
		return a, b, false
	}
	return a, b, full(a) && full(b)
}

// half is a clause by itself, found once.
func (r *reading) half(i int) *half {
	about := r.subject(i)
	a := &r.abouts[i]
	if a.half == nil {
		a.half = r.findHalf(i, about)
	}
	return a.half
}

func (r *reading) findHalf(i int, about []token) *half {
	h := &half{about: about}
	for _, tok := range r.toks(i) {
		if !has(h.about, tok.key) {
			h.said = append(h.said, tok)
		}
	}
	for _, v := range r.vals(i) {
		if v.Value != nil && !v.Weak {
			h.values = append(h.values, v)
		}
	}
	return h
}

// parting is the small word that ends the subject of a clause, "" for none.
func (r *reading) parting(i int) string {
	toks := r.subject(i)
	if len(toks) == 0 || toks[len(toks)-1].end > r.clauses[i].end { // a word may reach over the end of a clause that is cut inside a run of Han characters
		return ""
	}
	rest := r.src[toks[len(toks)-1].end:r.clauses[i].end]
	for _, w := range verbs {
		if len(rest) > len(w) && rest[:len(w)] == w {
			return w
		}
	}
	return ""
}

// takes returns the word of clause c that stands in a list, nil for none.
func (t *trial) takes(c int, list []token) *token {
	toks := t.r.toks(c)
	for i := range toks {
		if toks[i].kind != calendarToken && hasAny(list, toks[i]) {
			return &toks[i]
		}
	}
	return nil
}

// states reports whether clause c states one of some values.
func (t *trial) states(c int, list []value) bool {
	return slices.ContainsFunc(t.r.vals(c), func(v value) bool {
		return v.Value != nil && !v.Weak && slices.ContainsFunc(list, func(e value) bool { return t.same(v, e.Mention) == equalTo })
	})
}
