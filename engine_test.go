package casefile_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

var asker = casefile.Identity{Tenant: "shop", User: "u7"}

func engine(p casefile.Planner, tools ...casefile.Tool) *casefile.Engine {
	return &casefile.Engine{
		Planner: p, Router: casefiletest.Router(casefiletest.Direct), Tools: tools,
		Generator: casefiletest.Generator(casefiletest.Quote), Verifier: casefiletest.Verifier(casefiletest.Trust),
		Clock: func() time.Time { return time.Date(2026, 9, 20, 10, 0, 0, 0, time.UTC) },
	}
}

func tool(name string, do func(args string) casefile.Result) *casefiletest.Tool {
	return &casefiletest.Tool{
		ToolSpec: casefile.ToolSpec{Name: name},
		Do: func(_ context.Context, _ casefile.Scope, args json.RawMessage) (casefile.Result, error) {
			return do(string(args)), nil
		},
	}
}

func answer(t *testing.T, e *casefile.Engine) (casefile.Outcome, []casefile.Event) {
	t.Helper()
	var log trace.Memory
	out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &log})
	if err != nil {
		t.Fatal(err)
	}
	return out, log.Events()
}

func step(id, tool string, after ...string) casefile.Step {
	return casefile.Step{ID: id, Tool: tool, After: after, Args: json.RawMessage(fmt.Sprintf(`{"q":%q}`, id))}
}

func TestEvidenceIDsFollowThePlanNotTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "find"}, Do: func(_ context.Context, _ casefile.Scope, args json.RawMessage) (casefile.Result, error) {
			if strings.Contains(string(args), "first") {
				time.Sleep(time.Second)
			}
			return casefiletest.Passage(string(args), "text"), nil
		}}
		begin := time.Now()
		out, _ := answer(t, engine(casefiletest.Steps(step("first", "find"), step("second", "find"), step("third", "find", "first", "second")), slow))
		if took := time.Since(begin); took != time.Second {
			t.Errorf("independent steps took %v, want them side by side in 1s", took)
		}
		var got []string
		for _, e := range out.Case.Evidence {
			got = append(got, e.ID+" "+e.Steps[0])
		}
		want := []string{"E1 question", "E2 first", "E3 second", "E4 third"}
		if !slices.Equal(got, want) {
			t.Errorf("evidence %v, want %v", got, want)
		}
	})
}

func TestSameEvidenceTwiceIsOneRecord(t *testing.T) {
	find := tool("find", func(string) casefile.Result { return casefiletest.Passage("policy", "text") })
	out, _ := answer(t, engine(casefiletest.Steps(step("a", "find"), step("b", "find")), find))
	if n := len(out.Case.Evidence); n != 2 {
		t.Fatalf("%d records, want the question and one passage", n)
	}
	if got := out.Case.Evidence[1].Steps; !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("the record belongs to %v, want both steps", got)
	}
}

func TestEqualCallsOfOneWaveAreMadeOnce(t *testing.T) {
	find := tool("find", func(string) casefile.Result { return casefiletest.Passage("policy", "text") })
	same := func(id string) casefile.Step {
		return casefile.Step{ID: id, Tool: "find", Args: json.RawMessage(`{"q":"x"}`)}
	}
	out, _ := answer(t, engine(casefiletest.Steps(same("a"), same("b"), same("c"), same("d")), find))
	if n := len(find.Calls()); n != 1 || out.Answer.Stop != casefile.StopEnough || len(out.Case.Calls) != 4 {
		t.Errorf("%d calls for %d, stop %s; want one call for four steps, enough", n, len(out.Case.Calls), out.Answer.Stop)
	}
	for i, d := range out.Case.Calls {
		if d.Reached != (i == 0) || d.Status != casefile.OK || !slices.Equal(d.Evidence, []string{"E2"}) {
			t.Errorf("call %d: %+v; want the one record, reached by the first alone", i, d)
		}
	}
}

