package plan

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
)

// What a model answers where no function gives what is asked: documents hold it, or it does not know.
const (
	inDocuments = "documents"
	noTool      = "none"
)

const (
	maxOffered = 24 // functions that a model chooses from
	maxChoice  = 160
)

// within is a model that is asked within one call of Plan.
type within struct {
	ctx context.Context
	casefile.Model
}

func (w within) Generate(_ context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	return w.Model.Generate(w.ctx, r)
}

// offered is a function as a model sees it.
type offered struct {
	Name string `json:"name"`
	Does string `json:"does,omitempty"`
	When string `json:"when,omitempty"`
	Not  string `json:"not,omitempty"`
}

// byModel asks the model of a case for the function that gives what a part of a question asks, where rules find none that fits, and
// adds it to where the part is looked for, behind the documents. The model chooses among functions whose parameters the question
// fills; what else it says is not read. Without a model, or a reply, nothing is added.
func (p *Planner) byModel(a *asked, v *verdict) {
	if !p.rules.ByModel || a.c.Model == nil || a.c.Mode == casefile.Chain {
		return
	}
	switch s, why, err := p.named(a); {
	case err != nil:
		v.why += "; the model chose nothing: " + oneLine(err.Error())
	case s == nil:
		v.why += "; the model chose no function: " + why
	case v.kind == casefile.DataKind && v.data[0].score-s.score >= tooClose:
		v.why += "; the model chose " + s.Name + ", which fits less than those between which it is left open"
	case v.kind == casefile.DataKind:
		v.data = []scored{*s}
		v.why += "; the model chose " + s.Name + ": " + why
	default:
		v.kind, v.lead, v.data = casefile.CombinedKind, casefile.DocumentKind, []scored{*s}
		v.why += "; the model chose " + s.Name + ": " + why + ": documents go first"
	}
}

// errNoChoice says that there is nothing to choose from.
var errNoChoice = errors.New("no function can be called with what the question says")

// named is the function that the model of a case names, nil for none, with its reason. What is the same for every question that the
// same functions fit stands first.
func (p *Planner) named(a *asked) (*scored, string, error) {
	var data struct {
		Functions []offered `json:"functions"`
		Like      []shot    `json:"like_this,omitempty"`
		Question  string    `json:"question"`
	}
	data.Question, data.Like = a.text, p.nearest("route", a)
	names, room := []string{}, cmp.Or(p.rules.Room, defaultRoom)
	at := map[string]scored{}
	for _, s := range p.scoreTools(a, false) {
		if len(s.lacks) > 0 || s.blind || s.person.To > 0 || len(names) == maxOffered {
			continue
		}
		in := func(s string) string { return clip(sentenceIn(s, a.lang), maxTold) }
		f := offered{s.Name, in(s.Does), in(s.When), in(s.Not)}
		if room -= casefile.CountTokens(string(encode(f))); room < 0 && len(names) > 0 {
			break // those that fit best come first
		}
		data.Functions = append(data.Functions, f)
		names, at[s.Name] = append(names, s.Name), s
	}
	if len(names) == 0 {
		return nil, "", errNoChoice
	}
	slices.Sort(names)
	slices.SortFunc(data.Functions, func(x, y offered) int { return strings.Compare(x.Name, y.Name) })
	prompt, err := p.prompt("route", a.lang)
	if err != nil {
		return nil, "", err
	}
	enum, err := json.Marshal(append(names, inDocuments, noTool))
	if err != nil {
		return nil, "", err
	}
	var choice struct {
		Why      string `json:"why"`
		Function string `json:"function"`
	}
	err = decide.JSON(context.Background(), a.c.Model, casefile.ModelRequest{
		For: casefile.StageRoute, Name: "route", System: prompt, MaxTokens: maxChoice,
		Messages: []casefile.Message{{Role: casefile.RoleUser, Text: string(encode(data))}},
		Schema:   json.RawMessage(`{"type":"object","properties":{"why":{"type":"string"},"function":{"type":"string","enum":` + string(enum) + `}},"required":["why","function"],"additionalProperties":false}`),
	}, &choice)
	if err != nil {
		return nil, "", err // rules go on; a fault of the log ends the case at its next event
	}
	if s, ok := at[choice.Function]; ok {
		return &s, oneLine(choice.Why), nil
	}
	return nil, oneLine(choice.Why), nil
}
