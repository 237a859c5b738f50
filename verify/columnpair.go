package verify

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// columnsGive proves by how much, or by which share, a row went up or down from the column of one period to that of another, or is more in one than in
// the other: 销量比上月下降10台, grew 9.1% between 2024 and 2025. The way it went is that of the sentence.
func (t *trial) columnsGive(i int, tl *telling) (proof, bool) {
	rows := tl.rowsOf()
	if len(rows) != 1 {
		return proof{}, false
	}
	from, to, ok := t.columnsOf(tl)
	if !ok {
		return proof{}, false
	}
	a, ok1 := t.total(tl.tb, from, rows)
	b, ok2 := t.total(tl.tb, to, rows)
	like, _ := tl.tb.measure(rows[0], to)
	up, down := t.went(tl)
	if !ok1 || !ok2 || up == down {
		return proof{}, false
	}
	v := t.r.values[i]
	d := new(big.Rat).Sub(b, a)
	if down {
		d.Neg(d)
	}
	p := proof{rec: tl.rec, by: "rows", row: rows[0], col: to, value: tl.tb.cols[from].Name + " and " + tl.tb.cols[to].Name}
	switch {
	case d.Sign() <= 0:
		return proof{}, false
	case v.Kind == quantity.Percent || v.Kind == quantity.Ratio:
		return p, rateless(like) && a.Sign() > 0 && t.gives(v, d.Quo(d, a), quantity.Mention{})
	}
	return p, t.gives(v, d, like)
}

// went is the way that a sentence says something went.
func (t *trial) went(tl *telling) (up, down bool) {
	for _, m := range tl.marks {
		up = up || m.What&(words.RowRose|words.RowAbove) != 0
		down = down || m.What&(words.RowFell|words.RowBelow) != 0
	}
	return up, down
}

// yearBefore are the words by which a sentence compares with the year before.
var yearBefore = regexp.MustCompile(`比上年|较上年|同比|比前一年|较前一年|\b(?:than|from|on|over|with|to) the (?:year before|previous year|prior year)\b|year[- ](?:on|over)[- ]year`)

// columnsOf finds the two columns of periods that a sentence compares: those that it names, or the one it names and the one before, or 本月 and 上月 of
// what it names.
func (t *trial) columnsOf(tl *telling) (from, to int, ok bool) {
	tb := tl.tb
	var years []int
	for col := range tb.cols {
		if y, _ := tb.yearOf(col); y > 0 && slices.ContainsFunc(t.r.values, func(v value) bool {
			return v.Start >= tl.start && v.End <= tl.end && (v.Value == nil && v.Kind == quantity.Year && v.Year == y || v.Value != nil && yearly(v.Mention) && v.Value.Num().Int64() == int64(y))
		}) {
			years = append(years, col)
		}
	}
	said := t.r.src[tl.start:tl.end]
	switch {
	case len(years) == 2:
		y, of := tb.yearOf(years[0])
		z, with := tb.yearOf(years[1])
		if y > z {
			years[0], years[1] = years[1], years[0]
		}
		return years[0], years[1], of == with && y != z
	case len(years) == 1 && yearBefore.MatchString(strings.ToLower(said)):
		y, of := tb.yearOf(years[0])
		for col := range tb.cols {
			if z, with := tb.yearOf(col); z == y-1 && of == with {
				return col, years[0], true
			}
		}
	case len(years) == 0:
		return t.nowAndBefore(tl)
	}
	return 0, 0, false
}

// yearOf is the one year that the head of a column of numbers names, 0 for none, and the rest of the head.
func (t *table) yearOf(col int) (year int, rest string) {
	c := &t.cols[col]
	if !c.numeric && !t.measures(col) {
		return 0, ""
	}
	found := headYear.FindAllStringIndex(c.Name, -1)
	if len(found) != 1 {
		return 0, ""
	}
	at, end := found[0][0], found[0][1]
	digits := c.Name[at : at+4]
	rest = strings.TrimSpace(c.Name[:at] + c.Name[end:])
	return int(digits[0]-'0')*1000 + int(digits[1]-'0')*100 + int(digits[2]-'0')*10 + int(digits[3]-'0'), rest
}

