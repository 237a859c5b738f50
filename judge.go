package casefile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
)

// needPatterns holds the compiled patterns of the plan's fields.
type needPatterns map[string]*regexp.Regexp

func (n *needPatterns) add(steps []Step) error {
	if *n == nil {
		*n = needPatterns{}
	}
	for _, s := range steps {
		for _, f := range s.Needs {
			if f.Pattern == "" || (*n)[f.Pattern] != nil {
				continue
			}
			re, err := regexp.Compile(f.Pattern)
			if err != nil {
				return fmt.Errorf("step %s, field %s: %w", s.ID, f.Name, err)
			}
			(*n)[f.Pattern] = re
		}
	}
	return nil
}

// gaps returns what the steps that were just done, or the steps they were to help, still lack.
func (r *run) gaps(steps []Step) []Gap {
	look := make([]Step, 0, len(steps))
	for _, s := range steps {
		if s.For != "" {
			if t, ok := r.c.Plan.Step(s.For); ok {
				s = t
			}
		}
		if !slices.ContainsFunc(look, func(t Step) bool { return t.ID == s.ID }) {
			look = append(look, s)
		}
	}
	return r.gapsOf(look, false)
}

// gapsOf returns the gaps of steps that were called; with all, also those tried before.
func (r *run) gapsOf(steps []Step, all bool) []Gap {
	var out []Gap
	for _, s := range steps {
		last, best, called := r.statusOf(s.ID)
		if !called || s.For != "" {
			continue
		}
		add := func(field, about, why string) {
			tried := r.tried[Gap{Step: s.ID, Field: field}.key()]
			if all || tried == 0 {
				out = append(out, Gap{Step: s.ID, Field: field, About: about, Why: why, Status: last, Tried: tried})
			}
		}
		named := false
		if best {
			for _, f := range s.Needs {
				if !f.Optional && !r.has(s, f) {
					named = true
					add(f.Name, f.About, "not in what step "+s.ID+" brought")
				}
			}
		}
		switch {
		case named:
		case !best:
			add("", s.Goal, "step "+s.ID+" ended "+string(last))
		case last == Partial:
			add("", s.Goal, "the result of step "+s.ID+" was cut off")
		}
	}
	return out
}

// uncalled returns what the steps were for that the case was stopped before.
func (r *run) uncalled() []string {
	var out []string
	for _, s := range r.c.Plan.Steps {
		if r.done[s.ID] && !slices.Contains(r.skipped, s.ID) {
			continue
		}
		if about := cmp.Or(s.Goal, s.ID); !slices.Contains(out, about) {
			out = append(out, about)
		}
	}
	return out
}

// statusOf returns the status of the last call for a step, and whether any call for it brought something.
func (r *run) statusOf(step string) (last Status, brought, called bool) {
	for _, d := range r.c.Calls {
		s, _ := r.c.Plan.Step(d.Step)
		if d.Step != step && s.For != step {
			continue
		}
		called = true
		if d.Status == OK || d.Status == Partial {
			brought = true
		}
		last = d.Status
	}
	return last, brought, called
}

// has reports whether a step brought a field.
func (r *run) has(s Step, f Field) bool {
	if j := r.e.Judge; j != nil {
		return j.Has(r.c, s, f)
	}
	re := r.needs[f.Pattern]
	for _, e := range r.c.Of(s.ID) {
		switch {
		case re != nil:
			if e.Source != nil && re.MatchString(e.Text) {
				return true
			}
		case e.Calc != nil:
			return true
		case e.Table != nil:
			i := e.Table.Col(f.Name)
			for _, row := range e.Table.Rows {
				if i >= 0 && row[i].Type != Null {
					return true
				}
			}
		}
	}
	return false
}

// checkPlan refuses steps without an id, with the same id, that wait for something unknown, or in a circle.
func checkPlan(steps []Step) error {
	at := map[string]int{}
	for i, s := range steps {
		if s.ID == "" || s.ID == "question" {
			return fmt.Errorf("step %d has the id %q", i, s.ID)
		}
		if _, ok := at[s.ID]; ok {
			return fmt.Errorf("two steps have the id %q", s.ID)
		}
		at[s.ID] = i
	}
	const open, shut = 1, 2
	mark := map[string]int{}
	var visit func(id string) error
	visit = func(id string) error {
		switch mark[id] {
		case open:
			return fmt.Errorf("step %q waits for itself", id)
		case shut:
			return nil
		}
		mark[id] = open
		for _, a := range steps[at[id]].After {
			if _, ok := at[a]; !ok {
				return fmt.Errorf("step %q waits for %q, which is not in the plan", id, a)
			}
			if err := visit(a); err != nil {
				return err
			}
		}
		mark[id] = shut
		return nil
	}
	for _, s := range steps {
		if err := visit(s.ID); err != nil {
			return err
		}
		if _, ok := at[s.For]; s.For != "" && !ok {
			return fmt.Errorf("step %q is for %q, which is not in the plan", s.ID, s.For)
		}
	}
	return nil
}
