package text

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

//go:embed addressed.txt
var addressedFile string

// order is what may stand before an order.
const order = `^(?:(?:please|kindly|now|next|then|also|instead|finally|first|and|so|just|but)\b[,:]?\s+){0,3}`

// addressing are the patterns of the list, each under the words of which one must stand in a sentence that it matches.
type addressing struct {
	patterns []*regexp.Regexp
	latin    [128][]trigger     // by first byte
	wide     map[rune][]trigger // by first character
	seen     [64]uint64         // the last two bytes of the first characters of wide, six bits each: most characters begin no word
}

type trigger struct {
	word    string // in lower case
	pattern int
}

var addressed = sync.OnceValue(func() *addressing {
	a := addressing{wide: map[rune][]trigger{}}
	for line := range strings.Lines(addressedFile) {
		words, pattern, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Split(strings.ReplaceAll(words, "<|", "<"), "|") {
			t := trigger{w, len(a.patterns)}
			if w[0] < utf8.RuneSelf {
				a.latin[w[0]] = append(a.latin[w[0]], t)
				continue
			}
			r, n := utf8.DecodeRuneInString(w)
			a.wide[r] = append(a.wide[r], t)
			a.seen[w[n-2]&63] |= 1 << (w[n-1] & 63)
		}
		a.patterns = append(a.patterns, regexp.MustCompile("(?i)"+strings.ReplaceAll(pattern, "{start}", order)))
	}
	return &a
})

// each calls do with the patterns that may match a text, until it returns true; it reports whether it did. Words of ASCII stand at the
// beginning of a word.
func (a *addressing) each(s string, do func(*regexp.Regexp) bool) bool {
	tried := uint64(0) // TestAddressedList holds the list to 64 patterns
	letter := false
	for i := 0; i < len(s); {
		c := s[i]
		var words []trigger
		at := i
		if c < utf8.RuneSelf {
			i++
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			inside := letter
			if letter = c >= 'a' && c <= 'z'; inside && letter {
				continue
			}
			words = a.latin[c]
		} else {
			r, n := utf8.DecodeRuneInString(s[i:])
			i += n
			letter = false
			if n < 2 || a.seen[s[i-2]&63]&(1<<(s[i-1]&63)) == 0 {
				continue
			}
			words = a.wide[r]
		}
		for _, t := range words {
			if tried&(1<<t.pattern) == 0 && len(s)-at >= len(t.word) && (s[at:at+len(t.word)] == t.word || c < utf8.RuneSelf && strings.EqualFold(s[at:at+len(t.word)], t.word)) {
				tried |= 1 << t.pattern
				if do(a.patterns[t.pattern]) {
					return true
				}
			}
		}
	}
	return false
}

// Addressed reports whether a sentence gives orders to the program that reads it, in place of saying something, or is written in
// characters that nobody sees.
func Addressed(sentence string) bool {
	s := strings.TrimLeftFunc(sentence, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-*>•·#\"“‘'(（", r) })
	return addressed().each(s, func(p *regexp.Regexp) bool { return p.MatchString(s) }) || strings.ContainsFunc(s, tag)
}

// tag reports whether r is one of the characters that repeat ASCII and are never drawn.
func tag(r rune) bool { return r >= 0xE0020 && r < 0xE007F }

// Orders returns the places of s that Quiet blanks out, in order: sentences that give orders to a program, and whole paragraphs most of
// whose sentences are such.
func Orders(s string) []Span {
	if !addressed().each(s, func(*regexp.Regexp) bool { return true }) && !strings.ContainsFunc(s, tag) {
		return nil
	}
	var out []Span
	for _, p := range paragraphs(s) {
		said, orders := 0, 0
		from := len(out)
		for _, sp := range Sentences(p.Of(s)) {
			sp = Span{p.Start + sp.Start, p.Start + sp.End}
			said++
			if Addressed(sp.Of(s)) {
				orders++
				out = append(out, sp)
			}
		}
		if 2*orders > said {
			out = append(out[:from], p)
		}
	}
	return out
}

// Quiet returns s with its Orders blanked out.
func Quiet(s string) string { return Blank(s, Orders(s)) }

// Blank returns s with stretches blanked out, each byte but those of line ends by a space, so that places in it stay what they were.
func Blank(s string, stretches []Span) string {
	if len(stretches) == 0 {
		return s
	}
	b := []byte(s)
	for _, sp := range stretches {
		for i := sp.Start; i < sp.End; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

// Said returns the text of a record as stages may read it. A passage's orders were blanked when it was ingested; records of older
// case files, and those of tools that bring passages from elsewhere, are blanked here.
func Said(e casefile.Evidence) string {
	if e.Source == nil || e.Source.Orders == casefile.OrdersAreContent {
		return e.Text
	}
	return Quiet(e.Text)
}

// paragraphs are the runs of lines of s between empty ones. A heading is none of the paragraph under it.
func paragraphs(s string) []Span {
	var out []Span
	open := false
	for at := 0; at < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := strings.TrimSpace(s[at:end])
		heading := strings.HasPrefix(line, "#")
		switch {
		case line == "":
			open = false
		case open && !heading:
			out[len(out)-1].End = end
		default:
			out = append(out, Span{at, end})
			open = !heading
		}
		at = end
	}
	for i, p := range out { // without the end of its last line
		out[i].End = p.Start + len(strings.TrimRight(p.Of(s), "\r\n"))
	}
	return out
}
