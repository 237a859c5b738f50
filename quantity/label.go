package quantity

import (
	"math/big"
	"strings"
)

func (f *finder) label(i, j int, name string) {
	f.emit(Mention{Kind: Label, Name: strings.ToLower(name)}, i, j)
}

func (f *finder) code(i, j int) int {
	f.emit(Mention{Kind: Code, Name: strings.ToLower(string(f.r[i:j]))}, i, j)
	return j
}

func (t *text) alnumEnd(i int) int {
	for isAlnum(t.at(i)) || (t.at(i) == '-' || t.at(i) == '.') && isAlnum(t.at(i+1)) {
		i++
	}
	return i
}

// digitCode reports whether a code begins with the digit at i: 123-456-7890, 1.2.3, 007, 12ab34, 9087-A.
func (f *finder) digitCode(i int) (int, bool) {
	if prev := f.at(i - 1); prev == '-' && isAlnum(f.at(i-2)) || prev == '.' && isDigit(f.at(i-2)) {
		return i, false
	}
	j := i
	for isDigit(f.at(j)) {
		j++
	}
	switch c := f.at(j); {
	case j-i > 1 && f.r[i] == '0' && !isHan(c) && c != '%' && c != ':' && c != '/': // 007, 021-555
		if c == '.' && isDigit(f.at(j+1)) {
			return i, false
		}
		return f.alnumEnd(j), true
	case c == '.' && isDigit(f.at(j+1)):
		k := j + 1
		for isDigit(f.at(k)) {
			k++
		}
		if f.at(k) == '.' && isDigit(f.at(k+1)) {
			return f.alnumEnd(k), true
		}
		if v, e, ok := f.integer(k+1, 4); ok && f.at(k) == '-' && e-k == 5 && plausible(v) && j-i >= 3 {
			return e, true // 2828.1-2012
		}
	case c == '-' && isDigit(f.at(j+1)):
		k := j + 1
		for isDigit(f.at(k)) {
			k++
		}
		if f.at(k) == '-' && isAlnum(f.at(k+1)) {
			return f.alnumEnd(k), true
		}
		if f.at(j+1) == '0' && k-j > 2 {
			return f.alnumEnd(k), true
		}
	case c == '-' && isLetter(f.at(j+1)):
		w, k := f.word(j + 1)
		if isDigit(f.at(k)) || isUpper(f.at(j+1)) && !f.hasUnit(j+1) && tab.months[w] == 0 {
			return f.alnumEnd(k), true
		}
	case c == 's' && j-i == 4 && !isAlnum(f.at(j+1)) && f.r[j-1] == '0':
		return j + 1, true // the 1990s
	case f.has(j, "年代"):
		return j + 2, true
	case isLetter(c) || c == '_':
		k := j
		for isLetter(f.at(k)) {
			k++
		}
		if f.at(k) == '_' || isDigit(f.at(k)) && !f.unitWithDigit(j) {
			if _, _, ok := f.exponent(j); ok {
				return i, false
			}
			return f.alnumEnd(k), true
		}
	}
	return i, false
}

func (f *finder) unitWithDigit(j int) bool {
	u, end := f.unitAt(j)
	return u.Known && !isAlnum(f.at(end))
}

// isLabel reads "1.", "1、" and "1)" at the beginning of a line, "(1)" and "[1]" anywhere.
func (f *finder) isLabel(i int) (int, bool) {
	j := i
	for isDigit(f.at(j)) {
		j++
	}
	if j-i > 2 {
		return i, false
	}
	if f.heading(i) {
		for isDigit(f.at(j)) || f.at(j) == '.' && isDigit(f.at(j+1)) {
			j++
		}
		return j, true
	}
	prev, next := f.at(i-1), f.at(j)
	if prev == '(' && next == ')' || prev == '[' && next == ']' || prev == '【' && next == '】' || prev == '〔' && next == '〕' {
		return j, true
	}
	if next != '.' && next != '、' && next != ')' || isDigit(f.at(j+1)) {
		return i, false
	}
	if next == '.' && !isBlank(f.at(j+1)) && !isHan(f.at(j+1)) {
		return i, false
	}
	b := i
	for isBlank(f.at(b-1)) && i-b < 8 {
		b--
	}
	if b == 0 || f.at(b-1) == '\n' {
		if next == '.' && f.at(f.skip(j+1)) == 0 {
			return i, false // the whole text is "3."
		}
		return j, true
	}
	return i, false
}

