package plan

import (
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// chosen returns the functions to call: those a route names, or else the best one, and others that
// answer words of the question which the best does not.
func (p *Planner) chosen(a *asked, v verdict) []scored {
	if v.kind == casefile.DocumentKind {
		return nil
	}
	var out []scored
	if len(v.named) > 0 {
		for _, s := range v.data {
			if slices.Contains(v.named, s.Name) {
				out = append(out, s)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	var covered []playbook.Span
	known := text.Set{} // the terms that those chosen speak of
	for _, s := range v.data {
		switch {
		case len(out) == 0:
		case s.blind || s.astray || len(out) >= 3 || s.score < max(likely+0.05, 0.45*out[0].score) || len(s.lacks) > 0 || !isNew(s.hits, covered) || !extends(s, known) && !a.owns(s, covered, known):
			continue
		}
		if len(s.lacks) > 0 && v.kind == casefile.CombinedKind {
			continue // the documents can answer without what it lacks
		}
		out = append(out, s)
		covered, known = append(covered, s.hits...), union(known, s.speaks)
	}
	return out
}

// extends reports whether a function speaks of a part of the question that is not spoken of yet.
func extends(s scored, known text.Set) bool {
	both := union(known, s.speaks)
	return s.topic.Covered(both, nil)-s.topic.Covered(known, nil) >= 0.12
}

// owns reports whether a function has a phrase of the question to itself: "what is in" says much, and is made of words that
// say little. A phrase whose words that say anything are spoken of already is nobody's own.
func (a *asked) owns(s scored, covered []playbook.Span, known text.Set) bool {
	return slices.ContainsFunc(s.hits, func(h playbook.Span) bool {
		phrase := a.r.Source(h)
		return strings.Count(phrase, " ") > 0 && isNew([]playbook.Span{h}, covered) && !said(phrase, known)
	})
}

// said reports whether all words of a phrase that say anything are among the terms.
func said(phrase string, known text.Set) bool {
	strong := slices.DeleteFunc(text.Analyze(phrase), func(t text.Token) bool { return t.Weak })
	return len(strong) > 0 && !slices.ContainsFunc(strong, func(t text.Token) bool { return !known[t.Term] })
}

// isNew reports whether any place is not covered yet.
func isNew(hits, covered []playbook.Span) bool {
	return slices.ContainsFunc(hits, func(h playbook.Span) bool {
		return !slices.ContainsFunc(covered, func(c playbook.Span) bool { return c.Overlaps(h) })
	})
}

// chosenSearch returns the search to make: one a route names, else the best; of equals the one that searches most.
func (p *Planner) chosenSearch(v verdict) []scored {
	var out []scored
	for _, s := range v.search {
		if slices.Contains(v.named, s.Name) {
			out = append(out, s)
		}
	}
	if len(out) > 0 || len(v.search) == 0 {
		return out
	}
	best := v.search[0]
	not := playbook.Read(best.Not)
	for _, s := range v.search[1:] {
		if len(s.Kinds) == 0 && len(best.Kinds) > 0 && slices.ContainsFunc(s.why, func(said string) bool { return not.Has(playbook.Prepare(said)) }) {
			return []scored{s} // what is asked for is named, and the best says that it does not hold it
		}
	}
	if len(best.hits) == 0 {
		for _, s := range v.search {
			if len(s.Kinds) == 0 {
				best = s
				break
			}
		}
	}
	return []scored{best}
}

// fromDocuments returns the kinds of names that a function takes, the question does not give and the documents
// are said to give; none when the function does not wait for documents.
func (p *Planner) fromDocuments(a *asked, v verdict) []string {
	if len(v.data) == 0 || len(v.search) == 0 || !has(a.r, "named in documents") || !has(a.r, "document") {
		return nil
	}
	var out []string
	best := v.data[0]
	for _, prm := range best.Params {
		k := playbook.EntityOf(prm)
		if _, said := best.args[prm.Name]; said || k == "" || prm.Exclude || !p.lexicon.Has(k) || slices.Contains(kinds(a.names), k) {
			continue
		}
		if (prm.Required || prm.List) && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// fromRows reports whether a search needs a name that a function's rows bring.
func (p *Planner) fromRows(a *asked, v verdict) (column string, ok bool) {
	if len(v.data) == 0 || len(v.search) == 0 || !has(a.r, "of those") {
		return "", false
	}
	for _, c := range v.data[0].Gives {
		if c.Entity != "" && c.Type != "identifier" && !slices.Contains(kinds(a.names), c.Entity) {
			return c.Name, true
		}
	}
	return "", false
}

var privateRun = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d[\d -]{5,}\d`)

// query is what is searched for: the words of a part without identifiers, addresses, long numbers and
// filler, with the other forms of names and of synonyms so that either language finds the other.
func (p *Planner) query(a *asked) string {
	q := privateRun.ReplaceAllString(a.content(), " ")
	var more []string
	add := func(s string) {
		if len(more) < 10 && !strings.Contains(strings.ToLower(q), strings.ToLower(s)) && !slices.Contains(more, s) {
			more = append(more, s)
		}
	}
	if a.context != "" {
		q += " " + privateRun.ReplaceAllString(a.context, " ")
	}
	for _, m := range a.names {
		add(m.Value)
	}
	for _, s := range p.synonyms.Expand(q) {
		add(s)
	}
	for _, cut := range a.not {
		q = strings.ReplaceAll(q, a.r.Source(cut.Span), " ")
	}
	return escape(strings.Join(append(strings.Fields(q), more...), " "))
}
