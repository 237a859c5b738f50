package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// A metric is a place of a sentence that names what a value of a table is: a price, the number of orders, 库存数量.
type metric struct {
	start, end int
	cols       []int // the columns whose heads it can be; more than one where the head's own words do not decide
	given      bool  // the sentence gives a value of it: the price of, 单价为
	counts     bool  // it says itself that it counts: the number of orders
	noun       token // what it is, and what it counts
}

// metrics finds the metrics that a sentence names, in order. Names of rows, what numbers count and words that add up are none.
func (t *trial) metrics(tl *telling) []metric {
	if tl.metrics != nil {
		return *tl.metrics
	}
	out := []metric{}
	var group []int
	flush := func() {
		if m, ok := t.metricOf(tl, group); ok {
			out = append(out, m)
		}
		group = group[:0]
	}
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		tok := t.r.tokens[k]
		if !tl.tb.measured(tok) || t.namesRow(tl, k) || t.isUnit(k) || t.addsUp(tl, tok) {
			continue
		}
		if n := len(group); n > 0 && !within1(t.r.src, t.r.tokens[group[n-1]], tok) {
			flush()
		}
		group = append(group, k)
	}
	flush()
	tl.metrics = &out
	return out
}

// within1 reports whether two tokens are of one phrase: only small words that join nouns stand between them.
func within1(s string, a, b token) bool {
	if b.start <= a.end {
		return true
	}
	switch strings.ToLower(s[a.end:b.start]) {
	case " ", "-", "_", " of ", " of the ", " the ", "'s ", "’s ", "的":
		return true
	}
	return false
}

// measured reports whether a word stands in the head of a column of numbers or days.
func (t *table) measured(tok token) bool {
	return slices.ContainsFunc(t.gauges(), func(col int) bool { return t.entitles(col, tok) })
}

// entitles reports whether a word is one of those that a column is called by, and not of those that say what it means.
func (t *table) entitles(col int, tok token) bool {
	in := func(key string) bool { return t.cols[col].title[key] }
	return t.says(col, tok) && (tok.any(in) || slices.ContainsFunc(tok.parts, in))
}

// gauges are the columns of numbers and days.
func (t *table) gauges() []int {
	if t.measuring == nil {
		t.measuring = []int{}
		for col := range t.cols {
			if col != t.key && (t.cols[col].numeric || t.cols[col].day || t.measures(col)) {
				t.measuring = append(t.measuring, col)
			}
		}
	}
	return t.measuring
}

// metricOf finds the columns that a run of head words can mean: those that have its noun, and of these the ones that have most of
// the rest and lack least of their own.
func (t *trial) metricOf(tl *telling, group []int) (metric, bool) {
	if len(group) == 0 {
		return metric{}, false
	}
	tb := tl.tb
	m := metric{start: t.r.tokens[group[0]].start, end: t.r.tokens[group[len(group)-1]].end}
	noun := group[len(group)-1]
	for i := 1; i < len(group); i++ {
		// the value of orders is a value
		if strings.Contains(strings.ToLower(t.r.src[t.r.tokens[group[i-1]].end:max(t.r.tokens[group[i-1]].end, t.r.tokens[group[i]].start)]), " of ") {
			noun = group[i-1]
			break
		}
	}
	m.noun = t.r.tokens[noun]
	way := t.wayBefore(tl, m.start)
	best := 0.0
	run := strings.ToLower(t.r.src[m.start:t.r.tokens[noun].end])
	for _, col := range tb.gauges() {
		s := -.1 * float64(tb.cols[col].left(t.r.tokens, group))
		whole := tb.cols[col].writtenIn(run)
		switch {
		case whole:
			s += 5
		case !tb.entitles(col, t.r.tokens[noun]):
			continue
		}
		for _, k := range group {
			if tb.entitles(col, t.r.tokens[k]) {
				s += t.r.tokens[k].weight()
			}
		}
		if w := tb.cols[col].way; way != 0 && w == way {
			s += 10
		}
		switch {
		case s > best+1e-9:
			best, m.cols = s, []int{col}
		case s > best-1e-9:
			m.cols = append(m.cols, col)
		}
	}
	after := strings.ToLower(t.r.src[m.end:tl.end])
	before := strings.ToLower(strings.TrimRight(t.r.src[tl.start:m.start], " "))
	m.counts = strings.HasSuffix(before, "number of") || strings.HasPrefix(strings.TrimLeft(after, " "), "count")
	m.given = gives(after) || strings.HasSuffix(before, " in") || strings.HasSuffix(before, "按")
	return m, len(m.cols) > 0
}

// writtenIn reports whether a run of words has the whole name of a column, as it is written.
func (c *column) writtenIn(run string) bool {
	return slices.ContainsFunc([]string{c.Name, c.Title, c.TitleEN}, func(name string) bool {
		name = strings.ToLower(bareHead(name))
		i := strings.Index(run, name)
		return name != "" && i >= 0 && parted(run, i, i+len(name))
	})
}

