package verify

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// rowsComputed proves a value that no cell has and that follows from cells the claim leaves no doubt about: the sum,
// the mean, the difference, the ratio or the share of the rows it names, or of all rows where they are all there are.
// The claim must say that it computes, and of which column.
func (t *trial) rowsComputed(i, rec int) (proof, bool) {
	v := t.r.values[i]
	if v.Value == nil || v.Weak || v.Bound != "" || v.High != nil || v.Kind == quantity.Ordinal || v.Kind == quantity.Clock || v.Kind == quantity.Duration && v.Unit.Name == "" {
		return proof{}, false
	}
	tl := t.telling(v.clause, rec)
	tb := tl.tb
	if len(tb.Rows) < 2 || len(tb.Rows) > readRows || len(t.of(calcRecord)) > 0 || !t.soleResult(i, tl) || tl.denies(t.r, v.clause) {
		return proof{}, false
	}
	said := strings.ToLower(t.r.src[tl.start:tl.end])
	ratio := v.Kind == quantity.Percent || v.Kind == quantity.Ratio
	ratio = ratio || t.times(v)
	if p, ok := t.columnsGive(i, tl); ok {
		return p, true
	}
	col, like, ok := t.computedColumn(i, tl, ratio)
	if !ok {
		return proof{}, false
	}
	rows := tl.rowsOf()
	p := proof{rec: rec, by: "rows", col: col}
	middle := medianWords.MatchString(said)
	holds := false
	switch averages := meanWords.MatchString(said); {
	case len(rows) == 2 && !averages && t.pairGives(i, tl, col, like):
		p.row, p.value, holds = rows[0], "two rows of "+tb.cols[col].Name, true
	case len(rows) == 1 && ratio && v.Unit.Name != "multiple" && tb.Complete && shareWords.MatchString(said):
		p.row, p.value = rows[0], "a share of "+tb.cols[col].Name
		part, ok1 := t.total(tb, col, rows)
		all, ok2 := t.total(tb, col, everyRow(tb))
		holds = ok1 && ok2 && all.Sign() != 0 && t.gives(v, new(big.Rat).Quo(part, all), quantity.Mention{})
	case !ratio && (averages || middle || t.adds(tl, said)):
		over := rows
		if len(over) == 0 && tl.sums(t.r) {
			over = t.labelledRows(tl)
		}
		if x, ok := t.total(tb, col, over); ok && len(over) > 1 {
			if middle {
				x = middleOf(tb, col, over)
			} else if averages {
				x.Quo(x, big.NewRat(int64(len(over)), 1))
			}
			holds = t.gives(v, x, like)
		}
	}
	return p, holds
}

// Words by which a sentence says that it computes over rows.
var (
	meanWords   = regexp.MustCompile(`\b(?:averages?|averaged|averaging|mean|on average)\b|平均|均值|人均`)
	medianWords = regexp.MustCompile(`\bmedian\b|中位数|中位值`)
	eachWords   = regexp.MustCompile(`\beach\b|\bapiece\b|各|每|均为|都`)
	shareWords  = regexp.MustCompile(`\b(?:share|proportion|percent of|% of|of the total|of all|of the whole|account(?:s|ed)? for|ma(?:kes?|de) up|of the combined|contribut(?:es?|ed))\b|占|份额|比重|贡献`)
	gapWords    = regexp.MustCompile(`\b(?:difference|gap|differs?|apart|spread)\b|相差|差距|之差|差额|差值|差了`)
	overTimes   = regexp.MustCompile(`^ ?(?:more|higher|larger|greater|bigger|longer|fewer|less|lower|smaller)\b`)
)

func everyRow(tb *table) []int {
	out := make([]int, len(tb.Rows))
	for i := range out {
		out[i] = i
	}
	return out
}

// adds reports whether a sentence says that it adds up.
func (t *trial) adds(tl *telling, said string) bool {
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if v := t.r.values[k]; v.Start-tl.start < 10 && len(tl.names) == 0 && t.countsAll(k, tl) && !eachWords.MatchString(said) {
			return true // the five of them took 9,860
		}
	}
	return words.Computes(said)&words.Sum != 0 || slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowSum != 0 })
}

