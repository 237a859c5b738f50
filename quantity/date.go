package quantity

import (
	"time"

	"github.com/casefile/casefile"
)

// civil returns the day, or the zero Date when there is no such day.
func civil(y, m, d int) casefile.Date {
	if y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
		return casefile.Date{}
	}
	return casefile.Date{Year: y, Month: time.Month(m), Day: d}
}

func daysIn(y, m int) int { return time.Date(y, time.Month(m)+1, 0, 0, 0, 0, 0, time.UTC).Day() }

// calendar reads a date, month, quarter, half, year or time of day that begins at i.
func (t *text) calendar(i int) (Mention, int, bool) {
	switch c := t.at(i); {
	case isDigit(c):
		return t.digitDate(i)
	case isLetter(c):
		return t.letterDate(i)
	case c == '第', c == '上', c == '下', isHan(c):
		return t.hanDate(i)
	}
	return Mention{}, i, false
}

// integer reads at most n digits that no further digit follows; ok is false otherwise.
func (t *text) integer(i, n int) (v, end int, ok bool) {
	j := i
	for isDigit(t.at(j)) && j-i <= n {
		v = v*10 + int(t.at(j)-'0')
		j++
	}
	return v, j, j > i && j-i <= n
}

// digitDate reads what begins with a digit: 2026-09-10, 3/5/2024, 2026年9月10日, 9月, 10 September, 18:22.
func (t *text) digitDate(i int) (Mention, int, bool) {
	v, j, ok := t.integer(i, 4)
	if !ok {
		return Mention{}, i, false
	}
	n := j - i
	if n == 4 && v >= 1000 {
		if m, end, ok := t.afterYear(i, v, j); ok {
			return m, end, true
		}
	}
	if n == 2 && t.at(j) == '年' { // 26年9月; 26年 alone is a length of time
		if m, end, ok := t.inYear(2000+v, j+1); ok && m.Kind != Year && m.Kind != FiscalYear {
			return m, end, true
		}
	}
	if n <= 2 {
		if m, end, ok := t.slashDate(i, v, j); ok {
			return m, end, true
		}
		if m, end, ok := t.clock(v, j, n); ok {
			return m, end, true
		}
		k := t.skip(j)
		if t.at(k) == '月' && v >= 1 && v <= 12 && t.at(k+1) != '球' {
			return t.monthDay(v, k+1)
		}
		if m, end, ok := t.dayMonth(v, j); ok {
			return m, end, true
		}
	}
	return Mention{}, i, false
}

// afterYear reads what follows the four digits of a year that end at j.
func (t *text) afterYear(i, year, j int) (Mention, int, bool) {
	sep := t.at(j)
	if sep == '-' || sep == '/' || sep == '.' {
		if m, k, ok := t.integer(j+1, 2); ok && m >= 1 && m <= 12 {
			if t.at(k) == sep {
				if d, end, ok := t.integer(k+1, 2); ok && !civil(year, m, d).IsZero() && !t.joined(end) {
					end = t.timeOfDay(end)
					return Mention{Kind: FullDate, Year: year, Month: m, Day: d}, end, true
				}
			}
			if k-j == 3 && sep != '.' && plausible(year) && !t.joined(k) && t.at(k) != '/' && !(t.at(k) == '.' && isDigit(t.at(k+1))) {
				return Mention{Kind: Month, Year: year, Month: m}, k, true
			}
		}
	}
	if sep == '-' || isBlank(sep) || isLetter(sep) {
		k := j
		if sep == '-' || isBlank(sep) {
			k++
		}
		if m, end, ok := t.partCode(k); ok && plausible(year) {
			m.Year = year
			return m, end, true
		}
	}
	k := t.skip(j)
	if t.at(k) == '财' && t.at(k+1) == '年' {
		return Mention{Kind: FiscalYear, Year: year}, k + 2, true
	}
	if plausible(year) && t.has(k, "全年") {
		return Mention{Kind: Year, Year: year}, k + 2, true
	}
	if plausible(year) && isHan(t.at(k)) {
		if m, end, ok := t.hanPart(k); ok { // 2026下半年
			m.Year = year
			return m, end, true
		}
	}
	if t.at(k) == '年' && !t.has(k, "年代") && year >= 1900 && year <= 2200 {
		return t.inYear(year, k+1)
	}
	return Mention{}, i, false
}

