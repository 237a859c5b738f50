package plan

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// book is a playbook made ready.
type book struct {
	playbook.Playbook
	matches  []bookMatch
	slots    []slotReader
	defaults []string
}

type bookMatch struct {
	playbook.Match
	any, none []playbook.Word
	all       [][]playbook.Word
}

func newBook(pb playbook.Playbook) (book, error) {
	b := book{Playbook: pb, defaults: slices.Sorted(maps.Keys(pb.Defaults))}
	if ps := playbook.Check("", pb); len(ps) > 0 {
		return b, errors.New(ps[0].Msg) // what cannot be read is found before a question is asked, not in the middle of one
	}
	for _, m := range pb.Match {
		ready := bookMatch{Match: m, any: prepare(m.Any), none: prepare(m.None)}
		for _, list := range m.All {
			ready.all = append(ready.all, prepare(list))
		}
		b.matches = append(b.matches, ready)
	}
	for _, name := range slices.Sorted(maps.Keys(pb.Slots)) {
		s, err := newSlotReader(name, pb.Slots[name])
		if err != nil {
			return b, err
		}
		b.slots = append(b.slots, s)
	}
	return b, nil
}

// fit is how a playbook fits a question.
type fit struct {
	book    *book
	slots   []casefile.Slot
	missing []string // slots to ask for
	rank    int      // the playbook's priority
	words   int      // how much of the question it speaks of
	why     string
}

// match returns the playbook that fits best, nil when none does. A playbook that lacks a slot fits
// only a question about a case of the asker's own: how things are in general needs no order, name or date.
func (p *Planner) match(a *asked) *fit {
	var fits []fit
	for i := range p.books {
		b := &p.books[i]
		var best *fit
		for _, m := range b.matches {
			f, ok := p.fits(a, b, m)
			if ok && (best == nil || better(f, *best)) {
				best = &f
			}
		}
		if best != nil {
			fits = append(fits, *best)
		}
	}
	slices.SortStableFunc(fits, func(x, y fit) int {
		switch {
		case better(x, y):
			return -1
		case better(y, x):
			return 1
		}
		return 0
	})
	general := !has(a.r, "personal") && (has(a.r, "general") || has(a.r, "permission") && len(a.names) > 0 && len(a.ids) == 0)
	for i := range fits {
		if len(fits[i].missing) > 0 && (general || p.answeredOtherwise(a, fits[i]) || p.amongOnesOwn(a)) {
			continue
		}
		return &fits[i]
	}
	return nil
}

// answeredOtherwise reports whether something else is named that a declared function asks for: the question is not about what the playbook lacks.
func (p *Planner) answeredOtherwise(a *asked, f fit) bool {
	return len(a.ids) > 0 && !slices.ContainsFunc(a.ids, func(m playbook.Mention) bool { return slices.Contains(f.missing, m.Kind) }) &&
		!has(a.r, "personal")
}

func better(x, y fit) bool {
	switch {
	case x.rank != y.rank:
		return x.rank > y.rank
	case len(x.missing) != len(y.missing):
		return len(x.missing) < len(y.missing)
	}
	return x.words > y.words
}

func (p *Planner) fits(a *asked, b *book, m bookMatch) (fit, bool) {
	if hasAny(a.r, m.none) {
		return fit{}, false
	}
	words := 0
	var said []string
	lists := m.all
	if len(m.any) > 0 {
		lists = append(slices.Clone(m.all), m.any)
	}
	for _, list := range lists {
		hits := found(a.r, list)
		if len(hits) == 0 {
			return fit{}, false
		}
		for _, h := range hits {
			words += h.To - h.From
			said = append(said, a.r.Source(h))
		}
	}
	slots := p.slots(a, b)
	filled := func(name string) bool {
		return slices.ContainsFunc(slots, func(s casefile.Slot) bool { return s.Name == name && len(s.Values) > 0 })
	}
	for _, name := range m.Has {
		if !filled(name) {
			return fit{}, false
		}
	}
	f := fit{book: b, slots: slots, rank: m.Priority, words: words, why: "the question says " + strings.Join(said, ", ")}
	for _, name := range m.Needs {
		if !filled(name) {
			f.missing = append(f.missing, name)
		}
	}
	if len(lists) == 0 && len(m.Has) == 0 && len(m.Needs) > 0 && len(f.missing) > 0 {
		return fit{}, false // a match by its slots alone asks for none of them
	}
	return f, true
}

// chain turns a playbook into a plan.
func (p *Planner) chain(a *asked, f *fit) casefile.Plan {
	b := f.book
	plan := casefile.Plan{Playbook: b.Name, Why: "playbook " + b.Name + ": " + f.why, Slots: f.slots}
	whole := p.need(a, a.c.Question)
	whole.Kind = p.kindOf(b.Playbook)
	whole.Why = plan.Why
	for _, s := range f.slots {
		if len(s.Values) > 0 && slices.ContainsFunc(b.slots, func(r slotReader) bool { return r.name == s.Name }) {
			whole.Constraints = append(whole.Constraints, s.Name+" = "+strings.Join(s.Values, ", "))
		}
	}
	plan.Needs = []casefile.Need{whole}
	ids := make([]string, len(b.Steps))
	for i, s := range b.Steps {
		ids[i] = s.ID
	}
	for _, s := range b.Steps {
		step := casefile.Step{
			ID: s.ID, Goal: s.Goal.In(a.lang), Tool: s.Tool, Args: []byte(s.Args), Each: s.Each, Key: s.Key, If: s.If,
			After: after(s, ids), AsOf: p.asOf(a, s.AsOf, f.slots), Why: "step of playbook " + b.Name,
		}
		for _, n := range s.Needs {
			step.Needs = append(step.Needs, casefile.Field{Name: n.Name, Pattern: n.Pattern, About: n.About.In(a.lang), In: n.In, Optional: n.Optional})
		}
		if !s.Goal.IsZero() {
			part := casefile.Need{Text: step.Goal, Kind: p.kindOfTool(s.Tool), Period: whole.Period, PeriodText: whole.PeriodText, Entities: whole.Entities, Not: whole.Not, Why: "asked by step " + s.ID}
			step.Need = len(plan.Needs)
			plan.Needs = append(plan.Needs, part)
		}
		plan.Steps = append(plan.Steps, step)
	}
	return plan
}

