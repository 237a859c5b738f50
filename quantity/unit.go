package quantity

import (
	"math/big"
	"strings"
)

// LookupUnit returns the unit that a word stands for: "天", "days", "%", "CNY", "元/件".
// A word that is not in the table gives an unknown unit, which equals itself only, and false.
func LookupUnit(word string) (Unit, bool) {
	word = strings.TrimSpace(word)
	if word == "" {
		return Unit{}, true
	}
	if u, ok := tab.byName[word]; ok {
		return u, true
	}
	t := fold(word)
	u, end := t.unitAt(0)
	if u.Known && end == len(t.r) {
		return u, true
	}
	return unknown(word), false
}

func unknown(word string) Unit {
	name := strings.ToLower(word)
	return Unit{Name: name, Dim: "?" + name, Word: word}
}

// unitAt reads a known unit at i, with what it is counted per. The zero Unit means that none stands there.
func (t *text) unitAt(i int) (Unit, int) {
	u, j := t.oneUnit(i)
	if !u.Known {
		return Unit{}, i
	}
	k := j
	switch {
	case t.at(k) == '/':
		k++
	case t.at(k) == '每':
		k++
	case t.has(k, " per "):
		k += 5
	default:
		return u, j
	}
	if per, end := t.oneUnit(k); per.Known && !isAlnum(t.at(end)) {
		return perUnit(u, per), end
	}
	return u, j
}

func perUnit(u, per Unit) Unit {
	out := Unit{Name: u.Name, Dim: u.Dim + "/" + per.Dim, Known: true, Per: per.Name, Word: u.Word + "/" + per.Word}
	f := new(big.Rat).Quo(u.Factor(), per.Factor())
	if f.Cmp(one) != 0 {
		out.f = f
	}
	return out
}

// oneUnit reads one unit form at i: the longest that the table has.
func (t *text) oneUnit(i int) (Unit, int) {
	u, end := t.unitForm(i)
	if u.Known && u.Word == "" {
		u.Word = t.slice(i, end)
	}
	return u, end
}

func (t *text) unitForm(i int) (Unit, int) {
	c := t.at(i)
	switch {
	case isLetter(c):
		return t.latinUnit(i)
	case c == 0 || isDigit(c) || isBlank(c):
		return Unit{}, i
	case c == '×' && isDigit(t.at(t.skip(i+1))):
		return Unit{}, i // 30×20 cm
	}
	n := tab.unitLen[c]
	if n == 0 {
		return Unit{}, i
	}
	if !isHan(c) {
		if strings.ContainsRune("¥$€£₩₹₽", c) && (isDigit(t.at(t.skip(i+1))) || t.at(i+1) == '.') {
			return Unit{}, i // the sign of the next amount
		}
	}
	var buf [64]byte
	for ; n > 0; n-- {
		if i+n > len(t.r) {
			continue
		}
		if u, ok := tab.units[string(t.key(&buf, i, i+n))]; ok && !isLetter(t.at(i+n-1)) {
			if n == 1 && t.blockedUnit(i) {
				return Unit{}, i
			}
			if n == 1 && u.counter && u.Name == "each" {
				// 个月, 个小时, 个工作日: the measure after it is the unit
				if v, end := t.oneUnit(i + 1); v.Known && !v.counter && v.Dim != "multiple" {
					return v, end
				}
			}
			return u, i + n
		} else if ok && !isAlnum(t.at(i+n)) {
			return u, i + n // °C, US$
		}
	}
	return Unit{}, i
}

// blockedUnit reports whether the Han character at i is the beginning of a word rather than a
// unit: 3人民币 is no 3人, 5分之 no 5分.
func (t *text) blockedUnit(i int) bool {
	for _, w := range tab.blocked[t.at(i)] {
		if t.has(i, w) {
			return true
		}
	}
	return false
}

