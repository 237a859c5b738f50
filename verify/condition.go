package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// condition: a condition of the source is not dropped, and none that the claim shows to be broken is taken as met.
func (t *trial) condition() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.score < .34 {
			return
		}
		own, _ := t.marksOf(q)
		claim := moodOf(t.r.clauses[c].classes)
		if len(t.r.clauses[c].cuts) > 0 {
			return // it states a condition of its own
		}
		negated := slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.neg && (k.key == "=eligible" || k.key == "=condition") })
		if moodOf(own) == may && (claim == may || t.judges(c) && !negated) && t.breaks(c, q) && !t.contrasts(c) {
			t.refuse("condition", "the claim itself breaks a condition of: %s", clip(t.sentenceOf(q)))
			return
		}
		if m := t.mood(t.ix.recs[q.rec].text, q.clause); !t.v.conditions || t.judges(c) || m == fact || m == done || m == might {
			return
		}
		for _, k := range t.conditionsOf(q) {
			if !t.mentions(k, q) {
				t.doubt("condition", "it leaves out a condition of the source: %s", clip(t.ix.recs[q.rec].text.text(k)))
				return
			}
		}
	})
}

// contrasts reports whether the claim says that something holds in spite of another: 仍, still, 但.
func (t *trial) contrasts(c int) bool {
	s := strings.ToLower(t.claim.Text)
	return strings.Contains(s, "仍") || strings.Contains(s, "still") || strings.Contains(s, "但") || strings.Contains(s, " but ")
}

func (t *trial) sentenceOf(q *pair) string {
	text := t.ix.recs[q.rec].text
	s := text.clauses[q.clause].sentence
	from, to := -1, 0
	for _, cl := range text.clauses {
		if cl.sentence == s {
			if from < 0 {
				from = cl.start
			}
			to = cl.end
		}
	}
	if from < 0 {
		return ""
	}
	return text.src[from:to]
}

// conditionsOf finds the clauses of a pair's sentence that are conditions of it: with a word such
// as if or unless, or one that ends in 的 before a permission or a duty.
func (t *trial) conditionsOf(q *pair) []int {
	text := t.ix.recs[q.rec].text
	var out []int
	for _, k := range q.window {
		cl := text.clauses[k]
		if cl.sentence != text.clauses[q.clause].sentence {
			continue
		}
		switch {
		case cl.classes&words.Condition != 0 && cl.classes&words.Cause == 0, k == q.clause && len(cl.cuts) > 0, cl.classes&words.NotExcept != 0 && k == q.clause:
			out = append(out, k)
		}
	}
	return out
}

// mentions reports whether the claim has something of a clause of the evidence.
func (t *trial) mentions(k int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	own := map[string]bool{}
	for _, tok := range text.toks(q.clause) {
		if k != q.clause {
			own[tok.key] = true
		}
	}
	toks := text.toks(k)
	if k == q.clause {
		toks = conditional(text, k)
	}
	told := 0
	for _, tok := range toks {
		if own[tok.key] {
			continue
		}
		told++
		if slices.ContainsFunc(t.r.tokens, func(x token) bool { return x.key == tok.key }) {
			return true
		}
	}
	for _, e := range text.vals(k) {
		told++
		if slices.ContainsFunc(t.r.values, func(v value) bool { return t.same(v, e.Mention) == equalTo }) {
			return true
		}
	}
	return told == 0 || len(t.of(tableRecord))+len(t.of(calcRecord)) > 0
}

// conditional returns the tokens of the condition in a clause: up to the comma that ends it, else
// what stands after the word that makes it one.
func conditional(text *reading, k int) []token {
	cl := text.clauses[k]
	var out []token
	for _, tok := range text.toks(k) {
		if len(cl.cuts) > 0 && tok.start < cl.cuts[len(cl.cuts)-1] {
			out = append(out, tok)
		}
	}
	for _, m := range cl.marks {
		if m.Class&(words.Condition|words.NotExcept) == 0 || len(cl.cuts) > 0 && m.Start < cl.cuts[len(cl.cuts)-1] {
			continue
		}
		for _, tok := range text.toks(k) {
			if tok.start >= m.End {
				out = append(out, tok)
			}
		}
		break
	}
	return out
}

// dropped: a word that the workspace calls decisive, and that the source makes a condition of, stands in the claim.
func (t *trial) dropped() {
	if len(t.v.decisive) == 0 {
		return
	}
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.score < .34 {
			return
		}
		text := t.ix.recs[q.rec].text
		s := text.clauses[q.clause].sentence
		for _, tok := range text.tokens {
			if text.clauses[tok.clause].sentence != s || !slices.Contains(t.v.decisive, tok.key) {
				continue
			}
			if !slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.key == tok.key }) {
				t.refuse("decisive", "it leaves out %q, which decides: %s", text.src[tok.start:tok.end], clip(t.sentenceOf(q)))
				return
			}
		}
	})
}
