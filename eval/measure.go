package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

// A Share is so many of so many. Shares of many cases are added, so that each thing counted weighs the same.
type Share struct {
	N  int `json:"n"`
	Of int `json:"of"`
}

func (s *Share) count(ok bool) {
	s.Of++
	if ok {
		s.N++
	}
}

func (s *Share) add(t Share) { s.N, s.Of = s.N+t.N, s.Of+t.Of }

// Rate returns the share as a number, and whether there was anything to count.
func (s Share) Rate() (float64, bool) {
	if s.Of == 0 {
		return 0, false
	}
	return float64(s.N) / float64(s.Of), true
}

// Measures are what one case, or many together, showed. docs/evaluation.md says how each is counted.
type Measures struct {
	Result     ResultMeasures     `json:"result"`
	Process    ProcessMeasures    `json:"process"`
	Efficiency EfficiencyMeasures `json:"efficiency"`
}

// ResultMeasures say whether the answer is right.
type ResultMeasures struct {
	Values            Share `json:"values"`             // key facts and values that the case wants, said
	Points            Share `json:"points"`             // everything the case wants the answer to say or cite
	CitationRecall    Share `json:"citation_recall"`    // wanted citations, cited
	CitationPrecision Share `json:"citation_precision"` // citations that bear their claim, of all
	Answers           Share `json:"answers"`            // answered where it should be
	Refusals          Share `json:"refusals"`           // not answered where it should not be
	WrongNumbers      Share `json:"wrong_numbers"`      // claims with a number that no record they cite has, or that the case forbids, of the claims with numbers
	Leaks             Share `json:"leaks"`              // cases in which something came out, or into the records, that the asker may not read
	StaleVersions     Share `json:"stale_versions"`     // citations of a version not in force on the day read by, of those with a version

	Wrong []string `json:"wrong,omitempty"` // the wrong numbers, with their claims
}

// ProcessMeasures say how the answer was come by.
type ProcessMeasures struct {
	Tools      Share          `json:"tools"`          // wanted tools, called
	Args       Share          `json:"args"`           // wanted arguments, used
	Conditions Share          `json:"conditions"`     // what the question names (entities, periods) and the case's queries, carried into a call
	Filters    Share          `json:"filters"`        // searches by the day the case wants
	Passages   Share          `json:"passages"`       // wanted passages, among the records
	Lost       map[string]int `json:"lost,omitempty"` // wanted passages that are not cited, by the stage that lost them
	Rounds     int            `json:"rounds"`
	Searches   int            `json:"searches"`
	Useless    int            `json:"useless_searches"` // that brought no new record
	Recall     [3]Share       `json:"round_recall"`     // wanted passages among the records after rounds 1, 2, 3
	Precision  [3]Share       `json:"round_precision"`  // passages among the records after each round that are wanted
	Conflicts  Share          `json:"conflicts"`        // disagreements of records that were decided
	Retries    map[string]int `json:"retries,omitempty"`
	Replay     Share          `json:"replay"` // cases that replay byte for byte
}

// EfficiencyMeasures say what the answer cost. Times depend on the machine and stand in no baseline.
type EfficiencyMeasures struct {
	Stages    map[string][]float64 `json:"stages_ms,omitempty"` // milliseconds by stage, a number a case
	Wall      []float64            `json:"wall_ms,omitempty"`   // of each case
	Tokens    []TokenUse           `json:"tokens,omitempty"`
	Money     float64              `json:"money,omitempty"`
	ToolCalls int                  `json:"tool_calls"`
	CacheHits int                  `json:"cache_hits"`
}

// A TokenUse is what one model was asked for by one stage.
type TokenUse struct {
	Stage  string `json:"stage"`
	Model  string `json:"model"`
	Calls  int    `json:"calls"`
	Input  int    `json:"input"`
	Output int    `json:"output"`
}

