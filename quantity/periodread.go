package quantity

import (
	"math/big"
	"time"

	"github.com/casefile/casefile"
)

// relative reads 上个月 and its like, and what a year or month among them may be followed by: 去年8月, 上个月5号, 上周三.
func (p *periods) relative(i, end int, ph phrase) (span, bool) {
	sp := span{start: i, end: end, kind: Relative, gran: granularity(ph.unit), days: p.unit(ph.unit, ph.offset), whole: true}
	if ph.offset == 0 && ph.unit != "day" {
		sp.days.To, sp.whole = p.today, false // the running unit so far
	}
	switch ph.unit {
	case "day":
		if p.opt.BusinessDays && ph.offset < 0 {
			d := p.businessDay(-ph.offset)
			sp.days = casefile.Period{From: d, To: d}
		}
	case "week":
		if d, e, ok := p.weekday(end); ok {
			day := p.unit("week", ph.offset).From.AddDays(d)
			return span{start: i, end: e, kind: Relative, gran: ByDay, days: casefile.Period{From: day, To: day}, whole: true}, true
		}
	case "month":
		if d, e, ok := p.dayOf(end); ok {
			m := p.unit("month", ph.offset).From
			if day := civil(m.Year, int(m.Month), d); !day.IsZero() {
				return span{start: i, end: e, kind: Relative, gran: ByDay, days: casefile.Period{From: day, To: day}, whole: true}, true
			}
		}
	case "year":
		if c, e, ok := p.inThatYear(i, end, p.today.Year+ph.offset); ok {
			c.start, c.end = i, e
			return c, true
		}
	}
	return sp, true
}

// weekday reads the 三 of 上周三: 0 is Monday.
func (p *periods) weekday(i int) (int, int, bool) {
	c := p.text.at(i)
	if c == '日' || c == '天' || c == '末' {
		if c == '末' {
			return 0, i, false
		}
		return 6, i + 1, true
	}
	d, ok := tab.digits[c]
	if !ok && c >= '1' && c <= '6' {
		d, ok = int64(c-'0'), true
	}
	if !ok || d < 1 || d > 6 || p.isNumeral(i+1) || isDigit(p.text.at(i+1)) {
		return 0, i, false
	}
	if u, _ := p.unitAt(i + 1); u.Known {
		return 0, i, false // 本周三件
	}
	return int(d - 1), i + 1, true
}

// dayOf reads the 5号 of 上个月5号.
func (p *periods) dayOf(i int) (int, int, bool) {
	k := p.skip(i)
	if p.text.at(k) == '的' {
		k = p.skip(k + 1)
	}
	d, end, ok := p.dayNumber(k)
	if !ok || d < 1 || d > 31 {
		return 0, i, false
	}
	e := p.skip(end)
	if c := p.text.at(e); c == '日' || c == '号' {
		if b := p.boundAfter(e + 1); b == AtMost {
			return 0, i, false // 15日内
		}
		return d, e + 1, true
	}
	return 0, i, false
}

// inThatYear reads a calendar mention without a year after a word for a year: 去年8月, last year's Q3, 今年前三季度.
func (p *periods) inThatYear(i, end, year int) (span, int, bool) {
	k := p.skip(end)
	if p.text.at(k) == '的' {
		k = p.skip(k + 1)
	}
	if p.has(end, "'s ") {
		k = p.skip(end + 2)
	}
	if sp, ok := p.firstOf(k, k, year); ok {
		return sp, sp.end, true
	}
	if sp, ok := p.monthRangeIn(k, year); ok {
		return sp, sp.end, true
	}
	for _, m := range p.out[p.next:] {
		if m.first > k {
			break
		}
		if m.first != k || m.Year != 0 {
			continue
		}
		m.Year = year
		if m.Kind == PartDate {
			m.Kind = FullDate
		}
		if sp, ok := p.named(m); ok {
			return sp, m.last, true
		}
	}
	return span{}, end, false
}

// named makes a period of a calendar mention.
func (p *periods) named(m Mention) (span, bool) {
	sp := span{start: m.first, end: m.last, kind: Named, whole: true}
	if m.Year == 0 {
		if y, e, ok := p.yearWordAfter(m.last); ok {
			m.Year, sp.end = y, e
			if m.Kind == PartDate {
				m.Kind = FullDate
			}
		}
	}
	switch m.Kind {
	case FullDate, PartDate:
		sp.gran = ByDay
		if m.Ambiguous || m.Year != 0 && civil(m.Year, m.Month, m.Day).IsZero() {
			return span{}, false
		}
	case Month:
		sp.gran = ByMonth
	case Quarter:
		sp.gran = ByQuarter
	case HalfYear:
		sp.gran = ByHalf
	case Year:
		if c := p.text.at(m.last); c == '底' || c == '末' || c == '初' {
			return span{}, false
		}
		if c, e, ok := p.inThatYear(m.first, m.last, m.Year); ok {
			c.start, c.end = m.first, e
			return c, true
		}
		sp.gran = ByYear
	default:
		return span{}, false
	}
	if m.Year == 0 {
		sp.bare = &m
		sp.days = p.latest(m)
	} else {
		sp.days = daysOf(m)
	}
	return sp, true
}

