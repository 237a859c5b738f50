package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// LeftOpen ends why a part of a question is looked for where it is, when neither rules nor examples settle it: a model is asked
// where there is one for it, and otherwise what harms least is done.
const LeftOpen = "left open"

// decide says where a part of a question is looked for, decided once.
func (p *Planner) decide(a *asked) verdict {
	if a.judged == nil {
		v := p.judge(a)
		p.byExamples(a, &v)
		if v.open {
			v.why += "; " + LeftOpen
		}
		a.judged = &v
	}
	return *a.judged
}

func (p *Planner) judge(a *asked) verdict {
	v := verdict{data: p.scoreTools(a, false), search: p.scoreTools(a, true)}
	best := 0.0
	if len(v.data) > 0 {
		best = v.data[0].score
	}
	figures := has(a.r, "data")
	if figures {
		best += 0.1
	}
	v.docScore = p.documentScore(a, v)
	v.data = complete(v.data)
	v.silent = len(v.data) > 0 && v.data[0].silent && len(a.ids) == 0
	if len(v.data) > 0 && len(v.data[0].lacks) > 0 && (len(v.data[0].hits) == 0 || v.docScore >= askable) {
		best = min(best, likely-0.01) // documents can answer without what the function lacks
	}
	if len(v.data) > 0 && len(v.data[0].hits) == 0 && !v.data[0].titled && v.data[0].cover < doubtful && v.data[0].named < 2 && (v.docScore >= askable || !p.ofAsker(a, v.data[0].profile)) {
		best = min(best, likely-0.01) // it takes a thing that is named, and speaks of nothing that is asked
	}
	if len(v.data) > 0 && oneRecord(v.data[0].ToolSpec) && len(v.data[0].lacks) == 0 && v.data[0].score > nothing+0.08 && v.docScore < askable && !has(a.r, "permission") {
		best = max(best, likely) // a record is named, and nothing is asked of rules
	}
	rule := p.route(a)
	stranger := p.stranger(a, v)
	owned, among := p.ownRecords(a, v.data)
	switch {
	case rule != nil && rule.Kind != "":
		v.kind, v.named = rule.Kind, rule.Tools
		v.why = "route " + strings.Join(rule.Any, ", ") + ": " + string(rule.Kind)
	case len(v.search) == 0 && len(v.data) == 0:
		v.kind, v.why = casefile.DocumentKind, "no tool is declared"
	case len(v.search) == 0:
		v.kind, v.why = casefile.DataKind, "no search tool is declared"
	case p.asksToChange(a):
		v.kind, v.why = casefile.DocumentKind, "it asks whether and how something may be changed: rules say that, no record"
	case stranger != "":
		v.kind, v.why = casefile.DataKind, fmt.Sprintf("%s may know %s, which is none of the names known", v.data[0].Name, stranger)
		v.data = v.data[:1]
	case among:
		v.kind, v.data, v.why = casefile.CombinedKind, owned[:1], owned[0].Name+" lists the asker's own, and rules are held against them"
	case (best < likely || p.pointed(a)) && p.asksBack(a, v):
		v.kind, v.why = casefile.DataKind, v.data[0].Name+" fits, and the asker speaks of something of their own"
	case best < likely && v.docScore < askable && !has(a.r, "permission") && p.ofRecord(a, v) != nil:
		v.kind, v.data, v.open = casefile.DataKind, p.ofRecord(a, v), true
		v.why = "a record is named, and no function speaks of what is asked of it"
	case best < likely && v.docScore < askable && has(a.r, "data") && a.toCome() && timed(v.data[0].ToolSpec) && v.data[0].cover >= partly:
		v.kind, v.open = casefile.DataKind, true
		v.why = "figures of days to come: no document has them"
	case best < likely:
		v.kind = casefile.DocumentKind
		v.why = fmt.Sprintf("no function fits (best %.2f)", best)
		v.unfit, v.open = true, (best >= nothing || has(a.r, "figures")) && v.docScore < askable
	case has(a.r, "definition") && len(a.ids) == 0 && len(a.periods) == 0 && v.docScore >= askable && !has(a.r, "figures"):
		v.kind, v.why = casefile.DocumentKind, "asks what a word means, which documents say"
	case has(a.r, "held against") && best >= likely && len(v.data[0].lacks) == 0 && (v.data[0].named > 0 || p.ofAsker(a, v.data[0].profile)):
		v.kind, v.why = casefile.CombinedKind, v.data[0].Name+" gives what is held against a rule"
	case p.explainedByRows(a, v, best):
		v.kind, v.why = casefile.DataKind, fmt.Sprintf("%s gives the causes on record (%.2f)", v.data[0].Name, best)
	case has(a.r, "cause"):
		v.kind, v.lead = casefile.CombinedKind, casefile.CombinedKind
		v.why = fmt.Sprintf("a cause is asked for: %s counts (%.2f), documents explain (%.2f)", v.data[0].Name, best, v.docScore)
	case (v.data[0].cover < doubtful || len(v.data[0].lacks) > 0) && v.data[0].named == 0 && p.asksBack(a, v):
		v.kind, v.why = casefile.DataKind, v.data[0].Name+" fits, and the asker speaks of something of their own"
	case v.data[0].named == 0 && len(a.periods) == 0 && v.docScore-best >= farBehind:
		v.kind = casefile.DocumentKind
		v.why = fmt.Sprintf("asks for what documents say (%.2f, %s %.2f)", v.docScore, v.data[0].Name, best)
	case len(p.fromDocuments(a, v)) > 0 && p.askedFor(a, v.data[0].ToolSpec) > 0:
		v.kind, v.why = casefile.CombinedKind, "documents name what "+v.data[0].Name+" is asked for"
	case p.toldByDocuments(a, v):
		v.kind, v.why = casefile.DocumentKind, fmt.Sprintf("asks what documents say; %s speaks of part of it (%.2f)", v.data[0].Name, v.data[0].cover)
	case len(p.fromDocuments(a, v)) > 0:
		v.kind, v.why = casefile.CombinedKind, "documents name what "+v.data[0].Name+" is asked for"
	case v.data[0].silent && !v.data[0].alikes && p.ofRecord(a, v) != nil:
		v.kind, v.data, v.open = casefile.DataKind, p.ofRecord(a, v), true
		v.why = "a record is named, and nothing is said of it"
	case v.data[0].silent && !v.data[0].alikes:
		v.kind, v.open = casefile.DocumentKind, true
		v.why = "nothing is said of what is named"
	case p.settledByRows(a, v, best):
		v.kind = casefile.DataKind
		v.why = fmt.Sprintf("%s takes what is named and fits (%.2f, documents %.2f)", v.data[0].Name, best, v.docScore)
	case equals(v.data) > 1:
		v.kind, v.open = casefile.DocumentKind, true
		v.why = fmt.Sprintf("%d functions fit alike (%.2f), none by its words", equals(v.data), best)
	case v.data[0].named == 0 && len(v.data[0].lacks) == 0 && (v.data[0].cover < p.enough(a, v.data[0]) || !has(a.r, "figures") && (!v.data[0].titled || has(a.r, "document"))):
		v.kind, v.lead = casefile.CombinedKind, casefile.DocumentKind
		v.why = fmt.Sprintf("%s speaks of part of it (%.2f): documents go first", v.data[0].Name, v.data[0].cover)
		v.open = true
	case v.data[0].cover < p.enough(a, v.data[0]):
		v.kind = casefile.CombinedKind
		v.why = fmt.Sprintf("%s speaks of part of it (%.2f): documents are asked too", v.data[0].Name, v.data[0].cover)
		v.open = true
	case best-v.docScore >= farBehind || best >= sure && v.docScore <= documently+0.05:
		v.kind = casefile.DataKind
		v.why = fmt.Sprintf("%s fits (%.2f, documents %.2f)", v.data[0].Name, best, v.docScore)
	case v.docScore-best >= farBehind:
		v.kind = casefile.DocumentKind
		v.why = fmt.Sprintf("asks for what documents say (%.2f, %s %.2f)", v.docScore, v.data[0].Name, best)
	default:
		v.kind = casefile.CombinedKind
		v.why = fmt.Sprintf("documents (%.2f) and %s (%.2f) may both hold it: both are asked", v.docScore, v.data[0].Name, best)
		v.open = true
	}
	if rule != nil && rule.Kind == "" && len(rule.Tools) > 0 {
		v.named = rule.Tools
		v.why += "; route " + strings.Join(rule.Any, ", ") + " names " + strings.Join(rule.Tools, ", ")
	}
	all := v.data
	v.data, v.search = p.chosen(a, v), p.chosenSearch(v)
	if v.kind == casefile.DataKind && len(v.named) == 0 && len(v.data) == 1 && len(v.data[0].lacks) == 0 && closeBehind(all, v.data[0]) {
		v.open = true // it may as well be the next one
	}
	if len(v.data) == 0 && v.kind != casefile.DocumentKind && len(v.search) > 0 {
		v.kind = casefile.DocumentKind
	}
	return v
}

