package verify

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

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
	own     bool    // its own clause says something that the claim does not
	window  []int   // clauses of the record: its own, then those it inherits from
	score   float64 // how much of the claim's clause it covers, 0 to 1
	missing []token // not covered
	foreign []token // not covered, and standing elsewhere in the same record: what another clause is about
	turned  []token // covered with the other polarity
	days    int     // -1 when it is about other days or periods
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
		rank := q.score - .25*weigh(q.foreign) - .1*weigh(q.turned) + .15*float64(q.days)
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
	for lead := c - 1; lead >= max(0, c-6); lead-- {
		add(t.r.toks(lead), .3)
	}
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		for _, p := range t.ix.withValue(t.r.values[i]) {
			if slices.Contains(t.recs, p.rec) {
				scores[p] += .5
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
	q := pair{place: p, ok: true, values: map[int]proof{}}
	rec := &t.ix.recs[p.rec]
	claim := map[string]bool{}
	for i := range t.r.tokens {
		if t.r.tokens[i].clause <= c {
			claim[t.r.tokens[i].key] = true
		}
	}
	q.window = rec.text.window(p.clause, claim)
	same := rec.text.lang == t.r.lang
	own := rec.text.ownSay(p.clause, claim)
	if !same {
		own = slices.ContainsFunc(rec.text.subject(p.clause), func(e token) bool { return e.kind == conceptToken && !claim[e.key] })
	}
	q.window = t.siblings(c, rec.text, q.window, own)
	total, got := 0.0, 0.0
	seen := map[string]bool{}
	for _, tok := range t.r.toks(c) {
		if seen[tok.key] || tok.kind == calendarToken {
			continue
		}
		seen[tok.key] = true
		w := tok.weight() * (.5 + .5*t.ix.rarity(tok.key))
		total += w
		cover, turned := rec.text.cover(q.window, tok, own)
		if cover == nearCover && t.rivals(c, rec.text, p.clause, tok, claim) {
			cover = 0
		}
		switch {
		case cover > 0:
			got += w * cover
			if cover == nearCover && same && tok.neg && !rec.text.denies(p.clause) && rec.text.plain(q.window, tok.key) {
				turned = true // the claim denies what the clause leans on
			}
			if turned && same && !t.bothWays(c, tok) {
				q.turned = append(q.turned, tok)
			}
		case rec.head[tok.key] && !t.rivals(c, rec.text, p.clause, tok, claim):
			got += w * nearCover
		case t.elsewhere(tok.key, p.rec):
			got += w * otherCover
		default:
			q.missing = append(q.missing, tok)
			if (same || tok.kind == nameToken || tok.kind == identToken || tok.kind == conceptToken && t.saidBeside(c, p, tok)) && slices.ContainsFunc(t.ix.post[tok.key], func(o place) bool { return o.rec == p.rec }) {
				q.foreign = append(q.foreign, tok)
			}
		}
	}
	if total > 0 {
		q.score = got / total
	}
	if same {
		q.foreign = append(q.foreign, t.inheritedForeign(c, &q, own)...)
	}
	if rec.text.lang != t.r.lang && got > 0 && t.r.denies(c) != rec.text.denies(p.clause) {
		// the order of words differs between the languages: only whether the clause denies is compared
		q.turned = append(q.turned, t.r.toks(c)[0])
	}
	q.own = own
	q.days = t.dayFit(c, rec.text, p.clause)
	return q
}

// saidBeside reports whether another clause of the record has a key together with a value of the kind
// that clause c states: then the clause compared is about something else.
func (t *trial) saidBeside(c int, p place, tok token) bool {
	text := t.ix.recs[p.rec].text
	for _, o := range t.ix.post[tok.key] {
		if o.rec != p.rec || o.clause == p.clause {
			continue
		}
		for _, v := range t.r.vals(c) {
			if v.Value != nil && slices.ContainsFunc(text.vals(o.clause), func(e value) bool { return e.Value != nil && sameKind(v.Mention, e.Mention) }) {
				return true
			}
		}
	}
	return false
}

// bothWays reports whether a clause of the claim has a key under a negation and without one.
func (t *trial) bothWays(c int, tok token) bool {
	return slices.ContainsFunc(t.r.toks(c), func(x token) bool { return x.key == tok.key && x.neg != tok.neg })
}

// siblings cuts a window before a clause that gives another thing a value of the kind that the claim
// states, where the window's own clause says what its value is of: 设备款82万元，服务费44万元.
func (t *trial) siblings(c int, text *reading, window []int, own bool) []int {
	if !own || part(text.text(window[0])) && len(text.toks(window[0])) > 0 && has(t.r.toks(c), text.toks(window[0])[0].key) {
		return window
	}
	for k := 1; k < len(window); k++ {
		for _, v := range t.r.vals(c) {
			if v.Value == nil || v.Weak {
				continue
			}
			kin := func(e value) bool {
				return e.Value != nil && !e.Weak && sameKind(v.Mention, e.Mention) && !former(text.src, e.Start) && !versus(text, e)
			}
			if slices.ContainsFunc(text.vals(window[0]), kin) && slices.ContainsFunc(text.vals(window[k]), kin) && len(text.subject(window[k])) > 0 {
				return window[:k]
			}
		}
	}
	return window
}

// part reports whether a clause speaks of a part of what the one before it speaks of.
func part(s string) bool {
	for _, w := range []string{"其中", "of which", "of whom", "of these", "including"} {
		if strings.HasPrefix(strings.ToLower(s), w) {
			return true
		}
	}
	return false
}

// versus reports whether a value stands with a day that something is compared with: 较2023年的17.2亿元.
func versus(text *reading, e value) bool {
	return slices.ContainsFunc(text.vals(e.clause), func(d value) bool { return d.Value == nil && comparedWith(text.src, d.Start) })
}

// denies reports whether a clause is negated as a whole: its conditions do not count.
func (r *reading) denies(c int) bool {
	cl := &r.clauses[c]
	from := cl.start
	if n := len(cl.cuts); n > 0 {
		from = cl.cuts[n-1]
	}
	return slices.ContainsFunc(cl.marks, func(m words.Mark) bool { return m.Class&words.NotClausal != 0 && m.Start >= from })
}

// inheritedForeign returns what a clause of the claim inherits as its subject and the pair does not
// speak of, where the record speaks of it elsewhere: 苏州仓由周敏负责，员工74人.
func (t *trial) inheritedForeign(c int, q *pair, own bool) []token {
	first := c
	for first > 0 && t.r.clauses[first-1].sentence == t.r.clauses[c].sentence {
		first--
	}
	if first == c || t.r.refers(c) || slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.capital || k.kind == nameToken || k.kind == identToken }) {
		return nil
	}
	var out []token
	text := t.ix.recs[q.rec].text
	for _, tok := range t.r.subject(first) {
		if tok.kind == calendarToken || has(t.r.toks(c), tok.key) || slices.ContainsFunc(t.r.toks(c), func(k token) bool { return rival(k, tok) }) {
			continue
		}
		cover, _ := text.cover(q.window, tok, false)
		if cover == 0 && !t.ix.recs[q.rec].head[tok.key] && !t.elsewhere(tok.key, q.rec) && slices.ContainsFunc(t.ix.post[tok.key], func(o place) bool { return o.rec == q.rec }) {
			out = append(out, tok)
		}
	}
	return out
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

