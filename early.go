package casefile

import "context"

// early returns what tells claims of a first draft while it is being written, nil where none may be. A claim is told only when nothing
// can take it back: it is proved without a model, by a verifier that judges each claim by itself, and nothing more is searched for the draft.
func (r *run) early(ctx context.Context) func(Claim) bool {
	if r.c.Model == nil {
		return nil
	}
	final, known := false, false
	return func(cl Claim) bool {
		if !known {
			final, known = r.final(), true
		}
		if !final {
			return false
		}
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

// final reports whether nothing more is searched for a draft over the evidence that there is.
func (r *run) final() bool {
	s, ok := r.e.Verifier.(Settler)
	return !r.mayLookAgain() || ok && s.Settled(r.c)
}