// ofRecord puts the function first that tells most of a record that the question names; nil where none gives such a record.
func (p *Planner) ofRecord(a *asked, v verdict) []scored {
	most := -1
	for i, s := range v.data {
		if oneRecord(s.ToolSpec) && len(s.lacks) == 0 && len(a.ids) > 0 && (most < 0 || s.score-v.data[most].score > -tooClose && len(s.Gives) > len(v.data[most].Gives)) {
			most = i
		}
	}
	if most < 0 {
		return nil
	}
	return append([]scored{v.data[most]}, slices.Delete(slices.Clone(v.data), most, most+1)...)
}

// toCome reports whether a period is asked about that has not begun.
func (a *asked) toCome() bool {
	return slices.ContainsFunc(a.periods, func(p period) bool { return p.Period.From.Compare(a.c.Today()) > 0 })
}

// enough is how much of what is asked a function must speak of that documents need not be asked too: less where all things of the
// kind are asked for that its rows are about.
func (p *Planner) enough(a *asked, s scored) float64 {
	if has(a.r, "figures") && !has(a.r, "document") && p.askedFor(a, s.ToolSpec) > 0 {
		return 0.45
	}
	return doubtful
}

// closeBehind reports whether another function fits about as well as the one that was chosen.
func closeBehind(all []scored, chosen scored) bool {
	return slices.ContainsFunc(all, func(s scored) bool {
		return s.Name != chosen.Name && len(s.lacks) == 0 && !s.blind && !s.astray && chosen.score-s.score < tooClose
	})
}

