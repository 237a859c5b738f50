package quantity

import (
	"math/big"
	"strings"
)

// Find returns every checkable mention of s, in order and without overlap. The offsets cover
// the number with its currency and unit, and not the words that bound it ("不超过", "at most").
// Han characters are no word boundary and none is needed: 15天 is found in "为15天的".
// Periods such as 上个月 are the business of Periods.
func Find(s string) []Mention { return fold(s).find().out }

func (t *text) find() *finder {
	f := &finder{text: t}
	for i := 0; i < len(f.r); {
		i = f.step(i)
	}
	return f
}

type finder struct {
	*text
	out []Mention
}

// step reads what begins at i and returns where to go on.
func (f *finder) step(i int) int {
	c := f.r[i]
	switch {
	case isDigit(c), c == '.' && isDigit(f.at(i+1)) && !isAlnum(f.at(i-1)) && f.at(i-1) != '.':
		return f.digit(i)
	case isLetter(c), c == '_':
		return f.letter(i)
	case c >= '①' && c <= '⑳':
		f.label(i, i+1, string(c))
		return i + 1
	case c == '½' || c == '¼' || c == '¾':
		v := map[rune]*big.Rat{'½': big.NewRat(1, 2), '¼': big.NewRat(1, 4), '¾': big.NewRat(3, 4)}[c]
		f.emit(Mention{Kind: Ratio, Value: v, Step: v, Digits: 1, Unit: tab.byName["ratio"]}, i, i+1)
		return i + 1
	case c == '第':
		return f.ordinal(i)
	case c == '前' && f.isRank(i+1):
		return f.rank(i, i+1)
	case isHan(c):
		return f.han(i)
	}
	return i + 1
}

func (f *finder) emit(m Mention, i, j int) {
	m.first, m.last = i, j
	m.Start, m.End = f.off[i], f.off[j]
	m.Text = f.src[m.Start:m.End]
	f.out = append(f.out, m)
}

// digit reads what begins with a digit.
func (f *finder) digit(i int) int {
	if m, end, ok := f.calendar(i); ok && !(isAlnum(f.at(end-1)) && isAlnum(f.at(end))) {
		if m.Kind != Clock || !f.inRatio(i) {
			f.emit(m, i, end)
			return f.sameMonthDay(m, end)
		}
	}
	if end, ok := f.digitCode(i); ok {
		return f.code(i, end)
	}
	if end, ok := f.isLabel(i); ok {
		f.label(i, end, string(f.r[i:end]))
		return end
	}
	if end, ok := f.dayNumbered(i); ok {
		return end
	}
	if end, ok := f.labelled(i); ok {
		return end
	}
	n, ok := f.number(i)
	if !ok {
		return f.code(i, max(n.end, f.alnumEnd(i)))
	}
	return f.value(i, n)
}

// sameMonthDay reads the second day of 8月1日至15日 and August 1–15 after the mention m that ends at i.
func (f *finder) sameMonthDay(m Mention, i int) int {
	if m.Kind != FullDate && m.Kind != PartDate {
		return i
	}
	j, ok := f.connector(i)
	if !ok {
		return i
	}
	d, end, ok := f.integer(j, 2)
	if !ok || d < 1 || d > daysIn(2024, m.Month) {
		return i
	}
	e := f.skip(end)
	if c := f.at(e); c != '日' && c != '号' {
		return i
	}
	f.emit(Mention{Kind: m.Kind, Year: m.Year, Month: m.Month, Day: d}, j, e+1)
	return e + 1
}

// connector reads what joins the ends of a range, with blanks around it.
func (t *text) connector(i int) (int, bool) {
	j := t.skip(i)
	switch c := t.at(j); {
	case c == '-' || c == '–' || c == '~' || c == '至' || c == '到':
		if t.at(j+1) == '–' || t.at(j+1) == '~' {
			j++ // 3——5
		}
		return t.skip(j + 1), true
	case j > i && t.has(j, "to") && isBlank(t.at(j+2)):
		return t.skip(j + 2), true
	}
	return i, false
}

// inRatio reports whether "1:10" at i is a ratio and no time of day.
func (f *finder) inRatio(i int) bool {
	b := f.back(i)
	for _, w := range []string{"比例", "比例为", "比为", "比率", "比率为"} {
		if n := len([]rune(w)); b >= n && f.has(b-n, w) {
			return true
		}
	}
	w, _ := f.wordBefore(b)
	return w == "ratio" || w == "of" || w == "odds"
}

