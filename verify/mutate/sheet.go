package mutate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// A Sheet is a table with the words by which people speak of it. Write makes right claims of it.
type Sheet struct {
	ID       string
	Source   string
	Lang     casefile.Lang
	Evidence casefile.Evidence // with a Table; its ID becomes E1
	Subject  int               // the column of what a row is called
	Noun     string            // what a row is: region, 区域
	Nouns    string            // more of them
	Measures []Measure
	Labels   []Label
	Series   bool     // the rows are periods, in their order
	Period   string   // the words for the evidence's period; "" when claims say none
	Others   []string // words for other periods
}

// A Measure is a column of numbers.
type Measure struct {
	Column int
	Names  []string // as people call it, without an article
	Says   []string // wordings of its own for the value of one row, with {s} and {v}
	Before string   // stands before the number: $
	Unit   string   // stands after it, with its blank: " units", 件
	Adds   bool     // its values may be added up
}

// A Label is a column of texts or days.
type Label struct {
	Column int
	Names  []string
	Says   []string // with {s} and {t}, or {d}
	Day    bool
}

// A writer writes the claims of one sheet.
type writer struct {
	*Sheet
	r    *choice
	rows []int // rows whose subject is the only one of its name
	out  []Item
}

// Write makes right claims of a sheet, of every kind that its rows allow. The same sheet and seed
// give the same claims. What a claim says is checked against the rows, not against a verifier.
func Write(s *Sheet, seed uint64) []Item {
	w := &writer{Sheet: s, r: &choice{seed}}
	seen := map[string]int{}
	for _, row := range s.Evidence.Table.Rows {
		seen[row[s.Subject].Text]++
	}
	for i, row := range s.Evidence.Table.Rows {
		if n := row[s.Subject].Text; n != "" && seen[n] == 1 {
			w.rows = append(w.rows, i)
		}
	}
	if len(w.rows) == 0 {
		return nil
	}
	for k := range s.Measures {
		w.measure(&s.Measures[k])
	}
	for k := range s.Labels {
		w.label(&s.Labels[k])
	}
	if s.Evidence.Table.Complete {
		n := len(s.Evidence.Table.Rows)
		w.add("rows", map[string]part{"n": w.count(n), "noun": {text: s.Noun}, "nouns": {text: s.Nouns}}, true, "", nil)
	}
	w.outcomes()
	return w.out
}

// add writes one claim of a kind and keeps it.
func (w *writer) add(kind string, parts map[string]part, up bool, way string, calc *casefile.Calc, own ...string) {
	list := append(slices.Clone(own), templates()[kind+" "+string(w.Lang)]...)
	if len(list) == 0 {
		return
	}
	if len(own) > 0 && w.r.of(2) == 0 {
		list = own
	}
	text, slots := render(list[w.r.of(len(list))], parts, up, way)
	if w.Period != "" && w.r.of(2) == 0 {
		text, slots = opening(text, slots, part{text: w.Period, kind: PeriodSlot, wrong: map[string][]string{"period shifted": w.Others}}, w.Lang)
	}
	it := Item{ID: fmt.Sprintf("%s/%s-%d", w.ID, kind, len(w.out)+1), Source: w.Source, Kind: kind, Lang: w.Lang, Slots: slots}
	e := w.Evidence
	e.ID = "E1"
	it.Case.Lang = w.Lang
	it.Case.Evidence = []casefile.Evidence{e}
	cites := []casefile.Citation{{Evidence: "E1"}}
	if calc != nil {
		it.Case.Evidence = append(it.Case.Evidence, casefile.Evidence{ID: "E2", Status: casefile.OK, Tool: "calculate", Calc: calc})
		if w.r.of(2) == 0 {
			cites = nil
		}
		cites = append(cites, casefile.Citation{Evidence: "E2"})
	}
	it.Case.Draft.Claims = []casefile.Claim{{Text: text, Cites: cites}}
	w.out = append(w.out, it)
}