// heading reports whether "# " or its like stands before i at the beginning of a line and a title after: "### 4.1 要求".
func (f *finder) heading(i int) bool {
	b := f.back(i)
	if b == i || f.at(b-1) != '#' {
		return false
	}
	for f.at(b-1) == '#' && i-b < 10 {
		b--
	}
	if b > 0 && f.at(b-1) != '\n' {
		return false
	}
	j := i
	for isDigit(f.at(j)) || f.at(j) == '.' {
		j++
	}
	u, _ := f.unitAt(f.skip(j))
	return isBlank(f.at(j)) && !u.Known || f.at(j) == '\n' || f.at(j) == 0
}

// labelled reads a number that the word before it makes a label or a code: Level 1, §3, version 2.10, 版本 2.1.
func (f *finder) labelled(i int) (int, bool) {
	b := f.back(i)
	version := false
	switch c := f.at(b - 1); {
	case c == '§' || c == '#' && b == i:
	case c == '.' || isLetter(c):
		w, _ := f.wordBefore(b)
		if b == i && c != '.' || !tab.words["label_before"][w] {
			return i, false
		}
		if strings.HasPrefix(w, "no") && c != '.' && !isUpper(f.at(b-len([]rune(w)))) || w == "v." {
			return i, false // there are no 3
		}
		version = tab.words["version_words"][w]
	case c == ':' || isHan(c):
		if c == ':' {
			b = f.back(b - 1)
		}
		w := f.hanLabelBefore(b)
		if w == "" {
			return i, false
		}
		version = tab.words["version_words"][w]
	default:
		return i, false
	}
	j := i
	for isDigit(f.at(j)) || (f.at(j) == '.' || f.at(j) == '-') && isDigit(f.at(j+1)) {
		j++
	}
	if isAlnum(f.at(j)) || f.at(j) == '%' {
		return i, false
	}
	if u, _ := f.unitAt(j); u.Known && !version || f.at(j) == ',' && isDigit(f.at(j+1)) {
		return i, false // 表 3 个
	}
	if u, _ := f.unitAt(f.skip(j)); u.Known && !version && isLetter(f.at(b-1)) && isBlank(f.at(j)) && isLetter(f.at(f.skip(j))) {
		return i, false // a reorder level of 5 units: "level 5 units"
	}
	if version {
		return f.code(i, j), true
	}
	f.label(i, j, string(f.r[i:j]))
	return j, true
}

// dayNumbered reads the number of "day 7" and "week 2", a rank in time, and of "rank 2".
func (f *finder) dayNumbered(i int) (int, bool) {
	b := f.back(i)
	w, s := f.wordBefore(b)
	if b == i || !tab.words["english_day_units"][w] && !tab.words["rank_before"][w] {
		return i, false
	}
	v, end, ok := f.integer(i, 3)
	if !ok || isAlnum(f.at(end)) || f.at(end) == '%' || f.at(end) == '.' && isDigit(f.at(end+1)) {
		return i, false
	}
	if u, _ := f.unitAt(f.skip(end)); u.Known {
		return i, false // per day 7 kg
	}
	m := Mention{Kind: Ordinal, Value: big.NewRat(int64(v), 1), Step: one, Digits: 1}
	if !tab.words["rank_before"][w] {
		m.Unit = tab.units[w]
	}
	f.emit(m, s, end)
	return end, true
}

func (t *text) hanLabelBefore(b int) string {
	for n := 4; n > 0; n-- {
		if b-n < 0 {
			continue
		}
		w := string(t.r[b-n : b])
		if isLetter(t.r[b-n]) && isLetter(t.at(b-n-1)) {
			continue // the end of a word: paid is no id
		}
		if tab.words["label_before"][w] && (n > 1 || !isHan(t.at(b-n-1)) || strings.ContainsRune("见如附按", t.at(b-n-1))) {
			return w
		}
	}
	return ""
}
