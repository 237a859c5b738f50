package plan

import (
	"slices"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// pointed reports whether the question points at a record that it does not name: "this order", with no order in it.
func (p *Planner) pointed(a *asked) bool {
	if len(a.ids) > 0 || len(a.names) > 0 {
		return false
	}
	return has(a.r, "pointed at") || p.pointedAt(a, "")
}

// pointedAt reports whether the question points at a record of a kind of identifier, of any with "".
func (p *Planner) pointedAt(a *asked, kind string) bool {
	cues := a.cued("pointing")
	for _, t := range p.tools {
		for _, c := range t.Gives {
			if c.Type != "identifier" || kind != "" && c.Entity != kind {
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

// asksBack reports whether the function that would answer lacks no more than the identifier of something that the asker has.
func (p *Planner) asksBack(a *asked, v *verdict) bool {
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
