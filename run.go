package casefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"
)

// A run is one case on its way. Its fields are the engine's alone: stages see copies of c.
type run struct {
	e      *Engine
	a      Ask
	c      Case
	tools  map[string]toolEntry
	budget *budget
	past   past
	begun  time.Time
	offset time.Time // the clock at the beginning, for event times

	seq    int
	judged int // judgements so far

	done    map[string]bool // steps that are finished
	bound   map[string]Date // as-of days that trusted records bound, by step
	tried   map[string]int  // gaps planned again
	history []action        // for repeated-action detection
	nth     map[string]int  // calls of each tool
	byKey   map[string]int  // evidence already known → index
	needs   needPatterns
	open    []Gap // of the last review: nothing that was planned since has closed them
	seen    int   // calls that ended before the last review
	stop    StopReason
	limit   StopReason // the last limit met, whether or not it ended the case
	denied  bool       // a planned call was not made for it
	skipped []string   // steps that had their turn after the case was stopped
	told    int        // claims that were told while their draft was written
}

// few is how many records and calls a case is made for at first.
const few = 8

type toolEntry struct {
	tool Tool
	spec ToolSpec
}

func (e *Engine) open(a Ask) (*run, error) {
	if err := a.Err(); err != nil {
		return nil, err
	}
	if a.Log == nil {
		return nil, &recordError{errors.New("no log was given")}
	}
	zone := e.Zone
	if zone == nil {
		zone = time.UTC
	}
	clock := e.Clock
	if clock == nil {
		clock = time.Now
	}
	p := indexPast(a.Past)
	now := clock().In(zone)
	if p.open != nil {
		now = p.open.Open.Now.In(zone)
	}
	asOf := a.AsOf
	if asOf.IsZero() {
		asOf = DateOf(now)
	}
	scope, err := NewScope(a.Asker, asOf)
	if err != nil {
		return nil, err
	}
	if a.Lang == "" {
		a.Lang = LangOf(a.Question)
	}
	if a.Mode == "" {
		a.Mode = Auto
	}
	id := cmp.Or(a.ID, NewID(now))
	if p.open != nil {
		id = p.open.Case
	}
	r := &run{
		e: e, a: a, past: p, begun: time.Now(), offset: now,
		tools:  make(map[string]toolEntry, len(e.Tools)),
		budget: newBudget(e.Budget),
		done:   map[string]bool{}, bound: map[string]Date{}, tried: map[string]int{},
		nth: map[string]int{}, byKey: map[string]int{},
		c: Case{ID: id, Question: a.Question, Lang: a.Lang, Mode: a.Mode, Now: now, Scope: scope, AsOfSet: !a.AsOf.IsZero()},
	}
	r.c.Tokens = NewLedger(r.budget.max.Tokens)
	if e.Model != nil || len(p.replies) > 0 || a.Replay { // of a replay, so that what the budget refused is refused again
		r.c.Model = &modelRun{r: r, model: e.Model, known: map[string]ModelResponse{}}
	}
	for _, t := range e.Tools {
		s := t.Spec()
		r.tools[s.Name] = toolEntry{t, s}
	}
	r.c.Calls, r.c.Evidence = make([]Done, 0, few), make([]Evidence, 0, few)
	r.c.Evidence = append(r.c.Evidence, Evidence{ID: "E1", Steps: []string{"question"}, Status: OK, Text: a.Question, Said: true})
	r.byKey["question"] = 0
	return r, nil
}

func (r *run) run(ctx context.Context) (Outcome, error) {
	c := &r.c
	open := Opening{
		Question: c.Question, Asker: c.Scope.Identity(), Now: c.Now, Zone: c.Now.Location().String(), AsOf: c.Scope.AsOf(), AsOfSet: c.AsOfSet,
		Lang: c.Lang, Mode: c.Mode, Budget: r.budget.max, Rules: r.e.Rules, Format: r.a.Format, Where: r.a.Where,
	}
	if err := r.record(Event{Stage: StageOpen, Open: &open}); err != nil {
		return Outcome{}, err
	}
	if err := r.classify(); err != nil {
		return Outcome{}, err
	}
	if err := r.plan(ctx); err != nil {
		return Outcome{}, err
	}
	if r.stop != "" {
		return r.close(Answer{Lang: c.Lang, Status: Refused, Stop: r.stop}, nil, "no plan was made")
	}
	if r.a.PlanOnly {
		return Outcome{Case: r.c}, nil
	}
	if rep := c.Plan.Reply; rep != nil {
		return r.close(Answer{Lang: c.Lang, Reply: rep.Text, Status: rep.Status, Stop: rep.Stop}, nil, c.Plan.Why)
	}
	if err := r.gather(ctx); err != nil {
		return Outcome{}, err
	}
	if r.stop == StopForbidden {
		return r.forbid()
	}
	return r.conclude(ctx)
}

// classify settles the mode of a question for which none was named. It is settled before a model is asked, and without one
// nothing depends on it. What is Chain stays Auto: rules plan, and a model is asked only for what they leave open. A caller who names
// Chain wants none asked.
func (r *run) classify() error {
	if r.e.Classifier == nil || r.c.Mode != Auto || r.c.Model == nil || r.a.Replay && !r.past.classified {
		return nil
	}
	mode, why := r.e.Classifier.Classify(r.c)
	if mode != Chain {
		r.c.Mode = mode
	}
	return r.record(Event{Stage: StageRoute, Decision: classified + string(mode), Why: why})
}

