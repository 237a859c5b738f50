package mutate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// order writes extremes and ranks.
func (w *writer) order(m *Measure, rows []int) {
	t := w.Evidence.Table
	if !t.Complete && !t.Ranked || len(rows) != len(t.Rows) {
		return
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b int) int { return w.value(b, m).Cmp(w.value(a, m)) })
	n := len(sorted)
	distinct := func(i, k int) bool { return w.value(sorted[i], m).Cmp(w.value(sorted[k], m)) != 0 }
	nouns := map[string]part{"noun": {text: w.Noun}, "nouns": {text: w.Nouns}, "N": {text: fmt.Sprint(n)}}
	top := w.r.of(2) == 0
	at, next := sorted[0], 1
	if !top {
		at, next = sorted[n-1], n-2
	}
	if n > 2 && (top || !t.Ranked) && w.value(at, m).Cmp(w.value(sorted[next], m)) != 0 {
		parts := with(nouns, map[string]part{"s": w.subject(at, func(int) bool { return true }), "m": {text: w.pick(m.Names)}, "v": w.number(at, m)})
		for k := range w.Measures {
			if o := &w.Measures[k]; o.Column != m.Column && w.beaten(at, o, rows, top) {
				parts["m"] = part{text: parts["m"].text, wrong: map[string][]string{"metric swapped": {w.pick(o.Names)}}}
			}
		}
		w.add("extreme", parts, top, "extreme reversed", nil)
	}
	if n > 4 && distinct(2, 3) && distinct(0, n-1) {
		k := []int{w.r.of(3)}[0]
		others := [3]int{sorted[0], sorted[1], sorted[2]}
		others[0], others[k] = others[k], others[0]
		beyond := func(o int) bool { return !slices.Contains(others[:], o) }
		w.add("top", with(nouns, map[string]part{"s": w.subject(others[0], beyond), "s2": w.subject(others[1], beyond), "s3": w.subject(others[2], beyond), "m": {text: w.pick(m.Names)}}), true, "extreme reversed", nil)
	}
	if k := w.r.of(min(4, n)); t.Ranked && m.Column == w.Measures[0].Column && n > 2 && (k == 0 || distinct(k, k-1)) && (k+1 == n || distinct(k, k+1)) {
		r := part{wrong: map[string][]string{}}
		ranks := []string{"first", "second", "third", "fourth", "fifth", "sixth"}
		if w.Lang == casefile.Chinese {
			ranks = [][]string{{"1", "2", "3", "4", "5", "6"}, {"一", "二", "三", "四", "五", "六"}}[w.r.of(2)]
		}
		r.text = ranks[k]
		r.wrong["rank shifted"] = []string{ranks[k+1], ranks[(k+2)%6]}
		if w.Lang == casefile.English && k == 0 {
			return // the first highest is no English
		}
		w.add("rank", map[string]part{"s": w.subject(sorted[k], func(int) bool { return true }), "m": {text: w.pick(m.Names)}, "r": r}, true, "", nil)
	}
}

// beaten reports whether a row is not the extreme of a measure.
func (w *writer) beaten(row int, m *Measure, rows []int, up bool) bool {
	v := w.value(row, m)
	return v != nil && slices.ContainsFunc(rows, func(o int) bool {
		x := w.value(o, m)
		return x != nil && (up && x.Cmp(v) > 0 || !up && x.Cmp(v) < 0)
	})
}

// limits writes what lies above and below a limit that no row has.
func (w *writer) limits(m *Measure, rows []int) {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b int) int { return w.value(a, m).Cmp(w.value(b, m)) })
	k := w.r.of(len(sorted))
	limit := w.between(m, sorted, k)
	if limit == nil {
		return
	}
	part1 := w.amount(limit, m, w.r.of(2))
	row := rows[w.r.of(len(rows))]
	up := w.value(row, m).Cmp(limit) > 0
	wrong := func(o int) bool { x := w.value(o, m); return x != nil && (x.Cmp(limit) > 0) != up }
	// another limit would as well be right: only what the row has decides
	part1.wrong = map[string][]string{}
	part1.kind = WordSlot
	w.add("limit", map[string]part{"s": w.subject(row, wrong), "m": {text: w.pick(m.Names)}, "l": part1}, up, "comparison reversed", nil)
	if !w.Evidence.Table.Complete || len(rows) != len(w.Evidence.Table.Rows) || len(rows) < 3 {
		return
	}
	above := 0
	for _, o := range rows {
		if w.value(o, m).Cmp(limit) > 0 {
			above++
		}
	}
	n, side := above, true
	if w.r.of(2) == 0 {
		n, side = len(rows)-above, false
	}
	nouns := map[string]part{"noun": {text: w.Noun}, "nouns": {text: w.Nouns}, "N": {text: fmt.Sprint(len(rows))}, "m": {text: w.pick(m.Names)}, "l": part1}
	if n > 1 && n < len(rows) && 2*n != len(rows) {
		c := w.count(n)
		c.wrong["quantifier inflated"] = []string{map[casefile.Lang]string{casefile.Chinese: "全部" + fmt.Sprint(len(rows)), casefile.English: "All " + fmt.Sprint(len(rows))}[w.Lang]}
		w.add("where", with(nouns, map[string]part{"n": c}), side, "comparison reversed", nil)
	}
	low := w.between(m, sorted, 0)
	if low == nil || low.Cmp(w.value(sorted[0], m)) <= 0 {
		return
	}
	floor := new(big.Rat).Mul(w.value(sorted[0], m), big.NewRat(1, 2))
	if floor.Sign() <= 0 {
		return
	}
	l := w.amount(round(floor), m, w.r.of(2))
	l.wrong, l.kind = map[string][]string{"quantifier inflated": {w.style(round(new(big.Rat).Mul(w.value(sorted[len(sorted)-1], m), big.NewRat(9, 10))), m, 0)}}, WordSlot
	if round(floor).Cmp(w.value(sorted[0], m)) < 0 && round(new(big.Rat).Mul(w.value(sorted[len(sorted)-1], m), big.NewRat(9, 10))).Cmp(w.value(sorted[0], m)) > 0 {
		w.add("all", with(nouns, map[string]part{"l": l}), true, "comparison reversed", nil)
	}
}

