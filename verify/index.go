package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

type recordKind uint8

const (
	outcomeRecord recordKind = iota // a call that brought nothing: proves how it ended, nothing else
	passageRecord
	tableRecord
	calcRecord
	saidRecord
)

// A record is one piece of evidence, read.
type record struct {
	ev    *casefile.Evidence
	kind  recordKind
	text  *reading           // of a passage, of the asker's words
	head  map[string]bool    // keys of title and headings; of the arguments of a call
	heads []value            // values of title and headings, of arguments
	table *table             // of a table
	near  contexts           // of the values of its text, once they were needed
	calc  []quantity.Mention // of a calculation
	args  *reading           // what was asked of the tool
}

// A place is a clause of a record.
type place struct{ rec, clause int }

// An index is the evidence of one case, read once.
type index struct {
	c    *casefile.Case
	ctx  context.Context // of the verification that the index is made for
	recs []record
	byID map[string]int
	post map[string][]place // key → clauses of passages and of the asker's words
	n    int                // clauses

	grids    map[int][]int      // passage → the tables that it draws
	numbers  map[string][]place // values of passages, once they were needed
	scaled   []*big.Rat         // scales that the evidence says its figures are in, once they were needed
	question map[string]bool    // keys of the question, once they were needed
	asking   []token            // its tokens, likewise
}

func (v *Verifier) index(c casefile.Case) *index {
	ix := &index{c: &c, byID: map[string]int{}, post: map[string][]place{}}
	ix.recs = make([]record, len(c.Evidence))
	for i := range c.Evidence {
		e := &c.Evidence[i]
		if _, taken := ix.byID[e.ID]; !taken {
			ix.byID[e.ID] = i
		}
		r := &ix.recs[i]
		*r = record{ev: e, kind: kindOf(e), head: map[string]bool{}}
		r.args = v.reader.passage(argWords(e))
		v.addHead(r, r.args)
		switch r.kind {
		case passageRecord, saidRecord:
			r.text = v.reader.passage(brief(e.Text, &c))
			if s := e.Source; s != nil {
				v.addHead(r, v.reader.passage(s.Title+"\n"+s.Heading))
			}
			ix.post1(i, r.text)
		case tableRecord:
			r.table = v.newTable(e)
		case calcRecord:
			r.calc = calcMentions(e.Calc)
		}
	}
	v.addGrids(ix)
	return ix
}

func (v *Verifier) addHead(r *record, h *reading) {
	for _, t := range h.tokens {
		r.head[t.key] = true
	}
	r.heads = append(r.heads, h.values...)
}

func (ix *index) post1(rec int, r *reading) {
	ix.n += len(r.clauses)
	for _, t := range r.tokens {
		p := place{rec, t.clause}
		ix.stands(t.key, p)
		for _, key := range t.also {
			ix.stands(key, p)
		}
		for _, key := range t.parts {
			ix.stands(key, p)
		}
	}
}

func (ix *index) stands(key string, p place) {
	if list := ix.post[key]; len(list) == 0 || list[len(list)-1] != p {
		ix.post[key] = append(list, p)
	}
}

// knows reports whether a key stands anywhere in the evidence.
func (ix *index) knows(key string) bool {
	if len(ix.post[key]) > 0 {
		return true
	}
	for i := range ix.c.Evidence { // what the tables of passages have stands in the passages
		if r := &ix.recs[i]; r.head[key] || r.table != nil && r.table.keys[key] {
			return true
		}
	}
	return false
}

// rarity is how much a key tells clauses apart, from .3 for one that stands in all to 1.
func (ix *index) rarity(key string) float64 {
	df := len(ix.post[key])
	if df == 0 || ix.n < 2 {
		return 1
	}
	return .3 + .7*(1-math.Log(float64(df))/math.Log(float64(ix.n+1)))
}

func kindOf(e *casefile.Evidence) recordKind {
	switch {
	case e.Said:
		return saidRecord
	case e.Calc != nil:
		return calcRecord
	case e.Table != nil:
		return tableRecord
	case (e.Source != nil || e.Text != "") && (e.Status == casefile.OK || e.Status == casefile.Partial || e.Status == ""):
		return passageRecord
	}
	return outcomeRecord
}

// argWords is what was asked of a tool, as words: the values of its arguments, its row and its period.
func argWords(e *casefile.Evidence) string {
	var b strings.Builder
	if len(e.Args) > 0 {
		var args any
		dec := json.NewDecoder(bytes.NewReader(e.Args))
		dec.UseNumber()
		if dec.Decode(&args) == nil {
			argValues(&b, args)
		}
	}
	b.WriteString(e.Key)
	if !e.Period.IsZero() {
		b.WriteString("\n" + e.Period.From.String() + "\n" + e.Period.To.String())
	}
	return b.String()
}

// argValues writes the values of arguments, a line each, in an order that does not change.
func argValues(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(v + "\n")
	case json.Number:
		b.WriteString(v.String() + "\n")
	case []any:
		for _, x := range v {
			argValues(b, x)
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			argValues(b, v[k])
		}
	}
}

