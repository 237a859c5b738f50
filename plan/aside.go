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
)

//go:embed aside.txt
var asideFile string

// asides holds the phrases of aside.txt by list.
var asides = sync.OnceValue(func() map[string][]string { return named(asideFile, ";") })

// named reads lists by name: a list a line, its words behind a colon, # begins a remark.
func named(file, between string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(file) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.SplitSeq(list, between) {
			out[name] = append(out[name], strings.TrimSpace(w))
		}
	}
	return out
}

var (
	// what is set off as code, markup or a call is no question, whatever it says
	fenced = regexp.MustCompile("(?s)```.*?(?:```|$)|(?i)<(system|assistant|tool|tool_call|instructions?)>.*?(?:</(?:system|assistant|tool|tool_call|instructions?)>|$)|</?[a-z_]+>|\\[\\[.*?(?:\\]\\]|$)|(?i)[\\[【(]\\s*(?:system|assistant|developer|admin|系统|助手|管理员)\\s*[:：][^\\]】)]*[\\]】)]|---+\\s*(?:END|BEGIN)[^\n]*?---+")
	spoken = regexp.MustCompile(`[^.!?。！？；;\n]*(?:[.!?。！？；;\n]+|$)`)
	pauses = regexp.MustCompile(`[^,，;；:：.。!！?？\n—]*(?:[,，;；:：.。!！?？\n—]+|\s-\s|$)`)
)

// heard is the question with spaces where it asks nothing: sentences that speak to the program of its rules, and clauses that say
// what is not asked, but for the identifiers in these. Places stay where they are. It is the whole question where nothing else would be left.
func (p *Planner) heard(question string) string {
	q := unfenced(question)
	q = mask(q, commands(q))
	if !hasWords(q) {
		return question
	}
	if wished := mask(q, wishes(q)); hasWords(wished) {
		q = wished
	}
	no := p.refused(q)
	if !hasWords(mask(q, no)) {
		return q
	}
	return mask(q, p.besidesIdentifiers(q, no))
}

// besidesIdentifiers takes identifiers out of spans: "not what A100 cost, where it is".
func (p *Planner) besidesIdentifiers(q string, spans [][]int) (out [][]int) {
	for _, m := range spans {
		from := m[0]
		for _, k := range p.ids {
			for _, id := range k.re.FindAllStringIndex(q[m[0]:m[1]], -1) {
				if at := m[0] + id[0]; at >= from {
					out, from = append(out, []int{from, at}), m[0]+id[1]
				}
			}
		}
		out = append(out, []int{from, m[1]})
	}
	return out
}

// unfenced is a question without what is set off in it. The orders that text.Quiet takes out of documents stay: "give me a summary"
// is no attack where a person asks it.
func unfenced(question string) string {
	return mask(question, fenced.FindAllStringIndex(question, -1))
}

// commands are the sentences that speak to the program.
func commands(q string) (out [][]int) {
	for _, m := range spoken.FindAllStringIndex(q, -1) {
		s := strings.ToLower(strings.TrimSpace(q[m[0]:m[1]]))
		if slices.ContainsFunc(asides()["voice"], func(w string) bool { return strings.HasPrefix(s, w) }) || hasPhrase(s, "instruction") {
			out = append(out, m)
		}
	}
	for _, m := range spans(pauses, q) {
		if hasPhrase(strings.ToLower(q[m[0]:m[1]]), "claim") {
			out = append(out, m)
		}
	}
	return out
}

// isCommand reports whether a question is nothing but words to the program.
func isCommand(question string) bool {
	q := unfenced(question)
	return hasWords(question) && !hasWords(mask(q, commands(q)))
}

// wishes are the words that say no more than that somebody asks: the "I" in them speaks of nothing of their own.
func wishes(q string) (out [][]int) {
	low := strings.ToLower(q)
	if len(low) != len(q) {
		return nil
	}
	for _, w := range asides()["wish"] {
		for at := 0; ; {
			i := strings.Index(low[at:], w)
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(w)
			if (from == 0 || !latin(w[0]) || !latin(low[from-1])) && whole(low[from:], w) {
				out = append(out, []int{from, at})
			}
		}
	}
	return out
}

// refused are the clauses that say what is not asked, whatever is named before they say it.
func (p *Planner) refused(q string) (out [][]int) {
	for _, m := range spans(pauses, q) {
		s := strings.TrimFunc(q[m[0]:m[1]], outside)
		for _, k := range p.ids {
			if at := k.re.FindStringIndex(s); at != nil && at[0] == 0 {
				s = strings.TrimFunc(s[at[1]:], outside)
			}
		}
		s = strings.ToLower(s)
		if s == "" {
			continue
		}
		if declines(afterLead(s)) || slices.ContainsFunc(asides()["declined at the end"], func(w string) bool { return strings.HasSuffix(s, w) && len(s) > len(w) }) {
			out = append(out, m)
		}
	}
	return out
}

// declines reports whether a clause begins by saying that something is not asked.
func declines(clause string) bool {
	return slices.ContainsFunc(asides()["declined"], func(w string) bool {
		w, but, undone := strings.Cut(w, "|")
		return strings.HasPrefix(clause, w) && whole(clause, w) && !(undone && strings.HasPrefix(clause, but))
	})
}

// afterLead drops words of asking at the head of a clause.
func afterLead(s string) string {
	for moved := true; moved; {
		moved = false
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		for _, w := range asides()["lead"] {
			if rest, ok := strings.CutPrefix(s, w); ok && whole(s, w) {
				s, moved = rest, true
			}
		}
	}
	return s
}

func outside(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }

func hasPhrase(s, list string) bool {
	return slices.ContainsFunc(asides()[list], func(w string) bool {
		i := strings.Index(s, w)
		return i >= 0 && (i == 0 || !latin(w[0]) || !latin(s[i-1])) && whole(s[i:], w)
	})
}

// spans are the matches of an expression that hold anything.
func spans(re *regexp.Regexp, s string) [][]int {
	return slices.DeleteFunc(re.FindAllStringIndex(s, -1), func(m []int) bool { return m[0] == m[1] })
}

// mask puts spaces where the spans are.
func mask(s string, spans [][]int) string {
	if len(spans) == 0 {
		return s
	}
	b := []byte(s)
	for _, m := range spans {
		for i := m[0]; i < m[1]; i++ {
			b[i] = ' '
		}
	}
	return string(b)
}

func hasWords(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) })
}

// onlyCommands answers a question that is nothing but words to the program.
func onlyCommands(a *asked) casefile.Plan {
	return casefile.Plan{Why: "it speaks to the program and asks nothing", Reply: &casefile.Reply{
		Status: casefile.Answered, Stop: casefile.StopEnough, Text: replies()["instruction "+string(a.lang)],
	}}
}