// between is a round number that lies between a row and the next one, nil where none does.
func (w *writer) between(m *Measure, sorted []int, k int) *big.Rat {
	a := w.value(sorted[k], m)
	b := new(big.Rat).Mul(a, big.NewRat(3, 2))
	if k+1 < len(sorted) {
		b = w.value(sorted[k+1], m)
	}
	mid := round(new(big.Rat).Mul(new(big.Rat).Add(a, b), big.NewRat(1, 2)))
	if mid.Cmp(a) <= 0 || mid.Cmp(b) >= 0 {
		return nil
	}
	return mid
}

// round keeps two significant digits.
func round(v *big.Rat) *big.Rat {
	s, _ := quantity.FormatDecimal(v, 2)
	out, ok := new(big.Rat).SetString(s)
	if !ok {
		return v
	}
	return out
}

// series writes how a measure moved from one period to another.
func (w *writer) series(m *Measure, rows []int) {
	k := w.r.of(len(rows) - 1)
	a, b := rows[k], rows[k+1]
	va, vb := w.value(a, m), w.value(b, m)
	if va.Cmp(vb) == 0 || va.Sign() <= 0 || vb.Sign() <= 0 {
		return
	}
	up := vb.Cmp(va) > 0
	s := func(row, not int) part {
		return w.subject(row, func(o int) bool { x := w.value(o, m); return x != nil && x.Cmp(w.value(row, m)) != 0 }, not)
	}
	w.add("move", map[string]part{"s": s(a, b), "s2": s(b, a), "m": w.measured(a, m), "v": w.number(a, m), "v2": w.number(b, m)}, up, "direction reversed", nil)
	by := new(big.Rat).Quo(new(big.Rat).Sub(vb, va), va)
	calc := w.calc("(b - a) / a", by, "ratio", m, a, b)
	abs := new(big.Rat).Abs(by)
	text, _ := quantity.FormatPercent(abs, 3)
	v := part{text: text, kind: NumberSlot, wrong: map[string][]string{"unit changed": otherUnits(text)}}
	w.add("change", map[string]part{"s": s(a, b), "s2": s(b, a), "m": w.measured(a, m), "v": v}, up, "direction reversed", calc)
}

// calc is the record of a formula over the values a, b, … of rows.
func (w *writer) calc(formula string, value *big.Rat, unit string, m *Measure, rows ...int) *casefile.Calc {
	text, exact := quantity.FormatDecimal(value, 12)
	c := &casefile.Calc{Formula: formula, Value: text, Unit: unit, Exact: exact}
	if s, ok := quantity.FormatExact(value); ok {
		c.Value, c.Exact = s, true
	}
	for i, row := range rows {
		c.Inputs = append(c.Inputs, casefile.Input{Name: string(rune('a' + i)), Value: w.cell(row, m.Column).Text, Evidence: "E1", Row: row, Column: w.Evidence.Table.Columns[m.Column].Name})
	}
	return c
}

