package quantity

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode/utf8"
)

//go:embed data/periods.txt
var periodsFile string

// A phrase is one entry of data/periods.txt.
type phrase struct {
	class  string // relative, todate, compare, rolling, complete, future, blocked
	unit   string
	offset int
}

// phraseTable finds the longest phrase at a place.
type phraseTable struct {
	entries map[string]phrase
	heads   map[string]int // first rune (Han) or first word (Latin) → length of the longest phrase, in runes
}

var phrases = loadPhrases()

func loadPhrases() *phraseTable {
	t := &phraseTable{map[string]phrase{}, map[string]int{}}
	for _, l := range lines(periodsFile) {
		f := strings.SplitN(l, "|", 3)
		p := phrase{class: f[0], unit: f[1]}
		switch f[0] {
		case "todate", "compare", "rolling", "complete", "future", "blocked":
		default:
			n, err := strconv.Atoi(f[1])
			if err != nil {
				panic("quantity: data/periods.txt: " + l)
			}
			p = phrase{class: "relative", unit: f[0], offset: n}
		}
		for w := range strings.SplitSeq(f[2], ",") {
			w = tab.foldWord(w)
			t.entries[w] = p
			h := head(w)
			t.heads[h] = max(t.heads[h], utf8.RuneCountInString(w))
		}
	}
	return t
}

func head(w string) string {
	r, n := utf8.DecodeRuneInString(w)
	if !isLetter(r) {
		return w[:n]
	}
	first, _, _ := strings.Cut(w, " ")
	return first
}

// phraseAt returns the longest phrase at i. In English a hyphen may stand for a blank and any number of blanks for one.
func (t *text) phraseAt(i int) (phrase, int, bool) {
	c := t.at(i)
	if !isLetter(c) {
		n := phrases.heads[string(c)]
		for ; n > 0; n-- {
			if i+n > len(t.r) {
				continue
			}
			if p, ok := phrases.entries[string(t.r[i:i+n])]; ok {
				return p, i + n, true
			}
		}
		return phrase{}, i, false
	}
	w, j := t.word(i)
	limit := phrases.heads[w]
	if limit == 0 || isAlnum(t.at(i-1)) {
		return phrase{}, i, false
	}
	var best phrase
	end, ok := i, false
	for {
		if isAlnum(t.at(j)) {
			break
		}
		if p, found := phrases.entries[w]; found {
			best, end, ok = p, j, true
		}
		k := j
		if t.at(k) == '-' {
			k++
		} else {
			k = t.skip(k)
		}
		next, e := t.word(k)
		if next == "" || k == j || len(w)+1+len(next) > limit {
			break
		}
		w, j = w+" "+next, e
	}
	return best, end, ok
}
