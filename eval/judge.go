package eval

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
)

//go:embed judging/system.txt
var judgeSystem string

//go:embed judging/schema.json
var judgeSchema []byte

// A Judge asks a model whether an answer says what a reference answer says. The model should be another one than writes
// the answers: a writer finds its own mistakes plausible. It is asked only where the deterministic checks hold.
type Judge struct {
	Model casefile.Model
	Name  string // of the model, as reports show it
}

// A Judgement is what a judge said of one answer. It is a pass only when all three are so.
type Judgement struct {
	Judge     string `json:"judge"`
	Core      bool   `json:"core"`      // the core conclusion is the same
	Values    bool   `json:"values"`    // the key values are exact
	Citations bool   `json:"citations"` // the citations are complete
	Pass      bool   `json:"pass"`
	Reason    string `json:"reason"`
	Failed    bool   `json:"failed,omitempty"` // the judge gave no judgement: Reason says why
}

// judgeTokens is what a judgement may take.
const judgeTokens = 400

// Judge compares an answer with a reference. A judge that cannot be reached, or that replies with anything but a judgement,
// gives one that has Failed set and is no pass.
func (j *Judge) Judge(ctx context.Context, question, reference, answer string) Judgement {
	out := Judgement{Judge: j.Name}
	body, err := json.Marshal(struct {
		Question  string `json:"question"`
		Reference string `json:"reference"`
		Answer    string `json:"answer"`
	}{question, reference, answer})
	if err == nil {
		err = decide.JSON(ctx, j.Model, casefile.ModelRequest{
			For: casefile.StageJudge, System: judgeSystem, Name: "judgement", Schema: judgeSchema, MaxTokens: judgeTokens,
			Messages: []casefile.Message{{Role: casefile.RoleUser, Text: string(body)}},
		}, &out)
	}
	if err != nil {
		return Judgement{Judge: j.Name, Failed: true, Reason: fmt.Sprintf("the judge gave no judgement: %v", err)}
	}
	out.Pass = out.Core && out.Values && out.Citations
	return out
}

func (j *Judge) ask(ctx context.Context, c Case, o Outcome) Judgement {
	return j.Judge(ctx, c.Question, c.Reference, o.Text)
}

// A Label is one answer that a person judges, a line of a labelling file. Pass is nil until then.
type Label struct {
	Case      string `json:"case"`
	Question  string `json:"question"`
	Reference string `json:"reference"`
	Answer    string `json:"answer"`
	Pass      *bool  `json:"pass"`
	Why       string `json:"why,omitempty"` // what the person noted
}

// LeastKappa is the agreement with people below which a judge is unfit: the lower end of what is called substantial.
const LeastKappa = 0.6

// An Agreement says how far a judge agrees with people.
type Agreement struct {
	Judge     string   `json:"judge"`
	Labelled  int      `json:"labelled"`
	Failed    int      `json:"failed"` // answers that the judge gave no judgement on; each counts as a refusal
	BothPass  int      `json:"both_pass"`
	OnlyJudge int      `json:"only_judge"` // passed by the judge, not by the person: the costly mistake
	OnlyHuman int      `json:"only_human"`
	BothFail  int      `json:"both_fail"`
	Kappa     float64  `json:"kappa"`
	Fit       bool     `json:"fit"`
	Why       string   `json:"why,omitempty"`    // it is unfit
	Differ    []string `json:"differ,omitempty"` // the cases they differ on, with the judge's reason
}

// ErrUnlabelled says that a labelling file has no label, so that nothing can be said of a judge.
var ErrUnlabelled = errors.New("no answer is labelled; fill the file with casefile eval label")

// Agree puts every labelled answer to the judge and compares.
func (j *Judge) Agree(ctx context.Context, labels []Label) (Agreement, error) {
	a := Agreement{Judge: j.Name}
	for _, l := range labels {
		if l.Pass == nil {
			continue
		}
		a.Labelled++
		said := j.Judge(ctx, l.Question, l.Reference, l.Answer)
		if said.Failed {
			a.Failed++
		}
		switch {
		case said.Pass && *l.Pass:
			a.BothPass++
		case said.Pass:
			a.OnlyJudge++
		case *l.Pass:
			a.OnlyHuman++
		default:
			a.BothFail++
		}
		if said.Pass != *l.Pass {
			a.Differ = append(a.Differ, l.Case+": "+said.Reason)
		}
	}
	if a.Labelled == 0 {
		return a, ErrUnlabelled
	}
	var defined bool
	a.Kappa, defined = kappa(a.BothPass, a.OnlyJudge, a.OnlyHuman, a.BothFail)
	switch {
	case a.Failed > 0:
		a.Why = fmt.Sprintf("it gave no judgement on %d of %d answers", a.Failed, a.Labelled)
	case !defined:
		a.Why = "one of the two always says the same, so agreement beyond chance cannot be told; label answers of both kinds"
	case a.Kappa < LeastKappa:
		a.Why = fmt.Sprintf("kappa %.2f is below %.1f", a.Kappa, LeastKappa)
	default:
		a.Fit = true
	}
	return a, nil
}

// Write writes the agreement as text: the confusion table, kappa, whether the judge is fit, and what they differ on.
func (a Agreement) Write(w io.Writer, lang casefile.Lang) error {
	p := Page{Agreement: &a, Lang: lang}
	text := p.plainTable(p.agreement())
	for _, d := range a.Differ {
		text += "  " + plain(d) + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}
