package verify

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// countsRows reports whether value i says how many rows there are: what it counts is what rows are called.
func (t *trial) countsRows(i int, tl *telling) bool {
	v, tb := t.r.values[i], tl.tb
	if v.Value == nil || !v.Value.IsInt() || v.Value.Sign() <= 0 || v.Bound != "" || v.High != nil || tb.key < 0 && tb.thing < 0 {
		return false
	}
	if t.countsAll(i, tl) || t.partOfAll(i, tl) || t.amongThem(i, tl) || t.countedName(v, tl) {
		return true
	}
	if v.Kind != quantity.Count && v.Kind != quantity.Number && v.Kind != quantity.Duration && v.Kind != quantity.Measure {
		return false
	}
	rowWord := func(tok token) bool {
		called := false
		for col := range tb.cols {
			c := &tb.cols[col]
			switch {
			case !tb.says(col, tok):
			case (c.distinct || col == tb.thing) && !c.numeric:
				called = true
			case (c.numeric || tb.measures(col)) && v.Kind != quantity.Number && t.countsOnly(c, tok):
				return false // a column counts them too
			}
		}
		return called
	}
	if v.Kind == quantity.Duration && t.calendarRows(tb) {
		m, _ := tb.calendar(0)
		return m.Kind == quantity.Month && v.Unit.Name == "month" || m.Kind == quantity.Year && v.Unit.Name == "year" || m.Kind == quantity.Quarter && v.Unit.Name == "quarter"
	}
	if v.Unit.Name != "" {
		for _, tok := range t.v.reader.short(firstOf(v.Unit.Word, v.Unit.Name)).tokens {
			if rowWord(tok) {
				return true
			}
		}
	}
	if v.Kind == quantity.Count && v.Unit.Known && tb.called(t.r.src[v.End:]) {
		return true
	}
	end := v.Start + unitStart(v.Text)
	toks := t.r.toks(v.clause)
	for _, tok := range toks {
		if tok.start < end || t.inName(tl, tok) {
			continue
		}
		gap := strings.ToLower(strings.TrimSpace(t.r.src[min(end, tok.start):tok.start]))
		if v.Unit.Known && strings.HasPrefix(gap, strings.ToLower(strings.TrimSpace(v.Unit.Word))) {
			gap = strings.TrimSpace(gap[len(strings.TrimSpace(v.Unit.Word)):])
		}
		switch gap {
		case "", "of the", "of these", "of those", "of", "different", "的", "of them":
			return rowWord(tok)
		}
		break
	}
	// 单价高于 3 美元的商品有 7 个
	for k := len(toks) - 1; k >= 0; k-- {
		if tok := toks[k]; tok.end <= v.Start && tok.key != "有" && tok.key != "共" && tok.key != "为" {
			switch strings.TrimSpace(t.r.src[tok.end:v.Start]) {
			case "有", "共", "共有", "一共有", "为", "是", "数为", "总共有", "：", ":", "只有", "达":
				return rowWord(tok) && t.r.lang == "zh" && quantity.Of(one, v.Unit).Kind == quantity.Count
			}
			break
		}
	}
	return false
}

// called reports whether Chinese text begins with what rows are called, or with a name's last part that all rows have:
// the 店 of "四家店", where the column is 门店.
func (t *table) called(after string) bool {
	after = strings.TrimPrefix(strings.TrimPrefix(after, "不同的"), "的")
	first, _ := utf8.DecodeRuneInString(after)
	if !han(first) {
		return false
	}
	for col := range t.cols {
		c := &t.cols[col]
		if !c.distinct || c.numeric || c.day {
			continue
		}
		for _, head := range []string{c.Name, c.Title} {
			for i := range head {
				if strings.HasPrefix(after, head[i:]) {
					return true
				}
			}
		}
		if n := utf8.RuneLen(first); !slices.ContainsFunc(t.Rows, func(r casefile.Row) bool {
			return col >= len(r) || len(r[col].Text) <= n || !strings.HasSuffix(r[col].Text, string(first))
		}) {
			return len(t.Rows) > 1
		}
	}
	return false
}

