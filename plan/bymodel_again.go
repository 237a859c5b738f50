package plan

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

const (
	maxRecords = 12  // of a case, that a planning or judging model is shown
	maxRows    = 4   // of a table
	maxPassage = 400 // characters of a passage
)

// callTold is a call that was made, as a planning model sees it.
type callTold struct {
	Task   string          `json:"task"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args,omitempty"`
	Status casefile.Status `json:"status"`
}

// recordOf is a record as a planning or judging model sees it: data from elsewhere, in a form that nothing in it can end.
type recordOf struct {
	ID      string              `json:"id"`
	Task    string              `json:"task"`
	Status  casefile.Status     `json:"status,omitempty"` // of a call that brought nothing
	Title   string              `json:"title,omitempty"`
	Heading string              `json:"heading,omitempty"`
	Text    string              `json:"text,omitempty"`
	Rows    []map[string]string `json:"rows,omitempty"`
	Total   int                 `json:"rows_in_all,omitempty"`
	Value   string              `json:"value,omitempty"`
	Cut     bool                `json:"cut,omitempty"`
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

// shownRecords are the first records of each step that fit, in the order of their ids.
func (p *Planner) shownRecords(c casefile.Case) []recordOf {
	rank := map[int]int{} // of each record among those of its step
	nth := map[string]int{}
	var order []int
	for i, e := range c.Evidence {
		if e.Said || len(e.Steps) == 0 {
			continue
		}
		rank[i] = nth[e.Steps[0]]
		nth[e.Steps[0]]++
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(rank[x], rank[y]) })
	order = order[:min(len(order), maxRecords)]
	slices.Sort(order)
	var out []recordOf
	room := p.room()
	for _, i := range order {
		r := recordOfEvidence(c.Evidence[i])
		if room -= casefile.CountTokens(string(encode(r))); room < 0 {
			break
		}
		out = append(out, r)
	}
	return out
}

func recordOfEvidence(e casefile.Evidence) recordOf {
	r := recordOf{ID: e.ID, Task: strings.Join(e.Steps[:min(1, len(e.Steps))], "")}
	switch {
	case e.Source != nil:
		r.Title, r.Heading = e.Source.Title, e.Source.Heading
		said := strings.TrimSpace(text.Said(e))
		r.Text = clip(said, maxPassage)
		r.Cut = r.Text != said
	case e.Calc != nil:
		r.Value = strings.TrimSpace(fmt.Sprint(e.Calc.Value, " ", e.Calc.Unit))
	case e.Table != nil:
		r.Total = e.Table.Total
		for _, row := range e.Table.Rows[:min(len(e.Table.Rows), maxRows)] {
			cells := map[string]string{}
			for i, c := range e.Table.Columns {
				if row[i].Type != casefile.Null {
					cells[c.Name] = clip(row[i].Text, 80)
				}
			}
			r.Rows = append(r.Rows, cells)
		}
		r.Cut = len(e.Table.Rows) > maxRows
	default:
		r.Status = e.Status
	}
	return r
}
