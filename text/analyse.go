package text

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Kind says what a token is.
type Kind uint8

// The kinds of token.
const (
	Word    Kind = iota // an English word, stemmed, or a word of another alphabet
	Han                 // two neighbouring Han characters (or kana, or hangul)
	Char                // one such character that no bigram begins with: the last of a run, or a run of one
	Number              // digits, with thousands separators dropped
	Code                // a code as a whole, as it is written and with its joiners dropped
	Part                // a part of a code or of a joined word
	Ordinal             // the number of an article, chapter or section, in one form for all: 第5条
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
// (AB-1207 → ab-1207, ab1207, ab, 1207), numbers of articles in one form (第五条, Article 5 → 第5条), all of it folded as Fold does.
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
			a.ordinal(i, j)
			a.han(i, j)
			i = j
		case alnum(r):
			j := i + 1
			for j < len(a.g) && (alnum(a.g[j].r) || joiner(a.g[j].r) && j+1 < len(a.g) && alnum(a.g[j+1].r) && a.joins(j)) {
				j++
			}
			a.namedOrdinal(i, j)
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
