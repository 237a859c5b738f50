package plan

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

//go:embed orders.txt
var ordersFile string

// orderLists holds the lists of orders.txt by name, the longest words first.
var orderLists = sync.OnceValue(func() map[string][]string {
	out := named(ordersFile, ",")
	for _, words := range out {
		slices.SortStableFunc(words, func(x, y string) int { return len(y) - len(x) })
	}
	return out
})

// What stands in a marked text for an identifier, a code or a name, and for a period.
const (
	object = '\uE000'
	when   = '\uE001'
)

var (
	sqlUpdate = regexp.MustCompile(`\bupdate \S+ set \S+\s?=`)
	codeLike  = regexp.MustCompile(`[a-z]+-?\d[\da-z-]*|#\w+`)
	sentences = regexp.MustCompile(`[。!?;\n]+|\.(?:\s|$)`)
	clauses   = regexp.MustCompile(`[,:、]|\band then\b|\bthen\b|\band\b|\bbut\b`)
	hanClause = regexp.MustCompile(`[,:]`)
)

// orders reports whether a question, or a part of it, is an order to change something: in the imperative, as a wish,
// as what should be done to a thing, or as a request to do it. Whether one may and how it is done are questions.
func (p *Planner) orders(a *asked) bool {
	s, timed := a.marked(), a.marked(a.periods...)
	asked := strings.ContainsRune(s, '?')
	if sqlUpdate.MatchString(s) {
		return true
	}
	short := func(sentence string) bool { return len(sentence) <= longSentence } // nobody orders at such a length, and what looks like it is text that was pasted
	for _, sentence := range sentences.Split(s, maxSentences) {
		if short(sentence) && orderedEN(sentence, asked) {
			return true
		}
	}
	for _, sentence := range sentences.Split(timed, maxSentences) {
		if short(sentence) && orderedZH(sentence, s) {
			return true
		}
	}
	return false
}

// asksToChange reports whether a question asks, of no certain thing, how something is changed or whether one may.
func (p *Planner) asksToChange(a *asked) bool {
	if len(a.ids) > 0 || len(a.periods) > 0 || !has(a.r, "permission") || has(a.r, "figures") || has(a.r, "count") || has(a.r, "superlative") {
		return false
	}
	s := a.marked()
	if _, ok := verbIn(s, "zh strong", "zh verb"); ok {
		return true
	}
	return slices.ContainsFunc(words(s), func(w string) bool {
		return slices.Contains(orderLists()["en verb"], w) || slices.Contains(orderLists()["en strong"], w)
	})
}

// marked is the folded text with every identifier, code and name of a thing as one mark; a name that is also the word for
// what is done stays. So do the periods, but for those given.
func (a *asked) marked(periods ...period) string {
	var spans, times []playbook.Span
	for _, m := range periods {
		if m.Span.To > m.Span.From {
			times = append(times, m.Span)
		}
	}
	for _, m := range a.ids {
		spans = append(spans, m.Span)
	}
	for _, m := range a.names {
		if w := a.r.Folded[m.From:m.To]; !doneTo(w) {
			spans = append(spans, m.Span)
		}
	}
	for _, m := range codeLike.FindAllStringIndex(a.r.Folded, -1) {
		if s := (playbook.Span{From: m[0], To: m[1]}); playbook.Alone(a.r.Folded, m[0], m[1]) && !a.taken(s) {
			spans = append(spans, s)
		}
	}
	var b strings.Builder
	at := 0
	for _, s := range sortSpans(outermost(append(spans, times...))) {
		if s.From < at {
			continue
		}
		b.WriteString(a.r.Folded[at:s.From])
		if slices.Contains(times, s) {
			b.WriteRune(when)
		} else {
			b.WriteRune(object)
		}
		at = s.To
	}
	b.WriteString(a.r.Folded[at:])
	return b.String()
}

// doneTo reports whether a name is the word for something that is done: a state "cancelled" names what an order does.
func doneTo(w string) bool {
	if participle(w) != "" || slices.Contains(orderLists()["en verb"], w) || slices.Contains(orderLists()["en strong"], w) || slices.Contains(orderLists()["en deed"], w) {
		return true
	}
	for _, list := range []string{"zh strong", "zh verb"} {
		if slices.ContainsFunc(orderLists()[list], func(v string) bool { return strings.Contains(w, v) }) {
			return true
		}
	}
	return false
}

