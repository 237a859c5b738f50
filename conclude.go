package casefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// conclude drafts, verifies, searches once for what the verifier asks for, mends at most twice, drops what still fails, and closes the case.
func (r *run) conclude(live context.Context) (Outcome, error) {
	const mends = 2
	// what is proved is told even when the time is up or the caller left: without a model, these stages take milliseconds
	ctx := context.WithoutCancel(live)
	c := &r.c
	var verdict Verdict
	if err := r.sketch(ctx, live); err != nil {
		return Outcome{}, err
	}
	for i := 0; ; i++ {
		if r.stop == StopForbidden {
			return r.forbid()
		}
		c.Mends, c.Tell = i, nil
		if i == 0 {
			c.Tell = r.early(ctx)
		}
		draft, err := r.e.Generator.Generate(ctx, *c)
		c.Tell = nil // the draft is written
		if errors.Is(err, ErrTokens) {
			r.stop = spent(err)
			if i > 0 {
				break // the draft before stands, less what was found in it
			}
			return r.close(Answer{Lang: c.Lang, Status: Refused, Stop: r.stop}, nil, err.Error())
		}
		if err != nil {
			return Outcome{}, fmt.Errorf("generate: %w", err)
		}
		c.Draft = draft
		if err := r.record(Event{Stage: StageGenerate, Draft: &draft}); err != nil {
			return Outcome{}, err
		}
		if verdict, err = r.verify(ctx, *c); err != nil {
			return Outcome{}, err
		}
		recorded := verdict // the next turn writes another one; a log in memory keeps this
		if err := r.record(Event{Stage: StageVerify, Verdict: &recorded}); err != nil {
			return Outcome{}, err
		}
		more, err := r.lookAgain(live, verdict.Gaps)
		if err != nil {
			return Outcome{}, err
		}
		if more {
			c.Draft, c.Findings, c.Conflicts = Answer{}, nil, nil
			i = -1
			continue
		}
		c.Findings, c.Conflicts = verdict.Findings, verdict.Conflicts
		if len(verdict.Findings) == 0 || i == mends {
			break
		}
	}
	answer, kept := settle(*c, verdict)
	answer.Stop = r.stop
	if left := r.uncalled(); len(answer.Missing) == 0 && answer.Reply == "" && len(left) > 0 {
		answer.Missing = left
		if answer.Status == Answered {
			answer.Status = PartialAnswer
		}
	}
	if c.Plan.Action != "" {
		answer.Status, answer.Stop = NeedsApproval, StopNeedsApproval
	}
	return r.close(answer, kept, "")
}

func (r *run) forbid() (Outcome, error) {
	return r.close(Answer{Lang: r.c.Lang, Status: ForbiddenCase, Stop: StopForbidden}, nil, "a record is not this caller's, or not there")
}

// lookAgain has the planner search for what the verifier asks for, each thing once, within the same budget. It reports whether
// anything was looked for, so that the draft is to be written and judged again.
func (r *run) lookAgain(ctx context.Context, gaps []Gap) (bool, error) {
	var open []Gap
	for _, g := range gaps {
		if key := g.key(); r.tried[key] == 0 {
			r.tried[key]++
			open = append(open, g)
		}
	}
	if len(open) == 0 || !r.mayLookAgain() {
		return false, nil
	}
	enough, steps := r.stop, len(r.c.Plan.Steps)
	r.stop, r.c.Gaps = "", open
	if err := r.plan(ctx); err != nil {
		return false, err
	}
	r.c.Gaps = nil
	if r.stop != "" || len(r.c.Plan.Steps) == steps {
		r.stop = cmp.Or(r.stop, enough)
		return false, nil
	}
	return true, r.gather(ctx)
}

// mayLookAgain reports whether the case may search once more for a draft. What was told of it is not put at stake.
func (r *run) mayLookAgain() bool {
	return r.told == 0 && r.c.Round < r.budget.max.Rounds && (r.stop == StopEnough || r.stop == StopNothingLeft)
}

// spent says which budget of models an error is of.
func spent(err error) StopReason {
	if errors.Is(err, ErrMoney) {
		return StopMoney
	}
	return StopTokens
}

