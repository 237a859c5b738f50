package verify

import (
	"slices"

	"github.com/casefile/casefile/verify/words"
)

// What stands around a value of the evidence says what it is a value of. How near is a matter of the
// sentence, not of bytes: in its clause with no other value between, in a clause before that leads to it, in the
// sentence before, in what the passage begins with.
const (
	besideValue   = 1.0
	acrossValue   = .45 // in the clause, another value between
	leadingClause = .8  // in a clause before, of the same segment
	ownedClause   = .7  // the same, where that clause has a value of the kind itself
	exchangedName = .25 // a name in a clause before, where the clause has one of its own
	otherSegment  = .6  // in the sentence, across a semicolon
	laterClause   = .15
	beforeContext = .3 // in the sentence before
	topicContext  = .25
)

// maxBeside bounds the clauses before and after a value that say what it is a value of.
const maxBeside = 40

// contexts are, for each value of a text, how near each key stands to it.
type contexts []map[string]float64

// context returns how near each key of a passage stands to its value i. The map must not be changed.
func (r *record) context(i int) map[string]float64 {
	if r.near == nil {
		r.near = make(contexts, len(r.text.values))
	}
	if r.near[i] == nil {
		r.near[i] = r.text.context(i)
	}
	return r.near[i]
}

func (r *reading) context(i int) map[string]float64 {
	out := map[string]float64{}
	item, siblings, listed := r.itemOf(i)
	put := func(k token, s float64) {
		if listed {
			switch {
			case k.in(item):
				s = besideValue
			case slices.ContainsFunc(siblings, k.in):
				s = .1
			}
		}
		for _, key := range slices.Concat([]string{k.key}, k.also, k.parts) {
			out[key] = max(out[key], s)
		}
	}
	v := r.values[i]
	cl := r.clauses[v.clause]
	for k := cl.first; k < cl.last; k++ {
		s := besideValue
		if n := r.between(i, k); n > 0 {
			s = acrossValue / float64(n)
		} else {
			s -= min(.02*float64(distance(v.at, k)), .2)
		}
		put(r.tokens[k], s)
	}
	hard := cl.hard
	named := slices.ContainsFunc(r.toks(v.clause), token.names)
	for c := v.clause - 1; c >= max(0, v.clause-maxBeside) && r.clauses[c].sentence == cl.sentence; c-- {
		s := leadingClause
		switch {
		case hard:
			s = otherSegment
		case !r.clauses[c].colon && r.kin(c, v) && !r.elliptic(v.clause):
			s = ownedClause
		}
		for _, k := range r.toks(c) {
			if named && k.names() {
				put(k, exchangedName)
				continue
			}
			put(k, s)
		}
		hard = hard || r.clauses[c].hard
	}
	for c := v.clause + 1; c < min(len(r.clauses), v.clause+maxBeside) && r.clauses[c].sentence == cl.sentence; c++ {
		for _, k := range r.toks(c) {
			put(k, laterClause)
		}
	}
	before := beforeContext
	if r.refers(v.clause) || cl.classes&words.Done != 0 && r.headless(v.clause) {
		before = .5
	}
	for d := 1; d <= 3; d++ {
		from, to := r.sentence(cl.sentence - d)
		s := before
		switch {
		case d > 1 && !listed:
			continue
		case d > 1:
			s = topicContext
		}
		for c := from; c < min(to, from+maxBeside); c++ {
			for _, k := range r.toks(c) {
				put(k, s)
			}
		}
	}
	if cl.sentence > 1 {
		from, to := r.sentence(0)
		for c := from; c < min(to, from+maxBeside); c++ {
			for _, k := range r.toks(c) {
				put(k, topicContext)
			}
		}
	}
	return out
}

// between counts the other numbers between value i and token k of its clause.
func (r *reading) between(i, k int) int {
	v, tok := r.values[i], r.tokens[k]
	n := 0
	for j := r.clauses[v.clause].vfirst; j < r.clauses[v.clause].vlast; j++ {
		e := r.values[j]
		if j == i || e.Value == nil || e.Weak || role(r.src, e.Start) == "origin" && role(r.src, v.Start) == "target" {
			continue
		}
		if e.Start >= tok.end && e.End <= v.Start || e.Start >= v.End && e.End <= tok.start {
			n++
		}
	}
	return n
}

// kin reports whether a clause has a value of the kind of v.
func (r *reading) kin(c int, v value) bool {
	for _, e := range r.vals(c) {
		if e.Value != nil && !e.Weak && sameKind(v.Mention, e.Mention) {
			return true
		}
	}
	return false
}

func distance(at, k int) int {
	if k < at {
		return at - k - 1
	}
	return k - at
}

// names reports whether a token names one thing among others of its kind.
func (t token) names() bool {
	return t.kind == nameToken || t.kind == identToken || t.proper || family(t.key) != "" || words.Party(t.key)
}

// nearValue says how near another value of a text stands to its value i, on the scale of context.
func (r *reading) nearValue(i, k int) float64 {
	v, e := r.values[i], r.values[k]
	if e.clause == v.clause {
		n := 0
		lo, hi := min(i, k), max(i, k)
		for j := lo + 1; j < hi; j++ {
			if r.values[j].Value != nil && !r.values[j].Weak && sameKind(r.values[j].Mention, v.Mention) {
				n++
			}
		}
		return besideValue / float64(1+n)
	}
	if r.clauses[e.clause].sentence != r.clauses[v.clause].sentence {
		return 0
	}
	if d := v.clause - e.clause; d > 0 {
		return leadingClause / float64(d)
	}
	return laterClause
}

// elliptic reports whether a clause leaves out what the one before it says: "8 in the placebo group", 乙仓31件.
func (r *reading) elliptic(c int) bool {
	if len(r.vals(c)) == 0 || c == 0 || r.clauses[c].hard {
		return false
	}
	n := 0.0
	for _, k := range r.toks(c) {
		n += k.weight()
	}
	return n <= 3
}
