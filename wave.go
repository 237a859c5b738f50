package casefile

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// grace is how long a tool may take to return once its context has ended.
const grace = 40 * time.Millisecond

// ready returns the steps that wait for nothing any more, in plan order.
func (r *run) ready() []Step {
	var out []Step
	for _, s := range r.c.Plan.Steps {
		if !r.done[s.ID] && r.settled(s.After) {
			out = append(out, s)
		}
	}
	return out
}

// settled reports whether steps and all that was planned to close their gaps are done.
func (r *run) settled(ids []string) bool {
	for _, id := range ids {
		if !r.done[id] {
			return false
		}
		for _, s := range r.c.Plan.Steps {
			if s.For == id && !r.done[s.ID] {
				return false
			}
		}
	}
	return true
}

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

// wave routes the steps, makes their calls in parallel, tries those that did not
// complete once more, and takes the results in plan order, so that evidence ids are the same every time.
func (r *run) wave(ctx context.Context, steps []Step) error {
	var calls, shared []*pending
	first := map[action]*pending{}
	for _, s := range steps {
		r.done[s.ID] = true
		if r.stop != "" {
			r.skipped = append(r.skipped, s.ID)
			continue
		}
		route, err := r.e.Router.Route(ctx, r.c, s)
		if err != nil {
			return fmt.Errorf("route %s: %w", s.ID, err)
		}
		if len(route.Calls) == 0 {
			if err := r.record(Event{Stage: StageRoute, Step: s.ID, Decision: "left out", Why: route.Skip}); err != nil {
				return err
			}
			continue
		}
		scope := r.scopeOf(s)
		for n, c := range route.Calls {
			c.Step, c.N, c.Args = s.ID, n, Canonical(c.Args)
			p := &pending{call: c, scope: scope}
			if p.same = first[p.action()]; p.same != nil {
				// two steps, or two rows of one, that ask the same at the same time: it is asked once
				if err := r.record(Event{Stage: StageRoute, Step: s.ID, Call: &p.call, Decision: "shared", Why: "the same call as step " + p.same.call.Step}); err != nil {
					return err
				}
				shared = append(shared, p)
				continue
			}
			first[p.action()] = p
			ok, err := r.reserve(p)
			if err != nil {
				return err
			}
			if r.stop != "" {
				r.skipped = append(r.skipped, s.ID)
				break
			}
			if ok {
				calls = append(calls, p)
			}
			r.denied = r.denied || !ok
		}
	}
	if err := r.makeCalls(ctx, calls); err != nil {
		return err
	}
	retries, err := r.retries(ctx, calls)
	if err != nil {
		return err
	}
	for _, p := range retries {
		p.retryOf.last = p
	}
	all := append(calls, retries...)
	for _, p := range shared {
		if p.same.ended {
			p.result = p.same.final().result
			p.result.Cached = true
			all = append(all, p)
		}
	}
	for _, p := range all {
		if p.err != nil {
			return fmt.Errorf("%s: %w", p.call.Tool, p.err)
		}
	}
	for _, p := range all {
		r.take(p)
	}
	if stop := r.over(ctx); r.stop != StopForbidden && stop != "" {
		r.stop = stop
	}
	return nil
}