// countsOnly reports whether a column's head says nothing but what it counts.
func (t *trial) countsOnly(c *column, tok token) bool {
	for k := range c.keys {
		if !tok.is(k) && k != "=count" && k != "number" && k != "=total" {
			return false
		}
	}
	return true
}

func (t *trial) inName(tl *telling, tok token) bool {
	for _, list := range [][]naming{tl.names, tl.labels} {
		if slices.ContainsFunc(list, func(n naming) bool { return tok.start < n.end && n.start < tok.end }) {
			return true
		}
	}
	return false
}

// rowCount holds a number of rows against the rows for which what its sentence says holds. ok is false where
// value i is no number of rows.
func (t *trial) rowCount(i, rec int) (proof, bool) {
	v := t.r.values[i]
	tl := t.telling(v.clause, rec)
	if !t.countsRows(i, tl) {
		return proof{}, false
	}
	is := func(n int) bool { return v.Value.Cmp(big.NewRat(int64(n), 1)) == 0 }
	tb := tl.tb
	p := proof{rec: rec, by: "count"}
	every := everyRow(tb)
	total := tb.things(every)
	if !tl.all(t.r) {
		if tb.Total > 0 && is(tb.Total) {
			p.value = fmt.Sprintf("%d rows in all", tb.Total)
			return p, true
		}
		if names := tl.rowsOf(); len(names) > 0 && is(len(names)) {
			p.value = fmt.Sprintf("%d named", len(names))
			return p, true
		}
		p.rule, p.why = "extreme", strings.TrimSpace(v.Text)+" is counted over rows that are not all there are"
		return p, true
	}
	if names := tl.rowsOf(); len(names) > 0 {
		if v.Start > tl.names[0].end && !outOf(t.r.src[:v.Start]) && !is(len(names)) {
			return proof{}, false // what a row has
		}
		if is(total) || is(len(names)) && len(names) > 1 || tb.Total > 0 && is(tb.Total) {
			p.value = fmt.Sprintf("%d rows", total)
			return p, true
		}
		return proof{}, false
	}
	if t.countsAll(i, tl) && (i > 0 && t.partOfAll(i-1, tl) || ofWhole.MatchString(t.r.src[tl.start:v.Start])) {
		p.value = fmt.Sprintf("%d rows", total)
		return p, true
	}
	n, conditioned := t.rowsHeld(i, tl)
	all := t.allRows(tl)
	switch {
	case conditioned && !all && is(n):
		p.value = fmt.Sprintf("%d rows for which it holds", n)
	case (!conditioned || all) && (is(total) || tb.Total > 0 && is(tb.Total)):
		p.value = fmt.Sprintf("%d rows", total)
	case !conditioned && t.countedByWords(i, tl, is):
		p.value = "rows with these words"
	case conditioned && !all:
		p.rule, p.why = "number", fmt.Sprintf("%s: it holds for %d of %d rows", strings.TrimSpace(v.Text), n, total)
	default:
		p.rule, p.why = "number", fmt.Sprintf("%s: there are %d rows", strings.TrimSpace(v.Text), total)
	}
	return p, true
}