var (
	quoted  = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	nameRef = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_-]*`)
	braced  = regexp.MustCompile(`\{\s*([\p{L}_][\p{L}\p{N}_-]*)`)
)

// after returns the steps that a step waits for: those it names, and those its expressions and templates use.
func after(s playbook.Step, ids []string) []string {
	out := slices.Clone(s.After)
	use := func(name string) {
		if name != s.ID && slices.Contains(ids, name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	use(s.Each)
	text := s.If
	if s.Tool == calculate {
		text += " " + string(s.Args)
	}
	for _, name := range nameRef.FindAllString(dotted.ReplaceAllString(quoteless(s, text), "$1"), -1) {
		use(name)
	}
	for _, m := range braced.FindAllStringSubmatch(string(s.Args)+string(s.Again), -1) {
		use(m[1])
	}
	for _, n := range s.Needs {
		for _, m := range braced.FindAllStringSubmatch(n.In, -1) {
			use(m[1])
		}
	}
	return out
}

// dotted is a name with its column: the column is no step.
var dotted = regexp.MustCompile(`([\p{L}_][\p{L}\p{N}_-]*)\.[\p{L}_][\p{L}\p{N}_.-]*`)

// quoteless drops the texts in quotes of a condition; in arguments the quotes are JSON's own.
func quoteless(s playbook.Step, text string) string {
	if s.Tool == calculate {
		return quotedSingle.ReplaceAllString(text, " ")
	}
	return quoted.ReplaceAllString(text, " ")
}

var quotedSingle = regexp.MustCompile(`'[^']*'`)

// calculate is the name of the tool that computes.
const calculate = "calculate"

// asOf resolves the day whose versions a step reads: a day, or one end of a slot's period.
func (p *Planner) asOf(a *asked, rule string, slots []casefile.Slot) casefile.Date {
	if rule == "" || a.c.AsOfSet {
		return casefile.Date{}
	}
	rule = strings.Trim(rule, "{} ")
	name, end, _ := strings.Cut(rule, ".")
	day, err := casefile.ParseDate(rule)
	if err == nil {
		return notAfter(day, a.c.Today())
	}
	for _, s := range slots {
		if s.Name != name || len(s.Values) == 0 {
			continue
		}
		if period, err := casefile.ParsePeriod(s.Values[0]); err == nil {
			if end == "from" {
				period.To = period.From
			}
			day = versionsOf(period, a.c.Today())
		}
	}
	return day
}

// versionsOf is the day whose versions tell of a period: its last one, today while it runs. Of a period to come it is the last one too:
// what begins by then is published already.
func versionsOf(p casefile.Period, today casefile.Date) casefile.Date {
	if p.From.Compare(today) > 0 {
		return p.To
	}
	return notAfter(p.To, today)
}

func notAfter(day, today casefile.Date) casefile.Date {
	if !day.IsZero() && day.Compare(today) > 0 {
		return today
	}
	return day
}

func (p *Planner) kindOfTool(name string) casefile.Kind {
	if t, ok := p.tool(name); ok && t.Search || name == readSection {
		return casefile.DocumentKind
	}
	return casefile.DataKind
}

// readSection is the name of the tool that reads a whole section.
const readSection = "read_document_section"

func (p *Planner) kindOf(b playbook.Playbook) casefile.Kind {
	docs, data := false, false
	for _, s := range b.Steps {
		if s.Tool == calculate {
			continue
		}
		if p.kindOfTool(s.Tool) == casefile.DocumentKind {
			docs = true
		} else {
			data = true
		}
	}
	switch {
	case docs && data:
		return casefile.CombinedKind
	case docs:
		return casefile.DocumentKind
	}
	return casefile.DataKind
}

// askBack is the question back for the first slot that is missing.
func (p *Planner) askBack(a *asked, f *fit) (casefile.Plan, error) {
	name := f.missing[0]
	text, ok := f.book.Ask[name]
	ask := text.In(a.lang)
	if !ok || ask == "" {
		ask = p.askFor(name, a.lang)
	}
	if ask == "" {
		return casefile.Plan{}, fmt.Errorf("playbook %s: no question for the missing %s: add ask.%s", f.book.Name, name, name)
	}
	return casefile.Plan{
		Why: "playbook " + f.book.Name + " needs " + name, Playbook: f.book.Name,
		Needs: []casefile.Need{p.need(a, a.c.Question)}, Slots: f.slots,
		Reply: &casefile.Reply{Status: casefile.NeedsInput, Stop: casefile.StopNeedsInput, Text: ask},
	}, nil
}