// joined reports whether a further part of a code or number follows at i.
func (t *text) joined(i int) bool {
	c := t.at(i)
	if c == 'T' && isDigit(t.at(i+1)) {
		return false
	}
	return isAlnum(c) || c == '-' && isAlnum(t.at(i+1)) && !t.fullDateAt(i+1)
}

// fullDateAt lets "2026-08-01-2026-08-15" and "2026.8.1-2026.8.15" end their first date.
func (t *text) fullDateAt(i int) bool {
	_, j, ok := t.integer(i, 4)
	if sep := t.at(j); !ok || j-i != 4 || sep != '-' && sep != '.' && sep != '/' {
		return false
	}
	_, k, ok := t.integer(j+1, 2)
	return ok && t.at(k) == t.at(j) && isDigit(t.at(k+1))
}

func plausible(year int) bool { return year >= 1900 && year <= 2199 }

// slashDate reads 3/5/2024 and 31.12.2024; which part is the month may be open.
func (t *text) slashDate(i, a, j int) (Mention, int, bool) {
	sep := t.at(j)
	if sep != '/' && sep != '.' && sep != '-' {
		return Mention{}, i, false
	}
	b, k, ok := t.integer(j+1, 2)
	if !ok || t.at(k) != sep {
		return Mention{}, i, false
	}
	y, end, ok := t.integer(k+1, 4)
	if !ok || t.joined(end) || end-k != 5 && (end-k != 3 || sep != '/') {
		return Mention{}, i, false
	}
	short := end-k == 3
	if short {
		y += 2000
	}
	m := Mention{Kind: FullDate, Year: y, Month: a, Day: b}
	swapped := civil(y, b, a)
	switch {
	case civil(y, a, b).IsZero() && swapped.IsZero():
		return Mention{}, i, false
	case civil(y, a, b).IsZero():
		m.Month, m.Day = b, a
	case !swapped.IsZero() && a != b:
		m.Ambiguous = true
	}
	m.Ambiguous = m.Ambiguous || short
	return m, t.timeOfDay(end), true
}

// monthDay reads what follows a month's 月 that ends at j: 10日, 10号, 份, or nothing.
func (t *text) monthDay(month, j int) (Mention, int, bool) {
	k := t.skip(j)
	if d, end, ok := t.dayNumber(k); ok && d >= 1 && d <= daysIn(2024, month) {
		e := t.skip(end)
		if c := t.at(e); c == '日' || c == '号' {
			return Mention{Kind: PartDate, Month: month, Day: d}, t.timeOfDay(e + 1), true
		}
	}
	if t.at(j) == '份' {
		j++
	}
	return Mention{Kind: Month, Month: month}, j, true
}

// dayNumber reads the number of a day or month, in digits or Han numerals.
func (t *text) dayNumber(i int) (int, int, bool) {
	if isDigit(t.at(i)) {
		return t.integer(i, 2)
	}
	n, ok := t.smallHan(i)
	return n.v, n.end, ok
}

type small struct{ v, end int }

// smallHan reads a Han numeral below 100.
func (t *text) smallHan(i int) (small, bool) {
	v, j := 0, i
	seen, ten := false, false
	for ; j-i < 4; j++ {
		c := t.at(j)
		if c == '十' {
			if ten {
				return small{}, false
			}
			ten = true
			v = max(v, 1) * 10
			seen = true
			continue
		}
		d, ok := tab.digits[c]
		if !ok {
			break
		}
		if seen && !ten {
			return small{}, false
		}
		v += int(d)
		seen = true
	}
	if !seen || v > 99 {
		return small{}, false
	}
	return small{v, j}, true
}

