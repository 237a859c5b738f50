package verify

import (
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile/quantity"
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

// ofWhole reports whether a token is the 总 of 总收入, of which a row has a share.
func (t *trial) ofWhole(tok token) bool {
	return tok.key == "=total" || strings.HasPrefix(t.r.src[tok.start:tok.end], "总") || strings.HasPrefix(t.r.src[tok.start:tok.end], "全")
}
