package quantity

import "strings"

// rangeEnd reads the second number of 3–5, where the unit comes after both. After 从 and from the
// two are two values: "from 8 to 9" is a change.
func (f *finder) rangeEnd(i int, n num) (num, bool) {
	if f.fromBefore(i) {
		return num{}, false
	}
	j, ok := f.connector(n.end)
	if !ok && f.betweenBefore(i) {
		j, ok = f.and(n.end)
	}
	if !ok {
		return num{}, false
	}
	if isDigit(f.at(j)) || f.isNumeral(j) || isLetter(f.at(j)) {
		if _, _, date := f.calendar(j); date {
			return num{}, false
		}
		m, ok := f.number(j)
		if ok && !m.half && m.val.Cmp(n.val) > 0 && !(m.lone && m.han && !f.hasUnit(m.end)) {
			return m, true
		}
	}
	return num{}, false
}

func (f *finder) fromBefore(i int) bool {
	b := f.back(i)
	if c := f.at(b - 1); c == '从' || c == '由' {
		return true
	}
	w, _ := f.wordBefore(b)
	return w == "from"
}

func (f *finder) betweenBefore(i int) bool {
	w, _ := f.wordBefore(f.back(i))
	return w == "between"
}

func (f *finder) and(i int) (int, bool) {
	j := f.skip(i)
	if j > i && f.has(j, "and") && isBlank(f.at(j+3)) {
		return f.skip(j + 3), true
	}
	return i, false
}

// unitRange reads the second value of 3天到5天 and 10%~20% after m, which ends at i.
func (f *finder) unitRange(m *Mention, i int) int {
	if m.Unit.Dim == "" {
		return i
	}
	b := f.offsetStart(m, i)
	if b >= 0 && f.fromBefore(b) {
		return i
	}
	j, ok := f.connector(i)
	if !ok && b >= 0 && f.betweenBefore(b) {
		j, ok = f.and(i)
	}
	if !ok {
		return i
	}
	if strings.ContainsRune("¥$€£", f.at(j)) && f.at(j) != 0 {
		j++
	}
	if !isDigit(f.at(j)) && !f.isNumeral(j) {
		return i
	}
	if _, _, date := f.calendar(j); date {
		return i
	}
	n, ok := f.number(j)
	if !ok || n.half {
		return i
	}
	q := f.unitAfter(n)
	if q.half || q.code || q.unit.Dim != m.Unit.Dim && !(q.unit.Dim == "" && strings.HasPrefix(m.Unit.Dim, "money ")) {
		return i
	}
	u := q.unit
	if u.Dim == "" {
		u = m.Unit
	}
	if toBase(n.val, u).Cmp(m.Base()) <= 0 {
		return i
	}
	high := toBase(n.val, u)
	m.High, m.Bound = high.Quo(high, m.Unit.Factor()), Range
	return q.end
}

// offsetStart finds where the number of m begins, looking back from its end i; -1 when it is far.
func (f *finder) offsetStart(m *Mention, i int) int {
	for k := i; k > 0 && i-k < 48; k-- {
		if c := f.at(k - 1); isBlank(c) || isHan(c) && !f.isNumeral(k-1) {
			if k < i && (isDigit(f.at(k)) || f.isNumeral(k)) {
				return k
			}
		}
	}
	return -1
}