// yearWordAfter reads "last year", "of this year" after a calendar mention.
func (p *periods) yearWordAfter(i int) (int, int, bool) {
	k := p.skip(i)
	if p.text.at(k) == ',' {
		k = p.skip(k + 1)
	}
	if w, e := p.word(k); w == "of" || w == "in" {
		k = p.skip(e)
	}
	if k == i {
		return 0, i, false
	}
	if !isLetter(p.text.at(k)) {
		return 0, i, false
	}
	ph, end, ok := p.phraseAt(k)
	if !ok || ph.class != "relative" || ph.unit != "year" {
		return 0, i, false
	}
	return p.today.Year + ph.offset, end, true
}

// daysOf returns the days of a calendar mention that has its year.
func daysOf(m Mention) casefile.Period {
	switch m.Kind {
	case Month:
		return months(m.Year, m.Month, 1)
	case Quarter:
		return months(m.Year, 3*m.Part-2, 3)
	case HalfYear:
		return months(m.Year, 6*m.Part-5, 6)
	case Year:
		return months(m.Year, 1, 12)
	}
	d := civil(m.Year, m.Month, m.Day)
	return casefile.Period{From: d, To: d}
}

// latest resolves a mention without a year to the latest that has begun by today.
func (p *periods) latest(m Mention) casefile.Period {
	for back := range 9 { // 29 February comes every four years, or eight
		m.Year = p.today.Year - back
		if d := daysOf(m); !d.From.IsZero() && d.From.Compare(p.today) <= 0 {
			return d
		}
	}
	return casefile.Period{}
}

// firstFrom resolves a mention without a year to the first that does not end before a day.
func firstFrom(m Mention, d casefile.Date) casefile.Period {
	for ahead := range 9 {
		m.Year = d.Year + ahead
		if q := daysOf(m); !q.From.IsZero() && q.To.Compare(d) >= 0 {
			return q
		}
	}
	return casefile.Period{}
}

// counted reads a number of units after 最近, past, 上, next …
func (p *periods) counted(i, end int, class string) (span, bool) {
	k := p.skip(end)
	if class == "complete" && p.text.at(i) == '前' {
		if sp, ok := p.firstOf(i, i, 0); ok {
			return sp, true
		}
	}
	count, unit, whole, e, ok := p.countOf(k)
	if !ok {
		return span{}, false
	}
	han := !isLetter(p.text.at(i))
	if p.text.at(i) == '这' && (unit != "day" || count < 2) {
		return span{}, false
	}
	if han && p.text.at(i) == '上' && !p.hasHanUnitMark(k) {
		return span{}, false // 上三天 is no Chinese
	}
	sp := span{start: i, end: p.inside(e), kind: Rolling, gran: unit}
	switch {
	case class == "future":
		sp.days = p.ahead(unit, count)
	case class == "complete" || whole || unit == "quarter":
		if unit == "day" {
			sp.days = casefile.Period{From: p.today.AddDays(-count), To: p.today.AddDays(-1)}
			break
		}
		sp.days = casefile.Period{From: p.unit(unit, -count).From, To: p.unit(unit, -1).To}
		sp.whole = count == 1
	default:
		sp.days = p.rolling(unit, count)
	}
	if unit == "half" {
		sp.gran = ByHalf
	}
	return sp, true
}

// hasHanUnitMark reports whether the number at i is joined to its unit by 个: 上两个月.
func (t *text) hasHanUnitMark(i int) bool {
	n, ok := t.number(i)
	return ok && t.at(n.end) == '个'
}

// rolling returns count units that end with today.
func (p *periods) rolling(unit string, count int) casefile.Period {
	var from casefile.Date
	switch unit {
	case "day":
		from = p.today.AddDays(1 - count)
	case "week":
		from = p.today.AddDays(1 - 7*count)
	case "month":
		from = sameDayBack(p.today, count).AddDays(1)
	case "half":
		from = sameDayBack(p.today, 6*count).AddDays(1)
	default:
		from = sameDayBack(p.today, 12*count).AddDays(1)
	}
	return casefile.Period{From: from, To: p.today}
}

