package generate

import (
	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

const (
	everywhere = 0.8 // the share of passages from which a term is what all of them are about
	slight     = 0.3 // what such a term weighs: it tells none of their sentences from another
	enough     = 3   // passages, below which nothing can be said of a share
)

// rarity weighs the terms of a question by how many of the passages found have them, in whatever words.
func rarity(found []casefile.Evidence, syn *text.Synonyms) func(term string) float64 {
	var sets []text.Set
	for _, e := range found {
		if e.Source == nil {
			continue
		}
		set := text.Set{}
		text.Visit(e.Source.Title+"\n"+e.Source.Heading+"\n"+e.Text, func(term string) { set[term] = true })
		sets = append(sets, set)
	}
	known := map[string]float64{}
	return func(term string) float64 {
		if len(sets) < enough {
			return 1
		}
		if w, ok := known[term]; ok {
			return w
		}
		forms := [][]string{{term}}
		for _, s := range syn.Expand(term) {
			forms = append(forms, text.Terms(s))
		}
		n := 0
		for _, set := range sets {
			for _, f := range forms {
				if hasAll(set, f) {
					n++
					break
				}
			}
		}
		w := 1.0
		if float64(n) >= everywhere*float64(len(sets)) {
			w = slight
		}
		known[term] = w
		return w
	}
}

func hasAll(set text.Set, terms []string) bool {
	for _, t := range terms {
		if !set[t] {
			return false
		}
	}
	return len(terms) > 0
}
