package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// How much of a clause of the claim must stand in the passage word for word, for the rest to be in another's place.
const (
	shareVerbatim = .6
	leastVerbatim = 3 // words, or twice as many Han characters
	mostReplaced  = 4 // words, or twice as many Han characters, that stand in the place of as few
)

// A unit is a word or a Han character of a clause.
type unit struct {
	folded     string
	start, end int // bytes of the source
	size       int // 2 for a word, 1 for a Han character
}

// units are the words and Han characters of a clause, without marks.
func (r *reading) units(c int) []unit {
	cl := &r.clauses[c]
	var out []unit
	for i := cl.start; i < cl.end; {
		ch, n := utf8.DecodeRuneInString(r.src[i:])
		switch {
		case han(ch):
			out = append(out, unit{r.src[i : i+n], i, i + n, 1})
			i += n
		case letterOrDigit(ch):
			from := i
			for i < cl.end {
				ch, n := utf8.DecodeRuneInString(r.src[i:])
				if !letterOrDigit(ch) && ch != '.' && ch != '\'' {
					break
				}
				i += n
			}
			s := strings.TrimRight(r.src[from:i], ".'")
			out = append(out, unit{text.Fold(s), from, from + len(s), 2})
		default:
			i += n
		}
	}
	return out
}

func sizeOf(us []unit) int {
	n := 0
	for _, u := range us {
		n += u.size
	}
	return n
}

// mostCompared is how many clauses of the passages a clause of the claim is set beside.
const mostCompared = 4

// replaced: a clause that stands in a passage word for word, but for one place, must have there what the passage has: 椅子 for 桌子, from
// the order for from delivery, by the courier for by the store manager.
func (t *trial) replaced() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || t.foreign() {
			return
		}
		beside := append([]place{q.place}, t.ranked[c][:min(mostCompared, len(t.ranked[c]))]...)
		if slices.ContainsFunc(beside, func(p place) bool { return t.saysAll(c, p) }) {
			return
		}
		units := t.r.units(c)
		for _, p := range beside {
			if t.asReplaced(c, p, units) {
				return
			}
		}
	})
}

// saysAll reports whether a clause of a passage has every word of a clause of the claim.
func (t *trial) saysAll(c int, p place) bool {
	theirs := t.ix.recs[p.rec].text.toks(p.clause)
	return !slices.ContainsFunc(t.r.toks(c), func(k token) bool {
		return k.kind != calendarToken && !slices.ContainsFunc(theirs, func(e token) bool { return shareSense(k, e) && k.neg == e.neg })
	})
}

// asReplaced reports a clause of the claim that has in one place what a clause of a passage has not.
func (t *trial) asReplaced(c int, p place, units []unit) bool {
	r := t.ix.recs[p.rec].text
	x, y, ok := odd(units, r.units(p.clause))
	if !ok {
		return false
	}
	from, to := x[0].start, x[len(x)-1].end
	at, end := y[0].start, y[len(y)-1].end
	if t.r.checked(c, from, to) || r.checked(p.clause, at, end) {
		return false
	}
	ours, theirs := standing(t.r.toks(c), from, to), standing(r.toks(p.clause), at, end)
	if len(theirs) == 0 || !slices.ContainsFunc(ours, func(k token) bool {
		return !words.Light(k.key) && !slices.ContainsFunc(theirs, func(e token) bool { return shareSense(k, e) && k.neg == e.neg })
	}) {
		return false
	}
	t.doubt("name", "the record says %s where the claim says %s", r.src[at:end], t.r.src[from:to])
	return true
}

// offBy finds the place at which a clause has other words than another, and those; either may be none.
func offBy(ours, theirs []unit) (x, y []unit, ok bool) {
	same := func(a, b unit) bool { return a.folded == b.folded }
	p := 0
	for p < len(ours) && p < len(theirs) && same(ours[p], theirs[p]) {
		p++
	}
	end, long := len(theirs), 0
	for e := len(theirs); e > p; e-- {
		n := 0
		for n < len(ours)-p && e-n > p && same(ours[len(ours)-1-n], theirs[e-1-n]) {
			n++
		}
		if n > long {
			end, long = e, n
		}
	}
	x, y = ours[p:len(ours)-long], theirs[p:end-long]
	kept := sizeOf(ours) - sizeOf(x)
	if sizeOf(x) > 2*mostReplaced || sizeOf(y) > 2*mostReplaced || kept < 2*leastVerbatim || float64(kept) < shareVerbatim*float64(sizeOf(ours)) {
		return nil, nil, false
	}
	return x, y, true
}

// odd finds the one place at which a clause has words in the place of others.
func odd(ours, theirs []unit) (x, y []unit, ok bool) {
	x, y, ok = offBy(ours, theirs)
	return x, y, ok && len(x) > 0 && len(y) > 0
}

// wordTurned reports whether a clause of the claim stands in the passage word for word, but for a word that denies or says that a thing is done,
// which one of them has and the other has not.
func (t *trial) wordTurned(c int) bool {
	q := &t.pairs[c]
	r := t.ix.recs[q.rec].text
	x, y, ok := offBy(t.r.units(c), r.units(q.clause))
	if !ok {
		return false
	}
	turns := func(r *reading, c int, us []unit) bool {
		return len(us) > 0 && slices.ContainsFunc(r.clauses[c].marks, func(m words.Mark) bool {
			return m.Class&turning != 0 && m.Start < us[len(us)-1].end && us[0].start < m.End
		})
	}
	plain := func(r *reading, c int, us []unit) bool {
		return len(us) == 0 || len(standing(r.toks(c), us[0].start, us[len(us)-1].end)) == 0
	}
	ours, theirs := turns(t.r, c, x), turns(r, q.clause, y)
	return ours && !theirs && plain(r, q.clause, y) || theirs && !ours && plain(t.r, c, x)
}

// verbatimTurned: a clause of the passage is not borne out with a denial more or less.
func (t *trial) verbatimTurned() {
	t.each(func(c int, q *pair) {
		if t.wordTurned(c) {
			t.refuse("negation", "%q says with one word the contrary of: %s", t.r.text(c), t.ix.recs[q.rec].text.text(q.clause))
		}
	})
}

// turning are the classes of marks of which one more or less makes a sentence its contrary.
const turning = words.Negating | words.MustNot | words.NeedNot

// checked reports whether a stretch of a clause has a value or a mark, which other rules compare.
func (r *reading) checked(c, from, to int) bool {
	return slices.ContainsFunc(r.vals(c), func(v value) bool { return v.Start < to && from < v.End }) ||
		slices.ContainsFunc(r.clauses[c].marks, func(m words.Mark) bool { return m.Start < to && from < m.End })
}

// standing are the tokens that stand, in part at least, in a stretch.
func standing(toks []token, from, to int) []token {
	var out []token
	for _, k := range toks {
		if k.start < to && from < k.end && k.kind != calendarToken {
			out = append(out, k)
		}
	}
	return out
}
