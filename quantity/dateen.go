package quantity

import "strings"

// letterDate reads what begins with a Latin letter: September 10, 2026 · Sept 2026 · March · Q3 2026 · FY19 · third quarter.
func (t *text) letterDate(i int) (Mention, int, bool) {
	if isAlnum(t.at(i - 1)) {
		return Mention{}, i, false
	}
	if m, end, ok := t.partCode(i); ok {
		if y, e, ok := t.yearAfter(end); ok {
			m.Year, end = y, e
		}
		return m, end, true
	}
	w, j := t.word(i)
	if w == "fy" || w == "fiscal" {
		return t.fiscal(w, j)
	}
	if m, ok := tab.months[w]; ok {
		return t.monthName(i, int(m), j)
	}
	if n, ok := tab.ordinals[w]; ok && n <= 4 && isBlank(t.at(j)) {
		next, k := t.word(t.skip(j))
		switch {
		case next == "quarter":
			return t.withYear(Mention{Kind: Quarter, Part: int(n)}, k)
		case next == "half" && n <= 2:
			if k, ok := t.ofYear(k); ok {
				return t.withYear(Mention{Kind: HalfYear, Part: int(n)}, k)
			}
			return Mention{}, i, false // the first half of the batch
		}
	}
	return Mention{}, i, false
}

// ofYear reports whether a half that ends at i is one of a year: "of the year", whose end it returns, or "of 2026",
// "of last year", "last year".
func (t *text) ofYear(i int) (int, bool) {
	if _, _, ok := t.yearAfter(i); ok {
		return i, true
	}
	w, e := t.word(t.skip(i))
	if w == "of" {
		w, e = t.word(t.skip(e))
	}
	year, end := t.word(t.skip(e))
	if year != "year" {
		return i, false
	}
	switch w {
	case "the":
		return end, true
	case "this", "last", "next":
		return i, true
	}
	return i, false
}

func (t *text) withYear(m Mention, j int) (Mention, int, bool) {
	if y, end, ok := t.yearAfter(j); ok {
		m.Year, j = y, end
	}
	return m, j, true
}

// yearAfter reads " 2026", ", 2026", " of 2026" or "2026" at j.
func (t *text) yearAfter(j int) (int, int, bool) {
	k := j
	if t.at(k) == ',' || t.at(k) == '-' || t.at(k) == '/' || t.at(k) == '\'' {
		k++
	}
	k = t.skip(k)
	if w, e := t.word(k); (w == "of" || w == "in") && isBlank(t.at(e)) {
		k = t.skip(e)
	}
	y, end, ok := t.integer(k, 4)
	if !ok || end-k != 4 || !plausible(y) || isAlnum(t.at(end)) || t.at(end) == '年' {
		return 0, j, false
	}
	if c := t.at(end); (c == '.' || c == ',' || c == '-') && isDigit(t.at(end+1)) && !(c == '-' && k == j) {
		return 0, j, false
	}
	return y, end, true
}

// fiscal reads FY19, FY2019, fiscal year 2019, fiscal 2019.
func (t *text) fiscal(w string, j int) (Mention, int, bool) {
	k := t.skip(j)
	if w == "fiscal" {
		if next, e := t.word(k); next == "year" {
			k = t.skip(e)
		}
	}
	if t.at(k) == '\'' || t.at(k) == '-' {
		k++
	}
	y, end, ok := t.integer(k, 4)
	if !ok || isAlnum(t.at(end)) {
		return Mention{}, j, false
	}
	switch end - k {
	case 2:
		y += 2000
	case 4:
		if t.at(end) == '/' || t.at(end) == '-' {
			if z, e, ok := t.integer(end+1, 2); ok && z == (y+1)%100 {
				return Mention{Kind: FiscalYear, Year: y + 1}, e, true // FY2018/19 ends in 2019
			}
		}
	default:
		return Mention{}, j, false
	}
	return Mention{Kind: FiscalYear, Year: y}, end, true
}

