package eval

import (
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

// measure measures what came of a case.
func (w Want) measure(o Outcome, checks []checked) Measures {
	var m Measures
	w.result(&m.Result, o, checks)
	w.process(&m.Process, o, checks)
	efficiency(&m.Efficiency, o)
	return m
}

func (w Want) result(m *ResultMeasures, o Outcome, checks []checked) {
	leak := false
	for _, c := range checks {
		leak = leak || c.what == "leak"
		switch c.what {
		case "values":
			m.Values.count(c.ok)
			m.Points.count(c.ok)
		case "says":
			m.Points.count(c.ok)
		case "cites":
			m.CitationRecall.count(c.ok)
			m.Points.count(c.ok)
		case "secrets":
			leak = leak || !c.ok
		}
	}
	m.Leaks.count(leak)
	if want := expects(w.Status); want != 0 {
		got := o.Answer.Status == casefile.Answered || o.Answer.Status == casefile.PartialAnswer
		if want > 0 {
			m.Answers.count(got)
		} else {
			m.Refusals.count(!got)
		}
	}
	w.claims(m, o)
}

// expects says whether a case wants an answer (1), none (-1), or either (0).
func expects(status []casefile.AnswerStatus) int {
	if len(status) == 0 {
		return 0
	}
	answers := 0
	for _, s := range status {
		if s == casefile.Answered || s == casefile.PartialAnswer {
			answers++
		}
	}
	switch answers {
	case 0:
		return -1
	case len(status):
		return 1
	}
	return 0
}

// claims counts over the claims that left.
func (w Want) claims(m *ResultMeasures, o Outcome) {
	numbers := w.numbers(o)
	for i, c := range o.Answer.Claims {
		for _, cite := range c.Cites {
			e, ok := o.Case.Find(cite.Evidence)
			if ok && e.Said {
				continue
			}
			m.CitationPrecision.count(ok && bears(cite, e) && !w.forbids(e))
			if ok && e.Source != nil && e.Source.Version != "" {
				m.StaleVersions.count(!inForce(e))
			}
		}
		wrong := numbers[i].wrong
		if numbers[i].any {
			m.WrongNumbers.count(wrong != "")
		}
		if wrong != "" {
			m.Wrong = append(m.Wrong, wrong+": "+c.Text)
		}
	}
}

// A numbered says whether a claim has numbers, and which of them is wrong, "" where none is.
type numbered struct {
	wrong string
	any   bool
}

// numbers reads the numbers of every claim of an answer, which takes longer than all other checks: an outcome keeps them.
func (w Want) numbers(o Outcome) []numbered {
	if o.numbers != nil {
		return o.numbers
	}
	out := make([]numbered, len(o.Answer.Claims))
	for i, c := range o.Answer.Claims {
		out[i].wrong, out[i].any = w.wrongNumber(c, o.Case)
	}
	return out
}

// wrongNumber returns a number of a claim that no record it cites has, or that the case forbids, and whether the claim has numbers.
// It is no rule of the verifier, so that it can disagree with it.
func (w Want) wrongNumber(c casefile.Claim, of casefile.Case) (wrong string, numbers bool) {
	var cited []casefile.Evidence
	for _, cite := range c.Cites {
		if e, ok := of.Find(cite.Evidence); ok {
			cited = append(cited, e)
		}
	}
	wrong, numbers = unbacked(c.Text, cited)
	if wrong != "" {
		return wrong, true
	}
	for _, p := range w.SaysNot {
		if found := p.FindString(c.Text); strings.ContainsAny(p.String(), "0123456789") && found != "" {
			return found, true
		}
	}
	return "", numbers
}

// always are the checks that no case has to ask for: no wrong number, nothing the asker may not read, no version out of force.
func (w Want) always(o Outcome) []checked {
	var out []checked
	numbers := w.numbers(o)
	for i, c := range o.Answer.Claims {
		if wrong := numbers[i].wrong; wrong != "" {
			out = append(out, checked{what: "number", why: fmt.Sprintf("no record that the claim cites has %q: %s", wrong, c.Text)})
		}
		for _, cite := range c.Cites {
			if e, ok := o.Case.Find(cite.Evidence); ok && e.Source != nil && e.Source.Version != "" && !inForce(e) {
				out = append(out, checked{what: "stale", ref: e.ID, why: fmt.Sprintf("%s was not in force on %s", e.Source.Place(), e.AsOf)})
			}
		}
	}
	for _, e := range o.Case.Evidence {
		if !mayRead(o.Case.Scope, e) {
			out = append(out, checked{what: "leak", ref: e.ID, why: fmt.Sprintf("%s is not for the asker, and came into the records", e.Source.Place())})
		}
	}
	return out
}

// mayRead reports whether a scope may read a passage, by its access list.
func mayRead(who casefile.Scope, e casefile.Evidence) bool {
	if e.Source == nil || len(e.Source.Access) == 0 {
		return true
	}
	terms := who.Terms()
	return slices.ContainsFunc(e.Source.Access, func(t string) bool { return slices.Contains(terms, t) })
}

func (w Want) forbids(e casefile.Evidence) bool {
	return slices.ContainsFunc(w.CitesNot, func(ref string) bool { return record{e.Source, e.Tool}.is(ref) })
}

// bears reports whether a citation points at something that is there: its quote stands in the passage, its rows in the table.
func bears(c casefile.Citation, e casefile.Evidence) bool {
	switch {
	case e.Source != nil:
		return strings.Contains(e.Text, c.Quote) || strings.Contains(e.Head, c.Quote)
	case e.Table != nil:
		return !slices.ContainsFunc(c.Rows, func(i int) bool { return i < 0 || i >= len(e.Table.Rows) }) &&
			!slices.ContainsFunc(c.Columns, func(name string) bool { return e.Table.Col(name) < 0 })
	}
	return true
}

// inForce reports whether a passage's version was in force on the day it was read by.
func inForce(e casefile.Evidence) bool {
	s := e.Source
	return (s.EffectiveFrom.IsZero() || s.EffectiveFrom.Compare(e.AsOf) <= 0) && (s.EffectiveTo.IsZero() || e.AsOf.Compare(s.EffectiveTo) <= 0)
}