// left counts the words of a column's name that a run does not have.
func (c *column) left(toks []token, group []int) int {
	n := 0
	for _, w := range c.name {
		if !slices.ContainsFunc(group, func(k int) bool { return shareSense(toks[k], w) }) {
			n++
		}
	}
	return n
}

// wayBefore is the way of an extreme that stands right before a place: the highest of "highest price".
func (t *trial) wayBefore(tl *telling, at int) words.Class {
	for c := tl.first; c <= tl.last; c++ {
		for _, m := range t.r.clauses[c].marks {
			if m.End <= at && strings.Trim(t.r.src[m.End:at], " -_") == "" {
				return m.Class & (words.ExtremeUp | words.ExtremeDown)
			}
		}
	}
	return 0
}

// metricFor is the metric that a sentence gives value i as: the last one named before it and after the number before it, else the
// one right after it, else the last one before it at all.
func (t *trial) metricFor(i int, tl *telling) (metric, bool) {
	v := t.r.values[i]
	list := t.metrics(tl)
	from := tl.start
	for k := t.r.clauses[tl.first].vfirst; k < t.r.clauses[tl.last].vlast; k++ {
		if o := t.r.values[k]; o.End <= v.Start && o.Value != nil && !t.countsRows(k, tl) && t.proofs1(k).by != "name" {
			from = max(from, o.End)
		}
	}
	var last *metric
	for k := range list {
		m := &list[k]
		switch {
		case m.end <= v.Start && m.start >= from:
			last = m
		case m.end <= v.Start:
			if last == nil || last.end < from {
				last = m
			}
		case last == nil && m.start >= v.End:
			return *m, m.given && isWord.MatchString(t.r.src[v.End:m.start])
		}
	}
	if last == nil {
		return metric{}, false
	}
	return *last, last.given && (last.start >= from || !t.saysMore(tl, from, v.Start))
}

// saysMore reports whether a stretch between two numbers has a word that is no name of a row: then what the second one is
// is not what the first one was.
func (t *trial) saysMore(tl *telling, from, to int) bool {
	for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
		tok := t.r.tokens[k]
		if tok.start >= from && tok.end <= to && tok.kind != calendarToken && !words.Light(tok.key) && !t.namesRow(tl, k) && !t.isUnit(k) && !t.glued(tok) {
			return true
		}
	}
	return false
}

// isWord is what stands between a value and what it is said to be: $21 is the price of A.
var isWord = regexp.MustCompile(`(?i)^ ?(?:(?:is|was|are|were) (?:the |its |a )?|(?:是|为)(?:其|该)?)$`)

// proofs1 is the proof of a value, where it was looked for already.
func (t *trial) proofs1(k int) proof {
	if k < len(t.proofs) {
		return t.proofs[k]
	}
	return proof{}
}

// anotherBetween reports whether another number stands between two places.
func (t *trial) anotherBetween(from, to int) bool {
	return slices.ContainsFunc(t.r.values, func(o value) bool { return o.Start >= from && o.End <= to && o.Value != nil })
}

// countsMetric reports whether the thing that a value counts is the one that the metric says it counts: no 28 customers are a
// number of orders.
func (t *trial) countsMetric(v value, m metric) bool {
	if v.Unit.Name == "" || v.Unit.Known && v.Kind != quantity.Count || anyThing[strings.ToLower(v.Unit.Word)] {
		return true
	}
	toks := t.v.reader.short(firstOf(v.Unit.Word, v.Unit.Name)).tokens
	return len(toks) == 0 || slices.ContainsFunc(toks, func(k token) bool { return shareSense(k, m.noun) })
}

// namedColumn is the one column that all metrics of a sentence can mean, of those that fit.
func (t *trial) namedColumn(tl *telling, fits func(col int) bool) (int, bool) {
	col, found := -1, false
	for _, m := range t.metrics(tl) {
		cols := m.cols
		if fits != nil {
			cols = slices.DeleteFunc(slices.Clone(cols), func(c int) bool { return !fits(c) })
		}
		if len(cols) != 1 || found && cols[0] != col {
			return -1, false
		}
		col, found = cols[0], true
	}
	return col, found
}

// headsExtreme reports whether a word of an extreme is a part of a metric's name: the top price, of a column highest_price.
func (t *trial) headsExtreme(tl *telling, m words.Mark) bool {
	way := m.Class & (words.ExtremeUp | words.ExtremeDown)
	return slices.ContainsFunc(t.metrics(tl), func(x metric) bool {
		return m.End <= x.start && strings.Trim(t.r.src[m.End:x.start], " -_") == "" && way != 0 && tl.tb.cols[x.cols[0]].way == way
	})
}

// soleMetric is the one metric that a sentence gives a value of.
func (t *trial) soleMetric(tl *telling) (metric, bool) {
	list := t.metrics(tl)
	if len(list) != 1 || !list[0].given {
		return metric{}, false
	}
	return list[0], true
}
