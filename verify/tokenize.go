package verify

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// A latin is a word of an alphabet in a folded text.
type latin struct {
	stem       string
	start, end int // bytes of the folded text
}

// tokenize adds the tokens of the places that are not taken.
func (rd *reader) tokenize(r *reading, folded string, at []int, taken []bool) {
	free := func(i int) bool { return !taken[at[i]] }
	var ws []latin
	for i := 0; i < len(folded); {
		c, n := utf8.DecodeRuneInString(folded[i:])
		switch {
		case !free(i):
			i += n
		case han(c):
			i = rd.hanRun(r, folded, at, taken, i)
		case letterOrDigit(c):
			start := i
			for i < len(folded) {
				c, n := utf8.DecodeRuneInString(folded[i:])
				if !letterOrDigit(c) && c != '\'' || han(c) || !free(i) {
					break
				}
				i += n
			}
			ws = append(ws, latin{start: start, end: i})
		default:
			i += n
		}
	}
	for i := range ws {
		w := strings.Trim(strings.TrimSuffix(folded[ws[i].start:ws[i].end], "'s"), "'")
		if manyOf(r.src[at[ws[i].start]:at[ws[i].end]]) {
			w = w[:len(w)-1]
		}
		ws[i].stem = text.Stem(w)
	}
	for i := 0; i < len(ws); {
		i += rd.word(r, folded, at, ws[i:])
	}
}

// manyOf reports whether a word is an abbreviation with the s of a plural, which a stemmer may take for a part of it: PDFs.
func manyOf(w string) bool {
	head, ok := strings.CutSuffix(w, "s")
	return ok && len(head) > 1 && strings.Trim(head, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func letterOrDigit(r rune) bool {
	return r != utf8.RuneError && !han(r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// word adds the token of the words that begin ws and returns how many it took.
func (rd *reader) word(r *reading, folded string, at []int, ws []latin) int {
	w := ws[0]
	for _, p := range rd.eng[w.stem] {
		if p.kind == nameToken && len(p.stems) == 1 && w.end-w.start == 1 && !unicode.IsUpper(rune(r.src[at[w.start]])) {
			continue // an article, and the s of a possessive, are no A and no S
		}
		if n := len(p.stems); n <= len(ws) && sameStems(p.stems, ws) && joined(folded, ws[:n]) {
			r.tokens = append(r.tokens, token{key: p.key, also: slices.Clone(p.also), parts: p.parts, kind: p.kind, start: at[w.start], end: at[ws[n-1].end]})
			return n
		}
	}
	raw := folded[w.start:w.end]
	if raw == "a" && r.src[at[w.start]] == 'A' && !r.opens(at[w.start]) {
		// Terminal A is a name, no article
		r.tokens = append(r.tokens, token{key: "a", kind: wordToken, start: at[w.start], end: at[w.end], proper: true, capital: true})
		return 1
	}
	if words.Stop(raw) || len(raw) == 1 && raw == "s" {
		return 1
	}
	t := token{key: w.stem, kind: wordToken, start: at[w.start], end: at[w.end]}
	if base, ok := words.Contrary(raw); ok {
		t.key, t.neg = text.Stem(base), true
		for _, p := range rd.eng[t.key] {
			if len(p.stems) == 1 {
				t.key, t.also, t.kind = p.key, slices.Clone(p.also), p.kind
				break
			}
		}
	}
	first, _ := utf8.DecodeRuneInString(r.src[t.start:])
	t.capital = unicode.IsUpper(first)
	t.proper = t.capital && !r.opens(t.start)
	r.tokens = append(r.tokens, t)
	return 1
}

// spellNames marks listed words as parts of names where they stand with a capital beside another word with one: Harbor Foods.
func (r *reading) spellNames() {
	capital := func(k token) bool {
		first, _ := utf8.DecodeRuneInString(r.src[k.start:])
		return unicode.IsUpper(first) && (k.kind == wordToken || k.kind == conceptToken)
	}
	for i := 0; i+1 < len(r.tokens); i++ {
		a, b := &r.tokens[i], &r.tokens[i+1]
		if a.end+1 == b.start && r.src[a.end] == ' ' && capital(*a) && capital(*b) {
			a.proper, a.capital, b.proper, b.capital = true, true, true, true
		}
	}
}

func sameStems(stems []string, ws []latin) bool {
	for i, s := range stems {
		if ws[i].stem != s {
			return false
		}
	}
	return true
}

// joined reports whether only blanks, hyphens and underscores part the words.
func joined(folded string, ws []latin) bool {
	for i := 1; i < len(ws); i++ {
		if strings.Trim(folded[ws[i-1].end:ws[i].start], " -_\t\n'&/") != "" {
			return false
		}
	}
	return true
}

// opens reports whether a sentence begins at a place, or just before it with marks only.
func (r *reading) opens(start int) bool {
	i := sort.Search(len(r.clauses), func(k int) bool { return r.clauses[k].end > start })
	if i == len(r.clauses) || start < r.clauses[i].start || i > 0 && r.clauses[i-1].sentence == r.clauses[i].sentence {
		return false
	}
	from := r.clauses[i].start
	return start-from < 8 && !strings.ContainsFunc(r.src[from:start], letterOrDigit)
}

// hanRun adds the tokens of the Han text that begins at i and returns where it ends.
func (rd *reader) hanRun(r *reading, folded string, at []int, taken []bool, i int) int {
	var run []int // starts of characters that no phrase took
	flush := func(end int) {
		if len(run) == 1 {
			r.tokens = append(r.tokens, token{key: folded[run[0]:end], kind: hanToken, start: at[run[0]], end: at[end]})
		}
		for k := 0; k+1 < len(run); k++ {
			stop := end
			if k+2 < len(run) {
				stop = run[k+2]
			}
			r.tokens = append(r.tokens, token{key: folded[run[k]:stop], kind: hanToken, start: at[run[k]], end: at[stop]})
		}
		run = run[:0]
	}
	for i < len(folded) {
		c, n := utf8.DecodeRuneInString(folded[i:])
		if !han(c) || taken[at[i]] {
			break
		}
		if p, ok := rd.phraseAt(folded, at, taken, i, c); ok {
			flush(i)
			r.tokens = append(r.tokens, token{key: p.key, also: slices.Clone(p.also), parts: p.parts, kind: p.kind, start: at[i], end: at[i+len(p.han)]})
			i += len(p.han)
			if k := words.Label(folded[i:]); k > 0 && p.kind == conceptToken && !taken[at[i]] {
				r.tokens = append(r.tokens, token{key: folded[i : i+k], kind: hanToken, start: at[i], end: at[i+k], proper: true, capital: true})
				i += k
			}
			continue
		}
		if k := words.StopPrefix(folded[i:]); k > 0 && len(run) == 0 {
			i += k
			continue
		}
		if words.StopHan(c) {
			flush(i)
		} else {
			run = append(run, i)
		}
		i += n
	}
	flush(i)
	return i
}

func (rd *reader) phraseAt(folded string, at []int, taken []bool, i int, c rune) (phrase, bool) {
	for _, p := range rd.han[c] {
		if !strings.HasPrefix(folded[i:], p.han) {
			continue
		}
		whole := true
		for k := i; k < i+len(p.han); k++ {
			if taken[at[k]] {
				whole = false
				break
			}
		}
		if whole {
			return p, true
		}
	}
	return phrase{}, false
}
