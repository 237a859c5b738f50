package casefile_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

func TestBudgetIsReservedBeforeItIsSpent(t *testing.T) {
	for _, tc := range []struct {
		name   string
		budget casefile.Budget
		search bool
		calls  int
		stop   casefile.StopReason
	}{
		{"calls", casefile.Budget{Calls: 2}, false, 2, casefile.StopCalls},
		{"searches", casefile.Budget{Searches: 2}, true, 2, casefile.StopSearches},
		{"default calls", casefile.Budget{}, false, 32, casefile.StopCalls},
		{"default searches", casefile.Budget{}, true, 3, casefile.StopSearches},
	} {
		t.Run(tc.name, func(t *testing.T) {
			find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
			find.Search = tc.search
			var steps []casefile.Step
			for i := range 40 {
				steps = append(steps, step(fmt.Sprint("s", i), "find"))
			}
			e := engine(casefiletest.Steps(steps...), find)
			e.Budget = tc.budget
			out, _ := answer(t, e)
			if n := len(find.Calls()); n != tc.calls || out.Answer.Stop != tc.stop {
				t.Errorf("%d calls, stop %s; want %d, %s", n, out.Answer.Stop, tc.calls, tc.stop)
			}
			if len(out.Answer.Claims) != tc.calls {
				t.Errorf("%d claims are kept, want what was brought: %d", len(out.Answer.Claims), tc.calls)
			}
		})
	}
}

func TestTokensAreReservedBeforeTheyAreSpent(t *testing.T) {
	find := tool("find", func(string) casefile.Result { return casefile.Result{Status: casefile.NoHit} })
	spent := 0
	plan := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		settle, err := c.Tokens.Reserve(400)
		if err != nil {
			return casefile.Plan{}, fmt.Errorf("model: %w", err)
		}
		spent += 300
		settle(250, 50)
		return casefile.Plan{Steps: []casefile.Step{step(fmt.Sprint("s", c.Round), "find")}}, nil
	})
	e := engine(plan, find)
	e.Budget = casefile.Budget{Tokens: 1000, Idle: 100}
	out, _ := answer(t, e)
	// 1000: 400 is free three times (1000, 700, 400) and not a fourth (100)
	if out.Answer.Stop != casefile.StopTokens || spent != 900 || out.Usage.ModelCalls != 3 || out.Usage.InputTokens != 750 || out.Usage.OutputTokens != 150 {
		t.Errorf("stop %s, spent %d, usage %+v; want limit_tokens after 3 calls and 900 tokens", out.Answer.Stop, spent, out.Usage)
	}
	if n := len(find.Calls()); n != 3 {
		t.Errorf("%d steps were done, want the three that were planned", n)
	}
}

func TestDraftBeforeTheTokensRanOutStands(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	e := engine(casefiletest.Steps(step("good", "find"), step("bad", "find")), find)
	e.Generator = casefiletest.Generator(func(c casefile.Case) (casefile.Answer, error) {
		if len(c.Findings) > 0 {
			return casefile.Answer{}, casefile.ErrTokens
		}
		return casefiletest.Quote(c)
	})
	e.Verifier = casefiletest.Verifier(func(casefile.Case) (casefile.Verdict, error) {
		return casefile.Verdict{Findings: []casefile.Finding{{Claim: 1, Rule: "value-unit", Mark: casefile.Contradicted}}}, nil
	})
	out, _ := answer(t, e)
	if out.Answer.Stop != casefile.StopTokens || len(out.Answer.Claims) != 1 || out.Answer.Status != casefile.PartialAnswer {
		t.Errorf("answer %+v; want the good claim, partial, limit_tokens", out.Answer)
	}
}

func TestRoundsAreLimited(t *testing.T) {
	find := tool("find", func(string) casefile.Result { return casefile.Result{Status: casefile.NoHit} })
	plan := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		return casefile.Plan{Steps: []casefile.Step{step(fmt.Sprint("s", c.Round), "find")}}, nil
	})
	e := engine(plan, find)
	e.Budget = casefile.Budget{Rounds: 4, Idle: 100}
	out, _ := answer(t, e)
	if out.Answer.Stop != casefile.StopRounds || out.Case.Round != 4 {
		t.Errorf("stop %s after %d rounds, want limit_rounds after 4", out.Answer.Stop, out.Case.Round)
	}
}

func TestRepeatedActionsEndTheLoop(t *testing.T) {
	for _, tc := range []struct {
		name  string
		plan  string // one letter a round; the same letter is the same call
		calls int
	}{
		{"three in a row", "aaaa", 2},
		{"a cycle of two", "ababab", 3},
		{"a cycle of three", "abcabcabc", 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			find := tool("find", func(string) casefile.Result { return casefile.Result{Status: casefile.NoHit} })
			plan := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
				if c.Round > len(tc.plan) {
					return casefile.Plan{}, nil
				}
				s := step(fmt.Sprint("s", c.Round), "find")
				s.Args = json.RawMessage(fmt.Sprintf(`{"q":%q}`, tc.plan[c.Round-1]))
				return casefile.Plan{Steps: []casefile.Step{s}}, nil
			})
			e := engine(plan, find)
			e.Budget.Idle = 100
			out, _ := answer(t, e)
			if n := len(find.Calls()); out.Answer.Stop != casefile.StopRepeated || n != tc.calls {
				t.Errorf("stop %s after %d calls, want repeated after %d", out.Answer.Stop, n, tc.calls)
			}
		})
	}
}

func TestCancelEndsEveryToolAndStillAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "deaf"}, Do: func(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error) {
			time.Sleep(time.Hour)
			return casefile.Result{Status: casefile.OK}, nil
		}}
		quick := tool("quick", func(string) casefile.Result { return casefiletest.Passage("p", "proved") })
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		var log trace.Memory
		out, err := engine(casefiletest.Steps(step("a", "quick"), step("b", "deaf")), quick, deaf).
			Answer(ctx, casefile.Ask{Question: "is it so?", Asker: asker, Log: &log})
		if err != nil {
			t.Fatal(err)
		}
		ev := log.Events()
		last := ev[len(ev)-1]
		if last.Stage != casefile.StageAnswer || out.Answer.Stop != casefile.StopCancelled || len(out.Answer.Claims) != 1 {
			t.Errorf("last event %s, stop %s, %d claims; want answer, cancelled, what was proved", last.Stage, out.Answer.Stop, len(out.Answer.Claims))
		}
		if d := last.Time.Sub(ev[0].Time); d > time.Second+50*time.Millisecond {
			t.Errorf("the case ended %v after it began, want within 50ms of the cancel", d)
		}
		time.Sleep(2 * time.Hour) // the deaf tool comes back; its result is thrown away
	})
}

func TestWallClockOfTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "slow"}, Do: func(ctx context.Context, _ casefile.Scope, _ json.RawMessage) (casefile.Result, error) {
			<-ctx.Done()
			return casefile.Result{}, ctx.Err()
		}}
		e := engine(casefiletest.Steps(step("a", "slow")), slow)
		e.Budget.Time = 2 * time.Second
		out, _ := answer(t, e)
		if out.Answer.Stop != casefile.StopTime || out.Case.Calls[0].Status != casefile.Timeout {
			t.Errorf("stop %s, call %s; want limit_time, timeout", out.Answer.Stop, out.Case.Calls[0].Status)
		}
	})
}
