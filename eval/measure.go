package eval

import (
	"maps"
	"slices"
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
