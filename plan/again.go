package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// again returns the steps that may close the gaps of a case, each gap tried once.
func (p *Planner) again(c casefile.Case) casefile.Plan {
	var plan casefile.Plan
	if c.Mode == casefile.Single {
		plan.Why = "one round was asked for"
		return plan
	}
	var why []string
	helped := map[string]bool{}
	for _, g := range c.Gaps {
		step, ok := c.Plan.Step(g.Step)
		if ok && g.Query != "" {
			if s, ok := p.lookUp(step, g); ok {
				s.ID = freeID(c.Plan.Steps, plan.Steps, step.ID)
				plan.Steps, why = append(plan.Steps, s), append(why, s.Why)
			}
			continue
		}
		if !ok || step.For != "" || g.Tried > 1 || helped[g.Step] || g.Status == casefile.Forbidden || g.Status == casefile.Invalid {
			continue
		}
		for _, s := range p.mend(c, step, g) {
			s.For, s.Need, s.Goal = step.ID, step.Need, step.Goal
			s.After, s.AsOf = slices.Clone(step.After), step.AsOf
			s.ID = freeID(c.Plan.Steps, plan.Steps, step.ID)
			plan.Steps = append(plan.Steps, s)
			why = append(why, s.Why)
			helped[g.Step] = true
		}
	}
	plan.Why = strings.Join(why, "; ")
	if len(plan.Steps) == 0 {
		plan.Why = "nothing is left to try"
	}
	return plan
}

// lookUp returns the search that the verifier asks for, in its own words, as part of the step that it doubts. It reads the versions
// that the step read.
func (p *Planner) lookUp(step casefile.Step, g casefile.Gap) (casefile.Step, bool) {
	tool := p.widest()
	for _, t := range p.tools {
		if t.Search && (tool == "" || t.Name == step.Tool) {
			tool = t.Name
		}
	}
	s := casefile.Step{Tool: tool, Args: encode(map[string]string{"query": g.Query}), For: step.ID, Need: step.Need, Goal: g.Query, AsOf: step.AsOf, Why: g.Why}
	return s, tool != ""
}

func freeID(old, added []casefile.Step, base string) string {
	for n := 2; ; n++ {
		id := fmt.Sprintf("%s_again", base)
		if n > 2 {
			id = fmt.Sprintf("%s_again%d", base, n-1)
		}
		taken := func(s casefile.Step) bool { return s.ID == id }
		if !slices.ContainsFunc(old, taken) && !slices.ContainsFunc(added, taken) {
			return id
		}
	}
}

// mend returns the steps for one gap; none when nothing is left to try.
func (p *Planner) mend(c casefile.Case, step casefile.Step, g casefile.Gap) []casefile.Step {
	t, known := p.tool(step.Tool)
	switch {
	case g.Status == casefile.Timeout:
		return nil // the engine has tried it twice
	case !known:
		return nil
	case t.Search:
		return p.searchAgain(c, step, t, g)
	case g.Status == casefile.NoHit:
		return p.widen(c, step, t)
	case g.Field != "":
		return p.otherSource(c, step, g)
	}
	return nil
}

// searchAgain reads the rest of a section that was cut off, or searches once more: by the playbook's own second
// query, or by the terms that weigh most and their synonyms, or with the search that covers everything.
func (p *Planner) searchAgain(c casefile.Case, step casefile.Step, t casefile.ToolSpec, g casefile.Gap) []casefile.Step {
	if g.Status == casefile.Partial && g.Field == "" {
		return p.section(c, step)
	}
	if pb, ok := p.playbookStep(c, step); ok {
		if len(pb.Again) == 0 {
			return nil
		}
		return []casefile.Step{{Tool: step.Tool, Args: json.RawMessage(pb.Again), Needs: nil,
			Why: "step of playbook " + c.Plan.Playbook + ": searched again for " + lacking(g)}}
	}
	var args map[string]json.RawMessage
	var query string
	if json.Unmarshal(step.Args, &args) != nil || json.Unmarshal(args["query"], &query) != nil {
		return nil
	}
	next, why := p.reformulate(c, query, step), "searched again in other words for "+lacking(g)
	tool := step.Tool
	if wide := p.widest(); wide != "" && wide != tool {
		tool, why = wide, "searched all documents for "+lacking(g)
	} else if next == query {
		return nil
	}
	args["query"] = encode(next)
	return []casefile.Step{{Tool: tool, Args: encode(args), Why: why}}
}

func lacking(g casefile.Gap) string {
	if g.About != "" {
		return g.About
	}
	return g.Step
}

