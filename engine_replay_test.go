package casefile_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// A case that was stopped from outside, by its caller, the clock, another call or a fault, replays to the same answer.
func TestStoppedCasesReplay(t *testing.T) {
	hang := func(ctx context.Context, _ casefile.Scope, _ json.RawMessage) (casefile.Result, error) {
		<-ctx.Done()
		return casefile.Result{}, ctx.Err()
	}
	slowly := func(status casefile.Status, err error) func(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error) {
		return func(ctx context.Context, _ casefile.Scope, args json.RawMessage) (casefile.Result, error) {
			select {
			case <-ctx.Done():
				return casefile.Result{}, ctx.Err()
			case <-time.After(time.Second):
			}
			if status == casefile.OK {
				return casefiletest.Passage(string(args), "text"), nil
			}
			return casefile.Result{Status: status}, err
		}
	}
	for _, tc := range []struct {
		name   string
		second func(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error)
		cancel time.Duration
		budget casefile.Budget
		stop   casefile.StopReason
	}{
		{name: "cancelled while a tool runs", second: hang, cancel: time.Second, stop: casefile.StopCancelled},
		{name: "cancelled before the first call", second: hang, cancel: -1, stop: casefile.StopCancelled},
		{name: "cancelled as the last call ends", second: slowly(casefile.OK, nil), cancel: 2 * time.Second, stop: casefile.StopCancelled},
		{name: "the wall clock", second: hang, budget: casefile.Budget{Time: 2 * time.Second}, stop: casefile.StopTime},
		{name: "forbidden while another tool runs", second: slowly(casefile.Forbidden, nil), stop: casefile.StopForbidden},
		{name: "a timeout that is tried again", second: slowly(casefile.Timeout, nil), stop: casefile.StopNothingLeft},
		{name: "calls", second: slowly(casefile.OK, nil), budget: casefile.Budget{Calls: 4}, stop: casefile.StopCalls},
		{name: "a fault", second: slowly("", errors.New("boom")), stop: casefile.StopFault},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				quick := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "quick"}, Do: slowly(casefile.OK, nil)}
				second := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "second"}, Do: tc.second}
				steps := casefiletest.Steps(step("a", "quick"), step("b", "second"), step("c", "second", "a"), step("d", "quick", "c"), step("e", "nobody"))
				e := engine(steps, quick, second)
				e.Budget = tc.budget
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				switch {
				case tc.cancel < 0:
					cancel()
				case tc.cancel > 0:
					time.AfterFunc(tc.cancel, cancel)
				}
				var log, again trace.Memory
				ask := casefile.Ask{Question: "is it so?", Asker: asker, Log: &log}
				was, _ := e.Answer(ctx, ask)
				if was.Answer.Stop != tc.stop {
					t.Fatalf("stop %s, want %s", was.Answer.Stop, tc.stop)
				}
				ask.Log, ask.Past, ask.Replay = &again, log.Events(), true
				is, err := e.Answer(t.Context(), ask)
				if (err != nil) != (tc.stop == casefile.StopFault) {
					t.Errorf("the replay ended with %v", err)
				}
				a, _ := json.Marshal(was.Answer)
				b, _ := json.Marshal(is.Answer)
				if string(a) != string(b) {
					t.Errorf("the replay gave\n%s\nthe case\n%s", b, a)
				}
				if d := trace.Compare(whole(log.Events()), again.Events()); d != nil {
					t.Errorf("the events differ: %v", d)
				}
			})
		})
	}
}

// A case that was stopped before a step was done has not proved everything asked, whatever the draft says.
func TestWhatWasNotCalledIsMissing(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	for name, after := range map[string][]string{"in the same wave": nil, "in a later wave": {"a"}} {
		t.Run(name, func(t *testing.T) {
			b := step("b", "find", after...)
			b.Goal = "the second thing"
			e := engine(casefiletest.Steps(step("a", "find"), b), find)
			e.Budget = casefile.Budget{Calls: 1}
			out, _ := answer(t, e)
			if a := out.Answer; a.Status != casefile.PartialAnswer || a.Stop != casefile.StopCalls || !slices.Equal(a.Missing, []string{"the second thing"}) {
				t.Errorf("status %s, stop %s, missing %q; want partial, limit_calls, the second thing", a.Status, a.Stop, a.Missing)
			}
		})
	}
}

func TestWhatWasNotCalledIsMissingFromARefusal(t *testing.T) {
	find := tool("find", func(string) casefile.Result { return casefile.Result{Status: casefile.NoHit} })
	b := step("b", "find")
	b.Goal = "the second thing"
	e := engine(casefiletest.Steps(step("a", "find"), b), find)
	e.Budget = casefile.Budget{Calls: 1}
	if out, _ := answer(t, e); out.Answer.Status != casefile.Refused || !slices.Equal(out.Answer.Missing, []string{"the second thing"}) {
		t.Errorf("status %s, missing %q; want refused, the second thing", out.Answer.Status, out.Answer.Missing)
	}
}

// What cannot be asked is known before a log is opened for it.
func TestAskErr(t *testing.T) {
	for name, tc := range map[string]struct {
		ask  casefile.Ask
		want error
	}{
		"good":      {casefile.Ask{Question: "is it so?", Asker: asker}, nil},
		"empty":     {casefile.Ask{Question: " ", Asker: asker}, casefile.ErrQuestion},
		"not UTF-8": {casefile.Ask{Question: "\xff?", Asker: asker}, casefile.ErrQuestion},
		"nobody":    {casefile.Ask{Question: "is it so?"}, casefile.ErrNoScope},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tc.ask.Err(); !errors.Is(err, tc.want) {
				t.Errorf("error %v, want %v", err, tc.want)
			}
		})
	}
}

// Calls of one wave that did not complete are each tried once more: side by side they are no cycle.
func TestTimeoutsSideBySideAreNoCycle(t *testing.T) {
	for _, n := range []int{2, 3} {
		for _, fails := range []int{1, 9} {
			t.Run(fmt.Sprint(n, " steps, ", fails, " failures"), func(t *testing.T) {
				var mu sync.Mutex
				made := map[string]int{}
				find := tool("find", func(a string) casefile.Result {
					mu.Lock()
					defer mu.Unlock()
					if made[a]++; made[a] <= fails {
						return casefile.Result{Status: casefile.Timeout, Note: "locked"}
					}
					return casefiletest.Passage(a, "text")
				})
				var steps []casefile.Step
				for i := range n {
					steps = append(steps, step(string(rune('a'+i)), "find"))
				}
				out, _ := answer(t, engine(casefiletest.Steps(steps...), find))
				for a, times := range made {
					if times != 2 {
						t.Errorf("%s was called %d times, want twice", a, times)
					}
				}
				want, stop := casefile.Answered, casefile.StopEnough
				if fails > 1 {
					want, stop = casefile.Refused, casefile.StopNothingLeft
				}
				if a := out.Answer; a.Status != want || a.Stop != stop || len(made) != n {
					t.Errorf("status %s, stop %s, %d calls; want %s, %s", a.Status, a.Stop, len(made), want, stop)
				}
			})
		}
	}
}
