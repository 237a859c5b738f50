package verify

import (
	"regexp"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

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
	if words.Party(a.key) && words.Party(b.key) {
		return a.key != b.key && !shareSense(a, b)
	}
	if f := family(a.key); f != "" && f == family(b.key) {
		return a.key != b.key
	}
	if a.kind == hanToken && b.kind == hanToken {
		return sameEnd(a.key, b.key)
	}
	return (a.capital || a.kind == nameToken || a.kind == identToken) && (b.capital || b.kind == nameToken || b.kind == identToken)
}
