package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// quantities are the classes of words that say how many, from all down to none.
var quantities = []struct {
	class words.Class
	level int
}{{words.All, 6}, {words.Most, 5}, {words.Many, 4}, {words.Some, 3}, {words.Few, 2}}

func level(c words.Class) int {
	for _, q := range quantities {
		if c&q.class != 0 {
			return q.level
		}
	}
	return 0
}

// quantifier: some is not all, and few is not most.
func (t *trial) quantifier() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.score < .34 {
			return
		}
		own, all := t.marksOf(q)
		text := t.ix.recs[q.rec].text
		claim, source := level(t.r.clauses[c].classes), level(own)
		if source == 0 {
			source = t.inherited(c, q)
		}
		if text.notAll(q.clause) {
			source = 3
		}
		if t.r.notAll(c) {
			claim = 3
		}
		if word := t.universal(c); word != "" && all&words.All == 0 {
			t.refuse("quantifier", "%q: the source does not say that it holds under any condition: %s", word, clip(t.sentenceOf(q)))
			return
		}
		switch {
		case claim == source:
		case source == 2 && claim != 2 || source == 3 && (claim > 3 || claim == 0):
			t.refuse("quantifier", "%q says more than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim == 2 && source > 3:
			t.refuse("quantifier", "%q says less than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case source > 0 && claim > source:
			t.refuse("quantifier", "%q says more than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case (source == 5 || source == 4) && claim == 0:
			t.doubt("quantifier", "%q leaves out how many the source speaks of: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim > 3 && source == 0 && (own|all)&words.Only != 0:
			t.refuse("quantifier", "%q says more than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim == 6 && source == 0 && t.narrower(c, q):
			t.doubt("quantifier", "%q is wider than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim > 3 && source == 0 && t.fewer(c, q):
			t.doubt("quantifier", "%q is not how many the source counts: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		}
		if t.r.clauses[c].classes&words.Only != 0 && claim == source && !t.saysOnly(q) {
			t.doubt("quantifier", "the source does not say only: %s", clip(t.quoteOf(q)))
		}
	})
	for c := range t.r.clauses {
		t.rowsQuantified(c)
	}
}

// inherited is how many the clauses before a pair's own speak of, where the claim speaks of the same things.
func (t *trial) inherited(c int, q *pair) int {
	text := t.ix.recs[q.rec].text
	for _, k := range q.window[1:] {
		for _, m := range text.clauses[k].marks {
			if level(m.Class) == 0 {
				continue
			}
			for _, tok := range text.toks(k) {
				if tok.start >= m.End {
					if hasAny(t.r.toks(c), tok) {
						return level(m.Class)
					}
					break
				}
			}
		}
	}
	return 0
}

// universal returns the word by which clause c says that something holds under any condition.
func (t *trial) universal(c int) string {
	for _, m := range t.r.clauses[c].marks {
		if w := t.r.src[m.Start:m.End]; words.Universal(strings.ToLower(w)) {
			return w
		}
	}
	return ""
}

// saysOnly reports whether the sentence of a pair says itself that something holds only so: by only, by a condition, an exception or a ban.
func (t *trial) saysOnly(q *pair) bool {
	text := t.ix.recs[q.rec].text
	s := text.clauses[q.clause].sentence
	return slices.ContainsFunc(text.clauses, func(cl clause) bool {
		return cl.sentence == s && (cl.classes&(words.Only|words.Condition|words.NotExcept|words.MustNot) != 0 || len(cl.cuts) > 0)
	})
}

// narrower reports whether the source speaks of some kind of what the clause speaks of as all:
// what stands before its first mark or value has words, or a value, that the claim lacks.
func (t *trial) narrower(c int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	cl := text.clauses[q.clause]
	for _, e := range text.vals(q.clause) {
		if e.Value != nil && (!e.Weak || e.Bound != "") && !slices.ContainsFunc(t.r.vals(c), func(v value) bool { return t.same(v, e.Mention) == equalTo }) {
			return true
		}
	}
	for i, tok := range text.toks(q.clause) {
		if i > 3 || len(cl.marks) > 0 && tok.start > cl.marks[0].Start {
			break
		}
		if !has(t.r.toks(c), tok.key) {
			return true
		}
	}
	return false
}

// fewer reports whether the source counts what the clause calls many or all.
func (t *trial) fewer(c int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	if slices.ContainsFunc(t.r.vals(c), func(v value) bool { return v.Value != nil && !v.Weak }) {
		return false
	}
	return slices.ContainsFunc(text.vals(q.clause), func(v value) bool {
		return v.Kind == quantity.Count && v.Value != nil && !v.Weak && v.Value.IsInt() && v.Value.Num().Int64() <= 3
	})
}