// over says whether the case was ended from outside: by its caller, or by the wall clock. What is on record goes before the
// context, which is another one in a replay.
func (r *run) over(ctx context.Context) StopReason {
	switch {
	case r.judged < len(r.past.stops):
		return r.past.stops[r.judged]
	case ctx.Err() == nil:
		return ""
	case errors.Is(context.Cause(ctx), errOutOfTime):
		return StopTime
	}
	return StopCancelled
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

// take adds a call's outcome to the case.
func (r *run) take(p *pending) {
	c, res := &r.c, p.result
	if p.reached {
		r.budget.reached++
	}
	d := Done{Call: p.call, Status: res.Status, Note: res.Note, NoteZH: res.NoteZH, AsOf: p.scope.AsOf(), Cached: res.Cached, Reached: p.reached}
	records := res.Evidence
	if len(records) == 0 {
		// the outcome itself is a record: the answer's wording rests on it
		records = []Evidence{{Note: res.Note}}
	}
	for _, e := range records {
		e.Tool, e.Args, e.Key, e.AsOf = p.call.Tool, p.call.Args, p.call.Key, p.scope.AsOf()
		if e.Status == "" {
			e.Status = res.Status
		}
		d.Evidence = append(d.Evidence, r.add(e, p.call.Step))
	}
	if res.Status == Forbidden {
		r.stop = StopForbidden
	}
	if t, ok := r.tools[p.call.Tool]; ok && t.spec.Bind != "" && res.Status == OK {
		if day, ok := boundDay(res.Evidence, t.spec.Bind, c.Now.Location()); ok {
			r.bound[p.call.Step] = day
		}
	}
	c.Calls = append(c.Calls, d)
}

// add gives a record its id, or finds the one it already has: the same evidence twice is one record.
func (r *run) add(e Evidence, step string) string {
	steps := []string{step}
	if s, ok := r.c.Plan.Step(step); ok && s.For != "" {
		steps = append(steps, s.For)
	}
	var key string
	switch {
	case e.Source != nil:
		key = "p\x00" + e.Source.Namespace + "\x00" + e.Source.Place() + "\x00" + e.Source.Chunk
	case e.Calc != nil:
		key = "c\x00" + step + "\x00" + e.Key + "\x00" + string(e.Args)
	default:
		key = strings.Join([]string{"t", e.Tool, string(e.Args), e.AsOf.String(), string(e.Status)}, "\x00")
	}
	if i, ok := r.byKey[key]; ok {
		known := r.c.Evidence[i]
		known.Steps = union(known.Steps, steps)
		// the stages may hold the slice they were given
		r.c.Evidence = append([]Evidence(nil), r.c.Evidence...)
		r.c.Evidence[i] = known
		return known.ID
	}
	e.ID = "E" + strconv.Itoa(len(r.c.Evidence)+1)
	e.Steps = steps
	r.byKey[key] = len(r.c.Evidence)
	r.c.Evidence = append(r.c.Evidence, e)
	return e.ID
}

func union(a, b []string) []string {
	out := append([]string(nil), a...)
next:
	for _, s := range b {
		for _, t := range out {
			if s == t {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}

// scopeOf returns the scope a step reads under: the day that a trusted record before it
// bound, else the step's own day, else the case's.
func (r *run) scopeOf(s Step) Scope {
	if day, ok := r.boundBefore(s, map[string]bool{}); ok {
		return r.c.Scope.On(day)
	}
	return r.c.Scope.On(s.AsOf)
}

func (r *run) boundBefore(s Step, seen map[string]bool) (Date, bool) {
	before := s.After
	if s.For != "" {
		before = append([]string{s.For}, before...)
	}
	for _, id := range before {
		if seen[id] {
			continue
		}
		seen[id] = true
		if d, ok := r.bound[id]; ok {
			return d, true
		}
		if p, ok := r.c.Plan.Step(id); ok {
			if d, ok := r.boundBefore(p, seen); ok {
				return d, true
			}
		}
	}
	return Date{}, false
}

// boundDay reads the day in the first row's column.
func boundDay(ev []Evidence, column string, zone *time.Location) (Date, bool) {
	for _, e := range ev {
		if e.Table == nil || len(e.Table.Rows) == 0 {
			continue
		}
		i := e.Table.Col(column)
		if i < 0 || e.Table.Rows[0][i].Type == Null {
			continue
		}
		text := e.Table.Rows[0][i].Text
		if t, err := time.Parse(time.RFC3339, text); err == nil {
			return DateOf(t.In(zone)), true
		}
		if d, err := ParseDate(text); err == nil {
			return d, true
		}
	}
	return Date{}, false
}

func (r *run) toolNames() []string {
	var names []string
	for _, t := range r.e.Tools {
		names = append(names, t.Spec().Name)
	}
	return names
}
