package plan

import (
	"slices"

	"github.com/casefile/casefile/playbook"
)

// explainedByRows reports whether a function gives the very causes that are asked for: the question speaks of them in its own
// words, and of no document.
func (p *Planner) explainedByRows(a *asked, v verdict, best float64) bool {
	if !has(a.r, "cause") || has(a.r, "document") {
		return false
	}
	if d := v.data[0]; d.named > 0 && best >= settled && !has(a.r, "written") && (d.cover >= doubtful && a.causeOf(d) || has(a.r, "count") && len(d.hits) > 0 || a.byCause(d)) {
		return true
	}
	return best >= 0.8 && slices.ContainsFunc(v.data, func(d scored) bool {
		return d.score >= 0.8 && (d.cover >= doubtful || d.Name != v.data[0].Name) && a.causeOf(d)
	})
}

// causeOf reports whether the question speaks of a cause in a function's own words, or by the title of what it gives.
func (a *asked) causeOf(d scored) bool {
	cause := func(s playbook.Span) bool { return has(playbook.Read(a.r.Source(s)), "cause") }
	return slices.ContainsFunc(d.hits, cause) || slices.ContainsFunc(found(a.r, d.titles), cause)
}

// byCause reports whether figures are asked for by cause, and that is what a function gives them by.
func (a *asked) byCause(d scored) bool {
	by := a.cued("which")
	return slices.ContainsFunc(found(a.r, d.titles), func(s playbook.Span) bool {
		return has(playbook.Read(a.r.Source(s)), "cause") && slices.ContainsFunc(by, func(w playbook.Span) bool { return s.From >= w.To && s.From-w.To <= 1 })
	})
}

// toldByDocuments reports whether a definition, a rule or a procedure is asked for in general: nothing is named that a function
// takes, and the best function speaks of a part of it at most.
func (p *Planner) toldByDocuments(a *asked, v verdict) bool {
	if len(a.ids) > 0 || len(a.periods) > 0 || a.n.n > 0 || v.docScore < askable {
		return false
	}
	if v.data[0].named > 0 { // "what does the standard say of X"
		return has(a.r, "document") && (has(a.r, "permission") || v.data[0].cover < spokenOf) && !has(a.r, "data") && !has(a.r, "personal")
	}
	return has(a.r, "definition") && v.data[0].cover < doubtful || v.data[0].cover < doubtful && has(a.r, "document") && !has(a.r, "figures") ||
		v.data[0].cover < doubtful && has(a.r, "permission") && !has(a.r, "personal") && (!has(a.r, "data") || v.data[0].cover < spokenOf)
}
