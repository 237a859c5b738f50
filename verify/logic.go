package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// each runs a check on every clause that states something and rests on a passage.
func (t *trial) each(check func(c int, q *pair)) {
	if !t.asserts() {
		return
	}
	for c := range t.pairs {
		if t.pairs[c].ok && t.r.clauses[c].classes&words.Ask == 0 && t.prose(c) && !t.aside(c) {
			check(c, &t.pairs[c])
		}
	}
}

// aside reports whether a clause is a word in brackets beside a result: "the increase (decrease)".
func (t *trial) aside(c int) bool {
	if len(t.r.toks(c)) > 1 || len(t.r.vals(c)) > 0 || c == 0 {
		return false
	}
	return slices.ContainsFunc(t.proofs, func(p proof) bool { return p.rule == "" && p.by == "calculation" })
}

// isSaid reports whether a pair is with the asker's own words.
func (t *trial) isSaid(q *pair) bool { return t.ix.recs[q.rec].kind == saidRecord }

// negation: what the evidence denies is not claimed, and the other way round.
func (t *trial) negation() {
	t.deniesRows()
	t.each(func(c int, q *pair) {
		if t.judged(c, q) || t.excused(c) {
			return
		}
		if contrary(t.mood(t.r, c), t.mood(t.ix.recs[q.rec].text, q.clause)) && q.score >= .34 && !t.isSaid(q) {
			t.refuse("negation", "%q says the contrary of: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
			return
		}
		for _, tok := range q.turned {
			if tok.kind == calendarToken || t.otherwise(tok, q) {
				continue
			}
			t.refuse("negation", "%q is %s in: %s", t.r.src[tok.start:tok.end], map[bool]string{true: "not denied", false: "denied"}[tok.neg], clip(t.quoteOf(q)))
			return
		}
	})
}

// deniesRows: a clause that denies what a row or a result says.
func (t *trial) deniesRows() {
	for c := range t.r.clauses {
		cl := t.r.clauses[c]
		if !t.r.denies(c) || cl.classes&(limiting|words.Ask|excuses|words.NotExcept) != 0 || !t.asserts() || t.deniedByName(c) {
			continue
		}
		for i := cl.vfirst; i < cl.vlast; i++ {
			if p := t.proofs[i]; p.rule == "" && (p.by == "row" || p.by == "calculation") && (p.exact.Value != nil || p.exact.Kind == quantity.FullDate) {
				t.refuse("negation", "%q denies what the record has: %s", clip(t.r.text(c)), p.value)
				return
			}
			if p := t.proofs[i]; p.rule == "" && p.by == "quote" && p.exact.Value != nil && t.lone(i, c) && t.denied(c, t.r.values[i].Start) && !t.deniedThere(p) {
				t.refuse("negation", "%q denies what stands in: %s", clip(t.r.text(c)), clip(p.value))
				return
			}
		}
		for _, rec := range t.of(tableRecord) {
			t.rows(c, rec)
			var in []naming
			for _, n := range t.namings[rec] {
				if n.start >= cl.start && n.start < cl.end {
					in = append(in, n)
				}
			}
			if len(in) == 2 && in[0].col != in[1].col && len(intersect(in[0].rows, in[1].rows)) == 1 {
				t.refuse("negation", "%q denies what the row has", clip(t.r.text(c)))
				return
			}
		}
	}
}

// denied reports whether 不是 or "is not" stands before a value with no verb between: what is denied is the value.
func (t *trial) denied(c, at int) bool {
	return slices.ContainsFunc(t.r.clauses[c].marks, func(m words.Mark) bool {
		return m.Class&words.NotClausal != 0 && m.Class&words.NotNever == 0 && m.End <= at && at-m.End <= len("as many as ")
	})
}

// deniedThere reports whether the clause of the evidence that proves a value denies something itself.
func (t *trial) deniedThere(p proof) bool {
	text := t.ix.recs[p.rec].text
	if text == nil {
		return true
	}
	for k := range text.clauses {
		if cl := &text.clauses[k]; p.exact.Start >= cl.start && p.exact.Start < cl.end {
			return text.denies(k)
		}
	}
	return true
}

// deniedByName reports whether the negation of a clause is a part of what a cell says: 原因“与描述不符”.
func (t *trial) deniedByName(c int) bool {
	for _, rec := range t.of(tableRecord) {
		t.rows(c, rec)
		for _, n := range t.namings[rec] {
			for _, m := range t.r.clauses[c].marks {
				if m.Class&words.NotClausal != 0 && m.Start >= n.start && m.End <= n.end {
					return true
				}
			}
		}
	}
	return false
}

// otherwise reports whether another cited record bears a token out with the claim's polarity: a row, or the asker's words.
func (t *trial) otherwise(tok token, q *pair) bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if i == q.rec || r.text == nil {
			continue
		}
		if slices.ContainsFunc(r.text.tokens, func(e token) bool { return e.key == tok.key && e.neg == tok.neg }) && (r.kind == saidRecord || t.better(tok, i, q)) {
			return true
		}
	}
	return false
}

