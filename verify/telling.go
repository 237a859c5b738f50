package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// A telling is what one sentence of the claim says of the rows of a table, as far as names and small words show it.
type telling struct {
	rec         int
	tb          *table
	first, last int             // its clauses
	start, end  int             // its bytes
	names       []naming        // of rows, by the column that tells rows apart, in order
	labels      []naming        // of what stands in other columns
	marks       []words.RowMark // in bytes of the claim
}

// keyColumn finds the column that tells rows apart: the first of texts, codes or days in which no two cells are
// the same and none is empty; -1 where there is none.
func (t *table) keyColumn() int {
	for col := range t.cols {
		seen := map[string]bool{}
		ok := len(t.Rows) > 0
		for _, row := range t.Rows {
			if col >= len(row) || row[col].Text == "" || row[col].Type == casefile.Null || seen[row[col].Text] {
				ok = false
				break
			}
			if row[col].Type == casefile.Number && t.cols[col].Type != "identifier" && !yearCell(row[col].Text) {
				ok = false
				break
			}
			seen[row[col].Text] = true
		}
		if ok {
			return col
		}
	}
	return -1
}

// yearCell reports whether a number can only be the name of a year.
func yearCell(s string) bool {
	return len(s) == 4 && (strings.HasPrefix(s, "19") || strings.HasPrefix(s, "20"))
}

// calendar returns the day or period that a cell of the key column is, and nothing else.
func (t *table) calendar(row int) (quantity.Mention, bool) {
	s := strings.TrimSpace(t.Rows[row][t.key].Text)
	if len(s) > 40 {
		return quantity.Mention{}, false
	}
	if yearCell(s) && strings.Trim(s, "0123456789") == "" {
		return quantity.Mention{Kind: quantity.Year, Year: int(s[0]-'0')*1000 + int(s[1]-'0')*100 + int(s[2]-'0')*10 + int(s[3]-'0'), Text: s}, true
	}
	found := quantity.Find(s)
	if len(found) != 1 || found[0].Value != nil || len(strings.TrimSpace(found[0].Text))+2 < len(s) {
		return quantity.Mention{}, false
	}
	return found[0], true
}

// telling reads the sentence of clause c over a table. It is made once for each.
func (t *trial) telling(c, rec int) *telling {
	k := [2]int{t.r.clauses[c].sentence, rec}
	if tl, ok := t.tellings[k]; ok {
		return tl
	}
	tl := &telling{rec: rec, tb: t.ix.recs[rec].table, first: c, last: c}
	for tl.first > 0 && t.r.clauses[tl.first-1].sentence == k[0] {
		tl.first--
	}
	for tl.last+1 < len(t.r.clauses) && t.r.clauses[tl.last+1].sentence == k[0] {
		tl.last++
	}
	tl.start, tl.end = t.r.clauses[tl.first].start, t.r.clauses[tl.last].end
	for _, n := range t.named(rec) {
		switch {
		case n.start < tl.start || n.start >= tl.end:
		case n.col == tl.tb.key && tl.tb.key >= 0 && len(n.rows) == 1:
			tl.names = append(tl.names, n)
		case n.col >= 0 && n.col != tl.tb.key && len(n.rows) < len(tl.tb.Rows):
			tl.labels = append(tl.labels, n)
		case n.col < 0 && len(n.rows) == 1:
			tl.names = append(tl.names, n)
		}
	}
	for _, m := range t.rowMarks() {
		if m.Start >= tl.start && m.End <= tl.end && !slices.ContainsFunc(tl.names, func(n naming) bool { return m.Start < n.end && n.start < m.End }) {
			tl.marks = append(tl.marks, m)
		}
	}
	if t.tellings == nil {
		t.tellings = map[[2]int]*telling{}
	}
	t.tellings[k] = tl
	return tl
}

// tellingOf is the telling of a clause over a table of the case, nil for a table that is none of it.
func (t *trial) tellingOf(c int, tb *table) *telling {
	for _, rec := range t.tables() {
		if t.ix.recs[rec].table == tb {
			return t.telling(c, rec)
		}
	}
	return nil
}

// named returns the places of the claim that name rows of a table.
func (t *trial) named(rec int) []naming {
	names, ok := t.namings[rec]
	if !ok {
		names = t.ix.recs[rec].table.namings(t.r)
		t.namings[rec] = names
	}
	return names
}

// rowMarks are the small words of the whole claim.
func (t *trial) rowMarks() []words.RowMark {
	if !t.marked {
		folded, at := text.FoldMap(t.r.src)
		t.small = words.FindRows(folded)
		for i := range t.small {
			t.small[i].Start, t.small[i].End = at[t.small[i].Start], at[t.small[i].End]
		}
		t.marked = true
	}
	return t.small
}

// rowsOf returns the different rows that a sentence names, in order.
func (tl *telling) rowsOf() []int {
	var out []int
	for _, n := range tl.names {
		if !slices.Contains(out, n.rows[0]) {
			out = append(out, n.rows[0])
		}
	}
	return out
}

