package verify

import (
	"math"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// signals are what can be measured of a claim on prose beside its passages, by name. None decides alone: weigh adds them up.
type signals map[string]float64

func (s signals) add(name string, x float64) {
	if x != 0 {
		s[name] += x
	}
}

// maxSignalClauses bounds how many clauses of a claim are measured.
const maxSignalClauses = 8

// signals measures a claim. It is nil where no clause of it rests on a passage, and for claims that rest on other records too: what was
// learned was learned of passages alone.
func (t *trial) signals() signals {
	for _, i := range t.recs {
		if t.ix.recs[i].kind != passageRecord {
			return nil
		}
	}
	var cs []int
	for c := range t.pairs {
		if t.pairs[c].ok && t.ix.recs[t.pairs[c].rec].kind == passageRecord && t.prose(c) && len(t.r.toks(c))+len(t.r.vals(c)) > 0 {
			cs = append(cs, c)
		}
	}
	if len(cs) == 0 {
		return nil
	}
	if len(cs) > maxSignalClauses {
		cs = cs[:maxSignalClauses]
	}
	s := signals{"bias": 1}
	t.poleSignals(s, cs)
	t.wordSignals(s, cs)
	t.caseSignals(s, cs)
	t.apartSignals(s, cs)
	if slices.ContainsFunc(cs, t.wordTurned) {
		s.add("turned word", 1)
	}
	t.findingSignals(s)
	if t.foreign() {
		s.add("foreign", 1)
	} else if t.r.lang == "zh" {
		s.add("zh", 1)
	}
	return s
}

// sidedness is what a text says of each matter: bit 1 for so, bit 2 for not so.
type sidedness []uint8

func sidednessOf(parts []string) (out sidedness, negatives int) {
	out = make(sidedness, len(words.Matters()))
	for _, p := range parts {
		for _, x := range words.Poles(text.Fold(p)) {
			if x.Not {
				out[x.Matter] |= 2
				negatives++
			} else {
				out[x.Matter] |= 1
			}
		}
	}
	return out, negatives
}

// poleSignals compare what the claim and the clauses that it speaks of say of each matter.
func (t *trial) poleSignals(s signals, cs []int) {
	var ours, near, wide []string
	seen, sentences := map[place]bool{}, map[place]bool{}
	for _, c := range cs {
		ours = append(ours, t.r.text(c))
		q := &t.pairs[c]
		r := t.ix.recs[q.rec].text
		for _, k := range q.window[:min(len(q.window), 2)] {
			if p := (place{q.rec, k}); !seen[p] {
				seen[p] = true
				near = append(near, r.text(k))
			}
		}
		if p := (place{q.rec, r.clauses[q.clause].sentence}); !sentences[p] {
			sentences[p] = true
			from, to := r.sentence(p.clause)
			wide = append(wide, r.src[r.clauses[from].start:r.clauses[min(to, from+maxBeside)-1].end])
		}
	}
	a, na := sidednessOf(ours)
	b, nb := sidednessOf(near)
	w, nw := sidednessOf(wide)
	s.add("odd near", float64((na+nb)%2))
	s.add("odd wide", float64((na+nw)%2))
	s.add("negative ours", math.Min(2, float64(na)))
	s.add("negative near", math.Min(2, float64(nb)))
	for m, name := range words.Matters() {
		compareSides(s, name+" near", a[m], b[m])
		compareSides(s, name+" wide", a[m], w[m])
	}
}

func compareSides(s signals, name string, ours, theirs uint8) {
	group := name[strings.LastIndexByte(name, ' ')+1:]
	switch {
	case ours == 0 || ours == 3:
		if ours == 0 && theirs == 2 {
			s.add(name+" only theirs not", 1)
		}
	case theirs == 0:
		if ours == 1 {
			s.add(name+" only ours so", 1)
		} else {
			s.add(name+" only ours not", 1)
		}
	case theirs == 3:
		s.add(name+" both", 1)
	case ours == theirs:
		s.add(name+" agree", 1)
		s.add("agree "+group, 1)
	default:
		s.add(name+" clash", 1)
		s.add("clash "+group, 1)
	}
}

// kindName names a token's kind for a signal.
func kindName(k token) string {
	switch {
	case k.names():
		return "name"
	case k.kind == hanToken:
		return "han"
	case k.kind == conceptToken:
		return "concept"
	}
	return "word"
}

// wordSignals say where the words of the claim stand: in the clause that it speaks of, in its sentence, beside it, farther, nowhere.
func (t *trial) wordSignals(s signals, cs []int) {
	total, near, score, share := 0.0, 0.0, 0.0, 0.0
	clauses := 0
	for _, c := range cs {
		q := &t.pairs[c]
		r := &t.ix.recs[q.rec]
		clauses = max(clauses, len(r.text.clauses))
		cw := 0.0
		displaced := false
		for _, k := range t.r.toks(c) {
			if k.kind == calendarToken {
				continue
			}
			w := k.weight()
			cw += w
			where := "out"
			switch f := t.farther(q.place, k); {
			case hasAny(r.text.toks(q.clause), k):
				where = "own"
			case r.text.cover(q.window, k) > 0 || r.head[k.key]:
				where = "window"
			case f >= sentenceCover:
				where = "sentence"
			case f >= besideCover:
				where = "beside"
			case f >= recordCover:
				where = "far"
			case f > 0:
				where = "half"
			}
			displaced = displaced || k.names() && (where == "far" || where == "beside" || where == "sentence")
			s.add(kindName(k)+" "+where, w)
		}
		total += cw
		near += cw * q.near
		score += cw * q.score
		share += cw * q.share
		intruder := 0.0
		for _, e := range r.text.toks(q.clause) {
			if e.names() && !hasAny(t.r.tokens, e) {
				intruder = 1
			}
		}
		s.add("intruder", intruder)
		if displaced {
			s.add("displaced", 1)
			s.add("swapped", intruder)
		}
		s.add("days", float64(q.days))
		for _, v := range t.r.vals(c) {
			if v.Weak {
				continue
			}
			in := slices.ContainsFunc(r.text.vals(q.clause), func(e value) bool { return t.same(v, e.Mention) == equalTo })
			if in {
				s.add("value own", 1)
			} else {
				s.add("value away", 1)
			}
		}
	}
	if total == 0 {
		total = 1
	}
	for _, kind := range []string{"name", "han", "concept", "word"} {
		for _, where := range []string{"own", "window", "sentence", "beside", "far", "half", "out"} {
			if name := kind + " " + where; s[name] != 0 {
				s[name] /= total
				s.add("all "+where, s[name])
			}
		}
	}
	s.add("near", near/total)
	s.add("score", score/total)
	s.add("share", share/total)
	s.add("long", math.Log(float64(1+clauses)))
	s.add("words", math.Log(1+total))
	s.add("clauses", float64(len(cs)-1))
}

// A gramcase is the part that a thing has in what a clause tells.
type gramcase uint8

const (
	noCase gramcase = iota
	actorCase
	actedCase
	targetCase
	originCase
)

var caseMarks = []struct {
	word string
	is   gramcase
}{{"由", actorCase}, {"被", actorCase}, {"给", targetCase}, {"向", targetCase}, {"对", targetCase}, {"从", originCase}, {"把", actedCase}, {"将", actedCase}}

// caseOf reads the part of a token of clause c.
func (r *reading) caseOf(c int, k token) gramcase {
	cl := &r.clauses[c]
	before := r.src[min(cl.start, k.start):k.start]
	if han(firstRune(r.src[k.start:])) {
		rs := []rune(before)
		for i := len(rs) - 1; i >= 0 && i >= len(rs)-4; i-- {
			if !han(rs[i]) {
				break
			}
			for _, m := range caseMarks {
				if string(rs[i]) == m.word {
					return m.is
				}
			}
		}
		passive := strings.ContainsAny(r.text(c), "由被")
		if len(rs) <= 6 {
			if passive {
				return actedCase
			}
			return actorCase
		}
		return noCase
	}
	f := strings.Fields(strings.ToLower(before))
	for i := len(f) - 1; i >= 0 && i >= len(f)-4; i-- {
		switch f[i] {
		case "by":
			return actorCase
		case "to":
			return targetCase
		case "from":
			return originCase
		case "the", "a", "an", "its", "their", "his", "her", "dr", "mr", "ms", "mrs":
			continue
		}
		if i < len(f)-3 || !r.adjectival(c, f[i]) {
			break
		}
	}
	passive := passives.MatchString(strings.ToLower(r.text(c)))
	for _, x := range r.subject(c) {
		if x.start == k.start {
			if passive {
				return actedCase
			}
			return actorCase
		}
	}
	if passive {
		return noCase
	}
	return actedCase
}

// adjectival reports whether a word before a name is a part of it: a capital.
func (r *reading) adjectival(c int, word string) bool {
	i := strings.Index(strings.ToLower(r.text(c)), word)
	return i >= 0 && r.text(c)[i] >= 'A' && r.text(c)[i] <= 'Z'
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// caseSignals compare the parts that the claim's things have in it and in the clauses that it speaks of, and their order.
func (t *trial) caseSignals(s signals, cs []int) {
	for _, c := range cs {
		q := &t.pairs[c]
		r := t.ix.recs[q.rec].text
		converse := words.Converse(t.r.keysOf(c), r.keysOf(q.clause))
		type match struct{ ours, theirs int }
		var order []match
		for _, k := range t.r.toks(c) {
			if k.kind == calendarToken {
				continue
			}
			var e token
			found := false
			for _, w := range q.window {
				if i := slices.IndexFunc(r.toks(w), func(x token) bool { return shareSense(x, k) }); i >= 0 {
					e, found = r.toks(w)[i], true
					break
				}
			}
			if !found {
				continue
			}
			order = append(order, match{k.start, e.start})
			if !k.names() && k.kind != hanToken && k.kind != conceptToken {
				continue
			}
			a, b := t.r.caseOf(c, k), r.caseOf(e.clause, e)
			if a == noCase || b == noCase {
				continue
			}
			kind := "thing"
			if k.names() {
				kind = "name"
			}
			turned := (a == actorCase) != (b == actorCase)
			if converse {
				turned = !turned
			}
			if turned {
				s.add(kind+" other part", 1)
			} else {
				s.add(kind+" same part", 1)
			}
		}
		n, inv := 0, 0
		for i := range order {
			for j := i + 1; j < len(order); j++ {
				if order[i].theirs == order[j].theirs {
					continue
				}
				n++
				if order[j].theirs < order[i].theirs {
					inv++
				}
			}
		}
		if n > 0 {
			x := float64(inv) / float64(n)
			if (words.Passive(t.r.text(c)) != words.Passive(r.text(q.clause))) != converse {
				s.add("turned order", 1-x)
				s.add("turned inversions", x)
			} else {
				s.add("inversions", x)
			}
		}
		if converse {
			s.add("converse", 1)
		}
	}
}

// findingSignals are the findings of rules on prose.
func (t *trial) findingSignals(s signals) {
	seen := map[string]bool{}
	for _, f := range t.out.findings {
		if !seen[f.Rule] {
			seen[f.Rule] = true
			s.add("rule "+f.Rule, 1)
		}
	}
}

// Measure measures claim n of a draft for the learning of weights: its signals, nil for a claim that does not rest on prose, and what the
// rules find. It is for tools that learn and for tests; Verify does not need it.
func (v *Verifier) Measure(c casefile.Case, n int) (map[string]float64, []casefile.Finding) {
	w := *v
	w.uncited = true
	w.off = map[string]bool{"weigh": true}
	ix := w.index(c)
	t := w.try(ix, n, &ix.c.Draft.Claims[n])
	if t.ends || t.whole {
		return nil, t.out.findings
	}
	return t.signals(), t.out.findings
}
