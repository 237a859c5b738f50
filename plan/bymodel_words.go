package plan

import (
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// ownWords is a query of a model that was shown records, without what it can only have from the prose of passages: a document says what is
// so, and has no say in what is searched for. Words of the question, of its synonyms, of names that the workspace knows, of titles, headings and
// rows, and the model's own stay. A query that is mostly prose of passages is none.
func (p *Planner) ownWords(c casefile.Case, query string) string {
	if searchWords(query) == "" {
		return ""
	}
	free := text.Set{}
	add := func(s string) { text.Visit(s, func(term string) { free[term] = true }) }
	add(c.Question)
	for _, s := range p.synonyms.Expand(c.Question) {
		add(s)
	}
	for _, names := range p.rules.Dictionary {
		for name, forms := range names {
			add(name + "\n" + strings.Join(forms, "\n"))
		}
	}
	prose := text.Set{}
	for _, e := range c.Evidence {
		switch {
		case e.Source != nil:
			add(e.Source.Title + "\n" + e.Source.Heading)
			text.Visit(e.Text, func(term string) { prose[term] = true })
		case e.Table != nil:
			for _, row := range e.Table.Rows {
				for _, cell := range row {
					add(cell.Text)
				}
			}
		}
	}
	var kept []string
	said, taken := 0, 0
	for _, word := range strings.Fields(query) {
		own, n := 0, 0
		text.Visit(word, func(term string) {
			if n++; free[term] || !prose[term] {
				own++
			}
		})
		said, taken = said+n, taken+n-own
		if 2*own >= n {
			kept = append(kept, word)
		}
	}
	if 2*taken > said {
		return ""
	}
	return searchWords(strings.Join(kept, " ")) // last, so that what is cut out of a word of a passage is no word of its own
}
