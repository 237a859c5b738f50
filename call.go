package casefile

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// grace is how long a tool may take to return once its context has ended.
const grace = 40 * time.Millisecond

// A pending is a call of a wave with what came of it.
type pending struct {
	call    Call
	scope   Scope
	nth     int // the call of its tool, from 1, in plan order: faults are named by it
	reached bool
	ended   bool
	result  Result
	err     error

	same    *pending // the equal call of this wave that it takes its result from
	retryOf *pending
	last    *pending // the retry of it
}

func (p *pending) action() action { return action{p.call.Tool, string(p.call.Args), p.scope.AsOf()} }

// final returns the retry of p, if there was one.
func (p *pending) final() *pending {
	if p.last != nil {
		return p.last
	}
	return p
}

// reserve takes a call out of the budget and announces it in the log. Where the budget
// does not allow it, or it would repeat what was done, it reports false; a limit that is not one search tool's own ends the case.
func (r *run) reserve(p *pending) (bool, error) {
	t, known := r.tools[p.call.Tool]
	act := p.action()
	stop := r.repeated(act, p.retryOf != nil)
	if stop == "" {
		stop = r.budget.reserve(p.call.Tool, known && t.spec.Search)
	}
	if stop != "" {
		r.limit = stop
		if stop != StopSearches {
			r.stop = stop
		}
		return false, r.record(Event{Stage: StageRoute, Step: p.call.Step, Call: &p.call, Decision: "not called", Why: string(stop)})
	}
	r.nth[p.call.Tool]++
	p.nth = r.nth[p.call.Tool]
	r.history = append(r.history, act)
	return true, r.record(Event{Stage: StageCall, Step: p.call.Step, Call: &p.call, AsOf: p.scope.AsOf(), Decision: p.call.By, Why: p.call.Why})
}

// A finished is what came of a call: the calls of a wave report to the wave, which alone touches the case.
type finished struct {
	p      *pending
	result Result
	err    error
}

// makeCalls makes calls side by side and records each result as it arrives. It returns once all have ended, or
// shortly after ctx has: a tool that does not listen cannot hold the case, and what it brings later is thrown away.
func (r *run) makeCalls(ctx context.Context, calls []*pending) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var first error
	end := func(p *pending, res Result, err error) {
		p.ended, p.result, p.err = true, res, err
		e := Event{Stage: StageResult, Step: p.call.Step, Call: &Call{Step: p.call.Step, N: p.call.N, Tool: p.call.Tool, Args: p.call.Args, Key: p.call.Key}, AsOf: p.scope.AsOf(), Result: &p.result}
		switch {
		case err != nil:
			e.Result, e.Decision, e.Why = nil, "fault", err.Error()
		case !p.reached && !res.Cached:
			e.Decision = notMade
		}
		if rec := r.record(e); rec != nil {
			err = rec
		}
		if err != nil || res.Status == Forbidden {
			cancel()
		}
		first = graver(first, err)
	}
	done := make(chan finished, len(calls))
	running := 0
	for _, p := range calls {
		if res, err, ok := r.known(ctx, p); ok {
			end(p, res, err)
			continue
		}
		p.reached = true
		running++
		go r.callTool(ctx, p, done)
	}
	over := ctx.Done()
	var late <-chan time.Time
	for running > 0 {
		select {
		case f := <-done:
			running--
			f.p.reached = !f.result.Cached
			end(f.p, f.result, f.err)
		case <-over:
			over = nil
			t := time.NewTimer(grace)
			defer t.Stop()
			late = t.C
		case <-late:
			for _, p := range calls {
				if !p.ended {
					end(p, Result{Status: Timeout, Note: "the tool did not stop when the case ended"}, nil)
				}
			}
			running = 0
		}
	}
	return first
}

// graver keeps a failure to record before any other, since it decides that nothing is answered.
func graver(a, b error) error {
	var rec *recordError
	if a == nil || (!errors.As(a, &rec) && errors.As(b, &rec)) {
		return b
	}
	return a
}

// known returns the outcome of a call that need not, or cannot, be made.
func (r *run) known(ctx context.Context, p *pending) (Result, error, bool) {
	if e, ok := r.past.result(p.call, p.scope.AsOf()); ok {
		p.reached = !e.Result.Cached && e.Decision != notMade
		return *e.Result, nil, true
	}
	fault, failed := r.past.faults[callKey(p.call)]
	switch _, there := r.tools[p.call.Tool]; {
	case r.a.Replay && failed:
		return Result{}, errors.New(fault), true
	case r.a.Replay:
		return Result{}, fmt.Errorf("replay: %w: no recorded result for call %d of step %s with %s", ErrDiffers, p.call.N, p.call.Step, p.call.Args), true
	case !there:
		return Result{Status: Invalid, Note: "unknown tool " + p.call.Tool + "; tools: " + strings.Join(r.toolNames(), ", ")}, nil, true
	case ctx.Err() != nil:
		return Result{Status: Timeout, Note: "the case ended before the call was made"}, nil, true
	}
	return Result{}, nil, false
}

// callTool makes one call and reports it.
func (r *run) callTool(ctx context.Context, p *pending, done chan<- finished) {
	f := finished{p: p}
	defer func() {
		if v := recover(); v != nil {
			f.err = fmt.Errorf("the tool panicked: %v", v)
		}
		switch {
		case f.err != nil && ctx.Err() != nil:
			f.result, f.err = Result{Status: Timeout, Note: "the call was cut off: " + context.Cause(ctx).Error()}, nil
		case f.err == nil && !f.result.Status.Valid():
			f.err = fmt.Errorf("the tool gave the status %q, which is none of the six", f.result.Status)
		}
		done <- f
	}()
	t := r.tools[p.call.Tool].tool
	call := func(ctx context.Context) (Result, error) { return t.Call(ctx, p.scope, p.call.Args) }
	if r.e.Intercept != nil {
		f.result, f.err = r.e.Intercept(ctx, p.call, p.nth, call)
		return
	}
	f.result, f.err = call(ctx)
}

// retries makes each call that did not complete once more, within the budget.
func (r *run) retries(ctx context.Context, calls []*pending) ([]*pending, error) {
	var again []*pending
	over := r.over(ctx) != ""
	next := map[string]int{}
	for _, p := range calls {
		next[p.call.Step] = max(next[p.call.Step], p.call.N+1)
	}
	for _, p := range calls {
		if p.result.Status != Timeout || r.anyForbidden(calls) {
			continue
		}
		c := p.call
		c.N, c.By, c.Why = next[c.Step], "rule", "the call before did not complete: "+p.result.Note
		next[c.Step]++
		if over && !r.past.announced[callKey(c)] { // announced: it was over only while the retries ran
			continue
		}
		q := &pending{call: c, scope: p.scope, retryOf: p}
		ok, err := r.reserve(q)
		if err != nil {
			return nil, err
		}
		if ok {
			again = append(again, q)
		}
	}
	return again, r.makeCalls(ctx, again)
}

func (r *run) anyForbidden(calls []*pending) bool {
	for _, p := range calls {
		if p.result.Status == Forbidden {
			return true
		}
	}
	return false
}

func (r *run) toolNames() []string {
	var names []string
	for _, t := range r.e.Tools {
		names = append(names, t.Spec().Name)
	}
	return names
}