func (w *writer) cell(row, col int) casefile.Cell {
	if col >= len(w.Evidence.Table.Rows[row]) {
		return casefile.Cell{}
	}
	return w.Evidence.Table.Rows[row][col]
}

// value reads a cell, nil where it is no number.
func (w *writer) value(row int, m *Measure) *big.Rat {
	c := w.cell(row, m.Column)
	if c.Type != casefile.Number {
		return nil
	}
	v, ok := new(big.Rat).SetString(c.Text)
	if !ok {
		return nil
	}
	return v
}

func (w *writer) ratio(m *Measure) bool { return w.Evidence.Table.Columns[m.Column].Type == "ratio" }

func (w *writer) pick(list []string) string { return list[w.r.of(len(list))] }

// subject names a row. What is named in its place must make the claim wrong: wrong says so of other rows.
func (w *writer) subject(row int, wrong func(other int) bool, taken ...int) part {
	p := part{text: w.cell(row, w.Subject).Text, kind: NameSlot, wrong: map[string][]string{}}
	if w.Evidence.Table.Columns[w.Subject].Type == "identifier" {
		p.kind = CodeSlot
	}
	for _, o := range w.rows {
		if o != row && !slices.Contains(taken, o) && wrong != nil && wrong(o) {
			p.wrong["entity of another row"] = append(p.wrong["entity of another row"], w.cell(o, w.Subject).Text)
		}
	}
	return p
}

// style writes a number of a measure as people do: with or without commas, in 万 where that is exact, a
// ratio as a percentage.
func (w *writer) style(v *big.Rat, m *Measure, style int) string {
	if m != nil && w.ratio(m) {
		s, _ := quantity.FormatPercent(v, 3)
		return s
	}
	s, ok := quantity.FormatDecimal(v, 15)
	if !ok {
		s, _ = quantity.FormatDecimal(v, 4)
	}
	if m == nil {
		return s
	}
	if w.Lang == casefile.Chinese && style%3 == 2 && m.Before == "" {
		wan := new(big.Rat).Quo(v, big.NewRat(10000, 1))
		if t, exact := quantity.FormatDecimal(wan, 5); exact && wan.Cmp(big.NewRat(1, 1)) >= 0 && m.Unit != "" {
			return t + "万" + m.Unit
		}
	}
	if style%2 == 0 {
		s = grouped(s)
	}
	return m.Before + s + m.Unit
}

// grouped writes commas between thousands.
func grouped(s string) string {
	whole, frac, dot := strings.Cut(s, ".")
	neg := strings.HasPrefix(whole, "-")
	whole = strings.TrimPrefix(whole, "-")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if neg {
		whole = "-" + whole
	}
	if dot {
		whole += "." + frac
	}
	return whole
}

// number is the value of a row with what would be wrong in its place.
func (w *writer) number(row int, m *Measure) part {
	v := w.value(row, m)
	style := w.r.of(6)
	p := w.amount(v, m, style)
	for _, o := range w.rows {
		if x := w.value(o, m); x != nil && w.style(x, m, style) != p.text && o != row {
			p.wrong["number of another row"] = append(p.wrong["number of another row"], w.style(x, m, style))
		}
	}
	for k := range w.Measures {
		if o := &w.Measures[k]; o.Column != m.Column && o.Unit == m.Unit && w.ratio(o) == w.ratio(m) {
			if x := w.value(row, o); x != nil && w.style(x, m, style) != p.text {
				p.wrong["number of another column"] = append(p.wrong["number of another column"], w.style(x, m, style))
			}
		}
	}
	return p
}

// amount is a value in the unit of a measure.
func (w *writer) amount(v *big.Rat, m *Measure, style int) part {
	p := part{text: w.style(v, m, style), kind: NumberSlot, wrong: map[string][]string{}}
	for _, u := range otherUnits(p.text) {
		if v.Sign() == 0 {
			break // nothing of one thing is nothing of another
		}
		p.wrong["unit changed"] = append(p.wrong["unit changed"], u)
	}
	return p
}