// labelledRows are the rows that have the texts a sentence names, all rows where it names none.
func (t *trial) labelledRows(tl *telling) []int {
	out := everyRow(tl.tb)
	byCol := map[int][]int{}
	for _, l := range tl.labels {
		byCol[l.col] = append(byCol[l.col], l.rows...)
	}
	for _, rows := range byCol {
		out = intersect(out, rows)
	}
	return out
}

// soleResult reports whether every other number of the sentence of value i stands in a row, names one or counts rows.
func (t *trial) soleResult(i int, tl *telling) bool {
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		o := t.r.values[k]
		if k == i || o.Value == nil || o.Weak || yearly(o.Mention) || slices.ContainsFunc(tl.names, func(n naming) bool { return o.Start < n.end && n.start < o.End }) {
			continue
		}
		if t.countsRows(k, tl) || t.inTable(k, tl.rec).rule == "" {
			continue
		}
		return false
	}
	return true
}

// computedColumn finds the one column of numbers that a result can be of: the one whose head says what it counts, else
// the one that the sentence speaks of. like is a value of that column.
func (t *trial) computedColumn(i int, tl *telling, ratio bool) (col int, like quantity.Mention, ok bool) {
	v, tb := t.r.values[i], tl.tb
	sample := func(col int) (quantity.Mention, bool) {
		if !tb.cols[col].numeric && !tb.measures(col) || tb.cols[col].day || col == tb.key {
			return quantity.Mention{}, false
		}
		for row := range tb.Rows {
			if m, ok := tb.measure(row, col); ok {
				return m, m.Value != nil
			}
		}
		return quantity.Mention{}, false
	}
	if counts := t.countedMore(v, tl); !ratio && (v.Unit.Name != "" || len(counts) > 0) && v.Unit.Dim != "percentage point" {
		found := -1
		counted := append(counts, t.v.reader.short(firstOf(v.Unit.Word, v.Unit.Name)).tokens...)
		for _, tok := range t.r.toks(v.clause) {
			if tok.start >= v.End && tok.start-v.End <= 1 && quantity.Of(one, v.Unit).Kind == quantity.Count {
				counted = append(counted, tok) // 800 个客位
			}
		}
		for _, tok := range counted {
			for c := range tb.cols {
				if m, ok := sample(c); ok && (tb.says(c, tok) || m.Unit.Name == "person" && peopleKeys[tok.key]) {
					if found >= 0 && found != c {
						found = len(tb.cols)
						break
					}
					found = c
				}
			}
		}
		if found >= 0 && found < len(tb.cols) {
			m, _ := sample(found)
			if !v.Unit.Known || m.Unit.Dim == "" || quantity.Of(one, v.Unit).Kind == quantity.Count && quantity.Of(one, m.Unit).Kind == quantity.Count {
				m.Unit, m.Kind = v.Unit, v.Kind
			}
			return found, m, rateless(m)
		}
	}
	col, sure := t.comparedColumn(tl, func(c int) bool {
		m, ok := sample(c)
		switch {
		case !ok:
			return false
		case ratio:
			return rateless(m) || t.times(v) && len(tl.rowsOf()) == 2
		case v.Unit.Dim == "percentage point":
			return !rateless(m)
		}
		return quantity.CompatibleUnits(v.Unit, m.Unit) || v.Unit.Dim == ""
	})
	if !sure || col < 0 {
		return 0, like, false
	}
	like, ok = sample(col)
	return col, like, ok && (rateless(like) || v.Unit.Dim == "percentage point" || t.times(v))
}

// countedMore are the words for what a value says that there is more or less of: five more patients.
func (t *trial) countedMore(v value, tl *telling) []token {
	for _, m := range tl.marks {
		if m.What&(words.RowAbove|words.RowBelow) == 0 || m.Start < v.End || strings.TrimSpace(t.r.src[v.End:m.Start]) != "" {
			continue
		}
		var out []token
		for _, tok := range t.r.toks(v.clause) {
			if tok.start >= m.End && len(out) < 3 && !strings.Contains(t.r.src[m.End:tok.start], "than") {
				out = append(out, tok)
			}
		}
		return out
	}
	return nil
}

