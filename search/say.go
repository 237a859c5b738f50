package search

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

//go:embed phrases.txt
var phrasesFile string

var phrases = sync.OnceValue(func() map[string][2]string {
	m := map[string][2]string{}
	for line := range strings.Lines(phrasesFile) {
		name, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		zh, en, both := strings.Cut(rest, " | ")
		if ok && both && !strings.HasPrefix(line, "#") {
			m[name] = [2]string{zh, en}
		}
	}
	return m
})

// Say returns a phrase of the explanation in a language: a recall, an effect, "state " and a state, "feature " and a
// feature. What is unknown comes back as it is.
func Say(lang casefile.Lang, name string) string { return say(lang, name) }

// say fills a phrase: name, value, name, value …
func say(lang casefile.Lang, name string, fill ...string) string {
	p, ok := phrases()[name]
	if !ok {
		return name
	}
	s := p[1]
	if lang == casefile.Chinese {
		s = p[0]
	}
	for i := 0; i+1 < len(fill); i += 2 {
		fill[i] = "{" + fill[i] + "}"
	}
	return strings.NewReplacer(fill...).Replace(s)
}

// sep returns what stands between two parts of a sentence.
func sep(lang casefile.Lang) string {
	if lang == casefile.Chinese {
		return "，"
	}
	return ", "
}

// why says in one line why a candidate stands where it does.
func (x *outcome) why(lang casefile.Lang, c Candidate) string {
	var legs []string
	for i, l := range x.req.legs {
		if l.State != Ran {
			continue
		}
		name := say(lang, string(recalls[i]))
		text := say(lang, "not found", "recall", name)
		for _, s := range c.Legs {
			if s.Recall == recalls[i] {
				text = say(lang, "found", "recall", name, "rank", strconv.Itoa(s.Rank), "score", two(s.Score), "share", two(l.Share))
			}
		}
		legs = append(legs, text)
	}
	var effects strings.Builder
	for _, e := range c.Effects {
		if two(e.By) != "1.00" {
			effects.WriteString(say(lang, "effect", "name", say(lang, e.Name), "value", two(e.Value), "by", two(e.By)))
		}
	}
	if len(c.Path) > 0 {
		effects.WriteString(say(lang, "path", "path", path(lang, c.Path)))
	}
	if c.Added {
		effects.WriteString(say(lang, "added"))
	}
	name := "stands"
	if c.Out != "" {
		name = "left out"
	}
	return say(lang, name, "rank", strconv.Itoa(c.Rank), "legs", strings.Join(legs, sep(lang)), "fused", two(c.Fused), "effects", effects.String(),
		"reason", say(lang, string(c.Out), "of", c.OutOf))
}

func two(f float64) string { return fmt.Sprintf("%.2f", f) }

// note says what acted on the order, and what was left out, in a line; empty where nothing did.
func (x *outcome) note(lang casefile.Lang) string {
	var parts []string
	r := x.req.r
	if x.acted() {
		p := quantity.FormatPeriod(r.Period, lang)
		if r.PeriodText != "" {
			parts = append(parts, say(lang, "note period", "words", r.PeriodText, "period", p))
		} else {
			parts = append(parts, say(lang, "note given period", "period", p))
		}
	}
	if x.looked {
		parts = append(parts, say(lang, "note crowd", "doc", x.crowd, "n", strconv.Itoa(x.gained)))
	}
	for _, l := range x.req.legs {
		switch l.State {
		case Down:
			parts = append(parts, say(lang, "note down", "recall", say(lang, string(l.Recall)), "why", l.Why))
		case Unready:
			parts = append(parts, say(lang, "note unready", "recall", say(lang, string(l.Recall))))
		}
	}
	if x.reranker != "" {
		parts = append(parts, say(lang, "note rerank", "why", x.reranker))
	}
	if r.Cut > 0 {
		parts = append(parts, say(lang, "note cut", "n", strconv.Itoa(r.Cut)))
	}
	if lang == casefile.Chinese {
		return strings.Join(parts, "；")
	}
	return strings.Join(parts, "; ")
}

// acted reports whether the period moved a candidate.
func (x *outcome) acted() bool {
	for _, c := range x.all {
		if c.out == OtherPeriod {
			return true
		}
		for _, e := range c.effects {
			if strings.HasPrefix(e.Name, "period") || strings.HasPrefix(e.Name, "published") {
				return true
			}
		}
	}
	return false
}

// path says in words the way from what a question names to a passage.
func path(lang casefile.Lang, links []casefile.Link) string {
	var parts []string
	for _, l := range links {
		p := l.From + " " + say(lang, "link "+string(l.By))
		if l.To != "" {
			p += " " + l.To
		}
		if l.Of != "" {
			p += " (" + l.Of + ")"
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, say(lang, "links"))
}
