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
	metrics     *[]metric       // see trial.metrics
}

// keyColumn finds the column that tells rows apart: the first of texts, codes or days in which no two cells are
// the same and none is empty; -1 where there is none. The others of that kind are marked.
func (t *table) keyColumn() int {
	first := -1
	for col := range t.cols {
		seen := map[string]bool{}
		ok := len(t.Rows) > 0 && !(t.cols[col].Type == "text" && t.measures(col) && !t.years(col) && !(col == 0 && t.numbered()))
		for i, row := range t.Rows {
			if i < 3 && t.headRow(i) {
				continue // it heads the rows below, and is none that is spoken of
			}
			if col >= len(row) || row[col].Text == "" || row[col].Type == casefile.Null || seen[row[col].Text] {
				ok = false
				break
			}
			if row[col].Type == casefile.Number && t.cols[col].Type != "identifier" && !yearCell(row[col].Text) && !(col == 0 && t.numbered()) {
				ok = false
				break
			}
			seen[row[col].Text] = true
		}
		if t.cols[col].distinct = ok; ok && first < 0 {
			first = col
		}
	}
	return first
}

// numbered reports whether the first column only numbers the rows, as those of wards and releases do: bare numbers, beside a column of numbers that
// is declared as one.
func (t *table) numbered() bool {
	if !slices.ContainsFunc(t.cols[1:], func(c column) bool { return c.numeric }) || t.cols[0].scale.unit != "" {
		return false
	}
	return !slices.ContainsFunc(t.Rows, func(r casefile.Row) bool {
		return len(r) == 0 || len(r[0].Text) > 6 || strings.Trim(r[0].Text, "0123456789.") != ""
	})
}

