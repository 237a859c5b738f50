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