// computed writes sums, differences, means and shares with their records.
func (w *writer) computed(m *Measure, rows []int, a, b int) {
	va, vb := w.value(a, m), w.value(b, m)
	name := w.measured(a, m)
	unit := w.Evidence.Table.Columns[m.Column].Unit
	two := func(change func(x, y *big.Rat) *big.Rat) (part, part) {
		same := change(va, vb)
		return w.subject(a, func(o int) bool { x := w.value(o, m); return o != b && x != nil && change(x, vb).Cmp(same) != 0 }, b),
			w.subject(b, func(o int) bool { x := w.value(o, m); return o != a && x != nil && change(va, x).Cmp(same) != 0 }, a)
	}
	if diff := new(big.Rat).Sub(va, vb); diff.Sign() != 0 && !w.ratio(m) && !w.Series {
		s, s2 := two(func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) })
		w.add("difference", map[string]part{"s": s, "s2": s2, "m": name, "v": w.amount(new(big.Rat).Abs(diff), m, 0)}, diff.Sign() > 0, "comparison reversed", w.calc("a - b", diff, unit, m, a, b))
	}
	if !m.Adds {
		return
	}
	sum := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) }
	s, s2 := two(sum)
	w.add("sum", map[string]part{"s": s, "s2": s2, "m": name, "v": w.amount(sum(va, vb), m, w.r.of(2))}, true, "", w.calc("a + b", sum(va, vb), unit, m, a, b))
	if len(rows) != len(w.Evidence.Table.Rows) || len(rows) > 20 {
		return
	}
	total := new(big.Rat)
	names := make([]string, len(rows))
	for i, row := range rows {
		total.Add(total, w.value(row, m))
		names[i] = string(rune('a' + i))
	}
	nouns := map[string]part{"noun": {text: w.Noun}, "nouns": {text: w.Nouns}, "N": {text: fmt.Sprint(len(rows))}, "m": name}
	formula := strings.Join(names, " + ")
	w.add("total", with(nouns, map[string]part{"v": w.amount(total, m, w.r.of(2))}), true, "", w.calc(formula, total, unit, m, rows...))
	if mean := new(big.Rat).Quo(total, big.NewRat(int64(len(rows)), 1)); mean.Sign() > 0 && len(rows) > 2 {
		v := mean
		if _, exact := quantity.FormatDecimal(mean, 7); !exact {
			text, _ := quantity.FormatDecimal(mean, 6)
			v, _ = new(big.Rat).SetString(text)
		}
		w.add("average", with(nouns, map[string]part{"v": w.amount(v, m, 1)}), true, "", w.calc(fmt.Sprintf("(%s) / %d", formula, len(rows)), mean, unit, m, rows...))
	}
	if total.Sign() > 0 && len(rows) > 2 && !w.Series {
		share := new(big.Rat).Quo(va, total)
		text, _ := quantity.FormatPercent(share, 3)
		order := append([]int{a}, slices.DeleteFunc(slices.Clone(rows), func(o int) bool { return o == a })...)
		differs := func(o int) bool { x := w.value(o, m); return x != nil && x.Cmp(va) != 0 }
		w.add("share", map[string]part{"s": w.subject(a, differs), "m": name, "v": {text: text, kind: NumberSlot, wrong: map[string][]string{"unit changed": otherUnits(text)}}}, true, "", w.calc("a / ("+formula+")", share, "ratio", m, order...))
	}
}

// label writes the claims that a column of texts or days allows.
func (w *writer) label(l *Label) {
	var rows []int
	for _, i := range w.rows {
		if c := w.cell(i, l.Column); c.Type == casefile.Text && c.Text != "" {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return
	}
	for range min(2, len(rows)) {
		row := rows[w.r.of(len(rows))]
		text := w.cell(row, l.Column).Text
		s := w.subject(row, func(o int) bool { return w.cell(o, l.Column).Text != text })
		name := part{text: w.pick(l.Names)}
		if l.Day {
			if d, ok := w.day(text); ok {
				w.add("day", map[string]part{"s": s, "a": name, "d": d}, true, "", nil, l.Says...)
			}
			continue
		}
		t := part{text: text, kind: NameSlot, wrong: map[string][]string{}}
		for _, o := range rows {
			if x := w.cell(o, l.Column).Text; x != text && !slices.Contains(t.wrong["value of another row"], x) {
				t.wrong["value of another row"] = append(t.wrong["value of another row"], x)
			}
		}
		w.add("attribute", map[string]part{"s": s, "a": name, "t": t}, true, "", nil, l.Says...)
	}
	if !w.Evidence.Table.Complete || l.Day {
		return
	}
	text := w.cell(rows[w.r.of(len(rows))], l.Column).Text
	n := 0
	for i := range w.Evidence.Table.Rows {
		if w.cell(i, l.Column).Text == text {
			n++
		}
	}
	if n > 1 && n < len(w.Evidence.Table.Rows) {
		t := part{text: text, kind: NameSlot, wrong: map[string][]string{}}
		for _, row := range rows {
			x, k := w.cell(row, l.Column).Text, 0
			for i := range w.Evidence.Table.Rows {
				if w.cell(i, l.Column).Text == x {
					k++
				}
			}
			if k != n && !slices.Contains(t.wrong["value of another row"], x) {
				t.wrong["value of another row"] = append(t.wrong["value of another row"], x)
			}
		}
		w.add("labelled", map[string]part{"n": w.count(n), "t": t, "a": {text: w.pick(l.Names)}, "noun": {text: w.Noun}, "nouns": {text: w.Nouns}}, true, "", nil)
	}
}

// day writes a day of a cell as people do.
func (w *writer) day(text string) (part, bool) {
	if len(text) < 10 {
		return part{}, false
	}
	d, err := casefile.ParseDate(text[:10])
	if err != nil {
		return part{}, false
	}
	forms := []string{quantity.FormatDate(d, w.Lang), d.String()}
	if w.Lang == casefile.English {
		forms = append(forms, fmt.Sprintf("%d %s %d", d.Day, d.Month, d.Year))
	}
	return part{text: w.pick(forms), kind: DaySlot}, true
}
