package quantity

import (
	"math/big"
	"strings"
)

// slashOrColon reads 1/3 and 3:1.
func (f *finder) slashOrColon(start, i int, n num) (int, bool) {
	sep := f.at(n.end)
	if sep != '/' && sep != ':' || !isDigit(f.at(n.end+1)) {
		return i, false
	}
	m, ok := f.number(n.end + 1)
	if !ok || m.val.Sign() == 0 || sep == '/' && (!n.plain || !m.plain) {
		return i, false
	}
	if sep == ':' && (n.end-i > 3 || m.end-n.end > 4) {
		return f.code(i, f.codeEnd(i)), true // 9001:2015
	}
	if c := f.at(m.end); (c == '/' || c == ':' || c == '-') && isAlnum(f.at(m.end+1)) || isLetter(c) {
		return f.code(i, f.codeEnd(i)), true
	}
	f.ratio(start, m.end, new(big.Rat).Quo(n.val, m.val))
	return m.end, true
}

// codeEnd ends a code with slashes, as in 12/34/5678 or 10:20:30:40.
func (f *finder) codeEnd(i int) int {
	for isAlnum(f.at(i)) || strings.ContainsRune("/:-.", f.at(i)) && f.at(i) != 0 && isAlnum(f.at(i+1)) {
		i++
	}
	return i
}

// yearMention reads four bare digits that a word makes a year: in 2025, since 2021, (2021).
func (f *finder) yearMention(i int, n num) (Mention, bool) {
	if !n.plain || n.end-i != 4 || !n.val.IsInt() {
		return Mention{}, false
	}
	y := int(n.val.Num().Int64())
	if !plausible(y) || f.at(n.end) == '%' || isLetter(f.at(n.end)) {
		return Mention{}, false
	}
	if f.at(i-1) == '(' && f.at(n.end) == ')' {
		return Mention{Kind: Year, Year: y}, true
	}
	if q := f.unitAfter(n); q.unit.Dim != "" {
		return Mention{}, false
	}
	b := f.back(i)
	if w, _ := f.wordBefore(b); w != "" {
		return Mention{Kind: Year, Year: y}, tab.words["year_before"][w]
	}
	return Mention{Kind: Year, Year: y}, false
}

// ordinalDigits reads 3rd, 21st.
func (f *finder) ordinalDigits(i int, n num) (int, bool) {
	if !n.plain {
		return i, false
	}
	end := f.ordinalSuffix(n.end)
	if end == n.end || isAlnum(f.at(end)) {
		return i, false
	}
	m := f.mention(n)
	m.Kind = Ordinal
	f.emit(m, i, end)
	return end, true
}

// ordinal reads 第3, 第三名, 第10天, 第5条. The last is a label.
func (f *finder) ordinal(i int) int {
	if m, end, ok := f.calendar(i); ok {
		f.emit(m, i, end)
		return end
	}
	j := f.skip(i + 1)
	n, ok := f.number(j)
	if ok && !n.val.IsInt() && isDigit(f.at(j)) && tab.words["label_after"][string(f.at(f.skip(n.end)))] {
		f.label(i, f.skip(n.end)+1, string(f.r[j:n.end])) // 第2.3条
		return f.skip(n.end) + 1
	}
	if !ok || !n.val.IsInt() || n.half {
		return i + 1
	}
	k := f.skip(n.end)
	for l := 2; l > 0; l-- {
		if k+l <= len(f.r) && tab.words["label_after"][string(f.r[k:k+l])] {
			f.label(i, k+l, n.val.Num().String()+string(f.r[k:k+l]))
			return k + l
		}
	}
	m := f.mention(n)
	m.Kind = Ordinal
	end := n.end
	if u, e := f.unitAt(k); u.Known && (u.Dim == "time" || u.Dim == "month" || u.Dim == "business day") {
		m.Unit, end = u, e
	} else if c := f.at(k); c == '名' || c == '位' || c == '个' || c == '次' {
		end = k + 1
	}
	f.emit(m, i, end)
	return end
}

// isRank reports whether a small number stands at i, as after 前 and top, and no length of time.
func (f *finder) isRank(i int) bool {
	n, ok := f.number(i)
	if !ok || !n.val.IsInt() || n.half || f.at(n.end) == '%' || f.at(n.end) == '月' {
		return false
	}
	u, _ := f.unitAt(f.skip(n.end))
	return u.Dim == "" || u.counter
}

// rank reads 前三, 前3名, top 3. Its number begins at j.
func (f *finder) rank(i, j int) int {
	n, ok := f.number(j)
	if !ok {
		return j
	}
	m := f.mention(n)
	m.Kind, m.Unit = Ordinal, Unit{Name: "top", Dim: "top", Known: true}
	end := n.end
	if c := f.at(end); c == '名' || c == '位' || c == '个' {
		end++
	}
	f.emit(m, i, end)
	return end
}

// wordFraction reads "two thirds", "one-half".
func (f *finder) wordFraction(i int, n num) (int, bool) {
	if f.at(n.end) != '-' && !isBlank(f.at(n.end)) {
		return i, false
	}
	w, k := f.word(f.skip(n.end))
	if f.at(n.end) == '-' {
		w, k = f.word(n.end + 1)
	}
	d, ok := tab.fractions[w]
	if !ok || isAlnum(f.at(k)) || n.val.Cmp(new(big.Rat).SetInt64(d)) >= 0 || w == "quarters" && n.val.Cmp(one) > 0 && !f.ofAfter(k) {
		return i, false
	}
	f.ratio(i, k, new(big.Rat).Quo(n.val, new(big.Rat).SetInt64(d)))
	return k, true
}

func (f *finder) ofAfter(k int) bool {
	w, _ := f.word(f.skip(k))
	return w == "of"
}

// englishFraction reads "half of", "half a year", "half an hour", "a third of" from its noun on.
func (f *finder) englishFraction(i int) (int, bool) {
	w, k := f.word(i)
	d, ok := tab.fractions[w]
	if !ok || isAlnum(f.at(k)) {
		return i, false
	}
	next, e := f.word(f.skip(k))
	if w == "half" && (next == "a" || next == "an") {
		u, end := f.unitAt(f.skip(e))
		if u.Known && (u.Dim == "time" || u.Dim == "month") {
			n := num{val: big.NewRat(1, 2), step: big.NewRat(1, 2), digits: 1, end: e}
			m := f.mention(n)
			m.Unit, m.Kind = u, Duration
			m.Bound, m.Approx = f.bounds(i, end, m.Unit.Dim)
			f.emit(m, i, end)
			return end, true
		}
	}
	prev, _ := f.wordBefore(f.back(i))
	if next == "of" && (prev == "a" || w == "half" && prev != "first" && prev != "second") {
		f.ratio(i, k, big.NewRat(1, d))
		return k, true
	}
	return i, false
}
