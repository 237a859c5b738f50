package verify

import (
	"cmp"
	"slices"
)

// candidates is how many clauses of the evidence a clause of a claim is compared with.
const candidates = 16

// How well a key of the claim is covered, by where it stands.
const (
	ownCover      = 1.0 // in the clause
	nearCover     = .9  // in what the clause inherits from
	otherCover    = .8  // in another kind of record that is cited
	sentenceCover = .7  // in the sentence
	besideCover   = .5  // in the sentence before or after, or in what the passage begins with
	recordCover   = .35 // anywhere in the passage
	loneCover     = .5  // each character of a Han pair stands in the sentence
)

// A pair is a clause of the claim with the clause of a passage that it speaks of.
type pair struct {
	place
	ok      bool
	own     bool    // its own clause says something that the claim does not
	window  []int   // clauses of the record: its own, then those it inherits from
	score   float64 // how much of the claim's clause it covers, 0 to 1
	near    float64 // how much of it the clause and what it inherits from cover
	share   float64 // how much of it the clause alone covers
	missing []token // not covered
	days    int     // -1 when it is about other days or periods
}

// match finds, for each clause of the claim, the clause of the evidence it speaks of, and proves the values.
func (t *trial) match() {
	t.pairs = make([]pair, len(t.r.clauses))
	t.proofs = make([]proof, len(t.r.values))
	for i := range t.proofs {
		t.proofs[i] = t.structured(i)
	}
	for c := range t.r.clauses {
		t.pairs[c] = t.best(c)
	}
	for i := range t.proofs {
		t.settle(i)
	}
}

// best returns the pair of clause c that leaves least in doubt.
func (t *trial) best(c int) pair {
	var best pair
	bestRank := -1e9
	for _, p := range t.candidates(c) {
		q := t.compare(c, p)
		rank := .6*q.near + .4*q.score + .15*float64(q.days) + .3*t.around(c, &q) + .5*t.stated(c, &q)
		if rank > bestRank+1e-9 {
			best, bestRank = q, rank
		}
	}
	return best
}

// stated is the share of the values of clause c that stand in a pair's window.
func (t *trial) stated(c int, q *pair) float64 {
	text := t.ix.recs[q.rec].text
	found, wanted := 0, 0
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		v := t.r.values[i]
		if p := t.proofs[i]; v.Weak || p.rule == "" && p.by != "quote" && p.by != "words" {
			continue
		}
		wanted++
		for k, w := range q.window {
			if slices.ContainsFunc(text.vals(w), func(e value) bool { return t.same(v, e.Mention) == equalTo }) {
				found++
				break
			}
			if k > 2 {
				break
			}
		}
	}
	if wanted == 0 {
		return 0
	}
	return float64(found) / float64(wanted)
}

// around is how much of what the claim says beside clause c stands in the sentence of a pair.
func (t *trial) around(c int, q *pair) float64 {
	text := t.ix.recs[q.rec].text
	s := text.clauses[q.clause].sentence
	total, got := 0.0, 0.0
	for i := range t.r.tokens {
		tok := &t.r.tokens[i]
		if tok.clause == c {
			continue
		}
		w := tok.weight()
		total += w
		for _, p := range t.ix.post[tok.key] {
			if p.rec == q.rec && text.clauses[p.clause].sentence == s {
				got += w
				break
			}
		}
	}
	if total == 0 {
		return 0
	}
	return got / total
}

func weigh(tokens []token) (w float64) {
	for _, t := range tokens {
		w += t.weight()
	}
	return w
}

// candidates ranks the clauses of the cited passages by the keys they share with clause c.
func (t *trial) candidates(c int) []place {
	if t.ranked == nil {
		t.ranked = make([][]place, len(t.r.clauses))
	}
	if t.ranked[c] == nil {
		t.ranked[c] = t.rank1(c)
	}
	return t.ranked[c]
}

func (t *trial) rank1(c int) []place {
	scores := map[place]float64{}
	add := func(tokens []token, f float64) {
		for _, k := range keysOf(tokens) {
			for _, p := range t.ix.post[k] {
				if slices.Contains(t.recs, p.rec) {
					scores[p] += f * t.ix.rarity(k)
				}
			}
		}
	}
	add(t.r.toks(c), 1)
	for o := max(0, c-4); o < min(len(t.r.clauses), c+4); o++ {
		if o != c {
			add(t.r.toks(o), .3)
		}
	}
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		for _, p := range t.ix.withValue(t.r.values[i]) {
			if slices.Contains(t.recs, p.rec) {
				scores[p] += .8
			}
		}
	}
	if len(scores) == 0 {
		// nothing is shared: every clause with a value is as good as another
		for _, rec := range t.recs {
			if r := t.ix.recs[rec]; r.kind == passageRecord {
				for k := range min(len(r.text.clauses), candidates) {
					scores[place{rec, k}] = 0
				}
			}
		}
	}
	out := make([]place, 0, len(scores))
	for p := range scores {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b place) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), a.rec-b.rec, a.clause-b.clause)
	})
	return out[:min(len(out), candidates)]
}

