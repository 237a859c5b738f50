package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// Review says what of the parts of a question the records of a case do not hold: by rules the names, the period and the passages that a
// part asks for; and where these miss nothing, by the model of the case, for which a part is held only where it names the records that
// hold it. What it is not sure of is missing. Where no model can be asked, the rules' word stands.
func (p *Planner) Review(ctx context.Context, c casefile.Case) (casefile.Review, error) {
	if c.Plan.Playbook != "" {
		return casefile.Review{Why: "the playbook says what it needs"}, nil
	}
	if gaps := p.lackingByRule(c); len(gaps) > 0 {
		return casefile.Review{Gaps: gaps, Why: "by rule"}, nil
	}
	if !p.rules.Reviews || c.Model == nil {
		return casefile.Review{Why: "nothing is missing by rule; no model was asked"}, nil
	}
	return p.lackingByModel(ctx, c)
}

// lackingByRule is what the parts of a question name that no record holds.
func (p *Planner) lackingByRule(c casefile.Case) []casefile.Gap {
	var out []casefile.Gap
	for i, n := range c.Plan.Needs {
		step, ok := stepOf(c.Plan, i)
		if !ok {
			continue
		}
		records := recordsOf(c, i)
		gap := func(field, about, why, query string) {
			out = append(out, casefile.Gap{Step: step, Field: field, About: about, Why: why, Query: searchWords(query)})
		}
		if n.Kind != casefile.DataKind && n.Lead != casefile.DataKind && !slices.ContainsFunc(records, func(e casefile.Evidence) bool { return e.Source != nil }) {
			gap("passage", n.Text, "no passage was found for it", n.Text)
		}
		for _, s := range n.Entities {
			for _, v := range s.Values {
				if !p.namedIn(s.Name, v, records) {
					gap("entity:"+v, v, "no record names "+v, v+" "+n.Text)
				}
			}
		}
		if !n.Period.IsZero() && !covers(records, n.Period) {
			gap("period", n.PeriodText, "no record is of "+n.Period.String(), n.Text)
		}
	}
	return out
}

// stepOf is the first step of a part of a question.
func stepOf(plan casefile.Plan, need int) (string, bool) {
	for _, s := range plan.Steps {
		if s.Need == need && s.For == "" && s.Tool != calculate {
			return s.ID, true
		}
	}
	return "", false
}

// recordsOf are the records that the steps of a part brought.
func recordsOf(c casefile.Case, need int) []casefile.Evidence {
	var out []casefile.Evidence
	for _, e := range c.Evidence {
		if e.Source == nil && e.Table == nil && e.Calc == nil {
			continue
		}
		if slices.ContainsFunc(e.Steps, func(id string) bool { s, ok := c.Plan.Step(id); return ok && s.Need == need }) {
			out = append(out, e)
		}
	}
	return out
}

// namedIn reports whether a record, or the call that brought it, names a thing by any of its forms.
func (p *Planner) namedIn(kind, value string, records []casefile.Evidence) bool {
	forms := append([]string{value}, p.rules.Dictionary[kind][value]...)
	for _, t := range p.rules.Tools {
		for _, prm := range t.Params {
			for alias, v := range prm.Aliases {
				if v == value && playbook.EntityOf(prm) == kind {
					forms = append(forms, alias)
				}
			}
		}
	}
	for _, e := range records {
		var all strings.Builder
		all.WriteString(e.Text + "\n" + string(e.Args) + "\n" + e.Key + "\n")
		if e.Source != nil {
			all.WriteString(e.Source.Title + "\n" + e.Source.Heading + "\n")
		}
		if e.Table != nil {
			for _, row := range e.Table.Rows {
				for _, cell := range row {
					all.WriteString(cell.Text + "\n")
				}
			}
		}
		folded := text.Fold(all.String())
		if slices.ContainsFunc(forms, func(f string) bool { return strings.Contains(folded, text.Fold(f)) }) {
			return true
		}
	}
	return false
}

