package verify

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// extreme: highest, lowest and ranks hold over the rows, and the rows are all there are.
func (t *trial) extreme() {
	tables := t.of(tableRecord)
	for c := range t.r.clauses {
		if t.r.clauses[c].classes&words.Extreme != 0 && t.asserts() && len(tables) == 0 {
			t.extremeInProse(c)
		}
	}
	if len(tables) > 0 {
		t.eachTelling(func(tl *telling) {
			if slices.Contains(tables, tl.rec) {
				t.extremeInRows(tl)
			}
		})
	}
	t.values("extreme")
}

// extremeOf finds the extreme that a sentence claims: which way, and the bytes of the word.
func (t *trial) extremeOf(tl *telling) (up, found bool, at int) {
	for c := tl.first; c <= tl.last; c++ {
		for _, m := range t.r.clauses[c].marks {
			if m.Class&words.Extreme == 0 || m.Class&(words.AtMost|words.AtLeast) != 0 && (t.limits(m) || len(t.of(passageRecord)) > 0) || slices.ContainsFunc(tl.names, func(n naming) bool { return m.Start < n.end && n.start < m.End }) || t.inHeadWords(tl, m) || t.headsExtreme(tl, m) {
				continue
			}
			return m.Class&words.ExtremeDown == 0, true, m.Start
		}
	}
	if m := firstRows.FindStringSubmatchIndex(t.r.src[tl.start:tl.end]); m != nil {
		return t.r.src[tl.start+m[2]:tl.start+m[3]] == "前" || strings.EqualFold(t.r.src[tl.start+m[2]:tl.start+m[3]], "top"), true, tl.start + m[0]
	}
	// no other region has a higher rate than East: nothing goes beyond it
	for _, none := range tl.marks {
		if none.What&words.RowNone == 0 || !t.nobody(tl, none) || t.limited(tl) {
			continue
		}
		for _, m := range tl.marks {
			if m.Start >= none.End && m.What&(words.RowAbove|words.RowBelow|words.RowAboveThan|words.RowBelowThan) != 0 {
				return m.What&(words.RowAbove|words.RowAboveThan) != 0, true, m.Start
			}
		}
	}
	return false, false, 0
}

// inHeadWords reports whether a word is a part of what a column is called, and stands with the rest of it: the lowest
// price of a product.
func (t *trial) inHeadWords(tl *telling, m words.Mark) bool {
	rest := strings.ToLower(t.r.src[m.Start:tl.end])
	word := strings.ToLower(t.r.src[m.Start:m.End])
	return slices.ContainsFunc(tl.tb.cols, func(c column) bool {
		for _, head := range []string{strings.ReplaceAll(c.Name, "_", " "), c.Title, c.TitleEN} {
			head = strings.ToLower(head)
			if i := strings.Index(head, word); i >= 0 && len(head) > i+len(word) && strings.HasPrefix(rest, head[i:]) {
				return true
			}
		}
		return false
	})
}

// firstRows are words for the first or the last rows of an order.
var firstRows = regexp.MustCompile(`(?i)(前|后|末|\btop|\bbottom) ?(?:[一二两三四五六七八九十]|\d+|two|three|four|five|six|ten)(?:名|位|个|大)?(?:$|[的是为，。,. ]|\p{Han})`)

// limits reports whether a value follows a word that can be an extreme or a limit: 最多 3 件.
func (t *trial) limits(m words.Mark) bool {
	return slices.ContainsFunc(t.r.values, func(v value) bool {
		return v.Value != nil && v.Start >= m.End && strings.TrimSpace(t.r.src[m.End:v.Start]) == ""
	})
}