// outOf reports whether the words before a number say that it is all there are: one of the 8.
func outOf(before string) bool {
	before = strings.TrimRight(strings.ToLower(before), " ")
	for _, w := range []string{"of the", "of all", "of", "out of", "among", "among the", "out of the", "在", "这", "全部"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// countedByWords reports whether as many rows hold the words of a clause as it counts.
func (t *trial) countedByWords(i int, tl *telling, is func(int) bool) bool {
	if len(tl.tb.Rows) > readRows {
		return false
	}
	var toks []token
	for _, tok := range t.r.toks(t.r.values[i].clause) {
		if tl.tb.rare[tok.key] > 0 && (tl.tb.key < 0 || !tl.tb.says(tl.tb.key, tok)) {
			toks = append(toks, tok)
		}
	}
	n := 0
	for row := range tl.tb.Rows {
		if containsAll(tl.tb.row(row).tokens, toks) {
			n++
		}
	}
	return n > 0 && is(n)
}

// allRows reports whether a sentence says something of all rows.
func (t *trial) allRows(tl *telling) bool {
	for c := tl.first; c <= tl.last; c++ {
		if level(t.r.clauses[c].classes) == 6 {
			return true
		}
	}
	return false
}

// rowsHeld counts the rows for which the limits and labels of a sentence hold, and reports whether it has any.
func (t *trial) rowsHeld(not int, tl *telling) (n int, conditioned bool) {
	type limit struct {
		v   quantity.Mention
		way string
		col int
	}
	var limits []limit
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if k == not {
			continue
		}
		way := t.limitWay(k, tl)
		if way == "" {
			if col, ok := t.equalColumn(k, not, tl); ok {
				limits = append(limits, limit{t.r.values[k].Mention, "equal", col})
			}
			continue
		}
		if col, ok := t.limitColumn(k, tl); ok {
			limits = append(limits, limit{t.r.values[k].Mention, way, col})
		}
	}
	if col, ok := t.noneOf(tl); ok {
		limits = append(limits, limit{quantity.Mention{Kind: quantity.Number, Value: new(big.Rat)}, "zero", col})
	}
	if len(limits)+len(tl.labels) == 0 {
		return 0, false
	}
	labels := map[int][]int{} // rows that have one of the texts that the sentence names of a column
	for _, l := range tl.labels {
		labels[l.col] = append(labels[l.col], l.rows...)
	}
	var held []int
	for row := range tl.tb.Rows {
		ok := true
		for _, l := range limits {
			e, found := tl.tb.measure(row, l.col)
			ok = ok && found && within(e, l.v, l.way)
		}
		for _, rows := range labels {
			ok = ok && slices.Contains(rows, row)
		}
		if ok {
			held = append(held, row)
		}
	}
	return tl.tb.things(held), true
}

// rowsQuantified compares all and most with the rows of a table, where the clause states a limit.
func (t *trial) rowsQuantified(c int) {
	lv := level(t.r.clauses[c].classes)
	if cl := t.r.clauses[c].classes; lv != 6 && lv != 5 || cl&words.Extreme != 0 && cl&words.Most == 0 {
		return
	}
	for _, rec := range t.of(tableRecord) {
		tl := t.telling(c, rec)
		tb := tl.tb
		if lv == 6 && t.namesAll(tl, c) {
			if n := len(tl.rowsOf()); !tb.Complete && !tb.Ranked || n < len(tb.Rows) {
				t.refuse("quantifier", "%d rows are named as all there are", n)
				return
			}
		}
		if len(tl.names) > 0 || len(tb.Rows) > readRows {
			continue
		}
		n, conditioned := t.rowsHeld(-1, tl)
		switch {
		case !conditioned:
		case !tb.Complete && !tb.Ranked && lv == 6:
			t.refuse("quantifier", "all of them is claimed of rows that are not all there are")
			return
		case lv == 6 && n < len(tb.Rows) && len(tl.labels) == 0 || lv == 5 && 2*n <= len(tb.Rows):
			t.refuse("quantifier", "it holds for %d of %d rows", n, len(tb.Rows))
			return
		}
	}
}

// namesAll reports whether a clause without a value says that the rows named before are all: A and B are all the depots.
func (t *trial) namesAll(tl *telling, c int) bool {
	if len(tl.names) == 0 || t.r.clauses[tl.first].vfirst < t.r.clauses[tl.last].vlast || tl.tb.key < 0 {
		return false
	}
	for _, m := range t.r.clauses[c].marks {
		if m.Class&words.All == 0 || m.Start < tl.names[len(tl.names)-1].end {
			continue
		}
		for _, tok := range t.r.toks(c) {
			if tok.start >= m.End {
				return tl.tb.says(tl.tb.key, tok)
			}
		}
	}
	return false
}

// countedIn reports whether a clause gives a number of rows.
func (t *trial) countedIn(c int) bool {
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		for _, rec := range t.tables() {
			if t.countsRows(i, t.telling(c, rec)) {
				return true
			}
		}
	}
	return false
}
