package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// changed: a value of one row shows no change, so that nothing rose or fell to it.
func (t *trial) changed() {
	if len(t.of(passageRecord))+len(t.of(calcRecord)) > 0 {
		return
	}
	t.eachTelling(func(tl *telling) {
		given := t.givenOf(tl)
		if len(given) == 0 || given[0].by != "row" || len(tl.rowsOf()) > 1 {
			return
		}
		p := given[0]
		for _, m := range tl.marks {
			if m.What&(words.RowRose|words.RowFell) == 0 || t.wordOfHead(tl, m) || slices.ContainsFunc(tl.marks, func(o words.RowMark) bool { return o.What&words.RowGlue != 0 && o.Start < m.End && m.Start < o.End }) {
				continue
			}
			if t.sinceLast(tl, p, m.What&words.RowRose != 0) {
				return
			}
			t.doubt("direction", "%s has %s, and the rows do not show from where it went there", tl.tb.cols[p.col].Name, p.value)
			return
		}
	})
}

// wordOfHead reports whether a word of more or less is one of a head or a cell: an increase of 5, of a column increase.
func (t *trial) wordOfHead(tl *telling, m words.RowMark) bool {
	return slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.start < m.End && m.Start < k.end && tl.tb.spokenOf(k) }) || t.inRecords(t.r.src[m.Start:m.End])
}

// sinceLast reports whether a value goes the way that a sentence says from the period before, where rows are periods.
func (t *trial) sinceLast(tl *telling, p proof, up bool) bool {
	d, ok := t.step(tl, p.row, p.col)
	return ok && (up && d > 0 || !up && d < 0)
}

// step compares a cell with that of the period before, where rows are periods: above zero where it is more.
func (t *trial) step(tl *telling, now, col int) (d int, ok bool) {
	if !t.calendarRows(tl.tb) {
		return 0, false
	}
	here, ok := tl.tb.calendar(now)
	if !ok {
		return 0, false
	}
	at, best := -1, 0
	order := func(m quantity.Mention) int { return m.Year*10000 + m.Month*100 + m.Part*100 + m.Day }
	for row := range tl.tb.Rows {
		if m, ok := tl.tb.calendar(row); ok && m.Kind == here.Kind && order(m) < order(here) && (at < 0 || order(m) > best) {
			at, best = row, order(m)
		}
	}
	if at < 0 {
		return 0, false
	}
	before, ok1 := tl.tb.measure(at, col)
	after, ok2 := tl.tb.measure(now, col)
	if !ok1 || !ok2 {
		return 0, false
	}
	return against(after, before), true
}

// notYet: rows say what is, and neither what will be nor what has to be.
func (t *trial) notYet() {
	if len(t.of(passageRecord))+len(t.of(saidRecord)) > 0 || !t.asserts() {
		return
	}
	for c := range t.r.clauses {
		proved := slices.ContainsFunc(t.proofs[t.r.clauses[c].vfirst:t.r.clauses[c].vlast], func(p proof) bool { return p.rule == "" && (p.by == "row" || p.by == "rows") && p.exact.Value != nil })
		if !proved {
			continue
		}
		for _, m := range t.r.clauses[c].marks {
			if m.Class&(words.Future|words.Obligation) == 0 || m.Class&(words.NotClausal|words.NotNever) != 0 {
				continue
			}
			if word := t.r.src[m.Start:m.End]; !t.headHas(word) {
				t.refuse("modality", "%q: the rows say what is", word)
				return
			}
		}
	}
}

// headHas reports whether a head or a cell of a cited table has a word: 应收 has 应, required has required.
func (t *trial) headHas(word string) bool {
	if t.inRecords(word) {
		return true
	}
	return slices.ContainsFunc(t.v.reader.short(word).tokens, func(k token) bool { return t.holder(k.key) >= 0 })
}

// undated: a period that is told by today cannot be looked at where no day is given or no record has a period.
func (t *trial) undated() {
	if len(t.of(passageRecord))+len(t.of(saidRecord)) > 0 || len(t.of(tableRecord)) == 0 || !t.asserts() {
		return
	}
	dated := slices.ContainsFunc(t.tables(), func(rec int) bool {
		r := &t.ix.recs[rec]
		return !r.ev.Period.IsZero() && !t.ix.c.Now.IsZero() || t.calendarRows(r.table) || slices.ContainsFunc(r.table.cols, func(c column) bool { return c.day })
	})
	if dated {
		return
	}
	for _, m := range t.periodNames() {
		if m.Kind == quantity.Named || m.Kind == quantity.Compare || t.inRecords(t.r.src[m.Start:m.End]) || t.inHeadsAll(m) {
			continue
		}
		if p, ok := t.yearedPeriod(m); ok {
			if p != m.Period {
				t.refuse("period", "%s is %s; the rows are of %s", strings.TrimSpace(m.Text), m.Period, p)
				return
			}
			continue
		}
		t.doubt("period", "%s: no record says which days these are", strings.TrimSpace(m.Text))
		return
	}
}

// inHeadsAll reports whether a record has each day or period that the name of a longer one is made of: between 2024 and 2025.
func (t *trial) inHeadsAll(m quantity.PeriodMention) bool {
	any := false
	for k, v := range t.r.values {
		if v.Start < m.Start || v.End > m.End+1 {
			continue
		}
		if p := t.proofs[k]; p.rule != "" || p.by != "head" && p.by != "name" {
			return false
		}
		any = true
	}
	return any
}

// yearedPeriod is the period of the rows, where a claim names one with its year, which no clock is needed for.
func (t *trial) yearedPeriod(m quantity.PeriodMention) (casefile.Period, bool) {
	if !withYear.MatchString(m.Text) {
		return casefile.Period{}, false
	}
	for _, rec := range t.tables() {
		if p := t.ix.recs[rec].ev.Period; !p.IsZero() {
			return p, true
		}
	}
	return casefile.Period{}, false
}

var withYear = regexp.MustCompile(`(?:^|\D)(?:19|20)\d\d(?:\D|$)`)

// unread: a number in a script of its own, such as a figure in a circle, that no record writes so and that was not read.
func (t *trial) unread() {
	for i, r := range t.claim.Text {
		if r < 0x80 || !unicode.IsNumber(r) || unicode.Is(unicode.Han, r) || i >= len(t.r.src) || t.r.inValue(i) || t.inEvidence(string(r)) || t.opensItem(i) {
			continue
		}
		if f := text.Fold(string(r)); unicode.IsDigit(r) && len(f) == 1 {
			continue // full width, as a part of a name
		}
		t.refuse("number", "%c stands in no record that is cited, and is not read as a number", r)
		return
	}
}

// opensItem reports whether a mark such as ① begins a clause and its text follows at once: it numbers what is said.
func (t *trial) opensItem(at int) bool {
	c := t.clauseAt(at)
	before := strings.TrimSpace(t.r.src[t.r.clauses[c].start:min(at, t.r.clauses[c].end)])
	return before == "" || strings.HasSuffix(before, "：") || strings.HasSuffix(before, ":") || strings.HasSuffix(before, "；") || strings.HasSuffix(before, "，")
}