// extremeInRows: no row that was left out, and none that is there, is beyond the one named.
func (t *trial) extremeInRows(tl *telling) {
	up, found, at := t.extremeOf(tl)
	tb := tl.tb
	if !found {
		return
	}
	if !tl.all(t.r) {
		t.refuse("extreme", "an extreme is claimed of rows that are not all there are")
		return
	}
	if len(tb.Rows) > 4*readRows || len(tb.Rows) < 2 {
		return
	}
	rows := tl.rowsOf()
	if len(rows) == 0 && tb.key < 0 {
		if rr := t.rows(tl.first, tl.rec); rr.firm && len(rr.rows) < len(tb.Rows) {
			rows = rr.rows
		}
	}
	denied := t.deniedAt(tl, at) && !t.noneBeyond(tl)
	col, sure := t.extremeColumn(tl, at)
	if !sure {
		if len(rows) == 1 && !denied && !t.extremeSomewhere(tl, rows[0], up, t.timed(tl, at)) {
			t.refuse("extreme", "%s has the extreme of no column", t.rowName(tl, rows[0]))
		}
		return
	}
	best, top := t.bestRows(tl, col, up)
	if top == nil {
		return
	}
	place := t.placeIn(tl, at)
	switch n := len(rows); {
	case n == 0:
		if tb.key >= 0 && len(t.of(passageRecord)) == 0 && len(tl.labels) == 0 && t.r.clauses[tl.first].vfirst == t.r.clauses[tl.last].vlast && !t.r.refers(tl.first) && tl.first == 0 {
			t.doubt("extreme", "no row is named that has the extreme of %s", tb.cols[col].Name)
		}
		for i := t.r.clauses[tl.first].vfirst; i < t.r.clauses[tl.last].vlast; i++ {
			if p := t.proofs[i]; p.rule == "" && p.rec == tl.rec && p.by == "row" && p.col == col && !best[p.row] && place < 2 {
				t.refuse("extreme", "%s is not the extreme of %s: %s is", strings.TrimSpace(t.r.values[i].Text), tb.cols[col].Name, strings.TrimSpace(top.Text))
			}
		}
	case place > 1 && n == 1:
		if k := t.placeOf(tl, col, rows[0], up); k == place && denied {
			t.refuse("extreme", "%s is in place %d of %s", t.rowName(tl, rows[0]), k, tb.cols[col].Name)
		} else if k != place && !denied {
			t.refuse("extreme", "%s is in place %d of %s, not %d", t.rowName(tl, rows[0]), k, tb.cols[col].Name, place)
		}
	case n > 1:
		t.topRows(tl, col, rows, up)
	case best[rows[0]] == denied:
		t.refuse("extreme", "%s: the extreme of %s is %s", t.rowName(tl, rows[0]), tb.cols[col].Name, strings.TrimSpace(top.Text))
	}
}

// noneBeyond reports whether a sentence says that nothing goes beyond a row.
func (t *trial) noneBeyond(tl *telling) bool {
	return slices.ContainsFunc(tl.marks, func(m words.RowMark) bool { return m.What&words.RowNone != 0 && t.nobody(tl, m) })
}

// limited reports whether a sentence has a limit.
func (t *trial) limited(tl *telling) bool {
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if t.limitWay(k, tl) != "" {
			return true
		}
	}
	return false
}

// nobody reports whether a word such as no stands before what rows are called: no other, no region.
func (t *trial) nobody(tl *telling, m words.RowMark) bool {
	if w := t.r.src[m.Start:m.End]; m.End-m.Start > 3 && w != "没有" {
		return true
	}
	for _, tok := range t.r.tokens {
		if tok.start >= m.End {
			return tl.tb.key >= 0 && tl.tb.says(tl.tb.key, tok) && tok.start-m.End <= 2
		}
	}
	return false
}

// extremeColumn is the column that an extreme is claimed of.
func (t *trial) extremeColumn(tl *telling, at int) (int, bool) {
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if p := t.proofs[k]; p.rule == "" && p.by == "row" && p.rec == tl.rec && p.exact.Value != nil && len(tl.rowsOf()) == 1 && (tl.tb.cols[p.col].numeric || tl.tb.measures(p.col)) {
			if col, sure := t.comparedColumn(tl, nil); !sure || col == p.col {
				return p.col, true
			}
		}
	}
	return t.comparedColumn(tl, t.timed(tl, at))
}

// extremeSomewhere reports whether a row has the extreme of some column of numbers or days.
func (t *trial) extremeSomewhere(tl *telling, row int, up bool, fits func(col int) bool) bool {
	for col := range tl.tb.cols {
		if fits != nil && !fits(col) || col == tl.tb.key || !tl.tb.cols[col].numeric && !tl.tb.cols[col].day && !tl.tb.measures(col) {
			continue
		}
		if best, top := t.bestRows(tl, col, up); top != nil && best[row] {
			return true
		}
	}
	return false
}

// bestRows are the rows with the extreme of a column.
func (t *trial) bestRows(tl *telling, col int, up bool) (map[int]bool, *quantity.Mention) {
	best := map[int]bool{}
	var top *quantity.Mention
	for _, row := range tl.among() {
		e, ok := tl.tb.measure(row, col)
		if !ok {
			continue
		}
		if top != nil {
			d := against(e, *top)
			if !up {
				d = -d
			}
			if d < 0 {
				continue
			}
			if d > 0 {
				clear(best)
			}
		}
		best[row], top = true, &e
	}
	return best, top
}

