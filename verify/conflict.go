package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// How a clause of another record stands to a claim: it agrees, or one of the kinds of conflict.
const (
	agreement        = "agrees"
	numberConflict   = "number"
	dateConflict     = "date"
	negationConflict = "negation"
	contraryConflict = "contrary"
)

// How much two clauses have to share to speak of one thing.
const (
	leastShared = 1.5 // weight of the tokens that both have
	mostOpen    = .3  // share of the tokens that only one has, where values are compared
	mostOpenSay = .15 // the same, where what is said is compared

	mostOpenFar  = .25 // and across languages
	mostUnlisted = .3  // share of the words of two languages that no list has in both
)

// A stand is a place that speaks of what a claim says, and how.
type stand struct {
	place
	kind  string
	quote string
	rows  []int // of a table: its own
	ours  []int // and those of the claim's record
}

func once(s string) bool {
	s = text.Fold(s)
	return slices.ContainsFunc(words.Once(), func(w string) bool {
		i := strings.Index(s, w)
		return i >= 0 && (w[0] >= 0x80 || bounded(s, i, i+len(w)))
	})
}

// conflict: where another record in force says something else of the very same thing, the claim is disputed, unless its own record is the
// one to rely on. It judges claims that their records bear out.
func (t *trial) conflict() {
	if len(t.out.findings) > 0 || t.claim.Part == casefile.Next || t.r.classes()&words.Ask != 0 || len(t.r.clauses) > maxClauses {
		return
	}
	if t.pairs == nil {
		t.match()
	}
	for c := range t.r.clauses {
		if mine, ok := t.supporter(c); ok {
			t.weighSides(c, mine, slices.Concat(t.stands(c, mine), t.rowStands(c, mine), t.cellStands(c, mine)))
		}
	}
}

// supporter is where a clause of the claim is borne out: a row, or the clause of a passage.
func (t *trial) supporter(c int) (place, bool) {
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		if p := t.proofs[i]; p.rule == "" && p.rec >= 0 && t.ix.recs[p.rec].kind == tableRecord {
			return place{p.rec, -1}, true
		}
	}
	if q := &t.pairs[c]; q.ok && q.score >= .5 && t.ix.recs[q.rec].kind == passageRecord {
		return q.place, true
	}
	return place{}, false
}

// stands compares a clause of the claim with the clauses of passages that share most with it, of other documents in force.
func (t *trial) stands(c int, mine place) []stand {
	scores := map[place]float64{}
	for _, k := range keysOf(t.r.toks(c)) {
		for _, p := range t.ix.post[k] {
			if r := &t.ix.recs[p.rec]; r.kind == passageRecord && t.another(p.rec, mine.rec) {
				scores[p] += t.ix.rarity(k)
			}
		}
	}
	places := make([]place, 0, len(scores))
	for p := range scores {
		places = append(places, p)
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), a.rec-b.rec, a.clause-b.clause)
	})
	var out []stand
	for _, p := range places[:min(len(places), candidates)] {
		kind := t.standsTo(c, mine, p)
		if kind != "" && kind != agreement && t.bears(t.claim.Text, p.rec) {
			kind = agreement // what it says here is of something else: elsewhere it says what the claim says
		}
		if kind != "" {
			out = append(out, stand{place: p, kind: kind, quote: t.sentenceAt(p)})
		}
	}
	return out
}

// another reports whether a record is of another source than that of the claim, and in force.
func (t *trial) another(rec, mine int) bool {
	a, b := t.ix.recs[rec].ev, t.ix.recs[mine].ev
	if rec == mine || !inForce(a, t.ix.asOf(a)) {
		return false
	}
	return a.Source == nil || b.Source == nil || a.Source.DocID != b.Source.DocID
}

