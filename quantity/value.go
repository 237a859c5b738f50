package quantity

import (
	"math/big"
	"strings"
)

// han reads what begins with a Han character.
func (f *finder) han(i int) int {
	if n := f.notNumberLen(i); n > 0 {
		return i + n
	}
	if f.has(i, "百分之") || f.has(i, "千分之") || f.has(i, "万分之") {
		return f.perHundred(i)
	}
	if f.has(i, "百分百") {
		f.emit(Mention{Kind: Percent, Value: big.NewRat(100, 1), Step: one, Digits: 3, Unit: tab.byName["percent"]}, i, i+3)
		return i + 3
	}
	c := f.at(i)
	_, digit := tab.digits[c]
	_, scale := tab.scales[c]
	if !digit && !scale && c != '半' && c != '上' && c != '下' {
		return f.hanWord(i)
	}
	if m, end, ok := f.calendar(i); ok {
		f.emit(m, i, end)
		return f.sameMonthDay(m, end)
	}
	if c == '上' || c == '下' {
		return i + 1
	}
	n, ok := f.hanNumber(i)
	if !ok {
		return f.numeralEnd(i)
	}
	if end, ok := f.hanFraction(i, n); ok {
		return end
	}
	if n.half {
		return f.halfOf(i, n)
	}
	if n.lone && f.partOfWord(i) {
		return n.end
	}
	q := f.unitAfter(n)
	if high, ok := f.rangeEnd(i, n); ok {
		q = f.unitAfter(high) // 三到五天
	}
	if n.lone && !q.unit.Known && !q.half {
		return n.end
	}
	if !n.lone && c == '一' && !q.unit.Known && n.val.IsInt() && n.val.Cmp(one) == 0 {
		return n.end
	}
	if (f.at(n.end) == '、' || f.at(n.end) == '.') && (f.at(i-1) == '\n' || i == 0) {
		f.label(i, n.end, string(f.r[i:n.end])) // 一、
		return n.end
	}
	return f.value(i, n)
}

// hanWord reads 一半 and the like from other characters on; it also skips labels such as 表.
func (f *finder) hanWord(i int) int {
	if f.has(i, "翻") {
		j := i + 1
		n, ok := f.number(j)
		if ok && f.at(n.end) == '番' && n.val.IsInt() && n.val.Num().IsInt64() && n.val.Num().Int64() <= 20 {
			v := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(n.val.Num().Int64())))
			f.emit(Mention{Kind: Ratio, Value: v, Step: one, Digits: 1, Unit: tab.byName["multiple"]}, i, n.end+1)
			return n.end + 1
		}
	}
	return i + 1
}

// numeralEnd skips a run of numerals that is no number.
func (f *finder) numeralEnd(i int) int {
	j := i
	for {
		_, d := tab.digits[f.at(j)]
		_, s := tab.scales[f.at(j)]
		if !d && !s || j > i && f.notNumber(j) {
			break
		}
		j++
	}
	return max(j, i+1)
}

// partOfWord reports whether the lone numeral at i belongs to the word before it: 统一个, 唯一.
func (f *finder) partOfWord(i int) bool {
	return i > 0 && tab.words["not_after"][string(f.at(i-1))]
}

// perHundred reads 百分之十二 and 千分之三.
func (f *finder) perHundred(i int) int {
	n, ok := f.number(f.skip(i + 3))
	if !ok {
		return i + 3
	}
	u, kind := tab.byName["percent"], Percent
	scale := big.NewRat(1, 1)
	switch f.at(i) {
	case '千':
		u, kind = tab.byName["permille"], Ratio
	case '万':
		u, kind = tab.byName["permille"], Ratio
		scale = big.NewRat(1, 10)
	}
	m := f.mention(n)
	m.Kind, m.Unit = kind, u
	m.Value.Mul(m.Value, scale)
	m.Step = new(big.Rat).Mul(m.Step, scale)
	m.Bound, m.Approx = f.bounds(i, n.end, m.Unit.Dim)
	f.emit(m, i, n.end)
	return n.end
}

// hanFraction reads 三分之一.
func (f *finder) hanFraction(i int, n num) (int, bool) {
	if !f.has(n.end, "分之") || n.val.Sign() == 0 {
		return i, false
	}
	m, ok := f.number(n.end + 2)
	if !ok {
		return i, false
	}
	f.ratio(i, m.end, new(big.Rat).Quo(m.val, n.val))
	return m.end, true
}

