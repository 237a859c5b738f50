package plan

import (
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// leans is what a function gains for how a question speaks of what its rows are, beside the words that it has for itself.
func (p *Planner) leans(a *asked, s *scored) float64 {
	gain := p.rankedFor(a, s)
	if kind := p.headKind(a); kind != "" {
		switch {
		case !gives(s.ToolSpec, kind):
			gain -= 0.3
		case s.gathers:
			gain += 0.15
		}
	}
	if aboutNamed(a, s.ToolSpec) {
		gain += 0.06
	}
	if a.asksDayOf(s.ToolSpec) {
		gain += 0.15
	}
	if p.ofAsker(a, s.profile) {
		gain += 0.12
		if has(a.r, "listing") && lists(s.ToolSpec) {
			gain += 0.12
		}
	}
	return gain
}

// preferLaidOut takes from functions that do not lay their figures out as the question asks, where another that does may answer.
func preferLaidOut(all []scored) {
	if !slices.ContainsFunc(all, func(s scored) bool { return s.laidOut && !s.Search && s.score >= likely }) {
		return
	}
	for i := range all {
		if !all[i].laidOut && !all[i].Search {
			all[i].score -= 0.2
		}
	}
}

// manners are the lists of cues.txt that say how figures are laid out, and what a function gains that lays them out so.
var manners = []struct {
	list  string
	worth float64
}{{"over time", 0.3}, {"single records", 0.3}}

// inManner is what a function gains that lays its figures out as the question asks; the words that ask for it are its own then.
func (s *scored) inManner(a *asked) float64 {
	gain := 0.0
	for _, m := range manners {
		at := slices.DeleteFunc(a.cued(m.list), func(h playbook.Span) bool { return a.taken(h) })
		says := s.own
		if m.list == "single records" {
			says = playbook.Read(s.Does) // "details" is said of much
		}
		if len(at) == 0 || !has(says, m.list) {
			continue
		}
		gain, s.laidOut = gain+m.worth, true
		for _, h := range at {
			if isNew([]playbook.Span{h}, s.hits) {
				s.hits, s.why = append(s.hits, h), append(s.why, a.r.Source(h))
			}
		}
	}
	return gain
}

// rankedFor is what a function gains that gives the first so many, where they are asked for, and what others lose.
func (p *Planner) rankedFor(a *asked, s *scored) float64 {
	if len(a.ids) > 0 {
		return 0
	}
	asked := slices.ContainsFunc(a.cued("superlative", "ranking"), func(s playbook.Span) bool { return !a.taken(s) })
	last := has(a.r, "bottom") && !has(a.r, "top")
	switch by := s.rankedBy(a); {
	case by < 0:
		s.astray = true
		return by
	case ranks(s.ToolSpec) && asked && p.askedFor(a, s.ToolSpec) >= 0 && p.otherEnd(a, s) == 0:
		return 0.2
	case last:
		return 0 // the last are seldom ranked: figures of all of them tell
	case ranks(s.ToolSpec) && a.n.n == 0:
		return -0.1
	case !asked || aboutNamed(a, s.ToolSpec) || p.askedFor(a, s.ToolSpec) > 0 && has(s.own, "ranking"):
		return 0
	case a.n.n > 0 && !a.n.implied:
		return -0.2
	case !has(s.own, "ranking"):
		return -0.15
	}
	return 0
}

// rankedBy is what a function loses that ranks, and by something else than what the question says to rank by.
func (s *scored) rankedBy(a *asked) float64 {
	if !ranks(s.ToolSpec) {
		return 0
	}
	does := playbook.Read(s.Does)
	for _, t := range s.titles {
		for _, by := range []string{"by " + t.String(), "by the " + t.String(), "按" + t.String()} {
			if w := playbook.Prepare(by); a.r.Has(w) && !does.Has(w) {
				return -0.3
			}
		}
	}
	return 0
}

// headKind is the kind of thing that heads what is asked for, "" where none does.
func (p *Planner) headKind(a *asked) string {
	for _, t := range p.tools {
		for _, title := range t.heads {
			if slices.ContainsFunc(a.r.Find(title), a.headOf) {
				return t.Gives[keyColumn(t.ToolSpec)].Entity
			}
		}
	}
	return ""
}

// ranks reports whether a function gives the first so many of a ranking.
func ranks(t casefile.ToolSpec) bool {
	return slices.ContainsFunc(t.Params, func(prm casefile.Param) bool { return prm.Type == "integer" && countable(prm) })
}

// lists reports whether each row of a function is a record with an identifier.
func lists(t casefile.ToolSpec) bool {
	i := keyColumn(t)
	return i >= 0 && t.Gives[i].Type == "identifier" && !oneRecord(t)
}

// aboutNamed reports whether a row of a function is about one thing of a kind that the question names.
func aboutNamed(a *asked, t casefile.ToolSpec) bool {
	i := keyColumn(t)
	if i < 0 {
		return false
	}
	for _, c := range t.Gives[i:min(i+2, len(t.Gives))] { // a thing may have its name beside its identifier
		if slices.ContainsFunc(append(slices.Clone(a.names), a.ids...), func(m playbook.Mention) bool { return m.Kind == c.Entity }) {
			return true
		}
	}
	return false
}

// asksDayOf reports whether a day is asked for of a record that is named, and a function gives one.
func (a *asked) asksDayOf(t casefile.ToolSpec) bool {
	return len(a.ids) > 0 && oneRecord(t) && has(a.r, "point in time") && slices.ContainsFunc(t.Gives, func(c casefile.Column) bool { return c.Type == "date" || c.Type == "datetime" })
}

// ofAsker reports whether the asker speaks of what is their own, none of it by its identifier, and a function gives the records of whoever asks.
func (p *Planner) ofAsker(a *asked, t *profile) bool {
	return len(a.ids) == 0 && has(a.r, "first person") && !oneRecord(t.ToolSpec) && t.askers
}

// settledByRows reports whether a function that takes what is named, and speaks of what is asked in its own words, is enough: nothing in the
// question asks for what documents say.
func (p *Planner) settledByRows(a *asked, v verdict, best float64) bool {
	d := v.data[0]
	ahead := len(v.data) < 2 || d.score-v.data[1].score >= 0.2
	switch {
	case len(d.lacks) > 0 || d.blind || d.astray || has(a.r, "document") || has(a.r, "written") || has(a.r, "definition") || has(a.r, "cause") || has(a.r, "permission") && !has(a.r, "data"):
		return false
	case p.ofAsker(a, d.profile):
		return best >= likely && !has(a.r, "until") && !has(a.r, "general")
	case len(a.ids) > 0 && oneRecord(d.ToolSpec):
		return best >= likely && (len(d.hits) > 0 || d.titled || has(a.r, "data") || ahead || a.asksDayOf(d.ToolSpec))
	case len(a.ids) > 0 && d.named > 0 && (len(d.hits) > 0 || d.titled) && ahead:
		return best >= settled
	}
	switch spoken := len(d.hits) > 0; {
	case d.named > 0 && d.laidOut && best >= likely:
		return true
	case best < settled || a.n.n > 0 && !ranks(d.ToolSpec):
	case d.named > 1 && spoken || d.named > 0 && (spoken || d.titled) && p.askedFor(a, d.ToolSpec) > 0 && !closeBehind(v.data, d):
		return true
	}
	return d.named > 0 && (d.alikes || (len(d.hits) > 0 || d.titled) && d.cover >= spokenOf) && best >= settled && (has(a.r, "data") || len(a.periods) > 0)
}

// settled is the score from which a function that takes what is named needs no documents beside it.
const settled = 0.45

// spokenOf is how much of what is asked such a function speaks of.
const spokenOf = 0.35

// headed is what may stand before the kind of thing that heads a question, and what follows it.
var headed = [2]*regexp.Regexp{
	regexp.MustCompile(`^\s*(?:(?:list|show|give|get|me|name|all|the|of|which|please|how|do|did|our|compare|rank|who|are|were)\s+)*$`),
	regexp.MustCompile(`^s? (?:of|from|in|by|sold|made|that|supplied|belonging|compare|compared|differ|rank)\b`),
}

// measured is a Chinese word that asks for a number, with what is counted.
var measured = regexp.MustCompile(`(?:多少|几)[件个单张条种款家次笔位名份台]?`)

// countless is a text that asks for numbers without what they count, and without the particle that a Chinese phrase may have in it or not.
func countless(s string) string {
	return strings.ReplaceAll(measured.ReplaceAllString(s, "几"), "的", "")
}

// enumerated is what follows a kind of thing of which all are asked for.
var enumerated = regexp.MustCompile(`^(?:都|一共|总共)*(?:有|是)(?:谁|哪|什么|多少|几)|^(?:们|之间)`)

// headOf reports whether a kind of thing heads what is asked for: "branches of the north", "list all branches in …", "分店都有哪些".
func (a *asked) headOf(at playbook.Span) bool {
	return enumerated.MatchString(a.r.Folded[at.To:]) || headed[0].MatchString(a.r.Folded[:at.From]) && headed[1].MatchString(a.r.Folded[at.To:])
}

// ownRecords puts the function that lists the asker's own records first, where it is asked which of them a rule allows something for.
func (p *Planner) ownRecords(a *asked, all []scored) ([]scored, bool) {
	if !p.amongOnesOwn(a) || !has(a.r, "listing") {
		return all, false
	}
	for i, s := range all {
		if len(s.lacks) == 0 && lists(s.ToolSpec) && p.ofAsker(a, s.profile) {
			return append([]scored{s}, append(slices.Clone(all[:i]), all[i+1:]...)...), true
		}
	}
	return all, false
}
