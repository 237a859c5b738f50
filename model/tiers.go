package model

import (
	"context"
	"fmt"

	"github.com/casefile/casefile"
)

// Tiers sends each request to the model of its stage. It is a casefile.Model.
type Tiers struct {
	Default casefile.Model                    // of the stages that have none of their own; nil: they go without
	Large   casefile.Model                    // of requests that are marked hard; nil: the stage's own
	Of      map[casefile.Stage]casefile.Model //
}

// For returns the model that answers a request of a stage, nil where there is none.
func (t Tiers) For(s casefile.Stage, hard bool) casefile.Model {
	m, ok := t.Of[s]
	switch {
	case hard && t.Large != nil:
		return t.Large
	case ok:
		return m
	}
	return t.Default
}

// Generate asks the model of r.For. Where hard requests have a model of their own and it gives no reply, the stage's own is asked.
func (t Tiers) Generate(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	m := t.For(r.For, r.Hard)
	if m == nil {
		return casefile.ModelResponse{}, &Error{Fault: FaultCaller, Why: fmt.Sprintf("no model is named for the stage %s", r.For)}
	}
	res, err := m.Generate(ctx, r)
	if smaller := t.For(r.For, false); err != nil && r.Hard && smaller != nil && smaller != m && ctx.Err() == nil {
		r.Hard = false
		if r.Again != nil {
			if no := r.Again(r); no != nil {
				return res, fmt.Errorf("%w; the smaller model is not asked: %w", err, no)
			}
		}
		return smaller.Generate(ctx, r)
	}
	return res, err
}

// Unusable stands for a model that cannot be asked, since its key is missing or its place cannot be read. Every request gives why.
type Unusable struct{ Why error }

// Generate gives why.
func (u *Unusable) Generate(context.Context, casefile.ModelRequest) (casefile.ModelResponse, error) {
	return casefile.ModelResponse{}, &Error{Fault: FaultKey, Why: u.Why.Error(), err: u.Why}
}
