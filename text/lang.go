package text

import (
	"strings"
	"unicode"

	"github.com/casefile/casefile"
)

// Lang returns the language of a question: Chinese when a meaningful share of it is Han text.
// A Chinese name quoted in an English sentence, and a code or an English name in a Chinese one, do not turn it.
func Lang(s string) casefile.Lang {
	var han, particles, words, function int
	for _, t := range Analyze(unquoted(s)) {
		switch {
		case t.Kind == Han || t.Kind == Char:
			han++
			if t.Weak && t.Kind == Han {
				particles++
			}
		case t.Kind == Word && t.Weak:
			function++
			words++
		case t.Kind == Word:
			words++
		}
	}
	han = (han + 1) / 2 // about as many words
	switch {
	case han == 0 && words == 0 && hasHan(s):
		return casefile.Chinese
	case han == 0:
		return casefile.English
	case particles > 0 && han*3 >= words:
		return casefile.Chinese
	case function > 1 || function == 1 && han <= words:
		return casefile.English
	case han*2 >= words:
		return casefile.Chinese
	}
	return casefile.English
}

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// unquoted drops what stands in book-title marks or quotes: names keep their own language.
func unquoted(s string) string {
	var b strings.Builder
	var closer rune
	for _, r := range s {
		switch {
		case closer != 0:
			if r == closer {
				closer = 0
			}
		case r == '《':
			closer = '》'
		case r == '“':
			closer = '”'
		case r == '「':
			closer = '」'
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
