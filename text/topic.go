package text

import (
	"maps"
	"slices"
	"unicode/utf8"
)

// Synonyms is groups of words and phrases that mean the same, across languages too.
type Synonyms struct {
	groups [][]phrase
	byHead map[string][]at // first term of a phrase → where it stands
}

type phrase struct {
	text  string
	terms []string
}

type at struct{ group, phrase int }

// NewSynonyms prepares groups. Phrases of no term are left out.
func NewSynonyms(groups [][]string) *Synonyms {
	s := &Synonyms{byHead: map[string][]at{}}
	for _, g := range groups {
		var ps []phrase
		for _, w := range g {
			if ts := sequence(Analyze(w)); len(ts) > 0 {
				terms := make([]string, len(ts))
				for i, t := range ts {
					terms[i] = t.Term
				}
				ps = append(ps, phrase{w, terms})
			}
		}
		for i, p := range ps {
			s.byHead[p.terms[0]] = append(s.byHead[p.terms[0]], at{len(s.groups), i})
		}
		s.groups = append(s.groups, ps)
	}
	return s
}

// With returns s with more groups; where a phrase stands in several, that of s counts. s itself is unchanged, and may be nil.
func (s *Synonyms) With(groups [][]string) *Synonyms {
	if len(groups) == 0 && s != nil {
		return s
	}
	more := NewSynonyms(groups)
	if s == nil {
		return more
	}
	out := &Synonyms{groups: slices.Concat(s.groups, more.groups), byHead: maps.Clone(s.byHead)}
	for head, places := range more.byHead {
		all := slices.Clone(out.byHead[head])
		for _, p := range places {
			all = append(all, at{p.group + len(s.groups), p.phrase})
		}
		out.byHead[head] = all
	}
	return out
}

// has reports whether a phrase stands in a group.
func (s *Synonyms) has(w string) bool {
	if s == nil {
		return false
	}
	toks := sequence(Analyze(w))
	if len(toks) == 0 {
		return false
	}
	return slices.ContainsFunc(s.byHead[toks[0].Term], func(p at) bool { return s.groups[p.group][p.phrase].text == w })
}

// sequence returns the tokens of a text one after another: no parts of codes, no second form
// of a code, no last characters of Han runs, and of the number of an article only its one form.
func sequence(toks []Token) []Token {
	var out, ordinals []Token
	end := -1
	for _, t := range toks {
		if t.Kind == Ordinal {
			ordinals = append(ordinals, t)
		} else if slices.ContainsFunc(ordinals, func(o Token) bool { return o.Start <= t.Start && t.End <= o.End }) {
			continue
		}
		if t.Kind == Char && t.Start < end || t.Kind == Part && (t.End <= end || len(t.Term) == 1) {
			continue
		}
		if t.Kind == Code && t.Start < end {
			continue
		}
		out = append(out, t)
		end = max(end, t.End)
	}
	return out
}

// A mention is a phrase of a group found in a token sequence.
type mention struct {
	from, to int // in the sequence
	at       at
	also     []at // where else the same phrase stands
}

// mentions finds the phrases of s in seq: the longest at each place.
func (s *Synonyms) mentions(seq []Token) []mention {
	if s == nil {
		return nil
	}
	var out []mention
	for i := 0; i < len(seq); {
		best := mention{}
		for _, p := range s.byHead[seq[i].Term] {
			terms := s.groups[p.group][p.phrase].terms
			switch n := best.to - best.from; {
			case len(terms) > n && matches(seq[i:], terms):
				best = mention{i, i + len(terms), p, nil}
			case len(terms) == n && n > 0 && matches(seq[i:], terms):
				best.also = append(best.also, p)
			}
		}
		if best.to == 0 {
			i++
			continue
		}
		out = append(out, best)
		i = best.to
	}
	return out
}

func matches(seq []Token, terms []string) bool {
	if len(seq) < len(terms) {
		return false
	}
	for i, t := range terms {
		if seq[i].Term != t {
			return false
		}
	}
	return true
}