// cover returns how well a key is covered by a window of clauses, and whether the window's own
// clause has it with the other polarity only. Where the own clause says something that the claim
// does not, only what the others are about is inherited, and not what they say of it.
func (r *reading) cover(window []int, tok token, own bool) (cover float64, turned bool) {
	for k, c := range window {
		toks := r.toks(c)
		if k > 0 && own {
			toks = r.subject(c)
		}
		for _, e := range toks {
			if e.key != tok.key {
				continue
			}
			if k > 0 {
				return nearCover, false
			}
			if e.neg == tok.neg {
				return ownCover, false
			}
			turned = true
		}
		if turned {
			return ownCover, true
		}
	}
	return 0, false
}

// plain reports whether a window has a key, and nowhere under a negation.
func (r *reading) plain(window []int, key string) bool {
	found := false
	for _, c := range window {
		for _, e := range r.toks(c) {
			if e.key == key {
				if e.neg {
					return false
				}
				found = true
			}
		}
	}
	return found
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

// subject returns the tokens that a clause is about: those before its verb, as far as marks, values
// and the commonest small words show where that is.
func (r *reading) subject(c int) []token {
	cl := &r.clauses[c]
	stop := cl.end
	for _, m := range cl.marks {
		if m.Class&opening != 0 && m.Start > cl.start {
			stop = min(stop, m.Start)
		}
	}
	for _, v := range r.vals(c) {
		if v.Value != nil && v.Start > cl.start {
			stop = min(stop, v.Start)
		}
	}
	s := strings.ToLower(r.src[cl.start:stop])
	for _, w := range verbs {
		if i := strings.Index(s, w); i > 0 {
			stop = min(stop, cl.start+i)
			s = s[:i]
		}
	}
	var out []token
	for _, tok := range r.toks(c) {
		if len(out) > 0 && tok.kind != hanToken && !tok.capital && strings.HasSuffix(strings.ToLower(r.src[tok.start:tok.end]), "ed") {
			break // acquired, opened
		}
		if tok.start < stop && len(out) < 6 {
			out = append(out, tok)
		}
	}
	return out
}

// verbs end a subject.
var verbs = []string{" is ", " are ", " was ", " were ", " has ", " have ", " had ", " does ", " do ", " did ", " by ", "由", "被", "把", "将", "向", "是", "为", "于"}

// rivals reports whether a clause of the evidence has, in the place of a word of the claim, another one: the
// placebo group where the claim has the drug group, 甲方 where it has 乙方.
func (t *trial) rivals(c int, text *reading, at int, tok token, claim map[string]bool) bool {
	toks := t.r.toks(c)
	i := slices.IndexFunc(toks, func(x token) bool { return x.key == tok.key })
	if i < 0 {
		return false
	}
	theirs := text.toks(at)
	for k, e := range theirs {
		if claim[e.key] || e.kind == calendarToken {
			continue
		}
		// before the same word
		if i+1 < len(toks) && k+1 < len(theirs) && theirs[k+1].key == toks[i+1].key && beside(t.r.src, toks[i], toks[i+1]) && beside(text.src, e, theirs[k+1]) {
			return true
		}
		// after the same name
		if i > 0 && k > 0 && theirs[k-1].key == toks[i-1].key && (tok.proper || tok.kind == identToken) && (e.proper || e.kind == identToken) {
			return true
		}
		if tok.kind == hanToken && e.kind == hanToken && sameEnd(tok.key, e.key) {
			return true
		}
		if family(tok.key) != "" && family(tok.key) == family(e.key) && tok.key != e.key {
			return true
		}
	}
	return false
}

// family is the kind of a name of the dictionary, and what two parties of a contract have in common; "" for other keys.
func family(key string) string {
	if f, _, ok := strings.Cut(key, "/"); ok && key[0] == '@' {
		return f
	}
	if i := strings.LastIndexByte(key, ' '); i > 0 && i == len(key)-2 && key[0] == '=' {
		return key[:i]
	}
	return ""
}

// beside reports whether two tokens stand next to each other, with at most a blank between.
func beside(s string, a, b token) bool {
	return a.end <= b.start && strings.TrimLeft(s[a.end:b.start], " -") == "" || a.end > b.start && a.start < b.start
}

// sameEnd reports whether two different pairs of Han characters end in the same one.
func sameEnd(a, b string) bool {
	x, _ := utf8.DecodeLastRuneInString(a)
	y, _ := utf8.DecodeLastRuneInString(b)
	return a != b && x == y && utf8.RuneCountInString(a) == 2 && utf8.RuneCountInString(b) == 2
}
