package verify

import (
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// unspoken: a sentence that gives a value of rows says nothing that neither the rows, their heads nor a list know: a safety
// stock is no stock, 利润 is no 收入, and 12 that were lost are no 12 in stock. What has another listed meaning is refused;
// what nobody knows is unconfirmed.
func (t *trial) unspoken() {
	if len(t.of(passageRecord))+len(t.of(saidRecord)) > 0 {
		return // a passage may be what the words are of
	}
	t.eachTelling(func(tl *telling) {
		given := t.givenOf(tl)
		if len(given) == 0 {
			return
		}
		var listed, strange []string
		for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
			tok := t.r.tokens[k]
			switch word := t.r.src[tok.start:tok.end]; {
			case t.accounted(tl, k) || t.measureWord(tl, given, tok) || t.onlyPeriods(tl, given) && !turns[tok.key]:
			case tok.kind == conceptToken:
				listed = append(listed, word)
			default:
				strange = append(strange, word)
			}
		}
		switch name := tl.tb.cols[given[0].col].Name; {
		case len(listed) > 0:
			t.refuse("column", "the rows have %s, and say nothing of %s", name, strings.Join(listed, ", "))
		case len(strange) > 0:
			t.doubt("column", "the rows have %s, and say nothing of %s", name, strings.Join(strange, ", "))
		}
	})
}

// onlyPeriods reports whether the heads of the values of a sentence say no more than of which period they are: nothing in the rows says what a value is.
func (t *trial) onlyPeriods(tl *telling, given []proof) bool {
	return !slices.ContainsFunc(given, func(p proof) bool {
		y, rest := tl.tb.yearOf(p.col)
		return p.by != "row" || y == 0 || rest != ""
	})
}

// turns are the concepts that say what no value of a period is by itself.
var turns = map[string]bool{"=loss": true, "=up": true, "=down": true, "=change": true}

// givenOf are the proofs of the numbers of a sentence that a row, or several together, have.
func (t *trial) givenOf(tl *telling) []proof {
	var out []proof
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if p := t.proofs[k]; p.rule == "" && p.rec == tl.rec && (p.by == "row" || p.by == "rows") && t.r.values[k].Value != nil && p.col < len(tl.tb.cols) {
			out = append(out, p)
		}
	}
	return out
}

// accounted reports whether a word of a sentence on rows is one that they have, or says nothing of its own beside them.
func (t *trial) accounted(tl *telling, k int) bool {
	tok := t.r.tokens[k]
	if tok.kind == calendarToken || words.Plain(tok.key) || t.glued(tok) || t.inName(tl, tok) || t.namesRow(tl, k) || computedWords[tok.key] || t.inPeriodWords(tok) {
		return true
	}
	if tok.any(func(key string) bool { return t.holder(key) >= 0 }) || tl.tb.spokenOf(tok) {
		return true
	}
	for i, v := range t.r.vals(tok.clause) {
		if tok.start < v.End && v.Start < tok.end && (t.countsRows(t.r.clauses[tok.clause].vfirst+i, tl) || v.Unit.Known || v.Value == nil || anyThing[strings.ToLower(v.Unit.Word)]) {
			return true
		}
		if tok.start >= v.End && tok.start-v.End <= 1 && t.countsAll(t.r.clauses[tok.clause].vfirst+i, tl) {
			return true // 三个地方
		}
	}
	if slices.ContainsFunc(t.r.clauses[tok.clause].marks, func(m words.Mark) bool { return m.Class&limiting != 0 && m.Start <= tok.start && tok.end <= m.End }) {
		return true
	}
	if t.ofWhole(tok) && shareWords.MatchString(strings.ToLower(t.r.src[tl.start:tl.end])) {
		return true
	}
	return tok.kind == hanToken && (t.inRecords(t.r.src[tok.start:tok.end]) || t.joinsKnown(tl, tok))
}

// measureWord reports whether a token is a part of a word that stands for the head under which a value was found, or that goes
// with its unit: lasts 40 seconds.
func (t *trial) measureWord(tl *telling, given []proof, tok token) bool {
	folded, at := text.FoldMap(t.r.src)
	for _, m := range words.Measures(folded) {
		if tok.start < at[m.Start] || tok.end > at[m.End] {
			continue
		}
		for _, p := range given {
			if slices.Contains(m.Dims, p.exact.Unit.Dim) {
				return true
			}
			for _, head := range m.Heads {
				if slices.ContainsFunc(t.v.reader.short(head).tokens, func(h token) bool { return tl.tb.entitles(p.col, h) }) {
					return true
				}
			}
		}
	}
	return false
}

// anyDay is a clock for finding where a text names periods, whatever days they are.
var anyDay = time.Date(2000, 1, 3, 12, 0, 0, 0, time.UTC)

// periodNames are the periods that the claim names.
func (t *trial) periodNames() []quantity.PeriodMention {
	if !t.spanned {
		now := t.ix.c.Now
		if now.IsZero() {
			now = anyDay
		}
		t.periodsOf, t.spanned = quantity.Periods(t.claim.Text, now, t.v.periods), true
	}
	return t.periodsOf
}

// inPeriodWords reports whether a word is a part of the name of a period: the rule on periods looks at those.
func (t *trial) inPeriodWords(tok token) bool {
	for _, m := range t.periodNames() {
		if tok.start < m.End && m.Start < tok.end {
			return true
		}
	}
	return false
}

// joinsKnown reports whether a pair of Han characters only joins two words that are accounted for: 产比, of 亩产比.
func (t *trial) joinsKnown(tl *telling, tok token) bool {
	for i := range t.r.src[tok.start:tok.end] {
		at := tok.start + i
		if !slices.ContainsFunc(t.rowMarks(), func(m words.RowMark) bool { return m.Start <= at && at < m.End }) && !tl.inHeads(t.r.src, at) {
			return false
		}
	}
	return true
}

// inHeads reports whether a place of the claim lies in the name of a column.
func (tl *telling) inHeads(src string, at int) bool {
	for col := range tl.tb.cols {
		for _, head := range []string{bareHead(tl.tb.cols[col].Name), tl.tb.cols[col].Title} {
			if head == "" {
				continue
			}
			for from := max(tl.start, at-len(head)+1); from <= at && from+len(head) <= len(src); from++ {
				if src[from:from+len(head)] == head {
					return true
				}
			}
		}
	}
	return false
}

// ofWhole reports whether a token is the 总 of 总收入, of which a row has a share.
func (t *trial) ofWhole(tok token) bool {
	return tok.key == "=total" || strings.HasPrefix(t.r.src[tok.start:tok.end], "总") || strings.HasPrefix(t.r.src[tok.start:tok.end], "全")
}
