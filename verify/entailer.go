package verify

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/casefile/casefile"
)

// An Entailer says whether a premise states everything that a claim states: a language model, a cross-encoder, a model of natural-language
// inference. It is asked only about claims that no rule refutes and that the lexical rule cannot confirm. An error counts as no, and is told
// with the finding.
type Entailer interface {
	Entails(ctx context.Context, c casefile.Case, premise, claim string) (bool, error)
}

// WithEntailer returns a verifier that asks e about what its rules leave unconfirmed for want of words in common.
func (v *Verifier) WithEntailer(e Entailer) *Verifier {
	w := *v
	w.entailer = e
	return &w
}

//go:embed entailer.txt
var entailPrompt string

var entailSchema = json.RawMessage(`{"type":"object","properties":{"answer":{"type":"string","enum":["yes","no"]}},"required":["answer"],"additionalProperties":false}`)

// ByModel asks the case's own language model, with a grammar that allows yes and no. Where the case has none, or the reply is anything but
// a plain yes, it does not confirm.
type ByModel struct{}

var _ Entailer = ByModel{}

// maxPremise is how much of the passages is shown to a judge, in bytes.
const maxPremise = 8 << 10

// Entails implements Entailer.
func (ByModel) Entails(ctx context.Context, c casefile.Case, premise, claim string) (bool, error) {
	if c.Model == nil {
		return false, nil
	}
	q, err := json.Marshal(struct {
		Passages string `json:"passages"`
		Claim    string `json:"claim"`
	}{premise, claim})
	if err != nil {
		return false, fmt.Errorf("entailment: %w", err)
	}
	res, err := c.Model.Generate(ctx, casefile.ModelRequest{
		For: casefile.StageVerify, System: strings.TrimSpace(entailPrompt), Messages: []casefile.Message{{Role: "user", Text: string(q)}},
		Name: "entails", Schema: entailSchema, MaxTokens: 16,
	})
	if err != nil {
		return false, fmt.Errorf("entailment: %w", err)
	}
	var reply struct {
		Answer string `json:"answer"`
	}
	dec := json.NewDecoder(strings.NewReader(res.Text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&reply); err != nil || dec.More() {
		return false, fmt.Errorf("entailment: the reply is no yes and no no: %q", clip(res.Text))
	}
	return reply.Answer == "yes", nil
}

// entailed takes back the doubts of the lexical rule where a judge says that the cited passages state the claim. Whatever else the judge says
// or does, and where any other rule found something, they stay.
func (t *trial) entailed() {
	if t.v.entailer == nil || len(t.out.findings) == 0 || len(t.claim.Cites) == 0 {
		return
	}
	for _, f := range t.out.findings {
		if f.Rule != "entailment" || f.Mark != casefile.Unconfirmed {
			return
		}
	}
	var premise strings.Builder
	for _, i := range t.of(passageRecord) {
		premise.WriteString(t.ix.recs[i].ev.Text + "\n\n")
	}
	s := strings.TrimSpace(premise.String())
	if s == "" || len(s) > maxPremise {
		return
	}
	switch yes, err := t.v.entailer.Entails(t.ix.ctx, *t.ix.c, s, t.claim.Text); {
	case err != nil:
		for i := range t.out.findings {
			t.out.findings[i].Why += "; nor could a model confirm it: " + err.Error()
		}
	case yes:
		t.out.findings = nil
	}
}