func (f *finder) ratio(i, end int, v *big.Rat) {
	m := Mention{Kind: Ratio, Value: v, Step: new(big.Rat).Set(v), Digits: 1, Unit: tab.byName["ratio"]}
	m.Bound, m.Approx = f.bounds(i, end, m.Unit.Dim)
	f.emit(m, i, end)
}

// halfOf reads 半年, 半个月, 半小时; 一半 and 半数 are a half.
func (f *finder) halfOf(i int, n num) int {
	if f.at(i-1) == '一' || f.at(i+1) == '数' {
		f.ratio(i, i+1, big.NewRat(1, 2))
		return i + 1
	}
	if f.at(i-1) == '上' || f.at(i-1) == '下' {
		return i + 1 // 上半年 is a calendar word
	}
	j := i + 1
	if f.at(j) == '个' {
		j++
	}
	u, end := f.oneUnit(j)
	if !u.Known || u.Dim != "time" && u.Dim != "month" {
		return i + 1
	}
	n.end = j
	m := f.mention(n)
	m.Unit, m.Kind = u, Duration
	m.Bound, m.Approx = f.bounds(i, end, m.Unit.Dim)
	f.emit(m, i, end)
	return end
}

func (f *finder) mention(n num) Mention {
	return Mention{Kind: Number, Value: new(big.Rat).Set(n.val), Step: new(big.Rat).Set(n.step), Digits: n.digits}
}

// value emits the number n that begins at i, with its currency, unit, range and bounds, and returns where it ends.
func (f *finder) value(i int, n num) int {
	start := i
	neg := false
	if c := f.at(i - 1); c == '-' && f.signAt(i-1) || c == '+' && f.signAt(i-1) {
		start, neg = i-1, c == '-'
	}
	money, start := f.currencyBefore(start)
	if money.Known && !neg && f.at(start-1) == '-' && f.signAt(start-1) {
		start, neg = start-1, true // -$5
	}
	if money.Known && (f.at(n.end) == 'm' || f.at(n.end) == 'b') && !isAlnum(f.at(n.end+1)) {
		n.mul(tab.suffixes[strings.ToUpper(string(f.at(n.end)))], n.end+1)
	}
	if end, ok := f.slashOrColon(start, i, n); ok {
		return end
	}
	if m, ok := f.yearMention(i, n); ok && !money.Known && !neg {
		f.emit(m, i, n.end)
		return n.end
	}
	if end, ok := f.ordinalDigits(i, n); ok {
		return end
	}
	m := f.mention(n)
	end := n.end
	high, hasRange := f.rangeEnd(i, n)
	if hasRange {
		m.High, m.Bound, end = high.val, Range, high.end
		n.end = end
	}
	q := f.unitAfter(n)
	switch {
	case q.code:
		return f.code(i, f.alnumEnd(n.end))
	case q.unit.Dim != "":
		m.Unit, end = q.unit, q.end
		if q.half {
			m.Value.Add(m.Value, big.NewRat(1, 2))
			m.Step = big.NewRat(1, 2)
		}
	}
	if money.Known && m.Unit.Dim != money.Dim {
		m.Unit, end = money, n.end // ¥100 件: the amount stands alone
		if per, e := f.perAfter(end, money); per.Known {
			m.Unit, end = per, e
		}
	}
	if m.Unit.Word == "分" && f.afterHours(start) {
		m.Unit = tab.byName["minute"]
	}
	m.Kind = kindOf(m.Unit)
	if m.Kind == Number && n.plain && n.end-i > 10 {
		return f.code(i, n.end) // a telephone or account number
	}
	if !hasRange {
		end = f.unitRange(&m, end)
	}
	f.sides(m, start)
	if neg {
		m.Value.Neg(m.Value)
	}
	m.Weak = n.lone && n.val.Cmp(one) == 0 && m.Unit.Dim != "ratio"
	if f.at(f.skip(end)) == '±' && m.High == nil {
		if dev, ok := f.number(f.skip(f.skip(end) + 1)); ok {
			u, e := f.unitAt(f.skip(dev.end))
			switch {
			case u.Dim != "" && m.Unit.Dim != "" && u.Name != m.Unit.Name: // 100 g ±5%: a value of its own
			case u.Dim != "":
				m.High, m.Bound, end = dev.val, PlusMinus, e
				m.Unit, m.Kind = u, kindOf(u)
			default:
				m.High, m.Bound, end = dev.val, PlusMinus, dev.end
			}
		}
	}
	b, approx := f.bounds(start, end, m.Unit.Dim)
	if m.Bound == "" {
		m.Bound = b
	}
	m.Approx = approx
	if n.vague && m.Bound == "" {
		m.Bound, m.Approx = Above, true
		if f.at(n.end-1) == '+' {
			m.Bound, m.Approx = AtLeast, false
		}
	}
	if f.join(&m, start) {
		start = f.out[len(f.out)-1].first
		f.out = f.out[:len(f.out)-1]
	}
	f.emit(m, start, end)
	return end
}

