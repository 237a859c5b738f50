package verify

import (
	"fmt"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// equalColumn is the column of a value that several rows are said to have, where value n counts them: two depots have a stock of 400.
func (t *trial) equalColumn(k, n int, tl *telling) (int, bool) {
	v := t.r.values[k]
	if n < 0 || k == n || len(tl.names) > 0 || v.Value == nil || v.Weak || v.Kind == quantity.Ordinal || t.countsRows(k, tl) {
		return 0, false
	}
	if said := strings.ToLower(t.r.src[tl.start:tl.end]); t.adds(tl, said) || meanWords.MatchString(said) {
		return 0, false
	}
	for o := t.r.clauses[tl.first].vfirst; o < t.r.clauses[tl.last].vlast; o++ {
		if x := t.r.values[o]; o != k && o != n && x.Value != nil && !x.Weak && !t.countsRows(o, tl) {
			return 0, false // 400, 250 and 400
		}
	}
	found := -1
	for col := range tl.tb.cols {
		if tl.tb.Columns[col].Type == "identifier" || !tl.tb.cols[col].numeric && !tl.tb.measures(col) {
			continue
		}
		for row := range tl.tb.Rows {
			if e, ok := tl.tb.measure(row, col); ok && t.same(v, e) == equalTo {
				if found >= 0 && found != col {
					return t.limitColumn(k, tl)
				}
				found = col
			}
		}
	}
	return found, found >= 0
}

// countedWith reports whether another value of a sentence counts the rows that have value k.
func (t *trial) countedWith(k int, tl *telling) bool {
	for n := t.r.clauses[tl.first].vfirst; n < t.r.clauses[tl.last].vlast; n++ {
		if n != k && t.countsRows(n, tl) {
			if _, ok := t.equalColumn(k, n, tl); ok {
				return true
			}
		}
	}
	return false
}

// within reports whether a value lies where a limit says.
func within(e, limit quantity.Mention, way string) bool {
	if limit.Value == nil {
		d := e.Date().Compare(limit.Date())
		return way == "above" && d > 0 || way == "below" && d < 0
	}
	if e.Value == nil {
		return false
	}
	if way == "zero" {
		return e.Value.Sign() == 0
	}
	d := e.Base().Cmp(normal(limit, e).Base())
	return way == "above" && d > 0 || way == "below" && d < 0 || way == "least" && d >= 0 || way == "most" && d <= 0 || way == "equal" && d == 0
}

// limitWay is the way in which value i limits, "" where it is no limit: by its own bound, or by the word right before it.
func (t *trial) limitWay(i int, tl *telling) string {
	v := t.r.values[i]
	if v.Value == nil || strings.HasSuffix(t.r.src[:v.Start], "的") || statesValue(t.r.src[:v.Start]) {
		return "" // 数量最多的三个
	}
	for _, n := range tl.names {
		if n.start >= v.End && n.start-v.End <= 12 && joins(t.r.src[v.End:n.start]) {
			return "" // above the 30 units of B: the value of a row
		}
	}
	switch v.Bound {
	case quantity.Above:
		return "above"
	case quantity.Below:
		return "below"
	case quantity.AtLeast:
		return "least"
	case quantity.AtMost:
		return "most"
	}
	for _, m := range t.r.clauses[v.clause].marks {
		if m.Class&limiting == 0 || m.Class&words.Extreme != 0 || m.End > v.Start || strings.Trim(t.r.src[m.End:v.Start], " $¥€£") != "" && !strings.EqualFold(strings.Trim(t.r.src[m.End:v.Start], " $¥€£"), "the") {
			continue
		}
		return wayOf(m.Class)
	}
	for _, m := range tl.marks {
		if m.End > v.Start || strings.Trim(t.r.src[m.End:v.Start], " $¥€£于过出了") != "" {
			continue
		}
		if m.What&words.RowAbove != 0 {
			return "above"
		}
		if m.What&words.RowBelow != 0 {
			return "below"
		}
	}
	return ""
}

// statesValue reports whether words that look like a bound only state the value: adds up to, 达到.
func statesValue(before string) bool {
	before = strings.TrimRight(strings.ToLower(before), " $¥€£")
	for _, w := range []string{"adds up to", "add up to", "added up to", "adding up to", "sums up to", "达到", "达"} {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// limitColumn is the column that a limit is about.
func (t *trial) limitColumn(i int, tl *telling) (int, bool) {
	v := t.r.values[i]
	return t.comparedColumn(tl, func(col int) bool {
		for row := range min(len(tl.tb.Rows), 20) {
			if e, ok := tl.tb.measure(row, col); ok && e.Value != nil {
				return quantity.CompatibleUnits(normal(v.Mention, e).Unit, e.Unit)
			}
		}
		return false
	})
}

// rowLimit holds a limit against the rows of its sentence. ok is false where value i is no limit of rows.
func (t *trial) rowLimit(i, rec int) (proof, bool) {
	v := t.r.values[i]
	tl := t.telling(v.clause, rec)
	way := t.limitWay(i, tl)
	if way == "" || len(tl.tb.Rows) > readRows {
		return proof{}, false
	}
	col, ok := t.limitColumn(i, tl)
	if !ok {
		return proof{}, false
	}
	p := proof{rec: rec, by: "count", value: strings.TrimSpace(v.Text), col: col}
	none := len(tl.names) == 0 && t.noneBeyond(tl)
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if k != i && t.countsRows(k, tl) && len(tl.names) == 0 {
			if !t.allRows(tl) && !none {
				return p, true // how many there are is said by another value
			}
			break
		}
	}
	rows := []int(nil)
	if n, ok := t.bound(i, tl); none {
	} else if ok {
		rows = n.rows
	} else if t.allRows(tl) {
		if !tl.tb.Complete && !tl.tb.Ranked {
			p.rule, p.why = "quantifier", "all of them is claimed of rows that are not all there are"
			return p, true
		}
		for row := range tl.tb.Rows {
			rows = append(rows, row)
		}
	} else if rr := t.rows(v.clause, rec); rr.firm && len(rr.rows) == 1 {
		rows = rr.rows
	} else {
		return proof{}, false
	}
	if none {
		if !tl.tb.Complete && !tl.tb.Ranked {
			p.rule, p.why = "extreme", "none is claimed of rows that are not all there are"
			return p, true
		}
		for row := range tl.tb.Rows {
			if e, ok := tl.tb.measure(row, col); ok && within(e, v.Mention, way) {
				p.row, p.rule, p.why = row, "comparison", strings.TrimSpace(v.Text)+": "+tl.tb.cols[col].Name+" has "+tl.tb.Rows[row][col].Text
				return p, true
			}
		}
		return p, true
	}
	denied := len(tl.names) > 0 && tl.denies(t.r, v.clause) && t.r.clauses[v.clause].classes&words.NotNever == 0
	p.by = "row"
	held := 0
	for _, row := range rows {
		e, ok := tl.tb.measure(row, col)
		if !ok {
			return proof{}, false
		}
		if within(e, v.Mention, way) != denied {
			held++
		} else if p.why == "" {
			p.row, p.value = row, tl.tb.Rows[row][col].Text
			p.rule, p.why = "comparison", strings.TrimSpace(v.Text)+": "+tl.tb.cols[col].Name+" has "+p.value
		}
	}
	if len(rows) > 1 && held < len(rows) {
		p.rule, p.why = "quantifier", fmt.Sprintf("it holds for %d of %d rows", held, len(rows))
	}
	return p, true
}