// years reports whether all cells of a column are years.
func (t *table) years(col int) bool {
	for _, row := range t.Rows {
		if col >= len(row) || !yearCell(row[col].Text) || strings.Trim(row[col].Text, "0123456789") != "" {
			return false
		}
	}
	return true
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
	together := func(a, b int) bool { // two clauses, where a name such as "Ltd." parts no sentence
		return t.r.clauses[a].sentence == t.r.clauses[b].sentence || slices.ContainsFunc(t.named(rec), func(n naming) bool {
			return n.start < t.r.clauses[b].start && n.end >= t.r.clauses[a].end && n.end+8 >= t.r.clauses[b].start
		})
	}
	for tl.first > 0 && together(tl.first-1, tl.first) {
		tl.first--
	}
	for tl.last+1 < len(t.r.clauses) && together(tl.last, tl.last+1) {
		tl.last++
	}
	tl.start, tl.end = t.r.clauses[tl.first].start, t.r.clauses[tl.last].end
	for _, n := range t.named(rec) {
		switch {
		case n.start < tl.start || n.start >= tl.end || n.rows[0] < 3 && tl.tb.headRow(n.rows[0]):
		case n.col == tl.tb.key && tl.tb.key >= 0 && len(n.rows) == 1:
			tl.names = append(tl.names, n)
		case n.col >= 0 && n.col != tl.tb.key:
			tl.labels = append(tl.labels, n)
		case n.col < 0 && len(n.rows) == 1:
			tl.names = append(tl.names, n)
		}
	}
	if len(tl.names) == 0 && tl.tb.thing >= 0 {
		tl.crossed1()
	}
	if len(tl.names) == 0 {
		// rows may be called by another column in which no two cells are the same
		tl.labels = slices.DeleteFunc(tl.labels, func(n naming) bool {
			if len(n.rows) != 1 || !tl.tb.cols[n.col].distinct {
				return false
			}
			tl.names = append(tl.names, n)
			return true
		})
	}
	if len(tl.names) == 0 {
		tl.called(t)
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

// called takes for names the texts of the first column of texts that stand in one row each, where what tells rows apart is a code
// that nobody says: Water Bottle, beside two Pet Beds.
func (tl *telling) called(t *trial) {
	first := slices.IndexFunc(tl.tb.cols, func(c column) bool { return !c.numeric && !c.day && c.Type != "identifier" })
	if first < 0 || tl.tb.measures(first) || tl.tb.key >= 0 && tl.tb.cols[tl.tb.key].Type != "identifier" {
		return
	}
	tl.labels = slices.DeleteFunc(tl.labels, func(n naming) bool {
		if n.col != first || len(n.rows) != 1 || t.isHead(tl, n) {
			return false
		}
		tl.names = append(tl.names, n)
		return true
	})
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
		if seen[tok.key] || t.namesRow(tl, k) || t.isUnit(k) || t.addsUp(tl, tok) {
			continue
		}
		seen[tok.key] = true
		shared := 0
		for col := range tl.tb.cols {
			if tl.tb.says(col, tok) {
				shared++
			}
		}
		for col := range tl.tb.cols {
			if tl.tb.says(col, tok) {
				out[col] += tok.weight() / float64(shared*shared)
			}
		}
	}
	return out
}

// addsUp reports whether a token is a part of words such as "in total", which name no column.
func (t *trial) addsUp(tl *telling, tok token) bool {
	return slices.ContainsFunc(tl.marks, func(m words.RowMark) bool {
		return m.What&words.RowSum != 0 && m.Start <= tok.start && tok.end <= m.End
	})
}

// denies reports whether clause c is negated outside of what names rows: 与描述不符 is a name.
func (tl *telling) denies(r *reading, c int) bool {
	cl := &r.clauses[c]
	from := cl.start
	if n := len(cl.cuts); n > 0 {
		from = cl.cuts[n-1]
	}
	return slices.ContainsFunc(cl.marks, func(m words.Mark) bool { return m.Class&words.NotClausal != 0 && m.Start >= from && !tl.inName(m) })
}

func (tl *telling) inName(m words.Mark) bool {
	in := func(n naming) bool { return m.Start < n.end && n.start < m.End }
	return slices.ContainsFunc(tl.names, in) || slices.ContainsFunc(tl.labels, in)
}

// isUnit reports whether token k only says what a number before it counts: the tracks of "14 tracks".
func (t *trial) isUnit(k int) bool {
	tok := t.r.tokens[k]
	for _, v := range t.r.vals(tok.clause) {
		if v.Value != nil && tok.start >= v.Start && tok.end <= v.End && v.Unit.Name != "" {
			return true
		}
		if v.Value != nil && v.Unit.Name == "" && tok.start-v.End == 1 && tok.kind != hanToken {
			return true // 57 returned of 1,780 sold
		}
	}
	return false
}

// namesRow reports whether token k is a part of a name, or says what a named row is: Order before NW-10692.
func (t *trial) namesRow(tl *telling, k int) bool {
	tok := t.r.tokens[k]
	for i, list := range [][]naming{tl.names, tl.labels} {
		for _, n := range list {
			if i == 1 && t.isHead(tl, n) {
				continue // signed for, of signed_at
			}
			if tok.start < n.end && n.start < tok.end {
				return true
			}
			if tl.tb.key >= 0 && tl.tb.says(tl.tb.key, tok) && (tok.end <= n.start && n.start-tok.end <= 2 || n.end <= tok.start && tok.start-n.end <= 1) {
				return true
			}
		}
	}
	return false
}

// glued reports whether a token is a part of words that say nothing of their own where rows are spoken of.
func (t *trial) glued(tok token) bool {
	if len(t.of(passageRecord)) > 0 || len(t.tables()) == 0 {
		return false
	}
	return slices.ContainsFunc(t.rowMarks(), func(m words.RowMark) bool {
		return m.What&^(words.RowNone|words.RowStable|words.RowPeak|words.RowPart|words.RowHead) != 0 && m.Start <= tok.start && tok.end <= m.End
	})
}