// headYear is a year in the head of a column.
var headYear = regexp.MustCompile(`\b(?:19|20)\d\d(?:年度?|\b)`)

// nowAndBefore finds two columns of one metric, of this period and of the one before, where the sentence compares with the one before.
func (t *trial) nowAndBefore(tl *telling) (from, to int, ok bool) {
	said := strings.ToLower(t.r.src[tl.start:tl.end])
	for _, w := range words.PeriodPairs() {
		if !strings.Contains(said, w.Before) {
			continue
		}
		for a := range tl.tb.cols {
			rest, now := strings.CutPrefix(strings.ToLower(tl.tb.cols[a].Name), w.Now)
			if !now || !slices.Contains(tl.tb.gauges(), a) || !strings.Contains(said, strings.TrimSpace(rest)) {
				continue
			}
			for b := range tl.tb.cols {
				if strings.EqualFold(tl.tb.cols[b].Name, w.Before+rest) && !ok {
					from, to, ok = b, a, true
				}
			}
		}
	}
	return from, to, ok
}

// otherWay reports whether a sentence says that something rose or fell, and the first and the last of the periods that a result was computed from show
// the contrary.
func (t *trial) otherWay(c int, k *casefile.Calc) bool {
	for _, rec := range t.tables() {
		tl := t.telling(c, rec)
		if up, down := t.wentOnly(tl); up != down {
			if d, ok := t.inputsWent(tl, k); ok {
				return up && d < 0 || down && d > 0
			}
		}
	}
	return false
}

// wentOnly is the way that a sentence says something went from one period to another.
func (t *trial) wentOnly(tl *telling) (up, down bool) {
	for _, m := range tl.marks {
		if t.deniedBefore(tl, m) || t.wordOfHead(tl, m) {
			continue
		}
		up, down = up || m.What&words.RowRose != 0, down || m.What&words.RowFell != 0
	}
	return up, down
}

// inputsWent compares the inputs of a result that are of one row and of the first and the last year of its columns.
func (t *trial) inputsWent(tl *telling, k *casefile.Calc) (d int, ok bool) {
	var first, last *casefile.Input
	var from, to int
	metric := ""
	for i := range k.Inputs {
		in := &k.Inputs[i]
		rec, known := t.ix.byID[in.Evidence]
		if !known || rec != tl.rec || in.Row != k.Inputs[0].Row {
			return 0, false
		}
		col := slices.IndexFunc(tl.tb.cols, func(c column) bool { return c.Name == in.Column })
		if col < 0 {
			return 0, false
		}
		y, of := tl.tb.yearOf(col)
		if y == 0 || i > 0 && of != metric {
			return 0, false
		}
		metric = of
		if first == nil || y < from {
			first, from = in, y
		}
		if last == nil || y > to {
			last, to = in, y
		}
	}
	if first == nil || from == to {
		return 0, false
	}
	a, ok1 := parseRat(first.Value)
	b, ok2 := parseRat(last.Value)
	if !ok1 || !ok2 {
		return 0, false
	}
	return b.Cmp(a), true
}

// otherYears returns a year of a sentence, where the heads of the columns that a result was computed from name years and none of those that the sentence
// does.
func (t *trial) otherYears(c int, k *casefile.Calc) string {
	said := ""
	for _, rec := range t.tables() {
		tl := t.telling(c, rec)
		for col := range tl.tb.cols {
			y, _ := tl.tb.yearOf(col)
			if y == 0 || !slices.ContainsFunc(k.Inputs, func(in casefile.Input) bool {
				i, ok := t.ix.byID[in.Evidence]
				return ok && i == rec && in.Column == tl.tb.cols[col].Name
			}) {
				continue
			}
			for i := t.r.clauses[tl.first].vfirst; i < t.r.clauses[tl.last].vlast; i++ {
				switch v := t.r.values[i]; {
				case v.Value != nil || v.Kind != quantity.Year:
				case v.Year == y:
					return ""
				default:
					said = v.Text
				}
			}
		}
	}
	return strings.TrimSpace(said)
}