// plan asks the planner for the first plan, or for steps that close the gaps in the case.
func (r *run) plan(ctx context.Context) error {
	c := &r.c
	c.Round++
	c.Left = r.budget.max.Calls - r.budget.calls
	p, err := r.e.Planner.Plan(ctx, r.c)
	if errors.Is(err, ErrTokens) {
		r.stop = spent(err)
		return r.record(Event{Stage: StagePlan, Decision: stopped + string(r.stop), Why: err.Error()})
	}
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	if c.Round == 1 {
		c.Plan = p
	} else {
		c.Plan.Steps = append(c.Plan.Steps[:len(c.Plan.Steps):len(c.Plan.Steps)], p.Steps...)
	}
	if err := r.needs.add(p.Steps); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	if err := checkPlan(c.Plan.Steps); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	return r.record(Event{Stage: StagePlan, Decision: p.By, Plan: &p, Why: p.Why})
}

// gather runs the steps in waves until nothing is missing, nothing is left to try, or a limit is met.
func (r *run) gather(ctx context.Context) error {
	idle := 0
	for {
		steps := r.ready()
		if len(steps) > 0 {
			before := len(r.c.Evidence)
			if err := r.wave(ctx, steps); err != nil {
				return err
			}
			if r.stop != "" {
				return r.judge(nil, "")
			}
			if idle++; len(r.c.Evidence) > before {
				idle = 0
			}
		}
		gaps, why := r.gaps(steps), ""
		if len(gaps) == 0 {
			var err error
			if gaps, why, err = r.review(ctx); err != nil {
				return err
			}
		}
		if err := r.judge(gaps, why); err != nil {
			return err
		}
		if len(steps) == 0 && len(r.c.Gaps) == 0 {
			if r.stop == "" {
				r.stop = r.verdictOnEvidence()
			}
			return nil
		}
		if len(r.c.Gaps) == 0 {
			continue
		}
		switch {
		case r.c.Round >= r.budget.max.Rounds:
			r.stop = StopRounds
		case idle > r.budget.max.Idle:
			r.stop = StopNoGain
		}
		if r.stop != "" {
			return nil
		}
		for _, g := range r.c.Gaps {
			r.tried[g.key()]++
		}
		if err := r.plan(ctx); err != nil || r.stop != "" {
			return err
		}
		r.c.Gaps = nil
	}
}

// verdictOnEvidence tells "everything needed is here" from "there is nothing left to try".
func (r *run) verdictOnEvidence() StopReason {
	switch {
	case len(r.gapsOf(r.c.Plan.Steps, true)) > 0, len(r.open) > 0:
		return cmp.Or(r.limit, StopNothingLeft)
	case r.denied:
		return r.limit
	}
	return StopEnough
}

// review asks, in the modes that plan again by themselves, what is still missing when nothing planned is left to do. A gap is
// planned for once, in research twice; what is then still missing stays open.
func (r *run) review(ctx context.Context) ([]Gap, string, error) {
	c := &r.c
	if r.e.Reviewer == nil || c.Mode != Agent && c.Mode != Research || r.stop != "" || r.seen == len(c.Calls) || len(r.ready()) > 0 {
		return nil, "", nil
	}
	r.seen = len(c.Calls)
	most := 1
	if c.Mode == Research {
		most = 2
	}
	v, err := r.e.Reviewer.Review(ctx, *c)
	if err != nil {
		return nil, "", fmt.Errorf("review: %w", err)
	}
	var gaps []Gap
	r.open = v.Gaps
	for _, g := range v.Gaps {
		if _, ok := c.Plan.Step(g.Step); !ok {
			return nil, "", fmt.Errorf("review: a gap is of step %q, which is not in the plan", g.Step)
		}
		if g.Tried = r.tried[g.key()]; g.Tried < most {
			gaps = append(gaps, g)
		}
	}
	return gaps, v.Why, nil
}

// judge records what is still missing.
func (r *run) judge(gaps []Gap, why string) error {
	r.judged++
	r.c.Gaps = gaps
	e := Event{Stage: StageJudge, Gaps: gaps, Decision: "enough so far", Why: why}
	switch {
	case r.stop != "":
		e.Decision = stopped + string(r.stop)
	case len(gaps) > 0:
		e.Decision = "not enough"
	}
	for _, ev := range r.c.Evidence {
		e.Evidence = append(e.Evidence, ev.ID)
	}
	return r.record(e)
}

// close records the answer, the last event of a case.
func (r *run) close(a Answer, checks []Check, why string) (Outcome, error) {
	if a.Stop == "" {
		a.Stop = StopEnough
	}
	u := r.c.Tokens.Spent()
	u.ToolCalls, u.WallMS = r.budget.reached, time.Since(r.begun).Milliseconds()
	if m, ok := r.c.Model.(*modelRun); ok {
		u.Money = m.spent
	}
	if p := r.past.answer; p != nil && p.Usage != nil {
		u.WallMS = p.Usage.WallMS
	}
	if err := r.record(Event{Stage: StageAnswer, Answer: &a, Usage: &u, Why: why}); err != nil {
		return Outcome{}, err
	}
	return Outcome{Answer: a, Case: r.c, Checklist: checks, Usage: u, AsOf: r.c.Scope.AsOf(), Where: r.a.Where, Format: r.a.Format}, nil
}

// record writes one event.
func (r *run) record(e Event) error {
	r.seq++
	e.Case, e.Seq, e.Time = r.c.ID, r.seq, r.offset.Add(time.Since(r.begun))
	// the case is over when its caller leaves, but its last events are still written
	if err := r.a.Log.Record(context.Background(), e); err != nil {
		return &recordError{err}
	}
	if r.a.Progress != nil {
		r.a.Progress(e)
	}
	return nil
}