// better reports whether another passage covers the token's clause as well as the pair does.
func (t *trial) better(tok token, rec int, q *pair) bool {
	for _, p := range t.candidates(tok.clause) {
		if p.rec == rec {
			o := t.compare(tok.clause, p)
			return len(o.turned) == 0 && o.score >= q.score-.1
		}
	}
	return false
}

// judged reports whether clause c says that the conditions of a passage are, or are not, met, and
// the rest of the claim shows why: a state or a value against a condition, or each as it is asked for.
func (t *trial) judged(c int, q *pair) bool {
	neg := false
	judges := false
	for _, tok := range t.r.toks(c) {
		if tok.key == "=eligible" || tok.key == "=condition" {
			judges, neg = true, neg || tok.neg
		}
	}
	if !judges && t.r.clauses[c].classes&(words.MustNot|words.NotClausal) != 0 && t.r.clauses[c].classes&words.Permission == 0 {
		judges, neg = true, true
	}
	if !judges {
		return false
	}
	return neg == t.breaks(c, q) && neg
}

// breaks reports whether the rest of the claim breaks a condition of the passage that clause c speaks of.
func (t *trial) breaks(c int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	s := text.clauses[q.clause].sentence
	for o := range t.r.clauses {
		if o == c {
			continue
		}
		for k := range text.clauses {
			if text.clauses[k].sentence != s {
				continue
			}
			for _, tok := range t.r.toks(o) {
				if slices.ContainsFunc(text.toks(k), func(e token) bool { return e.key == tok.key && e.neg != tok.neg && e.kind != calendarToken }) {
					return true
				}
			}
			for _, v := range t.r.vals(o) {
				for _, e := range text.vals(k) {
					if outside(v, e, text.clauses[k].classes) {
						return true
					}
				}
			}
		}
	}
	return false
}

// outside reports whether a value lies beyond a limit.
func outside(v, limit value, marks words.Class) bool {
	if v.Value == nil || limit.Value == nil || !quantity.CompatibleUnits(v.Unit, limit.Unit) || v.Unit.Dim == "" {
		return false
	}
	c := v.Base().Cmp(limit.Base())
	switch limit.Bound {
	case quantity.AtMost:
		return c > 0
	case quantity.Below:
		return c >= 0
	case quantity.AtLeast:
		return c < 0
	case quantity.Above:
		return c <= 0
	}
	return marks&words.AtMost != 0 && c > 0 || marks&words.AtLeast != 0 && c < 0
}

// excused reports whether clause c says only that something was not found or could not be checked.
func (t *trial) excused(c int) bool { return t.r.clauses[c].classes&excuses != 0 }

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
	m := moodOf(r.clauses[c].classes)
	if m != may {
		return m
	}
	denied := false
	for _, w := range r.clauses[c].marks {
		switch {
		case w.Class&words.NotClausal != 0:
			denied = true
		case w.Class&words.Permission != 0:
			if denied {
				return mustNot
			}
			return may
		case w.Class&words.ScopeEnd != 0:
			denied = false
		}
	}
	return m
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