func TestMissingFieldIsPlannedAgainByName(t *testing.T) {
	find := tool("find", func(args string) casefile.Result {
		if strings.Contains(args, "again") {
			return casefiletest.Passage("p2", "within 7 days")
		}
		return casefiletest.Passage("p1", "nothing of the kind")
	})
	first := step("window", "find")
	first.Needs = []casefile.Field{{Name: "days", Pattern: `within (?P<value>\d+) days`}}
	var asked []casefile.Gap
	later := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "later"}, Do: func(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error) {
		return casefiletest.Row("x", "1"), nil
	}}
	plan := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		if c.Round == 1 {
			return casefile.Plan{Steps: []casefile.Step{first, step("rest", "later", "window")}}, nil
		}
		asked = append(asked, c.Gaps...)
		if len(later.Calls()) > 0 {
			t.Error("a dependant ran before the gap was closed")
		}
		s := step("again", "find")
		s.For = "window"
		return casefile.Plan{Steps: []casefile.Step{s}}, nil
	})
	out, _ := answer(t, engine(plan, find, later))
	if len(asked) != 1 || asked[0].Step != "window" || asked[0].Field != "days" {
		t.Fatalf("the planner was asked for %+v, want the field days of step window, once", asked)
	}
	if out.Answer.Stop != casefile.StopEnough || len(later.Calls()) != 1 {
		t.Errorf("stop %s, dependant called %d times; want enough and 1", out.Answer.Stop, len(later.Calls()))
	}
}

func TestGapThatCannotBeClosedEndsTheLoop(t *testing.T) {
	find := tool("find", func(string) casefile.Result { return casefile.Result{Status: casefile.NoHit} })
	n := 0
	plan := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		n++
		if c.Round == 1 {
			return casefile.Plan{Steps: []casefile.Step{step("a", "find")}}, nil
		}
		return casefile.Plan{}, nil
	})
	out, _ := answer(t, engine(plan, find))
	if n != 2 || out.Answer.Stop != casefile.StopNothingLeft || out.Answer.Status != casefile.Refused {
		t.Errorf("planned %d times, stop %s, status %s; want 2, nothing_left, refused", n, out.Answer.Stop, out.Answer.Status)
	}
}

func TestTimeoutIsTriedOnceMore(t *testing.T) {
	for _, tc := range []struct {
		name   string
		fails  int
		calls  int
		status casefile.AnswerStatus
	}{
		{"once", 1, 2, casefile.Answered},
		{"always", 9, 2, casefile.Refused},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := 0
			find := tool("find", func(string) casefile.Result {
				if n++; n <= tc.fails {
					return casefile.Result{Status: casefile.Timeout, Note: "locked"}
				}
				return casefiletest.Passage("p", "text")
			})
			out, _ := answer(t, engine(casefiletest.Steps(step("a", "find")), find))
			if n != tc.calls || out.Answer.Status != tc.status {
				t.Errorf("%d calls, %s; want %d, %s", n, out.Answer.Status, tc.calls, tc.status)
			}
		})
	}
}

func TestForbiddenEndsTheCaseAndTellsNothing(t *testing.T) {
	other := tool("other", func(string) casefile.Result { return casefiletest.Passage("p", "text") })
	order := tool("order", func(string) casefile.Result { return casefile.Result{Status: casefile.Forbidden} })
	out, _ := answer(t, engine(casefiletest.Steps(step("mine", "other"), step("theirs", "order"), step("next", "other", "theirs")), other, order))
	a := out.Answer
	if a.Status != casefile.ForbiddenCase || a.Stop != casefile.StopForbidden || len(a.Claims) > 0 || len(a.Missing) > 0 {
		t.Errorf("answer %+v, want forbidden and nothing else", a)
	}
	if len(other.Calls()) > 1 {
		t.Error("a step ran after forbidden")
	}
}

