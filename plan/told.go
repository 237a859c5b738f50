package plan

import (
	"slices"

	"github.com/casefile/casefile/playbook"
)

// explainedByRows reports whether a function gives the very causes that are asked for: the question speaks of them in its own
// words, and of no document.
func (p *Planner) explainedByRows(a *asked, v verdict, best float64) bool {
	return has(a.r, "cause") && best >= 0.8 && !has(a.r, "document") && slices.ContainsFunc(v.data, func(d scored) bool {
		return d.score >= 0.8 && (d.cover >= doubtful || d.Name != v.data[0].Name) &&
			slices.ContainsFunc(d.hits, func(h playbook.Span) bool { return has(playbook.Read(a.r.Source(h)), "cause") })
	})
}

// toldByDocuments reports whether a definition, a rule or a procedure is asked for in general: nothing is named that a function
// takes, and the best function speaks of a part of it at most.
func (p *Planner) toldByDocuments(a *asked, v verdict) bool {
	if len(a.ids) > 0 || len(a.periods) > 0 || a.n.n > 0 || v.docScore < askable {
		return false
	}
	if v.data[0].named > 0 { // "what does the standard say of X"
		return has(a.r, "document") && has(a.r, "permission") && !has(a.r, "data") && !has(a.r, "personal")
	}
	return has(a.r, "definition") && v.data[0].cover < doubtful || v.data[0].cover < doubtful && has(a.r, "document") && !has(a.r, "figures") ||
		v.data[0].cover < doubtful && has(a.r, "permission") && !has(a.r, "personal") && !has(a.r, "data")
}

// pointed reports whether the question points at a record that it does not name: "this order", with no order in it.
func (p *Planner) pointed(a *asked) bool {
	if len(a.ids) > 0 || len(a.names) > 0 {
		return false
	}
	if has(a.r, "pointed at") {
		return true
	}
	cues := a.cued("pointing")
	for _, t := range p.tools {
		for _, c := range t.Gives {
			if c.Type != "identifier" {
				continue
			}
			for _, w := range []string{c.Title, c.TitleEN} {
				for _, at := range a.r.Find(playbook.Prepare(w)) {
					if slices.ContainsFunc(cues, func(q playbook.Span) bool { return at.From >= q.To && at.From-q.To <= 1 }) {
						return true
					}
				}
			}
		}
	}
	return false
}
