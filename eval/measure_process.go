package eval

import (
	"encoding/json"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

func (w Want) process(m *ProcessMeasures, o Outcome, checks []checked) {
	called := map[string]bool{}
	for _, c := range o.Case.Calls {
		called[c.Tool] = true
	}
	for _, t := range w.tools() {
		m.Tools.count(called[t])
	}
	for _, c := range checks {
		switch c.what {
		case "args":
			m.Args.count(c.ok)
		case "queries":
			m.Conditions.count(c.ok)
		case "as_of":
			m.Filters.count(c.ok)
		}
	}
	for _, ok := range carried(o.Case) {
		m.Conditions.count(ok)
	}
	passages := w.passages()
	for _, ref := range passages {
		has := slices.ContainsFunc(o.Case.Evidence, func(e casefile.Evidence) bool { return record{e.Source, e.Tool}.is(ref) })
		m.Passages.count(has)
		if !has || slices.Contains(w.Cites, ref) && !cites(o.Answer, o.Case, ref) {
			m.Lost = sum(m.Lost, map[string]int{lostAt(o, ref): 1})
		}
	}
	m.Rounds = o.Case.Round
	m.Searches, m.Useless = searches(o.Case)
	if len(passages) > 0 {
		m.byRound(o, passages)
	}
	for _, c := range o.Answer.Conflicts {
		m.Conflicts.count(c.Decision == casefile.Adopt)
	}
	m.Retries = retries(o.Events)
}

// tools are the tools a case wants called: those it counts at least one call of, cites or names arguments for.
func (w Want) tools() []string {
	var out []string
	for _, t := range sorted(w.Tools) {
		if c := w.Tools[t]; !c.Most && c.N > 0 {
			out = append(out, t)
		}
	}
	out = append(out, sorted(w.Args)...)
	for _, ref := range slices.Concat(w.Cites, w.Evidence) {
		if t, ok := strings.CutPrefix(ref, "tool:"); ok {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// passages are the passages a case wants found.
func (w Want) passages() []string {
	var out []string
	for _, ref := range slices.Concat(w.Cites, w.Evidence) {
		if !strings.HasPrefix(ref, "tool:") && !slices.Contains(out, ref) {
			out = append(out, ref)
		}
	}
	return out
}

// carried says of each thing that the plan read from the question whether some call carries it.
func carried(c casefile.Case) []bool {
	if len(c.Calls) == 0 {
		return nil
	}
	var all strings.Builder
	for _, d := range c.Calls {
		all.Write(d.Args)
		all.WriteByte('\n')
	}
	args := all.String()
	within := func(v string) bool {
		quoted, err := json.Marshal(v)
		return err == nil && (strings.Contains(args, strings.Trim(string(quoted), `"`)) || strings.Contains(args, v))
	}
	var out []bool
	seen := map[string]bool{}
	for _, n := range c.Plan.Needs {
		for _, s := range n.Entities {
			key := s.Name + "\x00" + strings.Join(s.Values, "\x00")
			if seen[key] {
				continue
			}
			seen[key] = true
			out = append(out, slices.ContainsFunc(append(slices.Clone(s.Values), s.Words), func(v string) bool { return v != "" && within(v) }))
		}
		if key := n.Period.String(); !n.Period.IsZero() && !seen[key] {
			seen[key] = true
			out = append(out, within(n.Period.From.String()) || within(n.Period.To.String()) || slices.ContainsFunc(c.Calls, func(d casefile.Done) bool { return d.AsOf == n.Period.To }))
		}
	}
	return out
}

// searches counts the searches of a case, and those that brought no record that was not there before.
func searches(c casefile.Case) (all, useless int) {
	seen := map[string]bool{}
	for _, d := range c.Calls {
		fresh := false
		for _, id := range d.Evidence {
			e, _ := c.Find(id)
			fresh = fresh || !seen[id] && e.Status == casefile.OK
			seen[id] = true
		}
		if _, ok := query(d); ok && d.Reached {
			all++
			if !fresh {
				useless++
			}
		}
	}
	return all, useless
}

// byRound fills in what was in hand after each of the first three rounds. A round ends where the next plan begins.
func (m *ProcessMeasures) byRound(o Outcome, wanted []string) {
	var after [3][]string
	round := 0
	for _, e := range o.Events {
		switch e.Stage {
		case casefile.StagePlan:
			if e.Plan != nil && len(e.Plan.Steps) > 0 {
				round++
			}
		case casefile.StageJudge:
			if round >= 1 && round <= len(after) {
				after[round-1] = e.Evidence
			}
		}
	}
	for i := range min(round, len(after)) {
		var have []record
		for _, id := range after[i] {
			if e, ok := o.Case.Find(id); ok && e.Source != nil {
				have = append(have, record{e.Source, e.Tool})
			}
		}
		for _, ref := range wanted {
			m.Recall[i].count(slices.ContainsFunc(have, func(r record) bool { return r.is(ref) }))
		}
		for _, r := range have {
			m.Precision[i].count(slices.ContainsFunc(wanted, r.is))
		}
	}
}

// The kinds of retry.
const (
	retryTimeout = "call"    // the call before did not complete
	retryGap     = "gap"     // other arguments, or the section that was cut off, for a named gap
	retryDraft   = "draft"   // the draft was mended by what the verifier found
	retryShared  = "useless" // refused: the same call as before
)

func retries(events []casefile.Event) map[string]int {
	out := map[string]int{}
	drafts := 0
	for _, e := range events {
		switch e.Stage {
		case casefile.StageCall:
			if e.Call != nil && e.Call.By == "rule" && strings.HasPrefix(e.Why, "the call before did not complete") {
				out[retryTimeout]++
			}
		case casefile.StagePlan:
			if e.Plan != nil {
				for _, s := range e.Plan.Steps {
					if s.For != "" {
						out[retryGap]++
					}
				}
			}
		case casefile.StageGenerate:
			if drafts++; drafts > 1 {
				out[retryDraft]++
			}
		case casefile.StageRoute:
			if e.Decision == "not called" && e.Why == string(casefile.StopRepeated) {
				out[retryShared]++
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// efficiency reads times, tokens and calls from the events. The time up to an event is that of its stage: a plan, a draft and
// a verdict are recorded when they are made, a result when it arrived.
func efficiency(m *EfficiencyMeasures, o Outcome) {
	stages := map[string]float64{}
	for i, e := range o.Events {
		if i > 0 {
			stages[string(e.Stage)] += float64(e.Time.Sub(o.Events[i-1].Time).Microseconds()) / 1000
		}
		if e.Stage == casefile.StageResult && e.Result != nil && e.Result.Cached {
			m.CacheHits++
		}
		if e.Model == nil || e.Model.Response == nil {
			continue
		}
		if e.Model.Cached {
			m.CacheHits++
			continue
		}
		r := e.Model.Response
		m.use(TokenUse{Stage: string(e.Model.For), Model: r.Model, Calls: 1, Input: r.Input, Output: r.Output})
	}
	if len(stages) > 0 {
		m.Stages = map[string][]float64{}
		for s, ms := range stages {
			m.Stages[s] = []float64{ms}
		}
		n := len(o.Events) - 1
		m.Wall = []float64{float64(o.Events[n].Time.Sub(o.Events[0].Time).Microseconds()) / 1000}
	}
	m.Money, m.ToolCalls = o.Usage.Money, o.Usage.ToolCalls
}