// standsTo says whether a clause of a passage agrees with a clause of the claim, contradicts it, or, "", speaks of something else.
func (t *trial) standsTo(c int, mine, p place) string {
	const unsure = words.Ask | words.Said | words.Possible | words.Request
	const narrows = words.Condition | words.NotExcept | words.Only | words.Future
	b := t.ix.recs[p.rec].text
	cl, other := &t.r.clauses[c], &b.clauses[p.clause]
	if other.classes&unsure&^cl.classes != 0 || (cl.classes^other.classes)&narrows != 0 {
		return ""
	}
	o := t.overlap(c, mine, p)
	if b.lang != t.r.lang && o.unlisted > mostUnlisted*o.total {
		return "" // what they speak of cannot be compared
	}
	if !o.same || o.shared < leastShared || t.apart(c, mine, p) {
		return ""
	}
	if o.open <= mostOpen*o.total {
		if kind := t.compareValues(c, b, p.clause); kind != "" {
			return kind
		}
	}
	open := mostOpenSay
	if b.lang != t.r.lang {
		open = mostOpenFar
	}
	switch {
	case o.open > open*o.total || t.otherTime(c, b, p.clause) || len(b.vals(p.clause)) != len(t.r.vals(c)):
	case t.excludes(c, b, p.clause):
		return contraryConflict
	case mine.clause >= 0 && t.ix.recs[mine.rec].text.denies(mine.clause) != t.r.denies(c):
		// its own record says it in other words, so its denial cannot be laid beside another's
	case strings.Contains(t.sentenceAt(p), "|"):
		// a row of a drawn table denies nothing
	case t.r.denies(c) != b.denies(p.clause):
		return negationConflict
	}
	return ""
}

// An overlap is how far two clauses speak of one thing: the weight of the tokens that only one has, that both have, and of all.
type overlap struct {
	open, shared, total float64
	unlisted            float64 // of those that only one has, those that the other language could not be seen to have
	same                bool    // neither has a subject or a name that the other does not speak of
}

func (t *trial) overlap(c int, mine, p place) overlap {
	rec := &t.ix.recs[p.rec]
	ours, theirs := map[string]bool{}, map[string]bool{}
	foreign := rec.text.lang != t.r.lang
	knows := func(known map[string]bool, tok token) {
		known[tok.key] = true
		for _, key := range tok.also {
			known[key] = known[key] || foreign // a word has all its meanings where those of another language are looked for
		}
	}
	know := func(known map[string]bool, r *record, k int) {
		for _, w := range r.text.window(k, ours) {
			for _, tok := range r.text.toks(w) {
				knows(known, tok)
			}
		}
	}
	for _, tok := range t.r.tokens {
		knows(ours, tok)
	}
	if mine.clause >= 0 {
		know(ours, &t.ix.recs[mine.rec], mine.clause)
	}
	know(theirs, rec, p.clause)
	for k := range t.ix.recs[mine.rec].head {
		ours[k] = true
	}
	for k := range rec.head {
		theirs[k] = true
	}
	var o overlap
	// look adds the words of a clause, and reports whether it has a subject that the other does not speak of
	look := func(r *reading, k int, known map[string]bool) (apart bool) {
		subject := r.subject(k)
		for _, tok := range r.toks(k) {
			here := known[tok.key] || foreign && tok.any(func(key string) bool { return known[key] })
			if tok.kind == calendarToken || !here && r.sideToken(k, tok) {
				continue
			}
			w := tok.weight()
			o.total += w
			if here {
				o.shared += w / 2
				continue
			}
			if foreign && !tok.comparable() {
				o.unlisted += w
				continue
			}
			o.open += w
			o.same = o.same && tok.kind != nameToken && tok.kind != identToken && !tok.proper
			apart = apart || has(subject, tok.key)
		}
		return apart
	}
	o.same = !strangers(t.r.toks(c), rec.text.toks(p.clause))
	oursApart := look(t.r, c, theirs)
	theirsApart := false
	for k := p.clause; k >= 0 && rec.text.clauses[k].sentence == rec.text.clauses[p.clause].sentence; k-- {
		theirsApart = look(rec.text, k, ours) || theirsApart // what a sentence says before it may be a condition of it
	}
	if foreign { // the same may be one word in one language and two in the other
		o.same = o.same && !(oursApart && theirsApart)
	} else {
		o.same = o.same && !oursApart && !theirsApart
	}
	return o
}

// strangers reports whether two clauses name different things, each one that the other does not.
func strangers(a, b []token) bool {
	lacks := func(x, y []token) bool {
		return slices.ContainsFunc(x, func(tok token) bool {
			return (tok.kind == nameToken || tok.kind == identToken || tok.proper || family(tok.key) != "") && !has(y, tok.key)
		})
	}
	return lacks(a, b) && lacks(b, a)
}

// sideToken reports whether a token is one of the words that exclude each other, outside the subject.
func (r *reading) sideToken(k int, tok token) bool {
	return !has(r.subject(k), tok.key) && slices.ContainsFunc(r.clauses[k].sides, func(s words.Side) bool { return s.Start < tok.end && tok.start < s.End })
}

