package verify

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

// A record longer than longText is read only where it shares words with the claims: reading takes many times the memory of
// the text, and what shares no word with a claim can neither bear it out nor speak against it.
const (
	longText  = 256 << 10 // bytes
	blockSize = 2 << 10
	maxProbes = 2000 // words of the claims that are looked for
)

// brief blanks out the parts of a long text that are not read. Offsets stay as they are.
func brief(s string, c *casefile.Case) string {
	if len(s) <= longText {
		return s
	}
	words := probes(c)
	type block struct {
		from, to int
		has      []int
		score    float64
	}
	var blocks []block
	found := make([]int, len(words))
	for from := 0; from < len(s); {
		b := block{from: from, to: blockEnd(s, from)}
		low := strings.ToLower(s[b.from:b.to])
		for i, w := range words {
			if strings.Contains(low, w) {
				b.has = append(b.has, i)
				found[i]++
			}
		}
		blocks = append(blocks, b)
		from = b.to
	}
	for i := range blocks {
		for _, w := range blocks[i].has {
			blocks[i].score += 1 / float64(found[w])
		}
	}
	slices.SortStableFunc(blocks, func(a, b block) int { return cmp.Compare(b.score, a.score) })
	out := bytes.Repeat([]byte{' '}, len(s))
	left := longText
	for _, b := range blocks {
		if b.score == 0 || b.to-b.from > left {
			break
		}
		copy(out[b.from:b.to], s[b.from:b.to])
		left -= b.to - b.from
	}
	return string(out)
}

// blockEnd is where a block ends: after a sentence or a line, where there is one near.
func blockEnd(s string, from int) int {
	to := min(from+blockSize, len(s))
	if to == len(s) {
		return to
	}
	if i := strings.LastIndexAny(s[from:to], "\n。！？.!?"); i > 0 {
		_, n := utf8.DecodeRuneInString(s[from+i:])
		return from + i + n
	}
	for to > from+1 && !utf8.RuneStart(s[to]) {
		to--
	}
	return to
}

// probes are what a block is looked through for: the claims' words by their first letters, pairs of Han characters, and numbers.
func probes(c *casefile.Case) []string {
	seen := map[string]bool{}
	var out []string
	add := func(w string) {
		if len(out) < maxProbes && !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	for _, claim := range c.Draft.Claims {
		for _, w := range wordsIn(claim.Text) {
			rs := []rune(w)
			switch {
			case han(rs[0]) && len(rs) > 1:
				for i := 0; i+1 < len(rs); i++ {
					add(string(rs[i : i+2]))
				}
			case unicode.IsDigit(rs[0]) || han(rs[0]):
				add(w)
			case len(rs) > 3:
				add(string(rs[:min(len(rs), 6)]))
			}
		}
	}
	return out
}