func (p *Planner) playbookStep(c casefile.Case, step casefile.Step) (playbook.Step, bool) {
	for _, b := range p.books {
		if b.Name == c.Plan.Playbook {
			return b.Step(step.ID)
		}
	}
	return playbook.Step{}, false
}

// widest is the search tool that searches all kinds of document.
func (p *Planner) widest() string {
	for _, t := range p.tools {
		if t.Search && len(t.Kinds) == 0 {
			return t.Name
		}
	}
	return ""
}

// reformulate keeps the strong terms of a query and adds what its phrases are also called.
func (p *Planner) reformulate(c casefile.Case, query string, step casefile.Step) string {
	out := text.Terms(query)
	if step.Need < len(c.Plan.Needs) {
		for _, s := range p.synonyms.Expand(c.Plan.Needs[step.Need].Text) {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	r := playbook.Read(query)
	cut := append(found(r, cues()["asking"]), found(r, cues()["permission"])...)
	drop := map[string]bool{}
	for _, s := range cut {
		for _, term := range text.Terms(r.Source(s)) {
			drop[term] = true
		}
	}
	out = slices.DeleteFunc(out, func(s string) bool { return drop[s] })
	return strings.Join(out, " ")
}

// section reads whole the section that the best passage of a step was cut from.
func (p *Planner) section(c casefile.Case, step casefile.Step) []casefile.Step {
	if _, ok := p.tool(readSection); !ok {
		return nil
	}
	for _, e := range c.Of(step.ID) {
		if e.Source == nil || e.Source.Section == "" {
			continue
		}
		args := map[string]string{"doc_id": escape(e.Source.DocID), "section": escape(e.Source.Section)}
		return []casefile.Step{{Tool: readSection, Args: encode(args), Why: "reads the whole of " + e.Source.Place() + ", which was cut off"}}
	}
	return nil
}

// widen asks a function again for a longer period that ends on the same day.
func (p *Planner) widen(c casefile.Case, step casefile.Step, t casefile.ToolSpec) []casefile.Step {
	for _, prm := range t.Params {
		if prm.Type != "period" || prm.Widen <= 0 {
			continue
		}
		asked := p.periodAsked(c, step, prm)
		if asked.To.IsZero() || asked.Days() >= prm.Widen || asked.From.Compare(c.Today()) > 0 {
			return nil
		}
		wide := casefile.Period{From: asked.To.AddDays(1 - prm.Widen), To: asked.To}
		var args map[string]json.RawMessage
		if len(step.Args) > 0 && json.Unmarshal(step.Args, &args) != nil {
			return nil
		}
		if args == nil {
			args = map[string]json.RawMessage{}
		}
		args[prm.Name] = encode(wide.String())
		return []casefile.Step{{Tool: step.Tool, Args: encode(args),
			Why: fmt.Sprintf("nothing was found for %s: widened to %d days, %s", asked, prm.Widen, wide)}}
	}
	return nil
}

// periodAsked is the period that a step's call was made for.
func (p *Planner) periodAsked(c casefile.Case, step casefile.Step, prm casefile.Param) casefile.Period {
	for _, d := range c.Calls {
		if d.Step != step.ID {
			continue
		}
		var args map[string]any
		if json.Unmarshal(d.Args, &args) == nil {
			if s, ok := args[prm.Name].(string); ok {
				if period, err := casefile.ParsePeriod(s); err == nil {
					return period
				}
			}
		}
	}
	for _, e := range c.Of(step.ID) {
		if !e.Period.IsZero() {
			return e.Period
		}
	}
	var words string
	if json.Unmarshal(prm.Default, &words) == nil {
		if period, err := casefile.ParsePeriod(words); err == nil {
			return period
		}
		a := &asked{c: c, lang: p.lang(c)}
		if ps := p.periodsOf(a, words); len(ps) > 0 {
			return ps[0].Period
		}
	}
	return casefile.Period{}
}

// otherSource calls another function that gives a missing column for the same things.
func (p *Planner) otherSource(c casefile.Case, step casefile.Step, g casefile.Gap) []casefile.Step {
	a := p.read(c)
	for _, t := range p.tools {
		if t.Name == step.Tool || t.Search || !slices.ContainsFunc(t.Gives, func(col casefile.Column) bool { return col.Name == g.Field }) {
			continue
		}
		args, lacks := p.fill(a, t.ToolSpec, nil)
		if len(lacks) > 0 || len(args) == 0 {
			continue
		}
		return []casefile.Step{{Tool: t.Name, Args: arguments(args), Why: t.Name + " also gives " + g.Field}}
	}
	return nil
}
