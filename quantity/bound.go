package quantity

// bounds reads the words before start and after end that bound a value.
func (t *text) bounds(start, end int, dim string) (Bound, bool) {
	var b Bound
	approx := false
	i := start
	for range 2 {
		found, j := t.boundBefore(i, dim)
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
func (t *text) boundBefore(i int, dim string) (Bound, int) {
	e := t.ofWhat(t.back(i))
	longest := tab.lastBefore[lower(t.at(e-1))]
	if longest == 0 {
		return "", i
	}
	var buf [64]byte
	for n := min(longest, e); n > 0; n-- {
		s := e - n
		b, ok := tab.before[string(lowered(t.key(&buf, s, e)))]
		if !ok || isLetter(t.at(s)) && isAlnum(t.at(s-1)) {
			continue
		}
		if b == about && n == 1 && (t.at(s) == '近') && (t.at(s-1) == '最' || t.at(s-1) == '附' || dim == "time" || dim == "month") {
			return "", i // 最近30天 and 近三个月 are periods
		}
		if n == 4 && t.has(s, "over") && (dim == "time" || dim == "month") {
			return "", i // over three quarters: during
		}
		if n == 1 && t.at(s) == '~' && (isAlnum(t.at(s-1)) || isHan(t.at(s-1))) {
			return "", i
		}
		return b, s
	}
	return "", i
}

// ofWhat goes back over what a share is of, from the 的 that ends at i: 不高于原价的 30%. It stays when no bound word
// stands near.
func (t *text) ofWhat(i int) int {
	if t.at(i-1) != '的' {
		return i
	}
	for k := i - 1; k > 0 && i-k < 8; k-- {
		if !isHan(t.at(k-1)) && !isBlank(t.at(k-1)) {
			break
		}
		for n := min(4, k); n > 1; n-- {
			if _, ok := tab.before[string(t.r[k-n:k])]; ok {
				return k
			}
		}
	}
	return i
}

func lowered(b []byte) []byte {
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return b
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
	var buf [64]byte
	for n := tab.firstAfter[lower(t.at(j))]; n > 0; n-- {
		if j+n > len(t.r) {
			continue
		}
		b, ok := tab.after[string(lowered(t.key(&buf, j, j+n)))]
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
