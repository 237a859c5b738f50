package plan

import (
	"cmp"
	"context"

	casefile "github.com/casefile/casefile"
)

// Plan makes the first plan of a case; with gaps in the case it returns only the steps that may close them.
func (p *Planner) Plan(ctx context.Context, c casefile.Case) (casefile.Plan, error) {
	if c.Model != nil {
		c.Model = within{ctx, c.Model}
	}
	command := isCommand(c.Question)
	c.Question = p.heard(c.Question)
	if c.Round > 1 || len(c.Gaps) > 0 {
		if !p.replans(c) {
			return p.again(c), nil
		}
		plan, err := p.againByModel(c)
		if err != nil || len(plan.Steps) == 0 {
			return since(p.again(c), cmp.Or(err, errNothing)), nil
		}
		return plan, nil
	}
	if command {
		return onlyCommands(p.read(c)), nil
	}
	return p.first(c)
}

func (p *Planner) first(c casefile.Case) (casefile.Plan, error) {
	a := p.read(c)
	if text, ok := p.smallTalk(a); ok {
		return casefile.Plan{Why: "nothing is asked", Reply: &casefile.Reply{Status: casefile.Answered, Stop: casefile.StopEnough, Text: text}}, nil
	}
	act := p.action(a)
	if act == nil && p.orders(a) {
		if act = p.declared(a); act == nil {
			return p.declined(a), nil
		}
	}
	plan, err := p.understood(a)
	if err != nil {
		return plan, err
	}
	if act != nil {
		plan.Action = act.name
		plan.Why += "; asks for " + act.name + ", which a person must approve"
		if plan.Reply != nil || !p.ownershipChecked(plan) {
			plan.Steps = nil
			plan.Reply = &casefile.Reply{Status: casefile.NeedsApproval, Stop: casefile.StopNeedsApproval, Text: act.say.In(a.lang)}
		}
	}
	return plan, nil
}

// understood plans what a question asks, by a playbook or without.
func (p *Planner) understood(a *asked) (casefile.Plan, error) {
	if plan, ok := p.summary(a); ok {
		return plan, nil
	}
	if p.plansByModel(a.c) {
		return p.freely(a)
	}
	f := p.match(a)
	switch {
	case f != nil && len(f.missing) > 0:
		return p.askBack(a, f)
	case f != nil:
		plan := p.chain(a, f)
		b := &builder{p: p, a: a, plan: plan, used: map[string]int{}}
		for _, s := range plan.Steps {
			b.used[s.ID]++
		}
		b.required(a, 0)
		for _, part := range p.besides(a, f) {
			b.need(part)
		}
		return b.plan, nil
	}
	parts := p.parts(a)
	if ask, ok := p.lackingIdentifier(a, parts); ok {
		return ask, nil
	}
	return p.generic(a, parts), nil
}

// action returns the action that a question asks for, nil when it asks for none.
func (p *Planner) action(a *asked) *action {
	for i := range p.actions {
		for _, s := range found(a.r, p.actions[i].words) {
			if _, no := a.negated(s); !no {
				return &p.actions[i]
			}
		}
	}
	return nil
}

// ownershipChecked reports whether a plan calls a function that checks whose record it is: only then
// are steps made for a question that asks for an action.
func (p *Planner) ownershipChecked(plan casefile.Plan) bool {
	for _, s := range plan.Steps {
		if t, ok := p.tool(s.Tool); ok && t.Owned {
			return true
		}
	}
	return false
}
