package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed poles.txt
var polesFile string

// A Pole is a word that says of some matter that it is so, or that it is not.
type Pole struct {
	Matter     int  // into Matters
	Not        bool // says that it is not so
	Start, End int  // byte offsets
}

type poleWord struct {
	word    string
	starred bool // stands for all words that begin with it
	matter  int
	not     bool
}

type poleTable struct {
	matters []string
	by      map[rune][]poleWord // longest first
}

var poles = sync.OnceValue(func() poleTable {
	t := poleTable{by: map[rune][]poleWord{}}
	for line := range strings.Lines(polesFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 3 {
			panic("verify/words: poles.txt: " + line)
		}
		name := strings.TrimSpace(f[0])
		m := slices.Index(t.matters, name)
		if m < 0 {
			m = len(t.matters)
			t.matters = append(t.matters, name)
		}
		for side, list := range f[1:] {
			for w := range strings.SplitSeq(list, ",") {
				w, starred := strings.CutSuffix(strings.TrimSpace(w), "*")
				if w == "" {
					continue
				}
				r, _ := utf8.DecodeRuneInString(w)
				t.by[r] = append(t.by[r], poleWord{w, starred, m, side == 1})
			}
		}
	}
	for _, list := range t.by {
		slices.SortStableFunc(list, func(a, b poleWord) int { return len(b.word) - len(a.word) })
	}
	return t
})

// Matters are the names of what poles are about, in the order of the list.
func Matters() []string { return poles().matters }

// Poles returns the poles of a folded text. A word may be about several matters; at each place the longest ones count.
// A plain negation right before a pole turns it and is not returned itself.
func Poles(folded string) []Pole {
	t := poles()
	plain := slices.Index(t.matters, "not")
	var out []Pole
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRuneInString(folded[i:])
		long := 0
		for _, e := range t.by[r] {
			if !strings.HasPrefix(folded[i:], e.word) {
				continue
			}
			end := i + len(e.word)
			if r < utf8.RuneSelf && end < len(folded) && letter(folded[end]) {
				if !e.starred {
					continue
				}
				for end < len(folded) && letter(folded[end]) {
					end++
				}
			}
			if end-i < long {
				break
			}
			long = end - i
			out = append(out, Pole{e.matter, e.not, i, end})
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
	return turn(out, folded, plain)
}

// turn lets a plain negation turn the poles that follow right after it.
func turn(list []Pole, folded string, plain int) []Pole {
	var out []Pole
	for i := 0; i < len(list); i++ {
		p := list[i]
		if p.Matter != plain {
			out = append(out, p)
			continue
		}
		for i+1 < len(list) && list[i+1].Start == p.Start {
			i++
			if list[i].Matter != plain {
				out = append(out, list[i])
			}
		}
		k, turned := i+1, false
		for k < len(list) && list[k].Matter != plain && list[k].Start-p.End <= reach(folded, p.End) && list[k].Start == list[i+1].Start {
			q := list[k]
			q.Not = !q.Not
			out = append(out, q)
			turned = true
			k++
		}
		if turned {
			i = k - 1
			continue
		}
		out = append(out, p)
	}
	return out
}

// reach is how many bytes after a plain negation the word that it turns may begin.
func reach(folded string, at int) int {
	if at < len(folded) && folded[at] < utf8.RuneSelf {
		return 9 // been, yet, be
	}
	return 3
}