// asOf is the day whose versions count for a record.
func (ix *index) asOf(e *casefile.Evidence) casefile.Date {
	switch {
	case !e.AsOf.IsZero():
		return e.AsOf
	case !ix.c.Scope.AsOf().IsZero():
		return ix.c.Scope.AsOf()
	case !ix.c.Now.IsZero():
		return ix.c.Today()
	}
	return casefile.Date{}
}

// calcMentions is what the value of a calculation may be stated as: in its unit; without one,
// as a bare number, a ratio, or in the unit that its inputs share.
func calcMentions(c *casefile.Calc) []quantity.Mention {
	if c.Value == "true" || c.Value == "false" {
		return nil
	}
	if d, err := casefile.ParseDate(c.Value); err == nil {
		return []quantity.Mention{{Kind: quantity.FullDate, Year: d.Year, Month: int(d.Month), Day: d.Day, Text: c.Value}}
	}
	if c.Unit != "" && c.Unit != "ratio" {
		if m, ok := scaleOf(casefile.Column{Unit: c.Unit}).of(c.Value, "decimal"); ok {
			return []quantity.Mention{m}
		}
		return nil
	}
	var out []quantity.Mention
	ratio, ok := quantity.Value(c.Value, "ratio", "")
	if !ok {
		return nil
	}
	if c.Unit == "" {
		plain, _ := quantity.Value(c.Value, "decimal", "")
		out = append(out, plain)
		for _, in := range c.Inputs {
			if in.Unit != "" && in.Unit != "ratio" {
				if m, ok := scaleOf(casefile.Column{Unit: in.Unit}).of(c.Value, "decimal"); ok {
					out = append(out, m)
				}
				break
			}
		}
	}
	return append(out, ratio)
}

func keysOf(tokens []token) []string {
	var out []string
	for _, t := range tokens {
		if !slices.Contains(out, t.key) {
			out = append(out, t.key)
		}
	}
	return out
}

var inScale = regexp.MustCompile(`(?i)(?:^|[^\d\s.][^\S\n]*)(thousands?|millions?|billions?|['’‘′]000s?|百万元?|万元|亿元|千元)\b?|(?:[$£€¥]|\b(?:US|USD|EUR|GBP|RMB|AUD|CAD|NT|A|C|HK) ?\$?) ?(m|mn|mm|k|bn)\b`)

var scaleValues = map[string]int64{"thousand": 1e3, "thousands": 1e3, "million": 1e6, "millions": 1e6, "billion": 1e9, "billions": 1e9, "000": 1e3, "000s": 1e3, "百万": 1e6, "百万元": 1e6, "万元": 1e4, "亿元": 1e8, "千元": 1e3,
	"m": 1e6, "mn": 1e6, "mm": 1e6, "k": 1e3, "bn": 1e9}

// scales returns the scales that heads and passages say figures are in: "in thousands", 单位：万元.
func (ix *index) scales() []*big.Rat {
	if ix.scaled != nil {
		return ix.scaled
	}
	ix.scaled = []*big.Rat{}
	seen := map[int64]bool{}
	look := func(s string) {
		for _, m := range inScale.FindAllStringSubmatch(s, 16) {
			if f := scaleValues[strings.ToLower(strings.TrimLeft(m[1]+m[2], "'’‘′"))]; f != 0 && !seen[f] {
				seen[f] = true
				ix.scaled = append(ix.scaled, big.NewRat(f, 1))
			}
		}
	}
	for i := range ix.recs {
		e := ix.recs[i].ev
		look(e.Text[:min(len(e.Text), 1<<16)])
		if e.Calc != nil {
			look(e.Calc.Unit)
		}
		if e.Table == nil {
			continue
		}
		for _, c := range e.Table.Columns {
			look(c.Name + "\n" + c.Title + "\n" + c.TitleEN + "\n" + c.Unit + "\n" + c.UnitEN)
		}
		for r := range min(len(e.Table.Rows), 8) {
			if r > 2 && slices.ContainsFunc(e.Table.Rows[r], func(c casefile.Cell) bool { return strings.ContainsAny(c.Text, "0123456789") }) {
				continue // further down only a line that says no more than that
			}
			for _, cell := range e.Table.Rows[r] {
				if cell.Type == casefile.Text {
					look(cell.Text)
				}
			}
		}
	}
	return ix.scaled
}

// maxNumbers bounds the values that are listed by what they are; past it only the words of a clause find its place.
const maxNumbers = 100_000

// withValue returns the clauses of passages that have a value or a day.
func (ix *index) withValue(v value) []place {
	if ix.numbers == nil {
		ix.numbers = map[string][]place{}
		n := 0
		for i := range ix.recs {
			r := &ix.recs[i]
			if r.text == nil {
				continue
			}
			for _, e := range r.text.values {
				if n++; n > maxNumbers {
					break
				}
				k := valueKey(e.Mention)
				ix.numbers[k] = append(ix.numbers[k], place{i, e.clause})
			}
		}
	}
	if v.Weak {
		return nil
	}
	list := ix.numbers[valueKey(v.Mention)]
	return list[:min(len(list), candidates)]
}

// valueKey is equal for values that may be the same.
func valueKey(m quantity.Mention) string {
	if m.Value == nil {
		return calendarKey(m)
	}
	return m.Base().RatString()
}
