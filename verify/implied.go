package verify

import (
	"math/big"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// An implication is a value that a passage gives without stating it.
type implication struct {
	x    *big.Rat
	like value // one of its kind
	from int   // what it is of stands after this place of the clause
}

// implied proves a value that a passage does not state and yet gives: what is left for the thing that it calls the rest, what another
// thing has by so much more or less than which it says a first one has, and what a further part makes of the first. Here the
// passage says that it computes, and the claim need not.
func (t *trial) implied(i int) (proof, bool) {
	v := t.r.values[i]
	for _, rec := range t.of(passageRecord) {
		text := t.ix.recs[rec].text
		if len(text.values) > maxOperands {
			continue
		}
		for k := range text.clauses {
			for _, given := range []func(*reading, int) (implication, bool){rest, compared, further} {
				if g, ok := given(text, k); ok && t.speaksOf(v, text, k, g.from) && t.gives(v, g.x, g.like.Mention) {
					return proof{rec: rec, by: "calculation", value: clip(text.text(k))}, true
				}
			}
		}
	}
	return proof{}, false
}

// speaksOf reports whether the clause of a value has a thing that stands in a clause of a passage after a place.
func (t *trial) speaksOf(v value, text *reading, k, from int) bool {
	return slices.ContainsFunc(text.toks(k), func(e token) bool {
		return e.start >= from && !words.Light(e.key) && !computedWords[e.key] && hasAny(t.r.toks(v.clause), e)
	})
}

// operands are the values of a clause that can be computed with.
func (r *reading) operands(k int) []value {
	return slices.DeleteFunc(slices.Clone(r.vals(k)), func(v value) bool { return v.Value == nil || v.Weak || v.High != nil })
}

// rest is what a total leaves for the thing that a clause calls the rest: 38人，其中一级9人、二级21人，其余为三级.
func rest(text *reading, k int) (implication, bool) {
	end := words.After(text.text(k), words.Rest)
	if end == 0 {
		return implication{}, false
	}
	first := k
	for first > 0 && text.clauses[first-1].sentence == text.clauses[k].sentence {
		first--
	}
	var parts []value
	at := 0 // of the total: the first value, or the last before the clause that begins to part it
	for c := first; c <= k; c++ {
		if part(text.text(c)) && len(parts) > 0 {
			at = len(parts) - 1
		}
		parts = append(parts, text.operands(c)...)
	}
	if len(parts) < at+2 {
		return implication{}, false
	}
	left := new(big.Rat).Set(parts[at].Base())
	for _, p := range parts[at+1:] {
		if !text.oneUnit(parts[at], p) {
			return implication{}, false
		}
		left.Sub(left, p.Base())
	}
	return implication{left, parts[at], text.clauses[k].start + end}, left.Sign() > 0
}

// compared is what the thing has that a clause compares a first one with: 9月1420万，比8月多180万 gives that of 8月.
func compared(text *reading, k int) (implication, bool) {
	by := text.operands(k)
	at := comparedAt(text.text(k))
	amount, classes := text.sidedness(k)[slices.Index(words.Matters(), "amount")], text.clauses[k].classes
	more, less := amount == 1 || classes&words.Above != 0, amount == 2 || classes&words.Below != 0
	if len(by) == 0 || at == 0 || more == less {
		return implication{}, false
	}
	d := by[len(by)-1]
	for c := k; c >= max(0, k-1) && text.clauses[c].sentence == text.clauses[k].sentence; c-- {
		for _, of := range text.operands(c) {
			if of.Start == d.Start || !quantity.CompatibleUnits(of.Unit, d.Unit) || d.Kind == quantity.Percent {
				continue
			}
			x := new(big.Rat).Sub(of.Base(), d.Base())
			if less { // the first has less
				x.Add(of.Base(), d.Base())
			}
			return implication{x, of, text.clauses[k].start + at}, true
		}
	}
	return implication{}, false
}

// comparedAt is where the thing begins that a clause compares with, 0 where it compares with none.
func comparedAt(s string) int {
	s = strings.ToLower(s)
	for _, w := range []string{"比", " than "} {
		if i := strings.Index(s, w); i >= 0 {
			return i + len(w)
		}
	}
	return 0
}

// further is what a first part and a further one make together: 35 minutes, and a further 50 minutes.
func further(text *reading, k int) (implication, bool) {
	own := text.operands(k)
	if len(own) == 1 && k > 0 && text.clauses[k-1].sentence == text.clauses[k].sentence {
		own = append(text.operands(k-1), own...)
	}
	if len(own) != 2 || !quantity.CompatibleUnits(own[0].Unit, own[1].Unit) || words.After(text.src[own[0].End:own[1].Start], words.Further) == 0 {
		return implication{}, false
	}
	return implication{new(big.Rat).Add(own[0].Base(), own[1].Base()), own[1], own[0].End}, true
}