// monthName reads what follows an English month. Words that are also something else (may, march)
// need a capital letter and company.
func (t *text) monthName(i, month, j int) (Mention, int, bool) {
	name, _ := t.word(i)
	if isAlnum(t.at(j)) {
		return Mention{}, i, false
	}
	if len(name) <= 4 && t.at(j) == '.' && name != "may" {
		j++
	}
	k := t.skip(j)
	if k == j && t.at(j) == '-' && isDigit(t.at(j+1)) {
		k++
	}
	if w, e := t.word(k); w == "the" {
		k = t.skip(e)
	}
	if d, end, ok := t.integer(k, 2); ok && d >= 1 && d <= daysIn(2024, month) && k > i {
		end = t.ordinalSuffix(end)
		if !isAlnum(t.at(end)) && !(t.at(end) == '.' && isDigit(t.at(end+1))) && !(t.at(end) == ',' && isDigit(t.at(end+1))) && t.at(end) != '%' && t.at(end) != ':' && isUpper(t.at(i)) || t.monthContext(i, name) && !isAlnum(t.at(end)) {
			if y, e, ok := t.yearAfter(end); ok && !civil(y, month, d).IsZero() {
				return Mention{Kind: FullDate, Year: y, Month: month, Day: d}, t.timeOfDay(e), true
			}
			return Mention{Kind: PartDate, Month: month, Day: d}, end, true
		}
	}
	if y, end, ok := t.yearAfter(j); ok {
		return Mention{Kind: Month, Year: y, Month: month}, end, true
	}
	if t.at(j-1) == '.' {
		j-- // the full stop may end the sentence
	}
	loose := name == "may" || name == "march" || len(name) == 3
	if loose && (!isUpper(t.at(i)) || !t.monthContext(i, name)) {
		return Mention{}, i, false
	}
	return Mention{Kind: Month, Month: month}, j, true
}

// monthContext reports whether the word before i makes a month of an ambiguous word.
func (t *text) monthContext(i int, name string) bool {
	if name != "may" && name != "march" && len(name) > 4 {
		return true
	}
	w, _ := t.wordBefore(t.back(i))
	switch w {
	case "in", "since", "of", "by", "during", "from", "until", "till", "before", "after", "through", "between", "and", "to", "for", "last", "this", "next", "early", "mid", "late", "vs", "on":
		return true
	}
	return t.at(i-1) == '–' || t.at(i-1) == '-' || name != "may" && name != "march" && len(name) == 3 && strings.ContainsRune(",.;:)?!", t.at(i+3))
}

func (t *text) ordinalSuffix(i int) int {
	w, end := t.word(i)
	switch w {
	case "st", "nd", "rd", "th":
		return end
	}
	return i
}

// dayMonth reads "10 September 2026", "5th of March" after the day that ends at j.
func (t *text) dayMonth(d, j int) (Mention, int, bool) {
	j = t.ordinalSuffix(j)
	if !isBlank(t.at(j)) && t.at(j) != '-' {
		return Mention{}, j, false
	}
	w, k := t.word(t.skip(j))
	if t.at(j) == '-' {
		w, k = t.word(j + 1)
	}
	if w == "of" {
		w, k = t.word(t.skip(k))
	}
	m, ok := tab.months[w]
	if !ok || isAlnum(t.at(k)) || d < 1 || d > daysIn(2024, int(m)) {
		return Mention{}, j, false
	}
	if (w == "may" || w == "march" || w == "mar") && !isUpper(t.at(k-len(w))) {
		return Mention{}, j, false // 5 may return it
	}
	if y, end, ok := t.yearAfter(k); ok && !civil(y, int(m), d).IsZero() {
		return Mention{Kind: FullDate, Year: y, Month: int(m), Day: d}, t.timeOfDay(end), true
	}
	return Mention{Kind: PartDate, Month: int(m), Day: d}, k, true
}
