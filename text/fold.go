// Package text reads Chinese and English text: one analyser for every index and every stage,
// sentences with exact byte offsets, the language of a question, and how far a sentence is about a question.
//
// All of it is pure and safe for concurrent use.
package text

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:embed simplify.txt
var simplifyFile string

const hanFirst, hanLast = 0x4E00, 0x9FFF

// simplified maps a traditional character to its simplified form, by offset from hanFirst; 0 is itself.
var simplified = sync.OnceValue(func() *[hanLast - hanFirst + 1]uint16 {
	var t [hanLast - hanFirst + 1]uint16
	for line := range strings.Lines(simplifyFile) {
		from, n := utf8.DecodeRuneInString(line)
		to, _ := utf8.DecodeRuneInString(line[n:])
		if from >= hanFirst && from <= hanLast && to >= hanFirst && to <= hanLast {
			t[from-hanFirst] = uint16(to)
		}
	}
	return &t
})

// Fold returns s in the form in which two texts are compared: full width as half width, lower
// case, compatibility characters as their plain ones, accents dropped, traditional characters as
// simplified, dashes as hyphens, curly apostrophes straight, invisible characters dropped. Invalid UTF-8 becomes U+FFFD.
func Fold(s string) string {
	if lowerASCII(s) {
		return s
	}
	table := simplified()
	b := make([]byte, 0, len(s)+len(s)/8)
	add := func(r rune) { b = utf8.AppendRune(b, r) }
	for i, r := range s {
		switch {
		case r < utf8.RuneSelf:
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			b = append(b, byte(r))
		case r >= hanFirst && r <= hanLast && table[r-hanFirst] == 0:
			b = append(b, s[i:i+3]...)
		default:
			appendFolded(r, add)
		}
	}
	return string(b)
}

func lowerASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// FoldMap is Fold with the way back: byte i of the folded text comes from the rune of s that
// begins at at[i]; at has one more entry, len(s).
func FoldMap(s string) (folded string, at []int) {
	var b strings.Builder
	b.Grow(len(s))
	at = make([]int, 0, len(s)+1)
	for i, r := range s {
		appendFolded(r, func(r rune) {
			n, _ := b.WriteRune(r)
			for range n {
				at = append(at, i)
			}
		})
	}
	return b.String(), append(at, len(s))
}

// A glyph is one folded rune with the bytes of the source that it comes from.
type glyph struct {
	r          rune
	start, end int32
	at         int32 // where it begins in the folded text
	upper      bool  // the source has it as an upper-case letter
}

// glyphs folds s rune by rune. It appends to gs and b, which may be nil.
func glyphs(s string, gs []glyph, b []byte) ([]glyph, []byte) {
	table := simplified()
	gs = slices.Grow(gs, len(s)/2+8)
	b = slices.Grow(b, len(s)+len(s)/8)
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			up := c >= 'A' && c <= 'Z'
			if up {
				c += 'a' - 'A'
			}
			gs = append(gs, glyph{rune(c), int32(i), int32(i + 1), int32(len(b)), up})
			b = append(b, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r >= hanFirst && r <= hanLast {
			if t := table[r-hanFirst]; t != 0 {
				r = rune(t)
			}
			gs = append(gs, glyph{r, int32(i), int32(i + n), int32(len(b)), false})
			b = utf8.AppendRune(b, r)
		} else {
			up := unicode.IsUpper(r)
			appendFolded(r, func(f rune) {
				gs = append(gs, glyph{f, int32(i), int32(i + n), int32(len(b)), up})
				b = utf8.AppendRune(b, f)
			})
		}
		i += n
	}
	return gs, b
}

func simple(r rune) rune {
	if t := simplified()[r-hanFirst]; t != 0 {
		return rune(t)
	}
	return r
}

// Invisible reports whether r takes no room on a page although it is not a space: zero-width
// characters, joiners, direction marks, soft hyphens, tags and the byte order mark.
func Invisible(r rune) bool {
	switch {
	case r == 0x00AD, r == 0x034F, r == 0x061C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5,
		r >= 0x180B && r <= 0x180F, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E,
		r >= 0x2060 && r <= 0x206F, r == 0x3164, r == 0xFEFF, r == 0xFFA0, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return false
}

// appendFolded gives the folded runes of r to add: none for an invisible one, more than one for a ligature.
func appendFolded(r rune, add func(rune)) {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		add(r)
	case r >= hanFirst && r <= hanLast:
		add(simple(r))
	case r >= 0xFF01 && r <= 0xFF5E: // full-width ASCII
		appendFolded(r-0xFEE0, add)
	case r == 0x3000 || r == 0x00A0 || r == 0x202F || r >= 0x2000 && r <= 0x200A:
		add(' ')
	case r >= 0x3001 && r <= 0x3030, r == utf8.RuneError:
		add(r)
	case r >= 0x2010 && r <= 0x2014 || r == 0x2212 || r == 0xFE63:
		add('-')
	case r == 0x2018 || r == 0x2019:
		add('\'')
	case Invisible(r) || r >= 0xFE00 && r <= 0xFE0F:
	default:
		for _, f := range norm.NFKC.String(string(r)) {
			foldOther(f, add)
		}
	}
}

func foldOther(r rune, add func(rune)) {
	if r >= hanFirst && r <= hanLast {
		add(simple(r))
		return
	}
	if r >= 0x2E80 || r < utf8.RuneSelf {
		add(unicode.ToLower(r))
		return
	}
	for _, d := range norm.NFD.String(string(unicode.ToLower(r))) {
		if !unicode.Is(unicode.Mn, d) && !Invisible(d) {
			add(unicode.ToLower(d))
		}
	}
}
