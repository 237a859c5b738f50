package generate

import (
	"encoding/json"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// notes adds the program's own remarks: the dates used, what was widened, what was left out, which versions were read.
func (d *draft) notes() {
	for _, n := range d.c.Plan.Needs {
		if d.used(n.Period) {
			d.note(phrase(d.lang, "period", "period", playbook.Days(n.Period.String(), d.lang), "words", n.PeriodText))
		}
		for _, s := range n.Not {
			names := strings.Join(d.named(s.Values), comma(d.lang))
			if slices.ContainsFunc(d.lacks, func(l lack) bool { return strings.Contains(l.about, phrase(d.lang, "all but", "names", names)) }) {
				continue // nothing told could leave them out
			}
			d.note(phrase(d.lang, "left out", "names", strings.Join(d.named(s.Values), comma(d.lang))))
		}
	}
	for _, c := range d.c.Calls {
		d.periods(c)
	}
	for _, e := range d.c.Evidence {
		if e.Source != nil && d.cited(e.ID) && !e.AsOf.IsZero() && e.AsOf != d.c.Today() {
			d.note(phrase(d.lang, "version", "day", e.AsOf.String()))
		}
		if e.Source != nil && e.Source.Degraded != "" && d.cited(e.ID) {
			d.note(phrase(d.lang, "degraded", "title", e.Source.Title))
		}
	}
}

// used reports whether a period that the question names was asked of a tool, or decided which versions were read.
func (d *draft) used(p casefile.Period) bool {
	if p.IsZero() {
		return false
	}
	return slices.ContainsFunc(d.c.Calls, func(c casefile.Done) bool { return d.periodOf(c) == p }) ||
		slices.ContainsFunc(d.c.Plan.Steps, func(s casefile.Step) bool { return !s.AsOf.IsZero() && (s.AsOf == p.To || p.Contains(s.AsOf)) })
}

// periods says which period a call was made for, where the question did not say, and that it was widened.
func (d *draft) periods(c casefile.Done) {
	p := d.periodOf(c)
	if p.IsZero() {
		return
	}
	step, _ := d.c.Plan.Step(c.Step)
	if step.For != "" {
		for _, first := range d.c.Calls {
			if first.Step != step.For || first.Status != casefile.NoHit {
				continue
			}
			if asked := d.periodOf(first); !asked.IsZero() && asked != p {
				d.note(phrase(d.lang, "widened", "period", playbook.Days(asked.String(), d.lang), "wide", playbook.Days(p.String(), d.lang)))
				return
			}
		}
	}
	if len(d.out.Claims) > 0 && !slices.ContainsFunc(c.Evidence, d.cited) {
		return
	}
	if !slices.ContainsFunc(d.c.Plan.Needs, func(n casefile.Need) bool { return !n.Period.IsZero() }) {
		d.note(phrase(d.lang, "period used", "period", playbook.Days(p.String(), d.lang)))
	}
}

// named returns names in the form they have in the language of the answer.
func (d *draft) named(values []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v
		if en := d.w.lexicon.English(v); d.lang == casefile.English && en != "" {
			out[i] = en
		}
	}
	return out
}

// cited reports whether a claim rests on a record.
func (d *draft) cited(id string) bool {
	return slices.ContainsFunc(d.out.Claims, func(c casefile.Claim) bool {
		return slices.ContainsFunc(c.Cites, func(t casefile.Citation) bool { return t.Evidence == id })
	})
}

// periodOf is the period that a call was made for: as its record has it, or as its arguments do.
func (d *draft) periodOf(c casefile.Done) casefile.Period {
	for _, id := range c.Evidence {
		if e, ok := d.c.Find(id); ok && !e.Period.IsZero() {
			return e.Period
		}
	}
	var args map[string]any
	if json.Unmarshal(c.Args, &args) != nil {
		return casefile.Period{}
	}
	for _, p := range d.w.tools[c.Tool].Params {
		if s, ok := args[p.Name].(string); ok && p.Type == "period" {
			if period, err := casefile.ParsePeriod(s); err == nil {
				return period
			}
		}
	}
	return casefile.Period{}
}
