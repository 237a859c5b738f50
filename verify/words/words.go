// Package words holds the word lists by which a sentence is read: what negates, permits,
// obliges, bounds, counts or compares in it, and which Chinese and English words name one thing.
// The lists are files; this package only finds their words.
package words

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed marks.txt
var marksFile string

//go:embed concepts.txt
var conceptsFile string

// A Class is a set of the classes that a word belongs to.
type Class uint64

// The classes. One word may belong to several: 不得 negates and forbids.
const (
	NotClausal  Class = 1 << iota // negates the rest of the clause
	NotLocal                      // negates the next word
	NotExcept                     // takes the next words out
	NotNever                      // looks like a negation and is none
	ScopeEnd                      // ends the reach of a negation
	Permission                    // may
	Obligation                    // must
	Advice                        // should
	Possible                      // might
	Future                        // will
	Done                          // has been done
	Request                       // is asked for, not given
	MustNot                       // forbidden
	NeedNot                       // not required
	All                           // all
	Most                          // most
	Many                          // many
	Some                          // some
	Few                           // few
	Only                          // only
	Strong                        // significantly
	Cause                         // because
	Condition                     // if
	Extreme                       // highest, lowest
	ExtremeUp                     // highest
	ExtremeDown                   // lowest
	Above                         // more than
	Below                         // less than
	AtMost                        // no more than
	AtLeast                       // no less than
	Equal                         // equal to
	Ask                           // whether
	NotFound                      // nothing was found
	Absent                        // does not exist
	Unavailable                   // could not be checked
	Withheld                      // may not be shown
	Said                          // the asker said
	Acted                         // we have done it for you
)

// Negating are the classes that turn what follows.
const Negating = NotClausal | NotLocal | NotExcept

var names = map[string]Class{
	"not-clausal": NotClausal, "not-local": NotLocal, "not-except": NotExcept, "not-never": NotNever, "scope-end": ScopeEnd,
	"permission": Permission, "obligation": Obligation, "advice": Advice, "possible": Possible, "future": Future, "done": Done,
	"request": Request, "must-not": MustNot, "need-not": NeedNot, "all": All, "most": Most, "many": Many, "some": Some, "few": Few,
	"only": Only, "strong": Strong, "cause": Cause, "condition": Condition, "most-of-all": Extreme, "most-up": ExtremeUp,
	"most-down": ExtremeDown, "above": Above, "below": Below, "at-most": AtMost, "at-least": AtLeast, "equal": Equal, "ask": Ask,
	"not-found": NotFound, "absent": Absent, "unavailable": Unavailable, "withheld": Withheld, "said": Said, "acted": Acted,
}

// A Mark is a word of the lists in a text.
type Mark struct {
	Class      Class
	Start, End int // byte offsets
}

type entry struct {
	word  string
	class Class
}

// table finds the longest listed word at a place. Words are kept by their first rune, longest first.
type table map[rune][]entry

var marks = sync.OnceValue(func() table {
	classes := map[string]Class{}
	var class Class
	for line := range strings.Lines(marksFile) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			c, ok := names[strings.Trim(line, "[]")]
			if !ok {
				panic("verify/words: marks.txt: " + line)
			}
			class = c
		default:
			_, list, _ := strings.Cut(line, ":")
			for w := range strings.SplitSeq(list, ",") {
				classes[strings.TrimSpace(w)] |= class
			}
		}
	}
	t := table{}
	for w, c := range classes {
		r, _ := utf8.DecodeRuneInString(w)
		t[r] = append(t[r], entry{w, c})
	}
	for _, list := range t {
		slices.SortFunc(list, func(a, b entry) int {
			if len(a.word) != len(b.word) {
				return len(b.word) - len(a.word)
			}
			return strings.Compare(a.word, b.word)
		})
	}
	return t
})

// Find returns the listed words of a folded text, in order, the longest at each place;
// a word inside a longer listed one is not found. English words are found whole.
func Find(folded string) []Mark {
	t := marks()
	var out []Mark
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRuneInString(folded[i:])
		if r < utf8.RuneSelf && !letter(byte(r)) {
			i += n
			continue
		}
		found := false
		for _, e := range t[r] {
			if !strings.HasPrefix(folded[i:], e.word) {
				continue
			}
			end := i + len(e.word)
			if r < utf8.RuneSelf && end < len(folded) && letter(folded[end]) {
				continue
			}
			out = append(out, Mark{e.class, i, end})
			i, found = end, true
			break
		}
		switch {
		case found:
		case r < utf8.RuneSelf: // on to the end of the word
			for i < len(folded) && letter(folded[i]) {
				i++
			}
		default:
			i += n
		}
	}
	return out
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '\''
}

