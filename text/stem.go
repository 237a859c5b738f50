package text

import "strings"

// Stem returns the English stem of a lower-case word (Porter2, as Snowball publishes it).
// Words of other letters come back as they are.
func Stem(word string) string {
	if len(word) <= 2 {
		return word
	}
	for i := range len(word) {
		if c := word[i]; (c < 'a' || c > 'z') && c != '\'' {
			return word
		}
	}
	if s, ok := stemExceptions[word]; ok {
		return s
	}
	w := stemmer{b: []byte(strings.TrimPrefix(word, "'"))}
	w.markY()
	w.regions()
	w.possessive()
	w.plural()
	if stemKept[string(w.b)] {
		return string(w.b)
	}
	w.past()
	w.finalY()
	w.derived()
	w.adjective()
	w.suffix()
	w.finalE()
	return strings.ToLower(string(w.b))
}

var stemExceptions = map[string]string{
	"skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
	"gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
	"sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes",
}

var stemKept = map[string]bool{
	"inning": true, "outing": true, "canning": true, "herring": true, "earring": true, "proceed": true, "exceed": true, "succeed": true,
}

type stemmer struct {
	b      []byte
	r1, r2 int
}

func vowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

// markY makes a consonant y upper case.
func (w *stemmer) markY() {
	for i, c := range w.b {
		if c == 'y' && (i == 0 || vowel(w.b[i-1])) {
			w.b[i] = 'Y'
		}
	}
}

func (w *stemmer) regions() {
	w.r1 = -1
	for _, p := range []string{"gener", "commun", "arsen"} {
		if strings.HasPrefix(string(w.b), p) {
			w.r1 = len(p)
		}
	}
	if w.r1 < 0 {
		w.r1 = w.region(0)
	}
	w.r2 = w.region(w.r1)
}

// region returns the place after the first consonant that follows a vowel at or after from.
func (w *stemmer) region(from int) int {
	for i := from + 1; i < len(w.b); i++ {
		if !vowel(w.b[i]) && vowel(w.b[i-1]) {
			return i + 1
		}
	}
	return len(w.b)
}

func (w *stemmer) ends(s string) bool { return strings.HasSuffix(string(w.b), s) }

// cut replaces the last n bytes by s.
func (w *stemmer) cut(n int, s string) { w.b = append(w.b[:len(w.b)-n], s...) }

func (w *stemmer) hasVowel(before int) bool {
	for _, c := range w.b[:max(before, 0)] {
		if vowel(c) {
			return true
		}
	}
	return false
}

func (w *stemmer) possessive() {
	for _, s := range []string{"'s'", "'s", "'"} {
		if w.ends(s) {
			w.cut(len(s), "")
			return
		}
	}
}

func (w *stemmer) plural() {
	n := len(w.b)
	switch {
	case w.ends("sses"):
		w.cut(2, "")
	case w.ends("ied"), w.ends("ies"):
		if n > 4 {
			w.cut(2, "")
		} else {
			w.cut(1, "")
		}
	case w.ends("us"), w.ends("ss"):
	case w.ends("s"):
		if w.hasVowel(n-2) || n > 2 && !w.hasVowel(n-1) {
			w.cut(1, "") // the second: of letters read one by one, as PDFs
		}
	}
}

func (w *stemmer) past() {
	for _, s := range []string{"eedly", "ingly", "edly", "eed", "ing", "ed"} {
		if !w.ends(s) {
			continue
		}
		at := len(w.b) - len(s)
		if strings.HasPrefix(s, "eed") {
			if at >= w.r1 {
				w.cut(len(s), "ee")
			}
			return
		}
		if !w.hasVowel(at) {
			return
		}
		w.cut(len(s), "")
		switch {
		case w.ends("at"), w.ends("bl"), w.ends("iz"):
			w.b = append(w.b, 'e')
		case w.double():
			w.cut(1, "")
		case w.shortWord():
			w.b = append(w.b, 'e')
		}
		return
	}
}

func (w *stemmer) double() bool {
	n := len(w.b)
	return n >= 2 && w.b[n-1] == w.b[n-2] && strings.IndexByte("bdfgmnprt", w.b[n-1]) >= 0
}

// shortSyllable reports whether the bytes before end finish in a short syllable.
func (w *stemmer) shortSyllable(end int) bool {
	b := w.b[:end]
	n := len(b)
	if n == 2 {
		return vowel(b[0]) && !vowel(b[1])
	}
	return n > 2 && !vowel(b[n-1]) && strings.IndexByte("wxY", b[n-1]) < 0 && vowel(b[n-2]) && !vowel(b[n-3])
}

func (w *stemmer) shortWord() bool { return w.r1 >= len(w.b) && w.shortSyllable(len(w.b)) }

func (w *stemmer) finalY() {
	n := len(w.b)
	if n > 2 && (w.b[n-1] == 'y' || w.b[n-1] == 'Y') && !vowel(w.b[n-2]) {
		w.b[n-1] = 'i'
	}
}

// swap is a suffix and what takes its place.
type swap struct{ from, to string }

var derivedSwaps = []swap{
	{"ization", "ize"}, {"ational", "ate"}, {"fulness", "ful"}, {"ousness", "ous"}, {"iveness", "ive"},
	{"tional", "tion"}, {"biliti", "ble"}, {"lessli", "less"}, {"entli", "ent"}, {"ation", "ate"}, {"alism", "al"},
	{"aliti", "al"}, {"ousli", "ous"}, {"iviti", "ive"}, {"fulli", "ful"}, {"enci", "ence"}, {"anci", "ance"},
	{"abli", "able"}, {"izer", "ize"}, {"ator", "ate"}, {"alli", "al"}, {"bli", "ble"}, {"ogi", "og"}, {"li", ""},
}

func (w *stemmer) derived() {
	for _, s := range derivedSwaps {
		if !w.ends(s.from) {
			continue
		}
		at := len(w.b) - len(s.from)
		if at < w.r1 {
			return
		}
		if s.from == "ogi" && (at == 0 || w.b[at-1] != 'l') {
			return
		}
		if s.from == "li" && (at == 0 || strings.IndexByte("cdeghkmnrt", w.b[at-1]) < 0) {
			return
		}
		w.cut(len(s.from), s.to)
		return
	}
}

var adjectiveSwaps = []swap{
	{"ational", "ate"}, {"tional", "tion"}, {"alize", "al"}, {"icate", "ic"}, {"iciti", "ic"}, {"ative", ""}, {"ical", "ic"}, {"ness", ""}, {"ful", ""},
}

func (w *stemmer) adjective() {
	for _, s := range adjectiveSwaps {
		if !w.ends(s.from) {
			continue
		}
		at := len(w.b) - len(s.from)
		if at >= w.r1 && (s.from != "ative" || at >= w.r2) {
			w.cut(len(s.from), s.to)
		}
		return
	}
}

var suffixes = []string{"ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic"}

func (w *stemmer) suffix() {
	for _, s := range suffixes {
		if !w.ends(s) {
			continue
		}
		at := len(w.b) - len(s)
		if at >= w.r2 && (s != "ion" || at > 0 && (w.b[at-1] == 's' || w.b[at-1] == 't')) {
			w.cut(len(s), "")
		}
		return
	}
}

func (w *stemmer) finalE() {
	n := len(w.b)
	switch {
	case w.ends("e"):
		if n-1 >= w.r2 || n-1 >= w.r1 && !w.shortSyllable(n-1) {
			w.cut(1, "")
		}
	case w.ends("l"):
		if n-1 >= w.r2 && n > 1 && w.b[n-2] == 'l' {
			w.cut(1, "")
		}
	}
}
