package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/casefile/casefile"
)

// EntailmentRequest is the name of the request, of StageVerify, by which a verifier asks a case's model for a score: it holds an
// EntailmentPair, and an EntailmentScore is the reply. It goes through Case.Model so that it stands in the log and is not made again by
// a replay.
const EntailmentRequest = "entailment"

// An EntailmentPair is what is asked about.
type EntailmentPair struct {
	Premise string `json:"premise"` // the cited passages, with empty lines between them
	Claim   string `json:"claim"`
}

// An EntailmentScore is what a model for entailment replies: how surely the premise states the claim and how surely it says otherwise,
// each 0 to 1, or why there is no score.
type EntailmentScore struct {
	Entails     *float64 `json:"entails,omitempty"`
	Contradicts *float64 `json:"contradicts,omitempty"` // nil: the model does not tell
	Error       string   `json:"error,omitempty"`
}

// An Entailment says from which score on a model for entailment confirms.
type Entailment struct {
	Threshold     float64 `json:"threshold"`               // the least of Entails
	Contradiction float64 `json:"contradiction,omitempty"` // the most of Contradicts; 0: it is not looked at
}

// ByScore asks the case's model for entailment: a model of natural-language inference, or a cross-encoder. Where the case has none, or
// the reply is anything but a score that reaches the threshold, it does not confirm.
type ByScore struct{ Entailment }

var _ Entailer = ByScore{}

// errNoScore says why nothing was asked.
var errNoScore = errors.New("the case has no model for entailment: name one under entailment:, or take the key away")

var scoreSchema = json.RawMessage(`{"type":"object","properties":{"entails":{"type":"number"},"contradicts":{"type":"number"},"error":{"type":"string"}},"additionalProperties":false}`)

// Entails implements Entailer.
func (b ByScore) Entails(ctx context.Context, c casefile.Case, premise, claim string) (bool, error) {
	if c.Model == nil {
		return false, errNoScore
	}
	q, err := json.Marshal(EntailmentPair{premise, claim})
	if err != nil {
		return false, fmt.Errorf("entailment: %w", err)
	}
	res, err := c.Model.Generate(ctx, casefile.ModelRequest{
		For: casefile.StageVerify, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: string(q)}},
		Name: EntailmentRequest, Schema: scoreSchema, MaxTokens: 16,
	})
	if err != nil {
		return false, err
	}
	var s EntailmentScore
	if err := strictly([]byte(res.Text), &s); err != nil || !json.Valid([]byte(res.Text)) {
		return false, fmt.Errorf("the reply is no score: %q", clip(res.Text))
	}
	switch {
	case s.Error != "":
		return false, errors.New(s.Error)
	case s.Entails == nil || !share(*s.Entails) || s.Contradicts != nil && !share(*s.Contradicts):
		return false, fmt.Errorf("the reply is no score of 0 to 1: %q", clip(res.Text))
	case b.Contradiction > 0 && s.Contradicts == nil:
		return false, errors.New("the model does not tell contradictions: take contradiction: away")
	}
	return *s.Entails >= b.Threshold && (b.Contradiction == 0 || *s.Contradicts <= b.Contradiction), nil
}

func share(x float64) bool { return !math.IsNaN(x) && x >= 0 && x <= 1 }

// everyOne asks several, and confirms where each does.
type everyOne []Entailer

// Entails implements Entailer.
func (all everyOne) Entails(ctx context.Context, c casefile.Case, premise, claim string) (bool, error) {
	for _, e := range all {
		if yes, err := e.Entails(ctx, c, premise, claim); err != nil || !yes {
			return false, err
		}
	}
	return len(all) > 0, nil
}
