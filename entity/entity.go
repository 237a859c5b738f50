// Package entity reads what texts name and how the names hang together: identifiers and dictionary names wherever they
// stand, and of a document its headings, the keys of its tables, the terms it defines and the sections it refers to.
// No model is needed. All of it is pure and safe for concurrent use.
package entity

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
)

// Rules are what a workspace calls by name.
type Rules struct {
	Identifiers map[string]string              // kind → RE2 pattern, matched against whole codes, case ignored
	Dictionary  map[string]map[string][]string // kind → name → its other forms
}

// A Recognizer finds names in text. New makes one; nil knows none.
type Recognizer struct {
	rules    string // what Fingerprint tells
	patterns []pattern
	heads    map[string][]form // first unit of a form → the forms that begin with it, longest first
}

type pattern struct {
	kind string
	re   *regexp.Regexp
}

type form struct {
	key, name, kind string
	units           int
}

// New prepares rules. It fails on a pattern that does not compile.
func New(r Rules) (*Recognizer, error) {
	out := &Recognizer{rules: fingerprint(r), heads: map[string][]form{}}
	for _, kind := range slices.Sorted(maps.Keys(r.Identifiers)) {
		re, err := regexp.Compile("(?i)^(?:" + r.Identifiers[kind] + ")$")
		if err != nil {
			return nil, fmt.Errorf("identifiers.%s: %w: correct the pattern", kind, err)
		}
		out.patterns = append(out.patterns, pattern{kind, re})
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Dictionary)) {
		for _, name := range slices.Sorted(maps.Keys(r.Dictionary[kind])) {
			for _, f := range append([]string{name}, r.Dictionary[kind][name]...) {
				us := units(f)
				if len(us) == 0 {
					continue
				}
				head := us[0].text
				out.heads[head] = append(out.heads[head], form{Key(f), name, kind, len(us)})
			}
		}
	}
	for _, fs := range out.heads {
		slices.SortStableFunc(fs, func(a, b form) int { return cmp.Compare(b.units, a.units) })
	}
	return out, nil
}

// readings is bumped when documents are to be read again for what this package makes of them.
const readings = "2"

// Fingerprint returns a text that changes with the rules, and with how documents are read.
func (r *Recognizer) Fingerprint() string { return r.rules }

func fingerprint(r Rules) string {
	h := fnv.New64a()
	fmt.Fprint(h, readings, patternsFile, text.Fingerprint(), r.Identifiers, r.Dictionary) // maps print in the order of their keys
	return fmt.Sprintf("%016x", h.Sum64())
}

// A Name is a thing that a text names.
type Name struct {
	Text       string // as the dictionary has it, or as it is written
	Kind       string // of the identifier or the dictionary; "" for what a document alone made a name
	Start, End int    // bytes of the text
}

// Key returns the form in which two names are compared: folded, and without space but between letters or digits.
func Key(s string) string {
	return keyOf(units(s))
}

func keyOf(us []unit) string {
	var b strings.Builder
	for i, u := range us {
		if i > 0 && !u.han && !us[i-1].han {
			b.WriteByte(' ')
		}
		b.WriteString(u.text)
	}
	return b.String()
}

// unit is one Han character, or one run of letters, digits and what holds a code together.
type unit struct {
	text       string // folded
	han        bool
	start, end int
}

// units cuts s. What is neither letter nor digit parts them and is dropped, but for the joiners of codes.
func units(s string) []unit {
	var out []unit
	start := -1
	flush := func(end int) {
		if start >= 0 {
			if t := strings.Trim(text.Fold(s[start:end]), "-_./"); t != "" {
				out = append(out, unit{t, false, start, end})
			}
			start = -1
		}
	}
	for i, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			flush(i)
			out = append(out, unit{text.Fold(string(r)), true, i, i + utf8.RuneLen(r)})
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if start < 0 {
				start = i
			}
		case start >= 0 && strings.ContainsRune("-_./－", r):
		default:
			flush(i)
		}
	}
	flush(len(s))
	return out
}

// Find returns the identifiers and dictionary names in s, by place: the longest at each, none inside another.
func (r *Recognizer) Find(s string) []Name {
	if r == nil || len(r.patterns) == 0 && len(r.heads) == 0 {
		return nil
	}
	us := units(s)
	var out []Name
	for i := 0; i < len(us); {
		n, name := r.at(us[i:])
		if n == 0 {
			i++
			continue
		}
		out = append(out, name)
		i += n
	}
	return out
}

// at returns the name that begins with the first of us, and how many units it takes.
func (r *Recognizer) at(us []unit) (int, Name) {
	for _, f := range r.heads[us[0].text] {
		if f.units <= len(us) && keyOf(us[:f.units]) == f.key {
			return f.units, Name{f.name, f.kind, us[0].start, us[f.units-1].end}
		}
	}
	if us[0].han {
		return 0, Name{}
	}
	for _, p := range r.patterns {
		if p.re.MatchString(us[0].text) {
			return 1, Name{strings.ToUpper(us[0].text), p.kind, us[0].start, us[0].end}
		}
	}
	return 0, Name{}
}

// maxUnits is how many units a name has at most: longer ones are sentences.
const maxUnits = 16

// Candidates returns every run of s that has the shape of a name, as keys, longest first: what an index of names is asked for.
// At most limit runs are returned; those of a long text's end are left out.
func Candidates(s string, limit int) []string {
	us := units(s)
	var out []string
	seen := map[string]bool{}
	for i := range us[:min(len(us), limit)] {
		for n := 1; n <= maxUnits && i+n <= len(us) && len(out) < limit; n++ {
			if n > 1 && parted(s[us[i+n-2].end:us[i+n-1].start]) {
				break
			}
			if !shaped(us[i : i+n]) {
				continue
			}
			key := keyOf(us[i : i+n])
			if !seen[key] {
				seen[key] = true
				out = append(out, key)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// parted reports whether what stands between two units ends a name.
func parted(between string) bool {
	return strings.TrimFunc(between, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("'’·&", r) }) != ""
}

// Sound reports whether a key may be a name: two Han characters at least, or a word of three letters, not all of it
// stop words, and no more than a name's length.
func Sound(key string) bool {
	return shaped(units(key)) && slices.ContainsFunc(text.Analyze(key), func(t text.Token) bool { return !t.Weak })
}

// shaped reports whether units are as many, and as long, as a name's.
func shaped(us []unit) bool {
	if len(us) == 0 || len(us) > maxUnits {
		return false
	}
	han, letters, digit := 0, 0, false
	for _, u := range us {
		if u.han {
			han++
		} else if strings.ContainsFunc(u.text, unicode.IsLetter) {
			letters = max(letters, utf8.RuneCountInString(u.text))
		}
		digit = digit || strings.ContainsFunc(u.text, unicode.IsDigit)
	}
	return han >= 2 || letters >= 3 || letters > 0 && digit
}