// covers reports whether a record is of the whole of a period, or no record is of any.
func covers(records []casefile.Evidence, want casefile.Period) bool {
	dated := false
	for _, e := range records {
		if e.Table == nil || e.Period.IsZero() {
			continue
		}
		dated = true
		if e.Period.From.Compare(want.From) <= 0 && e.Period.To.Compare(want.To) >= 0 {
			return true
		}
	}
	return !dated
}

const maxJudged = 600 // tokens of a reply that judges

// lackingByModel asks the model of a case which parts its records hold.
func (p *Planner) lackingByModel(ctx context.Context, c casefile.Case) (casefile.Review, error) {
	type part struct {
		Part int    `json:"part"`
		Asks string `json:"asks"`
	}
	var data struct {
		Records []recordOf `json:"records"`
		Parts   []part     `json:"parts"`
	}
	data.Records = p.shownRecords(c)
	var numbers []int
	for i, n := range c.Plan.Needs {
		if _, ok := stepOf(c.Plan, i); ok {
			data.Parts, numbers = append(data.Parts, part{i, clip(n.Text, maxTold)}), append(numbers, i)
		}
	}
	prompt, err := p.prompt("review", p.lang(c))
	if err != nil || len(data.Parts) == 0 {
		return casefile.Review{}, err
	}
	var reply struct {
		Parts []struct {
			Part    int      `json:"part"`
			Why     string   `json:"why"`
			Held    string   `json:"held"`
			Records []string `json:"records"`
			Query   string   `json:"query"`
		} `json:"parts"`
	}
	err = decide.Checked(ctx, c.Model, casefile.ModelRequest{
		For: casefile.StageJudge, Name: "review", System: prompt, MaxTokens: maxJudged,
		Messages: []casefile.Message{{Role: casefile.RoleUser, Text: string(encode(data))}},
		Schema: json.RawMessage(`{"type":"object","properties":{"parts":{"type":"array","items":{"type":"object","properties":{"part":{"type":"integer"},"why":{"type":"string"},` +
			`"held":{"type":"string","enum":["yes","no","unknown"]},"records":{"type":"array","items":{"type":"string"}},"query":{"type":"string"}},` +
			`"required":["part","why","held","records","query"],"additionalProperties":false}}},"required":["parts"],"additionalProperties":false}`),
	}, &reply, func() error {
		for _, r := range reply.Parts {
			if !slices.Contains(numbers, r.Part) {
				return fmt.Errorf("there is no part %d", r.Part)
			}
		}
		return nil
	})
	switch {
	case errors.Is(err, casefile.ErrNoReply) || errors.Is(err, casefile.ErrTokens):
		return casefile.Review{Why: "nothing is missing by rule; " + oneLine(err.Error())}, nil
	case err != nil:
		return casefile.Review{}, err
	}
	review := casefile.Review{Why: "by model"}
	var said []string // for the log only: in a gap it would be shown to the model that plans again, as if the program said it
	for _, i := range numbers {
		n, why, query, held := c.Plan.Needs[i], "the model does not say that it is held", "", false
		for _, r := range reply.Parts {
			if r.Part != i {
				continue
			}
			query, held = r.Query, r.Held == "yes" && anyOf(recordsOf(c, i), r.Records)
			why = "by the model, held: " + r.Held
			said = append(said, fmt.Sprintf("part %d: %s", i, oneLine(r.Why)))
		}
		if !held {
			step, _ := stepOf(c.Plan, i)
			review.Gaps = append(review.Gaps, casefile.Gap{Step: step, Field: "part", About: n.Text, Why: why, Query: p.ownWords(c, query)})
		}
	}
	review.Why = strings.Join(append([]string{review.Why}, said...), "; ")
	return review, nil
}

func anyOf(records []casefile.Evidence, ids []string) bool {
	return slices.ContainsFunc(records, func(e casefile.Evidence) bool { return slices.Contains(ids, e.ID) })
}
