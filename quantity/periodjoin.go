package quantity

import (
	"github.com/casefile/casefile"
)

// ranges joins single periods to ranges and reads 从, 以来, since, until around them.
func (p *periods) ranges() {
	var out []span
	for k := 0; k < len(p.spans); k++ {
		sp := p.spans[k]
		floor := 0
		if len(out) > 0 {
			floor = out[len(out)-1].end
		}
		if sp.kind == Compare {
			out = append(out, sp)
			continue
		}
		if k+1 < len(p.spans) && p.spans[k+1].kind != Compare {
			if joined, ok := p.join2(sp, p.spans[k+1], floor); ok {
				out = append(out, joined)
				k++
				continue
			}
		}
		limit := len(p.r)
		if k+1 < len(p.spans) {
			limit = p.spans[k+1].start
		}
		out = append(out, p.open(sp, floor, limit))
	}
	p.spans = out
}

// join2 joins a and b when what stands between them makes a range.
func (p *periods) join2(a, b span, floor int) (span, bool) {
	start, from := p.prefix(a.start, floor, []string{"从", "自从", "自", "由", "在", "于"}, []string{"from", "between", "since", "during"})
	i := p.skip(a.end)
	for _, w := range []string{"起", "开始", "以来"} {
		if p.has(i, w) {
			i += len([]rune(w))
		}
	}
	j, ok := p.connector(i)
	if !ok {
		w, e := p.word(i)
		switch {
		case w == "to" || w == "through" || w == "until" || w == "till" || w == "thru":
			j, ok = p.skip(e), true
		case w == "and" && from == "between":
			j, ok = p.skip(e), true
		}
		if p.text.at(i) == ',' || p.text.at(i) == '，' {
			k := p.skip(i + 1)
			if c := p.text.at(k); c == '到' || c == '至' {
				j, ok = p.skip(k+1), true
			}
		}
		if (p.text.at(i) == '与' || p.text.at(i) == '和') && p.betweenHan(b.end) {
			j, ok = p.skip(i+1), true
		}
	}
	if w, e := p.word(j); ok && w == "the" {
		j = p.skip(e)
	}
	if !ok || j != b.start {
		return span{}, false
	}
	switch {
	case a.bare != nil && b.bare == nil && b.kind == Named:
		m := *a.bare
		for y := b.days.From.Year; y > b.days.From.Year-9; y-- { // from March to May 2026
			m.Year = y
			if d := daysOf(m); !d.From.IsZero() && d.From.Compare(b.days.From) <= 0 {
				a.days = d
				break
			}
		}
	case b.bare != nil:
		b.days = firstFrom(*b.bare, a.days.From)
	}
	if a.days.From.IsZero() || b.days.To.IsZero() || b.days.To.Compare(a.days.From) < 0 {
		return span{}, false
	}
	out := span{start: start, end: b.end, kind: Span, gran: finer(a.gran, b.gran), days: casefile.Period{From: a.days.From, To: b.days.To}}
	for _, w := range []string{"之间", "期间", "间"} {
		if p.has(out.end, w) {
			out.end += len([]rune(w))
			break
		}
	}
	return out, true
}

func (p *periods) betweenHan(i int) bool { return p.has(p.skip(i), "之间") }

func finer(a, b string) string {
	for _, g := range []string{ByDay, ByWeek, ByMonth, ByQuarter, ByHalf} {
		if a == g || b == g {
			return g
		}
	}
	return ByYear
}

// prefix includes a preposition before i, blanks aside; it does not reach before floor.
func (p *periods) prefix(i, floor int, han, latin []string) (int, string) {
	b := p.back(i)
	if b < floor {
		return i, ""
	}
	if c := p.text.at(b - 1); isHan(c) {
		for _, w := range han {
			if n := len([]rune(w)); b-n >= floor && p.has(b-n, w) {
				return b - n, w
			}
		}
		return i, ""
	}
	w, s := p.wordBefore(b)
	if w == "the" && s > 0 {
		b = p.back(s)
		w, s = p.wordBefore(b)
	}
	for _, l := range latin {
		if w == l && s >= floor {
			return s, w
		}
	}
	return i, ""
}

