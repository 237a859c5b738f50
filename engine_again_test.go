package casefile_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// whole is a log of events.
func whole(events []casefile.Event) trace.Log {
	lines := make([]int, len(events))
	for i := range lines {
		lines[i] = i + 1
	}
	return trace.Log{Events: events, Lines: lines}
}

// trying is a model whose server fails so many times before it answers, and that makes each request once more as a client does.
type trying struct{ fails, made int }

func (m *trying) Generate(_ context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	for try := 0; ; try++ {
		if try > 0 {
			if err := r.Again(r); err != nil {
				return casefile.ModelResponse{}, err
			}
		}
		if m.made++; try >= m.fails {
			return casefile.ModelResponse{Text: "x", Input: 10, Output: 5, CachedInput: 8, Told: true}, nil
		}
	}
}

// TestEachTryIsReserved also replays each case: what the tries took out of the budget then, they take again, and no server is asked.
func TestEachTryIsReserved(t *testing.T) {
	const most = 16 + 8 + 1 + 100 // of a request: its frame, its message, its one word, its reply
	for name, tc := range map[string]struct {
		budget casefile.Budget
		fails  int
		made   int
		spent  int // tokens
		err    error
	}{
		"none fails":                      {casefile.Budget{Tokens: 10_000}, 0, 1, 15, nil},
		"two fail":                        {casefile.Budget{Tokens: 10_000}, 2, 3, 2*most + 15, nil},
		"there is room for two":           {casefile.Budget{Tokens: 2*most + 10}, 5, 2, 2 * most, casefile.ErrTokens},
		"there is money for one":          {casefile.Budget{Tokens: 10_000, Money: 0.0002}, 5, 1, most, casefile.ErrMoney},
		"money for two, one of them kept": {casefile.Budget{Tokens: 10_000, Money: 0.0003}, 1, 2, most + 15, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := &trying{fails: tc.fails}
			var got error
			plan := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
				_, got = c.Model.Generate(t.Context(), casefile.ModelRequest{For: casefile.StageVerify, Name: "q", MaxTokens: 100, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "abc"}}})
				return casefile.Plan{}, nil
			})
			e := engine(plan)
			e.Model, e.Budget = m, tc.budget
			e.Price = func(casefile.ModelRequest) casefile.Price {
				return casefile.Price{Input: 1, Output: 1, CachedInput: 0.5}
			}
			out, events := answer(t, e)
			if m.made != tc.made || (got != nil) != (tc.err != nil) || got != nil && (!errors.Is(got, casefile.ErrNoReply) || !strings.Contains(got.Error(), tc.err.Error())) {
				t.Errorf("%d requests, %v; want %d, %v", m.made, got, tc.made, tc.err)
			}
			if n := out.Usage.InputTokens + out.Usage.OutputTokens; n != tc.spent {
				t.Errorf("%d tokens are spent, want %d", n, tc.spent)
			}
			want := float64(tc.spent) / 1e6
			if tc.err == nil {
				want -= 8 * 0.5 / 1e6 // what the server had kept
			}
			if d := out.Usage.Money - want; d > 1e-12 || d < -1e-12 {
				t.Errorf("money %g, want %g", out.Usage.Money, want)
			}
			again := 0
			for _, ev := range events {
				if ev.Model != nil {
					again += len(ev.Model.Again)
				}
			}
			if again != tc.made-1 {
				t.Errorf("%d further tries are on record, want %d", again, tc.made-1)
			}
			was := got
			var log trace.Memory
			replayed, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &log, Past: events, Replay: true})
			if err != nil || m.made != tc.made || (got == nil) != (was == nil) || got != nil && (got.Error() != was.Error() || errors.Is(got, casefile.ErrTokens) != errors.Is(was, casefile.ErrTokens)) {
				t.Errorf("the replay made %d requests, its stage got %v, error %v; want none, %v", m.made-tc.made, got, err, was)
			}
			if u := replayed.Usage; u != out.Usage {
				t.Errorf("the replay spent %+v, the case %+v", u, out.Usage)
			}
			if d := trace.Compare(whole(events), log.Events()); d != nil {
				t.Errorf("the events differ: %v", d)
			}
		})
	}
}