// letter reads what begins with a Latin letter.
func (f *finder) letter(i int) int {
	if m, end, ok := f.calendar(i); ok {
		f.emit(m, i, end)
		return f.sameMonthEnglish(m, end)
	}
	if end, ok := f.currencyCode(i); ok {
		return end
	}
	j := i
	digits := false
	for {
		c := f.at(j)
		if isAlnum(c) {
			digits = digits || isDigit(c)
			j++
			continue
		}
		if (c == '-' || c == '.' && digits && isDigit(f.at(j-1)) && isDigit(f.at(j+1))) && isAlnum(f.at(j+1)) {
			if c == '-' && !digits && !isDigit(f.at(j+1)) {
				// a word, and maybe a numeral: twenty-one, year-on-year
				if n, ok := f.wordNumber(i); ok {
					return f.wordValue(i, n)
				}
			}
			j++
			continue
		}
		break
	}
	if digits {
		if w, k := f.word(i); isDigit(f.at(k)) && w == "top" {
			return f.rank(i, k)
		} else if f.at(k) == '-' && w == "top" {
			return f.rank(i, k+1)
		}
		return f.code(i, j)
	}
	if f.at(j-1) == '-' {
		return j
	}
	w, k := f.word(i)
	if w == "top" && isBlank(f.at(k)) && f.isRank(f.skip(k)) {
		return f.rank(i, f.skip(k))
	}
	if n, ok := f.wordNumber(i); ok {
		return f.wordValue(i, n)
	}
	if end, ok := f.englishFraction(i); ok {
		return end
	}
	if end, ok := f.article(w, i, k); ok {
		return end
	}
	if n, ok := tab.ordinals[w]; ok && n >= 3 {
		f.emit(Mention{Kind: Ordinal, Value: new(big.Rat).SetInt64(n), Step: one, Digits: 1}, i, k)
		return k
	}
	return max(j, i+1)
}

// sameMonthEnglish reads the second day of "August 1–15, 2026" and "August 1 to 15".
func (f *finder) sameMonthEnglish(m Mention, i int) int {
	if m.Kind != PartDate {
		return i
	}
	j, ok := f.connector(i)
	if !ok {
		return i
	}
	d, end, ok := f.integer(j, 2)
	end = f.ordinalSuffix(end)
	if !ok || d <= m.Day || d > daysIn(2024, m.Month) || isAlnum(f.at(end)) || f.at(end) == '%' {
		return i
	}
	if u, _ := f.unitAt(f.skip(end)); u.Known {
		return i
	}
	if _, _, ok := f.dayMonth(d, end); ok {
		return i // August 1 to 15 September
	}
	second := Mention{Kind: PartDate, Month: m.Month, Day: d}
	stop := end
	if y, e, ok := f.yearAfter(end); ok {
		last := &f.out[len(f.out)-1]
		if !civil(y, m.Month, m.Day).IsZero() && !civil(y, m.Month, d).IsZero() {
			last.Kind, last.Year = FullDate, y
			second.Kind, second.Year, stop = FullDate, y, e
		}
	}
	f.emit(second, j, stop)
	return stop
}

// currencyCode reads CNY 1,200 and USD100 from their code on.
func (f *finder) currencyCode(i int) (int, bool) {
	w, k := f.word(i)
	if w == "" || k-i > 4 || !isUpper(f.at(i)) {
		return i, false
	}
	if f.at(k) == '$' || f.at(k) == '¥' {
		k++ // US$
	}
	u, ok := tab.units[string(f.r[i:k])]
	if !ok || !strings.HasPrefix(u.Dim, "money ") {
		return i, false
	}
	j := f.skip(k)
	if !isDigit(f.at(j)) {
		return i, false
	}
	n, ok := f.number(j)
	if !ok {
		return i, false
	}
	return f.value(j, n), true
}

// article reads "a month", "an hour", "half a year" after words that ask for a length of time.
func (f *finder) article(w string, i, k int) (int, bool) {
	if w != "a" && w != "an" || !isBlank(f.at(k)) {
		return i, false
	}
	if next, e := f.word(f.skip(k)); next == "dozen" || next == "hundred" || next == "thousand" || next == "million" || next == "billion" {
		n := num{val: big.NewRat(1, 1), step: big.NewRat(1, 1), digits: 1, end: k}
		f.scale(&n)
		if n.end >= e {
			return f.wordValue(i, n), true
		}
		return i, false
	}
	switch prev, _ := f.wordBefore(f.back(i)); prev {
	case "within", "for", "least", "most", "after", "than", "under", "over", "half":
	default:
		return i, false
	}
	u, e := f.unitAt(f.skip(k))
	if !u.Known || u.Dim != "time" && u.Dim != "month" || e-f.skip(k) < 3 {
		return i, false
	}
	n := num{val: big.NewRat(1, 1), step: big.NewRat(1, 1), digits: 1, end: k}
	return f.value(i, n), true
}

// wordValue emits an English numeral, unless it is the pronoun "one".
func (f *finder) wordValue(i int, n num) int {
	if end, ok := f.wordFraction(i, n); ok {
		return end
	}
	if n.lone {
		if q := f.unitAfter(n); q.unit.Dim == "" || q.code {
			return n.end
		}
	}
	return f.value(i, n)
}
