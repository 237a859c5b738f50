package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// deniesDescribed: what stands in a row is not denied of it.
func (t *trial) deniesDescribed() {
	t.eachTelling(func(tl *telling) {
		if len(tl.names) == 0 || tl.tb.key < 0 {
			return
		}
		for _, l := range tl.labels {
			n := t.labelOwner(tl, l)
			if slices.Contains(l.rows, n.rows[0]) && t.deniedAt(tl, l.start) && t.nameLike(tl, l) && !t.deniedByName(t.clauseAt(l.start)) {
				t.refuse("negation", "%q denies what the row of %s has", t.r.src[l.start:l.end], t.r.src[n.start:n.end])
				return
			}
		}
	})
}

// described: what a sentence says of a row in words stands in that row, and not in another one only.
func (t *trial) described() {
	t.eachTelling(func(tl *telling) {
		if len(tl.names) == 0 || tl.tb.key < 0 {
			return
		}
		for _, l := range tl.labels {
			n := t.labelOwner(tl, l)
			cell := tl.tb.Rows[n.rows[0]]
			if slices.Contains(l.rows, n.rows[0]) || t.isHead(tl, l) || l.col >= len(cell) || cell[l.col].Text == "" || t.deniedAt(tl, l.start) || !t.nameLike(tl, l) {
				continue
			}
			t.refuse("binding", "%s stands in another row than %s, which has %s", t.r.src[l.start:l.end], t.r.src[n.start:n.end], clip(cell[l.col].Text))
		}
	})
}

// oneHead reports whether one head has two words.
func (t *trial) oneHead(tl *telling, a, b token) bool {
	for col := range tl.tb.cols {
		if col != tl.tb.key && tl.tb.says(col, a) && tl.tb.says(col, b) {
			return true
		}
	}
	return false
}

// isHead reports whether what could be a cell's text is a word of a head: the paid of "amount paid".
func (t *trial) isHead(tl *telling, l naming) bool {
	said := t.r.src[l.start:l.end]
	heads := false
	for i, k := range t.r.tokens {
		if i > 0 && k.start == l.start && t.r.tokens[i-1].end+1 == k.start && t.oneHead(tl, t.r.tokens[i-1], k) {
			return true // the paid of amount paid
		}
		if k.start < l.start || k.end > l.end {
			continue
		}
		if !tl.tb.spokenOf(k) {
			return false
		}
		heads = true
	}
	words := strings.ContainsAny(said, " ") && strings.ToLower(said) != said // a title such as IT Staff
	return heads && !words && t.statesAny(tl)
}

// statesAny reports whether a sentence states a value; one that states none has nothing for a head to be the head of.
func (t *trial) statesAny(tl *telling) bool {
	for i := t.r.clauses[tl.first].vfirst; i < t.r.clauses[tl.last].vlast; i++ {
		if v := t.r.values[i]; !v.Weak && !slices.ContainsFunc(tl.names, func(n naming) bool { return v.Start < n.end && n.start < v.End }) {
			return true
		}
	}
	return false
}

// labelOwner finds the row that a label is said of.
func (t *trial) labelOwner(tl *telling, l naming) naming {
	if slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowInTurn != 0 }) {
		var same []naming
		for _, o := range tl.labels {
			if o.col == l.col {
				same = append(same, o)
			}
		}
		if k := slices.IndexFunc(same, func(o naming) bool { return o.start == l.start }); len(same) == len(tl.names) && k >= 0 {
			return tl.names[k]
		}
	}
	best := tl.names[0]
	for _, n := range tl.names {
		if n.end <= l.start {
			best = n
		}
	}
	return best
}

// nameLike reports whether a label is a name, or the claim rests on rows only, so that it is no common word of a passage.
func (t *trial) nameLike(tl *telling, l naming) bool {
	for _, v := range t.r.values {
		if v.Start <= l.start && l.end < v.End {
			return false // a part of a number
		}
	}
	if !tl.tb.strict() {
		first, _ := utf8.DecodeRuneInString(t.r.src[l.start:])
		return unicode.IsUpper(first) || han(first) || t.saidToBe(l)
	}
	return len(t.of(passageRecord)) == 0 || t.properAt(l.start)
}

