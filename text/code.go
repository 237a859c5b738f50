package text

import (
	"slices"
	"strings"
)

// compound handles letters and digits held together by joiners.
func (a *analyser) compound(i, j int) {
	digits, letters, joins := 0, 0, 0
	for _, g := range a.g[i:j] {
		switch {
		case digit(g.r):
			digits++
		case joiner(g.r):
			joins++
		default:
			letters++
		}
	}
	switch {
	case digits == 0 && joins == 0:
		a.word(i, j, Word)
	case digits == 0:
		a.joined(i, j)
	case letters == 0 && a.number(i, j):
	default:
		a.code(i, j)
	}
}

// number emits 1,234.5 and 2.10 and 3.2.1 as one term and reports whether it was one.
func (a *analyser) number(i, j int) bool {
	buf := make([]byte, 0, j-i)
	for _, g := range a.g[i:j] {
		switch {
		case digit(g.r) || g.r == '.':
			buf = append(buf, byte(g.r))
		case g.r != ',':
			return false
		}
	}
	if len(buf) > maxCode {
		return false
	}
	a.emit(string(buf), i, j, Number, false)
	return true
}

// word emits one run of letters. A stop word in capitals (IT, US) amid other text is a name.
func (a *analyser) word(i, j int, k Kind) {
	if j-i > maxCode {
		j = i + maxCode
	}
	w := a.text(i, j)
	if j-i == 1 {
		a.letter(i, k)
		return
	}
	a.emit(Stem(w), i, j, k, stopEnglish()[w] && !(a.capitals(i, j) && a.mixed()))
}

// letter emits a letter that stands alone. Beside Han text, and as a capital amid a sentence, it is a name, not
// an article: 公司A, A类, company A. Together with the Han character beside it it is also a term of its own.
func (a *analyser) letter(i int, k Kind) {
	w := a.text(i, i+1)
	before, after := a.beside(i, -1), a.beside(i, 1)
	name := before >= 0 && cjk(a.g[before].r) || after >= 0 && cjk(a.g[after].r) ||
		a.g[i].upper && w != "i" && before >= 0 && (alnum(a.g[before].r) || a.g[before].r == '-')
	if before >= 0 && cjk(a.g[before].r) {
		a.emit(a.text(before, before+1)+w, before, i+1, Han, markStops(a.g[before:before+1], nil)[0])
	}
	a.emit(w, i, i+1, k, stopEnglish()[w] && !name)
	if after >= 0 && cjk(a.g[after].r) {
		a.emit(w+a.text(after, after+1), i, after+1, Han, markStops(a.g[after:min(after+4, len(a.g))], nil)[0])
	}
}

// beside returns the index of the glyph next to i in a direction, over one space; -1 at the end.
func (a *analyser) beside(i, step int) int {
	j := i + step
	if j >= 0 && j < len(a.g) && a.g[j].r == ' ' {
		j += step
	}
	if j < 0 || j >= len(a.g) {
		return -1
	}
	return j
}

func (a *analyser) capitals(i, j int) bool {
	for _, g := range a.g[i:j] {
		if !g.upper {
			return false
		}
	}
	return true
}

// mixed reports whether the text is not all in capitals.
func (a *analyser) mixed() bool {
	for _, g := range a.g {
		if !g.upper && (alnum(g.r) && !digit(g.r) || cjk(g.r)) {
			return true
		}
	}
	return false
}

// joined handles words held together without a digit: part-time, don't, and/or.
func (a *analyser) joined(i, j int) {
	if j-i <= maxCode && a.only(i, j, '\'') {
		a.word(i, j, Word)
		return
	}
	if j-i <= maxCode && a.only(i, j, '-') {
		a.emit(Stem(strings.ReplaceAll(a.text(i, j), "-", "")), i, j, Part, false)
	}
	a.split(i, j, Word)
}

func (a *analyser) only(i, j int, joint rune) bool {
	for _, g := range a.g[i:j] {
		if joiner(g.r) && g.r != joint {
			return false
		}
	}
	return true
}

// plainCode drops the joiners that people leave out of a code. A full stop is not one of them: 2.10 is not 210.
var plainCode = strings.NewReplacer("-", "", "_", "", "/", "")

func (a *analyser) code(i, j int) {
	if j-i <= maxCode {
		whole := a.text(i, j)
		a.emit(whole, i, j, Code, false)
		if plain := plainCode.Replace(whole); plain != whole {
			a.emit(plain, i, j, Code, false)
		}
	}
	a.split(i, j, Part)
}

// split emits what stands between joiners, and of that the letters and the digits apart.
// A lone letter, or a lone digit amid letters, says nothing.
func (a *analyser) split(i, j int, k Kind) {
	onlyDigits := !slices.ContainsFunc(a.g[i:j], func(g glyph) bool { return !digit(g.r) && !joiner(g.r) })
	n := 0
	for p := i; p < j && n < maxParts; n++ {
		if joiner(a.g[p].r) {
			p++
			continue
		}
		q, mixed := p+1, false
		for q < j && !joiner(a.g[q].r) {
			mixed = mixed || digit(a.g[q].r) != digit(a.g[p].r)
			q++
		}
		if q-p > 1 || onlyDigits || k == Word {
			if (p != i || q != j) && q-p <= maxCode {
				a.part(p, q, k, mixed)
			}
			if mixed {
				a.runs(p, q, k)
			}
		}
		p = q
	}
}

// runs emits the runs of letters and of digits between i and j.
func (a *analyser) runs(i, j int, k Kind) {
	for p, n := i, 0; p < j && n < maxParts; n++ {
		q := p + 1
		for q < j && digit(a.g[q].r) == digit(a.g[p].r) {
			q++
		}
		if q-p > 1 {
			a.part(p, min(q, p+maxCode), k, false)
		}
		p = q
	}
}

func (a *analyser) part(i, j int, k Kind, mixed bool) {
	if mixed || digit(a.g[i].r) {
		a.emit(a.text(i, j), i, j, k, false)
		return
	}
	a.word(i, j, k)
}
