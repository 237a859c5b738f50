package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed measures.txt
var measuresFile string

// A Measure is a word that gives a value without the head of its column: lasts, of seconds.
type Measure struct {
	Heads []string // words of the heads that it may stand for
	Kinds []string // kinds of values that show it by themselves
}

// A MeasureMark is a word of the list in a text.
type MeasureMark struct {
	Measure
	Start, End int // byte offsets
}

// Measures returns the words of a folded text that give a value without a head: English ones whole, Chinese ones as written.
// They may overlap. The caller must not change the lists.
func Measures(folded string) []MeasureMark {
	var out []MeasureMark
	for i, c := range folded {
		if c < utf8.RuneSelf && i > 0 && wordByte(folded[i-1]) {
			continue
		}
		for _, e := range measures()[c] {
			if strings.HasPrefix(folded[i:], e.word) && ends(folded, i+len(e.word), c) {
				out = append(out, MeasureMark{e.Measure, i, i + len(e.word)})
			}
		}
	}
	return out
}

type measureEntry struct {
	Measure
	word string
}

var measures = sync.OnceValue(func() map[rune][]measureEntry {
	out := map[rune][]measureEntry{}
	for line := range strings.Lines(measuresFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 3 {
			panic("verify/words: measures.txt: " + line)
		}
		m := Measure{Heads: parted(f[1]), Kinds: parted(f[2])}
		for _, w := range parted(f[0]) {
			r, _ := utf8.DecodeRuneInString(w)
			out[r] = append(out[r], measureEntry{m, w})
		}
	}
	return out
})

// parted are the words of a list parted by commas.
func parted(list string) []string {
	out := strings.Split(list, ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return slices.DeleteFunc(out, func(w string) bool { return w == "" })
}
