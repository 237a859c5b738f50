package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

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
	return slices.ContainsFunc(t.r.toks(c), func(k token) bool { return k.kind != calendarToken && hasAny(text.toks(q.clause), k) })
}

// whole are the marks of an open question that are about all of their clause.
var whole = map[string]bool{"还是": true, "pending": true, "为准": true, "取决于": true, "unclear": true, "unknown": true, "depends on": true, "待确认": true, "待核实": true}

// passive reports whether "be" follows.
func passive(after string) bool {
	after = strings.TrimLeft(strings.ToLower(after), " ")
	return strings.HasPrefix(after, "be ") || strings.HasPrefix(after, "still be ") || strings.HasPrefix(after, "only be ")
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