// contrary reports whether one mood denies the other.
func contrary(a, b mood) bool {
	return a == may && b == mustNot || a == mustNot && b == may || a == must && b == needNot || a == needNot && b == must ||
		a == must && b == mustNot || a == mustNot && b == must
}

// weaker lists, for a mood of the evidence, the moods of a claim that it bears out.
var weaker = map[mood][]mood{
	fact:    {fact, done},
	done:    {done, fact},
	may:     {may},
	must:    {must},
	mustNot: {mustNot, fact},
	needNot: {needNot, may},
	should:  {should},
	might:   {might},
	will:    {will},
}

// modality: a duty, a permission, a plan and a fact are four things. What may be asked for is not what may be had.
func (t *trial) modality() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || t.judges(c) || t.excused(c) || len(t.r.toks(c)) == 0 {
			return
		}
		claim := t.mood(t.r, c)
		own, all := t.marksOf(q)
		source := t.mood(t.ix.recs[q.rec].text, q.clause)
		if source == fact {
			// the mood may stand in the clause that this one leans on
			for _, k := range q.window[1:] {
				if m := t.mood(t.ix.recs[q.rec].text, k); m != fact && slices.Contains(weaker[m], claim) && !slices.Contains(weaker[fact], claim) {
					source = m
					break
				}
			}
		}
		if q.score < .34 || !t.touches(q, c) {
			return
		}
		if contrary(source, claim) {
			return // the rule on negation says so
		}
		if own&words.Ask != 0 && t.governs(t.ix.recs[q.rec].text, q.clause, words.Ask, c) {
			t.refuse("modality", "%q settles what the source leaves open: %s", clip(t.r.text(c)), clip(t.sentenceOf(q)))
			return
		}
		if source != fact && claim == fact && !t.governs(t.ix.recs[q.rec].text, q.clause, moods|words.Done, c) || source == fact && claim != fact && !t.holds(q, c) {
			return
		}
		if !slices.Contains(weaker[source], claim) {
			t.refuse("modality", "%q says that it is %s; the source, that it is %s: %s", clip(t.r.text(c)), moodNames[claim], moodNames[source], clip(t.quoteOf(q)))
			return
		}
		if (all|own)&words.Request != 0 && t.r.clauses[c].classes&words.Request == 0 && t.grants(c, q) {
			t.refuse("modality", "%q gives what the source only lets one ask for: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		}
	})
}

// governs reports whether clause c of the claim speaks of what a mark of some classes in a clause of
// the evidence governs: what stands after it, or the whole clause where the mark is about all of it.
func (t *trial) governs(text *reading, k int, classes words.Class, c int) bool {
	for _, m := range text.clauses[k].marks {
		if m.Class&classes == 0 {
			continue
		}
		after := 0
		for _, tok := range text.toks(k) {
			if tok.start < m.End && !whole[strings.ToLower(text.src[m.Start:m.End])] {
				continue
			}
			after++
			if tok.kind != calendarToken && has(t.r.toks(c), tok.key) {
				return true
			}
		}
		if after == 0 {
			return true // "permits are required": what it governs stands before it
		}
		if text.lang != "zh" && passive(text.src[m.End:text.clauses[k].end]) {
			return true // "a request may be submitted": the subject is what it governs
		}
	}
	return false
}

// touches reports whether clause c and a pair's own clause have a word in common.
func (t *trial) touches(q *pair, c int) bool {
	text := t.ix.recs[q.rec].text
	return slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.kind != calendarToken && has(text.toks(q.clause), k.key) })
}

