package search

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// period returns what the period that a question names does to passages of a document, and by which of its dates:
// its own period, or else one that its title or headings name, or else the day it was published.
func (s *Search) period(r *Reading, src casefile.Source) (name string, factor float64) {
	if r.Period.IsZero() {
		return "", 1
	}
	w := s.weights
	if !src.Period.IsZero() {
		return within("period", meets(r.Period, src.Period), w.PeriodDeclared, w.PeriodOther)
	}
	if ps := s.periodsIn(src.Title + "\n" + src.Heading); len(ps) > 0 {
		best := 0.0
		for _, p := range ps {
			best = max(best, meets(r.Period, p))
		}
		return within("period-title", best, w.PeriodNamed, w.PeriodOther)
	}
	switch p := src.Published; {
	case p.IsZero():
		return "", 1
	case r.Period.Contains(p):
		return "published", 1 + w.PeriodPublished
	case !r.Period.From.IsZero() && p.Compare(r.Period.From) < 0:
		return "published-before", 1 - w.PeriodEarlier
	}
	return "", 1
}

func within(name string, share, gain, loss float64) (string, float64) {
	if share == 0 {
		return name + "-other", 1 - loss
	}
	return name, 1 + gain*(1+share)/2
}

// meets returns how much two periods have in common, of both together: 1 for the same, 0 for none.
func meets(a, b casefile.Period) float64 {
	if !a.From.IsZero() && !b.To.IsZero() && b.To.Compare(a.From) < 0 || !a.To.IsZero() && !b.From.IsZero() && b.From.Compare(a.To) > 0 {
		return 0
	}
	if a.Days() == 0 || b.Days() == 0 {
		return 0.5 // one has an open end
	}
	from, to := a.From, a.To
	first, last := a.From, a.To
	if b.From.Compare(from) > 0 {
		from = b.From
	} else {
		first = b.From
	}
	if b.To.Compare(to) < 0 {
		to = b.To
	} else {
		last = b.To
	}
	return float64(to.Sub(from)+1) / float64(last.Sub(first)+1)
}

// periodsIn reads the periods that a title or heading names.
func (s *Search) periodsIn(title string) []casefile.Period {
	if !strings.ContainsFunc(title, unicode.IsDigit) && !strings.ContainsRune(title, '〇') {
		return nil
	}
	if ps, ok := s.titles.get(title); ok {
		return ps
	}
	ps := []casefile.Period{}
	// relative words in a title have no day to be counted from, so only named periods count
	for _, m := range quantity.Periods(title, time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), quantity.PeriodOptions{}) {
		if (m.Kind == quantity.Named || m.Kind == quantity.Span) && strings.ContainsFunc(m.Text, unicode.IsDigit) && m.Granularity != quantity.ByDay {
			ps = append(ps, m.Period)
		}
	}
	if len(ps) == 0 { // in a title a year needs no word beside it: Report 2022
		for _, t := range text.Analyze(title) {
			if y, err := strconv.Atoi(t.Term); err == nil && t.Kind == text.Number && len(t.Term) == 4 && y >= 1900 && y < 2100 {
				ps = append(ps, casefile.Period{From: casefile.Date{Year: y, Month: 1, Day: 1}, To: casefile.Date{Year: y, Month: 12, Day: 31}})
			}
		}
	}
	s.titles.put(title, ps)
	return ps
}

// sure leaves out the passages of a document that is one of a series (its titles differ in their figures only) and is
// about another period, where the one about the period asked for is among the candidates.
func (s *Search) sure(r *Reading, cs []*candidate) {
	if r.Period.IsZero() {
		return
	}
	meeting := map[string]string{}
	for _, c := range cs {
		if p := c.hit.Source.Period; !p.IsZero() && meets(r.Period, p) > 0 && c.out == "" {
			if _, ok := meeting[series(c.hit.Source.Title)]; !ok {
				meeting[series(c.hit.Source.Title)] = c.hit.Source.Place()
			}
		}
	}
	for _, c := range cs {
		of, ok := meeting[series(c.hit.Source.Title)]
		if p := c.hit.Source.Period; ok && !p.IsZero() && meets(r.Period, p) == 0 && c.out == "" {
			c.out, c.of = OtherPeriod, of
		}
	}
}

// series is a title without its figures.
func series(title string) string {
	return strings.Join(strings.FieldsFunc(title, func(c rune) bool {
		return unicode.IsDigit(c) || unicode.IsSpace(c) || slices.Contains(words()["series"], string(c))
	}), "")
}
