package verify

import (
	"slices"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// comparison: words such as exceeds and below agree with the numbers on both sides.
func (t *trial) comparison() {
	for c := range t.r.clauses {
		cl := t.r.clauses[c]
		for _, m := range cl.marks {
			way := wayOf(m.Class)
			if way == "" || m.Class&words.Extreme != 0 {
				continue
			}
			if t.countedIn(c) {
				continue // how many rows lie beyond a limit
			}
			left, right := t.sides(c, m)
			if left == nil || right == nil {
				continue
			}
			d := left.Base().Cmp(right.Base())
			if way == "above" && d <= 0 || way == "below" && d >= 0 || way == "most" && d > 0 || way == "least" && d < 0 || way == "equal" && d != 0 {
				t.refuse("comparison", "%s against %s: %q does not hold", clip(left.Text), clip(right.Text), t.r.src[m.Start:m.End])
			}
		}
	}
}

func wayOf(c words.Class) string {
	switch {
	case c&words.AtMost != 0:
		return "most"
	case c&words.AtLeast != 0:
		return "least"
	case c&words.Above != 0:
		return "above"
	case c&words.Below != 0:
		return "below"
	case c&words.Equal != 0:
		return "equal"
	}
	return ""
}

// sides finds the two values that a word of comparison stands between: the one said of the
// subject, and the limit after it. Values that a record proved count as the record has them.
func (t *trial) sides(c int, m words.Mark) (left, right *quantity.Mention) {
	at := -1
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		if v := t.r.values[i]; v.Start >= m.Start && v.Value != nil && t.proofs[i].by != "name" {
			right, at = t.exact(i), i
			break
		}
	}
	if right == nil || t.r.values[at].Start-m.End > 60 {
		return nil, nil
	}
	for i := t.r.clauses[c].vfirst; i < at; i++ {
		if v := t.r.values[i]; v.Start >= m.End && v.Value == nil {
			return nil, nil // "under the 2019 plan … 20 %": the word is about the year
		}
	}
	for i := at - 1; i >= 0; i-- {
		v := t.r.values[i]
		if t.r.clauses[v.clause].sentence != t.r.clauses[c].sentence {
			break
		}
		if v.End <= m.Start && v.Value != nil && !v.Weak && t.proofs[i].by != "name" && quantity.CompatibleUnits(v.Unit, t.r.values[at].Unit) && v.Unit.Dim == t.r.values[at].Unit.Dim {
			if v.clause != c && t.r.clauses[v.clause].classes&limiting != 0 {
				continue
			}
			return t.exact(i), right
		}
	}
	// the subject's value may stand in a calculation or a row only
	return t.subject(c, t.r.values[at]), right
}

// exact is a value as its record has it, else as the claim does.
func (t *trial) exact(i int) *quantity.Mention {
	if p := t.proofs[i]; p.rule == "" && p.exact.Value != nil && t.r.values[i].Unit.Dim != "" {
		return &t.proofs[i].exact
	}
	return &t.r.values[i].Mention
}

