package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// slotReader reads one slot of a playbook from a question.
type slotReader struct {
	name     string
	values   []slotWords
	patterns []*regexp.Regexp
}

type slotWords struct {
	value string
	words []playbook.Word
}

func newSlotReader(name string, s playbook.Slot) (slotReader, error) {
	r := slotReader{name: name}
	for _, v := range s.Values {
		r.values = append(r.values, slotWords{v.Value, prepare(v.Words)})
	}
	for _, p := range s.Pattern {
		re, err := regexp.Compile(`(?i)` + written.ReplaceAllLiteralString(p, numeral))
		if err != nil {
			return r, fmt.Errorf("slots.%s.pattern: %w", name, err)
		}
		r.patterns = append(r.patterns, re)
	}
	return r, nil
}

// A pattern that asks for digits also takes a number in words: 十天, ten days.
const numeral = `(?:\d+|[一二两三四五六七八九十百]+|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty)\b)`

var written = regexp.MustCompile(`\\d(?:\+|\{\d+,\d*\})`)

// read returns the slot's value with its words, an empty slot when the question does not say.
func (s slotReader) read(a *asked) casefile.Slot {
	out := casefile.Slot{Name: s.name}
	loose, at := a.loose()
	for _, re := range s.patterns {
		m := re.FindStringSubmatchIndex(loose)
		if m == nil {
			continue
		}
		from, to := m[0], m[1]
		if g := re.SubexpIndex("value"); g >= 0 && m[2*g] >= 0 {
			from, to = m[2*g], m[2*g+1]
		}
		value := loose[from:to]
		if n := small(value); n > 0 {
			value = strconv.Itoa(n)
		}
		out.Values, out.Words = []string{value}, a.r.Source(playbook.Span{From: at[m[0]], To: at[m[1]]})
		return out
	}
	type hit struct {
		playbook.Span
		value string
	}
	var hits []hit
	for _, v := range s.values {
		for _, w := range v.words {
			for _, sp := range a.r.Find(w) {
				hits = append(hits, hit{sp, v.value})
			}
		}
	}
	// the longest match wins where two overlap; a value that is said goes before one that is asked
	// about, and then the one that is declared first
	best, asking := hit{}, true
	for _, h := range hits {
		if slices.ContainsFunc(hits, func(o hit) bool { return o.Overlaps(h.Span) && o.To-o.From > h.To-h.From }) {
			continue
		}
		if in := a.inQuestion(h.Span); best.value == "" || asking && !in {
			best, asking = h, in
		}
	}
	if best.value == "" {
		return out
	}
	if neg, ok := a.negated(best.Span); ok {
		value := s.opposite(best.value)
		if value == "" {
			return out
		}
		best.value, best.From = value, neg
	}
	out.Values, out.Words = []string{best.value}, a.r.Source(best.Span)
	return out
}

// loose is the folded text with full-width punctuation as it was written, which is how patterns are
// written, and the way back: byte i of it is byte at[i] of the folded text.
func (a *asked) loose() (string, []int) {
	var b strings.Builder
	at := make([]int, 0, len(a.r.Folded)+8)
	for i, r := range a.r.Folded {
		if w, ok := a.r.Written(i); ok && strings.ContainsRune("，；：？！（）“”", w) {
			r = w
		}
		n, _ := b.WriteRune(r)
		for range n {
			at = append(at, i)
		}
	}
	return b.String(), append(at, len(a.r.Folded))
}

// inQuestion reports whether a place stands in a clause that asks.
func (a *asked) inQuestion(s playbook.Span) bool {
	from := strings.LastIndexAny(a.r.Folded[:s.From], ",。;!?\n") + 1
	to := len(a.r.Folded)
	if i := strings.IndexAny(a.r.Folded[s.To:], ",。;!?\n"); i >= 0 {
		to = s.To + i + 1
	}
	clause := a.r.Folded[from:to]
	return strings.HasSuffix(clause, "?") || hasAny(playbook.Read(clause), cues()["asking"])
}

// opposite returns the other value of a slot that has two.
func (s slotReader) opposite(value string) string {
	if len(s.values) != 2 {
		return ""
	}
	for _, v := range s.values {
		if v.value != value {
			return v.value
		}
	}
	return ""
}

// negated reports whether a negation stands right before a place, and where it begins:
// at once in Chinese, at most two words away in English.
func (a *asked) negated(s playbook.Span) (int, bool) {
	for _, n := range found(a.r, cues()["not"]) {
		if n.To > s.From || n.Overlaps(s) {
			continue
		}
		if between.MatchString(a.r.Folded[n.To:s.From]) {
			return n.From, true
		}
	}
	return 0, false
}

var between = regexp.MustCompile(`^(?:[\s]*(?:been|be|yet|even|ever|really|actually|it|the|any|have|has|being|就|曾|有|被|把|给|过|要|用|必|需|需要|想)?\s*){0,2}$`)

// slots returns every slot that the question fills: identifiers, names, the period, the number, and those a playbook reads.
func (p *Planner) slots(a *asked, b *book) []casefile.Slot {
	var out []casefile.Slot
	add := func(s casefile.Slot) {
		i := slices.IndexFunc(out, func(o casefile.Slot) bool { return o.Name == s.Name })
		switch {
		case i < 0:
			out = append(out, s)
		case len(out[i].Values) == 0:
			out[i] = s
		}
	}
	for _, kind := range kinds(a.ids) {
		add(a.pick(kind, a.ids))
	}
	for _, kind := range kinds(a.names) {
		add(a.pick(kind, a.names))
	}
	if len(a.periods) > 0 {
		add(casefile.Slot{Name: "period", Values: []string{a.periods[0].Period.String()}, Words: a.periods[0].words})
	}
	if a.n.n > 0 && !a.n.implied {
		add(casefile.Slot{Name: "n", Values: []string{strconv.Itoa(a.n.n)}, Words: a.r.Source(a.n.Span)})
	}
	if b == nil {
		return out
	}
	for _, s := range b.slots {
		add(s.read(a))
	}
	for _, name := range b.defaults {
		if i := slices.IndexFunc(out, func(o casefile.Slot) bool { return o.Name == name }); i < 0 || len(out[i].Values) == 0 {
			if s := p.defaultSlot(a, b, name); len(s.Values) > 0 {
				add(s)
			}
		}
	}
	return out
}

// defaultSlot reads a slot from the playbook's own words for it, as if the asker had said them.
func (p *Planner) defaultSlot(a *asked, b *book, name string) casefile.Slot {
	words := b.Defaults[name]
	if name == "period" {
		if ps := p.periodsOf(a, words); len(ps) > 0 {
			return casefile.Slot{Name: name, Values: []string{ps[0].Period.String()}}
		}
	}
	said := &asked{c: a.c, lang: a.lang, r: playbook.Read(words)}
	for _, s := range b.slots {
		if s.name == name {
			if got := s.read(said); len(got.Values) > 0 {
				return casefile.Slot{Name: name, Values: got.Values}
			}
		}
	}
	if v, ok := p.lexicon.Value(name, words); ok {
		return casefile.Slot{Name: name, Values: []string{v}}
	}
	return casefile.Slot{Name: name, Values: []string{words}}
}
