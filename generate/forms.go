package generate

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

const windowWords = 4 // of a phrase that is looked up

// glossaryForms are the words and phrases of the bilingual list, each with what stands for it in the other language.
var glossaryForms = sync.OnceValue(func() map[string][]string {
	var groups [][]string
	of := words.Glossary()
	for _, h := range slices.Sorted(maps.Keys(of)) {
		groups = append(groups, append([]string{h}, of[h]...))
	}
	return formsOf(groups)
})

// formsOf are the words and phrases of groups that may stand for each other, each with its groups.
func formsOf(groups [][]string) map[string][]string {
	out := map[string][]string{}
	for _, group := range groups {
		for _, w := range group {
			if key := formOf(w); key != "" {
				out[key] = append(out[key], group...)
			}
		}
	}
	return out
}

// formOf is a word or phrase as it is looked up: the stems of an English one.
func formOf(w string) string {
	if strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return text.Fold(w)
	}
	return strings.Join(text.Terms(w), " ")
}

// otherForms are the words that may stand for a word or phrase, in either language.
func (w *Writer) otherForms(phrase string) []string {
	key := formOf(phrase)
	return slices.Concat(w.forms[key], glossaryForms()[key])
}