// ahead returns count units that begin tomorrow.
func (p *periods) ahead(unit string, count int) casefile.Period {
	from := p.today.AddDays(1)
	switch unit {
	case "day":
		return casefile.Period{From: from, To: p.today.AddDays(count)}
	case "week":
		return casefile.Period{From: from, To: p.today.AddDays(7 * count)}
	case "quarter":
		return casefile.Period{From: p.unit("quarter", 1).From, To: p.unit("quarter", count).To}
	}
	n := map[string]int{"month": 1, "half": 6, "year": 12}[unit] * count
	return casefile.Period{From: from, To: sameDayBack(p.today, -n)}
}

// countOf reads "30天", "三个月", "半年", "three quarters", "month" (one). whole says that complete units are meant.
func (p *periods) countOf(k int) (count int, unit string, whole bool, end int, ok bool) {
	if p.text.at(k) == '半' {
		j := k + 1
		if p.text.at(j) == '个' {
			j++
		}
		if p.text.at(j) == '年' {
			return 1, "half", false, j + 1, true
		}
		return 0, "", false, k, false
	}
	count, j := 1, k
	n, isNum := p.number(k)
	if isNum {
		if !n.val.IsInt() || !n.val.Num().IsInt64() || n.val.Sign() <= 0 || n.val.Num().Int64() > 4000 {
			return 0, "", false, k, false
		}
		count, j = int(n.val.Num().Int64()), n.end
	} else if !isLetter(p.text.at(k)) {
		return 0, "", false, k, false
	}
	j = p.skip(j)
	if p.text.at(j) == '-' && isNum {
		j++
	}
	if p.text.at(j) == '个' || p.has(j, "整") {
		j++
	}
	for _, w := range []string{"完整", "整", "自然"} {
		if p.has(j, w) {
			j += len([]rune(w))
			whole = true
		}
	}
	if w, e := p.word(j); w == "full" || w == "complete" || w == "whole" || w == "calendar" || w == "completed" {
		j = p.skip(e)
		whole = true
	}
	if p.has(j, "工作日") || p.has(j, "business ") || p.has(j, "working ") {
		return 0, "", false, k, false
	}
	if p.has(j, "半年") {
		return count, "half", whole, j + 2, true
	}
	u, e := p.oneUnit(j)
	if !u.Known || e-j == 1 && isLetter(p.text.at(j)) {
		return 0, "", false, k, false
	}
	if u.Name == "day" && whole {
		whole = false
	}
	switch u.Name {
	case "day", "week", "month", "year", "quarter":
		return count, u.Name, whole, e, true
	}
	return 0, "", false, k, false
}

// inside includes the 内, 里 or 中 that may close a period.
func (p *periods) inside(i int) int {
	for _, w := range []string{"以来", "之内", "以内", "时间内", "时间里", "内", "里", "间", "中"} {
		if p.has(i, w) {
			if w == "内" && tab.words["not_bounds"]["内"+string(p.text.at(i+1))] || w == "中" && isHan(p.text.at(i+1)) || w == "间" && p.text.at(i+1) != 0 && isHan(p.text.at(i+1)) {
				return i
			}
			return i + len([]rune(w))
		}
	}
	return i
}

// firstOf reads 前三季度 and, with a year named, 前8个月: the first of the year. year 0 is the running one.
func (p *periods) firstOf(i, at, year int) (span, bool) {
	if p.text.at(at) != '前' {
		return span{}, false
	}
	count, unit, _, end, ok := p.countOf(at + 1)
	named := year != 0
	if !named {
		year = p.today.Year
	}
	switch {
	case !ok:
	case unit == "quarter" && count <= 4:
		return span{start: i, end: end, kind: Named, gran: ByQuarter, days: months(year, 1, 3*count), whole: count == 1}, true
	case unit == "month" && count <= 12 && named:
		return span{start: i, end: end, kind: Named, gran: ByMonth, days: months(year, 1, count), whole: count == 1}, true
	}
	return span{}, false
}

// monthRange reads 3-5月, 一至三季度 without a year, 2026年3-5月 with one.
func (p *periods) monthRange(i int) (span, bool) {
	if isDigit(p.text.at(i-1)) || p.isNumeral(i-1) && p.text.at(i) != '第' || isAlnum(p.text.at(i-1)) || p.text.at(i-1) == '-' {
		return span{}, false
	}
	return p.monthRangeIn(i, 0)
}