// whole are the marks of an open question that are about all of their clause.
var whole = map[string]bool{"还是": true, "pending": true, "为准": true, "取决于": true, "unclear": true, "unknown": true, "depends on": true, "待确认": true, "待核实": true}

// passive reports whether "be" follows.
func passive(after string) bool {
	after = strings.TrimLeft(strings.ToLower(after), " ")
	return strings.HasPrefix(after, "be ") || strings.HasPrefix(after, "still be ") || strings.HasPrefix(after, "only be ")
}

// holds reports whether a pair speaks of what the mood of clause c governs.
func (t *trial) holds(q *pair, c int) bool {
	text := t.ix.recs[q.rec].text
	for _, m := range t.r.clauses[c].marks {
		if m.Class&(moods|words.Done) == 0 {
			continue
		}
		any := false
		for _, tok := range t.r.toks(c) {
			if tok.start < m.End {
				continue
			}
			any = true
			if has(text.toks(q.clause), tok.key) {
				return true
			}
		}
		if !any || t.r.lang != "zh" && passive(t.r.src[m.End:t.r.clauses[c].end]) {
			return true
		}
	}
	return false
}

// judges reports whether a clause says that conditions are met or not.
func (t *trial) judges(c int) bool {
	return slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.key == "=eligible" })
}

// grants reports whether what the source lets one ask for is what clause c gives.
func (t *trial) grants(c int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	cl := text.clauses[q.clause]
	for _, m := range cl.marks {
		if m.Class&words.Request == 0 {
			continue
		}
		for _, tok := range text.toks(q.clause) {
			if tok.start < m.End {
				continue
			}
			if slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.key == tok.key }) {
				return true
			}
		}
	}
	return false
}

// action: no action is claimed that no tool did. The engine only reads.
func (t *trial) action() {
	if t.whole {
		return
	}
	for c := range t.r.clauses {
		if t.r.clauses[c].classes&words.Acted != 0 {
			t.refuse("action", "%q: nothing was done, and no record says that it was", clip(t.r.text(c)))
			return
		}
	}
	if len(t.of(passageRecord)) > 0 && len(t.of(tableRecord)) == 0 {
		return // the rule on modality compares with the passage
	}
	for c := range t.r.clauses {
		cl := t.r.clauses[c]
		for _, m := range cl.marks {
			if m.Class&words.Done == 0 {
				continue
			}
			for _, tok := range t.r.toks(c) {
				if tok.start < m.End || tok.kind == calendarToken {
					continue
				}
				if t.holder(tok.key) < 0 {
					t.refuse("action", "%q: no record says that it was done", clip(t.r.text(c)))
				}
				break
			}
		}
	}
}

// quantities are the classes of words that say how many, from all down to none.
var quantities = []struct {
	class words.Class
	level int
}{{words.All, 6}, {words.Most, 5}, {words.Many, 4}, {words.Some, 3}, {words.Few, 2}}

func level(c words.Class) int {
	for _, q := range quantities {
		if c&q.class != 0 {
			return q.level
		}
	}
	return 0
}