func (w *writer) count(n int) part {
	p := part{text: fmt.Sprint(n), kind: NumberSlot, wrong: map[string][]string{}}
	if n > 0 && n <= 10 && w.r.of(2) == 0 {
		if w.Lang == casefile.Chinese {
			p.text = []string{"", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"}[n]
			p.wrong["digit changed"] = []string{[]string{"三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三"}[n]}
		} else {
			words := []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
			p.text = words[n]
			p.wrong["digit changed"] = []string{words[n+2], words[n+1]}
		}
	}
	return p
}

// measured is the name of a measure with those of others that the row has another value of.
func (w *writer) measured(row int, m *Measure) part {
	p := part{text: w.pick(m.Names), wrong: map[string][]string{}}
	for k := range w.Measures {
		o := &w.Measures[k]
		if o.Column == m.Column || row < 0 {
			continue
		}
		if a, b := w.value(row, m), w.value(row, o); a != nil && b != nil && a.Cmp(b) != 0 {
			p.wrong["metric swapped"] = append(p.wrong["metric swapped"], w.pick(o.Names))
		}
	}
	return p
}

// measure writes the claims that a column of numbers allows.
func (w *writer) measure(m *Measure) {
	var rows []int
	for _, i := range w.rows {
		if w.value(i, m) != nil {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return
	}
	differs := func(row int) func(int) bool {
		return func(o int) bool {
			x := w.value(o, m)
			return x == nil || w.style(x, m, 1) != w.style(w.value(row, m), m, 1)
		}
	}
	for range min(2, len(rows)) {
		row := rows[w.r.of(len(rows))]
		w.add("value", map[string]part{"s": w.subject(row, differs(row)), "m": w.measured(row, m), "v": w.number(row, m)}, true, "", nil, m.Says...)
	}
	for k := range w.Measures {
		o := &w.Measures[k]
		row := rows[w.r.of(len(rows))]
		if o.Column > m.Column && w.value(row, o) != nil && w.style(w.value(row, o), o, 1) != w.style(w.value(row, m), m, 1) {
			other := func(x int) bool { return differs(row)(x) }
			m2 := part{text: w.pick(o.Names)}
			w.add("measures", map[string]part{"s": w.subject(row, other), "m": w.measured(row, m), "v": w.number(row, m), "m2": m2, "v2": w.number(row, o)}, true, "", nil)
			break
		}
	}
	w.limits(m, rows)
	if len(rows) < 2 {
		return
	}
	a := rows[w.r.of(len(rows))]
	b := rows[w.r.of(len(rows))]
	if a == b {
		b = rows[(slices.Index(rows, a)+1)%len(rows)]
	}
	va, vb := w.value(a, m), w.value(b, m)
	if va.Cmp(vb) != 0 {
		w.add("pair", map[string]part{"s": w.subject(a, differs(a), b), "s2": w.subject(b, differs(b), a), "m": w.measured(a, m), "v": w.number(a, m), "v2": w.number(b, m)}, true, "", nil)
		w.compare(m, a, b)
	}
	if w.Series {
		w.series(m, rows)
	} else {
		w.order(m, rows)
	}
	w.computed(m, rows, a, b)
}

// compare writes which of two rows has more.
func (w *writer) compare(m *Measure, a, b int) {
	va, vb := w.value(a, m), w.value(b, m)
	up := va.Cmp(vb) > 0
	if w.Series {
		return
	}
	less := func(o int) bool { // in the place of a: the comparison then fails
		x := w.value(o, m)
		return x != nil && o != b && (x.Cmp(vb) > 0) != up
	}
	more := func(o int) bool {
		x := w.value(o, m)
		return x != nil && o != a && (va.Cmp(x) > 0) != up
	}
	w.add("compare", map[string]part{"s": w.subject(a, less, b), "s2": w.subject(b, more, a), "m": {text: w.pick(m.Names)}, "v": w.number(a, m), "v2": w.number(b, m)}, up, "comparison reversed", nil)
}

func with(a, b map[string]part) map[string]part {
	out := map[string]part{}
	for k, v := range a {
		out[k] = v
	}
	for k, v := range b {
		out[k] = v
	}
	return out
}
