package words

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Way is a set of the ways in which a sentence says that it computes a value from others.
type Way uint8

// The ways.
const (
	Difference Way = 1 << iota // by how much
	Sum                        // together
	Ratio                      // how many times, which share
	Growth                     // after a rise by a share
	Rest                       // what is left of a total
	Further                    // what comes on top of a first part
)

//go:embed computes.txt
var computesFile string

var wayNames = map[string]Way{"difference": Difference, "sum": Sum, "ratio": Ratio, "growth": Growth, "rest": Rest, "further": Further}

var computes = sync.OnceValue(func() map[string]Way {
	m := map[string]Way{}
	for line := range strings.Lines(computesFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, list, _ := strings.Cut(line, ":")
		way, ok := wayNames[name]
		if !ok {
			panic("verify/words: computes.txt: " + line)
		}
		for w := range strings.SplitSeq(list, ",") {
			m[strings.TrimSpace(w)] |= way
		}
	}
	return m
})

// Computes returns the ways in which the words of a sentence say that it computes. English words are found whole.
func Computes(s string) (ways Way) {
	low := strings.ToLower(s)
	for w, way := range computes() {
		if ways&way != way && after(low, w) > 0 {
			ways |= way
		}
	}
	return ways
}

// After returns where the last word of a way ends in a sentence, 0 where it has none.
func After(s string, ways Way) (end int) {
	low := strings.ToLower(s)
	for w, way := range computes() {
		if way&ways != 0 {
			end = max(end, after(low, w))
		}
	}
	return end
}

// after returns where a word first ends in a lowered sentence, 0 where it does not stand.
func after(low, w string) int {
	for from := 0; ; {
		i := strings.Index(low[from:], w)
		if i < 0 {
			return 0
		}
		i += from
		from = i + len(w)
		if r, _ := utf8.DecodeRuneInString(w); r >= utf8.RuneSelf || bounded(low, i, from) {
			return from
		}
	}
}

func bounded(s string, start, end int) bool {
	return (start == 0 || !letter(s[start-1])) && (end == len(s) || !letter(s[end]))
}

// Differs reports whether a Chinese clause, or what stands right before a value of it, says that the value is a difference.
func Differs(clause, before string) bool {
	if strings.ContainsAny(clause, "比较") || strings.Contains(clause, "相差") || strings.Contains(clause, "净") || strings.Contains(clause, "剩") || strings.Contains(clause, "减去") {
		return true
	}
	return Computes(strings.ToValidUTF8(before, ""))&Difference != 0 && !strings.Contains(before, "于")
}
