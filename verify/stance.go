package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// A stance is what a clause of the evidence says of what a clause of the claim says: whether it denies it, by a
// negation or by the contrary word, and in which mood it is.
type stance struct {
	clause  int
	near    float64
	denied  bool       // exactly one of the two is negated
	sides   *sideClash // one has the contrary word of the other's
	touched bool       // what is negated stands in both
}

// A sideClash is a word of the claim with the one of the evidence that excludes it.
type sideClash struct{ ours, theirs words.Side }

// opposes reports whether the stance contradicts: one negation, or one contrary word, but not both.
func (s stance) opposes() bool { return s.denied != (s.sides != nil) && (s.touched || s.sides != nil) }

// alike are the clauses of a passage that a clause of the claim may speak of, the one whose own words it shares
// most first: the pair's own, those that cover nearly as much, and those of its sentence that share words.
func (t *trial) alike(c int, q *pair) []pair {
	if t.likes == nil {
		t.likes = make([][]pair, len(t.r.clauses))
	}
	if t.likes[c] != nil {
		return t.likes[c]
	}
	out := []pair{*q}
	text := t.ix.recs[q.rec].text
	for _, p := range t.candidates(c) {
		if p == q.place || p.rec != q.rec {
			continue
		}
		o := t.compare(c, p)
		if o.near >= .6*q.near && o.near > 0 || o.near >= .5*q.near && text.clauses[p.clause].sentence == text.clauses[q.clause].sentence && t.touches(&o, c) {
			out = append(out, o)
		}
	}
	for i := range out {
		out[i].share = t.predicated(c, &out[i]) + .3*out[i].near + .5*t.stated(c, &out[i])
	}
	slices.SortStableFunc(out, func(a, b pair) int { return cmp.Compare(b.share, a.share) })
	t.likes[c] = out
	return out
}

// predicated is how much of what clause c says, its names and its conditions aside, a pair's own clause has.
func (t *trial) predicated(c int, q *pair) float64 {
	text := t.ix.recs[q.rec].text
	total, got := .3, 0.0
	cl := &t.r.clauses[c]
	subject := t.r.subject(c)
	if len(subject) == len(t.r.toks(c)) {
		subject = nil
	}
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken {
			continue
		}
		w := tok.weight() * t.ix.rarity(tok.key)
		if tok.names() || has(subject, tok.key) {
			w *= .5
		}
		if n := len(cl.cuts); n > 0 && tok.start < cl.cuts[n-1] {
			w *= .4
		}
		total += w
		if hasAny(text.toks(q.clause), tok) {
			got += w
		}
	}
	return got / total
}

// decided returns the pair that decides what clause c speaks of, when what it says fails a test there and at
// no other place that shares nearly as many of its words.
func (t *trial) decided(c int, q *pair, fails func(o *pair) bool) (*pair, bool) {
	list := t.alike(c, q)
	top := &list[0]
	if !fails(top) {
		return nil, false
	}
	for i := range list[1:] {
		o := &list[i+1]
		if o.share >= top.share-.2 && o.near >= top.near-.1 && !fails(o) && o.share > 0 {
			return nil, false
		}
	}
	return top, true
}

// negation: what the evidence denies is not claimed, and the other way round.
func (t *trial) negation() {
	t.deniesRows()
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || t.judged(c, q) || t.excused(c) || q.score < .34 || t.fronted(c) {
			return
		}
		if o, ok := t.decided(c, q, func(o *pair) bool { return t.contradicts(c, o) || t.misstates(c, o) != "" }); ok && t.contradicts(c, o) {
			t.refuse("negation", "%q says the contrary of: %s", clip(t.r.text(c)), clip(t.quoteOf(o)))
			return
		}
		if tok, ok := t.turned(c, q); ok {
			t.refuse("negation", "%q is %s in: %s", t.r.src[tok.start:tok.end], map[bool]string{true: "not denied", false: "denied"}[tok.neg], clip(t.quoteOf(q)))
			return
		}
		if tok, at, ok := t.onlyDenied(c, q); ok {
			t.refuse("negation", "%q is denied in: %s", t.r.src[tok.start:tok.end], clip(at))
		}
	})
}

// turned finds a word of clause c that the pair's own clause has under a negation that reaches only that word, or
// the other way round: opened and unopened, 人为 and 非人为.
func (t *trial) turned(c int, q *pair) (token, bool) {
	text := t.ix.recs[q.rec].text
	ours, theirs := t.r.negatives(c), text.negatives(q.clause)
	if t.r.lang == "en" && (t.r.clauses[c].classes|text.clauses[q.clause].classes)&words.NotClausal != 0 || len(ours) != len(theirs) {
		return token{}, false
	}
	before := func(marks []words.Mark, tok token) bool { return len(marks) == 0 || tok.end <= marks[0].Start }
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || !before(ours, tok) {
			continue
		}
		other, same := false, false
		for _, e := range text.toks(q.clause) {
			if shareSense(e, tok) && before(theirs, e) {
				neg := e.neg || tok.neg && text.takesOut(q.clause)
				other, same = other || neg != tok.neg, same || neg == tok.neg
			}
		}
		if other && !same && !t.bothWays(c, tok) {
			return tok, true
		}
	}
	return token{}, false
}