// quantifier: some is not all, and few is not most.
func (t *trial) quantifier() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.score < .34 {
			return
		}
		own, all := t.marksOf(q)
		claim, source := level(t.r.clauses[c].classes), level(own)
		if source == 0 {
			source = level(all)
		}
		switch {
		case claim == source:
		case source == 2 && claim != 2 || source == 3 && (claim > 3 || claim == 0):
			t.refuse("quantifier", "%q says more than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim == 2 && source > 3:
			t.refuse("quantifier", "%q says less than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case source > 0 && claim > source:
			t.refuse("quantifier", "%q says more than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case (source == 5 || source == 4) && claim == 0:
			t.doubt("quantifier", "%q leaves out how many the source speaks of: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim > 3 && source == 0 && (own|all)&words.Only != 0:
			t.refuse("quantifier", "%q says more than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim == 6 && source == 0 && t.narrower(c, q):
			t.doubt("quantifier", "%q is wider than the source: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		case claim > 3 && source == 0 && t.fewer(c, q):
			t.doubt("quantifier", "%q is not how many the source counts: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		}
		if t.r.clauses[c].classes&words.Only != 0 && (own|all)&words.Only == 0 && claim == source {
			t.doubt("quantifier", "the source does not say only: %s", clip(t.quoteOf(q)))
		}
	})
	for c := range t.r.clauses {
		t.rowsQuantified(c)
	}
}

// narrower reports whether the source speaks of some kind of what the clause speaks of as all:
// what stands before its first mark or value has words, or a value, that the claim lacks.
func (t *trial) narrower(c int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	cl := text.clauses[q.clause]
	for _, e := range text.vals(q.clause) {
		if e.Value != nil && (!e.Weak || e.Bound != "") && !slices.ContainsFunc(t.r.vals(c), func(v value) bool { return t.same(v, e.Mention) == equalTo }) {
			return true
		}
	}
	for i, tok := range text.toks(q.clause) {
		if i > 3 || len(cl.marks) > 0 && tok.start > cl.marks[0].Start {
			break
		}
		if !has(t.r.toks(c), tok.key) {
			return true
		}
	}
	return false
}

// fewer reports whether the source counts what the clause calls many or all.
func (t *trial) fewer(c int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	if slices.ContainsFunc(t.r.vals(c), func(v value) bool { return v.Value != nil && !v.Weak }) {
		return false
	}
	return slices.ContainsFunc(text.vals(q.clause), func(v value) bool {
		return v.Kind == quantity.Count && v.Value != nil && !v.Weak && v.Value.IsInt() && v.Value.Num().Int64() <= 3
	})
}

// condition: a condition of the source is not dropped, and none that the claim shows to be broken is taken as met.
func (t *trial) condition() {
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.score < .34 {
			return
		}
		own, _ := t.marksOf(q)
		claim := moodOf(t.r.clauses[c].classes)
		if len(t.r.clauses[c].cuts) > 0 {
			return // it states a condition of its own
		}
		negated := slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.neg && (k.key == "=eligible" || k.key == "=condition") })
		if moodOf(own) == may && (claim == may || t.judges(c) && !negated) && t.breaks(c, q) && len(q.turned) == 0 && !t.contrasts(c) {
			t.refuse("condition", "the claim itself breaks a condition of: %s", clip(t.sentenceOf(q)))
			return
		}
		if !t.v.conditions || t.judges(c) {
			return
		}
		for _, k := range t.conditionsOf(q) {
			if !t.mentions(k, q) {
				t.doubt("condition", "it leaves out a condition of the source: %s", clip(t.ix.recs[q.rec].text.text(k)))
				return
			}
		}
	})
}

// contrasts reports whether the claim says that something holds in spite of another: 仍, still, 但.
func (t *trial) contrasts(c int) bool {
	s := strings.ToLower(t.claim.Text)
	return strings.Contains(s, "仍") || strings.Contains(s, "still") || strings.Contains(s, "但") || strings.Contains(s, " but ")
}

func (t *trial) sentenceOf(q *pair) string {
	text := t.ix.recs[q.rec].text
	s := text.clauses[q.clause].sentence
	from, to := -1, 0
	for _, cl := range text.clauses {
		if cl.sentence == s {
			if from < 0 {
				from = cl.start
			}
			to = cl.end
		}
	}
	if from < 0 {
		return ""
	}
	return text.src[from:to]
}

// conditionsOf finds the clauses of a pair's sentence that are conditions of it: with a word such
// as if or unless, or one that ends in 的 before a permission or a duty.
func (t *trial) conditionsOf(q *pair) []int {
	text := t.ix.recs[q.rec].text
	var out []int
	for _, k := range q.window {
		cl := text.clauses[k]
		if cl.sentence != text.clauses[q.clause].sentence {
			continue
		}
		switch {
		case cl.classes&words.Condition != 0 && cl.classes&words.Cause == 0, k == q.clause && len(cl.cuts) > 0, cl.classes&words.NotExcept != 0 && k == q.clause:
			out = append(out, k)
		}
	}
	return out
}

// mentions reports whether the claim has something of a clause of the evidence.
func (t *trial) mentions(k int, q *pair) bool {
	text := t.ix.recs[q.rec].text
	own := map[string]bool{}
	for _, tok := range text.toks(q.clause) {
		if k != q.clause {
			own[tok.key] = true
		}
	}
	toks := text.toks(k)
	if k == q.clause {
		toks = conditional(text, k)
	}
	told := 0
	for _, tok := range toks {
		if own[tok.key] {
			continue
		}
		told++
		if slices.ContainsFunc(t.r.tokens, func(x token) bool { return x.key == tok.key }) {
			return true
		}
	}
	for _, e := range text.vals(k) {
		told++
		if slices.ContainsFunc(t.r.values, func(v value) bool { return t.same(v, e.Mention) == equalTo }) {
			return true
		}
	}
	return told == 0 || len(t.of(tableRecord))+len(t.of(calcRecord)) > 0
}

// conditional returns the tokens of the condition in a clause: up to the comma that ends it, else
// what stands after the word that makes it one.
func conditional(text *reading, k int) []token {
	cl := text.clauses[k]
	var out []token
	for _, tok := range text.toks(k) {
		if len(cl.cuts) > 0 && tok.start < cl.cuts[len(cl.cuts)-1] {
			out = append(out, tok)
		}
	}
	for _, m := range cl.marks {
		if m.Class&(words.Condition|words.NotExcept) == 0 || len(cl.cuts) > 0 && m.Start < cl.cuts[len(cl.cuts)-1] {
			continue
		}
		for _, tok := range text.toks(k) {
			if tok.start >= m.End {
				out = append(out, tok)
			}
		}
		break
	}
	return out
}

// dropped: a word that the workspace calls decisive, and that the source makes a condition of, stands in the claim.
func (t *trial) dropped() {
	if len(t.v.decisive) == 0 {
		return
	}
	t.each(func(c int, q *pair) {
		if t.isSaid(q) || q.score < .34 {
			return
		}
		text := t.ix.recs[q.rec].text
		s := text.clauses[q.clause].sentence
		for _, tok := range text.tokens {
			if text.clauses[tok.clause].sentence != s || !slices.Contains(t.v.decisive, tok.key) {
				continue
			}
			if !slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.key == tok.key }) {
				t.refuse("decisive", "it leaves out %q, which decides: %s", text.src[tok.start:tok.end], clip(t.sentenceOf(q)))
				return
			}
		}
	})
}