// times reports whether a value is how many times one thing goes into another, or which part of it: four times, 三倍, half.
func (t *trial) times(v value) bool {
	return v.Unit.Name == "multiple" || v.Unit.Name == "occurrence" || v.Unit.Name == "ratio" && v.Kind == quantity.Ratio
}

// rateless reports whether a value is no share: shares of different wholes do not add up.
func rateless(m quantity.Mention) bool { return m.Kind != quantity.Percent && m.Unit.Dim != "ratio" }

// total adds up the cells of a column, in the base of its unit. ok is false where a cell has no number, or another unit.
func (t *trial) total(tb *table, col int, rows []int) (*big.Rat, bool) {
	sum := new(big.Rat)
	unit := ""
	for k, row := range rows {
		m, ok := tb.measure(row, col)
		if !ok || m.Value == nil || k > 0 && m.Unit.Dim != unit {
			return nil, false
		}
		unit = m.Unit.Dim
		sum.Add(sum, m.Base())
	}
	return sum, len(rows) > 0
}

// middleOf is the median of the cells of a column, which all have a number.
func middleOf(tb *table, col int, rows []int) *big.Rat {
	var all []*big.Rat
	for _, row := range rows {
		m, _ := tb.measure(row, col)
		all = append(all, m.Base())
	}
	slices.SortFunc(all, func(a, b *big.Rat) int { return a.Cmp(b) })
	x := new(big.Rat).Set(all[len(all)/2])
	if len(all)%2 == 0 {
		x.Add(x, all[len(all)/2-1])
		x.Quo(x, big.NewRat(2, 1))
	}
	return x
}

// pairGives reports whether the difference, the ratio or the change between the two rows that a sentence names is value i,
// the way round that the sentence says.
func (t *trial) pairGives(i int, tl *telling, col int, like quantity.Mention) bool {
	v := t.r.values[i]
	cell := func(row int) *big.Rat {
		if x, ok := t.total(tl.tb, col, []int{row}); ok {
			return x
		}
		return nil
	}
	if t.times(v) || t.partOf(v, tl) {
		return t.timesGives(v, tl, cell)
	}
	for _, m := range tl.marks {
		up := m.What&(words.RowAbove|words.RowAboveThan|words.RowRose) != 0
		if !up && m.What&(words.RowBelow|words.RowBelowThan|words.RowFell) == 0 {
			continue
		}
		subject, standard, ok := t.sidesOf(tl, m)
		if !ok || !t.byHowMuch(v, m) {
			continue
		}
		a, b := cell(subject), cell(standard)
		if a == nil || b == nil || t.deniedBefore(tl, m) {
			return false
		}
		d := new(big.Rat).Sub(a, b)
		if !up {
			d.Neg(d)
		}
		if d.Sign() <= 0 {
			return false
		}
		if v.Kind == quantity.Percent || v.Kind == quantity.Ratio {
			return b.Sign() > 0 && t.gives(v, d.Quo(d, b), quantity.Mention{})
		}
		return t.gives(v, d, like)
	}
	if gapWords.MatchString(strings.ToLower(t.r.src[tl.start:tl.end])) && v.Kind != quantity.Percent && v.Kind != quantity.Ratio {
		a, b := cell(tl.names[0].rows[0]), cell(otherThan(tl, tl.names[0].rows[0]))
		if a != nil && b != nil {
			d := new(big.Rat).Sub(a, b)
			return t.gives(v, d.Abs(d), like)
		}
	}
	return false
}

// partOf reports whether a share is one of another row: 60% of North's, North的60%.
func (t *trial) partOf(v value, tl *telling) bool {
	if v.Kind != quantity.Percent || len(tl.names) < 2 {
		return false
	}
	last := tl.names[len(tl.names)-1]
	if t.r.lang == "zh" {
		return last.end <= v.Start && strings.HasSuffix(t.r.src[:v.Start], "的")
	}
	return last.start >= v.End && ofAnother.MatchString(t.r.src[v.End:last.start])
}