func (p *periods) monthRangeIn(i, year int) (span, bool) {
	k := i
	if p.text.at(k) == '第' {
		k++
	}
	a, end, ok := p.dayNumber(k)
	if !ok || a < 1 || a > 12 {
		return span{}, false
	}
	j, ok := p.connector(end)
	if !ok && p.text.at(end) == '、' {
		j, ok = end+1, true
	}
	if !ok {
		return span{}, false
	}
	if p.text.at(j) == '第' {
		j++
	}
	b, e, ok := p.dayNumber(j)
	if !ok || b <= a || b > 12 {
		return span{}, false
	}
	e = p.skip(e)
	named := year != 0
	if !named {
		year = p.today.Year
	}
	sp := span{start: i, kind: Span}
	switch {
	case p.text.at(e) == '月' && p.text.at(e+1) != '球':
		sp.end, sp.gran, sp.days = e+1, ByMonth, months(year, a, b-a+1)
		if p.text.at(sp.end) == '份' {
			sp.end++
		} else if _, _, ok := p.dayNumber(p.skip(sp.end)); ok {
			return span{}, false // 3-5月5日
		}
	case p.has(e, "季度") && b <= 4:
		sp.end, sp.gran, sp.days = e+2, ByQuarter, months(year, 3*a-2, 3*(b-a+1))
	default:
		return span{}, false
	}
	if !named && sp.days.From.Compare(p.today) > 0 {
		sp.days = months(year-1, int(sp.days.From.Month), monthsWhole(sp.days))
	}
	return sp, true
}

// lastNamed reads "last August", "last Monday", "past March" after last.
func (p *periods) lastNamed(i, end int, class string) (span, bool) {
	w, _ := p.word(i)
	if w != "last" && w != "past" && w != "the" && w != "this" {
		return span{}, false
	}
	k := p.skip(end)
	if d, e, ok := p.weekdayName(k); ok {
		back := (int(p.today.In(time.UTC).Weekday())+6)%7 - d
		if back <= 0 {
			back += 7
		}
		day := p.today.AddDays(-back)
		return span{start: i, end: e, kind: Relative, gran: ByDay, days: casefile.Period{From: day, To: day}, whole: true}, true
	}
	for _, m := range p.out[p.next:] {
		if m.first > k {
			break
		}
		if m.first == k && m.Year == 0 && (m.Kind == Month || m.Kind == PartDate) {
			days := p.latest(m)
			if m.Kind == Month && days.To.Compare(p.today) >= 0 {
				m.Year = days.From.Year - 1 // last September, said in September
				days = daysOf(m)
			}
			sp, ok := p.named(m)
			sp.start, sp.days, sp.bare = i, days, nil
			return sp, ok
		}
	}
	return span{}, false
}

func (p *periods) weekdayName(i int) (int, int, bool) {
	w, e := p.word(i)
	for d := range 7 {
		day := time.Weekday((d + 1) % 7)
		if w == lowerASCII(day.String()) {
			return d, e, true
		}
	}
	return 0, i, false
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// ago reads "3 days ago", and 三天前 where no event stands before it.
func (p *periods) ago(i int) (span, bool) {
	if p.next < len(p.out) && p.out[p.next].first == i {
		m := p.out[p.next]
		if m.Kind != Duration || !m.Value.IsInt() || m.High != nil || m.Value.Sign() <= 0 || m.Value.Cmp(big.NewRat(4000, 1)) > 0 {
			return span{}, false
		}
		return p.agoSpan(i, m.last, int(m.Value.Num().Int64()), m.Unit.Name)
	}
	if w, e := p.word(i); (w == "a" || w == "an") && !isAlnum(p.text.at(i-1)) {
		if u, end := p.oneUnit(p.skip(e)); u.Known && e < p.skip(e) {
			return p.agoSpan(i, end, 1, u.Name)
		}
	}
	return span{}, false
}

func (p *periods) agoSpan(i, end, count int, unit string) (span, bool) {
	w, e := p.word(p.skip(end))
	if w != "ago" {
		if p.text.at(end) != '前' || isLetter(p.text.at(i)) {
			return span{}, false
		}
		// 到达 3 天前 counts from another day than today
		switch c := p.text.at(p.back(i) - 1); {
		case c == 0, c == '在', c == '于', c == '从', c == '自', c != ' ' && !isHan(c) && !isAlnum(c):
		default:
			return span{}, false
		}
		e = end + 1
	}
	d := p.today
	switch unit {
	case "day":
		d = d.AddDays(-count)
	case "week":
		d = d.AddDays(-7 * count)
	case "month":
		d = sameDayBack(d, count)
	case "quarter":
		d = sameDayBack(d, 3*count)
	case "year":
		d = sameDayBack(d, 12*count)
	default:
		return span{}, false
	}
	return span{start: i, end: e, kind: Relative, gran: ByDay, days: casefile.Period{From: d, To: d}, whole: true}, true
}
