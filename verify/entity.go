package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// bound: what is said stands in the clause that is about the same thing, and not in one about another of its kind.
func (t *trial) boundToNames() {
	for c := range t.pairs {
		q := &t.pairs[c]
		if !q.ok || !t.prose(c) || t.isSaid(q) || !t.asserts() {
			continue
		}
		stated := slices.ContainsFunc(t.proofs[t.r.clauses[c].vfirst:t.r.clauses[c].vlast], func(p proof) bool { return p.rule == "" && p.by == "quote" })
		if longer := t.longerName(c, q); longer != "" && stated {
			t.refuse("binding", "the source speaks of %s: %s", longer, clip(t.quoteOf(q)))
			continue
		}
		if t.worksOut(c) {
			continue // that it follows was shown by where its parts stand
		}
		if word, at, ok := t.crossed(c, q); ok {
			t.refuse("binding", "of %s the source says something else: %s", word, clip(at))
			continue
		}
		if word, ok := t.borrowed(c, q); ok {
			t.doubt("binding", "%q is said of something else than: %s", word, clip(t.quoteOf(q)))
			continue
		}
		if a, b := t.exchanged(c); a != "" {
			t.refuse("binding", "%s: %s stands in its place in: %s", a, b, clip(t.quoteOf(q)))
		}
	}
}

// borrowed finds a word of a clause that is otherwise a sentence of the passage in the passage's own words, where
// the passage has that word only in what it says of something else.
func (t *trial) borrowed(c int, q *pair) (string, bool) {
	text := t.ix.recs[q.rec].text
	if text.lang != t.r.lang || q.near < .5 {
		return "", false
	}
	own := text.ownSay(q.clause, t.said()) && !text.elliptic(q.clause)
	word := ""
	if t.r.clauses[c].classes&words.Extreme != 0 {
		return "", false // the rule on extremes says of what
	}
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || words.Light(tok.key) || tok.kind == hanToken && len(tok.key) < 4 {
			continue
		}
		if text.inherits(q.window, tok, own) > 0 || t.ix.recs[q.rec].head[tok.key] {
			if !t.sameWords(tok, text, q.window) {
				return "", false // other words for it: the clause is no copy
			}
			continue
		}
		switch f := t.farther(q.place, tok); {
		case f == 0:
			return "", false // a word of the claim's own
		case tok.kind == hanToken && t.spans(tok, text, q):
		case tok.names() && (f == sentenceCover || t.opensWith(tok, text)):
		case !t.sameWords(tok, text, text.all()):
		case !t.inCited(tok.key):
		case t.elsewhere(tok.key, q.rec):
		default:
			word = t.r.src[tok.start:tok.end]
		}
	}
	return word, word != ""
}

// worksOut reports whether a value of clause c follows from a passage without standing in it.
func (t *trial) worksOut(c int) bool {
	return slices.ContainsFunc(t.proofs[t.r.clauses[c].vfirst:t.r.clauses[c].vlast], func(p proof) bool {
		return p.rule == "" && p.by == "calculation" && p.rec >= 0 && t.ix.recs[p.rec].kind == passageRecord
	})
}

// sameWords reports whether a window has a word as the claim writes it, or inflected.
func (t *trial) sameWords(tok token, text *reading, window []int) bool {
	if tok.kind != conceptToken {
		return true
	}
	w := strings.ToLower(t.r.src[tok.start:tok.end])
	for _, k := range window {
		for _, e := range text.toks(k) {
			if x := strings.ToLower(text.src[e.start:e.end]); shareSense(e, tok) && (x == w || stem(x) == stem(w)) {
				return true
			}
		}
	}
	return false
}

// opensWith reports whether a passage begins with a name, as one that says who is who does.
func (t *trial) opensWith(tok token, text *reading) bool {
	return slices.ContainsFunc(text.tokens, func(e token) bool { return text.clauses[e.clause].sentence == 0 && shareSense(e, tok) })
}

// all are the clauses of a text.
func (r *reading) all() []int {
	out := make([]int, min(len(r.clauses), 400))
	for i := range out {
		out[i] = i
	}
	return out
}

// spans reports whether a pair of Han characters only joins two words of the claim: each stands in the sentence by itself.
func (t *trial) spans(tok token, text *reading, q *pair) bool {
	for _, r := range tok.key {
		if !text.hasRune(text.clauses[q.clause].sentence, r) {
			return false
		}
	}
	return true
}

// exchanged finds a word of clause c in whose place the evidence has another of its kind: without it the
// clause fits one place best, and there the other stands and this one does not.
func (t *trial) exchanged(c int) (word, other string) {
	subjects := t.subjects(c)
	if len(subjects) == 0 {
		return "", ""
	}
	var places []site
	for _, p := range t.candidates(c) {
		if t.ix.recs[p.rec].kind == passageRecord {
			places = append(places, site{p, t.ix.recs[p.rec].text.window(p.clause, t.said())})
		}
	}
	for _, a := range subjects {
		with, without, rival := 0.0, 0.0, ""
		for _, p := range places {
			s, here, b := t.siteOf(c, p, a)
			if here {
				with = max(with, s)
			} else if b != "" && s > without {
				without, rival = s, b
			}
		}
		if rival != "" && without > .3 && without > with+.08 {
			return t.r.src[a.start:a.end], rival
		}
	}
	return "", ""
}