// ofAnother is what stands between a share and the row that it is a share of.
var ofAnother = regexp.MustCompile(`^ of (?:that of )?(?:the )?(?:[a-z]+ (?:of|at|in|for) )?(?:the )?$`)

// timesGives reports whether the first row that a sentence names has as many times the other's as value v says.
func (t *trial) timesGives(v value, tl *telling, cell func(row int) *big.Rat) bool {
	first := tl.names[0]
	a, b := cell(first.rows[0]), cell(otherThan(tl, first.rows[0]))
	if a == nil || b == nil || b.Sign() <= 0 || overTimes.MatchString(strings.ToLower(t.r.src[v.End:])) || v.Start < first.end {
		return false
	}
	before := strings.TrimRight(t.r.src[:v.Start], "约近一 ")
	last := tl.names[len(tl.names)-1]
	switch {
	case t.r.lang == "zh" && strings.HasSuffix(before, "的") && last.end <= v.Start:
	case t.r.lang == "zh":
		// 比乙多两倍 may be twice or three times; 多一倍 is twice
		for _, m := range tl.marks {
			if up := m.What&words.RowAboveThan != 0; up && v.Unit.Name == "multiple" && v.Value.Cmp(one) == 0 && t.byHowMuch(v, m) {
				subject, standard, ok := t.sidesOf(tl, m)
				x, y := cell(subject), cell(standard)
				return ok && x != nil && y != nil && x.Cmp(new(big.Rat).Add(y, y)) == 0
			}
		}
		return false
	case last.start < v.End:
		return false // North and South, half of them
	}
	return t.gives(v, new(big.Rat).Quo(a, b), quantity.Mention{})
}

// twice: what one row is said to have twice, or double, the other's is twice as much.
func (t *trial) twice() {
	if len(t.of(passageRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		m := twiceWords.FindStringIndex(t.r.src[tl.start:tl.end])
		if m == nil || t.inRecords(t.r.src[tl.start+m[0]:tl.start+m[1]]) {
			return
		}
		n, word := int64(2), t.r.src[tl.start+m[0]:tl.start+m[1]]
		if c := word[0] | 0x20; c == 't' && !strings.EqualFold(word, "twice") {
			n = 3
		}
		rows := tl.rowsOf()
		col, sure := t.relatedColumn(tl)
		if len(rows) != 2 || !sure {
			t.doubt("comparison", "%q: the rows do not show of what", word)
			return
		}
		x, ok1 := tl.tb.measure(rows[0], col)
		y, ok2 := tl.tb.measure(rows[1], col)
		holds := ok1 && ok2 && x.Value != nil && y.Value != nil && x.Base().Cmp(new(big.Rat).Mul(y.Base(), big.NewRat(n, 1))) == 0
		if holds == t.deniedAt(tl, tl.start+m[0]) {
			t.refuse("comparison", "%s has %s and %s has %s: %q does not hold", t.rowName(tl, rows[0]), strings.TrimSpace(x.Text), t.rowName(tl, rows[1]), strings.TrimSpace(y.Text), word)
		}
	})
}

var twiceWords = regexp.MustCompile(`(?i)\b(?:twice|doubles?|doubled|triples?|tripled|thrice)\b`)

// byHowMuch reports whether a value stands right beside a word of more or less, or after "by": 15 dollars higher, 高 15 美元.
// In "A (50) is below B (60)" neither does.
func (t *trial) byHowMuch(v value, m words.RowMark) bool {
	if strings.HasSuffix(strings.ToLower(strings.TrimRight(t.r.src[:v.Start], " $¥€£")), " by") {
		return true
	}
	if m.End <= v.Start {
		return strings.Trim(t.r.src[m.End:v.Start], " $¥€£出了约") == ""
	}
	return m.Start >= v.End && strings.TrimSpace(t.r.src[v.End:m.Start]) == ""
}

// otherThan returns the second of the two rows that a sentence names.
func otherThan(tl *telling, row int) int {
	for _, r := range tl.rowsOf() {
		if r != row {
			return r
		}
	}
	return row
}
