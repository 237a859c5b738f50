package plan

import (
	"cmp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// works are the lists of cues.txt that ask for something to be worked out.
var works = []string{"work remaining", "work average", "work share", "work growth", "work forecast"}

// suits is what a function gains for the things in the question that it takes, and loses for those it has no
// place for and for what it needs and is not given.
func (p *Planner) suits(a *asked, s *scored) float64 {
	s.args, s.lacks = p.fill(a, s.ToolSpec, s.hits)
	gain := 0.0
	for _, f := range s.args {
		if f.said {
			gain += 0.08
			if !f.borrowed {
				s.named++
			}
		}
	}
	gain = min(0.2, gain) - p.unplaced(a, s) - 0.35*float64(len(s.lacks))
	kind := p.askedFor(a, s.ToolSpec)
	gain += kind + p.otherEnd(a, s)
	if has(a.r, "cause") && has(playbook.Read(strings.Join(s.Words, "\n")), "cause") {
		gain += 0.15
	}
	gain += p.leans(a, s)
	if kind >= 0 && a.n.n > 0 && !a.n.implied && has(a.r, "ranking") && slices.ContainsFunc(s.Params, func(prm casefile.Param) bool { return s.args[prm.Name].said && prm.Type == "integer" }) {
		gain += 0.2 // so many of a ranking are asked for, and it gives so many
	}
	if len(a.periods) > 0 && !timed(s.ToolSpec) {
		gain -= 0.15
	}
	for _, work := range works {
		at := found(a.r, cues()[work])
		if len(at) > 0 && has(s.own, work) {
			gain += 0.2 // it does just what is to be worked out
			s.titled = true
		}
		if len(at) > 0 && !has(s.own, work) {
			gain -= 0.25
			s.cover = min(s.cover, doubtful-0.01)
			s.without = a.r.Source(at[0])
		}
	}
	for _, kind := range kinds(a.not) {
		if !leavesOut(s.ToolSpec, kind) {
			s.blind = true
			gain -= 0.2
		}
	}
	return gain
}

// unplaced is what a function loses for named things that it has no place for: its rows would be about all of them.
func (p *Planner) unplaced(a *asked, s *scored) float64 {
	loss := 0.0
	for _, kind := range kinds(a.ids) {
		switch {
		case takes(s.ToolSpec, kind):
		case gives(s.ToolSpec, kind) || !slices.ContainsFunc(a.ids, func(m playbook.Mention) bool { return m.Kind == kind && m.To > 0 }):
			loss += 0.17
		default: // its rows would be about all of them
			loss, s.astray = loss+0.6, true
			s.without = cmp.Or(s.without, a.pick(kind, a.ids).Values[0])
		}
	}
	if slices.ContainsFunc(s.Params, func(prm casefile.Param) bool { return prm.Kind != "" && s.args[prm.Name].said }) {
		if slices.ContainsFunc(a.names, func(m playbook.Mention) bool { return m.To > 0 && !s.places(m) && p.takenWith(a, m) }) {
			loss += 0.2 // another function takes what else is named too
		}
		return loss // one record is asked for, whatever else is named
	}
	placed := s.places
	for _, m := range a.names {
		if placed(m) || slices.ContainsFunc(a.names, func(o playbook.Mention) bool { return o.Span == m.Span && placed(o) }) {
			continue
		}
		loss += 0.35
		if s.without == "" {
			s.without = m.Value
		}
	}
	return min(loss, 0.5)
}

// preferPlaced takes from functions that have no place for a named thing where another that has one may answer.
func (p *Planner) preferPlaced(a *asked, all []scored) {
	for _, kind := range kinds(a.names) {
		placed := func(s scored) bool { return takes(s.ToolSpec, kind) || gives(s.ToolSpec, kind) }
		if !slices.ContainsFunc(all, func(s scored) bool { return !s.Search && takes(s.ToolSpec, kind) && s.score >= likely }) {
			continue
		}
		for i := range all {
			if !all[i].Search && !placed(all[i]) {
				all[i].score -= 0.25
			}
		}
	}
}

// places reports whether a function takes or gives what a name stands for, or says that it is about it.
func (s *scored) places(m playbook.Mention) bool {
	return takes(s.ToolSpec, m.Kind) || gives(s.ToolSpec, m.Kind) ||
		slices.ContainsFunc(s.about, func(o playbook.Mention) bool { return o.Kind == m.Kind && o.Value == m.Value })
}

// takenWith reports whether some function takes a name together with an identifier of the question.
func (p *Planner) takenWith(a *asked, m playbook.Mention) bool {
	return slices.ContainsFunc(p.tools, func(t *profile) bool {
		return takes(t.ToolSpec, m.Kind) && slices.ContainsFunc(a.ids, func(id playbook.Mention) bool { return takes(t.ToolSpec, id.Kind) })
	})
}

// leavesOut reports whether a function can leave out things of a kind, or its rows name them.
func leavesOut(t casefile.ToolSpec, kind string) bool {
	return gives(t, kind) || slices.ContainsFunc(t.Params, func(prm casefile.Param) bool { return prm.Exclude && prm.Entity == kind })
}

// timed reports whether a function takes a period or a day.
func timed(t casefile.ToolSpec) bool {
	return slices.ContainsFunc(t.Params, func(prm casefile.Param) bool { return prm.Type == "period" || prm.Type == "date" })
}

func takes(t casefile.ToolSpec, kind string) bool {
	return slices.ContainsFunc(t.Params, func(prm casefile.Param) bool {
		return !prm.Exclude && (playbook.EntityOf(prm) == kind || prm.Kind == kind)
	})
}

func gives(t casefile.ToolSpec, kind string) bool {
	return slices.ContainsFunc(t.Gives, func(c casefile.Column) bool { return c.Entity == kind })
}
