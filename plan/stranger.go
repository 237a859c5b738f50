package plan

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// stranger is a word that stands where a function takes a name, and is none that it knows. The function goes first.
func (p *Planner) stranger(a *asked, v verdict) string {
	for i, s := range v.data {
		for _, prm := range s.Params {
			if at := p.framed(a, prm); len(at) > 0 && !prm.Exclude && len(prm.Values) > 0 && !a.explained(at[0]) {
				copy(v.data[1:i+1], v.data[:i])
				v.data[0] = s
				return a.r.Source(at[0])
			}
		}
	}
	if len(v.data) == 0 || len(v.data[0].hits) == 0 && !v.data[0].titled {
		return ""
	}
	for _, prm := range v.data[0].Params {
		if _, ok := v.data[0].args[prm.Name]; ok {
			continue
		}
		if w, ok := p.unknown(a, prm, v.data[0].hits); ok {
			return w
		}
	}
	return ""
}

// explained reports whether a place is an identifier, a period or a name that is known.
func (a *asked) explained(s playbook.Span) bool {
	return a.taken(s) || slices.ContainsFunc(append(slices.Clone(a.names), a.not...), func(m playbook.Mention) bool { return m.Overlaps(s) })
}

// unknown finds a word that stands where a parameter's value would stand but is none of its values:
// a code of the same shape, or a word with the ending that the values' other forms have.
func (p *Planner) unknown(a *asked, prm casefile.Param, explained []playbook.Span) (string, bool) {
	if prm.Exclude {
		return a.leftIn(prm)
	}
	if len(prm.Values) == 0 {
		return "", false
	}
	words := append(slices.Clone(explained), a.cued("asking", "data", "single")...)
	covered := func(s playbook.Span) bool {
		return a.explained(s) || slices.ContainsFunc(words, func(w playbook.Span) bool { return w.Overlaps(s) })
	}
	if re := shape(prm.Values); re != nil {
		for _, m := range re.FindAllStringIndex(a.r.Folded, -1) {
			s := playbook.Span{From: m[0], To: m[1]}
			if playbook.Alone(a.r.Folded, m[0], m[1]) && !covered(s) {
				return a.r.Source(s), true
			}
		}
	}
	for _, s := range p.framed(a, prm) {
		if !a.explained(s) {
			return a.r.Source(s), true
		}
	}
	for _, end := range p.endings(prm) {
		for _, at := range a.r.Find(playbook.Prepare(end)) {
			from := at.From
			for from > 0 { // the run of characters before it, no further than the longest value
				r, n := utf8.DecodeLastRuneInString(a.r.Folded[:from])
				if !unicode.Is(unicode.Han, r) || at.From-from >= longestValue(prm.Values) || covered(playbook.Span{From: from - n, To: from}) ||
					strings.ContainsRune("的在和与及是对把被从到给按查各每某该本此哪什", r) {
					break
				}
				from -= n
			}
			s := playbook.Span{From: from, To: at.To}
			if from < at.From && !covered(s) && !slices.Contains(prm.Values, a.r.Source(s)) {
				return a.r.Source(s), true
			}
		}
	}
	return "", false
}

// beside is what is named in one list with a known name of a parameter and is none: "branch A and branch Z". The tool says which
// values there are.
func (p *Planner) beside(a *asked, prm casefile.Param, said filled) []string {
	if prm.Exclude || len(prm.Values) == 0 || !said.said {
		return nil
	}
	var known []playbook.Span
	for _, m := range a.names {
		if m.Kind == playbook.EntityOf(prm) && m.To > 0 {
			known = append(known, m.Span)
		}
	}
	var out []string
	listed := func(s, k playbook.Span) bool {
		return k.To <= s.From && inOneList.MatchString(a.r.Folded[k.To:s.From]) || s.To <= k.From && inOneList.MatchString(a.r.Folded[s.To:k.From])
	}
	for _, s := range p.framed(a, prm) {
		if w := a.r.Source(s); !a.explained(s) && !slices.Contains(out, w) && slices.ContainsFunc(known, func(k playbook.Span) bool { return listed(s, k) }) {
			out, known = append(out, w), append(known, s)
		}
	}
	return out
}

var inOneList = regexp.MustCompile(`^\s*(?:[,，、/&;和与跟及或]|以及|还有|and\b|or\b|vs\b\.?|versus\b)\s*(?:and\b|or\b|和|the\b|of\b)?\s*$`)