// saidToBe reports whether a text of a cell is what a sentence says that something is: retired, of "is now retired".
func (t *trial) saidToBe(l naming) bool {
	before := wordsIn(t.r.src[t.r.clauses[t.clauseAt(l.start)].start:l.start])
	for len(before) > 0 && slices.Contains(words.States("between"), before[len(before)-1]) {
		before = before[:len(before)-1]
	}
	return len(before) > 0 && slices.Contains(words.States("is"), before[len(before)-1])
}

func (t *trial) properAt(at int) bool {
	return slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.start == at && (k.proper || k.kind == nameToken || k.kind == identToken) })
}

func (t *trial) deniedAt(tl *telling, at int) bool {
	for c := range t.r.clauses {
		if cl := t.r.clauses[c]; at >= cl.start && at < cl.end {
			return tl.denies(t.r, c)
		}
	}
	return false
}

// countsThing reports whether the thing that a value counts is what a column counts: a word of its head or unit, or
// a word for any thing.
func (t *trial) countsThing(v value, tb *table, col int) bool {
	if v.Unit.Name == "" || v.Unit.Known && v.Kind != quantity.Count {
		return true
	}
	if tb.cols[col].countsPeople(v.Unit) {
		return true
	}
	toks := t.v.reader.short(firstOf(v.Unit.Word, v.Unit.Name)).tokens
	if len(toks) == 0 || anyThing[strings.ToLower(v.Unit.Word)] || slices.ContainsFunc(toks, func(k token) bool { return tb.says(col, k) }) {
		return true
	}
	if u, ok := quantity.LookupUnit(tb.cols[col].scale.unit); ok && quantity.Of(one, u).Kind == quantity.Count && v.Unit.Known && u.Name == v.Unit.Name {
		return true
	}
	if v.Unit.Known && t.r.lang == "zh" {
		return true // a counter goes with many things
	}
	return !slices.ContainsFunc(toks, func(k token) bool { return tb.spokenOf(k) || !t.v.uncited && !t.ix.knows(k.key) })
}

// countsPeople reports whether a unit is people and a column counts some: 120 people, of passengers.
func (c *column) countsPeople(u quantity.Unit) bool {
	return u.Name == "person" && slices.ContainsFunc(c.name, func(w token) bool { return w.any(func(key string) bool { return peopleKeys[key] }) })
}

// countsOther reports whether a value counts a listed thing while the head of its column is the name of another: 28 customers, of
// a column orders.
func (t *trial) countsOther(v value, tb *table, col int) bool {
	if v.Unit.Name == "" || v.Unit.Known && v.Kind != quantity.Count || anyThing[strings.ToLower(v.Unit.Word)] {
		return false
	}
	if v.Unit.Known && t.r.lang == "zh" || tb.cols[col].countsPeople(v.Unit) {
		return false // a counter goes with many things: 13 位, of customers
	}
	toks := t.v.reader.short(firstOf(v.Unit.Word, v.Unit.Name)).tokens
	if len(toks) != 1 || toks[0].kind != conceptToken || tb.spokenOf(toks[0]) {
		return false
	}
	return slices.ContainsFunc([]string{tb.cols[col].Name, tb.cols[col].Title, tb.cols[col].TitleEN}, plural.MatchString)
}

// plural finds a word or a head that is the name of things: orders, open_tickets.
var plural = regexp.MustCompile(`(?i)(?:^|[a-z_ ])[a-z]{2,}[a-rt-z]s$`)

// anyThing are words for whatever is counted.
var anyThing = map[string]bool{"unit": true, "units": true, "piece": true, "pieces": true, "item": true, "items": true, "pcs": true}