// latinUnit reads a Latin unit: two words, then one, as written, then in lower case.
func (t *text) latinUnit(i int) (Unit, int) {
	j := i
	for isLetter(t.at(j)) {
		j++
	}
	if j-i > 24 {
		return Unit{}, i
	}
	if isBlank(t.at(j)) || t.at(j) == '-' {
		k := j + 1
		for isLetter(t.at(k)) {
			k++
		}
		if k > j+1 && k-j < 24 && !isAlnum(t.at(k)) {
			if u, ok := lookupLatin(string(t.r[i:j]) + " " + string(t.r[j+1:k])); ok {
				return u, k
			}
		}
	}
	if c := t.at(j); c == '/' || c == '2' || c == '3' || c == '²' || c == '³' || c == '$' {
		k := j + 1
		for isLetter(t.at(k)) {
			k++
		}
		if !isAlnum(t.at(k)) {
			if u, ok := lookupLatin(string(t.r[i:k])); ok && k-i < 24 {
				return u, k
			}
		}
	}
	if isAlnum(t.at(j)) {
		return Unit{}, i
	}
	if u, ok := lookupLatin(string(t.r[i:j])); ok {
		return u, j
	}
	return Unit{}, i
}

func lookupLatin(w string) (Unit, bool) {
	if u, ok := tab.units[w]; ok {
		return u, true
	}
	if len(w) == 1 {
		return Unit{}, false // 5M is no 5 m
	}
	u, ok := tab.units[strings.ToLower(w)]
	return u, ok
}

// kindOf returns the kind of a value that has a unit.
func kindOf(u Unit) Kind {
	switch {
	case u.Dim == "":
		return Number
	case u.Per != "":
		return Measure
	case u.Name == "percent":
		return Percent
	case u.Dim == "percentage point":
		return Point
	case u.Dim == "ratio", u.Dim == "multiple", u.Dim == "discount":
		return Ratio
	case strings.HasPrefix(u.Dim, "money "):
		return Money
	case u.Dim == "time", u.Dim == "month", u.Dim == "business day":
		return Duration
	case u.counter:
		return Count
	}
	return Measure
}

// A quantityUnit is a unit with how it stood next to its number.
type quantityUnit struct {
	unit Unit
	end  int
	half bool // 个半: half a unit more
	code bool // letters that make the number a code
}

// unitAfter reads what stands after the number n: a known unit, an unknown one, or nothing.
func (t *text) unitAfter(n num) quantityUnit {
	i := n.end
	c := t.at(i)
	if isLetter(c) && !n.han {
		return t.gluedUnit(i)
	}
	j := t.skip(i)
	if c == '-' && isLetter(t.at(i+1)) {
		if u, end := t.unitAt(i + 1); u.Known {
			return quantityUnit{unit: u, end: end} // 15-day
		}
		return quantityUnit{end: i}
	}
	if t.at(j) == '个' && t.at(j+1) == '半' {
		if u, end := t.oneUnit(j + 2); u.Known && !u.counter {
			return quantityUnit{unit: u, end: end, half: true}
		}
	}
	if u, end := t.unitAt(j); u.Known {
		if j > i && end-j == 1 && isUpper(t.at(j)) && !strings.ContainsRune("LVW", t.at(j)) {
			return quantityUnit{end: i}
		}
		if isLetter(t.at(j)) {
			if head, e := t.headNoun(u, end, n); head.Dim != "" {
				return quantityUnit{unit: head, end: e}
			}
			u = t.times(u, end)
		}
		if t.at(end) == '半' && (u.Dim == "month" || u.Dim == "time" || u.Name == "tenth") && !t.hasUnit(end+1) {
			return quantityUnit{unit: u, end: end + 1, half: true} // 两年半
		}
		return quantityUnit{unit: u, end: end}
	}
	if isHan(t.at(j)) && j == i && !n.half {
		return t.unknownHan(i)
	}
	if j > i && isLetter(t.at(j)) {
		return t.unknownLatin(i, j)
	}
	return quantityUnit{end: i}
}

// headNoun reads the "lines" of "58,000 order lines": a counter in the singular after more than one is no unit.
func (t *text) headNoun(u Unit, end int, n num) (Unit, int) {
	if !u.counter || !isBlank(t.at(end)) || isPlural(u.Word) || n.val.Cmp(one) == 0 || u.Name == "each" {
		return Unit{}, end
	}
	next, e := t.nextWord(end)
	if !isPlural(next) || isAlnum(t.at(e)) || tab.words["en_stop"][next] {
		return Unit{}, end
	}
	if v, e := t.oneUnit(t.skip(end)); v.Known {
		return v, e
	}
	return thing(lowerASCII(next)), e
}

