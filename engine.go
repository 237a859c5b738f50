package casefile

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"
)

// An Engine answers questions by one loop: plan, route, call, judge, plan again for a
// named gap, generate, verify, generate again for findings. It is safe for concurrent use once built.
type Engine struct {
	Planner   Planner
	Router    Router
	Tools     []Tool
	Generator Generator
	Verifier  Verifier
	Model     Model // nil: the stages work by rules alone
	Judge     Judge // nil: a field is there when its pattern matches a passage, or a row has its column

	Classifier Classifier // of questions asked in the mode Auto where there is a model; nil: they stay Auto, which rules plan
	Reviewer   Reviewer   // nil: what the steps need is all that is looked for

	Price func(ModelRequest) Price // nil: models cost nothing

	Budget Budget           // of each case; the zero value means the defaults
	Zone   *time.Location   // nil means UTC
	Clock  func() time.Time // nil means time.Now; what "today" is
	Rules  json.RawMessage  // what the pure stages work by, written into each log so that it replays alone

	// Intercept, when set, stands between the engine and its tools. n counts the calls of
	// the tool in plan order, from 1. Case files inject faults here.
	Intercept func(ctx context.Context, c Call, n int, call func(context.Context) (Result, error)) (Result, error)
}

// Plan makes the first plan of a case and calls no tool.
func (e *Engine) Plan(ctx context.Context, a Ask) (Plan, error) {
	a.PlanOnly = true
	o, err := e.Answer(ctx, a)
	return o.Case.Plan, err
}

// Answer runs one case to its end. Bad input gives an error that wraps ErrQuestion or ErrNoScope.
// A fault of ours gives an error and an Outcome with status failed. A cancelled ctx or a spent budget gives
// what is proved so far, with the stop reason, and no error.
func (e *Engine) Answer(ctx context.Context, a Ask) (Outcome, error) {
	r, err := e.open(a)
	if err != nil {
		return Outcome{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.budget.max.Time, errOutOfTime)
	defer cancel()
	if r.c.Model != nil {
		r.c.Model.(*modelRun).until = ctx
	}
	out, err := r.run(ctx)
	if err == nil || a.PlanOnly {
		return out, err
	}
	var unrecorded *recordError
	if errors.As(err, &unrecorded) {
		return Outcome{}, err
	}
	// ends with the last event all the same
	r.c.Draft = Answer{Lang: r.c.Lang, Status: Failed, Stop: StopFault}
	out, logErr := r.close(r.c.Draft, nil, err.Error())
	return out, errors.Join(err, logErr)
}

var errOutOfTime = errors.New("the wall clock of the budget ran out")

// A recordError is an event that could not be written.
type recordError struct{ err error }

func (e *recordError) Error() string { return "the case cannot be traced: " + e.err.Error() }
func (e *recordError) Unwrap() error { return e.err }

// NewID returns a new case id: the clock's day and 12 random hexadecimal digits.
func NewID(now time.Time) string {
	var b [6]byte
	rand.Read(b[:])
	return now.Format("20060102") + "-" + hex.EncodeToString(b[:])
}
