package quantity

import (
	"math/big"

	"github.com/casefile/casefile"
)

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
