package verify

import (
	"regexp"
	"slices"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

var ranks = regexp.MustCompile(`(?i)排|位|名次|\brank|\bplace|\bcame\b|\bfinished\b|\blargest|\bmost\b|\bhighest`)

// A rivalry is the place of a value among those that a passage gives beside it.
type rivalry struct {
	above, below, of int // how many are larger and smaller, of how many in all
	rec              int
	text             string
}

// placeAmong finds the value of what clause c speaks of, and where it stands among the values of its kind in its sentence.
func (t *trial) placeAmong(c int) (rivalry, bool) {
	best, rec, at := .3, -1, -1
	var about []weighed
	for _, tok := range t.r.toks(c) {
		if tok.kind != calendarToken && !words.Light(tok.key) {
			about = append(about, weighed{tok.key, tok.weight() * t.ix.rarity(tok.key)})
		}
	}
	if len(about) == 0 {
		return rivalry{}, false
	}
	for _, i := range t.of(passageRecord) {
		r := &t.ix.recs[i]
		if len(r.text.values) > maxOperands {
			continue
		}
		for k, e := range r.text.values {
			if e.Value == nil || e.Weak {
				continue
			}
			total, got := .5, 0.0
			near := r.context(k)
			for _, a := range about {
				total += a.w
				got += a.w * near[a.key]
			}
			if s := got / total; s > best && len(r.text.kinOf(k)) > 1 {
				best, rec, at = s, i, k
			}
		}
	}
	if rec < 0 {
		return rivalry{}, false
	}
	text := t.ix.recs[rec].text
	e := text.values[at]
	out := rivalry{rec: rec, text: e.Text}
	for _, k := range text.kinOf(at) {
		out.of++
		switch text.values[k].Base().Cmp(e.Base()) {
		case 1:
			out.above++
		case -1:
			out.below++
		}
	}
	return out, true
}

// kinOf are the values that a sentence gives beside its value i, itself among them, each in a clause of its own.
func (r *reading) kinOf(i int) []int {
	v := r.values[i]
	var out []int
	lo, hi := r.valuesOf(r.clauses[v.clause].sentence)
	for k := lo; k < hi; k++ {
		e := r.values[k]
		if e.Value == nil || e.Weak || !sameKind(v.Mention, e.Mention) || e.Unit.Name != v.Unit.Name {
			continue
		}
		if k != i && (e.clause == v.clause && !respectiveWord.MatchString(r.text(e.clause)) || part(r.text(v.clause)) && e.clause < v.clause) {
			continue
		}
		out = append(out, k)
	}
	return out
}

// rankInProse proves an ordinal by the values that a passage gives: the second of them is the one that one other exceeds.
func (t *trial) rankInProse(i int) (proof, bool) {
	v := t.r.values[i]
	if v.Kind != quantity.Ordinal || v.Value == nil || !v.Value.IsInt() || !v.Value.Num().IsInt64() {
		return proof{}, false
	}
	s, ok := t.placeAmong(v.clause)
	if !ok || s.of < 2 || !ranks.MatchString(t.r.text(v.clause)) {
		return proof{}, false
	}
	if int64(s.above+1) == v.Value.Num().Int64() {
		return proof{rec: s.rec, by: "rank", value: s.text}, true
	}
	return proof{}, false
}

// extremeInProse: the source calls it so too, or the values that it gives make it so.
func (t *trial) extremeInProse(c int) {
	q := &t.pairs[c]
	if !q.ok || t.r.clauses[c].classes&(words.AtMost|words.AtLeast) != 0 {
		return
	}
	want := t.r.clauses[c].classes & (words.ExtremeUp | words.ExtremeDown)
	said, reached := false, false
	for _, p := range t.candidates(c) {
		if t.ix.recs[p.rec].kind != passageRecord {
			continue
		}
		text := t.ix.recs[p.rec].text
		theirs := text.clauses[p.clause].classes
		if theirs&words.Extreme == 0 || want != 0 && theirs&(words.ExtremeUp|words.ExtremeDown) != 0 && theirs&want == 0 {
			continue
		}
		said = true
		reached = reached || t.subjectIn(c, text, text.window(p.clause, t.said()))
	}
	switch s, ok := t.placeAmong(c); {
	case said && reached:
	case ok && s.of > 1 && (want&words.ExtremeUp != 0 && s.above == 0 || want&words.ExtremeDown != 0 && s.below == 0):
	case said:
		t.refuse("extreme", "the source calls something else so: %s", clip(t.quoteOf(q)))
	case ok && s.of > 2 && want != 0:
		t.refuse("extreme", "%s is not the extreme of those that stand beside it", s.text)
	default:
		own, all := t.marksOf(q)
		if all&words.Extreme == 0 {
			t.doubt("extreme", "the source does not call it so: %s", clip(t.quoteOf(q)))
		} else if want != 0 && own&words.Extreme != 0 && own&want == 0 && own&(words.ExtremeUp|words.ExtremeDown) != 0 {
			t.refuse("extreme", "the source says the contrary: %s", clip(t.quoteOf(q)))
		}
	}
}

// subjectIn reports whether what clause c speaks of stands in a window: no word of it that the passage has stands only elsewhere.
func (t *trial) subjectIn(c int, text *reading, window []int) bool {
	shared := false
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || words.Light(tok.key) || tok.kind == hanToken && len(tok.key) < 4 {
			continue
		}
		if text.cover(window, tok) > 0 {
			shared = true
			continue
		}
		in := false
		for _, k := range window {
			s := text.clauses[k].sentence
			in = in || slices.ContainsFunc(t.ix.post[tok.key], func(p place) bool {
				return t.ix.recs[p.rec].text == text && (text.clauses[p.clause].sentence < s || text.clauses[p.clause].sentence == 0)
			})
			break
		}
		if !in && t.inCited(tok.key) && (tok.names() || tok.kind == conceptToken) {
			return false
		}
	}
	return shared
}
