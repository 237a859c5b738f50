package plan

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
)

// callTold is a call that was made, as a planning model sees it.
type callTold struct {
	Task   string          `json:"task"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args,omitempty"`
	Status casefile.Status `json:"status"`
}

// gapLabels is a gap with the label by which a task names it.
type gapLabels struct {
	Label string `json:"label"`
	Task  string `json:"task"`
	Lacks string `json:"lacks"`
	Why   string `json:"why"`
}

// againByModel has the model of a case plan for its gaps. A gap that the verifier names with the words to search for is the rules', and
// so is all where the model plans nothing that holds: the error then says why.
func (p *Planner) againByModel(c casefile.Case) (casefile.Plan, error) {
	a := p.read(c)
	tools := p.inScope(a, []*asked{a})
	if t, ok := p.tool(readSection); ok && slices.ContainsFunc(c.Evidence, func(e casefile.Evidence) bool { return e.Source != nil }) {
		tools = append(tools, t)
	}
	m := asking{Functions: p.toldOf(tools, a.lang), Today: c.Today().String(), Left: min(c.Left, maxTasks), Question: clip(c.Question, maxQuestion), Records: p.shownRecords(c)}
	for _, d := range c.Calls[max(0, len(c.Calls)-maxTasks):] {
		m.Calls = append(m.Calls, callTold{d.Step, d.Tool, json.RawMessage(clipJSON(d.Args)), d.Status})
	}
	ch := &checker{p: p, a: a, parts: []*asked{a}, tools: tools, left: m.Left, gaps: map[string]casefile.Gap{}}
	of := askedPlan{name: "again", tools: namesIn(m.Functions)}
	for i, g := range c.Gaps {
		label := "g" + strconv.Itoa(i+1)
		ch.gaps[label], of.gaps = g, append(of.gaps, label)
		m.Gaps = append(m.Gaps, gapLabels{label, g.Step, clip(strings.TrimSpace(g.Field+" "+g.About), maxTold), clip(g.Why, maxTold)})
	}
	var plan planned
	if err := p.askPlan(a, m, of, &plan, func() error { return ch.check(plan) }); err != nil {
		return casefile.Plan{}, err
	}
	return casefile.Plan{By: casefile.ByModel, Why: "planned by the model: " + oneLine(plan.Why), Steps: ch.steps}, nil
}

// replans reports whether a model plans for the gaps of a case. What a verifier asks for, of a draft, is searched for in its own words.
func (p *Planner) replans(c casefile.Case) bool {
	return p.plansByModel(c) && c.Mode != casefile.Single && len(c.Gaps) > 0 && c.Plan.Playbook == "" && len(c.Draft.Claims) == 0
}

// since adds to a plan of rules why no model made it.
func since(plan casefile.Plan, err error) casefile.Plan {
	plan.Why = strings.TrimSuffix("rules planned, since "+oneLine(err.Error())+": "+plan.Why, ": ")
	return plan
}

func clipJSON(raw json.RawMessage) json.RawMessage {
	if len(raw) > 600 {
		return encode(clip(string(raw), 300))
	}
	return raw
}
