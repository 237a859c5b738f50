package verify

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// accounted reports whether a word of a sentence on rows is one that they have, or says nothing of its own beside them.
func (t *trial) accounted(tl *telling, k int) bool {
	tok := t.r.tokens[k]
	if tok.kind == calendarToken || words.Plain(tok.key) || t.glued(tok) || t.inName(tl, tok) || t.namesRow(tl, k) || computedWords[tok.key] || t.inPeriodWords(tok) || t.glosses(tl, tok) {
		return true
	}
	if tok.any(func(key string) bool { return t.holder(key) >= 0 }) || tl.tb.spokenOf(tok) || t.sensed(tl, tok) {
		return true
	}
	for i, v := range t.r.vals(tok.clause) {
		at := t.r.clauses[tok.clause].vfirst + i
		if v.Approx && tok.end == v.Start {
			return true // 约5米
		}
		if tok.start < v.End && v.Start < tok.end && (t.countsRows(at, tl) || v.Unit.Known || v.Value == nil || anyThing[strings.ToLower(v.Unit.Word)]) {
			return true
		}
		if tok.start >= v.End && tok.start-v.End <= 1 && t.countsAll(at, tl) {
			return true // 三个地方
		}
	}
	if slices.ContainsFunc(t.r.clauses[tok.clause].marks, func(m words.Mark) bool { return m.Class&limiting != 0 && m.Start <= tok.start && tok.end <= m.End }) {
		return true
	}
	if t.ofWhole(tok) && shareWords.MatchString(strings.ToLower(t.r.src[tl.start:tl.end])) {
		return true
	}
	return tok.kind == hanToken && (t.inRecords(t.r.src[tok.start:tok.end]) || t.cutAcross(tl, tok))
}

// sensed reports whether a word may mean what a word of some head means, and not that of a measure that the sentence gives no value
// of: leaves, of departs; won is no word for 12 that were lost.
func (t *trial) sensed(tl *telling, tok token) bool {
	given, other, any := t.givenOf(tl), false, false
	for col := range tl.tb.cols {
		if !slices.ContainsFunc(tl.tb.cols[col].name, func(w token) bool { return shareSense(tok, w) }) {
			continue
		}
		any = true
		other = other || slices.Contains(tl.tb.gauges(), col) && len(given) > 0
		if slices.ContainsFunc(given, func(p proof) bool { return p.col == col }) {
			return true
		}
	}
	return any && !other
}

// cutAcross reports whether a pair of Han characters is a cut between words that are all known: the 产比 of 亩产比乙高, the 约 of 约5米.
func (t *trial) cutAcross(tl *telling, tok token) bool {
	for i, c := range t.r.src[tok.start:tok.end] {
		at := tok.start + i
		if !t.knownRune(tl, at, at+utf8.RuneLen(c)) {
			return false
		}
	}
	return true
}

// knownRune reports whether a character stands in a name, a value, a small word or, with one beside it, in a head or a cell.
func (t *trial) knownRune(tl *telling, start, end int) bool {
	s := t.r.src
	if words.StopHan(firstRune(s[start:])) || slices.ContainsFunc(t.r.values, func(v value) bool { return v.Start <= start && end <= v.End || v.Approx && v.Start == end }) {
		return true
	}
	if slices.ContainsFunc(t.rowMarks(), func(m words.RowMark) bool {
		return m.Start <= start && end <= m.End && m.What&^(words.RowPart|words.RowHead|words.RowNone) != 0
	}) || t.inName(tl, token{start: start, end: end}) {
		return true
	}
	if slices.ContainsFunc(t.measuresSaid(), func(m words.MeasureMark) bool { return m.Start <= start && end <= m.End && t.measureFits(tl, m, nil) }) {
		return true
	}
	if before, n := utf8.DecodeLastRuneInString(s[:start]); han(before) && t.inRecords(s[start-n:end]) {
		return true
	}
	after, n := utf8.DecodeRuneInString(s[end:])
	return han(after) && t.inRecords(s[start:end+n])
}

