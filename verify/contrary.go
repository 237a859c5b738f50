package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// contrary: where the source has one of two words that exclude each other, the claim does not have the other.
func (t *trial) contrary() {
	t.each(func(c int, q *pair) {
		if q.score < .34 || t.isSaid(q) {
			return
		}
		text := t.ix.recs[q.rec].text
		for _, s := range t.r.clauses[c].sides {
			other := words.Side{Side: -1}
			same := false
			for k, w := range q.window {
				if k > 0 && other.Side >= 0 {
					break
				}
				for _, e := range text.clauses[w].sides {
					if e.Group != s.Group {
						continue
					}
					same = same || e.Side == s.Side
					if k == 0 && e.Side != s.Side && !hasSide(t.r.clauses[c].sides, e) {
						other = e
					}
				}
			}
			if other.Side < 0 || same || t.elsewhereSide(s, q.rec) {
				continue
			}
			t.refuse("contrary", "%q: the source has %q: %s", t.r.src[s.Start:s.End], text.src[other.Start:other.End], clip(t.quoteOf(q)))
			return
		}
	})
}

func hasSide(list []words.Side, s words.Side) bool {
	return slices.ContainsFunc(list, func(x words.Side) bool { return x.Group == s.Group && x.Side == s.Side })
}

// elsewhereSide reports whether another cited record has a word of a side.
func (t *trial) elsewhereSide(s words.Side, not int) bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if i == not || r.text == nil || t.free {
			continue
		}
		for k := range r.text.clauses {
			if hasSide(r.text.clauses[k].sides, s) {
				return true
			}
		}
	}
	return false
}

// role: who does something in the claim does it in the source. A name that acts in the claim and is
// acted on in the source, where another name acts, has changed its place.
func (t *trial) role() {
	t.each(func(c int, q *pair) {
		text := t.ix.recs[q.rec].text
		if t.isSaid(q) || q.score < .34 || text.lang != t.r.lang {
			return
		}
		ours, theirs := t.r.cast(c), text.cast(q.clause)
		if !ours.verb || !theirs.verb {
			return
		}
		for _, tok := range ours.agent {
			if tok.kind == calendarToken || has(theirs.agent, tok.key) || !has(theirs.patient, tok.key) {
				continue
			}
			for _, e := range theirs.agent {
				if !has(ours.agent, e.key) && rival(tok, e) {
					t.refuse("role", "%q is not who does it in: %s", t.r.src[tok.start:tok.end], clip(t.quoteOf(q)))
					return
				}
			}
		}
	})
}

// A cast is who acts in a clause, and what is acted on.
type cast struct {
	agent, patient []token
	verb           bool // the clause has a verb that parts them
}

var passives = regexp.MustCompile(`\b(?:is|are|was|were|been|be|being)\s+(?:\w+\s+)?\w+(?:ed|en|wn|ld|de|id|nt|ht|un|t)\s.*\bby\b`)

// cast reads who acts: the subject, or what stands after by where the verb is passive.
func (r *reading) cast(c int) cast {
	toks := r.toks(c)
	subject := r.subject(c)
	out := cast{agent: subject, verb: len(subject) > 0 && len(subject) < len(toks)}
	for _, tok := range toks {
		if !has(subject, tok.key) {
			out.patient = append(out.patient, tok)
		}
	}
	low := strings.ToLower(r.text(c))
	if !passives.MatchString(low) {
		return out
	}
	by := r.clauses[c].start + strings.LastIndex(low, " by ")
	out.patient, out.agent = subject, nil
	for _, tok := range toks {
		if tok.start > by {
			out.agent = append(out.agent, tok)
		}
	}
	return out
}

// rival reports whether two tokens can stand in each other's place: names, or Han words that end alike.
func rival(a, b token) bool {
	if f := family(a.key); f != "" && f == family(b.key) {
		return a.key != b.key
	}
	if a.kind == hanToken && b.kind == hanToken {
		return sameEnd(a.key, b.key)
	}
	return (a.capital || a.kind == nameToken || a.kind == identToken) && (b.capital || b.kind == nameToken || b.kind == identToken)
}
