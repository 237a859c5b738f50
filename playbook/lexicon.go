package playbook

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

// A Lexicon knows the names of things: those of the workspace's dictionary and the values of parameters, each with its other forms.
type Lexicon struct {
	han    map[rune][]form
	latin  map[string][]form
	forms  map[string]map[string]string // kind → folded form → value
	latin1 map[string]string            // value in Han characters → its first form without any
}

type form struct {
	word Word
	name Name
}

// A Name is a thing of a kind.
type Name struct{ Kind, Value string }

// A Mention is a name that stands in a text.
type Mention struct {
	Name
	Span
}

// EntityOf returns the kind of thing a parameter names, "" when it names none.
func EntityOf(p casefile.Param) string {
	switch {
	case p.Entity != "":
		return p.Entity
	case p.Type == "enum":
		return p.Name
	}
	return ""
}

// NewLexicon collects the names of a workspace. Of a dictionary, the key is the kind, then the name, then its other forms.
func NewLexicon(tools []casefile.ToolSpec, dictionary map[string]map[string][]string) *Lexicon {
	l := &Lexicon{han: map[rune][]form{}, latin: map[string][]form{}, forms: map[string]map[string]string{}, latin1: map[string]string{}}
	for _, t := range tools {
		if len(t.Gives) == 0 { // not a function over data: its values name parts of the engine
			continue
		}
		for _, p := range t.Params {
			kind := EntityOf(p)
			if kind == "" {
				continue
			}
			for _, v := range p.Values {
				l.add(kind, v, v)
			}
			for _, alias := range slices.Sorted(maps.Keys(p.Aliases)) {
				l.add(kind, p.Aliases[alias], alias)
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(dictionary)) {
		for _, name := range slices.Sorted(maps.Keys(dictionary[kind])) {
			all := append([]string{name}, dictionary[kind][name]...)
			value := name
			for _, f := range all { // a parameter's own value goes before the dictionary's name for it
				if v, ok := l.Value(kind, f); ok {
					value = v
					break
				}
			}
			for _, f := range all {
				l.add(kind, value, f)
			}
		}
	}
	return l
}

var hanIn = regexp.MustCompile(`\p{Han}`)

// English returns the English form of a name in Han characters, "" when the dictionary has none.
func (l *Lexicon) English(value string) string {
	if l == nil {
		return ""
	}
	return l.latin1[value]
}

var turned = regexp.MustCompile(`^(\p{Han}+)\s*([A-Za-z0-9]{1,3})$`)

func (l *Lexicon) add(kind, value, written string) {
	l.addForm(kind, value, written)
	if m := turned.FindStringSubmatch(written); m != nil { // Han + letter is also said letter + Han
		l.addForm(kind, value, m[2]+m[1])
	}
}

func (l *Lexicon) addForm(kind, value, written string) {
	w := Prepare(written)
	if w.IsZero() || len(w.folded) == 1 { // one letter or digit is a word of its own far too often
		return
	}
	if l.forms[kind] == nil {
		l.forms[kind] = map[string]string{}
	}
	if _, known := l.forms[kind][w.folded]; known {
		return
	}
	l.forms[kind][w.folded] = value
	if hanIn.MatchString(value) && !hanIn.MatchString(written) && l.latin1[value] == "" {
		l.latin1[value] = strings.TrimSpace(written)
	}
	f := form{w, Name{kind, value}}
	if len(w.stems) > 0 {
		l.latin[w.stems[0]] = append(l.latin[w.stems[0]], f)
	} else {
		l.han[w.first] = append(l.han[w.first], f)
	}
}

// Value returns the value that a form of a kind of thing means.
func (l *Lexicon) Value(kind, written string) (string, bool) {
	v, ok := l.forms[kind][Prepare(written).folded]
	return v, ok
}

// Has reports whether any name of a kind is known.
func (l *Lexicon) Has(kind string) bool { return len(l.forms[kind]) > 0 }

// Find returns the names in a text, in order. Where two overlap the longest wins; one place may name things of several kinds.
func (l *Lexicon) Find(r *Reader) []Mention {
	var all []Mention
	for i, c := range r.Folded {
		for _, f := range l.han[c] {
			s := Span{i, i + len(f.word.folded)}
			if s.To <= len(r.Folded) && r.Folded[s.From:s.To] == f.word.folded && r.whole(s) {
				all = append(all, Mention{f.name, s})
			}
		}
	}
	for i, t := range r.toks {
		for _, f := range l.latin[t.stem] {
			if s, ok := r.phrase(f.word, i); ok {
				all = append(all, Mention{f.name, s})
			}
		}
	}
	return longest(all)
}

// longest keeps the mentions that no longer one overlaps, by place.
func longest(all []Mention) []Mention {
	slices.SortStableFunc(all, func(a, b Mention) int {
		if d := (b.To - b.From) - (a.To - a.From); d != 0 {
			return d
		}
		return a.From - b.From
	})
	var out []Mention
	for _, m := range all {
		if !slices.ContainsFunc(out, func(o Mention) bool { return o == m || o.Span != m.Span && o.Overlaps(m.Span) }) {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b Mention) int { return a.From - b.From })
	return out
}

// Kinds returns the kinds of things of which names are known, sorted.
func (l *Lexicon) Kinds() []string { return slices.Sorted(maps.Keys(l.forms)) }

// Forms returns the folded forms of a kind's names, with the value each means.
func (l *Lexicon) Forms(kind string) map[string]string { return l.forms[kind] }

// Synonyms returns groups of words that mean the same: those given, each name with its other forms, and the
// titles that columns have in both languages.
func Synonyms(given [][]string, dictionary map[string]map[string][]string, tools []casefile.ToolSpec) [][]string {
	out := slices.Clone(given)
	for _, kind := range slices.Sorted(maps.Keys(dictionary)) {
		for _, name := range slices.Sorted(maps.Keys(dictionary[kind])) {
			out = append(out, append([]string{name}, dictionary[kind][name]...))
		}
	}
	seen := map[[2]string]bool{}
	for _, t := range tools {
		for _, c := range t.Gives {
			if pair := [2]string{c.Title, c.TitleEN}; c.Title != "" && c.TitleEN != "" && c.Title != c.TitleEN && !seen[pair] {
				seen[pair] = true
				out = append(out, pair[:])
			}
		}
	}
	return out
}
