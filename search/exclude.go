package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// exclusion is the names that a question leaves out.
type exclusion []string

func newExclusion(names []string) exclusion {
	var out exclusion
	for _, n := range names {
		if f := strings.TrimSpace(text.Fold(n)); f != "" {
			out = append(out, f)
		}
	}
	return out
}

// drops reports whether a hit is about an excluded name: its title, headings or id name it, or
// every sentence of it does. A passage that names it only in part stays: the rest is about something else.
func (e exclusion) drops(h casefile.Hit) bool {
	if len(e) == 0 {
		return false
	}
	if e.named(h.Source.Title + "\n" + h.Source.Heading + "\n" + h.Source.DocID) {
		return true
	}
	sentences := text.Sentences(h.Text)
	for _, sp := range sentences {
		if !e.named(sp.Of(h.Text)) {
			return false
		}
	}
	return len(sentences) > 0
}

// named reports whether s holds one of the names as a word of its own: branch A is not in "branch AB".
func (e exclusion) named(s string) bool {
	s = text.Fold(s)
	for _, name := range e {
		for at := 0; ; {
			i := strings.Index(s[at:], name)
			if i < 0 {
				break
			}
			at += i
			before, _ := utf8.DecodeLastRuneInString(s[:at])
			after, _ := utf8.DecodeRuneInString(s[at+len(name):])
			first, _ := utf8.DecodeRuneInString(name)
			last, _ := utf8.DecodeLastRuneInString(name)
			if !(latin(before) && latin(first)) && !(latin(last) && latin(after)) {
				return true
			}
			at += len(name)
		}
	}
	return false
}

func latin(r rune) bool { return r < 0x2E80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
