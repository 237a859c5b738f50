package quantity

import "github.com/casefile/casefile"

// relative reads 上个月 and its like, and what a year or month among them may be followed by: 去年8月, 上个月5号, 上周三.
func (p *periods) relative(i, end int, ph phrase) (span, bool) {
	sp := span{start: i, end: end, kind: Relative, gran: granularity(ph.unit), days: p.unit(ph.unit, ph.offset), whole: true}
	if ph.offset == 0 && ph.unit != "day" {
		sp.days.To, sp.whole = p.today, false // the running unit so far
	}
	if ph.unit != "day" && p.vague(end) {
		return span{}, false
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
		if p.text.at(end) == '末' {
			sat := p.unit("week", ph.offset).From.AddDays(5)
			return span{start: i, end: end + 1, kind: Relative, gran: ByDay, days: casefile.Period{From: sat, To: sat.AddDays(1)}}, true
		}
	case "month":
		if d, e, ok := p.dayOf(end); ok {
			m := p.unit("month", ph.offset).From
			if day := civil(m.Year, int(m.Month), d); !day.IsZero() {
				return span{start: i, end: e, kind: Relative, gran: ByDay, days: casefile.Period{From: day, To: day}, whole: true}, true
			}
		}
	case "year":
		if d, e, ok := p.todayThen(end, ph.offset); ok {
			return span{start: i, end: e, kind: Relative, gran: ByDay, days: casefile.Period{From: d, To: d}, whole: true}, true
		}
		if c, e, ok := p.inThatYear(i, end, p.today.Year+ph.offset); ok {
			c.start, c.end = i, e
			return c, true
		}
	}
	if ph.unit != "day" {
		if part, ok := p.hanShare(end, p.unit(ph.unit, ph.offset), sp.gran); ok {
			part.start, part.kind = i, Relative
			return part, true
		}
	}
	return sp, true
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
	if sp, ok := p.noDayIn(k, k, year); ok {
		return sp, sp.end, true
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
			return sp, sp.end, true
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
		if p.vague(sp.end) {
			return span{}, false
		}
		sp.gran = ByMonth
	case Quarter:
		sp.gran = ByQuarter
	case HalfYear:
		sp.gran = ByHalf
	case Year:
		if p.vague(m.last) {
			return span{}, false
		}
		if end, ok := p.samePeriod(m); ok {
			return span{start: end.start, end: end.end, kind: Compare, year: m.Year}, true
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
	if sp.gran != ByDay {
		if part, ok := p.hanShare(sp.end, sp.days, sp.gran); ok {
			part.start, part.kind = sp.start, sp.kind
			return part, true
		}
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
