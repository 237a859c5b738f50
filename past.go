package casefile

import (
	"errors"
	"fmt"
)

// ErrDiffers says that a replay did not do what was recorded.
var ErrDiffers = errors.New("the replay differs from the record")

// past is an earlier run of the same case, by what can be taken from it.
type past struct {
	open    *Event
	answer  *Event
	results map[string]*Event
}

func indexPast(events []Event) past {
	p := past{results: map[string]*Event{}}
	for i := range events {
		e := &events[i]
		switch {
		case e.Stage == StageOpen && e.Open != nil && p.open == nil:
			p.open = e
		case e.Stage == StageAnswer:
			p.answer = e
		case e.Stage == StageResult && e.Call != nil && e.Result != nil:
			p.results[callKey(*e.Call)] = e
		}
	}
	return p
}

func callKey(c Call) string { return fmt.Sprintf("%s\x00%d", c.Step, c.N) }

// result returns what a call brought when it was made before, with the same arguments under the same day.
func (p past) result(c Call, asOf Date) (Result, bool) {
	e, ok := p.results[callKey(c)]
	if !ok || e.Call.Tool != c.Tool || string(Canonical(e.Call.Args)) != string(c.Args) || e.AsOf != asOf {
		return Result{}, false
	}
	return *e.Result, true
}
