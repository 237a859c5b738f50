package quantity

import (
	"strings"
	"time"

	"github.com/casefile/casefile"
)

// weekday reads the 三 of 上周三: 0 is Monday.
func (p *periods) weekday(i int) (int, int, bool) {
	c := p.text.at(i)
	if next := p.text.at(i + 1); c == '一' && strings.ContainsRune("共起直些般定样概律再下", next) || c == '日' && next == '均' {
		return 0, i, false // 上周一共, 上周日均
	}
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

// partOfMonth reads 上旬, 中旬, 下旬, 上半月 and 下半月 after a month.
func (p *periods) partOfMonth(i int, month casefile.Period) (casefile.Period, int, bool) {
	k := p.skip(i)
	if p.text.at(k) == '的' {
		k = p.skip(k + 1)
	}
	for _, part := range []struct {
		word     string
		from, to int // days of the month; 0 is its last
	}{{"上旬", 1, 10}, {"中旬", 11, 20}, {"下旬", 21, 0}, {"上半月", 1, 15}, {"前半月", 1, 15}, {"下半月", 16, 0}, {"后半月", 16, 0}} {
		if !p.has(k, part.word) {
			continue
		}
		days := casefile.Period{From: month.From.AddDays(part.from - 1), To: month.To}
		if part.to > 0 {
			days.To = month.From.AddDays(part.to - 1)
		}
		return days, k + len([]rune(part.word)), !month.From.IsZero()
	}
	return casefile.Period{}, i, false
}

// vague reports whether 底, 末 or 初 stands at i: the end or beginning of a unit, which no days are agreed for.
func (p *periods) vague(i int) bool {
	switch p.text.at(i) {
	case '底':
		return p.text.at(i+1) != '部'
	case '末':
		return p.text.at(i-1) != '周' && !p.has(i-2, "星期") && !p.has(i-2, "礼拜")
	case '初':
		return !strings.ContainsRune("步次审检稿版级始", p.text.at(i+1)) || p.text.at(i+1) == 0
	}
	return false
}

// todayThen reads the 今日 of 去年今日 and 去年的今天: the same day of another year.
func (p *periods) todayThen(i, years int) (casefile.Date, int, bool) {
	k := p.skip(i)
	if p.text.at(k) == '的' {
		k = p.skip(k + 1)
	}
	ph, end, ok := p.phraseAt(k)
	if !ok || years >= 0 || ph.class != "relative" || ph.unit != "day" || ph.offset > 0 {
		return casefile.Date{}, i, false
	}
	return sameDayBack(p.today.AddDays(ph.offset), -12*years), end, true
}

// samePeriod reads 2025年同期 and "the same period in 2025" around the year m.
func (p *periods) samePeriod(m Mention) (span, bool) {
	if p.has(m.last, "同期") {
		return span{start: m.first, end: m.last + 2}, true
	}
	w, i := p.wordBefore(p.back(m.first))
	if w != "in" && w != "of" {
		return span{}, false
	}
	start, ok := i, true
	for _, want := range []string{"period", "same"} {
		w, start = p.wordBefore(p.back(start))
		ok = ok && w == want
	}
	if !ok || len(p.spans) > 0 && p.spans[len(p.spans)-1].end > start {
		return span{}, false
	}
	if w, the := p.wordBefore(p.back(start)); w == "the" {
		start = the
	}
	return span{start: start, end: m.last}, true
}

// dayRange reads 8/1-8/15 and "1-15 August 2026".
func (p *periods) dayRange(i int) (span, bool) {
	if !isDigit(p.text.at(i)) || isAlnum(p.text.at(i-1)) || strings.ContainsRune("-/.", p.text.at(i-1)) && i > 0 {
		return span{}, false
	}
	a, j, ok := p.integer(i, 2)
	if !ok {
		return span{}, false
	}
	if p.text.at(j) == '/' {
		return p.slashRange(i, a, j)
	}
	j, ok = p.connector(j)
	if !ok {
		return span{}, false
	}
	b, k, ok := p.integer(j, 2)
	if !ok || b <= a || a < 1 {
		return span{}, false
	}
	m, end, ok := p.dayMonth(b, k)
	if !ok || m.Kind != FullDate && m.Kind != PartDate {
		return span{}, false
	}
	return p.daySpan(i, end, m, Mention{Kind: m.Kind, Year: m.Year, Month: m.Month, Day: a})
}

// slashRange reads the rest of 8/1-8/15 after its first month a.
func (p *periods) slashRange(i, a, j int) (span, bool) {
	d, k, ok := p.integer(j+1, 2)
	if !ok {
		return span{}, false
	}
	k, ok = p.connector(k)
	if !ok {
		return span{}, false
	}
	b, e, ok := p.integer(k, 2)
	if !ok || p.text.at(e) != '/' {
		return span{}, false
	}
	d2, end, ok := p.integer(e+1, 2)
	if !ok || p.text.at(end) == '/' || isAlnum(p.text.at(end)) || civil(2024, a, d).IsZero() || civil(2024, b, d2).IsZero() {
		return span{}, false
	}
	return p.daySpan(i, end, Mention{Kind: PartDate, Month: b, Day: d2}, Mention{Kind: PartDate, Month: a, Day: d})
}

// daySpan makes a range of a first and a last day.
func (p *periods) daySpan(i, end int, last, from Mention) (span, bool) {
	sp := span{start: i, end: end, kind: Span, gran: ByDay}
	if from.Year == 0 {
		sp.days = p.latest(from)
		sp.days.To = firstFrom(last, sp.days.From).To
	} else {
		sp.days = casefile.Period{From: daysOf(from).From, To: daysOf(last).To}
	}
	return sp, !sp.days.From.IsZero() && !sp.days.To.IsZero()
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