// cause: that one thing brought about another is said only where the source says it.
func (t *trial) cause() {
	t.each(func(c int, q *pair) {
		if t.r.clauses[c].classes&words.Cause == 0 {
			return
		}
		text := t.ix.recs[q.rec].text
		s := text.clauses[q.clause].sentence
		for _, cl := range text.clauses {
			if cl.sentence >= s-1 && cl.sentence <= s+1 && cl.classes&words.Cause != 0 {
				return
			}
		}
		t.doubt("cause", "the source names no cause: %s", clip(t.sentenceOf(q)))
	})
}

// strong: significantly is said only where the source says it, or where the change is as large as the workspace says.
func (t *trial) strong() {
	for c := range t.r.clauses {
		if t.r.clauses[c].classes&words.Strong == 0 || !t.asserts() {
			continue
		}
		if q := &t.pairs[c]; q.ok {
			if _, all := t.marksOf(q); all&words.Strong != 0 {
				continue
			}
		}
		if t.large(c) {
			continue
		}
		t.doubt("strong", "%q: no source says so, and no threshold bears it out", clip(t.r.text(c)))
	}
}

// large reports whether a clause states a change of at least the workspace's threshold.
func (t *trial) large(c int) bool {
	if t.v.significant == nil {
		return false
	}
	return slices.ContainsFunc(t.r.vals(c), func(v value) bool {
		return (v.Kind == quantity.Percent || v.Kind == quantity.Ratio) && v.Base() != nil && v.Base().Cmp(t.v.significant) >= 0
	})
}

