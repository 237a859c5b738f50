package words

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed rows.txt
var rowsFile string

// A RowWord is what a word does where people speak of the rows of a table. One word may do several things.
type RowWord uint16

// What words do between rows.
const (
	RowAbove     RowWord = 1 << iota // more than what stands after
	RowBelow                         // less than what stands after
	RowAboveThan                     // more, after 比 and a name only
	RowBelowThan                     // less, after 比 and a name only
	RowRose                          // went up from one row to another
	RowFell                          // went down
	RowStandard                      // the name after it is what another one is compared with
	RowNone                          // no row goes beyond the one named
	RowInTurn                        // names and values go together in their order
	RowGlue                          // says nothing of its own
	RowSum                           // adds several up
	RowAlone                         // no other row has it
	RowStable                        // went neither up nor down
	RowPeak                          // was never higher
	RowPart                          // a part of a longer period
	RowHead                          // what a text or a day is, whatever it is
)

var rowWords = map[string]RowWord{"above": RowAbove, "below": RowBelow, "above-than": RowAboveThan, "below-than": RowBelowThan,
	"rose": RowRose, "fell": RowFell, "standard": RowStandard, "none-beyond": RowNone, "in-turn": RowInTurn, "glue": RowGlue, "sum": RowSum, "alone": RowAlone, "stable": RowStable, "peak": RowPeak, "part": RowPart, "head": RowHead}

// A RowMark is a word of the list in a text.
type RowMark struct {
	What       RowWord
	Start, End int // byte offsets
}

type rowEntry struct {
	word string
	what RowWord
}

var rowTable = sync.OnceValue(func() map[rune][]rowEntry {
	all := map[string]RowWord{}
	var what RowWord
	for line := range strings.Lines(rowsFile) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			w, ok := rowWords[strings.Trim(line, "[]")]
			if !ok {
				panic("verify/words: rows.txt: " + line)
			}
			what = w
		default:
			for w := range strings.SplitSeq(line, ",") {
				all[strings.TrimSpace(w)] |= what
			}
		}
	}
	t := map[rune][]rowEntry{}
	for w, what := range all {
		r, _ := utf8.DecodeRuneInString(w)
		t[r] = append(t[r], rowEntry{w, what})
	}
	return t
})

// FindRows returns the words of a folded text, in order: at each place the longest of each kind. They may overlap.
func FindRows(folded string) []RowMark {
	t := rowTable()
	var out []RowMark
	for i, c := range folded {
		if c < utf8.RuneSelf && i > 0 && wordByte(folded[i-1]) {
			continue
		}
		done := RowWord(0)
		for n := len(folded); ; {
			best := rowEntry{}
			for _, e := range t[c] {
				if len(e.word) < n && len(e.word) > len(best.word) && e.what&^done != 0 && strings.HasPrefix(folded[i:], e.word) && ends(folded, i+len(e.word), c) {
					best = e
				}
			}
			if best.word == "" {
				break
			}
			out = append(out, RowMark{best.what &^ done, i, i + len(best.word)})
			done |= best.what
			n = len(best.word)
		}
	}
	return out
}

// ends reports whether a word that began with c may end at i: an English one does not run on.
func ends(s string, i int, c rune) bool { return c >= utf8.RuneSelf || i == len(s) || !wordByte(s[i]) }

func wordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '\''
}