// placeIn is the place that an ordinal right before an extreme gives: the second highest; 1 without one.
func (t *trial) placeIn(tl *telling, at int) int {
	for i := t.r.clauses[tl.first].vfirst; i < t.r.clauses[tl.last].vlast; i++ {
		v := t.r.values[i]
		if v.Kind == quantity.Ordinal && v.Value != nil && v.Value.IsInt() && v.End <= at && at-v.End <= 3 && v.Value.Num().IsInt64() {
			return int(v.Value.Num().Int64())
		}
	}
	before := strings.ToLower(strings.TrimRight(t.r.src[tl.start:at], " -"))
	for word, n := range places {
		if strings.HasSuffix(before, word) {
			return n
		}
	}
	return 1
}

// places are the words before an extreme that give another place than the first.
var places = map[string]int{"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "第二": 2, "第三": 3, "第四": 4, "第五": 5}

// placeOf is the place of a row when a column is put in order.
func (t *trial) placeOf(tl *telling, col, row int, up bool) int {
	x, ok := tl.tb.measure(row, col)
	if !ok {
		return 0
	}
	place := 1
	for _, o := range tl.among() {
		if e, ok := tl.tb.measure(o, col); ok {
			if d := against(e, x); up && d > 0 || !up && d < 0 {
				place++
			}
		}
	}
	return place
}

// topRows: the rows named together are the first ones of the column.
func (t *trial) topRows(tl *telling, col int, rows []int, up bool) {
	tb := tl.tb
	var edge *quantity.Mention
	for _, row := range rows {
		if e, ok := tb.measure(row, col); ok && (edge == nil || up == (against(e, *edge) < 0)) {
			edge = &e
		}
	}
	if edge == nil {
		return
	}
	for row := range tb.Rows {
		if slices.Contains(rows, row) {
			continue
		}
		if e, ok := tb.measure(row, col); ok {
			if d := against(e, *edge); up && d > 0 || !up && d < 0 {
				t.refuse("extreme", "another row is beyond one of those named in %s: %s", tb.cols[col].Name, strings.TrimSpace(e.Text))
				return
			}
		}
	}
}

// rank proves that a row has the place in a ranking that the claim gives it: by the order of a ranking, or by
// the column that the claim speaks of.
func (t *trial) rank(i int) proof {
	v := t.r.values[i]
	if v.Kind != quantity.Ordinal || v.Value == nil || !v.Value.IsInt() || !v.Value.Num().IsInt64() {
		return missing(v)
	}
	n := int(v.Value.Num().Int64())
	best := missing(v)
	for _, rec := range t.of(tableRecord) {
		best = better(best, t.rankIn(v, n, rec))
	}
	return best
}

func (t *trial) rankIn(v value, n, rec int) proof {
	tb := t.ix.recs[rec].table
	tl := t.telling(v.clause, rec)
	text := strings.ToLower(strings.TrimSpace(v.Text))
	p := proof{rec: rec, by: "rank", value: strings.TrimSpace(v.Text)}
	if len(tb.Rows) < 2 {
		return missing(v)
	}
	if !tb.Ranked && !tb.Complete {
		p.rule, p.why = "extreme", "a rank is claimed of rows that are not all there are"
		return p
	}
	if strings.HasPrefix(text, "top") || strings.HasPrefix(text, "前") {
		if rows := tl.rowsOf(); len(rows) > 0 && len(rows) != n && len(rows) > 1 {
			return missing(v)
		}
		if n <= len(tb.Rows) {
			return p
		}
		return missing(v)
	}
	rr := t.rows(v.clause, rec)
	if name, ok := t.bound(t.indexOf(v), tl); ok {
		rr = reach{rows: name.rows, firm: true, name: t.r.src[name.start:name.end]}
	}
	if !rr.firm || len(rr.rows) != 1 {
		return missing(v)
	}
	p.row = rr.rows[0]
	col, sure := t.comparedColumn(tl, nil)
	up, _, _ := t.extremeOf(tl)
	switch place := t.placeOf(tl, max(col, 0), p.row, up || !t.falling(tl)); {
	case (tb.Ranked && p.row == n-1 || sure && place == n) && t.deniedAt(tl, v.Start):
		p.rule, p.why = "extreme", rr.name+" is in place "+strconv.Itoa(n)
	case tb.Ranked && p.row == n-1:
	case sure && place == n:
	case sure && t.deniedAt(tl, v.Start):
	case !sure && !tb.Ranked:
		return missing(v)
	default:
		if !sure || tb.Ranked {
			place = p.row + 1
		}
		p.rule, p.why = "extreme", rr.name+" is in place "+strconv.Itoa(place)+", not "+strconv.Itoa(n)
	}
	return p
}

// falling reports whether a sentence ranks from the least up.
func (t *trial) falling(tl *telling) bool {
	up, found, _ := t.extremeOf(tl)
	return found && !up
}

func (t *trial) indexOf(v value) int {
	return slices.IndexFunc(t.r.values, func(o value) bool { return o.Start == v.Start })
}