// A site is a clause of a passage with those that it inherits from.
type site struct {
	place
	window []int
}

// inherits is cover, where a clause that says something of its own inherits only what the others are about.
func (r *reading) inherits(window []int, tok token, own bool) float64 {
	for k, c := range window {
		toks := r.toks(c)
		if k > 0 && own {
			toks = r.subject(c)
		}
		if hasAny(toks, tok) {
			if k > 0 {
				return nearCover
			}
			return ownCover
		}
	}
	return 0
}

// subjects are the words of clause c, and of the clause that it has its subject from, that the evidence knows and
// that could stand in each other's place.
func (t *trial) subjects(c int) []token {
	var out []token
	add := func(toks []token) {
		for _, a := range toks {
			if a.kind != calendarToken && !has(out, a.key) && t.inCited(a.key) && !t.paired(c, a) {
				out = append(out, a)
			}
		}
	}
	add(t.r.toks(c))
	first := c
	for first > 0 && t.r.clauses[first-1].sentence == t.r.clauses[c].sentence {
		first--
	}
	if first != c && !t.r.refers(c) && !slices.ContainsFunc(t.r.toks(c), token.names) {
		add(t.r.subject(first))
	}
	return out
}

// paired reports whether clause c has another name of the kind of a, so that it compares the two or joins them.
func (t *trial) paired(c int, a token) bool {
	return a.names() && slices.ContainsFunc(t.r.toks(c), func(b token) bool { return b.key != a.key && b.names() && rival(a, b) })
}

func (t *trial) inCited(key string) bool {
	return slices.ContainsFunc(t.ix.post[key], func(p place) bool { return slices.Contains(t.recs, p.rec) })
}

// siteOf scores a site by all of clause c but one word, and says whether the word stands there, and which other
// one stands in its place.
func (t *trial) siteOf(c int, p site, a token) (score float64, here bool, other string) {
	text := t.ix.recs[p.rec].text
	total, got := .5, 0.0
	own := text.ownSay(p.clause, t.said()) && !text.elliptic(p.clause)
	for _, tok := range t.r.toks(c) {
		if tok.key == a.key || tok.kind == calendarToken {
			continue
		}
		w := tok.weight() * t.ix.rarity(tok.key)
		total += w
		got += w * text.inherits(p.window, tok, own)
	}
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		v := t.r.values[i]
		if v.Weak {
			continue
		}
		total++
		if slices.ContainsFunc(text.vals(p.clause), func(e value) bool { return t.same(v, e.Mention) == equalTo }) {
			got++
		}
	}
	if e, ok := t.inPlaceOf(a, text, p.clause); ok && a.names() && !hasAny(text.toks(p.clause), a) {
		return got / total, false, text.src[e.start:e.end]
	}
	for _, w := range p.window {
		if hasAny(text.toks(w), a) {
			return got / total, true, ""
		}
	}
	for _, w := range p.window {
		if e, ok := t.inPlaceOf(a, text, w); ok {
			return got / total, false, text.src[e.start:e.end]
		}
	}
	return got / total, false, ""
}

// inPlaceOf finds the word of a clause of the evidence that stands where the claim has another: before the same
// word, after the same name, one of its family, or one that ends alike.
func (t *trial) inPlaceOf(a token, text *reading, k int) (token, bool) {
	claim := t.said()
	i := slices.IndexFunc(t.r.tokens, func(x token) bool { return x.start == a.start })
	theirs := text.toks(k)
	for j, e := range theirs {
		if e.any(func(k string) bool { return claim[k] }) || e.kind == calendarToken {
			continue
		}
		switch {
		case a.names() && e.names() && rival(a, e):
			return e, true
		case a.kind == hanToken && e.kind == hanToken && sameEnd(a.key, e.key):
			return e, true
		case agentMark(t.r.src, a.start) != "" && agentMark(t.r.src, a.start) == agentMark(text.src, e.start):
			return e, true
		case i >= 0 && i+1 < len(t.r.tokens) && j+1 < len(theirs) && theirs[j+1].is(t.r.tokens[i+1].key) && beside(t.r.src, t.r.tokens[i], t.r.tokens[i+1]) && beside(text.src, e, theirs[j+1]) && text.attested(a, t.r.tokens[i+1]):
			return e, true
		case i > 0 && j > 0 && (a.proper || a.kind == identToken) && (e.proper || e.kind == identToken) && theirs[j-1].key == t.r.tokens[i-1].key:
			return e, true
		}
	}
	return token{}, false
}

// agentMark returns the word before a place that says who does something: by, 由, 被.
func agentMark(s string, at int) string {
	before := strings.ToLower(s[max(0, at-5):at])
	switch {
	case strings.HasSuffix(before, " by "):
		return "by"
	case strings.HasSuffix(before, "由"), strings.HasSuffix(before, "被"):
		return "by"
	}
	return ""
}

// attested reports whether a text has two words, one right before the other: the south depot.
func (r *reading) attested(a, head token) bool {
	for k := 0; k+1 < min(len(r.tokens), 4000); k++ {
		if shareSense(r.tokens[k], a) && shareSense(r.tokens[k+1], head) && beside(r.src, r.tokens[k], r.tokens[k+1]) {
			return true
		}
	}
	return false
}

func stem(w string) string { return text.Stem(w) }
