package text

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Kind says what a token is.
type Kind uint8

// The kinds of token.
const (
	Word   Kind = iota // an English word, stemmed, or a word of another alphabet
	Han                // two neighbouring Han characters (or kana, or hangul)
	Char               // one such character that no bigram begins with: the last of a run, or a run of one
	Number             // digits, with thousands separators dropped
	Code               // a code as a whole, as it is written and with its joiners dropped
	Part               // a part of a code or of a joined word
)

// A Token is a term with the bytes it stands for.
type Token struct {
	Term       string
	Start, End int
	Kind       Kind
	// Weak marks what is not searched for when there is anything else: stop words, bigrams that
	// touch one, and the last character of a run.
	Weak bool
}

const (
	maxCode  = 64 // runes; longer runs are kept only in parts
	maxParts = 16
)

// Analyze cuts s into the terms by which it is indexed and searched, by start:
// Han text as bigrams, English as stems, codes whole and split
// (AB-1207 → ab-1207, ab1207, ab, 1207), all of it folded as Fold does.
// s[Start:End] is the text of a token, whatever was folded.
func Analyze(s string) []Token {
	a := analyser{src: s}
	gs, b := glyphs(s, nil, nil)
	a.g, a.folded = gs, string(b)
	a.out = make([]Token, 0, len(a.g)+4)
	a.add = func(t Token) { a.out = append(a.out, t) }
	a.run()
	return a.out
}

// Visit calls do with every term that Analyze finds in s, in order, and returns how many there were.
func Visit(s string, do func(term string)) int {
	a := visitors.Get().(*analyser)
	defer visitors.Put(a)
	n := 0
	gs, b := glyphs(s, a.g[:0], a.buf[:0])
	a.src, a.g, a.buf, a.folded, a.plain = s, gs, b, string(b), true
	a.add = func(t Token) {
		n++
		do(t.Term)
	}
	a.run()
	a.add, a.src, a.folded = nil, "", ""
	return n
}

var visitors = sync.Pool{New: func() any { return new(analyser) }}

// Terms returns the terms that s is searched by, each once, in order. Weak ones
// are left out unless s has no others. A single Han character stands for every word that holds it: see Char.
func Terms(s string) []string {
	toks := Analyze(s)
	out := terms(toks, false)
	if len(out) == 0 {
		out = terms(toks, true)
	}
	return out
}

// Index returns every term that s is to be found by, in order and as often as it stands
// there, with a space between. English stop words are left out.
func Index(s string) string {
	var b strings.Builder
	b.Grow(2 * len(s))
	for _, t := range Analyze(s) {
		if t.Weak && t.Kind == Word {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Term)
	}
	return b.String()
}

func terms(toks []Token, weak bool) []string {
	seen := make(map[string]bool, len(toks))
	var out []string
	for _, t := range toks {
		if t.Weak && !weak || seen[t.Term] {
			continue
		}
		seen[t.Term] = true
		out = append(out, t.Term)
	}
	return out
}

type analyser struct {
	src    string
	folded string
	g      []glyph
	out    []Token
	add    func(Token)
	plain  bool   // only terms are wanted, weak or not
	stop   []bool // for the Han run at hand
	buf    []byte
}

func cjk(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r >= hanFirst && r <= hanLast:
		return true
	}
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 0x30FC
}

func digit(r rune) bool { return r >= '0' && r <= '9' }

func alnum(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || digit(r)
	}
	return !cjk(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

func joiner(r rune) bool {
	switch r {
	case '-', '_', '.', '/', '\'', '+', '#', ':', ',', '@', '&':
		return true
	}
	return false
}

func (a *analyser) run() {
	for i := 0; i < len(a.g); {
		switch r := a.g[i].r; {
		case cjk(r):
			j := i + 1
			for j < len(a.g) && cjk(a.g[j].r) {
				j++
			}
			a.han(i, j)
			i = j
		case alnum(r):
			j := i + 1
			for j < len(a.g) && (alnum(a.g[j].r) || joiner(a.g[j].r) && j+1 < len(a.g) && alnum(a.g[j+1].r) && a.joins(j)) {
				j++
			}
			a.compound(i, j)
			i = j
		default:
			i++
		}
	}
}

// joins reports whether the joiner at j holds its neighbours together. Only hyphens and
// apostrophes do in another form than ASCII; a colon does between digits, a comma as a thousands separator.
func (a *analyser) joins(j int) bool {
	r := a.g[j].r
	if r != '-' && r != '\'' && a.src[a.g[j].start] != byte(r) {
		return false
	}
	switch r {
	case ':':
		return digit(a.g[j-1].r) && digit(a.g[j+1].r)
	case ',':
		n := 0
		for k := j + 1; k < len(a.g) && digit(a.g[k].r); k++ {
			n++
		}
		return digit(a.g[j-1].r) && n == 3
	}
	return true
}

func (a *analyser) emit(term string, i, j int, k Kind, weak bool) {
	if term != "" {
		a.add(Token{term, int(a.g[i].start), int(a.g[j-1].end), k, weak})
	}
}

func (a *analyser) text(i, j int) string {
	if j == len(a.g) {
		return a.folded[a.g[i].at:]
	}
	return a.folded[a.g[i].at:a.g[j].at]
}

func (a *analyser) han(i, j int) {
	if a.plain {
		for k := i; k+1 < j; k++ {
			a.emit(a.text(k, k+2), k, k+2, Han, false)
		}
		a.emit(a.text(j-1, j), j-1, j, Char, false)
		return
	}
	a.stop = markStops(a.g[i:j], a.stop)
	for k := i; k+1 < j; k++ {
		a.emit(a.text(k, k+2), k, k+2, Han, a.stop[k-i] || a.stop[k+1-i])
	}
	a.emit(a.text(j-1, j), j-1, j, Char, j-i > 1 && !a.alone(i, j) || a.stop[j-1-i])
}

// alone reports whether the last character of a run is cut off from the one before by a stop word.
func (a *analyser) alone(i, j int) bool { return !a.stop[j-1-i] && a.stop[j-2-i] }

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
// an article: 供应商A, A类, supplier A. Together with the Han character beside it it is also a term of its own.
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