// unnamed is a word that must be meant for a required parameter: what is left of the question when all else is explained.
func (p *Planner) unnamed(a *asked, prm casefile.Param, explained []playbook.Span) (string, bool) {
	if w, ok := p.unknown(a, prm, explained); ok || !prm.Required || len(prm.Default) > 0 || len(prm.Values) == 0 || prm.Exclude {
		return w, ok
	}
	return a.leftover(explained, longestValue(prm.Values))
}

// leftover is the first run of the question that nothing explains: Han characters, or words with a capital.
func (a *asked) leftover(explained []playbook.Span, longest int) (string, bool) {
	cut := slices.Clone(explained)
	for _, list := range [][]playbook.Mention{a.ids, a.names, a.not} {
		for _, m := range list {
			cut = append(cut, m.Span)
		}
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	cut = append(cut, a.cued("asking", "data", "filler", "personal", "permission", "not", "also")...)
	for _, run := range unexplained.FindAllString(a.without(cut), -1) {
		if len([]rune(run)) >= 2 && len(run) <= longest+3 {
			return run, true
		}
	}
	return "", false
}

var unexplained = regexp.MustCompile(`\p{Han}+|[A-Z][\w-]*(?: [A-Z][\w-]*)*`)

func longestValue(values []string) int {
	n := 0
	for _, v := range values {
		n = max(n, len(v))
	}
	return n
}

var letters, digits = regexp.MustCompile(`[A-Za-z]+`), regexp.MustCompile(`\d+`)

// shape is what the values look like when all of them are codes of one form.
func shape(values []string) *regexp.Regexp {
	form := func(v string) string {
		return digits.ReplaceAllString(letters.ReplaceAllString(regexp.QuoteMeta(v), "A"), "0")
	}
	if len(values) < 2 || !digits.MatchString(values[0]) || !letters.MatchString(values[0]) {
		return nil
	}
	for _, r := range values[0] {
		if r >= utf8.RuneSelf {
			return nil
		}
	}
	first := form(values[0])
	for _, v := range values {
		if form(v) != first {
			return nil
		}
	}
	re, err := regexp.Compile(`(?i)` + strings.NewReplacer("A", "[a-z]+", "0", `\d+`).Replace(first))
	if err != nil {
		return nil
	}
	return re
}

// endings returns the words that other forms of a parameter's values end in: with 北部 also called 北部区 it is 区.
func (p *Planner) endings(prm casefile.Param) []string {
	var out []string
	forms := p.lexicon.Forms(playbook.EntityOf(prm))
	for _, alias := range slices.Sorted(maps.Keys(forms)) {
		end, ok := strings.CutPrefix(alias, text.Fold(forms[alias]))
		if ok && end != "" && unicode.Is(unicode.Han, first(end)) && !slices.Contains(out, end) {
			out = append(out, end)
		}
	}
	slices.SortStableFunc(out, func(x, y string) int { return len(y) - len(x) })
	return out
}

// framed finds what stands where the names of a parameter do, in the frame that they share, and is none of them: "branch Z"
// where there are "branch A" and "branch B", "West Asia" where there are "East Asia" and "South Asia".
func (p *Planner) framed(a *asked, prm casefile.Param) []playbook.Span {
	heads, tails := p.frames[playbook.EntityOf(prm)].heads, p.frames[playbook.EntityOf(prm)].tails
	var out []playbook.Span
	toks := latinWord.FindAllStringIndex(a.r.Folded, -1)
	for i, t := range toks {
		word := a.r.Folded[t[0]:t[1]]
		if i+1 < len(toks) && slices.Contains(heads, word) && toks[i+1][0]-t[1] <= 1 && a.stands(toks[i+1]) {
			out = append(out, playbook.Span{From: t[0], To: toks[i+1][1]})
		}
		if i > 0 && slices.Contains(tails, word) && t[0]-toks[i-1][1] <= 1 && a.stands(toks[i-1]) {
			out = append(out, playbook.Span{From: toks[i-1][0], To: t[1]})
		}
	}
	for _, head := range heads {
		if !unicode.Is(unicode.Han, first(head)) {
			continue
		}
		for _, at := range a.r.Find(playbook.Prepare(head)) {
			if m := letterAt.FindString(a.r.Folded[at.To:]); m != "" {
				out = append(out, playbook.Span{From: at.From, To: at.To + len(m)})
			}
		}
	}
	return out
}

var (
	latinWord = regexp.MustCompile(`[a-z0-9][a-z0-9'-]*`)
	letterAt  = regexp.MustCompile(`^[a-z0-9]{1,3}\b`)
)

// stands reports whether a Latin word can be a name, or the part of one that tells it from others: it has a capital or is one letter.
func (a *asked) stands(at []int) bool {
	s := a.r.Source(playbook.Span{From: at[0], To: at[1]})
	return s != "" && (unicode.IsUpper(first(s)) && !slices.Contains(notNames, a.r.Folded[at[0]:at[1]]) || len(s) == 1 && s != "a" && s != "i" && unicode.IsLetter(first(s)))
}

// notNames are words that stand with a capital at the head of a sentence or in one, and name nothing.
var notNames = []string{"which", "what", "the", "all", "each", "every", "how", "in", "of", "our", "my", "is", "are", "this", "that", "and", "i", "who", "for", "compare", "list", "a"}

// A frame is the first words and the last words that several names of a kind share.
type frame struct{ heads, tails []string }

// frameOf finds the frame of the names of a kind.
func (p *Planner) frameOf(kind string) frame {
	of := map[string]map[string]bool{}
	note := func(key, value string) {
		if of[key] == nil {
			of[key] = map[string]bool{}
		}
		of[key][value] = true
	}
	for form, value := range p.lexicon.Forms(kind) {
		if w := strings.Fields(form); len(w) == 2 {
			note("head "+w[0], value)
			note("tail "+w[1], value)
		}
		if m := hanLetter.FindStringSubmatch(form); m != nil {
			note("head "+m[1], value)
		}
	}
	var out frame
	for _, key := range slices.Sorted(maps.Keys(of)) {
		if len(of[key]) < 2 {
			continue
		}
		if w, ok := strings.CutPrefix(key, "head "); ok {
			out.heads = append(out.heads, w)
		} else {
			out.tails = append(out.tails, strings.TrimPrefix(key, "tail "))
		}
	}
	return out
}

var hanLetter = regexp.MustCompile(`^(\p{Han}{2,})[a-z0-9]{1,3}$`)

// bareNames reads bare letters as the names whose frame is named elsewhere: "branches except A and B".
func (p *Planner) bareNames(a *asked, at int) []playbook.Mention {
	var out []playbook.Mention
	for {
		m := bareLetter.FindStringSubmatchIndex(a.r.Folded[at:])
		if m == nil {
			return out
		}
		s := playbook.Span{From: at + m[2], To: at + m[3]}
		one, ok := p.bareName(a, s)
		if !ok {
			return out
		}
		out, at = append(out, one), s.To
	}
}

var bareLetter = regexp.MustCompile(`^(?:[\s,、/&和与及或]|and\b|or\b|the\b)*([a-z0-9])(?:[^a-z0-9]|$)`)

func (p *Planner) bareName(a *asked, s playbook.Span) (playbook.Mention, bool) {
	for _, kind := range slices.Sorted(maps.Keys(p.frames)) {
		for _, head := range p.frames[kind].heads {
			sep := " "
			if unicode.Is(unicode.Han, first(head)) {
				sep = ""
			}
			if !a.r.Has(playbook.Prepare(head)) {
				continue
			}
			if v, ok := p.lexicon.Value(kind, head+sep+a.r.Folded[s.From:s.To]); ok {
				return playbook.Mention{Name: playbook.Name{Kind: kind, Value: v}, Span: s}, true
			}
		}
	}
	return playbook.Mention{}, false
}

var afterExcept = regexp.MustCompile(`^\s?(?:the |those of |those in |in |of )?([\p{Han}]+?|[a-z0-9][\w -]*?)(?:之外|以外|外|$|[,;?!。、]|\band\b)`)

// leftIn is what the question excludes and no name that is known: what is left out would be in the figures.
func (a *asked) leftIn(prm casefile.Param) (string, bool) {
	if len(a.not) > 0 || len(prm.Values) == 0 {
		return "", false
	}
	for _, cue := range found(a.r, cues()["except"]) {
		m := afterExcept.FindStringSubmatchIndex(a.r.Folded[cue.To:])
		if m == nil {
			continue
		}
		s := playbook.Span{From: cue.To + m[2], To: cue.To + m[3]}
		w := a.r.Source(s)
		if !a.explained(s) && len(w) <= longestValue(prm.Values)+3 && (unicode.Is(unicode.Han, first(w)) || unicode.IsUpper(first(w))) {
			return w, true
		}
	}
	return "", false
}
