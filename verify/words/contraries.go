package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed contraries.txt
var contrariesFile string

// A Side is a word on one side of a group of words that exclude each other.
type Side struct {
	Group, Side int
	Start, End  int // byte offsets
}

type sideWord struct {
	word        string
	group, side int
}

var sides = sync.OnceValue(func() map[rune][]sideWord {
	t := map[rune][]sideWord{}
	group := 0
	for line := range strings.Lines(contrariesFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		for side, list := range strings.Split(line, "|") {
			for w := range strings.SplitSeq(list, ",") {
				w = strings.TrimSpace(w)
				r, _ := utf8.DecodeRuneInString(w)
				t[r] = append(t[r], sideWord{w, group, side})
			}
		}
		group++
	}
	for _, list := range t {
		slices.SortStableFunc(list, func(a, b sideWord) int { return len(b.word) - len(a.word) })
	}
	return t
})

// Sides returns the words of a folded text that exclude others. A word may belong to several
// groups; at each place the longest ones count. English words are found whole.
func Sides(folded string) []Side {
	t := sides()
	var out []Side
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRuneInString(folded[i:])
		long := 0
		for _, e := range t[r] {
			if len(e.word) < long || !strings.HasPrefix(folded[i:], e.word) {
				continue
			}
			end := i + len(e.word)
			if r < utf8.RuneSelf && end < len(folded) && letter(folded[end]) {
				continue
			}
			long = len(e.word)
			out = append(out, Side{e.group, e.side, i, end})
		}
		switch {
		case long > 0:
			i += long
		case r < utf8.RuneSelf && letter(byte(r)):
			for i < len(folded) && letter(folded[i]) {
				i++
			}
		default:
			i += n
		}
	}
	return out
}