// add adds the measures of another case.
func (m *Measures) add(o Measures) {
	r, q := &m.Result, o.Result
	r.Values.add(q.Values)
	r.Points.add(q.Points)
	r.CitationRecall.add(q.CitationRecall)
	r.CitationPrecision.add(q.CitationPrecision)
	r.Answers.add(q.Answers)
	r.Refusals.add(q.Refusals)
	r.WrongNumbers.add(q.WrongNumbers)
	r.Leaks.add(q.Leaks)
	r.StaleVersions.add(q.StaleVersions)
	r.Wrong = append(r.Wrong, q.Wrong...)

	p, s := &m.Process, o.Process
	p.Tools.add(s.Tools)
	p.Args.add(s.Args)
	p.Conditions.add(s.Conditions)
	p.Filters.add(s.Filters)
	p.Passages.add(s.Passages)
	p.Lost = sum(p.Lost, s.Lost)
	p.Rounds, p.Searches, p.Useless = p.Rounds+s.Rounds, p.Searches+s.Searches, p.Useless+s.Useless
	for i := range p.Recall {
		p.Recall[i].add(s.Recall[i])
		p.Precision[i].add(s.Precision[i])
	}
	p.Conflicts.add(s.Conflicts)
	p.Retries = sum(p.Retries, s.Retries)
	p.Replay.add(s.Replay)

	e, t := &m.Efficiency, o.Efficiency
	for stage, ms := range t.Stages {
		if e.Stages == nil {
			e.Stages = map[string][]float64{}
		}
		e.Stages[stage] = append(e.Stages[stage], ms...)
	}
	e.Wall = append(e.Wall, t.Wall...)
	for _, u := range t.Tokens {
		e.use(u)
	}
	e.Money += t.Money
	e.ToolCalls, e.CacheHits = e.ToolCalls+t.ToolCalls, e.CacheHits+t.CacheHits
}

func sum(a, b map[string]int) map[string]int {
	if a == nil && len(b) > 0 {
		return maps.Clone(b)
	}
	for k, n := range b {
		a[k] += n
	}
	return a
}

func (e *EfficiencyMeasures) use(u TokenUse) {
	i := slices.IndexFunc(e.Tokens, func(t TokenUse) bool { return t.Stage == u.Stage && t.Model == u.Model })
	if i < 0 {
		e.Tokens = append(e.Tokens, u)
		return
	}
	t := &e.Tokens[i]
	t.Calls, t.Input, t.Output = t.Calls+u.Calls, t.Input+u.Input, t.Output+u.Output
}

// measure measures what came of a case.
func (w Want) measure(o Outcome, checks []checked) Measures {
	var m Measures
	w.result(&m.Result, o, checks)
	w.process(&m.Process, o, checks)
	efficiency(&m.Efficiency, o)
	return m
}

func (w Want) result(m *ResultMeasures, o Outcome, checks []checked) {
	leak := false
	for _, c := range checks {
		leak = leak || c.what == "leak"
		switch c.what {
		case "values":
			m.Values.count(c.ok)
			m.Points.count(c.ok)
		case "says":
			m.Points.count(c.ok)
		case "cites":
			m.CitationRecall.count(c.ok)
			m.Points.count(c.ok)
		case "secrets":
			leak = leak || !c.ok
		}
	}
	m.Leaks.count(leak)
	if want := expects(w.Status); want != 0 {
		got := o.Answer.Status == casefile.Answered || o.Answer.Status == casefile.PartialAnswer
		if want > 0 {
			m.Answers.count(got)
		} else {
			m.Refusals.count(!got)
		}
	}
	w.claims(m, o)
}

// expects says whether a case wants an answer (1), none (-1), or either (0).
func expects(status []casefile.AnswerStatus) int {
	if len(status) == 0 {
		return 0
	}
	answers := 0
	for _, s := range status {
		if s == casefile.Answered || s == casefile.PartialAnswer {
			answers++
		}
	}
	switch answers {
	case 0:
		return -1
	case len(status):
		return 1
	}
	return 0
}

