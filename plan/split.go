package plan

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// Where a compound question may be cut: after a mark that ends a question, and before a word that adds another.
var (
	cuts = regexp.MustCompile(`[?？;；\n。]+`)
	adds = regexp.MustCompile(`(?i)[,，、]?\s*(?:(?:另外|此外|顺便(?:问(?:一下)?)?|还有|同时|以及|并且|并(?:说明|给出|列出|告诉)|和)\s*[,，]?|[,，]|\b(?:and also|and|also|plus|as well as)\b\s*,?)\s*`)
)

//go:embed split.txt
var splitFile string

// splitWords are the lists of split.txt.
var splitWords = sync.OnceValue(func() map[string][]playbook.Word {
	out := map[string][]playbook.Word{}
	for name, list := range named(splitFile, ",") {
		out[name] = prepare(list)
	}
	return out
})

const (
	longSentence = 600 // bytes; a longer one is not cut further, since every cut is read again
	maxParts     = 6
	maxSentences = 40 // of a question that is cut at all
)

// parts cuts a compound question into the parts that ask something by themselves; each of the later ones
// takes from the whole question the things and the period it does not name.
func (p *Planner) parts(a *asked) []*asked {
	var spans []text.Span
	at := 0
	for _, m := range append(cuts.FindAllStringIndex(a.text, -1), []int{len(a.text), len(a.text)}) {
		if strings.TrimSpace(a.text[at:m[0]]) != "" {
			spans = append(spans, p.joined(a, at, m[1])...)
		}
		at = m[1]
	}
	if len(spans) > maxSentences {
		return []*asked{a}
	}
	var out []*asked
	for _, s := range spans {
		part := p.readPart(a.c, s.Start, s.End)
		if len(out) > 0 && (!p.stands(part) || !p.asks(part) && !(p.asks(out[0]) && p.listed(a, s, part))) {
			// it adds to the part before
			last := out[len(out)-1]
			out[len(out)-1] = p.readPart(a.c, last.off, s.End)
			continue
		}
		if len(out) == 1 && !p.asks(out[0]) {
			part.context = out[0].subject() // what comes before the first question is its setting
			out[0] = part
			continue
		}
		out = append(out, part)
	}
	if len(out) == 0 || len(out) > maxParts {
		return []*asked{a}
	}
	for i, part := range out {
		part.inherit(a)
		switch few := len(text.Terms(part.bare())) <= 1; {
		case !few:
			part.context = ""
		case i > 0:
			part.context = out[i-1].subject()
		}
	}
	return out
}

// bare is a part without the words that ask and the names in it.
func (a *asked) bare() string {
	cut := append(found(a.r, cues()["asking"]), found(a.r, cues()["also"])...)
	for _, m := range append(slices.Clone(a.names), a.ids...) {
		cut = append(cut, m.Span)
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	return a.without(cut)
}

// listed reports whether a part is an item of a list of things asked for: set off by a semicolon, with a name of its own.
func (p *Planner) listed(a *asked, s text.Span, part *asked) bool {
	before := strings.TrimRight(a.text[:s.Start], " ")
	return (strings.HasSuffix(before, "；") || strings.HasSuffix(before, ";")) && len(part.names)+len(part.ids) > 0
}

// joined cuts a sentence before words that add another question, where both sides ask by themselves.
func (p *Planner) joined(a *asked, from, to int) []text.Span {
	if to-from > longSentence {
		return []text.Span{{Start: from, End: to}}
	}
	s := a.text[from:to]
	at := 0
	var out []text.Span
	for _, m := range adds.FindAllStringIndex(s, -1) {
		if m[0] <= at {
			continue
		}
		left, right := p.readPart(a.c, from+at, from+m[0]), p.readPart(a.c, from+m[1], to)
		if p.independent(left) && p.independent(right) || p.question(left) && p.question(right) {
			out = append(out, text.Span{Start: from + at, End: from + m[0]})
			at = m[1]
		}
	}
	return append(out, text.Span{Start: from + at, End: to})
}

// asks reports whether a part asks something.
func (p *Planner) asks(a *asked) bool {
	return strings.ContainsAny(a.text, "?？") || has(a.r, "asking") || has(a.r, "data")
}

// stands reports whether a part has enough words of its own to be looked up.
func (p *Planner) stands(a *asked) bool {
	rest := playbook.Read(a.bare())
	return len(text.Terms(rest.Folded)) >= 1 && len([]rune(strings.TrimSpace(rest.Folded))) >= 2
}

// independent reports whether a part asks for something that a function or a document can answer by itself.
func (p *Planner) independent(a *asked) bool {
	if !p.asks(a) || !p.stands(a) {
		return false
	}
	if has(a.r, "document") || has(a.r, "permission") || has(a.r, "definition") {
		return true
	}
	for _, s := range p.scoreTools(a, false) {
		if len(s.hits) > 0 {
			return true
		}
	}
	for _, s := range p.scoreTools(a, true) {
		if len(s.hits) > 0 {
			return true
		}
	}
	return false
}

// question reports whether a part asks by itself, whoever may answer it.
func (p *Planner) question(a *asked) bool {
	return hasAny(a.r, splitWords()["question"]) && p.stands(a)
}

// inherit takes over what the part itself does not name.
func (a *asked) inherit(whole *asked) {
	if a.off == 0 && len(a.text) == len(whole.text) {
		return
	}
	if len(a.periods) == 0 && len(a.unread) == 0 {
		a.unread = slices.Clone(whole.unread)
		for i := range a.unread {
			a.unread[i].Span = playbook.Span{}
		}
		a.periods, a.borrowed = slices.Clone(whole.periods), len(whole.periods) > 0
		for i := range a.periods {
			a.periods[i].Span = playbook.Span{}
		}
	}
	if len(a.ids) == 0 {
		a.ids = elsewhere(whole.ids)
	}
	if len(a.names) == 0 {
		a.names = elsewhere(whole.names)
	}
	if len(a.not) == 0 && len(whole.not) > 0 {
		a.not = elsewhere(whole.not)
	}
}

// elsewhere returns mentions that stand outside of the part: they have no place in it.
func elsewhere(all []playbook.Mention) []playbook.Mention {
	out := slices.Clone(all)
	for i := range out {
		out[i].Span = playbook.Span{}
	}
	return out
}

// besides returns the parts of a question that its playbook does not speak of.
func (p *Planner) besides(a *asked, f *fit) []*asked {
	var out []*asked
	for i, part := range p.parts(a) {
		if i == 0 || !p.independent(part) || !(has(part.r, "also") || p.question(part) || strings.ContainsAny(part.text, "?？")) {
			continue
		}
		spoken := false
		for _, m := range f.book.matches {
			for _, list := range append(slices.Clone(m.all), m.any) {
				spoken = spoken || hasAny(part.r, list)
			}
		}
		if !spoken {
			out = append(out, part)
		}
	}
	return out
}