// glosses reports whether a word belongs to the English for a name that stands in brackets after it: the collection point at the
// station (火车站). What it is of, or belongs to, is no part of it.
func (t *trial) glosses(tl *telling, tok token) bool {
	if tok.kind == hanToken || tok.kind == calendarToken {
		return false
	}
	for _, list := range [][]naming{tl.names, tl.labels} {
		for _, n := range list {
			if n.start <= tok.end || n.start-tok.end > 60 || n.end >= len(t.r.src) || !han(firstRune(t.r.src[n.start:])) {
				continue
			}
			between := t.r.src[tok.end:n.start]
			if before := strings.TrimRight(between, "(（"); len(before) < len(between) && glossWords.MatchString(before) {
				return true
			}
		}
	}
	return false
}

// glossed reports whether a word belongs to the English for a name of some table.
func (t *trial) glossed(tok token) bool {
	return slices.ContainsFunc(t.tables(), func(rec int) bool { return t.glosses(t.telling(tok.clause, rec), tok) })
}

// glossWords are what may stand between a word of an English name and the bracket after it.
var glossWords = regexp.MustCompile(`^(?: (?:[a-z]+|[A-Z][a-z]+|\d+)){0,5} ?$`)

// measuresSaid are the words of a claim that give a value without a head.
func (t *trial) measuresSaid() []words.MeasureMark {
	if !t.gauges {
		folded, at := text.FoldMap(t.r.src)
		t.gauged = words.Measures(folded)
		for i := range t.gauged {
			t.gauged[i].Start, t.gauged[i].End = at[t.gauged[i].Start], at[t.gauged[i].End]
		}
		t.gauges = true
	}
	return t.gauged
}

// measureWord reports whether a token is a part of a word that stands for the head under which a value was found, or that goes
// with its kind: lasts 40 seconds.
func (t *trial) measureWord(tl *telling, given []proof, tok token) bool {
	if tok.any(func(key string) bool { return peopleKeys[key] }) && slices.ContainsFunc(given, func(p proof) bool { return tl.tb.cols[p.col].scale.unit == "person" }) {
		return true // five more patients, of a column that counts people
	}
	return slices.ContainsFunc(t.measuresSaid(), func(m words.MeasureMark) bool {
		return m.Start <= tok.start && tok.end <= m.End && t.measureFits(tl, m, given)
	})
}

// measureFits reports whether a word that gives a value suits one of the columns that the values of a sentence were found under, any
// column where none was.
func (t *trial) measureFits(tl *telling, m words.MeasureMark, given []proof) bool {
	if given == nil {
		given = t.givenOf(tl)
	}
	if len(given) > 0 {
		for _, l := range tl.labels {
			given = append(given[:len(given):len(given)], proof{col: max(l.col, 0)})
		}
	} else {
		for col := range tl.tb.cols {
			given = append(given, proof{col: col})
		}
	}
	return slices.ContainsFunc(given, func(p proof) bool {
		c := &tl.tb.cols[p.col]
		e := p.exact
		if e.Value == nil && len(tl.tb.Rows) > 0 {
			e, _ = tl.tb.measure(0, p.col)
		}
		kinds := kindsOf(c, e)
		if slices.ContainsFunc(m.Kinds, func(k string) bool { return slices.Contains(kinds, k) }) || c.onlyPeriod() && e.Value != nil {
			return true
		}
		return slices.ContainsFunc(m.Heads, func(head string) bool {
			return slices.ContainsFunc(t.v.reader.short(head).tokens, func(h token) bool { return tl.tb.entitles(p.col, h) })
		})
	})
}

// kindsOf are the kinds of a value and of its column that a word can show: the unit's, clock, keeper.
func kindsOf(c *column, e quantity.Mention) []string {
	dim := e.Unit.Dim
	out := []string{dim}
	if first, _, ok := strings.Cut(dim, " "); ok {
		out = append(out, first)
	}
	if e.Kind == quantity.Clock {
		out = append(out, "clock")
	}
	if !c.numeric && !c.day && keeperHead.MatchString(bareHead(firstOf(c.Title, c.Name))) {
		out = append(out, "keeper")
	}
	return out
}

// keeperHead finds heads of columns of people that do something: driver, agronomist, 护士长, 试验员.
var keeperHead = regexp.MustCompile(`(?i)(?:[a-z]{3,}(?:er|or|ist|ian|ant)|head|chief|lead|in charge)$|[长员师人]$|主任|经理|主管|队长`)

// onlyPeriod reports whether a head names a period and no more: what its values are the table does not say.
func (c *column) onlyPeriod() bool {
	return periodCell(bareHead(c.Name)) != ""
}
