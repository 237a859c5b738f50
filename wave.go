package casefile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
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
	reached bool
	result  Result
	err     error
}

// wave routes the steps, makes their calls in parallel, tries those that did not
// complete once more, and takes the results in plan order, so that evidence ids are the same every time.
func (r *run) wave(ctx context.Context, steps []Step) error {
	var calls []*pending
	for _, s := range steps {
		r.done[s.ID] = true
		if r.stop != "" {
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
			ok, err := r.reserve(p)
			if err != nil {
				return err
			}
			if r.stop != "" {
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
	for _, p := range append(calls, retries...) {
		if p.err != nil {
			return fmt.Errorf("%s: %w", p.call.Tool, p.err)
		}
	}
	for _, p := range append(calls, retries...) {
		r.take(p)
	}
	if r.stop != StopForbidden && ctx.Err() != nil {
		r.stop = StopCancelled
		if errors.Is(context.Cause(ctx), errOutOfTime) {
			r.stop = StopTime
		}
	}
	return nil
}

// reserve takes a call out of the budget and announces it in the log. Where the budget
// does not allow it, or it would repeat what was done, it reports false; a limit that is not one search tool's own ends the case.
func (r *run) reserve(p *pending) (bool, error) {
	t, known := r.tools[p.call.Tool]
	act := action{p.call.Tool, string(p.call.Args), p.scope.AsOf()}
	stop := r.repeated(act)
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
	r.history = append(r.history, act)
	return true, r.record(Event{Stage: StageCall, Step: p.call.Step, Call: &p.call, AsOf: p.scope.AsOf(), Decision: p.call.By, Why: p.call.Why})
}

func (r *run) makeCalls(ctx context.Context, calls []*pending) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// counted before any starts, in plan order: faults are named by this count
	count := map[string]int{}
	for _, p := range calls {
		count[p.call.Tool]++
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	var first error
	seen := map[string]int{}
	for _, p := range calls {
		seen[p.call.Tool]++
		n := r.nth[p.call.Tool] - count[p.call.Tool] + seen[p.call.Tool]
		one := func() {
			r.callOne(ctx, p, n)
			err := p.err
			if err == nil {
				err = r.record(Event{Stage: StageResult, Step: p.call.Step, Call: &Call{Step: p.call.Step, N: p.call.N, Tool: p.call.Tool, Args: p.call.Args, Key: p.call.Key}, AsOf: p.scope.AsOf(), Result: &p.result})
			}
			if err != nil || p.result.Status == Forbidden {
				cancel()
			}
			if err != nil {
				mu.Lock()
				first = cmpErr(first, err)
				mu.Unlock()
			}
		}
		if len(calls) == 1 {
			one()
			continue
		}
		wg.Go(one)
	}
	wg.Wait()
	return first
}

// cmpErr keeps a failure to record before any other, since it decides that nothing is answered.
func cmpErr(a, b error) error {
	var rec *recordError
	if a == nil || (!errors.As(a, &rec) && errors.As(b, &rec)) {
		return b
	}
	return a
}

// callOne makes one call, or takes its result from the past.
func (r *run) callOne(ctx context.Context, p *pending, n int) {
	if res, ok := r.past.result(p.call, p.scope.AsOf()); ok {
		p.result, p.reached = res, !res.Cached
		return
	}
	if r.a.Replay {
		p.err = fmt.Errorf("replay: %w: no recorded result for call %d of step %s with %s", ErrDiffers, p.call.N, p.call.Step, p.call.Args)
		return
	}
	t, ok := r.tools[p.call.Tool]
	if !ok {
		p.result = Result{Status: Invalid, Note: "unknown tool " + p.call.Tool + "; tools: " + strings.Join(r.toolNames(), ", ")}
		return
	}
	if ctx.Err() != nil {
		p.result = Result{Status: Timeout, Note: "the case ended before the call was made"}
		return
	}
	p.reached = true
	do := func(ctx context.Context) (Result, error) { return t.tool.Call(ctx, p.scope, p.call.Args) }
	if f := r.e.Intercept; f != nil {
		call := do
		do = func(ctx context.Context) (Result, error) { return f(ctx, p.call, n, call) }
	}
	p.result, p.err = bounded(ctx, do)
	if p.err != nil && ctx.Err() != nil {
		p.result, p.err = Result{Status: Timeout, Note: "the call was cut off: " + context.Cause(ctx).Error()}, nil
	}
	if p.err == nil && !p.result.Status.Valid() {
		p.err = fmt.Errorf("the tool gave the status %q, which is none of the six", p.result.Status)
	}
	if p.result.Cached {
		p.reached = false
	}
}

// bounded calls f and gives up on it shortly after ctx has ended, so that a tool that
// does not listen cannot hold the case.
func bounded(ctx context.Context, f func(context.Context) (Result, error)) (Result, error) {
	type outcome struct {
		res Result
		err error
	}
	ch := make(chan outcome, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				ch <- outcome{err: fmt.Errorf("the tool panicked: %v", v)}
			}
		}()
		res, err := f(ctx)
		ch <- outcome{res, err}
	}()
	select {
	case o := <-ch:
		return o.res, o.err
	case <-ctx.Done():
	}
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case o := <-ch:
		return o.res, o.err
	case <-t.C:
		return Result{Status: Timeout, Note: "the tool did not stop when the case ended"}, nil
	}
}

// retries makes each call that did not complete once more, within the budget.
func (r *run) retries(ctx context.Context, calls []*pending) ([]*pending, error) {
	var again []*pending
	next := map[string]int{}
	for _, p := range calls {
		next[p.call.Step] = max(next[p.call.Step], p.call.N+1)
	}
	for _, p := range calls {
		if p.result.Status != Timeout || ctx.Err() != nil || r.anyForbidden(calls) {
			continue
		}
		c := p.call
		c.N, c.By, c.Why = next[c.Step], "rule", "the call before did not complete: "+p.result.Note
		next[c.Step]++
		q := &pending{call: c, scope: p.scope}
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
	e.ID = fmt.Sprintf("E%d", len(r.c.Evidence)+1)
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

// Canonical returns JSON with sorted keys and no spaces, numbers digit for digit; what is not JSON comes back as it is.
func Canonical(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return raw
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return raw
	}
	return bytes.TrimSpace(b.Bytes())
}
