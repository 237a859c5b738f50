package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// candidates is how many clauses of the evidence a clause of a claim is compared with.
const candidates = 12

// How well a key of the claim is covered by a clause of the evidence.
const (
	ownCover   = 1.0 // stands in the clause
	nearCover  = .9  // stands in what the clause inherits from
	otherCover = .8  // stands in another kind of record that is cited
)

// A pair is a clause of the claim with the clause of a passage that it speaks of.
type pair struct {
	place
	ok      bool
	window  []int   // clauses of the record: its own, then those it inherits from
	score   float64 // how much of the claim's clause it covers, 0 to 1
	missing []token // not covered
	foreign []token // not covered, and standing elsewhere in the same record: what another clause is about
	turned  []token // covered with the other polarity
	values  map[int]proof
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
		found, wanted := 0, 0
		for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
			if t.proofs[i].rule == "" {
				continue
			}
			wanted++
			pr := t.inPassage(i, &q)
			q.values[i] = pr
			if pr.rule == "" {
				found++
			}
		}
		rank := q.score - .25*weigh(q.foreign) - .1*weigh(q.turned)
		if wanted > 0 {
			rank += .6 * float64(found) / float64(wanted)
		}
		if rank > bestRank+1e-9 {
			best, bestRank = q, rank
		}
	}
	return best
}

func weigh(tokens []token) (w float64) {
	for _, t := range tokens {
		w += t.weight()
	}
	return w
}

// candidates ranks the clauses of the cited passages by the keys they share with clause c.
func (t *trial) candidates(c int) []place {
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
	for lead := c - 1; lead >= 0; lead-- {
		add(t.r.toks(lead), .3)
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
	q := pair{place: p, ok: true, values: map[int]proof{}}
	rec := &t.ix.recs[p.rec]
	claim := map[string]bool{}
	for i := range t.r.tokens {
		if t.r.tokens[i].clause <= c {
			claim[t.r.tokens[i].key] = true
		}
	}
	q.window = rec.text.window(p.clause, claim)
	total, got := 0.0, 0.0
	seen := map[string]bool{}
	for _, tok := range t.r.toks(c) {
		if seen[tok.key] || tok.kind == calendarToken {
			continue
		}
		seen[tok.key] = true
		w := tok.weight() * (.5 + .5*t.ix.rarity(tok.key))
		total += w
		cover, turned := rec.text.cover(q.window, tok)
		switch {
		case cover > 0:
			got += w * cover
			if turned {
				q.turned = append(q.turned, tok)
			}
		case rec.head[tok.key]:
			got += w * nearCover
		case t.elsewhere(tok.key, p.rec):
			got += w * otherCover
		default:
			q.missing = append(q.missing, tok)
			if slices.ContainsFunc(t.ix.post[tok.key], func(o place) bool { return o.rec == p.rec }) {
				q.foreign = append(q.foreign, tok)
			}
		}
	}
	if total > 0 {
		q.score = got / total
	}
	return q
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

// cover returns how well a key is covered by a window of clauses, and whether with the other polarity only.
func (r *reading) cover(window []int, tok token) (cover float64, turned bool) {
	for k, c := range window {
		for _, e := range r.toks(c) {
			if e.key != tok.key {
				continue
			}
			level := nearCover
			if k == 0 {
				level = ownCover
			}
			if e.neg == tok.neg {
				return max(cover, level), false
			}
			cover, turned = max(cover, level), true
		}
	}
	return cover, turned
}

// opening are the classes of marks that a clause without a subject of its own begins with.
const opening = words.Permission | words.Obligation | words.NotClausal | words.Done | words.Future | words.Advice | words.Possible |
	words.MustNot | words.NeedNot | words.Ask | words.Cause | words.ScopeEnd | words.All | words.Only | words.NotExcept

// window is a clause with the clauses that it inherits from: back to the one that has a subject,
// the sentence before where it begins with none, a head that ends in a colon, and the clauses after it that lean on it.
func (r *reading) window(at int, claim map[string]bool) []int {
	out := []int{at}
	s := r.clauses[at].sentence
	k := at
	for k > 0 && r.leans(k, claim) && r.clauses[k-1].sentence == s {
		k--
		out = append(out, k)
	}
	for h := k - 1; h >= 0 && r.clauses[h].sentence == s; h-- {
		if r.clauses[h].colon {
			out = append(out, h)
		}
	}
	if k > 0 && r.clauses[k-1].sentence == s-1 && r.leans(k, claim) {
		for h := k - 1; h >= 0 && r.clauses[h].sentence == s-1; h-- {
			out = append(out, h)
		}
	}
	for f := at + 1; f < len(r.clauses) && r.clauses[f].sentence == s && r.leans(f, claim); f++ {
		out = append(out, f)
	}
	return out
}

// pronouns begin a clause that is about what stands before it.
var pronouns = []string{"it ", "its ", "they ", "their ", "he ", "she ", "this ", "these ", "those ", "which ", "who ", "where ", "that ", "both ", "there ", "each "}

const hanPronouns = "其它该此这那他她并且也均则由及或各"

// leans reports whether a clause has no subject of its own as far as a claim can tell: it begins
// with a pronoun, with a word such as "may" or "not", or with something that the claim is about too.
func (r *reading) leans(c int, claim map[string]bool) bool {
	cl := r.clauses[c]
	toks := r.toks(c)
	s := r.text(c)
	low := strings.ToLower(s)
	for _, p := range pronouns {
		if strings.HasPrefix(low, p) {
			return true
		}
	}
	for _, h := range hanPronouns {
		if strings.HasPrefix(s, string(h)) {
			return true
		}
	}
	if len(toks) == 0 {
		return true
	}
	if len(cl.marks) > 0 && cl.marks[0].Start <= toks[0].start && cl.marks[0].Class&opening != 0 {
		return true
	}
	return claim[toks[0].key]
}
