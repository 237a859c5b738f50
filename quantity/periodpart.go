package quantity

import "github.com/casefile/casefile"

// A share is which part of a longer period is meant: count units from its start on or back from its end, or the n-th half.
type share struct {
	unit  string
	count int
	skip  int // units before it, from the start: one for the second week
	last  bool
}

// partOf reads "the last 10 days of July", "the first two weeks in Q3", "the second half of last month": one period, the part.
func (p *periods) partOf(i int) (span, bool) {
	if !isLetter(p.text.at(i)) || isAlnum(p.text.at(i-1)) {
		return span{}, false
	}
	k := i
	if w, e := p.word(k); w == "the" {
		k = p.skip(e)
	}
	sh, end, ok := p.shareWords(k)
	if !ok {
		return span{}, false
	}
	w, e := p.word(p.skip(end))
	if w != "of" && w != "in" {
		return span{}, false
	}
	j := p.skip(e)
	whole, ok := p.wholeAt(j)
	if !ok {
		return span{}, false
	}
	part, ok := sh.span(whole.end, whole.days, true)
	part.start = i
	if !ok {
		return span{start: i, end: whole.end, kind: unread}, true
	}
	part.kind = Named
	return part, true
}

// wholeAt reads the longer period that a part is one of, all of it also where it still runs.
func (p *periods) wholeAt(j int) (span, bool) {
	next := p.next
	defer func() { p.next = next }()
	if w, e := p.word(j); w == "the" {
		k := p.skip(e)
		unit, end := p.word(k)
		if of, e := p.word(p.skip(end)); unit == "month" && of == "of" { // the month of August
			k = p.skip(e)
			unit = ""
		}
		switch unit {
		case "week", "month", "quarter", "year":
			return span{start: j, end: end, gran: unit, days: p.unit(unit, 0)}, true
		}
		if _, _, ok := p.phraseAt(j); !ok {
			j = k
		}
	}
	for p.next < len(p.out) && p.out[p.next].first < j {
		p.next++
	}
	sp, ok := p.at(j)
	if !ok || sp.gran == ByDay || sp.kind != Named && sp.kind != Relative || sp.days.From.IsZero() {
		return span{}, false
	}
	if sp.kind == Relative && !sp.whole {
		sp.days = unitAround(unitOf(sp.gran), sp.days.From, 0)
	}
	return sp, true
}

func unitOf(gran string) string {
	if gran == ByHalf {
		return "half"
	}
	return gran
}

// shareWords reads "last week", "first 10 days", "second half", "1st week".
func (p *periods) shareWords(k int) (share, int, bool) {
	w, e := p.word(k)
	sh := share{count: 1}
	switch n, ok := tab.ordinals[w]; {
	case w == "last" || w == "final" || w == "closing":
		sh.last = true
	case w == "latter":
		sh.skip = 1
	case w == "opening":
	case ok && n >= 1 && n <= 5:
		sh.skip = int(n) - 1
	default:
		d, after, isNum := p.integer(k, 1)
		if !isNum || d < 1 || d > 5 || p.ordinalSuffix(after) == after {
			return share{}, k, false
		}
		sh.skip, e = d-1, p.ordinalSuffix(after)
	}
	if p.text.at(e) == '-' {
		e++
	}
	k = p.skip(e)
	if half, e := p.word(k); half == "half" && sh.skip <= 1 {
		if sh.last {
			sh.skip = 1
		}
		sh.unit = "part"
		return sh, e, true
	}
	if word, _ := p.word(k); word == "full" || word == "complete" || word == "calendar" || word == "business" || word == "working" {
		return share{}, k, false
	}
	if d, e, ok := p.weekdayName(k); ok {
		sh.unit, sh.count = "weekday", d
		return sh, e, true
	}
	count, unit, whole, end, ok := p.countOf(k)
	if !ok || whole || sh.skip > 0 && count > 1 {
		return share{}, k, false
	}
	sh.unit, sh.count = unit, count
	return sh, end, true
}