// A Concept is one thing with its Chinese and English words.
type Concept struct {
	Name     string
	Han, Eng []string
}

// Concepts returns the bilingual list. The caller must not change it.
var Concepts = sync.OnceValue(func() []Concept {
	var out []Concept
	for line := range strings.Lines(conceptsFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 3 {
			panic("verify/words: concepts.txt: " + line)
		}
		c := Concept{Name: strings.TrimSpace(f[0]), Han: strings.Fields(f[1])}
		for w := range strings.SplitSeq(f[2], ",") {
			if w = strings.TrimSpace(w); w != "" {
				c.Eng = append(c.Eng, w)
			}
		}
		out = append(out, c)
	}
	return out
})

//go:embed reversed.txt
var reversedFile string

var reversed = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(reversedFile) {
		if f := strings.Fields(line); len(f) == 2 && f[0] != "#" {
			m[f[0]] = f[1]
		}
	}
	return m
})

// notUn are beginnings of words in which "un" is no prefix.
var notUn = []string{"under", "uni", "uncle", "until", "unless", "unto", "unctu", "undul"}

// Contrary returns the word that an English word is the contrary of: unopened → opened.
func Contrary(word string) (string, bool) {
	if base, ok := reversed()[word]; ok {
		return base, true
	}
	if rest, ok := strings.CutPrefix(word, "non"); ok && len(rest) > 5 {
		return rest, true
	}
	rest, ok := strings.CutPrefix(word, "un")
	if !ok || len(rest) < 4 {
		return "", false
	}
	for _, p := range notUn {
		if strings.HasPrefix(word, p) {
			return "", false
		}
	}
	return rest, true
}

//go:embed stop_en.txt
var stopEnglish string

//go:embed stop_zh.txt
var stopHan string

//go:embed stop_words_zh.txt
var stopHanWords string

var stops = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(stopEnglish) {
		m[w] = true
	}
	return m
})

var stopRunes = sync.OnceValue(func() map[rune]bool {
	m := map[rune]bool{}
	for _, r := range stopHan {
		m[r] = true
	}
	return m
})

// Stop reports whether an English word carries no meaning of its own.
func Stop(word string) bool { return stops()[word] }

// StopHan reports whether a Chinese character joins words more often than it belongs to one.
func StopHan(r rune) bool { return stopRunes()[r] }

var stopPhrases = sync.OnceValue(func() map[rune][]string {
	m := map[rune][]string{}
	for _, w := range strings.Fields(stopHanWords) {
		r, _ := utf8.DecodeRuneInString(w)
		m[r] = append(m[r], w)
	}
	return m
})

// StopPrefix returns the length of the Chinese word without a meaning of its own that begins s, 0 for none.
func StopPrefix(s string) int {
	r, _ := utf8.DecodeRuneInString(s)
	best := 0
	for _, w := range stopPhrases()[r] {
		if strings.HasPrefix(s, w) {
			best = max(best, len(w))
		}
	}
	return best
}

//go:embed glossary.txt
var glossaryFile string

// Glossary returns, for each Chinese word of the bilingual lists, the English words and phrases that may stand for it. A
// phrase may stand for several words: it translates, and proves no identity. The caller must not change it.
var Glossary = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	add := func(han, eng []string) {
		for _, h := range han {
			for _, e := range eng {
				if !slices.Contains(out[h], e) {
					out[h] = append(out[h], e)
				}
			}
		}
	}
	for _, c := range Concepts() {
		add(c.Han, c.Eng)
	}
	for line := range strings.Lines(glossaryFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		han, eng, ok := strings.Cut(line, "|")
		if !ok {
			panic("verify/words: glossary.txt: " + line)
		}
		var phrases []string
		for e := range strings.SplitSeq(eng, ",") {
			phrases = append(phrases, strings.TrimSpace(e))
		}
		add(strings.Fields(han), phrases)
	}
	return out
})