// bound finds the name that value i belongs to, where a sentence names several rows.
func (t *trial) bound(i int, tl *telling) (naming, bool) {
	v := t.r.values[i]
	rows := tl.rowsOf()
	switch len(rows) {
	case 0:
		return naming{}, false
	case 1:
		return tl.names[0], true
	}
	if n, ok := t.inTurn(i, tl, len(rows)); ok {
		return tl.names[n], true
	}
	for _, n := range tl.names {
		if n.start >= v.End && n.start-v.End <= 12 && joins(t.r.src[v.End:n.start]) {
			return n, true // 93 tracks of TV Shows
		}
	}
	best := -1
	for k, n := range tl.names {
		if n.end <= v.Start {
			best = k
		}
	}
	if best >= 0 {
		return tl.names[best], true
	}
	return tl.names[0], true
}

// joins reports whether only a small word that gives a value to what follows stands between them.
func joins(between string) bool {
	switch strings.TrimSuffix(strings.Trim(strings.ToLower(between), " "), " the") {
	case "of", "for", "in", "at", "from", "with", "to":
		return true
	}
	return false
}

// inTurn finds the place of value i among the values of its kind, where the sentence says that they go with the names in order.
func (t *trial) inTurn(i int, tl *telling, n int) (int, bool) {
	if !slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowInTurn != 0 }) || n != len(tl.names) {
		return 0, false
	}
	at, of := -1, 0
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		o := t.r.values[k]
		if slices.ContainsFunc(tl.names, func(n naming) bool { return o.Start < n.end && n.start < o.End }) || (o.Value == nil) != (t.r.values[i].Value == nil) || o.Weak {
			continue
		}
		if k == i {
			at = of
		}
		of++
	}
	return at, at >= 0 && of == n
}

// rowsFor finds the rows of a table that value i belongs to.
func (t *trial) rowsFor(i, rec int) reach {
	v := t.r.values[i]
	tl := t.telling(v.clause, rec)
	if n, ok := t.bound(i, tl); ok {
		return reach{rows: n.rows, firm: true, name: t.r.src[n.start:n.end], named: true}
	}
	return t.rows(v.clause, rec)
}

// spoken scores the columns of numbers and days that a sentence speaks of: the words of their heads,
// less where columns share them. What names rows, and what rows are called beside a name, does not count.
func (t *trial) spoken(tl *telling) map[int]float64 {
	out := map[int]float64{}
	seen := map[string]bool{}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		tok := t.r.tokens[k]
		if seen[tok.key] || t.namesRow(tl, k) {
			continue
		}
		seen[tok.key] = true
		shared := 0
		for col := range tl.tb.cols {
			if tl.tb.cols[col].keys[tok.key] {
				shared++
			}
		}
		for col := range tl.tb.cols {
			if tl.tb.cols[col].keys[tok.key] {
				out[col] += tok.weight() / float64(shared*shared)
			}
		}
	}
	return out
}

// namesRow reports whether token k is a part of a name, or says what a named row is: Order before NW-10692.
func (t *trial) namesRow(tl *telling, k int) bool {
	tok := t.r.tokens[k]
	for _, list := range [][]naming{tl.names, tl.labels} {
		for _, n := range list {
			if tok.start < n.end && n.start < tok.end {
				return true
			}
			if tl.tb.key >= 0 && tl.tb.cols[tl.tb.key].keys[tok.key] && (tok.end <= n.start && n.start-tok.end <= 2 || n.end <= tok.start && tok.start-n.end <= 1) {
				return true
			}
		}
	}
	return false
}

// comparedColumn finds the column that a sentence compares rows by: the one of numbers or days that it speaks of most.
// sure is false where it speaks of none and there is more than one.
func (t *trial) comparedColumn(tl *telling, fits func(col int) bool) (col int, sure bool) {
	best, score, n, only := -1, 0.0, 0, -1
	scores := t.spoken(tl)
	for c := range tl.tb.cols {
		if c == tl.tb.key || !tl.tb.cols[c].numeric && !tl.tb.cols[c].day && !tl.tb.measures(c) || tl.tb.cols[c].Name == "rank" || fits != nil && !fits(c) {
			continue
		}
		n++
		only = c
		if s := scores[c]; s > score+1e-9 {
			best, score = c, s
		}
	}
	if best >= 0 {
		return best, true
	}
	if n == 1 {
		return only, true
	}
	return -1, false
}

// measures reports whether a column that nobody declared as numbers has a number in its first rows.
func (t *table) measures(col int) bool {
	if t.cols[col].Type == "identifier" {
		return false
	}
	n := 0
	for row := range min(len(t.Rows), 8) {
		if ms := t.mentions(row, col); len(ms) == 1 && ms[0].Value != nil && 2*len(strings.TrimSpace(ms[0].Text)) > len(strings.TrimSpace(t.Rows[row][col].Text)) {
			n++
		}
	}
	return 2*n > min(len(t.Rows), 8)
}

// measure is the value of a row in a column: a number, or a day.
func (t *table) measure(row, col int) (quantity.Mention, bool) {
	for _, m := range t.mentions(row, col) {
		if m.Value != nil || m.Kind == quantity.FullDate {
			return m, true
		}
	}
	return quantity.Mention{}, false
}

// against compares two values of a column; days come before later days.
func against(a, b quantity.Mention) int {
	if a.Value == nil || b.Value == nil {
		return a.Date().Compare(b.Date())
	}
	return a.Base().Cmp(b.Base())
}