// afterHours reports whether hours end right at i, so that 三十分 are minutes.
func (f *finder) afterHours(i int) bool {
	return len(f.out) > 0 && f.out[len(f.out)-1].last == i && f.out[len(f.out)-1].Unit.Name == "hour"
}

// sides gives the unit of the last side to the ones before it: 30×20×10 cm.
func (f *finder) sides(m Mention, start int) {
	if m.Unit.Dim != "length" {
		return
	}
	for k := len(f.out) - 1; k >= 0 && f.out[k].Kind == Number; k-- {
		if gap := strings.TrimSpace(f.src[f.out[k].End:f.off[start]]); gap != "×" && gap != "*" && gap != "x" && gap != "X" {
			return
		}
		f.out[k].Kind, f.out[k].Unit = m.Kind, m.Unit
		start = f.out[k].first
	}
}

// join adds m to a duration that ends where it starts: 1小时30分钟, 2 years 6 months.
func (f *finder) join(m *Mention, start int) bool {
	if m.Kind != Duration || len(f.out) == 0 || m.High != nil {
		return false
	}
	p := f.out[len(f.out)-1]
	if p.Kind != Duration || p.High != nil || p.Unit.Dim != m.Unit.Dim || p.Unit.Factor().Cmp(m.Unit.Factor()) <= 0 {
		return false
	}
	gap := f.src[p.End:f.off[start]]
	latin := isLetter(f.at(p.last - 1))
	if gap != "" && gap != "零" && gap != "又" && !(latin && (gap == " " || gap == ", " || strings.TrimSpace(gap) == "and")) || !p.Value.IsInt() {
		return false
	}
	sum := new(big.Rat).Add(p.Base(), m.Base())
	m.Value = sum.Quo(sum, m.Unit.Factor())
	m.Digits += p.Digits
	if p.Bound != "" {
		m.Bound = p.Bound
	}
	m.Approx = m.Approx || p.Approx
	m.Weak = false
	return true
}

// signAt reports whether the - or + at i is a sign and no hyphen.
func (f *finder) signAt(i int) bool {
	c := f.at(i - 1)
	if isHan(c) {
		return strings.ContainsRune("为是于约达至从到率额", c) && c != '至' && c != '到'
	}
	return !isAlnum(c) && c != ')' && c != '%' && c != '.' && c != '-' && c != '–'
}

// currencyBefore reads ¥, US$, CNY or 人民币 before the number at i.
func (f *finder) currencyBefore(i int) (Unit, int) {
	b := f.back(i)
	c := f.at(b - 1)
	if len(f.out) > 0 && f.off[b] <= f.out[len(f.out)-1].End {
		return Unit{}, i // it belongs to the value before: 3元 15天
	}
	var w string
	s := b
	switch {
	case strings.ContainsRune("¥$€£₩₹₽", c) && c != 0:
		s = b - 1
		for n := 0; n < 2 && isUpper(f.at(s-1)); n++ {
			s--
		}
		if isAlnum(f.at(s - 1)) {
			s = b - 1
		}
		w = string(f.r[s:b])
		if _, ok := tab.units[w]; !ok {
			s = b - 1
			w = string(c)
		}
	case isUpper(c):
		for isUpper(f.at(s-1)) && b-s < 4 {
			s--
		}
		if !isAlnum(f.at(s - 1)) {
			w = string(f.r[s:b])
		}
	case isHan(c):
		for n := 4; n >= 2; n-- {
			if b-n >= 0 {
				if u, ok := tab.units[string(f.r[b-n:b])]; ok && strings.HasPrefix(u.Dim, "money ") {
					return u, b - n
				}
			}
		}
		return Unit{}, i
	}
	if u, ok := tab.units[w]; ok && strings.HasPrefix(u.Dim, "money ") {
		return u, s
	}
	return Unit{}, i
}

func (f *finder) perAfter(i int, u Unit) (Unit, int) {
	k := i
	switch {
	case f.at(k) == '/':
		k++
	case f.at(k) == '每':
		k++
	case f.has(k, " per "):
		k += 5
	default:
		return Unit{}, i
	}
	if per, end := f.oneUnit(k); per.Known && !isAlnum(f.at(end)) {
		return perUnit(u, per), end
	}
	return Unit{}, i
}
