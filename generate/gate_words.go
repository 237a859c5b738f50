package generate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// otherWords checks the words of functions that were not told, and what those told say they are not for.
func (g *gate) otherWords() {
	if len(g.tools) == 0 {
		return
	}
	var words []playbook.Word
	for _, t := range g.d.w.rules.Tools {
		if t.Search || slices.ContainsFunc(g.tools, func(o casefile.ToolSpec) bool { return o.Name == t.Name }) {
			continue
		}
		for _, w := range t.Words {
			words = append(words, playbook.Prepare(w))
		}
	}
	for _, s := range spansOf(g.r, words) {
		if !g.isCut(s) && !g.known(g.r.Source(s)) && !g.counts(g.r.Source(s)) {
			g.lacks(s)
		}
	}
	var not []string
	for _, t := range g.tools {
		not = append(not, t.Not)
	}
	set := text.Set{}
	text.Visit(strings.Join(not, "\n"), func(term string) { set[term] = true })
	for _, t := range text.Analyze(plain(g.n.Text)) {
		if t.Weak || !set[t.Term] {
			continue
		}
		for _, s := range g.r.Find(playbook.Prepare(t.Term)) {
			if !g.isCut(s) && !g.known(t.Term) {
				g.lacks(s)
			}
		}
	}
}

// known reports whether the functions told, or what was told, speak of a word in any of its forms.
func (g *gate) known(word string) bool { return g.speaks(g.own, word) || g.speaks(g.said, word) }

// counts reports whether a Chinese phrase asks for nothing but a figure that was told: 借了多少次 is asked of 借阅次数. Every
// character of it that does not ask stands in the figure's title or unit.
func (g *gate) counts(phrase string) bool {
	var rest []rune
	for _, r := range asksNumber.ReplaceAllString(text.Fold(phrase), "") {
		if !unicode.Is(unicode.Han, r) {
			return false
		}
		rest = append(rest, r)
	}
	if len(rest) == 0 {
		return false
	}
	return slices.ContainsFunc(g.tools, func(t casefile.ToolSpec) bool {
		return slices.ContainsFunc(t.Gives, func(c casefile.Column) bool {
			in := text.Fold(c.Title + c.Unit)
			return c.Type != "text" && c.Type != "identifier" && !slices.ContainsFunc(rest, func(r rune) bool { return !strings.ContainsRune(in, r) })
		})
	})
}

var asksNumber = regexp.MustCompile(`一共|总共|多少|有|了|几|的|是|共|过|被`)

// speaks reports whether a text has a word in any of its forms, or most of its terms.
func (g *gate) speaks(r *playbook.Reader, word string) bool {
	if len(text.Terms(plain(word))) == 0 || r.Has(playbook.Prepare(word)) {
		return true
	}
	return g.share(r.Folded, word) >= 0.5 ||
		slices.ContainsFunc(g.d.w.synonyms.Expand(word), func(s string) bool { return r.Has(playbook.Prepare(s)) })
}

// share is how much of what some words ask a text has.
func (g *gate) share(in, words string) float64 {
	set := text.Set{}
	text.Visit(in, func(term string) { set[term] = true })
	return text.NewTopic(words, g.d.w.synonyms, func(string) float64 { return 1 }).Covered(set, nil)
}

const spoken = 0.15 // of the terms of a clause

// clauses checks that something is told of each clause.
func (g *gate) clauses() {
	if len(g.tools) == 0 {
		return
	}
	at := 0
	for i, c := range g.r.Folded + "。" {
		if !strings.ContainsRune(",;?!。\n", c) {
			continue
		}
		clause := playbook.Span{From: at, To: min(i, len(g.r.Folded))}
		at = i + utf8.RuneLen(c)
		if at > len(g.r.Folded) {
			at = len(g.r.Folded)
		}
		if clause.To <= clause.From || g.speaksOfSelf(clause) {
			continue
		}
		rest := strings.TrimSpace(plain(g.without(clause)))
		strong := 0
		for _, t := range text.Analyze(rest) {
			if !t.Weak {
				strong++
			}
		}
		if strong >= 2 && g.share(g.own.Folded+"\n"+g.said.Folded, rest) < spoken {
			g.lacks(clause)
		}
	}
}

// speaksOfSelf reports whether a clause has a word of a function told, or names what is left out.
func (g *gate) speaksOfSelf(clause playbook.Span) bool {
	var words []playbook.Word
	for _, t := range g.tools {
		if t.Does == "" {
			return true // it does not say what it does
		}
		for _, w := range t.Words {
			words = append(words, playbook.Prepare(w))
		}
	}
	for _, s := range g.n.Not {
		for _, w := range append([]string{s.Words}, s.Values...) {
			words = append(words, playbook.Prepare(w))
		}
	}
	return slices.ContainsFunc(spansOf(g.r, words), clause.Overlaps)
}

// without is a clause without the names in it.
func (g *gate) without(clause playbook.Span) string {
	var b strings.Builder
	for i, c := range g.r.Folded[clause.From:clause.To] {
		at := clause.From + i
		if g.isCut(playbook.Span{From: at, To: at + utf8.RuneLen(c)}) {
			b.WriteByte(' ')
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}