// saidSides are the words of a clause that exclude others, outside its subject.
func (r *reading) saidSides(k int) []words.Side {
	subject := r.subject(k)
	return slices.DeleteFunc(slices.Clone(r.clauses[k].sides), func(s words.Side) bool {
		return slices.ContainsFunc(subject, func(tok token) bool { return s.Start < tok.end && tok.start < s.End })
	})
}

// excludes reports whether what a clause of a passage says excludes what the claim says: approved, rejected.
func (t *trial) excludes(c int, b *reading, k int) bool {
	ours, theirs := t.r.saidSides(c), b.saidSides(k)
	for _, s := range ours {
		for _, o := range theirs {
			if o.Group == s.Group && o.Side != s.Side && !hasSide(ours, o) && !hasSide(theirs, s) {
				return t.r.denies(c) == b.denies(k)
			}
		}
	}
	return false
}

// apart reports whether two clauses stand in documents or under headings that are about different things. Documents of one pattern, a policy for
// each of two things, are so where each names a thing that the other does not; and a passage is so that lacks what the question names and the claim's has.
func (t *trial) apart(c int, mine, p place) bool {
	ours, theirs := &t.ix.recs[mine.rec], &t.ix.recs[p.rec]
	for _, tok := range t.ix.questionTokens(t.v.reader) {
		if ours.holds(tok.key) && !theirs.holds(tok.key) && !t.r.holdsSide(tok) {
			return true
		}
	}
	a, b := ours.ev.Source, theirs.ev.Source
	if a == nil || b == nil {
		return false
	}
	x, y := t.v.heads(a), t.v.heads(b)
	lacks := func(x, y, said []token) bool {
		return slices.ContainsFunc(x, func(tok token) bool {
			return !t.v.titles[tok.key] && tok.kind != calendarToken && tok.kind != identToken && !has(y, tok.key) && !has(said, tok.key)
		})
	}
	pattern := slices.ContainsFunc(t.v.reader.read(a.Title).tokens, func(tok token) bool { return has(t.v.reader.read(b.Title).tokens, tok.key) })
	return pattern && lacks(x, y, theirs.text.toks(p.clause)) && lacks(y, x, t.r.tokens) || strangers(x, y)
}

// heads are the tokens of the title and the nearest heading of a source.
func (v *Verifier) heads(s *casefile.Source) []token {
	return v.reader.read(s.Title + "\n" + s.Heading[strings.LastIndex(s.Heading, "/")+1:]).tokens
}

// holdsSide reports whether a token is in one of the words of the claim that exclude others.
func (r *reading) holdsSide(tok token) bool {
	for k := range r.clauses {
		if has(r.toks(k), tok.key) && r.sideToken(k, tok) {
			return true
		}
	}
	return false
}

// questionTokens are what the question of the case speaks of.
func (ix *index) questionTokens(rd *reader) []token {
	if ix.asking == nil {
		ix.asking = append([]token{}, rd.read(ix.c.Question).tokens...)
	}
	return ix.asking
}

// titleWords are the keys of the words that say what kind of document something is.
func titleWords(rd *reader) map[string]bool {
	out := map[string]bool{}
	for _, w := range words.Titles() {
		for _, tok := range rd.read(w).tokens {
			out[tok.key] = true
		}
	}
	return out
}

// bears reports whether a record alone bears a claim out.
func (t *trial) bears(text string, rec int) bool {
	claim := casefile.Claim{Text: text, Part: t.claim.Part}
	claim.Cites = []casefile.Citation{{Evidence: t.ix.recs[rec].ev.ID}}
	return len(t.v.try(t.ix, t.n, &claim).out.findings) == 0
}

// sentenceAt is the sentence around a clause of a passage, as it stands there.
func (t *trial) sentenceAt(p place) string {
	r := t.ix.recs[p.rec].text
	first, last := p.clause, p.clause
	for first > 0 && r.clauses[first-1].sentence == r.clauses[p.clause].sentence {
		first--
	}
	for last+1 < len(r.clauses) && r.clauses[last+1].sentence == r.clauses[p.clause].sentence {
		last++
	}
	return strings.TrimSpace(r.src[r.clauses[first].start:r.clauses[last].end])
}