func (t *text) hasUnit(i int) bool {
	u, _ := t.unitAt(i)
	return u.Known
}

// gluedUnit reads letters right after a digit: 15days and 57mAh are values, 3PL and 12ab34 codes.
func (t *text) gluedUnit(i int) quantityUnit {
	if u, end := t.unitAt(i); u.Known {
		return quantityUnit{unit: t.times(u, end), end: end}
	}
	j, lower := i, true
	for isAlnum(t.at(j)) {
		lower = lower && t.at(j) >= 'a' && t.at(j) <= 'z'
		j++
	}
	if lower && j-i <= 24 && t.at(j) != '-' {
		return quantityUnit{unit: unknown(string(t.r[i:j])), end: j}
	}
	return quantityUnit{end: i, code: true}
}

// times tells "3 times as many" from "3 times".
func (t *text) times(u Unit, end int) Unit {
	if u.Name != "occurrence" {
		return u
	}
	switch w, _ := t.word(t.skip(end)); w {
	case "as", "more", "higher", "larger", "greater", "the", "faster", "longer", "bigger":
		return tab.byName["multiple"]
	}
	return u
}

// unknownHan reads a Han word right after a number that is neither a unit nor something else that may stand there.
func (t *text) unknownHan(i int) quantityUnit {
	if tab.words["han_stop"][string(t.at(i))] || t.isNumeral(i) {
		return quantityUnit{end: i}
	}
	j := i + 1
	if c := t.at(j); isHan(c) && !tab.words["han_stop"][string(c)] && !t.isNumeral(j) {
		j++
	}
	return quantityUnit{unit: unknown(string(t.r[i:j])), end: j}
}

func (t *text) isNumeral(i int) bool {
	_, d := tab.digits[t.at(i)]
	_, s := tab.scales[t.at(i)]
	return d || s || t.at(i) == '第'
}

// unknownLatin reads the English word at j after a number that ends at i: an adjective before a
// unit, a plural that names what is counted, or an unknown unit.
func (t *text) unknownLatin(i, j int) quantityUnit {
	k := j
	for isAlnum(t.at(k)) {
		k++
	}
	if k-j > 24 {
		return quantityUnit{end: i}
	}
	raw := string(t.r[j:k])
	w := strings.ToLower(raw)
	if isHan(t.at(k)) || t.at(k) == '-' && isDigit(t.at(k+1)) || !onlyLetters(raw) || tab.words["en_stop"][w] {
		return quantityUnit{end: i}
	}
	if _, ok := tab.months[w]; ok {
		return quantityUnit{end: i}
	}
	if u, end := t.unitAt(t.skip(k)); isBlank(t.at(k)) && u.Known && end-k > 2 {
		if u.counter || tab.words["adjectives"][w] {
			return quantityUnit{unit: u, end: end} // 57 damaged units, 7 calendar days
		}
	}
	if strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ly") || tab.words["adjectives"][w] {
		return quantityUnit{end: i}
	}
	if isPlural(raw) {
		return quantityUnit{unit: thing(w), end: k}
	}
	if len(raw) > 1 && strings.ToUpper(raw) == raw {
		return quantityUnit{unit: thing(w), end: k} // 57 ABC
	}
	if next, end := t.nextWord(k); isBlank(t.at(k)) && isPlural(next) && !tab.words["en_stop"][strings.ToLower(next)] && w == raw {
		return quantityUnit{unit: thing(strings.ToLower(next)), end: end} // 57 test reports
	}
	return quantityUnit{unit: unknown(raw), end: k}
}

func (t *text) nextWord(k int) (string, int) {
	i := t.skip(k)
	j := i
	for isLetter(t.at(j)) && j-i < 24 {
		j++
	}
	return string(t.r[i:j]), j
}

func isPlural(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// thing is the unit of counted things that a plural names. It is no measure: a bare number of the same things may equal it.
func thing(w string) Unit {
	u := unknown(singular(w))
	u.counter = true
	return u
}

func singular(w string) string {
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	}
	return strings.TrimSuffix(w, "s")
}

func onlyLetters(w string) bool {
	for _, c := range w {
		if !isLetter(c) {
			return false
		}
	}
	return w != ""
}
