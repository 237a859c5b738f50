package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// A mood is what a clause does with what it speaks of.
type mood uint8

const (
	fact mood = iota
	may
	must
	mustNot
	needNot
	should
	might
	will
	done
)

var moodNames = map[mood]string{fact: "a fact", may: "allowed", must: "required", mustNot: "forbidden", needNot: "not required", should: "advised", might: "possible", will: "planned", done: "done"}

// mood is the mood of a clause. A permission that is denied is a prohibition.
func (t *trial) mood(r *reading, c int) mood {
	marks := r.mainMarks(c)
	var all words.Class
	for _, w := range marks {
		all |= w.Class
	}
	m := moodOf(all)
	if m != may && m != must {
		return m
	}
	denied := false
	for _, w := range marks {
		switch {
		case w.Class&words.NotClausal != 0:
			denied = true
		case m == may && w.Class&words.Permission != 0:
			if denied {
				return mustNot
			}
			return may
		case m == must && w.Class&words.Obligation != 0:
			if denied {
				return needNot
			}
			return must
		case w.Class&words.ScopeEnd != 0:
			denied = false
		}
	}
	return m
}

// mainMarks are the marks of a clause after the conditions that it begins with. A negation that only
// bounds a value (不得超过, may not exceed) is left out.
func (r *reading) mainMarks(c int) []words.Mark {
	cl := &r.clauses[c]
	from := cl.start
	if n := len(cl.cuts); n > 0 {
		from = cl.cuts[n-1]
	}
	var out []words.Mark
	for i, m := range cl.marks {
		if m.Start < from || m.Class&words.NotClausal != 0 && r.bounds(c, i) {
			continue
		}
		out = append(out, m)
	}
	if len(out) == 0 && from > cl.start {
		for _, m := range cl.marks {
			if m.Class&(words.Permission|words.Obligation|words.MustNot) != 0 {
				out = append(out, m)
			}
		}
	}
	return out
}

// bounds reports whether a negation stands before a word of comparison and the value that it limits.
func (r *reading) bounds(c, i int) bool {
	cl := &r.clauses[c]
	for _, m := range cl.marks[i+1:] {
		if m.Class&(words.Above|words.Below) == 0 {
			continue
		}
		return m.Start-cl.marks[i].End < 30 && slices.ContainsFunc(r.vals(c), func(v value) bool {
			return v.Value != nil && v.End > m.Start && v.Start-m.End < 20
		})
	}
	return false
}

func moodOf(c words.Class) mood {
	switch {
	case c&words.NeedNot != 0:
		return needNot
	case c&words.MustNot != 0:
		return mustNot
	case c&words.Obligation != 0:
		return must
	case c&words.Advice != 0:
		return should
	case c&words.Possible != 0:
		return might
	case c&words.Permission != 0:
		return may
	case c&words.Future != 0:
		return will
	case c&words.Done != 0:
		return done
	}
	return fact
}

// contraryMoods reports whether one mood denies the other.
func contraryMoods(a, b mood) bool {
	return a == may && b == mustNot || a == mustNot && b == may || a == must && b == needNot || a == needNot && b == must ||
		a == must && b == mustNot || a == mustNot && b == must
}

// unproved lists, for a mood of the evidence, the moods of a claim that it does not bear out.
var unproved = map[mood][]mood{
	fact:    {will},
	done:    {will, might},
	may:     {must, done, will, should},
	must:    {may, done, should},
	mustNot: {should},
	needNot: {should},
	should:  {must, mustNot, done},
	might:   {done, must, fact},
	will:    {done},
}

// modality: a duty, a permission, a plan and a fact are four things. What may be asked for is not what may be had.
func (t *trial) modality() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || t.judges(c) || t.excused(c) || len(t.r.toks(c)) == 0 || q.score < .34 {
			return
		}
		if o, ok := t.decided(c, q, func(o *pair) bool { return t.misstates(c, o) != "" }); ok {
			t.refuse("modality", "%q says that %s: %s", clip(t.r.text(c)), t.misstates(c, o), clip(t.sentenceOf(o)))
			return
		}
		own, all := t.marksOf(q)
		source := t.mood(t.ix.recs[q.rec].text, q.clause)
		if (all|own)&words.Request != 0 && (source == may || t.claimed(c, q) == done) && !t.asksFor(c) && t.grants(c, q) {
			t.refuse("modality", "%q gives what the source only lets one ask for: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		}
	})
}