// takesOut reports whether a clause ends by taking out what it names: 但更换灯具除外.
func (r *reading) takesOut(c int) bool {
	s := strings.TrimRight(r.text(c), "。；，.; ")
	return strings.HasSuffix(s, "除外") || strings.HasSuffix(s, "例外")
}

// bothWays reports whether a clause of the claim has a word under a negation and without one.
func (t *trial) bothWays(c int, tok token) bool {
	return slices.ContainsFunc(t.r.toks(c), func(x token) bool { return shareSense(x, tok) && x.neg != tok.neg })
}

// onlyDenied finds a word of clause c that the passage has nowhere but where it is denied or called unrelated.
func (t *trial) onlyDenied(c int, q *pair) (tok token, at string, ok bool) {
	if cl := t.r.clauses[c]; cl.classes&(words.Negating|words.Ask|words.Only) != 0 || len(t.r.clauses) > 3 || t.foreign() && t.r.denies(c) {
		return token{}, "", false
	}
	text := t.ix.recs[q.rec].text
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || tok.neg || len(tok.also) > 3 {
			continue
		}
		n, denied, where := 0, 0, ""
		for _, p := range t.ix.post[tok.key] {
			if p.rec != q.rec {
				continue
			}
			n++
			if text.deniesWord(p.clause, tok) {
				denied, where = denied+1, text.text(p.clause)
			}
		}
		if n == 1 && denied == 1 {
			return tok, where, true
		}
	}
	return token{}, "", false
}

// deniesWord reports whether a clause denies a word, or says that it has nothing to do with the matter.
func (r *reading) deniesWord(c int, tok token) bool {
	for _, k := range r.toks(c) {
		if k.is("=unrelated") {
			return true
		}
	}
	for _, m := range r.clauses[c].marks {
		if m.Class&words.NotExcept == 0 || !words.Denies(strings.ToLower(r.src[m.Start:m.End])) {
			continue
		}
		for _, k := range r.toks(c) {
			if k.start >= m.End && shareSense(k, tok) {
				return true
			}
		}
	}
	return false
}

// fronted reports whether a clause only says where or when what follows in its sentence holds.
func (t *trial) fronted(c int) bool {
	if c+1 >= len(t.r.clauses) || t.r.clauses[c+1].sentence != t.r.clauses[c].sentence {
		return false
	}
	s := strings.ToLower(t.r.text(c))
	first, _, _ := strings.Cut(s, " ")
	return words.Fronts(first) || words.Trails(s)
}

// contradicts reports whether clause c denies what a pair's own clause says, or the other way round, or whether one
// allows what the other forbids.
func (t *trial) contradicts(c int, o *pair) bool {
	text := t.ix.recs[o.rec].text
	theirs, mine := t.mood(text, o.clause), t.mood(t.r, c)
	if t.byConsent(c, text, o.clause, mine, theirs) {
		return false
	}
	if contraryMoods(mine, theirs) && t.touches(o, c) {
		return true
	}
	if text.notAll(o.clause) || t.r.notAll(c) || mine == needNot && theirs == may || mine == may && theirs == needNot {
		return false // the rule on quantifiers reads it
	}
	s := t.stanceOf(c, o)
	return s.opposes() && (s.sides == nil || s.denied)
}

// byConsent reports whether one of two clauses forbids something without a condition and the other
// allows it with one: "may not … without consent" and "may … only with consent".
func (t *trial) byConsent(c int, text *reading, k int, mine, theirs mood) bool {
	conditional := func(r *reading, c int) bool {
		return r.clauses[c].classes&(words.Condition|words.Only|words.NotExcept) != 0 || len(r.clauses[c].cuts) > 0 || len(r.negatives(c)) > 1
	}
	switch {
	case mine == may && theirs == mustNot, mine == mustNot && theirs == may:
		return conditional(t.r, c) && conditional(text, k) && t.r.lacks(c) != text.lacks(k)
	}
	return false
}

// lacks reports whether a clause says without.
func (r *reading) lacks(c int) bool {
	return slices.ContainsFunc(r.clauses[c].marks, func(m words.Mark) bool { return words.Lacking(strings.ToLower(r.src[m.Start:m.End])) })
}

// notAll reports whether a clause says that not all are so: 并非所有.
func (r *reading) notAll(c int) bool {
	marks := r.clauses[c].marks
	for i := 0; i+1 < len(marks); i++ {
		if marks[i].Class&words.NotClausal != 0 && marks[i+1].Class&words.All != 0 && marks[i+1].Start-marks[i].End <= 1 {
			return true
		}
	}
	return false
}

