package casefile

import (
	"errors"
	"strings"
)

const (
	stopped = "stop: "   // begins the decision of an event that ends the loop
	notMade = "not made" // the decision of a result that no tool gave
)

// ErrDiffers says that a replay did not do what was recorded.
var ErrDiffers = errors.New("the replay differs from the record")

// past is an earlier run of the same case, by what can be taken from it.
type past struct {
	open       *Event
	answer     *Event
	results    map[callID]*Event
	faults     map[callID]string       // calls that ended in a fault of ours, and which
	announced  map[callID]bool         // calls that were about to be made, or that the budget refused
	classified bool                    // its mode was settled by the question
	replies    map[string][]*ModelCall // of models, by the hash of the request, in order
	stops      []StopReason            // of each judgement: what from outside had ended the case, or ""
}

func indexPast(events []Event) past {
	p := past{results: map[callID]*Event{}, faults: map[callID]string{}, announced: map[callID]bool{}, replies: map[string][]*ModelCall{}}
	for i := range events {
		e := &events[i]
		switch {
		case e.Stage == StageOpen && e.Open != nil && p.open == nil:
			p.open = e
		case e.Stage == StageRoute && strings.HasPrefix(e.Decision, classified):
			p.classified = true
		case e.Stage == StageModel && e.Model != nil && e.Decision == modelReplied && !e.Model.Cached:
			p.replies[e.Model.Hash] = append(p.replies[e.Model.Hash], e.Model)
		case e.Stage == StageAnswer:
			p.answer = e
		case e.Stage == StageResult && e.Call != nil && e.Result != nil:
			p.results[callKey(*e.Call)] = e
		case e.Stage == StageResult && e.Call != nil:
			p.faults[callKey(*e.Call)] = e.Why
		case (e.Stage == StageCall || e.Stage == StageRoute) && e.Call != nil:
			p.announced[callKey(*e.Call)] = true
		case e.Stage == StageJudge:
			stop := StopReason(strings.TrimPrefix(e.Decision, stopped))
			if stop != StopCancelled && stop != StopTime {
				stop = ""
			}
			p.stops = append(p.stops, stop)
		}
	}
	return p
}

// A callID tells the calls of a case apart.
type callID struct {
	step string
	n    int
}

func callKey(c Call) callID { return callID{c.Step, c.N} }

// result returns the event of what a call brought when it was made before, with the same arguments under the same day.
func (p past) result(c Call, asOf Date) (*Event, bool) {
	e, ok := p.results[callKey(c)]
	if !ok || e.Call.Tool != c.Tool || string(Canonical(e.Call.Args)) != string(c.Args) || e.AsOf != asOf {
		return nil, false
	}
	return e, true
}

// replied takes the next recorded outcome of a request to a model.
func (p past) replied(hash string) (*ModelCall, bool) {
	calls := p.replies[hash]
	if len(calls) == 0 {
		return nil, false
	}
	p.replies[hash] = calls[1:]
	return calls[0], true
}

// classified begins the decision of an event that settles a mode.
const classified = "mode "
