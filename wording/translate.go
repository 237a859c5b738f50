package wording

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// bilingual is the list of words of the two languages made ready for looking up: the stems of an English phrase, or a Chinese
// word, → a group of the phrase and what may stand for it in the other language.
var bilingual = sync.OnceValue(func() (out struct {
	english, han map[string][]string
	longest      int // Chinese word, in characters
}) {
	out.english, out.han = map[string][]string{}, map[string][]string{}
	of := words.Glossary()
	for _, h := range slices.Sorted(maps.Keys(of)) {
		out.han[h] = append([]string{h}, of[h]...)
		out.longest = max(out.longest, utf8.RuneCountInString(h))
		for _, e := range of[h] {
			key := stems(e)
			if key == "" {
				continue
			}
			if out.english[key] == nil {
				out.english[key] = []string{e}
			}
			out.english[key] = append(out.english[key], h)
		}
	}
	return out
})

func stems(s string) string {
	var out []string
	weak := true
	for _, t := range text.Analyze(s) {
		out = append(out, t.Term)
		weak = weak && t.Weak
	}
	if weak {
		return ""
	}
	return strings.Join(out, " ")
}

const phraseWords = 4 // of an English phrase in the list

// Translations returns groups of the words of a question that may stand for each other in the two languages.
func Translations(question string) [][]string {
	list := bilingual()
	var out [][]string
	toks := text.Analyze(question)
	for i := range toks {
		key := ""
		for k := i; k < len(toks) && k < i+phraseWords; k++ {
			key = strings.TrimSpace(key + " " + toks[k].Term)
			if g := list.english[key]; g != nil {
				out = append(out, g)
			}
		}
	}
	folded := []rune(text.Fold(question))
	for i := 0; i < len(folded); {
		n := 0
		for k := min(list.longest, len(folded)-i); k > 0 && n == 0; k-- {
			if g := list.han[string(folded[i:i+k])]; g != nil {
				out, n = append(out, g), k
			}
		}
		i += max(n, 1)
	}
	return out
}
