package plan

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
)

//go:embed prompts
var promptFiles embed.FS

const (
	noTool     = "none"
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
	if s, ok := p.named(a); ok {
		v.kind, v.lead, v.data = casefile.CombinedKind, casefile.DocumentKind, []scored{s}
		v.why += "; the model chose " + s.Name + ": documents go first"
	}
}

// named is the function that the model of a case names.
func (p *Planner) named(a *asked) (scored, bool) {
	var data struct {
		Question  string    `json:"question"`
		Functions []offered `json:"functions"`
	}
	data.Question = a.text
	names := []string{}
	at := map[string]scored{}
	for _, s := range p.scoreTools(a, false) {
		if len(s.lacks) > 0 || s.blind || s.person.To > 0 || len(names) == maxOffered {
			continue
		}
		data.Functions = append(data.Functions, offered{s.Name, s.Does, s.When, s.Not})
		names, at[s.Name] = append(names, s.Name), s
	}
	if len(names) == 0 {
		return scored{}, false
	}
	prompt, err := promptFiles.ReadFile("prompts/route." + string(a.lang) + ".md")
	if err != nil {
		return scored{}, false
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enum, eerr := json.Marshal(append(names, noTool))
	if enc.Encode(data) != nil || eerr != nil {
		return scored{}, false
	}
	var choice struct {
		Asked    string `json:"asked"`
		Function string `json:"function"`
	}
	err = decide.JSON(context.Background(), a.c.Model, casefile.ModelRequest{
		For: casefile.StageRoute, Name: "route", System: strings.TrimSpace(string(prompt)), MaxTokens: maxChoice,
		Messages: []casefile.Message{{Role: casefile.RoleUser, Text: strings.TrimSpace(text.String())}},
		Schema:   json.RawMessage(`{"type":"object","properties":{"asked":{"type":"string"},"function":{"type":"string","enum":` + string(enum) + `}},"required":["asked","function"],"additionalProperties":false}`),
	}, &choice)
	if err != nil {
		return scored{}, false // rules go on; a fault of the log ends the case at its next event
	}
	s, ok := at[choice.Function]
	return s, ok
}