// claims counts over the claims that left.
func (w Want) claims(m *ResultMeasures, o Outcome) {
	for _, c := range o.Answer.Claims {
		for _, cite := range c.Cites {
			e, ok := o.Case.Find(cite.Evidence)
			if ok && e.Said {
				continue
			}
			m.CitationPrecision.count(ok && bears(cite, e) && !w.forbids(e))
			if ok && e.Source != nil && e.Source.Version != "" {
				m.StaleVersions.count(!inForce(e))
			}
		}
		wrong, numbers := w.wrongNumber(c, o.Case)
		if numbers {
			m.WrongNumbers.count(wrong != "")
		}
		if wrong != "" {
			m.Wrong = append(m.Wrong, wrong+": "+c.Text)
		}
	}
}

// wrongNumber returns a number of a claim that no record it cites has, or that the case forbids, and whether the claim has numbers.
// It is no rule of the verifier, so that it can disagree with it.
func (w Want) wrongNumber(c casefile.Claim, of casefile.Case) (wrong string, numbers bool) {
	var cited []casefile.Evidence
	for _, cite := range c.Cites {
		if e, ok := of.Find(cite.Evidence); ok {
			cited = append(cited, e)
		}
	}
	wrong, numbers = unbacked(c.Text, cited)
	if wrong != "" {
		return wrong, true
	}
	for _, p := range w.SaysNot {
		if found := p.FindString(c.Text); strings.ContainsAny(p.String(), "0123456789") && found != "" {
			return found, true
		}
	}
	return "", numbers
}

// always are the checks that no case has to ask for: no wrong number, nothing the asker may not read, no version out of force.
func (w Want) always(o Outcome) []checked {
	var out []checked
	for _, c := range o.Answer.Claims {
		if wrong, _ := w.wrongNumber(c, o.Case); wrong != "" {
			out = append(out, checked{what: "number", why: fmt.Sprintf("no record that the claim cites has %q: %s", wrong, c.Text)})
		}
		for _, cite := range c.Cites {
			if e, ok := o.Case.Find(cite.Evidence); ok && e.Source != nil && e.Source.Version != "" && !inForce(e) {
				out = append(out, checked{what: "stale", ref: e.ID, why: fmt.Sprintf("%s was not in force on %s", e.Source.Place(), e.AsOf)})
			}
		}
	}
	for _, e := range o.Case.Evidence {
		if !mayRead(o.Case.Scope, e) {
			out = append(out, checked{what: "leak", ref: e.ID, why: fmt.Sprintf("%s is not for the asker, and came into the records", e.Source.Place())})
		}
	}
	return out
}

// mayRead reports whether a scope may read a passage, by its access list.
func mayRead(who casefile.Scope, e casefile.Evidence) bool {
	if e.Source == nil || len(e.Source.Access) == 0 {
		return true
	}
	terms := who.Terms()
	return slices.ContainsFunc(e.Source.Access, func(t string) bool { return slices.Contains(terms, t) })
}

func (w Want) forbids(e casefile.Evidence) bool {
	return slices.ContainsFunc(w.CitesNot, func(ref string) bool { return record{e.Source, e.Tool}.is(ref) })
}

// bears reports whether a citation points at something that is there: its quote stands in the passage, its rows in the table.
func bears(c casefile.Citation, e casefile.Evidence) bool {
	switch {
	case e.Source != nil:
		return strings.Contains(e.Text, c.Quote) || strings.Contains(e.Head, c.Quote)
	case e.Table != nil:
		return !slices.ContainsFunc(c.Rows, func(i int) bool { return i < 0 || i >= len(e.Table.Rows) }) &&
			!slices.ContainsFunc(c.Columns, func(name string) bool { return e.Table.Col(name) < 0 })
	}
	return true
}

// inForce reports whether a passage's version was in force on the day it was read by.
func inForce(e casefile.Evidence) bool {
	s := e.Source
	return (s.EffectiveFrom.IsZero() || s.EffectiveFrom.Compare(e.AsOf) <= 0) && (s.EffectiveTo.IsZero() || e.AsOf.Compare(s.EffectiveTo) <= 0)
}

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
