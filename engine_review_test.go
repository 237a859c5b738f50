package casefile_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// reviewer is a function as a casefile.Reviewer.
type reviewer func(c casefile.Case) (casefile.Review, error)

func (f reviewer) Review(_ context.Context, c casefile.Case) (casefile.Review, error) { return f(c) }

// never finds anything to be enough.
func never(c casefile.Case) (casefile.Review, error) {
	return casefile.Review{Why: "by hand", Gaps: []casefile.Gap{{Step: "a", Field: "part", About: "the rest", Why: "not held", Query: "rest"}}}, nil
}

// onwards plans a first step, and one more for the gaps of each round.
func onwards(c casefile.Case) (casefile.Plan, error) {
	if c.Round == 1 {
		return casefile.Plan{Steps: []casefile.Step{step("a", "find")}}, nil
	}
	s := step(fmt.Sprint("a", c.Round), "find")
	s.For = "a"
	return casefile.Plan{Steps: []casefile.Step{s}}, nil
}

func TestReviews(t *testing.T) {
	for name, tc := range map[string]struct {
		mode     casefile.Mode
		planner  casefiletest.Planner
		review   reviewer
		reviewed int
		rounds   int
		stop     casefile.StopReason
	}{
		"nothing is missing":           {casefile.Agent, onwards, func(casefile.Case) (casefile.Review, error) { return casefile.Review{}, nil }, 1, 1, casefile.StopEnough},
		"never enough":                 {casefile.Agent, onwards, never, 2, 2, casefile.StopNothingLeft},
		"never enough for research":    {casefile.Research, onwards, never, 3, 3, casefile.StopNothingLeft},
		"nothing more is planned":      {casefile.Agent, casefiletest.Steps(step("a", "find")), never, 1, 2, casefile.StopNothingLeft},
		"not asked in a single round":  {casefile.Single, onwards, never, 0, 1, casefile.StopEnough},
		"not asked where rules decide": {casefile.Auto, onwards, never, 0, 1, casefile.StopEnough},
		"enough the second time": {casefile.Agent, onwards, func(c casefile.Case) (casefile.Review, error) {
			if len(c.Calls) > 1 {
				return casefile.Review{}, nil
			}
			return never(c)
		}, 2, 2, casefile.StopEnough},
		"always something else": {casefile.Agent, onwards, func(c casefile.Case) (casefile.Review, error) {
			v, err := never(c)
			v.Gaps[0].Field = fmt.Sprint("part ", len(c.Calls))
			return v, err
		}, 8, 8, casefile.StopRounds},
	} {
		t.Run(name, func(t *testing.T) {
			find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text of "+a) })
			e := engine(tc.planner, find)
			reviewed := 0
			e.Reviewer = reviewer(func(c casefile.Case) (casefile.Review, error) {
				reviewed++
				return tc.review(c)
			})
			var log trace.Memory
			ask := casefile.Ask{Question: "is it so?", Asker: asker, Log: &log, Mode: tc.mode}
			out, err := e.Answer(t.Context(), ask)
			if err != nil || reviewed != tc.reviewed || out.Case.Round != tc.rounds || out.Answer.Stop != tc.stop {
				t.Errorf("%d reviews, %d rounds, stop %s, error %v; want %d, %d, %s", reviewed, out.Case.Round, out.Answer.Stop, err, tc.reviewed, tc.rounds, tc.stop)
			}
			ask.Log, ask.Past, ask.Replay = &trace.Memory{}, log.Events(), true
			if again, err := e.Answer(t.Context(), ask); err != nil || again.Answer.Stop != tc.stop {
				t.Errorf("the replay: stop %s, error %v", again.Answer.Stop, err)
			}
		})
	}
}

func TestAReviewOfNoStepIsAFault(t *testing.T) {
	e := engine(casefiletest.Planner(onwards), tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") }))
	for name, f := range map[string]reviewer{
		"no such step": func(casefile.Case) (casefile.Review, error) {
			return casefile.Review{Gaps: []casefile.Gap{{Step: "z"}}}, nil
		},
		"a fault": func(casefile.Case) (casefile.Review, error) { return casefile.Review{}, errors.New("broken") },
	} {
		e.Reviewer = f
		out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Mode: casefile.Agent})
		if err == nil || out.Answer.Status != casefile.Failed || !strings.Contains(err.Error(), "review") {
			t.Errorf("%s: status %s, error %v", name, out.Answer.Status, err)
		}
	}
}

// classifier is a function as a casefile.Classifier.
type classifier func(c casefile.Case) (casefile.Mode, string)

func (f classifier) Classify(c casefile.Case) (casefile.Mode, string) { return f(c) }

func TestTheModeIsClassifiedWhereAModelIsThere(t *testing.T) {
	for name, tc := range map[string]struct {
		mode, is, want casefile.Mode
		model          bool
	}{
		"auto":                       {casefile.Auto, casefile.Agent, casefile.Agent, true},
		"named by the caller":        {casefile.Chain, casefile.Agent, casefile.Chain, true},
		"without a model":            {casefile.Auto, casefile.Agent, casefile.Auto, false},
		"nothing named at all":       {"", casefile.Agent, casefile.Agent, true},
		"one thing is looked up":     {casefile.Auto, casefile.Chain, casefile.Auto, true},
		"… and the caller wants so":  {casefile.Chain, casefile.Chain, casefile.Chain, true},
		"several, and no mode named": {"", casefile.Single, casefile.Single, true},
	} {
		t.Run(name, func(t *testing.T) {
			e := engine(casefiletest.Planner(onwards), tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") }))
			e.Classifier = classifier(func(casefile.Case) (casefile.Mode, string) { return tc.is, "so it is" })
			if tc.model {
				e.Model = casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) { return told("x", 1, 1), nil })
			}
			var log trace.Memory
			out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &log, Mode: tc.mode})
			if err != nil || out.Case.Mode != tc.want {
				t.Errorf("mode %s, error %v, want %s", out.Case.Mode, err, tc.want)
			}
			recorded := ""
			for _, ev := range log.Events() {
				if strings.HasPrefix(ev.Decision, "mode ") {
					recorded += ev.Decision + ": " + ev.Why
				}
			}
			want := ""
			if tc.model && tc.mode != casefile.Chain {
				want = "mode " + string(tc.is) + ": so it is"
			}
			if recorded != want {
				t.Errorf("recorded %q, want %q", recorded, want)
			}
		})
	}
}

// TestPagingAndPollingAreNoLoop reads twelve pages of a list, and asks for a state between other work: neither is stopped.
func TestPagingAndPollingAreNoLoop(t *testing.T) {
	for name, args := range map[string]func(n int) string{
		"paging":  func(n int) string { return fmt.Sprintf(`{"page":%d}`, n) },
		"polling": func(n int) string { return []string{`{"state":"job"}`, fmt.Sprintf(`{"work":%d}`, n)}[n%2] },
	} {
		t.Run(name, func(t *testing.T) {
			const pages = 12
			find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text of "+a) })
			var steps []casefile.Step
			for n := range pages {
				s := casefile.Step{ID: fmt.Sprint("s", n), Goal: "g", Tool: "find", Args: []byte(args(n))}
				if n > 0 {
					s.After = []string{fmt.Sprint("s", n-1)}
				}
				steps = append(steps, s)
			}
			out, _ := answer(t, engine(casefiletest.Steps(steps...), find))
			if n := len(find.Calls()); n != pages || out.Answer.Stop != casefile.StopEnough {
				t.Errorf("stop %s after %d of %d calls", out.Answer.Stop, n, pages)
			}
		})
	}
}