// subject is the value of what a clause speaks of, where exactly one cited calculation or column has it in the limit's unit.
func (t *trial) subject(c int, limit value) *quantity.Mention {
	var found []quantity.Mention
	for _, rec := range t.recs {
		r := &t.ix.recs[rec]
		switch r.kind {
		case calcRecord:
			for _, e := range r.calc {
				if e.Value != nil && e.Unit.Dim == limit.Unit.Dim && e.Unit.Dim != "" && t.otherKey(c, r) == "" {
					found = append(found, e)
				}
			}
		case tableRecord:
			rr := t.rows(c, rec)
			if !rr.firm || len(rr.rows) != 1 {
				continue
			}
			best, score := quantity.Mention{}, 0.0
			for col := range r.table.cols {
				for _, e := range r.table.mentions(rr.rows[0], col) {
					if e.Value != nil && (e.Unit.Dim == limit.Unit.Dim || quantity.CompatibleUnits(e.Unit, limit.Unit)) {
						if s := t.columnScore(limit, r.table, col); s > score {
							best, score = e, s
						}
					}
				}
			}
			if score > 0 {
				found = append(found, best)
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return &found[0]
}

// direction: what rose did not fall, and what is said to go from one value to another goes that way.
func (t *trial) direction() {
	if eitherWay.MatchString(t.r.src) {
		return
	}
	for c := range t.r.clauses {
		up, down := t.rises(c), t.falls(c)
		if q := &t.pairs[c]; up && down && q.ok && t.prose(c) && !t.isSaid(q) && t.turnedAround(c, t.ix.recs[q.rec].text, q.clause) {
			t.refuse("direction", "%q goes the other way in: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		}
		if up == down {
			continue
		}
		if from, to := t.endpoints(c); from != nil && to != nil {
			d := to.Base().Cmp(from.Base())
			if up && d < 0 || down && d > 0 {
				t.refuse("direction", "from %s to %s is the other way", clip(from.Text), clip(to.Text))
				continue
			}
		}
		for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
			if e := t.proofs[i].exact; t.proofs[i].rule == "" && e.Value != nil && e.Value.Sign() < 0 && up && t.r.values[i].Value.Sign() > 0 {
				t.refuse("direction", "%s rises; the record has %s", t.r.values[i].Text, t.proofs[i].value)
			}
		}
		q := &t.pairs[c]
		if !q.ok || t.isSaid(q) || !t.prose(c) {
			continue
		}
		source := t.ix.recs[q.rec].text
		if t.turnedAround(c, source, q.clause) {
			t.refuse("direction", "%q goes the other way in: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
			continue
		}
		if has(source.toks(q.clause), turn(up)) && !has(source.toks(q.clause), turn(down)) {
			t.refuse("direction", "%q goes the other way in: %s", clip(t.r.text(c)), clip(t.quoteOf(q)))
		}
	}
}

// turnedAround reports whether what rises or falls in clause c does the contrary in a clause of the evidence:
// the word before is the same, the direction is not.
func (t *trial) turnedAround(c int, source *reading, k int) bool {
	ours, theirs := t.r.toks(c), source.toks(k)
	for i := 1; i < len(ours); i++ {
		d := ours[i].key
		if d != "=up" && d != "=down" {
			continue
		}
		other, same := false, false
		for x := 1; x < len(theirs); x++ {
			if theirs[x-1].key == ours[i-1].key {
				other = other || theirs[x].key == turn(d == "=up")
				same = same || theirs[x].key == d
			}
		}
		if other && !same {
			return true
		}
	}
	return false
}

// turn returns the key of the other direction.
func turn(up bool) string {
	if up {
		return "=down"
	}
	return "=up"
}

func has(tokens []token, key string) bool {
	return slices.ContainsFunc(tokens, func(k token) bool { return k.is(key) || slices.Contains(k.parts, key) })
}

// endpoints finds the two values of "from … to …".
func (t *trial) endpoints(c int) (from, to *quantity.Mention) {
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		v := t.r.values[i]
		if v.Value == nil {
			continue
		}
		switch role(t.r.src, v.Start) {
		case "origin":
			from = t.exact(i)
		case "target":
			to = t.exact(i)
		}
	}
	if from != nil && to != nil && from.Unit.Dim != to.Unit.Dim {
		return nil, nil
	}
	return from, to
}

// periods: a period that the claim names is the one that was asked of the tool.
func (t *trial) periods() {
	if t.ix.c.Now.IsZero() {
		return
	}
	for _, m := range quantity.Periods(t.claim.Text, t.ix.c.Now, t.v.periods) {
		if m.Kind == quantity.Named || m.Kind == quantity.Compare {
			continue // its date, month or quarter is a value of its own
		}
		asked, other := 0, ""
		for _, rec := range t.of(tableRecord) {
			switch p := t.ix.recs[rec].ev.Period; {
			case p.IsZero():
			case p == m.Period:
				asked++
			default:
				other = p.String()
			}
		}
		if asked == 0 && other != "" {
			t.refuse("period", "%s is %s; the rows were asked for %s", m.Text, m.Period, other)
		}
	}
	for i, v := range t.r.values {
		when, ok := span(v.Mention, t.ix.c.Today().Year)
		if !ok || t.proofs[i].rule != "" || t.proofs[i].by != "quote" {
			continue
		}
		for k, p := range t.proofs {
			if t.r.values[k].clause != v.clause || p.rule != "" || p.by != "row" {
				continue
			}
			if asked := t.ix.recs[p.rec].ev.Period; !asked.IsZero() && !asked.Contains(when.From) && !asked.Contains(when.To) {
				t.refuse("period", "%s: the rows were asked for %s", v.Text, asked)
				return
			}
		}
	}
}

// hasAny reports whether tokens have one that may mean what another does.
func hasAny(tokens []token, tok token) bool {
	for i := range tokens {
		if mayMean(&tokens[i], &tok) {
			return true
		}
	}
	return false
}
