package quantity

import "math/big"

// maxDigits bounds the numbers that are read as numbers; longer runs of digits are codes.
const maxDigits = 1000

// A num is a number as written, without its unit.
type num struct {
	val    *big.Rat
	step   *big.Rat // place value of the last digit
	digits int      // significant digits
	end    int
	plain  bool // Latin digits only: no point, comma or scale
	han    bool // Han numerals
	lone   bool // one Han numeral, or an English word: needs a unit to count
	half   bool // 半: it is 1/2 of the unit that follows
	vague  bool // 20多, 十余, 20+
	comma  bool // written with separators
}

var one = big.NewRat(1, 1)

// number reads the number at i: Latin digits, Han numerals or English words.
func (t *text) number(i int) (num, bool) {
	c := t.at(i)
	switch {
	case isDigit(c), c == '.' && isDigit(t.at(i+1)):
		return t.arabic(i)
	case isLetter(c):
		return t.wordNumber(i)
	}
	if _, ok := tab.digits[c]; ok || c == '半' {
		return t.hanNumber(i)
	}
	if _, ok := tab.scales[c]; ok {
		return t.hanNumber(i)
	}
	return num{}, false
}

// arabic reads digits with separators, a decimal part and scales: 1,234.5 · 1.2万 · 3千万 · 5k · 3 million.
func (t *text) arabic(i int) (num, bool) {
	j := i
	for isDigit(t.at(j)) {
		j++
	}
	lit := string(t.r[i:j])
	n := num{plain: true}
	if k := j - i; k >= 1 && k <= 3 && t.r[i] != '0' || k == 1 {
		for t.at(j) == ',' && isDigit(t.at(j+1)) && isDigit(t.at(j+2)) && isDigit(t.at(j+3)) && !isDigit(t.at(j+4)) {
			lit += string(t.r[j+1 : j+4])
			j += 4
			n.plain, n.comma = false, true
		}
	}
	frac := 0
	if t.at(j) == '.' && isDigit(t.at(j+1)) {
		k := j + 1
		for isDigit(t.at(k)) {
			k++
		}
		frac = k - j - 1
		lit += string(t.r[j:k])
		j = k
		n.plain = false
	}
	if len(lit) > maxDigits {
		return num{end: j}, false
	}
	if lit[0] == '.' {
		lit = "0" + lit
	}
	v, ok := literal(lit, frac)
	if !ok {
		return num{end: j}, false
	}
	n.val, n.end = v, j
	n.step = pow10(-frac)
	n.digits = significant(lit)
	if e, end, ok := t.exponent(j); ok && (frac > 0 || t.at(j) == 'e') {
		p := pow10(e)
		n.val.Mul(n.val, p)
		n.step.Mul(n.step, p)
		n.end, n.plain = end, false
	}
	t.scale(&n)
	t.andHalf(&n)
	t.vague(&n)
	return n, true
}

// andHalf adds the half of 1½ and of "two and a half".
func (t *text) andHalf(n *num) {
	end := n.end
	if t.at(end) == '½' {
		end++
	} else if t.has(end, " and a half") && !isAlnum(t.at(end+11)) {
		end += 11
	} else {
		return
	}
	n.val.Add(n.val, big.NewRat(1, 2))
	n.step, n.end, n.plain = big.NewRat(1, 2), end, false
	n.digits++
}

// exponent reads e12, E-3 right after digits.
func (t *text) exponent(j int) (int, int, bool) {
	if c := t.at(j); c != 'e' && c != 'E' {
		return 0, j, false
	}
	k, sign := j+1, 1
	if t.at(k) == '-' {
		k, sign = k+1, -1
	} else if t.at(k) == '+' {
		k++
	}
	e, n := 0, 0
	for ; isDigit(t.at(k)) && n < 3; k, n = k+1, n+1 {
		e = e*10 + int(t.at(k)-'0')
	}
	if n == 0 || isAlnum(t.at(k)) || e > 300 {
		return 0, j, false
	}
	return sign * e, k, true
}