// cutLead cuts the words of lists off the head of a text, as often as one stands there, and returns what is left and the lists met.
func cutLead(s string, lists ...string) (rest string, met map[string]bool) {
	met = map[string]bool{}
	for {
		s = strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
		word, of := "", ""
		for _, list := range lists {
			if w := heads(s, list); len(w) > len(word) {
				word, of = w, list
			}
		}
		if word == "" {
			return s, met
		}
		met[of] = true
		for _, list := range []string{"en ask lead", "zh request", "zh polite"} {
			if slices.Contains(orderLists()[list], word) {
				met[list] = true
			}
		}
		s = s[len(word):]
	}
}

// heads returns the longest word of a list that stands at the head of a text, as a whole.
func heads(s, list string) string {
	for _, w := range orderLists()[list] {
		if n := matches(s, w); n > 0 {
			return s[:n]
		}
	}
	return ""
}

// matches is how many bytes of the head of a text a word of orders.txt takes: 退? takes one more character.
func matches(s, w string) int {
	if open, ok := strings.CutSuffix(w, "?"); ok {
		if !strings.HasPrefix(s, open) {
			return 0
		}
		r, n := utf8.DecodeRuneInString(s[len(open):])
		if !unicode.Is(unicode.Han, r) {
			return 0
		}
		return len(open) + n
	}
	if !strings.HasPrefix(s, w) || !whole(s, w) {
		return 0
	}
	return len(w)
}

// whole reports whether a Latin word at the head of a text ends where the text's does.
func whole(s, w string) bool {
	last, next := w[len(w)-1], byte(' ')
	if len(s) > len(w) {
		next = s[len(w)]
	}
	return !latin(last) || !latin(next)
}

func latin(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '\'' }

// declared returns the action that an order is for: what its words say, apart from those that only ask for it, stands in the question.
func (p *Planner) declared(a *asked) *action {
	for i := range p.actions {
		for _, w := range p.rules.Actions[p.actions[i].name].Words {
			r := playbook.Read(w)
			core, _ := cutLead(r.Folded, "en lead", "zh lead")
			core = strings.TrimSpace(trimEnds(core))
			if ready := playbook.Prepare(core); core != "" && !ready.IsZero() && a.r.Has(ready) {
				return &p.actions[i]
			}
		}
	}
	return nil
}

// trimEnds cuts the words off the end of an action's phrase that name nothing: "cancel it now" is about cancelling.
func trimEnds(s string) string {
	for {
		s = strings.TrimRight(s, " ")
		before := s
		for _, list := range []string{"en after participle", "en thing", "en addressee"} {
			for _, w := range orderLists()[list] {
				if cut, ok := strings.CutSuffix(s, " "+w); ok {
					s = cut
				}
			}
		}
		if s == before {
			return s
		}
	}
}

// declined plans an order that nothing here carries out: that nothing is changed is told, with what the documents say of it.
func (p *Planner) declined(a *asked) casefile.Plan {
	const why = "it orders a change, and no such action is declared"
	if !slices.ContainsFunc(p.rules.Tools, func(t casefile.ToolSpec) bool { return t.Search }) {
		return casefile.Plan{Why: why, Reply: &casefile.Reply{
			Status: casefile.Refused, Stop: casefile.StopNothingLeft, Text: replies()["read only "+string(a.lang)],
		}}
	}
	b := &builder{p: p, a: a, used: map[string]int{}}
	b.plan.Why, b.plan.Slots = why, p.slots(a, nil)
	for _, part := range p.parts(a) {
		if !p.orders(part) {
			b.need(part)
			continue
		}
		n := p.need(part, strings.TrimSpace(part.text))
		n.Kind, n.Why = casefile.DocumentKind, why
		n.Constraints = append(n.Constraints, playbook.NothingChanges)
		b.plan.Needs = append(b.plan.Needs, n)
		b.searches(part, verdict{search: p.chosenSearch(verdict{search: p.scoreTools(part, true)})}, len(b.plan.Needs)-1, nil)
	}
	return b.plan
}
