package casefile

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ready returns the steps that wait for nothing any more, in plan order.
func (r *run) ready() []Step {
	var out []Step
	for _, s := range r.c.Plan.Steps {
		if !r.done[s.ID] && r.settled(s.After) {
			if out == nil {
				out = make([]Step, 0, len(r.c.Plan.Steps))
			}
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
