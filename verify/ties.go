package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// ties: where a column names things of the kind that rows are called by (the manager of an employee), what one is said to be to another stands in
// the row of the one it is said of, and what a row has is not said of the one that it only names.
func (t *trial) ties() {
	if len(t.of(passageRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		for col := range tl.tb.cols {
			if !tl.tb.kin(col) {
				continue
			}
			if !t.tied(tl, col) {
				t.onlyNamed(tl, col)
			}
		}
	})
}

// kin reports whether a column of texts has one that rows are called by.
func (t *table) kin(col int) bool {
	if c := &t.cols[col]; t.key < 0 || col == t.key || c.numeric || c.day || t.cols[t.key].numeric || t.cols[t.key].day || len(t.Rows) > readRows {
		return false
	}
	return slices.ContainsFunc(everyRow(t), func(row int) bool {
		s := t.folded(row, col)
		return s != "" && slices.ContainsFunc(t.cells[s], func(at cellAt) bool { return at.col == t.key })
	})
}

// folded is the text of a cell as it is looked up.
func (t *table) folded(row, col int) string {
	if col >= len(t.Rows[row]) {
		return ""
	}
	return strings.TrimSpace(text.Fold(t.Rows[row][col].Text))
}

// parties are the places of a sentence that name a thing of the column that tells rows apart, or of another that has things of that kind.
func (t *trial) parties(tl *telling, col int) []naming {
	var out []naming
	for _, n := range t.named(tl.rec) {
		if n.start < tl.start || n.start >= tl.end {
			continue
		}
		at := tl.tb.cells[strings.TrimSpace(text.Fold(t.r.src[n.start:n.end]))]
		if slices.ContainsFunc(at, func(c cellAt) bool { return c.col == col || c.col == tl.tb.key }) {
			out = append(out, n)
		}
	}
	return out
}

// tied holds a sentence that names two things and the head of a column to the row of the one that the head is said of. It reports whether it is such a
// sentence.
func (t *trial) tied(tl *telling, col int) bool {
	who := t.parties(tl, col)
	if len(who) != 2 {
		return false
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		tok := t.r.tokens[k]
		if t.inName(tl, tok) || !tl.tb.says(col, tok) {
			continue
		}
		of, other := t.tieOf(tl, tok, who)
		own := tl.tb.cells[text.Fold(t.r.src[of.start:of.end])]
		i := slices.IndexFunc(own, func(c cellAt) bool { return c.col == tl.tb.key })
		if i < 0 {
			t.doubt("role", "no row says what %s has for %s", t.r.src[of.start:of.end], tl.tb.cols[col].Name)
			return true
		}
		has := tl.tb.folded(own[i].row, col)
		switch is, denied := has == text.Fold(t.r.src[other.start:other.end]), t.deniedAt(tl, tok.start); {
		case is && denied:
			t.refuse("negation", "the row of %s has %s in %s", t.r.src[of.start:of.end], t.r.src[other.start:other.end], tl.tb.cols[col].Name)
		case !is && !denied:
			t.refuse("role", "the row of %s has %s in %s", t.r.src[of.start:of.end], tl.tb.Rows[own[i].row][col].Text, tl.tb.cols[col].Name)
		}
		return true
	}
	return false
}

// tieOf finds which of two things a word such as manager is said of: the one that has a manager, that is managed, or whose manager is named.
func (t *trial) tieOf(tl *telling, tok token, who []naming) (of, other naming) {
	a, b := who[0], who[1]
	for i, n := range who {
		o := who[1-i]
		switch before, after := t.r.src[n.end:max(n.end, tok.start)], t.r.src[min(tok.end, n.start):n.start]; {
		case n.end <= tok.start && slices.Contains([]string{"'s ", "’s ", "的", "' ", "’ "}, before):
			return n, o
		case tok.end <= n.start && slices.Contains([]string{" of ", " of the "}, strings.ToLower(after)):
			return n, o
		}
	}
	between := " " + strings.ToLower(t.r.src[a.end:b.start]) + " "
	if strings.Contains(between, " by ") || strings.ContainsAny(between, "由归被受") {
		return a, b
	}
	return b, a
}

// onlyNamed: what rows have beside a thing that they only name is said of what they are called by.
func (t *trial) onlyNamed(tl *telling, col int) {
	who := t.parties(tl, col)
	if len(who) != 1 || len(tl.names) > 0 || slices.ContainsFunc(tl.tb.cells[text.Fold(t.r.src[who[0].start:who[0].end])], func(c cellAt) bool { return c.col == tl.tb.key }) {
		return
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		if tok := t.r.tokens[k]; !t.inName(tl, tok) && (tl.tb.says(col, tok) || tl.tb.says(tl.tb.key, tok)) {
			return
		}
	}
	told := slices.ContainsFunc(tl.labels, func(l naming) bool { return l.col != col })
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		told = told || t.proofs[k].rule == "" && t.proofs[k].by == "row" && t.proofs[k].rec == tl.rec
		if t.countsRows(k, tl) {
			return
		}
	}
	if told {
		t.refuse("binding", "the rows name %s in %s, and say this of %s", t.r.src[who[0].start:who[0].end], tl.tb.cols[col].Name, tl.tb.Rows[who[0].rows[0]][tl.tb.key].Text)
	}
}

// dayOfState: a state of a row that stands right beside a day did not come about on a day that a column of another name has: 于4月12日终止, of a row
// that was signed on that day.
func (t *trial) dayOfState() {
	t.eachTelling(func(tl *telling) {
		for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
			v, p := t.r.values[k], t.proofs[k]
			if v.Value != nil || p.rule != "" || p.by != "row" || p.rec != tl.rec || !tl.tb.cols[p.col].day || t.headSaid(tl, p.col) {
				continue
			}
			for _, l := range t.cellsSaid(tl) {
				if l.col == p.col || !t.besideDay(v, l) || slices.ContainsFunc(t.r.tokens, func(tok token) bool {
					return tok.start < l.end && l.start < tok.end && tl.tb.says(p.col, tok)
				}) {
					continue
				}
				t.doubt("column", "%s stands under %s, and no row says when it was %s", strings.TrimSpace(v.Text), tl.tb.cols[p.col].Name, t.r.src[l.start:l.end])
				return
			}
		}
	})
}

// headSaid reports whether a sentence has a word of a column's head, or the head says no more than that it is a day.
func (t *trial) headSaid(tl *telling, col int) bool {
	generic := true
	for _, tok := range tl.tb.cols[col].name {
		generic = generic && slices.ContainsFunc(words.FindRows(tok.key), func(m words.RowMark) bool { return m.What&words.RowHead != 0 })
	}
	if generic {
		return true
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		if tok := t.r.tokens[k]; !t.inName(tl, tok) && tl.tb.says(col, tok) {
			return true
		}
	}
	return false
}

// besideDay reports whether a text of a row stands right before or after a day: ended on 12 April, 4月12日终止.
func (t *trial) besideDay(v value, l naming) bool {
	if l.start >= v.End {
		return strings.Trim(t.r.src[v.End:l.start], " 已起即") == ""
	}
	if l.end <= v.Start {
		between := strings.TrimSpace(strings.ToLower(t.r.src[l.end:v.Start]))
		return between == "on" || between == "since" || between == "于" || between == "on the"
	}
	return false
}