// equals is how many functions fit as well as the best, where the best has no word of the question for itself; else one.
func equals(all []scored) int {
	n := 0
	for _, s := range all {
		if len(all[0].hits) == 0 && !all[0].titled && !all[0].alikes && all[0].score-s.score < 0.01 {
			n++
		}
	}
	return max(n, 1)
}

// asksBack reports whether the function that would answer lacks no more than the identifier of something that the asker has.
func (p *Planner) asksBack(a *asked, v verdict) bool {
	pointing := len(v.data) > 0 && p.pointed(a)
	if len(v.data) == 0 || !pointing && (!has(a.r, "personal") || has(a.r, "general") || has(a.r, "permission")) || pointing && has(a.r, "document") {
		return false
	}
	for i, s := range v.data {
		if pointing && len(s.lacks) == 0 {
			s.lacks = p.pointedParams(a, s)
		}
		if len(s.lacks) == 0 || len(s.hits) == 0 && !(pointing && s.cover >= doubtful) || slices.ContainsFunc(a.names, func(m playbook.Mention) bool {
			return !takes(s.ToolSpec, m.Kind) && isNew([]playbook.Span{m.Span}, s.hits)
		}) || s.score+0.35*float64(len(s.lacks)) < askable {
			continue
		}
		if !slices.ContainsFunc(s.lacks, func(prm casefile.Param) bool { return prm.Type != "identifier" || p.askOf(prm.Kind, a.lang) == "" }) {
			v.data[i] = v.data[0]
			v.data[0] = s
			return true
		}
	}
	return false
}

// pointedParams are the identifiers that a function could take and the whole question points at without one: its rows would be about all things of the kind.
func (p *Planner) pointedParams(a *asked, s scored) (out []casefile.Param) {
	if a.off > 0 || len(a.text) < len(a.c.Question) {
		return nil // another part may say which
	}
	for _, prm := range s.Params {
		if prm.Type == "identifier" && !prm.Exclude && p.pointedAt(a, prm.Kind) {
			out = append(out, prm)
		}
	}
	return out
}

// complete puts a function that lacks nothing before a better one that lacks a parameter, where it is not far behind.
func complete(all []scored) []scored {
	if len(all) == 0 || len(all[0].lacks) == 0 {
		return all
	}
	for i, s := range all {
		behind := all[0].score - s.score
		if len(s.lacks) == 0 && (len(s.hits) > 0 || s.titled) && (behind < 0.15 || behind < 0.35 && s.named > all[0].named) {
			return append([]scored{s}, append(slices.Clone(all[:i]), all[i+1:]...)...)
		}
	}
	return all
}

// documentScore is how much a part of a question asks for what documents say.
func (p *Planner) documentScore(a *asked, v verdict) float64 {
	score := documently
	if n := len(found(a.r, cues()["document"])); n > 0 {
		score += 0.25 + 0.1*float64(min(n, 3)-1)
	}
	if has(a.r, "written") {
		score += 0.2
	}
	if has(a.r, "permission") {
		score += 0.2
	}
	if has(a.r, "definition") {
		score += 0.35
	}
	if has(a.r, "cause") {
		score += 0.3
	}
	if len(v.search) > 0 && len(v.search[0].hits) > 0 {
		score += 0.15
	}
	if len(a.ids) == 0 && len(a.periods) == 0 && len(a.names) == 0 && a.n.n == 0 {
		score += 0.1
	}
	if (len(a.periods) > 0 && !a.borrowed) || a.n.n > 0 {
		score -= 0.15
	}
	return score
}

func (p *Planner) route(a *asked) *RouteRule {
	for i := range p.routes {
		r := &p.routes[i]
		if hasAny(a.r, r.any) && !hasAny(a.r, r.none) {
			return &r.RouteRule
		}
	}
	return nil
}

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