// entailment: what a clause says is covered by what it rests on. What no record covers is unconfirmed.
func (t *trial) entailment() {
	for c := range t.r.clauses {
		if !t.asserts() || t.excused(c) {
			continue
		}
		cov, total, missing := t.covered(c)
		if total == 0 {
			continue
		}
		need := .6
		proven := 0
		for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
			if p := t.proofs[i]; p.rule == "" && p.rec >= 0 {
				proven++
			}
		}
		if proven > 0 && total < 1.3 {
			continue // "达", "totalling": the value is what it says
		}
		if proven > 0 {
			need = .34
		} else if t.ofNamedRow(c) {
			cov, total, missing = t.coveredBesideNames(c, missing)
			need = .8
		}
		if len(missing) == 1 && t.composed(c) {
			continue
		}
		if cov+1e-9 < need {
			t.doubt("entailment", "no cited record speaks of %s", strings.Join(wordsOf(t.r, missing), ", "))
			continue
		}
		if q := &t.pairs[c]; q.ok && t.prose(c) && len(q.foreign) > 0 && !t.isSaid(q) {
			t.doubt("entailment", "%s: said of something else than %s", strings.Join(wordsOf(t.r, q.foreign), ", "), clip(t.quoteOf(q)))
		}
	}
}

// composed reports whether a clause is a word or two beside clauses of the same sentence whose values
// rows and calculations prove: "样本不足：抽检 40 件".
func (t *trial) composed(c int) bool {
	if t.v.uncited || len(t.r.toks(c)) > 3 || t.r.clauses[c].classes&words.Done != 0 {
		return false
	}
	for i, p := range t.proofs {
		if p.rule == "" && (p.by == "row" || p.by == "calculation") && t.r.clauses[t.r.values[i].clause].sentence == t.r.clauses[c].sentence {
			return true
		}
	}
	return false
}

func wordsOf(r *reading, tokens []token) []string {
	var out []string
	for _, tok := range tokens {
		out = append(out, r.src[tok.start:tok.end])
	}
	return out
}

// computedWords are what a calculation itself says of its value.
var computedWords = map[string]bool{"=up": true, "=down": true, "=total": true, "=average": true, "=rate": true, "=exceed": true, "=below": true, "=equal": true, "=change": true, "=share": true, "=difference": true}

// covered returns the share of a clause that the cited records cover, how much the clause says, and what is not covered.
func (t *trial) covered(c int) (share, total float64, missing []token) {
	got := 0.0
	foreign, anchors := t.foreign(), 0
	q := &t.pairs[c]
	seen := map[string]bool{}
	for _, tok := range t.r.toks(c) {
		if tok.kind == calendarToken || seen[tok.key] || t.glued(tok) {
			continue
		}
		seen[tok.key] = true
		w := tok.weight()
		total += w
		switch {
		case q.ok && !slices.ContainsFunc(q.missing, func(m token) bool { return m.key == tok.key }), t.elsewhere(tok.key, -1), tok.key == "=rank" && len(t.of(tableRecord)) > 0, tok.key == "=today" && !t.ix.c.Now.IsZero(), len(t.of(calcRecord)) > 0 && computedWords[tok.key]:
			got += w
			anchors++
		case foreign && (tok.kind == wordToken && !tok.proper || tok.kind == hanToken):
			total -= w // a word that no list has in the other language cannot be compared
			missing = append(missing, tok)
		default:
			missing = append(missing, tok)
		}
	}
	if foreign && anchors == 0 && len(missing) > 0 {
		return 0, weigh(missing) + 2, missing
	}
	if total == 0 {
		return 0, 0, nil
	}
	return got / total, total, missing
}