// Expand returns the other phrases of each group that s mentions, in order, each once.
func (s *Synonyms) Expand(text string) []string {
	return s.expand(s.mentions(sequence(Analyze(text))), false)
}

// ExpandWords is Expand for a text whose Chinese is cut into known words, and over every group that a phrase stands in.
func (s *Synonyms) ExpandWords(text string, known func(word string) bool) []string {
	seq, _ := wordSequence(text, func(w string) bool { return known(w) || s.has(w) })
	return s.expand(s.mentions(seq), true)
}

func (s *Synonyms) expand(mentions []mention, every bool) []string {
	var out []string
	for _, m := range mentions {
		places := []at{m.at}
		if every {
			places = append(places, m.also...)
		}
		for _, place := range places {
			for i, p := range s.groups[place.group] {
				if i != place.phrase && !slices.Contains(out, p.text) {
					out = append(out, p.text)
				}
			}
		}
	}
	return out
}

// A Topic is a question made ready for comparing many sentences with it.
type Topic struct {
	concepts []concept
	total    float64
	known    map[string]bool // the terms of all concepts
	single   bool            // one of them is a single character
}

// A concept is what a sentence may have or lack: one term, or a phrase with its synonyms.
type concept struct {
	said   string // as the question has it
	weight float64
	terms  []string
	alts   [][]string
}

// NewTopic prepares a question. syn may be nil. weight gives a term's weight, its rarity for
// example; nil weighs all alike, codes twice.
func NewTopic(question string, syn *Synonyms, weight func(term string) float64) *Topic {
	return newTopic(question, sequence(Analyze(question)), nil, syn, weight)
}

// NewTopicOfWords prepares a question whose Chinese is cut into known words: no pair of characters that only stand side by
// side is looked for, and a word weighs as one thing, however long it is.
func NewTopicOfWords(question string, known func(word string) bool, syn *Synonyms, weight func(term string) float64) *Topic {
	seq, words := wordSequence(question, func(w string) bool { return known(w) || syn.has(w) })
	return newTopic(question, seq, words, syn, weight)
}

// newTopic makes the concepts of a sequence. words holds how many tokens the word has that begins with a token; one each where it is nil.
func newTopic(question string, seq []Token, words []int, syn *Synonyms, weight func(term string) float64) *Topic {
	mentions := syn.mentions(seq)
	t := &Topic{}
	seen := map[string]bool{}
	add := func(c concept, toks []Token) {
		for _, tok := range toks {
			if !seen[tok.Term] {
				c.weight += weigh(tok, weight)
			}
			seen[tok.Term] = true
			c.terms = append(c.terms, tok.Term)
		}
		c.said = question[toks[0].Start:toks[len(toks)-1].End]
		if words != nil && toks[0].Kind == Han {
			c.weight /= float64(len(toks))
		}
		if c.weight > 0 {
			t.concepts = append(t.concepts, c)
			t.total += c.weight
		}
	}
	defer t.index()
	strong := slices.ContainsFunc(seq, func(t Token) bool { return !t.Weak })
	for i := 0; i < len(seq); i++ {
		if len(mentions) > 0 && mentions[0].from == i {
			m := mentions[0]
			mentions = mentions[1:]
			c := concept{}
			for _, at := range append([]at{m.at}, m.also...) {
				for k, p := range syn.groups[at.group] {
					if k != at.phrase {
						c.alts = append(c.alts, p.terms)
					}
				}
			}
			add(c, seq[m.from:m.to])
			i = m.to - 1
			continue
		}
		if !seq[i].Weak || !strong {
			c, n := concept{}, 1
			if seq[i].Kind == Code {
				c.alts = forms(seq[i].Term)
			}
			if words != nil {
				for n = max(1, words[i]); len(mentions) > 0 && mentions[0].from < i+n; n-- {
				}
			}
			add(c, seq[i:i+n])
			i += n - 1
		}
	}
	return t
}

