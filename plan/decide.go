package plan

import (
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
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

// judge is where the rules look for a part of a question, and whether they are sure of it.
func (p *Planner) judge(a *asked) verdict {
	v := verdict{data: p.scoreTools(a, false), search: p.scoreTools(a, true)}
	v.docScore = p.documentScore(a, v)
	best := p.bestFit(a, &v)
	rule := p.route(a)
	if !p.settled(a, &v, rule, best) {
		p.weigh(a, &v, best)
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

// bestFit puts the function first that would answer, and is how well it fits; below likely it is not called.
func (p *Planner) bestFit(a *asked, v *verdict) float64 {
	best := 0.0
	if len(v.data) > 0 {
		best = v.data[0].score
	}
	if has(a.r, "data") {
		best += 0.1
	}
	if len(v.data) == 0 {
		return best
	}
	v.data = complete(v.data)
	d := v.data[0]
	v.silent = d.silent && len(a.ids) == 0
	if len(d.lacks) > 0 && (len(d.hits) == 0 || v.docScore >= askable) {
		best = min(best, likely-0.01) // documents can answer without what the function lacks
	}
	if len(d.hits) == 0 && !d.titled && d.cover < doubtful && d.named < 2 && (v.docScore >= askable || !p.ofAsker(a, d.profile)) {
		best = min(best, likely-0.01) // it takes a thing that is named, and speaks of nothing that is asked
	}
	if oneRecord(d.ToolSpec) && len(d.lacks) == 0 && d.score > nothing+0.08 && v.docScore < askable && !has(a.r, "permission") {
		best = max(best, likely) // a record is named, and nothing is asked of rules
	}
	return best
}

// settled decides what needs no weighing of functions against documents, and reports whether it did: what the workspace or the form of the
// question says, and that no function fits.
func (p *Planner) settled(a *asked, v *verdict, rule *RouteRule, best float64) bool {
	stranger := p.stranger(a, *v)
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
	case best < likely && v.docScore < askable && !has(a.r, "permission") && p.ofRecord(a, *v) != nil:
		v.kind, v.data, v.open = casefile.DataKind, p.ofRecord(a, *v), true
		v.why = "a record is named, and no function speaks of what is asked of it"
	case best < likely && v.docScore < askable && has(a.r, "data") && a.toCome() && len(v.data) > 0 && timed(v.data[0].ToolSpec) && v.data[0].cover >= partly:
		v.kind, v.open = casefile.DataKind, true
		v.why = "figures of days to come: no document has them"
	case best < likely:
		v.kind = casefile.DocumentKind
		v.why = fmt.Sprintf("no function fits (best %.2f)", best)
		v.unfit, v.open = true, (best >= nothing || has(a.r, "figures")) && v.docScore < askable
	default:
		return false
	}
	return true
}

// weigh decides between the function that fits best and documents, or for both.
func (p *Planner) weigh(a *asked, v *verdict, best float64) {
	d := v.data[0]
	switch {
	case has(a.r, "definition") && len(a.ids) == 0 && len(a.periods) == 0 && v.docScore >= askable && !has(a.r, "figures"):
		v.kind, v.why = casefile.DocumentKind, "asks what a word means, which documents say"
	case has(a.r, "held against") && best >= likely && len(d.lacks) == 0 && (d.named > 0 || p.ofAsker(a, d.profile)):
		v.kind, v.why = casefile.CombinedKind, d.Name+" gives what is held against a rule"
	case has(a.r, "cause") && len(v.search) > 0 && slices.ContainsFunc(v.data, a.none):
		v.kind, v.why = casefile.DocumentKind, "asks why there is none of what is counted: no row tells that"
	case p.explainedByRows(a, *v, best):
		v.kind, v.why = casefile.DataKind, fmt.Sprintf("%s gives the causes on record (%.2f)", d.Name, best)
	case has(a.r, "cause"):
		v.kind, v.lead = casefile.CombinedKind, casefile.CombinedKind
		v.why = fmt.Sprintf("a cause is asked for: %s counts (%.2f), documents explain (%.2f)", d.Name, best, v.docScore)
	case (d.cover < doubtful || len(d.lacks) > 0) && d.named == 0 && p.asksBack(a, v):
		v.kind, v.why = casefile.DataKind, v.data[0].Name+" fits, and the asker speaks of something of their own"
	case d.named == 0 && len(a.periods) == 0 && v.docScore-best >= farBehind:
		v.kind = casefile.DocumentKind
		v.why = fmt.Sprintf("asks for what documents say (%.2f, %s %.2f)", v.docScore, d.Name, best)
	case len(p.fromDocuments(a, *v)) > 0 && p.askedFor(a, d.ToolSpec) > 0:
		v.kind, v.why = casefile.CombinedKind, "documents name what "+d.Name+" is asked for"
	case p.toldByDocuments(a, *v):
		v.kind, v.why = casefile.DocumentKind, fmt.Sprintf("asks what documents say; %s speaks of part of it (%.2f)", d.Name, d.cover)
	case len(p.fromDocuments(a, *v)) > 0:
		v.kind, v.why = casefile.CombinedKind, "documents name what "+d.Name+" is asked for"
	case d.silent && !d.alikes && p.ofRecord(a, *v) != nil:
		v.kind, v.data, v.open = casefile.DataKind, p.ofRecord(a, *v), true
		v.why = "a record is named, and nothing is said of it"
	case d.silent && !d.alikes:
		v.kind, v.open = casefile.DocumentKind, true
		v.why = "nothing is said of what is named"
	case p.settledByRows(a, *v, best):
		v.kind = casefile.DataKind
		v.why = fmt.Sprintf("%s takes what is named and fits (%.2f, documents %.2f)", d.Name, best, v.docScore)
	case equals(v.data) > 1:
		v.kind, v.open = casefile.DocumentKind, true
		v.why = fmt.Sprintf("%d functions fit alike (%.2f), none by its words", equals(v.data), best)
	case d.named == 0 && len(d.lacks) == 0 && (d.cover < p.enough(a, d) || !has(a.r, "figures") && (!d.titled || has(a.r, "document"))):
		v.kind, v.lead = casefile.CombinedKind, casefile.DocumentKind
		v.why = fmt.Sprintf("%s speaks of part of it (%.2f): documents go first", d.Name, d.cover)
		v.open = true
	case d.cover < p.enough(a, d):
		v.kind = casefile.CombinedKind
		v.why = fmt.Sprintf("%s speaks of part of it (%.2f): documents are asked too", d.Name, d.cover)
		v.open = true
	case best-v.docScore >= farBehind || best >= sure && v.docScore <= documently+0.05:
		v.kind = casefile.DataKind
		v.why = fmt.Sprintf("%s fits (%.2f, documents %.2f)", d.Name, best, v.docScore)
	case v.docScore-best >= farBehind:
		v.kind = casefile.DocumentKind
		v.why = fmt.Sprintf("asks for what documents say (%.2f, %s %.2f)", v.docScore, d.Name, best)
	default:
		v.kind = casefile.CombinedKind
		v.why = fmt.Sprintf("documents (%.2f) and %s (%.2f) may both hold it: both are asked", v.docScore, d.Name, best)
		v.open = true
	}
}

// none reports whether a part says that there is none of what a function gives: then what its rows count is beside the question.
func (a *asked) none(s scored) bool {
	of := append(slices.Clone(s.hits), found(a.r, s.titles)...)
	return slices.ContainsFunc(found(a.r, cues()["none"]), func(n playbook.Span) bool {
		return slices.ContainsFunc(of, func(h playbook.Span) bool { return n.To <= h.From && strings.TrimSpace(a.r.Folded[n.To:h.From]) == "" })
	})
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
