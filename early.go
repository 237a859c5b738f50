package casefile

import (
	"context"
	"fmt"
)

// sketch has what is to be searched for a draft searched before a model writes it, by what the verifier wants for the draft that rules
// would write: so a model is not asked twice, and what of its draft is proved can be told at once.
func (r *run) sketch(ctx, live context.Context) error {
	s, ok := r.e.Generator.(Sketcher)
	if !ok || r.c.Model == nil {
		return nil
	}
	for r.mayLookAgain() {
		plain := r.c
		plain.Model = nil
		draft, err := s.Sketch(ctx, plain)
		if err != nil {
			return fmt.Errorf("generate: %w", err)
		}
		if len(draft.Claims) == 0 {
			return nil
		}
		plain.Draft = draft
		v, err := r.verify(ctx, plain)
		if err != nil || len(v.Gaps) == 0 {
			return err
		}
		if err := r.record(Event{Stage: StageGenerate, Decision: sketched, Draft: &draft}); err != nil {
			return err
		}
		if err := r.record(Event{Stage: StageVerify, Decision: sketched, Verdict: &v}); err != nil {
			return err
		}
		if more, err := r.lookAgain(live, v.Gaps); err != nil || !more || r.stop == StopForbidden {
			return err
		}
	}
	return nil
}

// sketched is the decision of events that are of no draft of the answer, but of what is searched before one is written.
const sketched = "before the model writes"

// early returns what tells claims of a first draft while it is being written, nil where none may be. A claim is told only when nothing
// can take it back: it is proved without a model, by a verifier that judges each claim by itself, and once one is told nothing more is
// searched for the draft.
func (r *run) early(ctx context.Context) func(Claim) bool {
	if s, ok := r.e.Verifier.(Settler); r.c.Model == nil || r.mayLookAgain() && (!ok || !s.Settled(r.c)) {
		return nil
	}
	return func(cl Claim) bool {
		alone := r.c
		alone.Draft, alone.Findings, alone.Conflicts = Answer{Lang: alone.Lang, Claims: []Claim{cl}}, nil, nil
		alone.Model, alone.Tell = nil, nil // a model that is asked here would be asked within its own request
		v, err := r.e.Verifier.Verify(ctx, alone)
		if err != nil || len(v.Findings) > 0 || len(v.Gaps) > 0 {
			return false
		}
		r.told++
		if r.a.Claimed != nil {
			cl.Support = Supported
			r.a.Claimed(cl)
		}
		return true
	}
}
