package text

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
)

//go:embed addressed.txt
var addressedFile string

// order is what may stand before an order.
const order = `^(?:(?:please|kindly|now|next|then|also|instead|finally|first|and|so|just|but)\b[,:]?\s+){0,3}`

// addressing are the patterns of the list, each under the words of which one must stand in a sentence that it matches.
type addressing struct {
	patterns []*regexp.Regexp
	first    [256][]trigger // by first byte
}

type trigger struct {
	word    string
	pattern int
}

var addressed = sync.OnceValue(func() *addressing {
	var a addressing
	for line := range strings.Lines(addressedFile) {
		words, pattern, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Split(strings.ReplaceAll(words, "<|", "<"), "|") {
			a.first[w[0]] = append(a.first[w[0]], trigger{w, len(a.patterns)})
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
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		inside := letter
		letter = c >= 'a' && c <= 'z'
		if inside && letter {
			continue
		}
		for _, t := range a.first[c] {
			if tried&(1<<t.pattern) == 0 && len(s)-i >= len(t.word) && (s[i:i+len(t.word)] == t.word || strings.EqualFold(s[i:i+len(t.word)], t.word)) {
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

// Quiet returns s with its Orders blanked out, each byte by a space, so that places in it stay what they were.
func Quiet(s string) string {
	blank := Orders(s)
	if len(blank) == 0 {
		return s
	}
	b := []byte(s)
	for _, sp := range blank {
		for i := sp.Start; i < sp.End; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	return string(b)
}

// paragraphs are the runs of s between empty lines.
func paragraphs(s string) []Span {
	var out []Span
	start := 0
	for start < len(s) {
		end := len(s)
		if i := strings.Index(s[start:], "\n\n"); i >= 0 {
			end = start + i
		}
		if strings.TrimSpace(s[start:end]) != "" {
			out = append(out, Span{start, end})
		}
		start = min(end+2, len(s))
		for start < len(s) && s[start] == '\n' {
			start++
		}
	}
	return out
}
