package quantity

import (
	"unicode"
	"unicode/utf8"
)

// A text is a string folded for reading: half width, simplified numerals and units, one rune
// for one rune, so that every place maps back to a byte of the source.
type text struct {
	src string
	r   []rune
	off []int // byte offset of each rune, and len(src)
}

func fold(s string) *text {
	t := &text{src: s, r: make([]rune, 0, len(s)), off: make([]int, 0, len(s)+1)}
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		t.r = append(t.r, c)
		t.off = append(t.off, i)
		i += n
	}
	t.off = append(t.off, len(s))
	for i, c := range t.r {
		t.r[i] = t.foldAt(i, c)
	}
	t.foldFormal()
	return t
}

// foldAt folds one rune. A full width comma stays punctuation except between full width digits.
func (t *text) foldAt(i int, c rune) rune {
	switch {
	case c < 0x80:
		return c
	case c == '，':
		if i > 0 && i+1 < len(t.r) && isDigit(t.r[i-1]) && fullDigit(t.r[i+1]) && fullDigit(t.source(i-1)) {
			return ','
		}
		return c
	case c >= 0xFF01 && c <= 0xFF5E:
		return c - 0xFEE0
	case c == '￥':
		return '¥'
	case c == '　', c == '\u00a0', c == '\u2009', c == '\u202f', c == '\u2007', c == '\u3000':
		return ' '
	case c == '−', c == '‐', c == '‑', c == '﹣':
		return '-'
	case c == '—', c == '–', c == '―', c == '〜', c == '〰':
		return '–'
	}
	if f, ok := tab.fold[c]; ok {
		return f
	}
	if unicode.IsDigit(c) {
		return '0' + decimalDigit(c)
	}
	return c
}

// decimalDigit is the value of a digit of any script: Unicode lists those of each from zero to nine.
func decimalDigit(c rune) rune {
	for _, r := range unicode.Nd.R16 {
		if rune(r.Lo) <= c && c <= rune(r.Hi) {
			return (c - rune(r.Lo)) % 10
		}
	}
	for _, r := range unicode.Nd.R32 {
		if rune(r.Lo) <= c && c <= rune(r.Hi) {
			return (c - rune(r.Lo)) % 10
		}
	}
	return 0
}

// foldFormal folds numerals such as 伍 and 陆 where they stand among their like, and not in 队伍 or 大陆.
func (t *text) foldFormal() {
	for i := 0; i < len(t.r); i++ {
		if _, ok := tab.formal[t.r[i]]; !ok {
			continue
		}
		j := i
		for {
			_, formal := tab.formal[t.at(j)]
			if c := t.at(j); !formal && c != '〇' && c != '万' && c != '亿' {
				break
			}
			j++
		}
		if c := t.at(j); j-i > 1 || c == '元' || c == '点' {
			for k := i; k < j; k++ {
				if v, ok := tab.formal[t.r[k]]; ok {
					t.r[k] = tab.plainNumeral[v]
				}
			}
		}
		i = j
	}
}

func (t *text) source(i int) rune {
	c, _ := utf8.DecodeRuneInString(t.src[t.off[i]:])
	return c
}

// at returns the rune at i, 0 outside the text.
func (t *text) at(i int) rune {
	if i < 0 || i >= len(t.r) {
		return 0
	}
	return t.r[i]
}

// has reports whether w stands at i.
func (t *text) has(i int, w string) bool {
	for _, c := range w {
		if t.at(i) != c {
			return false
		}
		i++
	}
	return true
}

// skip returns the place after at most two blanks at i.
func (t *text) skip(i int) int {
	for n := 0; n < 2 && isBlank(t.at(i)); n++ {
		i++
	}
	return i
}

// back returns the place before at most two blanks that end at i.
func (t *text) back(i int) int {
	for n := 0; n < 2 && i > 0 && isBlank(t.at(i-1)); n++ {
		i--
	}
	return i
}

// word returns the run of Latin letters at i in lower case and its end. Runs longer than any
// word of the tables are cut off: the word is then "".
func (t *text) word(i int) (string, int) {
	j := i
	for isLetter(t.at(j)) {
		j++
	}
	if j-i > 24 || j == i {
		return "", j
	}
	var buf [64]byte
	return intern(lowered(t.key(&buf, i, j))), j
}

// wordBefore returns the run of Latin letters (with a final full stop) that ends at i, in lower case, and its start.
func (t *text) wordBefore(i int) (string, int) {
	j := i
	if t.at(j-1) == '.' {
		j--
	}
	for j > 0 && i-j < 24 && isLetter(t.at(j-1)) {
		j--
	}
	if isAlnum(t.at(j - 1)) {
		return "", i
	}
	if j == i {
		return "", i
	}
	var buf [64]byte
	return intern(lowered(t.key(&buf, j, i))), j
}

// intern returns w as a string, the one of the tables where it is one of their words.
func intern(w []byte) string {
	if s, ok := tab.interned[string(w)]; ok {
		return s
	}
	return string(w)
}

// key writes the runes i to j to buf, for a look-up that allocates nothing.
func (t *text) key(buf *[64]byte, i, j int) []byte {
	b := buf[:0]
	for _, c := range t.r[i:j] {
		if len(b) > 60 {
			break
		}
		b = utf8.AppendRune(b, c)
	}
	return b
}

// slice returns the source text of the runes i to j.
func (t *text) slice(i, j int) string { return t.src[t.off[i]:t.off[j]] }

func isDigit(c rune) bool   { return c >= '0' && c <= '9' }
func fullDigit(c rune) bool { return c >= '０' && c <= '９' }
func isLetter(c rune) bool  { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isUpper(c rune) bool   { return c >= 'A' && c <= 'Z' }
func isAlnum(c rune) bool   { return isDigit(c) || isLetter(c) || c == '_' }
func isBlank(c rune) bool   { return c == ' ' || c == '\t' }
func isHan(c rune) bool     { return c >= 0x2E80 && unicode.Is(unicode.Han, c) || c == '〇' }
