package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// reportFormat is the version of the form of reports. It changes where a reader of an older one would go wrong.
const reportFormat = 2

// A Report is the result of an evaluation, as --json prints it.
type Report struct {
	Format   int      `json:"format"`
	Name     string   `json:"name,omitempty"` // of the suite: the workspace and the settings
	Total    int      `json:"total"`
	Passed   int      `json:"passed"`
	Failed   int      `json:"failed"`
	Repeat   int      `json:"repeat,omitempty"` // how often each case was run, from 2
	Kinds    []Tally  `json:"kinds"`
	Measures Measures `json:"measures"`
	Causes   []Caused `json:"causes"`
	Harness  *Harness `json:"harness,omitempty"`
	Cases    []Result `json:"cases"`
}

// OK reports whether something was tested and everything passed.
func (r Report) OK() bool { return r.Total > 0 && r.Passed == r.Total && r.Failed == 0 }

// A Result is one case's.
type Result struct {
	Name      string      `json:"name"`
	Kind      Kind        `json:"kind"`
	About     []string    `json:"about,omitempty"`
	Pass      bool        `json:"pass"` // in every run
	Tries     int         `json:"tries"`
	Passes    int         `json:"passes"`
	Why       string      `json:"why"` // empty when it passed; of the first run that failed
	Diagnosis *Diagnosis  `json:"diagnosis,omitempty"`
	Judged    []Judgement `json:"judged,omitempty"`
	Measures  Measures    `json:"measures"`

	engine, total time.Duration
}

// A Tally counts the cases of one kind.
type Tally struct {
	Kind   Kind    `json:"kind"`
	Total  int     `json:"total"`
	Passed int     `json:"passed"`   // in every run: pass^k
	Once   float64 `json:"pass_one"` // the mean of the runs: pass^1
}

// A Caused counts the failed cases of one cause.
type Caused struct {
	Cause Cause    `json:"cause"`
	Count int      `json:"count"`
	Cases []string `json:"cases"`
}

// A Harness says what the evaluation itself took, beside the engine that it ran.
type Harness struct {
	EngineMS float64 `json:"engine_ms"` // opening, asking and replaying, over all cases
	OwnMS    float64 `json:"own_ms"`    // comparing, measuring and diagnosing
}

// tally fills in the totals from the cases.
func (r *Report) tally() {
	r.Total, r.Passed, r.Failed = len(r.Cases), 0, 0
	r.Kinds, r.Causes, r.Measures = []Tally{}, []Caused{}, Measures{}
	var h Harness
	once := map[Kind]float64{}
	for _, c := range r.Cases {
		if c.Pass {
			r.Passed++
		} else {
			r.Failed++
		}
		r.Repeat = max(r.Repeat, c.Tries)
		r.Measures.add(c.Measures)
		h.EngineMS += milliseconds(c.engine)
		h.OwnMS += milliseconds(c.total - c.engine)
		i := slices.IndexFunc(r.Kinds, func(t Tally) bool { return t.Kind == c.Kind })
		if i < 0 {
			i = len(r.Kinds)
			r.Kinds = append(r.Kinds, Tally{Kind: c.Kind})
		}
		t := &r.Kinds[i]
		t.Total++
		if c.Pass {
			t.Passed++
		}
		if c.Tries > 0 {
			once[c.Kind] += float64(c.Passes) / float64(c.Tries)
		}
		if c.Diagnosis != nil {
			r.cause(c)
		}
	}
	for i := range r.Kinds {
		r.Kinds[i].Once = once[r.Kinds[i].Kind] / float64(r.Kinds[i].Total)
	}
	if r.Repeat < 2 {
		r.Repeat = 0
	}
	slices.SortFunc(r.Kinds, func(a, b Tally) int { return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind) })
	slices.SortStableFunc(r.Causes, func(a, b Caused) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return slices.Index(causeOrder, a.Cause) - slices.Index(causeOrder, b.Cause)
	})
	if h.EngineMS > 0 {
		r.Harness = &h
	}
}

func (r *Report) cause(c Result) {
	i := slices.IndexFunc(r.Causes, func(k Caused) bool { return k.Cause == c.Diagnosis.Cause })
	if i < 0 {
		i = len(r.Causes)
		r.Causes = append(r.Causes, Caused{Cause: c.Diagnosis.Cause})
	}
	r.Causes[i].Count++
	r.Causes[i].Cases = append(r.Causes[i].Cases, c.Name)
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// WriteJSON writes the report as one JSON object.
func (r Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// ReadReport reads a report that WriteJSON wrote.
func ReadReport(file string) (Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return Report{}, fmt.Errorf("report: %w", err)
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return Report{}, fmt.Errorf("report %s: it is no report of casefile eval: %w", file, err)
	}
	switch {
	case r.Format != reportFormat:
		return Report{}, fmt.Errorf("report %s: its format is %d, this release reads %d; make it again with casefile eval --json", file, r.Format, reportFormat)
	case len(r.Cases) == 0 || r.Total != len(r.Cases):
		return Report{}, fmt.Errorf("report %s: it names %d cases and holds %d", file, r.Total, len(r.Cases))
	}
	return r, nil
}
