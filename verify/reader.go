package verify

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// A reader turns a text into a reading: what it says in tokens, values and clauses.
// It is built once from the rules and is safe for concurrent use.
type reader struct {
	listing bool // the workspace's words are in, those of the lists follow
	idents  []*regexp.Regexp
	own     map[rune][]string   // Han phrases of the workspace: a negation inside one negates nothing
	ownEng  []string            // English ones that hold a negation
	han     map[rune][]phrase   // names and concepts by first character, longest first
	eng     map[string][]phrase // by first stem, longest first
}

// A phrase is a name or a concept as it is written.
type phrase struct {
	han   string
	stems []string
	key   string
	kind  tokenKind
}

func newReader(r Rules) (*reader, error) {
	rd := &reader{own: map[rune][]string{}, han: map[rune][]phrase{}, eng: map[string][]phrase{}}
	for _, kind := range sortedKeys(r.Identifiers) {
		re, err := regexp.Compile(`(?i)(?:` + r.Identifiers[kind] + `)`)
		if err != nil {
			return nil, fmt.Errorf("verify: the pattern of identifier %q: %w; write it in RE2 syntax", kind, err)
		}
		rd.idents = append(rd.idents, re)
	}
	for _, kind := range sortedKeys(r.Dictionary) {
		for _, name := range sortedKeys(r.Dictionary[kind]) {
			key := "@" + kind + "/" + text.Fold(name)
			rd.add(name, key, nameToken)
			for _, form := range r.Dictionary[kind][name] {
				rd.add(form, key, nameToken)
			}
		}
	}
	listed := map[string]string{} // form → concept
	for _, c := range words.Concepts() {
		for _, w := range append(slices.Clone(c.Han), c.Eng...) {
			if _, taken := listed[w]; !taken {
				listed[w] = "=" + c.Name
			}
		}
	}
	for i, group := range r.Synonyms {
		key := fmt.Sprintf("~%d", i)
		for _, w := range group {
			// words that the lists know keep what the rules know of them: "fell" is a fall under any name
			if c, ok := listed[strings.TrimSpace(text.Fold(w))]; ok {
				key = c
				break
			}
		}
		for _, w := range group {
			rd.add(w, key, conceptToken)
		}
	}
	for _, m := range r.Metrics {
		key := "%" + text.Fold(m.Name)
		for _, w := range append([]string{m.Name, strings.ReplaceAll(m.Name, "_", " ")}, m.Words...) {
			rd.add(w, key, conceptToken)
		}
	}
	rd.listing = true
	for _, c := range words.Concepts() {
		for _, w := range append(slices.Clone(c.Han), c.Eng...) {
			rd.add(w, "="+c.Name, conceptToken)
		}
	}
	longest := func(a, b phrase) int { return cmp.Compare(len(b.han)+len(b.stems), len(a.han)+len(a.stems)) }
	for _, list := range rd.han {
		slices.SortStableFunc(list, longest)
	}
	for _, list := range rd.eng {
		slices.SortStableFunc(list, longest)
	}
	return rd, nil
}

// add lists a phrase. The first to claim a form keeps it: names before synonyms before concepts.
func (rd *reader) add(form, key string, kind tokenKind) {
	form = strings.TrimSpace(text.Fold(form))
	if form == "" {
		return
	}
	if first, _ := utf8.DecodeRuneInString(form); han(first) {
		for _, p := range rd.han[first] {
			if p.han == form {
				return
			}
		}
		rd.han[first] = append(rd.han[first], phrase{han: form, key: key, kind: kind})
		if !rd.listing {
			rd.own[first] = append(rd.own[first], form)
		}
		return
	}
	stems := stemsOf(form)
	if len(stems) == 0 {
		return
	}
	for _, p := range rd.eng[stems[0]] {
		if slices.Equal(p.stems, stems) {
			return
		}
	}
	if !rd.listing && slices.ContainsFunc(words.Find(form), func(m words.Mark) bool { return m.Class&words.Negating != 0 }) {
		rd.ownEng = append(rd.ownEng, form)
	}
	rd.eng[stems[0]] = append(rd.eng[stems[0]], phrase{stems: stems, key: key, kind: kind})
}

func stemsOf(folded string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' || han(r) }) {
		out = append(out, text.Stem(w))
	}
	return out
}

func han(r rune) bool {
	return r >= 0x3400 && r <= 0x9FFF || r >= 0x20000 && r <= 0x3FFFF || r >= 0x3040 && r <= 0x30FF || r >= 0xAC00 && r <= 0xD7A3
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// owned returns the places of a folded text that phrases of the workspace take.
func (rd *reader) owned(folded string) map[int]bool {
	if len(rd.own)+len(rd.ownEng) == 0 {
		return nil
	}
	out := map[int]bool{}
	for _, form := range rd.ownEng {
		for from := 0; ; {
			i := strings.Index(folded[from:], form)
			if i < 0 {
				break
			}
			for k := from + i; k < from+i+len(form); k++ {
				out[k] = true
			}
			from += i + len(form)
		}
	}
	for i, c := range folded {
		for _, p := range rd.own[c] {
			if strings.HasPrefix(folded[i:], p) {
				for k := i; k < i+len(p); k++ {
					out[k] = true
				}
			}
		}
	}
	return out
}
