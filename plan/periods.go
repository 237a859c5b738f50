package plan

import (
	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// periods reads the periods that a part of a question names. Today alone is one only where nothing else is named.
func (p *Planner) periods(a *asked) []period {
	var out, today []period
	for _, m := range p.mentions(a.c, a.text) {
		one := period{Span: a.r.At(m.Start, m.End), Period: m.Period, words: m.Text, granularity: m.Granularity}
		if m.Period.From == a.c.Today() && m.Period.To == a.c.Today() {
			today = append(today, one)
			continue
		}
		out = append(out, one)
	}
	if len(out) == 0 {
		return today
	}
	return out
}

// unread finds the words that name a period of which no days can be told. They go into the call as they are, and are named as missing.
func (p *Planner) unread(a *asked) []period {
	var out []period
	for _, m := range quantity.UnreadPeriods(a.text, a.c.Now, quantity.PeriodOptions{}) {
		out = append(out, period{Span: a.r.At(m.Start, m.End), words: m.Text})
	}
	return out
}

// periodsOf reads the periods of other words, such as a default.
func (p *Planner) periodsOf(a *asked, words string) []period {
	var out []period
	for _, m := range p.mentions(a.c, words) {
		out = append(out, period{Period: m.Period, words: m.Text, granularity: m.Granularity})
	}
	return out
}

func (p *Planner) mentions(c casefile.Case, words string) []quantity.PeriodMention {
	return quantity.Periods(words, c.Now, quantity.PeriodOptions{BusinessDays: p.rules.Yesterday == "business", Holidays: p.rules.Holidays})
}

// need returns the typed form of what a text asks for, without where to look for it.
func (p *Planner) need(a *asked, text string) casefile.Need {
	n := casefile.Need{Text: text, Kind: casefile.CombinedKind}
	if a.context != "" {
		n.Constraints = append(n.Constraints, a.context)
	}
	if len(a.periods) > 0 {
		n.Period, n.PeriodText, n.Granularity = a.periods[0].Period, a.periods[0].words, a.periods[0].granularity
	}
	for _, kind := range kinds(a.ids) {
		n.Entities = append(n.Entities, a.pick(kind, a.ids))
	}
	for _, kind := range kinds(a.names) {
		n.Entities = append(n.Entities, a.pick(kind, a.names))
	}
	for _, kind := range kinds(a.not) {
		n.Not = append(n.Not, a.pick(kind, a.not))
	}
	return n
}
