package generate

import (
	"slices"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// ranked checks which end of a ranking is asked for, by what, and of what kind of thing.
func (g *gate) ranked() {
	for _, list := range []string{"most", "least"} {
		for _, s := range g.found(list) {
			k, ok := g.after(s, reach)
			if len(g.tools) == 0 && !ok {
				continue // of no kind of thing that rows are about: a sentence may say it
			}
			if slices.ContainsFunc(g.tools, func(t casefile.ToolSpec) bool {
				return len(spansOf(playbook.Read(describes(t)), wordsOf()[list])) > 0 && (!ok || gives(t, k.word)) && g.by(t, s)
			}) {
				continue
			}
			whole := s
			if ok {
				whole.To = k.To
			}
			for _, m := range g.beside(s) {
				whole.From, whole.To = min(whole.From, m.From), max(whole.To, m.To)
			}
			g.lacks(whole)
		}
	}
	if len(g.tools) == 0 {
		return
	}
	for _, s := range g.found("which") {
		if k, ok := g.after(s, 4); ok && !g.anyGives(k.word) {
			g.lacks(playbook.Span{From: s.From, To: k.To})
		}
	}
}

// beside returns what a word that ranks stands beside: titles of figures, and words of functions.
func (g *gate) beside(s playbook.Span) []playbook.Span {
	var words []playbook.Word
	for _, t := range g.d.w.rules.Tools {
		for _, c := range t.Gives {
			if c.Type != "text" && c.Type != "identifier" {
				words = append(words, playbook.Prepare(c.Title), playbook.Prepare(c.TitleEN))
			}
		}
		for _, w := range t.Words {
			words = append(words, playbook.Prepare(w))
		}
	}
	var apart []playbook.Span
	for _, w := range words {
		for _, at := range g.r.Find(w) {
			if at.To <= s.From && s.From-at.To <= 3 || at.From >= s.To && at.From-s.To <= 1 {
				apart = append(apart, at)
			}
		}
	}
	return slices.DeleteFunc(apart, func(a playbook.Span) bool {
		return slices.ContainsFunc(apart, func(o playbook.Span) bool { return o != a && o.From <= a.From && a.To <= o.To })
	})
}

// by reports whether a function ranks by what stands beside a word that ranks. One that gives every row ranks by any of its columns.
func (g *gate) by(t casefile.ToolSpec, s playbook.Span) bool {
	own := playbook.Read(describes(t))
	for _, m := range g.beside(s) {
		if !g.speaks(own, g.r.Source(m)) {
			return false
		}
		if !g.d.w.ranks(t.Name) || own.Has(playbook.Prepare(g.r.Source(playbook.Span{From: min(s.From, m.From), To: max(s.To, m.To)}))) {
			continue
		}
		w := playbook.Prepare(g.r.Source(m))
		first := true
		for _, c := range t.Gives {
			if c.Name == "rank" || c.Type == "text" || c.Type == "identifier" {
				continue
			}
			if !first && titled(c, w) && !same(c, w, t) {
				return false // the first figure is what the rows are ranked by
			}
			if first = false; titled(c, w) {
				break
			}
		}
	}
	return true
}

// same reports whether the first figure of a function has a title too.
func same(c casefile.Column, w playbook.Word, t casefile.ToolSpec) bool {
	i := slices.IndexFunc(t.Gives, func(o casefile.Column) bool { return o.Name != "rank" && o.Type != "text" && o.Type != "identifier" })
	return i >= 0 && t.Gives[i].Name != c.Name && titled(t.Gives[i], w)
}
