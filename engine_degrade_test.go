package casefile_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// degrades returns what a case went without, in order, from its events.
func degrades(events []casefile.Event) []string {
	var out []string
	for _, e := range events {
		if what, ok := strings.CutPrefix(e.Decision, "degraded: "); ok && e.Stage == casefile.StageModel && e.Why != "" {
			out = append(out, what)
		}
	}
	return out
}

// TestWhatACaseGoesWithout has a stage ask for a plan of 126 tokens and then for a text of 126, both of the larger model, at ten a token
// where the smaller one costs one. What the budget does not pay is given up in the order of the levels.
func TestWhatACaseGoesWithout(t *testing.T) {
	for name, tc := range map[string]struct {
		tokens int
		money  float64
		want   []string // levels
		asked  string   // requests that reached a model, large or small
		found  int      // calls of the search tool
	}{
		"enough":                  {1000, 3000, nil, "plan large, write large", 2},
		"money for a smaller one": {1000, 1400, []string{"smaller model"}, "plan small, write small", 2},
		// of 200 tokens 50 are held for writing: a plan of 126 fits; 110 of them are spent, and no other request fits
		"no tokens to write": {200, 0, []string{"extractive answer"}, "plan large", 2},
		// of 160 tokens 40 are held: a plan does not fit, a text does, and the levels go one by one
		"no tokens to plan":    {160, 0, []string{"fewer searches"}, "write small", 1},
		"no tokens for either": {100, 0, []string{"fewer searches", "extractive answer"}, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
			find.ToolSpec.Search = true
			ask := func(c casefile.Case, stage casefile.Stage, text string) error {
				_, err := c.Model.Generate(context.Background(), casefile.ModelRequest{For: stage, Hard: true, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: text}}, MaxTokens: 100})
				return err
			}
			e := engine(casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
				_ = ask(c, casefile.StagePlan, "plan")
				return casefile.Plan{Why: "fixed", Steps: []casefile.Step{step("a", "find"), step("b", "find", "a")}}, nil
			}), find)
			e.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
				size := "small"
				if r.Hard {
					size = "large"
				}
				asked = append(asked, r.Messages[0].Text+" "+size)
				return told("x", 60, 50), nil
			})
			e.Price = func(r casefile.ModelRequest) casefile.Price {
				if r.Hard {
					return casefile.Price{Input: 1e7, Output: 1e7}
				}
				return casefile.Price{Input: 1e6, Output: 1e6}
			}
			e.Generator = casefiletest.Generator(func(c casefile.Case) (casefile.Answer, error) {
				_ = ask(c, casefile.StageGenerate, "write")
				return casefiletest.Quote(c)
			})
			e.Budget = casefile.Budget{Tokens: tc.tokens, Money: tc.money}
			out, events := answer(t, e)
			if got := degrades(events); !slices.Equal(got, tc.want) {
				t.Errorf("went without %q, want %q", got, tc.want)
			}
			if got := strings.Join(asked, ", "); got != tc.asked {
				t.Errorf("asked %q, want %q", got, tc.asked)
			}
			if got := len(find.Calls()); got != tc.found {
				t.Errorf("%d searches, want %d", got, tc.found)
			}
			if len(out.Answer.Claims) == 0 {
				t.Errorf("answer %+v: what is proved is told all the same", out.Answer)
			}
			var again trace.Memory
			replayed, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &again, Past: events, Replay: true})
			if err != nil || !slices.Equal(degrades(again.Events()), tc.want) || replayed.Usage.Money != out.Usage.Money {
				t.Errorf("the replay went without %q, error %v, for %v; want %v", degrades(again.Events()), err, replayed.Usage.Money, out.Usage.Money)
			}
		})
	}
}
