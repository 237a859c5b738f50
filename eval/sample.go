package eval

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/trace"
)

// A Sampling says which stored cases are worth a look.
type Sampling struct {
	Slow       time.Duration // a case that took longer
	Confidence float64       // a call that a stage was less sure of
	Down       []string      // ids of cases that somebody found bad
}

// Reasons to look at a stored case.
const (
	ReasonDown     = "thumbs down"
	ReasonRefused  = "refused"
	ReasonDisputed = "disputed"
	ReasonUnsure   = "low confidence"
	ReasonSlow     = "slow"
)

// Reasons returns why a case is worth a look, none where it is not.
func (s Sampling) Reasons(log trace.Log) []string {
	var out []string
	first := log.Events[0]
	if slices.Contains(s.Down, first.Case) {
		out = append(out, ReasonDown)
	}
	last, done := log.Answer()
	if !done || last.Answer == nil {
		return out
	}
	a := last.Answer
	if a.Status == casefile.Refused || a.Status == casefile.PartialAnswer || a.Status == casefile.Failed {
		out = append(out, ReasonRefused)
	}
	disputed, unsure := len(a.Conflicts) > 0, false
	for _, c := range a.Claims {
		disputed = disputed || c.Support == casefile.Disputed
		unsure = unsure || c.Support == casefile.Unconfirmed
	}
	for _, e := range log.Events {
		if e.Stage == casefile.StageCall && e.Call != nil && e.Call.Confidence > 0 && e.Call.Confidence < s.Confidence {
			unsure = true
		}
	}
	if disputed {
		out = append(out, ReasonDisputed)
	}
	if unsure {
		out = append(out, ReasonUnsure)
	}
	if s.Slow > 0 && last.Time.Sub(first.Time) > s.Slow {
		out = append(out, ReasonSlow)
	}
	return out
}

// FromTrace makes a case file of a stored case; c is the case as a replay of the log gives it. Its wants are what was answered:
// a person has to put right what was wrong, as the note says.
func FromTrace(log trace.Log, c casefile.Case, note string) ([]byte, error) {
	last, done := log.Answer()
	if !done || last.Answer == nil {
		return nil, fmt.Errorf("the case has no answer; go on with casefile ask --resume")
	}
	o := log.Opening()
	want := struct {
		Status []casefile.AnswerStatus `json:"status"`
		Cites  []string                `json:"cites,omitempty"`
	}{Status: []casefile.AnswerStatus{last.Answer.Status}}
	rows, passages := false, false
	for _, claim := range last.Answer.Claims {
		for _, cite := range claim.Cites {
			e, ok := c.Find(cite.Evidence)
			if !ok || e.Said || e.Calc != nil {
				continue
			}
			rows, passages = rows || e.Source == nil, passages || e.Source != nil
			if ref := (record{e.Source, e.Tool}).String(); !slices.Contains(want.Cites, ref) {
				want.Cites = append(want.Cites, ref)
			}
		}
	}
	kind := Boundary
	switch {
	case rows && passages:
		kind = Combined
	case rows:
		kind = Data
	case passages:
		kind = Document
	}
	asker, err := json.Marshal(Asker{o.Asker.Tenant, o.Asker.User, o.Asker.Roles})
	if err != nil {
		return nil, err
	}
	wants, err := json.Marshal(want)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "kind: %s\nfrom case %s. %s\n", kind, log.Events[0].Case, note)
	if o.AsOfSet {
		fmt.Fprintf(&b, "It was asked with --as-of %s, which a case file cannot say: the clock below is that day.\n", o.AsOf)
		o.Now = o.AsOf.In(o.Now.Location())
	}
	fmt.Fprintf(&b, "-- question --\n%s\n-- asker.json --\n%s\n-- clock --\n%s\n-- want.json --\n%s\n",
		strings.ReplaceAll(o.Question, "\n-- ", "\n --"), asker, o.Now.Format(time.RFC3339), wants)
	data := []byte(b.String())
	_, err = Parse("case.txtar", data)
	return data, err
}
