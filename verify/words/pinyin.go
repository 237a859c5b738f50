package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed pinyin.txt
var pinyinFile string

type readings struct {
	syllables map[string]bool
	of        map[rune][]string
}

var pinyin = sync.OnceValue(func() readings {
	p := readings{map[string]bool{}, map[rune][]string{}}
	for line := range strings.Lines(pinyinFile) {
		syllable, chars, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || syllable == "#" {
			continue
		}
		p.syllables[syllable] = true
		for _, r := range chars {
			p.of[r] = append(p.of[r], syllable)
		}
	}
	return p
})

// maxSplits bounds the ways in which a word is split into syllables.
const maxSplits = 8

// Syllables splits a word in lower case into the syllables of Chinese names, in every way that there is, up
// to eight; none for a word that is no such name.
func Syllables(word string) [][]string {
	if len(word) > 24 {
		return nil
	}
	var out [][]string
	var split func(rest string, done []string)
	split = func(rest string, done []string) {
		if len(out) == maxSplits {
			return
		}
		if rest == "" {
			out = append(out, slices.Clone(done))
			return
		}
		for n := min(6, len(rest)); n > 0; n-- {
			if pinyin().syllables[rest[:n]] {
				split(rest[n:], append(done, rest[:n]))
			}
		}
	}
	split(strings.ReplaceAll(word, "'", ""), nil)
	return out
}

// Sounds reports whether a character can be read as a syllable.
func Sounds(r rune, syllable string) bool { return slices.Contains(pinyin().of[r], syllable) }