func TestBoundDayHoldsForTheStepsAfterIt(t *testing.T) {
	order := tool("order", func(string) casefile.Result { return casefiletest.Row("signed_at", "2026-08-31T16:10:00Z") })
	order.Bind = "signed_at"
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	e := engine(casefiletest.Steps(step("order", "order"), step("free", "find"), step("held", "find", "order"), step("deep", "find", "held")), order, find)
	e.Zone = time.FixedZone("CST", 8*3600)
	out, _ := answer(t, e)
	want := map[string]string{"free": "2026-09-20", "held": "2026-09-01", "deep": "2026-09-01"}
	for _, d := range out.Case.Calls {
		if w, ok := want[d.Step]; ok && d.AsOf.String() != w {
			t.Errorf("step %s read as of %s, want %s", d.Step, d.AsOf, w)
		}
	}
}

func TestFindingsGoBackThenFailingClaimsAreDropped(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	drafts := 0
	e := engine(casefiletest.Steps(step("good", "find"), step("bad", "find")), find)
	e.Generator = casefiletest.Generator(func(c casefile.Case) (casefile.Answer, error) {
		drafts++
		if drafts > 1 && len(c.Findings) == 0 {
			t.Error("the findings did not come back")
		}
		return casefiletest.Quote(c)
	})
	e.Verifier = casefiletest.Verifier(func(c casefile.Case) (casefile.Verdict, error) {
		return casefile.Verdict{Findings: []casefile.Finding{{Claim: 1, Rule: "value-unit", Why: "7 is not 8", Mark: casefile.Contradicted}}}, nil
	})
	out, _ := answer(t, e)
	if drafts != 3 {
		t.Errorf("%d drafts, want the first and two mended", drafts)
	}
	if len(out.Answer.Claims) != 1 || out.Answer.Status != casefile.PartialAnswer || !slices.Equal(out.Answer.Missing, []string{"E3"}) {
		t.Errorf("answer %+v; want the good claim, partial, the other named", out.Answer)
	}
}

func TestFaultsAreErrorsAndStillLogged(t *testing.T) {
	find := &casefiletest.Tool{ToolSpec: casefile.ToolSpec{Name: "find"}, Do: func(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error) {
		panic("boom")
	}}
	var log trace.Memory
	out, err := engine(casefiletest.Steps(step("a", "find")), find).Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &log})
	if err == nil || out.Answer.Status != casefile.Failed {
		t.Errorf("error %v, status %s; want an error and failed", err, out.Answer.Status)
	}
	ev := log.Events()
	if ev[len(ev)-1].Stage != casefile.StageAnswer {
		t.Error("the log does not end with an answer")
	}
}

func TestUnknownToolIsAnOutcome(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	out, _ := answer(t, engine(casefiletest.Steps(step("a", "fnd")), find))
	if d := out.Case.Calls[0]; d.Status != casefile.Invalid || !strings.Contains(d.Note, "find") || d.Reached {
		t.Errorf("call %+v, want invalid with the tools named", d)
	}
}

func TestBadQuestions(t *testing.T) {
	e := engine(casefiletest.Steps())
	for name, q := range map[string]string{"empty": "", "spaces": " \n\t", "signs": "？！…", "not UTF-8": "\xff\xfe?", "100 kB": strings.Repeat("问", 34000)} {
		t.Run(name, func(t *testing.T) {
			_, err := e.Answer(t.Context(), casefile.Ask{Question: q, Asker: asker, Log: &trace.Memory{}})
			if !errors.Is(err, casefile.ErrQuestion) {
				t.Errorf("error %v, want ErrQuestion", err)
			}
		})
	}
	for name, id := range map[string]casefile.Identity{"none": {}, "no user": {Tenant: "shop"}, "a path": {Tenant: "../x", User: "u"}} {
		t.Run(name, func(t *testing.T) {
			_, err := e.Answer(t.Context(), casefile.Ask{Question: "so?", Asker: id, Log: &trace.Memory{}})
			if !errors.Is(err, casefile.ErrNoScope) {
				t.Errorf("error %v, want ErrNoScope", err)
			}
		})
	}
}