// compare covers the keys of clause c with a clause of the evidence and what it inherits.
func (t *trial) compare(c int, p place) pair {
	q := pair{place: p, ok: true}
	rec := &t.ix.recs[p.rec]
	claim := t.said()
	q.window = rec.text.window(p.clause, claim)
	q.own = rec.text.ownSay(p.clause, claim)
	total, got, near, alone := 0.0, 0.0, 0.0, 0.0
	seen := map[string]bool{}
	for _, tok := range t.r.toks(c) {
		if seen[tok.key] || tok.kind == calendarToken {
			continue
		}
		seen[tok.key] = true
		w := tok.weight() * (.5 + .5*t.ix.rarity(tok.key))
		total += w
		cover := rec.text.cover(q.window, tok)
		near += w * cover
		if cover == ownCover {
			alone += w
		}
		if cover == 0 && rec.head[tok.key] {
			cover = nearCover
		}
		if cover == 0 && t.elsewhere(tok.key, p.rec) {
			cover = otherCover
		}
		if cover == 0 {
			cover = t.farther(p, tok)
		}
		got += w * cover
		if cover < besideCover {
			q.missing = append(q.missing, tok)
		}
	}
	if total > 0 {
		q.score, q.near, q.share = got/total, near/total, alone/total
	}
	q.days = t.dayFit(c, rec.text, p.clause)
	return q
}

// said is every key of the claim.
func (t *trial) said() map[string]bool {
	if t.keys == nil {
		t.keys = map[string]bool{}
		for i := range t.r.tokens {
			t.keys[t.r.tokens[i].key] = true
			for _, k := range t.r.tokens[i].also {
				t.keys[k] = true
			}
		}
	}
	return t.keys
}

// farther covers a key by what stands in the sentence, beside it, or anywhere in the passage.
func (t *trial) farther(p place, tok token) float64 {
	text := t.ix.recs[p.rec].text
	s := text.clauses[p.clause].sentence
	best := 0.0
	look := func(key string) bool {
		for _, o := range t.ix.post[key] {
			if o.rec != p.rec {
				continue
			}
			switch d := text.clauses[o.clause].sentence - s; {
			case d == 0:
				return true
			case d == 1, d == -1, text.clauses[o.clause].sentence == 0:
				best = max(best, besideCover)
			default:
				best = max(best, recordCover)
			}
		}
		return false
	}
	if tok.any(look) {
		return sentenceCover
	}
	if tok.kind == hanToken && best < loneCover {
		n, have := 0, 0
		for _, r := range tok.key {
			n++
			if text.hasRune(s, r) {
				have++
			}
		}
		best = max(best, loneCover*float64(have)/float64(n))
	}
	return best
}

// hasRune reports whether a sentence has a character.
func (r *reading) hasRune(sentence int, c rune) bool {
	first, end := r.sentence(sentence)
	for k := first; k < min(end, first+maxBeside); k++ {
		if containsRune(r.text(k), c) {
			return true
		}
	}
	return false
}

func containsRune(s string, c rune) bool {
	for _, r := range s {
		if r == c {
			return true
		}
	}
	return false
}

// cover returns how well a key is covered by a window of clauses.
func (r *reading) cover(window []int, tok token) float64 {
	for k, c := range window {
		if !hasAny(r.toks(c), tok) {
			continue
		}
		if k > 0 {
			return nearCover
		}
		return ownCover
	}
	return 0
}

// dayFit compares the days and periods of a clause with those that a clause of the evidence is
// about: -1 when that one names others, 1 when it names these, 0 when one of the two names none.
func (t *trial) dayFit(c int, text *reading, at int) int {
	fit := 0
	for _, v := range t.r.vals(c) {
		if v.Value != nil {
			continue
		}
		for _, e := range text.vals(at) {
			if e.Value != nil || dayLike(e.Mention) != dayLike(v.Mention) && !covers(v.Mention, e.Mention) || comparedWith(text.src, e.Start) && !comparedWith(t.r.src, v.Start) && !t.comparesDays(v) && !t.datesValue(v, text, e) {
				continue
			}
			if t.same(v, e.Mention) == equalTo {
				return 1
			}
			fit = -1
		}
	}
	return fit
}

// elsewhere reports whether a key stands in a cited record of another kind than passages: a row,
// the arguments of a call, the asker's words.
func (t *trial) elsewhere(key string, not int) bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if i == not || r.kind == passageRecord {
			continue
		}
		if r.holds(key) {
			return true
		}
	}
	return slices.ContainsFunc(t.under, func(i int) bool { return t.ix.recs[i].holds(key) })
}

// ownSay reports whether a clause has a word, no name and no day, that the claim lacks.
func (r *reading) ownSay(c int, claim map[string]bool) bool {
	toks := r.toks(c)
	for i, t := range toks {
		if claim[t.key] || asides[t.key] || t.kind == nameToken || t.kind == identToken || t.kind == calendarToken || t.proper {
			continue
		}
		if t.kind == hanToken && (i > 0 && claim[toks[i-1].key] && toks[i-1].end > t.start || i+1 < len(toks) && claim[toks[i+1].key] && toks[i+1].start < t.end) {
			continue // 科生 beside 本科: half of it is the claim's
		}
		return true
	}
	return false
}
