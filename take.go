package casefile

import (
	"strconv"
	"strings"
)

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