// failing takes n events and no more.
type failing struct {
	trace.Memory
	n int
}

func (f *failing) Record(ctx context.Context, e casefile.Event) error {
	if f.n--; f.n < 0 {
		return errors.New("no space left")
	}
	return f.Memory.Record(ctx, e)
}

func TestNoTraceNoAnswer(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	e := engine(casefiletest.Steps(step("a", "find"), step("b", "find", "a")), find)
	_, all := answer(t, e)
	for n := range all {
		out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &failing{n: n}})
		if err == nil || len(out.Answer.Claims) > 0 {
			t.Errorf("after %d events: error %v, %d claims; want an error and no answer", n, err, len(out.Answer.Claims))
		}
	}
}

// TestResumeAtEveryEvent cuts the log after each event, as a kill would, and goes on from there.
func TestResumeAtEveryEvent(t *testing.T) {
	var mu sync.Mutex
	made := map[string]int{}
	find := tool("find", func(a string) casefile.Result {
		mu.Lock()
		defer mu.Unlock()
		made[a]++
		return casefiletest.Passage(a, "text")
	})
	e := engine(casefiletest.Steps(step("a", "find"), step("b", "find"), step("c", "find", "a", "b")), find)
	whole, events := answer(t, e)
	want, _ := json.Marshal(whole.Answer)
	for n := 1; n < len(events); n++ {
		clear(made)
		finished := map[string]bool{}
		for _, ev := range events[:n] {
			if ev.Stage == casefile.StageResult {
				finished[string(ev.Call.Args)] = true
			}
		}
		var log trace.Memory
		out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: trace.NewRest(&log, events[:n]), Past: events[:n]})
		if err != nil {
			t.Fatalf("after %d events: %v", n, err)
		}
		if got, _ := json.Marshal(out.Answer); string(got) != string(want) || out.Case.ID != whole.Case.ID {
			t.Errorf("after %d events: answer %s, want %s", n, got, want)
		}
		for a := range finished {
			if made[a] > 0 {
				t.Errorf("after %d events: %s was called again", n, a)
			}
		}
		if n+len(log.Events()) != len(events) {
			t.Errorf("after %d events: %d more were written, want %d", n, len(log.Events()), len(events)-n)
		}
	}
}

func TestReplayCallsNothingAndFindsADifference(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	e := engine(casefiletest.Steps(step("a", "find"), step("b", "find", "a")), find)
	_, events := answer(t, e)
	find.Do = func(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error) {
		t.Error("a replay called a tool")
		return casefile.Result{Status: casefile.OK}, nil
	}
	log := trace.Log{Events: events, Lines: make([]int, len(events))}
	for i := range log.Lines {
		log.Lines[i] = i + 1
	}
	replay := func() ([]casefile.Event, error) {
		var m trace.Memory
		_, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &m, Past: events, Replay: true})
		return m.Events(), err
	}
	again, err := replay()
	if err != nil {
		t.Fatal(err)
	}
	if d := trace.Compare(log, again); d != nil {
		t.Errorf("a replay of the same rules differs: %s", d)
	}
	e.Verifier = casefiletest.Verifier(func(casefile.Case) (casefile.Verdict, error) {
		return casefile.Verdict{Findings: []casefile.Finding{{Claim: 0, Rule: "value-unit", Why: "stricter now", Mark: casefile.Contradicted}}}, nil
	})
	again, err = replay()
	if err != nil {
		t.Fatal(err)
	}
	d := trace.Compare(log, again)
	if d == nil || d.What != "rule value-unit" || d.Stage != casefile.StageVerify {
		t.Errorf("difference %v, want the rule value-unit", d)
	}
	e.Planner = casefiletest.Steps(step("a", "find"), step("z", "find", "a"))
	if _, err := replay(); !errors.Is(err, casefile.ErrDiffers) {
		t.Errorf("error %v, want ErrDiffers for a call that was not recorded", err)
	}
}
