package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// cause: that one thing brought about another is said only where the source says it, and of that thing.
func (t *trial) cause() {
	t.each(func(c int, q *pair) {
		if t.r.clauses[c].classes&words.Cause == 0 {
			return
		}
		text := t.ix.recs[q.rec].text
		s := text.clauses[q.clause].sentence
		named := false
		from, _ := text.sentence(max(0, s-1))
		for _, cl := range text.clauses[from:] {
			if cl.sentence > s+1 {
				break
			}
			if cl.classes&words.Cause != 0 || slices.ContainsFunc(text.tokens[cl.first:cl.last], func(k token) bool { return k.any(words.Causes) }) {
				named = true
			}
		}
		if unheard := t.unheardCause(c); len(unheard) > 0 && !t.foreign() {
			t.refuse("cause", "no cited record speaks of %s, which is given as a cause", strings.Join(wordsOf(t.r, unheard), ", "))
			return
		}
		if !named {
			t.doubt("cause", "the source names no cause: %s", clip(t.sentenceOf(q)))
			return
		}
		if share, ok := t.causeCovered(c, q); ok && share <= .5 {
			t.doubt("cause", "the source does not name that cause: %s", clip(t.sentenceOf(q)))
			return
		}
		if word, ok := t.otherCause(c, q); ok {
			t.refuse("cause", "the source gives another cause than %s: %s", word, clip(t.sentenceOf(q)))
		}
	})
}

// causeCovered is how much of what clause c gives as a cause stands in the sentence of a pair or beside it. Of several causes the least counts.
func (t *trial) causeCovered(c int, q *pair) (share float64, ok bool) {
	share = 1
	for _, m := range t.r.clauses[c].marks {
		if m.Class&words.Cause == 0 {
			continue
		}
		total, got := 0.0, 0.0
		for _, tok := range t.causeOf(c, m) {
			if tok.kind == calendarToken || tok.any(words.Causes) {
				continue
			}
			total += tok.weight()
			if f := t.farther(q.place, tok); f >= besideCover {
				got += tok.weight()
			}
		}
		if total > 0 {
			share, ok = min(share, got/total), true
		}
	}
	return share, ok
}

// mostHeard is how much of a cause a clause of the cited records may have without speaking of it.
const mostHeard = .5

// unheardCause returns the words of a cause of clause c of which no clause of a cited record has more than half. A cause of one word may be
// another word for one that is named.
func (t *trial) unheardCause(c int) []token {
	for _, m := range t.r.clauses[c].marks {
		if m.Class&words.Cause == 0 {
			continue
		}
		var cause []token
		total := 0.0
		heard := map[place]float64{}
		best := 0.0
		for _, tok := range t.causeOf(c, m) {
			if tok.kind == calendarToken || words.Light(tok.key) || tok.any(words.Causes) {
				continue
			}
			if cause = append(cause, tok); computedWords[tok.key] {
				continue // more or less: which way something went stands everywhere
			}
			total += tok.weight()
			if t.elsewhere(tok.key, -1) {
				best += tok.weight()
			}
			tok.any(func(key string) bool {
				for _, p := range t.ix.post[key] {
					if slices.Contains(t.recs, p.rec) {
						heard[p] += tok.weight()
					}
				}
				return false
			})
		}
		for _, w := range heard {
			best = max(best, w)
		}
		if len(cause) > 1 && total > 0 && best <= mostHeard*total {
			return cause
		}
	}
	return nil
}

// otherCause finds what clause c gives as a cause and the source speaks of only in other places.
func (t *trial) otherCause(c int, q *pair) (string, bool) {
	text := t.ix.recs[q.rec].text
	s := text.clauses[q.clause].sentence
	total, foreign, word := 0.0, 0.0, ""
	var mark words.Mark
	for _, m := range t.r.clauses[c].marks {
		if m.Class&words.Cause != 0 {
			mark = m
			break
		}
	}
	for _, tok := range t.causeOf(c, mark) {
		if tok.kind == calendarToken || words.Light(tok.key) || tok.any(words.Causes) {
			continue
		}
		w := tok.weight()
		total += w
		here, away := false, false
		for _, p := range t.ix.post[tok.key] {
			if p.rec != q.rec {
				continue
			}
			d := text.clauses[p.clause].sentence - s
			if d >= -1 && d <= 1 && !text.unrelated(p.clause) {
				here = true
			} else {
				away = true
			}
		}
		if away && !here {
			foreign += w
			word = t.r.src[tok.start:tok.end]
		}
	}
	return word, foreign >= .8 && foreign >= .4*total
}

// unrelated reports whether a clause says that what it speaks of has nothing to do with the matter.
func (r *reading) unrelated(c int) bool { return has(r.toks(c), "=unrelated") }

// causeOf returns the words of clause c that a mark names as a cause: after because, up to the comma that ends it; before led to.
func (t *trial) causeOf(c int, mark words.Mark) []token {
	cl := &t.r.clauses[c]
	until := cl.end
	for _, cut := range cl.cuts {
		if cut > mark.End {
			until = cut
			break
		}
	}
	for _, m := range cl.marks {
		if m.Start > mark.End && m.Class&words.Cause != 0 {
			until = min(until, m.Start)
			break
		}
	}
	var before, after []token
	for _, tok := range t.r.toks(c) {
		if tok.start >= mark.End {
			if tok.end <= until {
				after = append(after, tok)
			}
		} else {
			before = append(before, tok)
		}
	}
	if words.CauseFirst(strings.ToLower(t.r.src[mark.Start:mark.End])) {
		if len(before) == 0 && c > 0 {
			return t.r.toks(c - 1)
		}
		return before
	}
	return after
}

// strong: significantly is said only where the source says it, or where the change is as large as the workspace says.
func (t *trial) strong() {
	for c := range t.r.clauses {
		if t.r.clauses[c].classes&words.Strong == 0 || !t.asserts() || t.r.denies(c) {
			continue
		}
		if q := &t.pairs[c]; q.ok {
			if _, all := t.marksOf(q); all&words.Strong != 0 {
				continue
			}
		}
		if t.large(c) {
			continue
		}
		t.doubt("strong", "%q: no source says so, and no threshold bears it out", clip(t.r.text(c)))
	}
}

// large reports whether a clause states a change of at least the workspace's threshold.
func (t *trial) large(c int) bool {
	if t.v.significant == nil {
		return false
	}
	return slices.ContainsFunc(t.r.vals(c), func(v value) bool {
		return (v.Kind == quantity.Percent || v.Kind == quantity.Ratio) && v.Base() != nil && v.Base().Cmp(t.v.significant) >= 0
	})
}
