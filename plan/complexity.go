package plan

import (
	"slices"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// Classify says how much work a question is, by its words and by where the rules look for its parts, and why. It asks no model.
//
//   - Chain: nothing to look up, one thing that one tool or search gives, or what a playbook was written for.
//   - Single: several things that can all be looked up at once.
//   - Agent: what to look up next hangs on what is found.
//   - Research: an open investigation, survey or report.
func (p *Planner) Classify(c casefile.Case) (casefile.Mode, string) {
	command := isCommand(c.Question)
	c.Question, c.Model = p.heard(c.Question), nil
	a := p.read(c)
	if _, talk := p.smallTalk(a); talk || command || p.action(a) != nil {
		return casefile.Chain, "nothing is looked up, or a person decides"
	}
	if has(a.r, "research") {
		return casefile.Research, "an investigation or a report is asked for"
	}
	if p.orders(a) {
		return casefile.Chain, "nothing here changes anything"
	}
	if has(a.r, "first this then that") {
		return casefile.Agent, "one thing is to be found before the next is asked"
	}
	f := p.match(a)
	if f != nil && len(f.missing) == 0 {
		if len(p.besides(a, f)) > 0 {
			return casefile.Single, "playbook " + f.book.Name + ", and something besides"
		}
		return casefile.Chain, "playbook " + f.book.Name
	}
	if p.amongOnesOwn(a) {
		return casefile.Agent, "the asker's own records are to be found before rules are held against them"
	}
	if f != nil {
		return casefile.Chain, "playbook " + f.book.Name + " asks back"
	}
	return p.byParts(a)
}

// byParts classifies a question by what the rules make of its parts.
func (p *Planner) byParts(a *asked) (casefile.Mode, string) {
	parts := p.parts(a)
	looked := 0
	for _, part := range parts {
		v := p.decide(part)
		_, rows := p.fromRows(part, v)
		switch {
		case v.kind != casefile.CombinedKind:
		case len(p.fromDocuments(part, v)) > 0:
			return casefile.Agent, "documents name what a function is asked for"
		case rows && has(part.r, "superlative"):
			return casefile.Agent, "a row names what documents are asked for"
		}
		looked += max(1, len(v.data))
		if v.kind == casefile.CombinedKind && v.lead != casefile.DocumentKind && !v.open {
			looked++
		}
	}
	switch {
	case len(parts) > 1 && has(a.r, "of those") && has(a.r, "superlative") && p.mixed(parts):
		return casefile.Agent, "a row names what another part is about"
	case looked > 1:
		return casefile.Single, "several things are looked up at once"
	case has(a.r, "compared") && p.several(a):
		return casefile.Single, "several things are compared"
	}
	return casefile.Chain, "one thing is looked up"
}

// mixed reports whether some parts are looked for in documents and others in data.
func (p *Planner) mixed(parts []*asked) bool {
	kinds := map[casefile.Kind]bool{}
	for _, part := range parts {
		kinds[p.decide(part).kind] = true
	}
	return len(kinds) > 1 || kinds[casefile.CombinedKind]
}

// several reports whether several things of one kind are named, or several records.
func (p *Planner) several(a *asked) bool {
	for _, list := range [][]playbook.Mention{a.names, a.ids} {
		seen := map[string]string{}
		for _, m := range list {
			if v, ok := seen[m.Kind]; ok && v != m.Value {
				return true
			}
			seen[m.Kind] = m.Value
		}
	}
	return false
}

// amongOnesOwn reports whether it is asked which of the asker's records a rule allows something for: a function lists them, and
// none is named.
func (p *Planner) amongOnesOwn(a *asked) bool {
	return len(a.ids) == 0 && has(a.r, "personal") && has(a.r, "among one's own") && slices.ContainsFunc(p.tools, func(t *profile) bool {
		return !t.Search && keyColumn(t.ToolSpec) >= 0 && t.Gives[keyColumn(t.ToolSpec)].Type == "identifier" && !oneRecord(t.ToolSpec)
	}) && (has(a.r, "permission") || has(a.r, "general") || has(a.r, "document") || has(a.r, "until"))
}
