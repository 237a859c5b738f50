package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// role: who does something in the claim does it in the source: two names that both have stand in the same
// order, unless one of the two sentences turns it by a passive or by the converse verb.
func (t *trial) role() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.near < .34 {
			return
		}
		text := t.ix.recs[q.rec].text
		if a, ok := t.turnedRoles(c, q); ok {
			t.refuse("role", "%q is not who does it in: %s", t.r.src[a.start:a.end], clip(t.quoteOf(q)))
			return
		}
		if text.lang != t.r.lang {
			return
		}
		ours, theirs := t.r.cast(c), text.cast(q.clause)
		if a, ok := t.actedOn(c, q, theirs); ok {
			t.refuse("role", "%q is who does it in: %s", t.r.src[a.start:a.end], clip(t.quoteOf(q)))
			return
		}
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

// actedOn finds a name that acts by a passive in the clause of a pair and is acted on in an active clause c, where that
// one begins with another name: "the club pays Orbis", of "is paid by Orbis".
func (t *trial) actedOn(c int, q *pair, theirs cast) (token, bool) {
	text := t.ix.recs[q.rec].text
	if t.r.lang != "en" || passives.MatchString(strings.ToLower(t.r.text(c))) || !passives.MatchString(strings.ToLower(text.text(q.clause))) || t.r.denies(c) != text.denies(q.clause) {
		return token{}, false
	}
	if len(theirs.agent) > 3 || slices.ContainsFunc(theirs.agent, func(k token) bool { return k.kind == calendarToken }) {
		return token{}, false // by 12 May
	}
	verb, last := token{}, token{}
	for i, k := range t.r.toks(c) {
		if i > 0 && verb.end == 0 && !hasAny(theirs.agent, k) && hasAny(text.toks(q.clause), k) {
			verb = k
		}
	}
	for _, e := range theirs.agent {
		if words.Light(e.key) {
			continue
		}
		at := slices.IndexFunc(t.r.toks(c), func(k token) bool { return shareSense(k, e) })
		if at < 0 || verb.end == 0 || t.r.toks(c)[at].start < verb.end {
			return token{}, false
		}
		last = t.r.toks(c)[at]
	}
	return last, last.end > 0
}

// turnedRoles finds the first of two names that stand in the other order in the sentence of a pair.
func (t *trial) turnedRoles(c int, q *pair) (token, bool) {
	text := t.ix.recs[q.rec].text
	ours := actors(t.r.toks(c))
	if len(ours) != 2 || t.r.clauses[c].classes&(words.Above|words.Below|words.Equal) != 0 || consents(t.r.toks(c)) || joined1(t.r.src[ours[0].end:max(ours[0].end, ours[1].start)]) {
		return token{}, false
	}
	var theirs []token
	from, to := text.sentence(text.clauses[q.clause].sentence)
	for k := from; k < min(to, from+maxBeside); k++ {
		for _, e := range text.toks(k) {
			if (shareSense(e, ours[0]) || shareSense(e, ours[1])) && (len(theirs) == 0 || !shareSense(theirs[len(theirs)-1], e)) {
				theirs = append(theirs, e)
			}
		}
	}
	if len(theirs) != 2 || shareSense(theirs[0], ours[0]) && shareSense(theirs[0], ours[1]) {
		return token{}, false
	}
	if text.refers(theirs[1].clause) || text.refers(theirs[0].clause) || consents(text.toks(theirs[0].clause)) || consents(text.toks(theirs[1].clause)) {
		return token{}, false
	}
	turned := !shareSense(theirs[0], ours[0])
	span := text.src[text.clauses[theirs[0].clause].start:text.clauses[theirs[1].clause].end]
	if words.Passive(t.r.text(c)) != words.Passive(span) {
		turned = !turned
	}
	if words.Converse(t.r.keysOf(c), text.keysOf(theirs[1].clause)) {
		turned = !turned
	}
	return ours[0], turned
}

// consents reports whether a clause speaks of consent, whose giver may stand anywhere.
func consents(toks []token) bool {
	return has(toks, "=consent") || has(toks, "=approve") || has(toks, "=agree2")
}

// joined1 reports whether what stands between two names joins them.
func joined1(s string) bool {
	return len(s) < 20 && (strings.Contains(s, " and ") || strings.Contains(s, " or ") || strings.ContainsAny(s, "和与及、"))
}

// actors are the names of a clause, each once.
func actors(toks []token) []token {
	var out []token
	for _, k := range toks {
		if (k.names() || k.is("=company") || k.is("=business2")) && !slices.ContainsFunc(out, func(o token) bool { return shareSense(o, k) || o.proper && k.proper && o.end+1 >= k.start }) {
			out = append(out, k)
		}
	}
	return out
}

func (r *reading) keysOf(c int) []string {
	var out []string
	for _, k := range r.toks(c) {
		out = append(out, k.key)
		out = append(out, k.also...)
	}
	return out
}
