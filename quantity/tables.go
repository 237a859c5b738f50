package quantity

import (
	_ "embed"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

//go:embed data/units.txt
var unitsFile string

//go:embed data/fold.txt
var foldFile string

//go:embed data/numerals.txt
var numeralsFile string

//go:embed data/bounds.txt
var boundsFile string

//go:embed data/words.txt
var wordsFile string

type wordSet map[string]bool

// tables is the word lists, read once.
type tables struct {
	fold         map[rune]rune
	units        map[string]Unit // by form, as written and in lower case
	byName       map[string]Unit
	unitLen      map[rune]int // runes in the longest form that begins with a rune that is no Latin letter
	digits       map[rune]int64
	formal       map[rune]int64 // 壹, 拾 …
	plainNumeral map[int64]rune
	scales       map[rune]int64
	suffixes     map[string]int64
	cardinals    map[string]int64
	tens         map[string]int64
	ordinals     map[string]int64
	months       map[string]int64
	fractions    map[string]int64
	before       map[string]Bound // bound words by their text
	after        map[string]Bound
	lastBefore   map[rune]int // runes in the longest word before a number that ends with a rune
	firstAfter   map[rune]int // runes in the longest word after a value that begins with a rune
	words        map[string]wordSet
	interned     map[string]string // the words a reader looks for
	notNumbers   map[rune][]string
	blocked      map[rune][]string // words whose first character looks like a unit
}

// about stands in the bound tables for an approximation, which is no bound of its own.
const about Bound = "about"

var tab = load()

func load() *tables {
	t := &tables{
		fold: map[rune]rune{}, units: map[string]Unit{}, byName: map[string]Unit{},
		digits: map[rune]int64{}, formal: map[rune]int64{}, plainNumeral: map[int64]rune{}, scales: map[rune]int64{}, suffixes: map[string]int64{},
		cardinals: map[string]int64{}, tens: map[string]int64{}, ordinals: map[string]int64{},
		months: map[string]int64{}, fractions: map[string]int64{},
		lastBefore: map[rune]int{}, firstAfter: map[rune]int{}, unitLen: map[rune]int{}, before: map[string]Bound{}, after: map[string]Bound{}, words: map[string]wordSet{},
		interned: map[string]string{}, notNumbers: map[rune][]string{}, blocked: map[rune][]string{},
	}
	for _, l := range lines(foldFile) {
		from, to, _ := strings.Cut(l, " ")
		a, _ := utf8.DecodeRuneInString(from)
		b, _ := utf8.DecodeRuneInString(to)
		t.fold[a] = b
	}
	counters := false
	for _, l := range lines(unitsFile) {
		if l == "[counters]" {
			counters = true
			continue
		}
		t.addUnit(l, counters)
	}
	section := ""
	for _, l := range lines(numeralsFile) {
		if l[0] == '[' {
			section = l
			continue
		}
		word, num, _ := strings.Cut(l, " ")
		t.interned[word] = word
		n, err := strconv.ParseInt(num, 10, 64)
		if err != nil {
			panic("quantity: data/numerals.txt: " + l)
		}
		r, _ := utf8.DecodeRuneInString(word)
		switch section {
		case "[digits]":
			t.digits[r] = n
			if _, ok := t.plainNumeral[n]; !ok {
				t.plainNumeral[n] = r
			}
		case "[formal]":
			t.formal[r] = n
		case "[scales]":
			t.scales[r] = n
			t.plainNumeral[n] = r
		case "[suffixes]":
			t.suffixes[word] = n
		case "[words]":
			t.cardinals[word] = n
		case "[tens]":
			t.tens[word] = n
		case "[ordinals]":
			t.ordinals[word] = n
		case "[months]":
			t.months[word] = n
		case "[fractions]":
			t.fractions[word] = n
		default:
			panic("quantity: data/numerals.txt: " + section)
		}
	}
	for _, l := range lines(boundsFile) {
		t.addBounds(l)
	}
	for _, l := range lines(wordsFile) {
		if l[0] == '[' {
			section = strings.Trim(l, "[]")
			t.words[section] = wordSet{}
			continue
		}
		for _, w := range strings.Fields(l) {
			if section == "han_stop" {
				for _, r := range w {
					t.words[section][string(r)] = true
				}
				continue
			}
			w = t.foldWord(w)
			t.interned[w] = w
			if section == "not_units" {
				r, _ := utf8.DecodeRuneInString(w)
				t.blocked[r] = append(t.blocked[r], w)
			}
			if section == "not_numbers" {
				r, _ := utf8.DecodeRuneInString(w)
				t.notNumbers[r] = append(t.notNumbers[r], w)
			}
			t.words[section][w] = true
		}
	}
	return t
}

// foldWord folds a word of the lists as the text is folded.
func (t *tables) foldWord(w string) string {
	return strings.Map(func(c rune) rune {
		if f, ok := t.fold[c]; ok {
			return f
		}
		return c
	}, w)
}

// lines returns the lines of a data file without comments and empty ones.
func lines(file string) []string {
	var out []string
	for l := range strings.SplitSeq(file, "\n") {
		l = strings.TrimSpace(l)
		if l != "" && !strings.HasPrefix(l, "# ") {
			out = append(out, l)
		}
	}
	return out
}

func (t *tables) addUnit(line string, counter bool) {
	f := strings.Split(line, "|")
	if len(f) != 4 {
		panic("quantity: data/units.txt: " + line)
	}
	factor, ok := new(big.Rat).SetString(f[2])
	if !ok {
		panic("quantity: data/units.txt: " + line)
	}
	u := Unit{Name: f[0], Dim: f[1], Known: true, counter: counter}
	if factor.Cmp(big.NewRat(1, 1)) != 0 {
		u.f = factor
	}
	t.byName[u.Name] = u
	for _, form := range strings.Fields(f[3]) {
		form = strings.ReplaceAll(form, "_", " ")
		t.interned[strings.ToLower(form)] = strings.ToLower(form)
		t.units[form] = u
		if low := strings.ToLower(form); low != form {
			if _, taken := t.units[low]; !taken {
				t.units[low] = u
			}
		}
		if r, _ := utf8.DecodeRuneInString(form); !isLetter(r) {
			t.unitLen[r] = max(t.unitLen[r], utf8.RuneCountInString(form))
		}
	}
}

func (t *tables) addBounds(line string) {
	f := strings.SplitN(line, "|", 3)
	if len(f) != 3 {
		panic("quantity: data/bounds.txt: " + line)
	}
	for w := range strings.SplitSeq(f[2], ",") {
		if f[0] == "before" {
			t.before[w] = Bound(f[1])
			r, _ := utf8.DecodeLastRuneInString(w)
			t.lastBefore[r] = max(t.lastBefore[r], utf8.RuneCountInString(w))
		} else {
			t.after[w] = Bound(f[1])
			r, _ := utf8.DecodeRuneInString(w)
			t.firstAfter[r] = max(t.firstAfter[r], utf8.RuneCountInString(w))
		}
	}
}