// misstates says what is wrong with the mood of clause c against a pair, "" for nothing.
func (t *trial) misstates(c int, o *pair) string {
	text := t.ix.recs[o.rec].text
	claim, source := t.claimed(c, o), t.mood(text, o.clause)
	if claim == may && source == must && t.able(c) {
		return ""
	}
	if claim == must && source == may && t.purpose(c) {
		return "" // to do what is allowed one has to meet its conditions
	}
	if source == may && claim == fact && text.reports(o.clause) {
		source = might
	}
	if !contraryMoods(source, claim) && slices.Contains(unproved[source], claim) && t.governed(text, o, c, source) {
		return "it is " + moodNames[claim] + "; the source, that it is " + moodNames[source]
	}
	if text.clauses[o.clause].classes&words.Ask != 0 && t.governs(text, o.clause, words.Ask, c) && !t.leftOpen(c) {
		return "it is settled; the source leaves it open"
	}
	return ""
}

// purpose reports whether the sentence of clause c begins with what its duty is for: to book a room, one must …
func (t *trial) purpose(c int) bool {
	for c > 0 && t.r.clauses[c-1].sentence == t.r.clauses[c].sentence {
		c--
	}
	low := strings.ToLower(t.r.text(c))
	return slices.ContainsFunc(purposes, func(w string) bool { return strings.HasPrefix(low, w) })
}

var purposes = []string{"to ", "in order to ", "想", "要想", "若要", "如要"}

// reports reports whether a clause gives what somebody says or thinks: "may" in it is no permission.
func (r *reading) reports(c int) bool {
	return slices.ContainsFunc(r.toks(c), func(k token) bool { return k.is("=say") || k.is("=show") || k.is("=conclude") })
}

// claimed is the mood of clause c; a verb in the past, of something that the source plans or allows, was done.
func (t *trial) claimed(c int, q *pair) mood {
	m := t.mood(t.r, c)
	for k := c; m == fact && k > 0 && t.r.clauses[k-1].sentence == t.r.clauses[c].sentence && len(t.r.toks(k-1)) <= 1 && len(t.r.vals(k-1)) == 0; k-- {
		m = t.mood(t.r, k-1) // operators are advised, though, to …
	}
	if m != fact {
		return m
	}
	if t.r.lang == "en" && t.r.clauses[c].classes&words.Negating == 0 && t.inPast(c, q) {
		return done
	}
	if strings.HasSuffix(strings.TrimRight(t.r.text(c), "。.，,；;！!"), "了") {
		return done
	}
	return m
}

var pastAuxiliaries = []string{" was ", " were ", " has ", " have ", " had "}

func (t *trial) inPast(c int, q *pair) bool {
	low := " " + strings.ToLower(t.r.text(c)) + " "
	for _, w := range pastAuxiliaries {
		if strings.Contains(low, w) {
			return true
		}
	}
	text := t.ix.recs[q.rec].text
	for _, tok := range t.r.toks(c) {
		w := strings.ToLower(t.r.src[tok.start:tok.end])
		if !strings.HasSuffix(w, "ed") {
			continue
		}
		for _, e := range text.toks(q.clause) {
			if e.key == tok.key && (text.lang != "en" || !strings.HasSuffix(strings.ToLower(text.src[e.start:e.end]), "ed")) {
				return true
			}
		}
	}
	return false
}

// governed reports whether a mood of the source is said of what clause c speaks of.
func (t *trial) governed(text *reading, q *pair, c int, source mood) bool {
	if source == fact {
		return t.touches(q, c) && text.clauses[q.clause].classes&words.Done != 0
	}
	return t.governs(text, q.clause, moods|words.Done, c)
}

// able reports whether clause c only says what can be, by a word that permits nothing by itself.
func (t *trial) able(c int) bool {
	return t.r.clauses[c].classes&words.Permission != 0 && !slices.ContainsFunc(t.r.clauses[c].marks, func(m words.Mark) bool {
		return m.Class&words.Permission != 0 && !words.Able(strings.ToLower(t.r.src[m.Start:m.End]))
	})
}

// leftOpen reports whether clause c, or its sentence, says itself that something is open.
func (t *trial) leftOpen(c int) bool {
	for k := range t.r.clauses {
		if cl := t.r.clauses[k]; cl.sentence == t.r.clauses[c].sentence && cl.classes&(words.Ask|words.Possible|words.Unavailable|words.Obligation) != 0 {
			return true
		}
	}
	return t.r.denies(c)
}

// asksFor reports whether the sentence of clause c says that something is asked for.
func (t *trial) asksFor(c int) bool {
	for k := range t.r.clauses {
		if t.r.clauses[k].sentence != t.r.clauses[c].sentence {
			continue
		}
		if t.r.clauses[k].classes&words.Request != 0 || slices.ContainsFunc(t.r.toks(k), func(x token) bool { return words.Asks(x.key) }) {
			return true
		}
	}
	return t.r.denies(c)
}