// open reads the words that open an end of sp: since, 以来, 至今, until, 截至, before, 之前, after, 之后.
func (p *periods) open(sp span, floor, limit int) span {
	if end, ok := p.toNow(sp.end); ok && end <= limit {
		sp.start, _ = p.prefix(sp.start, floor, []string{"从", "自从", "自"}, []string{"from", "since"})
		return p.since(sp, sp.start, end)
	}
	if start, w := p.prefix(sp.start, floor, []string{"自从", "自", "从"}, []string{"since", "from"}); w == "since" || w != "" {
		for _, tail := range []string{"以来", "之后", "以后", "开始", "起", "后"} {
			if p.has(sp.end, tail) {
				return p.since(sp, start, sp.end+len([]rune(tail)))
			}
		}
		if w == "since" {
			return p.since(sp, start, sp.end)
		}
		if next, e := p.word(p.skip(sp.end)); w == "from" && (next == "on" || next == "onwards" || next == "onward") {
			return p.since(sp, start, e)
		}
	}
	if p.has(sp.end, "以来") && sp.kind != Rolling {
		return p.since(sp, sp.start, sp.end+2)
	}
	if start, w := p.prefix(sp.start, floor, []string{"截至", "截止到", "截止", "截至到"}, []string{"until", "till", "through"}); w != "" {
		sp.start, sp.kind, sp.whole = start, Until, false
		sp.days.From = casefile.Date{}
		for _, tail := range []string{"为止", "止"} {
			if p.has(sp.end, tail) {
				sp.end += len([]rune(tail))
				break
			}
		}
		return sp
	}
	if start, w := p.prefix(sp.start, floor, nil, []string{"before"}); w != "" {
		return before(sp, start, sp.end)
	}
	if start, w := p.prefix(sp.start, floor, nil, []string{"after"}); w != "" {
		return p.after(sp, start, sp.end)
	}
	if sp.kind == Named {
		for _, tail := range []string{"之前", "以前", "前"} {
			if p.has(sp.end, tail) && !(tail == "前" && isHan(p.text.at(sp.end+1)) && p.text.at(sp.end+1) != '的') {
				return before(sp, sp.start, sp.end+len([]rune(tail)))
			}
		}
		for _, tail := range []string{"之后", "以后"} {
			if p.has(sp.end, tail) {
				return p.after(sp, sp.start, sp.end+2)
			}
		}
	}
	return sp
}

// toNow reads 至今, 到今天, 到现在, "to date", "until now", "to today" at i.
func (p *periods) toNow(i int) (int, bool) {
	j := p.skip(i)
	for _, w := range []string{"起至今", "起到现在", "至今", "迄今", "到现在", "到目前", "至目前", "以来至今"} {
		if p.has(j, w) && !(w == "至今" && (p.text.at(j+2) == '天' || p.text.at(j+2) == '年' || p.text.at(j+2) == '日')) {
			return j + len([]rune(w)), true
		}
	}
	w, e := p.word(j)
	if w == "to" || w == "until" || w == "till" || w == "through" || w == "up" {
		if next, k := p.word(p.skip(e)); next == "now" || next == "date" || next == "present" {
			return k, true
		} else if next == "to" {
			if last, k := p.word(p.skip(k)); last == "now" || last == "date" {
				return k, true
			}
		}
	}
	return i, false
}

// since makes sp run from its first day to today. A first day in the future leaves the end open.
func (p *periods) since(sp span, start, end int) span {
	sp.start, sp.end, sp.kind, sp.whole, sp.bare = start, end, Since, false, nil
	sp.days.To = p.today
	if sp.days.From.Compare(p.today) > 0 {
		sp.days.To = casefile.Date{}
	}
	return sp
}

func before(sp span, start, end int) span {
	sp.start, sp.end, sp.kind, sp.whole = start, end, Until, false
	sp.days = casefile.Period{To: sp.days.From.AddDays(-1)}
	return sp
}

func (p *periods) after(sp span, start, end int) span {
	sp.days.From = sp.days.To.AddDays(1)
	return p.since(sp, start, end)
}

// compare resolves 去年同期, 同比 and 环比 by the period they are compared with.
func (p *periods) compare() {
	for k := range p.spans {
		sp := &p.spans[k]
		if sp.kind != Compare {
			continue
		}
		base := span{gran: ByMonth, days: casefile.Period{From: p.unit("month", 0).From, To: p.today}}
		found := false
		for j := k - 1; j >= 0 && !found; j-- {
			if b := p.spans[j]; b.kind != Compare && b.days.Days() > 0 {
				base, found = b, true
			}
		}
		for j := k + 1; j < len(p.spans) && !found; j++ {
			if b := p.spans[j]; b.kind != Compare && b.days.Days() > 0 {
				base, found = b, true
			}
		}
		sp.gran, sp.whole = base.gran, base.whole
		switch {
		case sp.year != 0:
			sp.days = monthsEarlier(base, 12*(base.days.To.Year-sp.year))
		case sp.cmp == "year":
			sp.days = monthsEarlier(base, 12)
		case sp.cmp == "month":
			sp.days = monthsEarlier(base, 1)
		default:
			sp.days = prior(base)
			if !found {
				sp.days, sp.whole = p.unit("month", -1), true
			}
		}
	}
}

// monthsEarlier returns the same dates n months earlier; whole months stay whole months.
func monthsEarlier(b span, n int) casefile.Period {
	d := b.days
	back := casefile.Period{From: sameDayBack(d.From, n), To: sameDayBack(d.To, n)}
	if b.gran != ByDay && b.gran != ByWeek && d.From.Day == 1 && d.To.AddDays(1).Day == 1 {
		y, m := back.To.Year, int(back.To.Month)
		back.To.Day = daysIn(y, m)
	}
	return back
}

// prior returns the unit before a whole unit, else as many days before the first.
func prior(b span) casefile.Period {
	d := b.days
	if n := monthsWhole(d); n > 0 {
		return months(d.From.Year, int(d.From.Month)-n, n)
	}
	return casefile.Period{From: d.From.AddDays(-d.Days()), To: d.From.AddDays(-1)}
}

// monthsWhole returns the number of months of a period that consists of whole ones, else 0.
func monthsWhole(d casefile.Period) int {
	if d.From.Day != 1 || d.To.AddDays(1).Day != 1 {
		return 0
	}
	return (d.To.Year-d.From.Year)*12 + int(d.To.Month-d.From.Month) + 1
}
