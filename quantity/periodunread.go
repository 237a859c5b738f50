package quantity

import (
	"strings"
	"time"
)

// unread is the kind of words that name a period which cannot be told: they stand for no other one.
const unread PeriodKind = "unread"

// UnreadPeriods returns the words of s that name a period of which no days can be told: days that there are none of (30 February,
// 8月32日), and parts of a period that it has not (the second half of a quarter of three months). Period is empty in each.
func UnreadPeriods(s string, now time.Time, opt PeriodOptions) []PeriodMention {
	t := fold(s)
	p := newPeriods(t, now, opt)
	p.scan()
	out := make([]PeriodMention, 0, len(p.unread))
	for _, sp := range p.unread {
		out = append(out, PeriodMention{Kind: unread, Start: t.off[sp.start], End: t.off[sp.end], Text: t.slice(sp.start, sp.end)})
	}
	return out
}

// noDay reads a date whose day or month there is not.
func (p *periods) noDay(i int) (span, bool) {
	if before := p.text.at(i - 1); isAlnum(before) || before == '-' || before == '/' || before == '.' {
		return span{}, false
	}
	if isLetter(p.text.at(i)) {
		return p.noDayOfName(i)
	}
	year, j, ok := p.integer(i, 4)
	if ok && j-i == 4 && plausible(year) {
		if sep := p.text.at(j); sep == '-' || sep == '/' {
			return p.noDayOfDigits(i, j, year)
		}
		if k := p.skip(j); p.text.at(k) == '年' {
			return p.noDayIn(i, p.skip(k+1), year)
		}
		return span{}, false
	}
	if ok && j-i <= 2 {
		if sp, ok := p.noDayBeforeName(i, j, year); ok {
			return sp, true
		}
	}
	return p.noDayIn(i, i, 0)
}

// noDayIn reads 8月32日 at k, of a year where one is named.
func (p *periods) noDayIn(i, k, year int) (span, bool) {
	if p.isNumeral(k-1) && k == i {
		return span{}, false
	}
	month, j, ok := p.dayNumber(k)
	if j = p.skip(j); !ok || p.text.at(j) != '月' {
		return span{}, false
	}
	d, e, ok := p.dayNumber(p.skip(j + 1))
	if e = p.skip(e); !ok || p.text.at(e) != '日' && p.text.at(e) != '号' || isDay(year, month, d) {
		return span{}, false
	}
	if p.text.at(e) == '号' && strings.ContainsRune("线楼院店门库", p.text.at(e+1)) && p.text.at(e+1) != 0 {
		return span{}, false // a number that things have
	}
	return span{start: i, end: e + 1, kind: unread}, true
}

// noDayOfDigits reads 2026-02-30.
func (p *periods) noDayOfDigits(i, j, year int) (span, bool) {
	month, k, ok := p.integer(j+1, 2)
	if !ok || p.text.at(k) != p.text.at(j) {
		return span{}, false
	}
	d, end, ok := p.integer(k+1, 2)
	if !ok || end-k != 3 || p.joined(end) || isDay(year, month, d) || month > 12 && d > 31 {
		return span{}, false
	}
	return span{start: i, end: end, kind: unread}, true
}

// noDayOfName reads "February 30" and, of another year than one of 366 days, "February 29, 2026". A number above 31 is
// one of days only where a date is meant: "August 32 returns" may count returns.
func (p *periods) noDayOfName(i int) (span, bool) {
	w, j := p.word(i)
	month, ok := tab.months[w]
	if !ok || !isUpper(p.text.at(i)) {
		return span{}, false
	}
	if p.text.at(j) == '.' {
		j++
	}
	k := p.skip(j)
	if the, e := p.word(k); the == "the" {
		k = p.skip(e)
	}
	d, e, ok := p.integer(k, 2)
	if !ok || k == j {
		return span{}, false
	}
	end := p.ordinalSuffix(e)
	year, yearEnd, dated := p.yearAfter(end)
	if isAlnum(p.text.at(end)) || p.text.at(end) == '%' || p.text.at(end) == ':' || p.text.at(end) == '.' && isDigit(p.text.at(end+1)) || isDay(year, int(month), d) {
		return span{}, false
	}
	before, _ := p.wordBefore(p.back(i))
	switch before {
	case "on", "from", "since", "until", "till", "by", "before", "after", "through", "between", "and", "to":
		dated = true
	}
	if d > 31 && !dated && end == e && isLetter(p.text.at(p.skip(end))) {
		return span{}, false
	}
	return span{start: i, end: max(end, yearEnd), kind: unread}, true
}

// noDayBeforeName reads "30 February" and "the 32nd of August" after the day d that ends at j.
func (p *periods) noDayBeforeName(i, j, d int) (span, bool) {
	end := p.ordinalSuffix(j)
	w, e := p.word(p.skip(end))
	if w == "of" {
		w, e = p.word(p.skip(e))
	}
	month, ok := tab.months[w]
	if !ok || isAlnum(p.text.at(e)) || !isUpper(p.text.at(e-len(w))) || d > 31 && end == j || w == "may" && d <= 31 {
		return span{}, false
	}
	year, yearEnd, _ := p.yearAfter(e)
	if isDay(year, int(month), d) {
		return span{}, false
	}
	return span{start: i, end: max(e, yearEnd), kind: unread}, true
}

// isDay reports whether there is such a day, in any year where none is named.
func isDay(year, month, d int) bool {
	if year == 0 {
		year = 2024
	}
	return !civil(year, month, d).IsZero()
}
