package verify

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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

	kept  sync.Map // short text → its *reading, see short
	keeps atomic.Int64
	texts keptTexts // see passage
}

// Heads, units and words of lists come up again with every record and every claim: so many of them are kept, each once read.
const (
	maxKept  = 4096
	maxShort = 160
)

// short reads a text that comes up again. Others share what it returns: it must not be changed.
func (rd *reader) short(s string) *reading {
	if len(s) > maxShort {
		return rd.read(s)
	}
	if r, ok := rd.kept.Load(s); ok {
		return r.(*reading)
	}
	r := rd.read(s)
	if rd.keeps.Add(1) <= maxKept {
		rd.kept.Store(s, r)
	}
	return r
}

// A phrase is a name or a concept as it is written.
type phrase struct {
	han   string
	stems []string
	key   string
	kind  tokenKind
	also  []string // keys of other concepts that the form is listed under
	parts []string // keys of what its words mean by themselves
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
	listed := listedConcepts()
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
	for _, f := range listedForms() {
		rd.put(f)
	}
	rd.parts()
	longest := func(a, b phrase) int { return cmp.Compare(len(b.han)+len(b.stems), len(a.han)+len(a.stems)) }
	for _, list := range rd.han {
		slices.SortStableFunc(list, longest)
	}
	for _, list := range rd.eng {
		slices.SortStableFunc(list, longest)
	}
	return rd, nil
}

// add lists a phrase. The first to claim a form keeps it: names before synonyms before concepts. Where a
// form is listed under several concepts the others are kept as well.
func (rd *reader) add(form, key string, kind tokenKind) {
	if f, ok := newForm(form, key, kind); ok {
		rd.put(f)
	}
}

// A form is a phrase as it is listed, folded.
type form struct {
	phrase
	text  string
	first rune // of a Han form, else 0
}

func newForm(s, key string, kind tokenKind) (form, bool) {
	s = strings.TrimSpace(text.Fold(s))
	if s == "" {
		return form{}, false
	}
	if first, _ := utf8.DecodeRuneInString(s); han(first) {
		return form{phrase: phrase{han: s, key: key, kind: kind}, text: s, first: first}, true
	}
	stems := stemsOf(s)
	return form{phrase: phrase{stems: stems, key: key, kind: kind}, text: s}, len(stems) > 0
}

// listedForms are the words of the bilingual list.
var listedForms = sync.OnceValue(func() []form {
	var out []form
	for _, c := range words.Concepts() {
		for _, w := range append(slices.Clone(c.Han), c.Eng...) {
			if words.Stop(strings.ToLower(w)) {
				continue
			}
			if f, ok := newForm(w, "="+c.Name, conceptToken); ok {
				out = append(out, f)
			}
		}
	}
	n := 0
	for _, line := range words.GlossaryLines() {
		n++
		for _, w := range append(slices.Clone(line.Han), line.Eng...) {
			if words.Stop(strings.ToLower(w)) {
				continue
			}
			if f, ok := newForm(w, fmt.Sprintf("=g%d", n), conceptToken); ok {
				out = append(out, f)
			}
		}
	}
	return out
})

// listedConcepts says which concept each of these words stands for first.
var listedConcepts = sync.OnceValue(func() map[string]string {
	listed := map[string]string{}
	for _, c := range words.Concepts() {
		for _, w := range append(slices.Clone(c.Han), c.Eng...) {
			if _, taken := listed[w]; !taken {
				listed[w] = "=" + c.Name
			}
		}
	}
	return listed
})

func (rd *reader) put(f form) {
	if f.first != 0 {
		list := rd.han[f.first]
		for i := range list {
			if list[i].han == f.han {
				list[i].means(f.key)
				return
			}
		}
		rd.han[f.first] = append(list, f.phrase)
		if !rd.listing {
			rd.own[f.first] = append(rd.own[f.first], f.text)
		}
		return
	}
	list := rd.eng[f.stems[0]]
	for i := range list {
		if slices.Equal(list[i].stems, f.stems) {
			list[i].means(f.key)
			return
		}
	}
	if !rd.listing && slices.ContainsFunc(words.Find(f.text), func(m words.Mark) bool { return m.Class&words.Negating != 0 }) {
		rd.ownEng = append(rd.ownEng, f.text)
	}
	rd.eng[f.stems[0]] = append(list, f.phrase)
}

// parts adds to each listed phrase what its words mean by themselves: 核实身份 is of 核实 and of 身份.
func (rd *reader) parts() {
	han := map[string]string{}
	for _, list := range rd.han {
		for _, p := range list {
			han[p.han] = p.key
		}
	}
	for _, list := range rd.han {
		for i := range list {
			p := &list[i]
			if p.kind != conceptToken || p.key[0] != '=' {
				continue // a name is not what its words are
			}
			rs := []rune(p.han)
			for cut := 2; cut+2 <= len(rs); cut++ {
				a, b := han[string(rs[:cut])], han[string(rs[cut:])]
				if a != "" && b != "" {
					p.parts = append(p.parts, a, b)
					break
				}
			}
		}
	}
	for first, list := range rd.eng {
		for i := range list {
			p := &list[i]
			if len(p.stems) < 2 || p.kind != conceptToken || p.key[0] != '=' {
				continue
			}
			for k, s := range p.stems {
				if k == 0 {
					s = first
				}
				for _, o := range rd.eng[s] {
					if len(o.stems) == 1 && o.kind == conceptToken {
						p.parts = append(append(p.parts, o.key), o.also...)
					}
				}
			}
		}
	}
}

// means adds a concept to a phrase that is listed already.
func (p *phrase) means(key string) {
	if p.kind == conceptToken && key != p.key && key[0] == '=' && p.key[0] == '=' && !slices.Contains(p.also, key) {
		p.also = append(p.also, key)
	}
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
