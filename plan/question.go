package plan

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// asked is a question as it was read: everything the program takes from its words.
type asked struct {
	c        casefile.Case
	lang     casefile.Lang
	r        *playbook.Reader
	text     string             // the part of the question that was read
	off      int                // where it begins
	context  string             // what the part before is about, where this part does not say by itself
	borrowed bool               // its period is that of another part
	ids      []playbook.Mention // identifiers; the kind is the identifier's name
	names    []playbook.Mention // names of things
	not      []playbook.Mention // names that are excluded
	periods  []period
	unread   []period // words that name a period of which no days can be told
	n        count
	judged   *verdict // where it is looked for, once that was decided
}

// period is a period named in the question.
type period struct {
	playbook.Span
	casefile.Period
	words       string
	granularity string
}

// count is a number of things asked for: "the three …", "top 5".
type count struct {
	playbook.Span
	n       int
	implied bool // no number is said
}

func (p *Planner) read(c casefile.Case) *asked { return p.readPart(c, 0, len(c.Question)) }

// readPart reads a part of the question, in bytes.
func (p *Planner) readPart(c casefile.Case, from, to int) *asked {
	a := &asked{c: c, lang: p.lang(c), text: c.Question[from:to], off: from}
	a.r = playbook.Read(a.text)
	a.periods, a.unread = p.periods(a), p.unread(a)
	a.ids = p.identifiers(a)
	for _, m := range p.lexicon.Find(a.r) {
		if !a.taken(m.Span) {
			a.names = append(a.names, m)
		}
	}
	p.exclude(a)
	a.n = a.number()
	return a
}

// taken reports whether a place is an identifier or a period already.
func (a *asked) taken(s playbook.Span) bool {
	return slices.ContainsFunc(a.ids, func(m playbook.Mention) bool { return m.Overlaps(s) }) ||
		slices.ContainsFunc(slices.Concat(a.periods, a.unread), func(p period) bool { return p.Overlaps(s) })
}

// identifiers finds what looks like an identifier as a whole. The written case is kept where the pattern asks for it.
func (p *Planner) identifiers(a *asked) []playbook.Mention {
	var out []playbook.Mention
	text := a.r.Folded
	for _, k := range p.ids {
		for _, m := range k.re.FindAllStringIndex(text, -1) {
			if m[1] == m[0] || !playbook.Alone(text, m[0], m[1]) {
				continue
			}
			one := playbook.Mention{Name: playbook.Name{Kind: k.name, Value: p.canonical(k, text[m[0]:m[1]])}, Span: playbook.Span{From: m[0], To: m[1]}}
			if !slices.ContainsFunc(out, func(o playbook.Mention) bool { return o.Overlaps(one.Span) }) {
				out = append(out, one)
			}
		}
	}
	slices.SortFunc(out, func(x, y playbook.Mention) int { return x.From - y.From })
	return out
}

// canonical gives an identifier the case that its pattern is written for.
func (p *Planner) canonical(k idKind, folded string) string {
	exact := regexp.MustCompile(`^(?:` + p.rules.Identifiers[k.name] + `)$`)
	for _, s := range []string{strings.ToUpper(folded), folded} {
		if exact.MatchString(s) {
			return s
		}
	}
	return folded
}

func first(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }

// exclude moves the names that the question excludes from names to not.
func (p *Planner) exclude(a *asked) {
	cut := map[int]bool{}
	var bare []playbook.Mention
	for _, cue := range found(a.r, cues()["except"]) {
		at := cue.To
		for i, m := range a.names {
			if m.From < at {
				continue
			}
			if !joins(a.r.Folded[at:m.From], at == cue.To) {
				break
			}
			cut[i], at = true, m.To
		}
		bare = append(bare, p.bareNames(a, at)...)
	}
	for _, cue := range found(a.r, cues()["except after"]) {
		at := cue.From
		for i := len(a.names) - 1; i >= 0; i-- {
			m := a.names[i]
			if m.To > at {
				continue
			}
			if !joins(a.r.Folded[m.To:at], at == cue.From) {
				break
			}
			cut[i], at = true, m.From
		}
	}
	var kept []playbook.Mention
	for i, m := range a.names {
		if cut[i] {
			a.not = append(a.not, m)
		} else {
			kept = append(kept, m)
		}
	}
	a.names, a.not = kept, append(a.not, bare...)
}