func (t *Topic) index() {
	t.known = map[string]bool{}
	for _, c := range t.concepts {
		for _, list := range append([][]string{c.terms}, c.alts...) {
			for _, term := range list {
				t.known[term] = true
				r, n := utf8.DecodeRuneInString(term)
				t.single = t.single || n == len(term) && cjk(r)
			}
		}
	}
}

func weigh(t Token, weight func(string) float64) float64 {
	if weight != nil {
		return weight(t.Term)
	}
	if t.Kind == Code {
		return 2
	}
	return 1
}

// headingShare is what a concept is worth when only the heading has it.
const headingShare = 0.7

// Relevance returns how much of the question a sentence covers together with its heading, 0 to 1.
func (t *Topic) Relevance(sentence, heading string) float64 {
	if t.total == 0 {
		return 0
	}
	return t.Covered(t.Set(sentence), t.Set(heading))
}

// A Set is the terms of one text that a topic knows.
type Set map[string]bool

// Concepts returns how many of the things that the question speaks of a sentence or its heading has at all, and how many there are.
func (t *Topic) Concepts(sentence, heading string) (had, all int) {
	in, above := t.Set(sentence), t.Set(heading)
	for _, c := range t.concepts {
		if c.covered(in) > 0 || c.covered(above) > 0 {
			had++
		}
	}
	return had, len(t.concepts)
}

// Said returns the things that the question speaks of, in its own words.
func (t *Topic) Said() []string {
	out := make([]string, len(t.concepts))
	for i, c := range t.concepts {
		out[i] = c.said
	}
	return out
}

// Translated reports whether a thing that the question speaks of is known in words of the other script, Han or not.
func (t *Topic) Translated(said string) bool {
	han := hasHan(said)
	for _, c := range t.concepts {
		if c.said == said {
			return slices.ContainsFunc(c.alts, func(alt []string) bool {
				return slices.ContainsFunc(alt, func(term string) bool { return hasHan(term) != han })
			})
		}
	}
	return false
}

// Lacks returns those things that a sentence and its heading have less than half of.
func (t *Topic) Lacks(sentence, heading string) []string {
	in, above := t.Set(sentence), t.Set(heading)
	var out []string
	for _, c := range t.concepts {
		if max(c.covered(in), c.covered(above)) < 0.5 {
			out = append(out, c.said)
		}
	}
	return out
}

// Covered is Relevance for texts whose sets are at hand.
func (t *Topic) Covered(in, above Set) float64 {
	if t.total == 0 {
		return 0
	}
	sum := 0.0
	for _, c := range t.concepts {
		sum += c.weight * max(c.covered(in), headingShare*c.covered(above))
	}
	return sum / t.total
}

// Relevance compares one sentence with a question; see Topic for many.
func Relevance(question, sentence, heading string, syn *Synonyms) float64 {
	return NewTopic(question, syn, nil).Relevance(sentence, heading)
}

func (c concept) covered(in Set) float64 {
	if len(in) == 0 {
		return 0
	}
	n := 0
	for _, t := range c.terms {
		if in[t] {
			n++
		}
	}
	best := float64(n) / float64(len(c.terms))
	for _, alt := range c.alts {
		if !slices.ContainsFunc(alt, func(t string) bool { return !in[t] }) {
			return 1
		}
	}
	return best
}

// Set returns the terms of s that the topic asks for.
func (t *Topic) Set(s string) Set {
	if s == "" {
		return nil
	}
	in := Set{}
	Visit(s, func(term string) {
		if t.known[term] {
			in[term] = true
		}
		if r, n := utf8.DecodeRuneInString(term); t.single && cjk(r) { // a one-character word of the question may be part of a longer one here
			in[term[:n]], in[term[n:]] = true, true
		}
	})
	return in
}

// forms returns the other ways to write a code: without its joiners, and in parts.
func forms(code string) [][]string {
	var out [][]string
	if plain := plainCode.Replace(code); plain != code {
		out = append(out, []string{plain})
	}
	var parts []string
	for _, t := range Analyze(code) {
		if t.Kind == Part {
			parts = append(parts, t.Term)
		}
	}
	if len(parts) > 1 {
		out = append(out, parts)
	}
	return out
}
