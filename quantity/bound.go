package quantity

import "strings"

// bounds reads the words before start and after end that bound a value.
func (t *text) bounds(start, end int, m Mention) (Bound, bool) {
	var b Bound
	approx := false
	i := start
	for range 2 {
		found, j := t.boundBefore(i, m)
		if found == "" {
			break
		}
		i = j
		if found == about {
			approx = true
		} else if b == "" {
			b = found
		}
	}
	found := t.boundAfter(end)
	if found == about {
		approx = true
	} else if b == "" || found == AtMost && b == AtLeast {
		b = found
	}
	return b, approx
}

// boundBefore finds the longest bound word that ends at i, blanks aside.
func (t *text) boundBefore(i int, m Mention) (Bound, int) {
	e := t.back(i)
	if !tab.lastBefore[lower(t.at(e-1))] {
		return "", i
	}
	for n := min(tab.maxBefore, e); n > 0; n-- {
		s := e - n
		w := strings.ToLower(string(t.r[s:e]))
		b, ok := tab.before[w]
		if !ok || isLetter(t.at(s)) && isAlnum(t.at(s-1)) {
			continue
		}
		if b == about && n == 1 && (t.at(s) == '近') && (t.at(s-1) == '最' || t.at(s-1) == '附' || m.Unit.Dim == "time" || m.Unit.Dim == "month") {
			return "", i // 最近30天 and 近三个月 are periods
		}
		if n == 1 && t.at(s) == '~' && (isAlnum(t.at(s-1)) || isHan(t.at(s-1))) {
			return "", i
		}
		return b, s
	}
	return "", i
}

func lower(c rune) rune {
	if isUpper(c) {
		return c + 'a' - 'A'
	}
	return c
}

// boundAfter finds the longest bound word that begins at i, blanks aside.
func (t *text) boundAfter(i int) Bound {
	j := t.skip(i)
	if c := t.at(j); !isLetter(c) && !isHan(c) {
		return ""
	}
	for n := tab.maxAfter; n > 0; n-- {
		if j+n > len(t.r) {
			continue
		}
		w := strings.ToLower(string(t.r[j : j+n]))
		b, ok := tab.after[w]
		if !ok || isLetter(t.at(j+n-1)) && isAlnum(t.at(j+n)) {
			continue
		}
		if n == 1 && tab.words["not_bounds"][string(t.r[j:min(j+2, len(t.r))])] {
			return ""
		}
		return b
	}
	return ""
}