var (
	joint    = regexp.MustCompile(`^[\s,、/&和与及或以]*(and|or|及|以及|和|与|或)?[\s,、]*(the|from|by|of|in|来自|由)?\s*$`)
	nearWord = regexp.MustCompile(`^[\s,:“"'《]*(?:(?:the|those|from|by|of|in|for|that|are|is|来自|由|是|了|对|掉|在)\s*)*[\p{Han}]{0,3}(?:[a-z]+ ?)?$`)
)

// joins reports whether the words between a cue and a name, or between two names of a list, hold them together.
func joins(between string, cue bool) bool {
	if strings.ContainsAny(between, "。?!;；") {
		return false
	}
	if cue {
		return nearWord.MatchString(between)
	}
	return joint.MatchString(between)
}

var counts = []*regexp.Regexp{
	regexp.MustCompile(`前\s*(\d+|[一二两三四五六七八九十]+)`),
	regexp.MustCompile(`\b(?:top|first|worst|best|leading)[\s-]*(\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b`),
	regexp.MustCompile(`(?:最[多少高低大小好差长短][^,，。?]{0,6}?)(\d+|[一二两三四五六七八九十]+)\s*[个名位款种家条项件类大]`),
	regexp.MustCompile(`(?:^|[^第近过内\d一二两三四五六七八九十])(\d+|[二两三四五六七八九十]+)\s*[个名位款种家条项类大][^月季半小星工百月]`),
	regexp.MustCompile(`\b(\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?:[a-z-]+\s+){0,2}?(?:most|least|highest|lowest|worst|best|largest|smallest|with the)\b`),
	regexp.MustCompile(`\bwhich\s+(\d+|two|three|four|five|six|seven|eight|nine|ten)\b`),
	regexp.MustCompile(`\bthe\s+(\d+|two|three|four|five|six|seven|eight|nine|ten)\s+[a-z]+s\b`),
}

var numerals = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30}

// number reads how many things are asked for, outside of periods and identifiers.
func (a *asked) number() count {
	for _, re := range counts {
		for _, m := range re.FindAllStringSubmatchIndex(a.r.Folded, -1) {
			s := playbook.Span{From: m[2], To: m[3]}
			if a.taken(s) {
				continue
			}
			if n := small(a.r.Folded[m[2]:m[3]]); n > 0 {
				return count{Span: s, n: n}
			}
		}
	}
	if has(a.r, "single") && has(a.r, "superlative") {
		return count{n: 1, implied: true} // "who … most": one, and those who share the place
	}
	return count{}
}

// small reads a number up to 99 in digits, Chinese numerals or English words; 0 for anything else.
func small(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if n, ok := numerals[s]; ok {
		return n
	}
	const digits = "零一二三四五六七八九"
	n, tens := 0, 0
	for _, r := range strings.ReplaceAll(s, "两", "二") {
		switch i := strings.IndexRune(digits, r); {
		case r == '十':
			tens, n = max(n, 1)*10, 0
		case i >= 0:
			n = i / len("零")
		default:
			return 0
		}
	}
	return tens + n
}

// pick returns the values of a kind of thing that are named, each once, with the words from the first to the last where these stand close together.
func (a *asked) pick(kind string, from []playbook.Mention) casefile.Slot {
	s := casefile.Slot{Name: kind}
	var words playbook.Span
	for _, m := range from {
		if m.Kind != kind || slices.Contains(s.Values, m.Value) {
			continue
		}
		if len(s.Values) == 0 {
			words = m.Span
		} else if m.From-words.To < 12 {
			words.To = m.To
		}
		s.Values = append(s.Values, m.Value)
	}
	if len(s.Values) > 0 {
		s.Words = a.r.Source(words)
	}
	return s
}

// kinds returns the kinds named in a list of mentions, in order of appearance.
func kinds(from []playbook.Mention) []string {
	var out []string
	for _, m := range from {
		if !slices.Contains(out, m.Kind) {
			out = append(out, m.Kind)
		}
	}
	return out
}