// stanceOf compares clause c of the claim with the own clause of a pair.
func (t *trial) stanceOf(c int, q *pair) stance {
	text := t.ix.recs[q.rec].text
	s := stance{clause: q.clause, near: q.near}
	a, b := t.r.negatives(c), text.negatives(q.clause)
	s.sides = t.clash(c, q)
	if s.sides != nil { // 不计入 is the contrary of 计入 and its negation at once
		a = slices.DeleteFunc(a, func(m words.Mark) bool { return m.Start < s.sides.ours.End && m.End > s.sides.ours.Start })
		b = slices.DeleteFunc(b, func(m words.Mark) bool { return m.Start < s.sides.theirs.End && m.End > s.sides.theirs.Start })
	}
	s.denied = (len(a)+len(b)+t.excepted(c, q))%2 == 1
	switch {
	case len(a) == 0 && len(b) == 0:
		s.touched = t.touches(q, c)
	case len(a) > len(b):
		s.touched = sharesAfter(t.r, c, a, text.toks(q.clause))
	default:
		s.touched = sharesAfter(text, q.clause, b, t.r.toks(c))
	}
	return s
}

// excepted is 1 when clause c speaks of what the sentence of a pair takes out (除…外, except, save for) and takes nothing out itself.
func (t *trial) excepted(c int, q *pair) int {
	if t.r.clauses[c].classes&words.NotExcept != 0 {
		return 0
	}
	text := t.ix.recs[q.rec].text
	cl := &text.clauses[q.clause]
	for _, m := range cl.marks {
		if m.Class&words.NotExcept == 0 || words.Denies(strings.ToLower(text.src[m.Start:m.End])) {
			continue
		}
		until := cl.end
		if i := strings.Index(text.src[m.End:cl.end], "外"); i >= 0 {
			until = m.End + i
		}
		for _, e := range text.toks(q.clause) {
			if e.start < m.End || e.end > until || words.Light(e.key) {
				continue
			}
			outside := slices.ContainsFunc(text.toks(q.clause), func(o token) bool {
				return (o.start < m.Start || o.start >= until) && shareSense(o, e)
			})
			if !outside && hasAny(t.r.toks(c), e) {
				return 1
			}
		}
	}
	return 0
}

// negatives are the marks of a clause that turn all that it says: its negations outside its
// conditions, and the verbs that deny what follows, such as exclude.
func (r *reading) negatives(c int) []words.Mark {
	cl := &r.clauses[c]
	from := cl.start
	if n := len(cl.cuts); n > 0 {
		from = cl.cuts[n-1]
	}
	var out []words.Mark
	for i, m := range cl.marks {
		if r.lang == "en" && m.Class&(words.Cause|words.Condition|words.ScopeEnd) != 0 && m.Class&words.Negating == 0 && m.Start > from+8 {
			break // because, if, when: what follows is said of something else
		}
		if m.Start < from || r.bounds(c, i) || r.attributive(c, i) {
			continue
		}
		switch {
		case m.Class&words.NotLocal != 0 && words.Denies(r.src[m.Start:m.End]):
			out = append(out, m)
		case words.Lacking(strings.ToLower(r.src[m.Start:m.End])):
			// without something: a condition, no denial
		case m.Class&words.NotClausal != 0 && m.Class&(words.Absent|words.NotFound) == 0:
			if i+1 < len(cl.marks) && cl.marks[i+1].Class&words.All != 0 && cl.marks[i+1].Start-m.End <= 1 {
				continue // 并非所有: the rule on quantifiers reads it
			}
			out = append(out, m)
		case m.Class&words.NotClausal != 0:
			out = append(out, m)
		case m.Class&words.NotExcept != 0 && words.Denies(strings.ToLower(r.src[m.Start:m.End])):
			out = append(out, m)
		}
	}
	return out
}

// attributive reports whether a negation only says which things a clause speaks of: 未休完的年假.
func (r *reading) attributive(c, i int) bool {
	cl := &r.clauses[c]
	for _, m := range cl.marks[i+1:] {
		if m.Class&words.ScopeEnd != 0 && r.src[m.Start:m.End] == "的" {
			return slices.ContainsFunc(r.toks(c), func(k token) bool { return k.start >= m.End })
		}
	}
	return false
}

// sharesAfter reports whether other tokens have one of those that a negation of a clause reaches.
func sharesAfter(r *reading, c int, marks []words.Mark, other []token) bool {
	for _, m := range marks {
		n := 0
		for _, tok := range r.toks(c) {
			if tok.start < m.End || tok.kind == calendarToken {
				continue
			}
			if n++; n > 8 {
				break
			}
			if hasAny(other, tok) {
				return true
			}
		}
		if n == 0 { // "is not allowed", 不得: what is denied stands before
			for _, tok := range r.toks(c) {
				if hasAny(other, tok) {
					return true
				}
			}
		}
	}
	return false
}