// verify judges the draft of a case.
func (r *run) verify(ctx context.Context, c Case) (Verdict, error) {
	v, err := r.e.Verifier.Verify(ctx, c)
	if err == nil {
		err = checkVerdict(v, len(c.Draft.Claims))
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("verify: %w", err)
	}
	return v, nil
}

func checkVerdict(v Verdict, claims int) error {
	for _, f := range v.Findings {
		if f.Claim < 0 || f.Claim >= claims {
			return fmt.Errorf("rule %s speaks of claim %d, the draft has %d", f.Rule, f.Claim, claims)
		}
	}
	for _, k := range v.Conflicts {
		if k.Claim < 0 || k.Claim >= claims {
			return fmt.Errorf("a conflict speaks of claim %d, the draft has %d", k.Claim, claims)
		}
	}
	return nil
}

// settle drops the claims that the last verdict did not support, names them as missing, and decides the status.
// A claim that records disagree about stays, as disputed, where the draft states both sides.
// It returns the checklist of the claims that are left, renumbered.
func settle(c Case, v Verdict) (Answer, []Check) {
	a := c.Draft
	mark := make([]Support, len(a.Claims))
	for _, f := range v.Findings {
		mark[f.Claim] = worse(mark[f.Claim], f.Mark)
	}
	var kept []Claim
	place := map[int]int{}
	missing := slices.Clone(a.Missing)
	contested := false
	for i, cl := range a.Claims {
		switch {
		case mark[i] == "":
			cl.Support = Supported
		case mark[i] == Unconfirmed && cl.Part == Pending:
			cl.Support = Unconfirmed
		case mark[i] == Disputed && bothSides(a.Claims, v.Findings, i):
			cl.Support, contested = Disputed, true
		default:
			if cl.About != "" && !slices.Contains(missing, cl.About) {
				missing = append(missing, cl.About)
			}
			continue
		}
		place[i] = len(kept)
		kept = append(kept, cl)
	}
	a.Claims, a.Missing = kept, missing
	proved := slices.ContainsFunc(kept, func(cl Claim) bool { return cl.Support == Supported && rests(c, cl) })
	switch {
	case a.Reply != "" && a.Status != "":
	case !proved && !contested:
		a.Status = Refused
	case contested:
		a.Status = PartialAnswer
	case len(missing) > 0:
		a.Status = PartialAnswer
	default:
		a.Status = Answered
	}
	var checks []Check
	for _, k := range v.Checklist {
		if i, ok := place[k.Claim]; ok {
			k.Claim = i
			checks = append(checks, k)
		}
	}
	a.Conflicts = nil
	for _, k := range v.Conflicts {
		if i, ok := place[k.Claim]; ok {
			k.Claim = i
			a.Conflicts = append(a.Conflicts, k)
		}
	}
	return a, checks
}

// bothSides reports whether each record that claim i is disputed by has a claim of its own.
func bothSides(claims []Claim, findings []Finding, i int) bool {
	for _, f := range findings {
		if f.Claim != i || f.Mark != Disputed {
			continue
		}
		told := slices.ContainsFunc(claims, func(cl Claim) bool {
			return slices.ContainsFunc(cl.Cites, func(t Citation) bool { return t.Evidence == f.Against })
		})
		if !told {
			return false
		}
	}
	return true
}

// rests reports whether a claim cites a passage, a row or a calculation: the asker's words and the outcome of a call prove nothing on their own.
func rests(c Case, cl Claim) bool {
	for _, t := range cl.Cites {
		if e, ok := c.Find(t.Evidence); ok && (e.Source != nil || e.Table != nil || e.Calc != nil) {
			return true
		}
	}
	return false
}

// worse returns the stronger of two marks; a mark that is not a refusal or a dispute counts as unconfirmed.
func worse(a, b Support) Support {
	rank := func(s Support) int {
		switch s {
		case Contradicted:
			return 3
		case Disputed:
			return 2
		case "":
			return 0
		}
		return 1
	}
	if b == "" || b == Supported {
		b = Unconfirmed
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}
