package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
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
		if v := t.r.values[i]; v.Start >= m.Start && v.Value != nil {
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
		if v.End <= m.Start && v.Value != nil && !v.Weak && quantity.CompatibleUnits(v.Unit, t.r.values[at].Unit) && v.Unit.Dim == t.r.values[at].Unit.Dim {
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
	return slices.ContainsFunc(tokens, func(k token) bool { return k.key == key })
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

// extreme: highest, lowest and ranks hold over the rows, and the rows are all there are.
func (t *trial) extreme() {
	for c := range t.r.clauses {
		cl := t.r.clauses[c]
		if cl.classes&words.Extreme == 0 || !t.asserts() {
			continue
		}
		tables := t.of(tableRecord)
		if len(tables) == 0 {
			t.extremeInProse(c)
			continue
		}
		for _, rec := range tables {
			t.extremeInRows(c, rec)
		}
	}
	t.values("extreme")
}

// extremeInProse: the source calls it so too.
func (t *trial) extremeInProse(c int) {
	q := &t.pairs[c]
	if !q.ok || t.r.clauses[c].classes&(words.AtMost|words.AtLeast) != 0 {
		return
	}
	want := t.r.clauses[c].classes & (words.ExtremeUp | words.ExtremeDown)
	own, all := t.marksOf(q)
	switch {
	case all&words.Extreme == 0:
		t.doubt("extreme", "the source does not call it so: %s", clip(t.quoteOf(q)))
	case want != 0 && own&words.Extreme != 0 && own&want == 0 && own&(words.ExtremeUp|words.ExtremeDown) != 0:
		t.refuse("extreme", "the source says the contrary: %s", clip(t.quoteOf(q)))
	}
}

// extremeInRows: no row that was left out, and none that is there, is beyond the one named.
func (t *trial) extremeInRows(c, rec int) {
	tb := t.ix.recs[rec].table
	cl := t.r.clauses[c]
	if !tb.Complete && !tb.Ranked {
		t.refuse("extreme", "an extreme is claimed of rows that are not all there are")
		return
	}
	up := cl.classes&words.ExtremeUp != 0
	if !up && cl.classes&words.ExtremeDown == 0 || len(tb.Rows) > 4*readRows || len(tb.Rows) < 2 {
		return
	}
	rr := t.rows(c, rec)
	if !rr.firm || len(rr.rows) == len(tb.Rows) {
		rr.rows = nil
		for k := c + 1; k < len(t.r.clauses) && t.r.clauses[k].sentence == cl.sentence; k++ {
			if next := t.rows(k, rec); next.firm && len(next.rows) < len(tb.Rows) {
				rr = next
				break
			}
		}
	}
	col := t.extremeColumn(c, rec)
	if col < 0 {
		return
	}
	best := map[int]bool{}
	var top *quantity.Mention
	for row := range tb.Rows {
		for _, e := range tb.mentions(row, col) {
			if e.Value == nil {
				continue
			}
			if top != nil {
				d := e.Base().Cmp(top.Base())
				if !up {
					d = -d
				}
				if d < 0 {
					break
				}
				if d > 0 {
					clear(best)
				}
			}
			best[row] = true
			top = &e
			break
		}
	}
	if top == nil {
		return
	}
	n := len(rr.rows)
	if n == 0 {
		for i := cl.vfirst; i < cl.vlast; i++ {
			if p := t.proofs[i]; p.rule == "" && p.rec == rec && p.by == "row" && p.col == col && !best[p.row] {
				t.refuse("extreme", "%s is not the extreme of %s: %s is", t.r.values[i].Text, tb.cols[col].Name, top.Text)
			}
		}
		return
	}
	if n > 1 {
		t.topRows(c, rec, col, rr.rows, up)
		return
	}
	if !best[rr.rows[0]] {
		t.refuse("extreme", "%s does not have the extreme of %s: that is %s", rr.name, tb.cols[col].Name, top.Text)
	}
}

// topRows: the rows named together are the first ones of the column.
func (t *trial) topRows(c, rec, col int, rows []int, up bool) {
	tb := t.ix.recs[rec].table
	var edge *quantity.Mention
	for _, row := range rows {
		for _, e := range tb.mentions(row, col) {
			if e.Value == nil {
				continue
			}
			if edge == nil || up == (e.Base().Cmp(edge.Base()) < 0) {
				edge = &e
			}
			break
		}
	}
	if edge == nil {
		return
	}
	for row := range tb.Rows {
		if slices.Contains(rows, row) {
			continue
		}
		for _, e := range tb.mentions(row, col) {
			if e.Value == nil {
				continue
			}
			if d := e.Base().Cmp(edge.Base()); up && d > 0 || !up && d < 0 {
				t.refuse("extreme", "another row is beyond one of those named in %s: %s", tb.cols[col].Name, e.Text)
				return
			}
			break
		}
	}
}

// extremeColumn is the column of numbers that a clause with an extreme speaks of.
func (t *trial) extremeColumn(c, rec int) int {
	tb := t.ix.recs[rec].table
	cl := t.r.clauses[c]
	best, score := -1, 0.0
	numeric := 0
	last := -1
	for col := range tb.cols {
		ms := tb.mentions(0, col)
		if len(ms) == 0 || ms[0].Value == nil || tb.cols[col].Name == "rank" {
			continue
		}
		numeric++
		last = col
		probe := value{clause: c, at: cl.first}
		for _, m := range cl.marks {
			if m.Class&words.Extreme != 0 {
				for probe.at < cl.last && t.r.tokens[probe.at].start < m.Start {
					probe.at++
				}
			}
		}
		if s := t.columnScore(probe, tb, col); s > score {
			best, score = col, s
		}
	}
	if best < 0 && numeric == 1 {
		return last
	}
	return best
}

// rank proves that a row has the place in a ranking that the claim gives it.
func (t *trial) rank(i int) proof {
	v := t.r.values[i]
	if v.Kind != quantity.Ordinal || v.Value == nil || !v.Value.IsInt() || !v.Value.Num().IsInt64() {
		return missing(v)
	}
	n := int(v.Value.Num().Int64())
	best := missing(v)
	for _, rec := range t.of(tableRecord) {
		tb := t.ix.recs[rec].table
		rr := t.rows(v.clause, rec)
		switch {
		case len(tb.Rows) < 2:
		case !tb.Ranked && !tb.Complete:
			best = proof{rule: "extreme", rec: rec, why: "a rank is claimed of rows that are not all there are"}
		case strings.HasPrefix(text.Fold(v.Text), "top") || strings.HasPrefix(v.Text, "前"):
			if n <= len(tb.Rows) && tb.Ranked {
				return proof{rec: rec, by: "rank", value: v.Text}
			}
		case !rr.firm || len(rr.rows) != 1 || !tb.Ranked:
		case rr.rows[0] == n-1:
			return proof{rec: rec, row: rr.rows[0], by: "rank", value: v.Text}
		default:
			best = proof{rule: "extreme", rec: rec, why: fmt.Sprintf("%s is in place %d of the ranking, not %d", rr.name, rr.rows[0]+1, n)}
		}
	}
	return best
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