// scale applies what multiplies n: 万, 亿, 千万, k, million. A smaller number may follow a Han scale: 1万2千.
func (t *text) scale(n *num) {
	j := n.end
	if s, ok := tab.scales[t.at(j)]; !ok || s == 10 {
		j = t.skip(j) // 1.2 万
	}
	if s, ok := tab.scales[t.at(j)]; ok && s != 10 && !t.notNumber(j) && !t.scaledUnit(j) {
		total := big.NewRat(1, 1)
		for ok && s != 10 {
			total.Mul(total, new(big.Rat).SetInt64(s))
			j++
			s, ok = tab.scales[t.at(j)]
			ok = ok && !t.scaledUnit(j)
		}
		n.val.Mul(n.val, total)
		n.step.Mul(n.step, total)
		n.end, n.plain = j, false
		if isDigit(t.at(j)) {
			if rest, ok := t.arabic(j); ok && !rest.plain && rest.val.IsInt() && rest.val.Cmp(total) < 0 && rest.step.Cmp(one) > 0 {
				n.val.Add(n.val, rest.val)
				n.step, n.end = rest.step, rest.end
				n.digits += rest.digits
			}
		} else if _, ok := tab.digits[t.at(j)]; ok {
			if rest, ok := t.hanNumber(j); ok && !rest.lone && rest.val.Cmp(total) < 0 {
				n.val.Add(n.val, rest.val)
				n.step, n.end = rest.step, rest.end
				n.digits += rest.digits
			}
		}
		return
	}
	j = n.end
	if isLetter(t.at(j)) {
		k := j
		for isAlnum(t.at(k)) {
			k++
		}
		if k-j <= 3 {
			if s, ok := tab.suffixes[string(t.r[j:k])]; ok {
				n.mul(s, k)
			}
		}
		return
	}
	for {
		if !isBlank(t.at(n.end)) && t.at(n.end) != '-' {
			return
		}
		w, k := t.word(t.skip(n.end))
		if t.at(n.end) == '-' {
			w, k = t.word(n.end + 1)
		}
		s, ok := tab.suffixes[w]
		if !ok || len(w) < 2 || isAlnum(t.at(k)) {
			return
		}
		n.mul(s, k)
	}
}

// scaledUnit reports whether 千 at i begins a unit such as 千克.
func (t *text) scaledUnit(i int) bool {
	u, end := t.oneUnit(i)
	return u.Known && end-i > 1
}

func (n *num) mul(s int64, end int) {
	f := new(big.Rat).SetInt64(s)
	n.val.Mul(n.val, f)
	n.step.Mul(n.step, f)
	n.end, n.plain = end, false
}

// vague marks 20多, 20余, 20+.
func (t *text) vague(n *num) {
	switch t.at(n.end) {
	case '多', '余':
		// 20多个: the unit follows; "20多于" is a comparison
		if c := t.at(n.end + 1); c != '于' && c != '数' {
			n.vague = true
			n.end++
		}
	case '+':
		if !isDigit(t.at(n.end + 1)) {
			n.vague = true
			n.end++
		}
	}
}

// notNumber reports whether a word that only looks like a numeral stands at i.
func (t *text) notNumber(i int) bool { return t.notNumberLen(i) > 0 }

func (t *text) notNumberLen(i int) int {
	longest := 0
	for _, w := range tab.notNumbers[t.at(i)] {
		if t.has(i, w) {
			longest = max(longest, len([]rune(w)))
		}
	}
	return longest
}

// literal returns the value of digits with frac of them behind a point.
func literal(lit string, frac int) (*big.Rat, bool) {
	if len(lit) > 18 {
		return new(big.Rat).SetString(lit)
	}
	var v int64
	for i := range len(lit) {
		if c := lit[i]; c != '.' {
			v = v*10 + int64(c-'0')
		}
	}
	if frac == 0 {
		return new(big.Rat).SetInt64(v), true
	}
	den := int64(1)
	for range frac {
		den *= 10
	}
	return big.NewRat(v, den), true
}

func pow10(e int) *big.Rat {
	if e >= 0 && e < 18 {
		v := int64(1)
		for range e {
			v *= 10
		}
		return new(big.Rat).SetInt64(v)
	}
	p := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(abs(e))), nil)
	if e < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// significant counts the significant digits of a decimal literal.
func significant(lit string) int {
	n, seen := 0, false
	for _, c := range lit {
		if c >= '1' && c <= '9' {
			seen = true
		}
		if seen && c != '.' {
			n++
		}
	}
	return max(n, 1)
}