// hanShare reads 最后一周, 后十天, 前两周, 第二周, 末三天, 上旬 and 上半月 after a longer period of days.
func (p *periods) hanShare(i int, whole casefile.Period, gran string) (span, bool) {
	if gran == ByMonth {
		if days, e, ok := p.partOfMonth(i, whole); ok {
			return span{end: e, gran: ByDay, days: days}, true
		}
	}
	k := p.skip(i)
	if p.has(k, "'s ") { // August's last week
		sh, e, ok := p.shareWords(p.skip(k + 3))
		return sh.span(e, whole, ok)
	}
	if c := p.text.at(k); c == '的' || c == '里' || c == '中' {
		k = p.skip(k + 1)
	}
	if p.text.at(k) == '第' {
		n, e, ok := p.dayNumber(k + 1)
		if !ok || n < 1 || n > 5 {
			return span{}, false
		}
		if p.text.at(e) == '个' {
			e++
		}
		for _, w := range []string{"周", "星期", "礼拜"} {
			if p.has(e, w) {
				return share{unit: "week", count: 1, skip: n - 1}.span(e+len([]rune(w)), whole, true)
			}
		}
		return span{}, false
	}
	for _, w := range []string{"最后的", "最后", "最末", "末尾", "后面", "后", "末", "最初的", "最初", "最前", "最开始", "开头", "前面", "前", "头", "首"} {
		if !p.has(k, w) {
			continue
		}
		e := k + len([]rune(w))
		if p.text.at(e) == '首' || p.text.at(e) == '头' {
			continue
		}
		last := p.text.at(k) == '后' || p.text.at(k) == '末' || p.has(k, "最后") || p.has(k, "最末")
		count, unit, full, end, ok := p.countOf(p.skip(e))
		if !ok && w == "首" {
			count, unit, end, ok = 1, "week", e+1, p.text.at(e) == '周'
		}
		return share{unit: unit, count: count, last: last}.span(p.inside(end), whole, ok && !full)
	}
	return span{}, false
}

func (s share) span(end int, whole casefile.Period, ok bool) (span, bool) {
	if !ok || whole.From.IsZero() {
		return span{}, false
	}
	days, gran, ok := s.within(whole)
	return span{end: end, gran: gran, days: days, whole: gran != ByWeek && (gran == ByDay || s.count == 1)}, ok
}

// within returns the days of a part. A week is seven days from the first of the whole, the last seven for the last one.
func (s share) within(d casefile.Period) (casefile.Period, string, bool) {
	from, to := d.From, d.To
	switch s.unit {
	case "part":
		if monthsWhole(d) != 1 {
			return halves(d, s.skip)
		}
		if s.skip == 1 {
			from = d.From.AddDays(15)
		} else {
			to = d.From.AddDays(14)
		}
		return casefile.Period{From: from, To: to}, ByDay, true
	case "day", "week", "weekday":
		n, gran := s.count, ByDay
		switch s.unit {
		case "week":
			n, gran = 7*s.count, ByWeek
		case "weekday":
			return s.weekday(d)
		}
		if s.last {
			from = d.To.AddDays(1 - n)
		} else {
			from = d.From.AddDays(n * s.skip)
			to = from.AddDays(n - 1)
			if s.unit == "week" && s.skip == 4 && to.Compare(d.To) > 0 {
				to = d.To // the fifth week of a month is short
			}
		}
		return casefile.Period{From: from, To: to}, gran, from.Compare(d.From) >= 0 && to.Compare(d.To) <= 0 && from.Compare(to) <= 0 && (from != d.From || to != d.To)
	}
	n := map[string]int{"month": 1, "quarter": 3, "half": 6}[s.unit]
	all := monthsWhole(d)
	at := n * s.skip
	if s.last {
		at = all - n*s.count
	}
	if n == 0 || at < 0 || at+n*s.count > all || n*s.count >= all {
		return casefile.Period{}, "", false
	}
	return months(d.From.Year, int(d.From.Month)+at, n*s.count), granularity(s.unit), true
}

// halves returns the n-th half of a run of whole months, where there is an even number of them.
func halves(d casefile.Period, n int) (casefile.Period, string, bool) {
	all := monthsWhole(d)
	if all == 0 || all%2 != 0 {
		return casefile.Period{}, "", false
	}
	gran := map[int]string{1: ByMonth, 3: ByQuarter, 6: ByHalf}[all/2]
	return months(d.From.Year, int(d.From.Month)+n*all/2, all/2), gran, gran != ""
}

// weekday returns the first, second … or last such day of a period.
func (s share) weekday(d casefile.Period) (casefile.Period, string, bool) {
	day := unitAround("week", d.From, 0).From.AddDays(s.count)
	if day.Compare(d.From) < 0 {
		day = day.AddDays(7)
	}
	day = day.AddDays(7 * s.skip)
	for s.last && day.AddDays(7).Compare(d.To) <= 0 {
		day = day.AddDays(7)
	}
	return casefile.Period{From: day, To: day}, ByDay, day.Compare(d.To) <= 0
}