// inYear reads what follows a year's 年 that ends at j.
func (t *text) inYear(year, j int) (Mention, int, bool) {
	k := t.skip(j)
	if t.at(k) == '的' {
		k++
	}
	if m, end, ok := t.hanPart(k); ok {
		m.Year = year
		return m, end, true
	}
	if mo, end, ok := t.dayNumber(k); ok && mo >= 1 && mo <= 12 {
		e := t.skip(end)
		if t.at(e) == '月' {
			m, end, ok := t.monthDay(mo, e+1)
			m.Year = year
			if m.Kind == PartDate {
				if civil(year, m.Month, m.Day).IsZero() {
					return Mention{Kind: Month, Year: year, Month: mo}, e + 1, true
				}
				m.Kind = FullDate
			}
			return m, end, ok
		}
	}
	if t.at(j) == '度' {
		j++
	} else if t.at(j) == '财' && t.at(j+1) == '年' {
		return Mention{Kind: FiscalYear, Year: year}, j + 2, true
	}
	return Mention{Kind: Year, Year: year}, j, true
}

// hanPart reads 第三季度, 三季度, 3季度, Q3, 上半年, 下半年.
func (t *text) hanPart(i int) (Mention, int, bool) {
	switch {
	case t.has(i, "上半年"):
		return Mention{Kind: HalfYear, Part: 1}, i + 3, true
	case t.has(i, "下半年"):
		return Mention{Kind: HalfYear, Part: 2}, i + 3, true
	case isLetter(t.at(i)):
		return t.partCode(i)
	}
	k := i
	if t.at(k) == '第' {
		k++
	}
	k = t.skip(k)
	if q, end, ok := t.dayNumber(k); ok && q >= 1 && q <= 4 {
		e := t.skip(end)
		if t.at(e) == '季' && t.at(e+1) == '度' {
			return Mention{Kind: Quarter, Part: q}, e + 2, true
		}
	}
	return Mention{}, i, false
}

// partCode reads Q3 and H1.
func (t *text) partCode(i int) (Mention, int, bool) {
	c, d := t.at(i), t.at(i+1)
	if isAlnum(t.at(i+2)) || t.at(i+2) == '-' && isAlnum(t.at(i+3)) && !(t.at(i+3) == 'Q' || t.at(i+3) == 'q' || isDigit(t.at(i+3)) && isDigit(t.at(i+6))) {
		return Mention{}, i, false
	}
	switch {
	case (c == 'Q' || c == 'q') && d >= '1' && d <= '4':
		return Mention{Kind: Quarter, Part: int(d - '0')}, i + 2, true
	case (c == 'H' || c == 'h') && (d == '1' || d == '2'):
		return Mention{Kind: HalfYear, Part: int(d - '0')}, i + 2, true
	}
	return Mention{}, i, false
}

// hanDate reads what begins with a Han character: 二〇二六年九月, 九月十日, 第三季度, 上半年.
func (t *text) hanDate(i int) (Mention, int, bool) {
	if m, end, ok := t.hanPart(i); ok {
		return m, end, true
	}
	if _, ok := tab.digits[t.at(i)]; !ok && t.at(i) != '十' {
		return Mention{}, i, false
	}
	j, year := i, 0
	for ; j-i < 5; j++ {
		d, ok := tab.digits[t.at(j)]
		if !ok {
			break
		}
		year = year*10 + int(d)
	}
	if j-i == 4 && t.at(j) == '年' && plausible(year) {
		return t.inYear(year, j+1)
	}
	if n, ok := t.smallHan(i); ok && n.v >= 1 && n.v <= 12 && t.at(n.end) == '月' && t.at(n.end+1) != '球' {
		return t.monthDay(n.v, n.end+1)
	}
	return Mention{}, i, false
}
