package casefile_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// asking returns an engine whose planner and generator ask a model, and tell in their results what it said. The planner asks as a
// stage for which nothing is held back.
func asking(m casefile.Model) *casefile.Engine {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	ask := func(c casefile.Case, stage casefile.Stage, text string) string {
		res, err := c.Model.Generate(context.Background(), casefile.ModelRequest{For: stage, Name: "say", Messages: []casefile.Message{{Role: casefile.RoleUser, Text: text}}, MaxTokens: 100})
		if err != nil {
			return "without: " + err.Error()
		}
		return res.Text
	}
	e := engine(casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		return casefile.Plan{Why: ask(c, casefile.StageVerify, "plan"), Steps: []casefile.Step{step("a", "find")}}, nil
	}), find)
	e.Model = m
	e.Generator = casefiletest.Generator(func(c casefile.Case) (casefile.Answer, error) {
		a, err := casefiletest.Quote(c)
		a.Notes = []string{ask(c, casefile.StageGenerate, "write"), ask(c, casefile.StageGenerate, "write"), ask(c, casefile.StageGenerate, "again")}
		return a, err
	})
	return e
}

func told(text string, in, out int) casefile.ModelResponse {
	return casefile.ModelResponse{Text: text, Model: "m", Input: in, Output: out, Told: true}
}

func TestModelCallsAreRecordedAndReplayed(t *testing.T) {
	calls := 0
	e := asking(casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		calls++
		if r.Messages[0].Text == "again" {
			return casefile.ModelResponse{}, errors.New("the server is gone")
		}
		return told(strings.ToUpper(r.Messages[0].Text), 40, 10), nil
	}))
	whole, events := answer(t, e)
	if calls != 3 {
		t.Errorf("the model was asked %d times, want 3: the equal request comes from the case", calls)
	}
	if got := whole.Answer.Notes; got[0] != "WRITE" || got[1] != "WRITE" || !strings.Contains(got[2], "the server is gone") {
		t.Errorf("notes %q", got)
	}
	// 40+10 twice, and what was reserved for the call that failed: 16+8+2 for the request, 100 for the reply
	if u := whole.Usage; u.ModelCalls != 3 || u.InputTokens+u.OutputTokens != 50+50+126 {
		t.Errorf("usage %+v, want 3 calls and 226 tokens", u)
	}
	want, _ := json.Marshal(whole.Answer)
	e.Model = casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) {
		t.Error("a replay asked the model")
		return casefile.ModelResponse{}, nil
	})
	for _, m := range []casefile.Model{e.Model, nil} { // a replay needs no model, as it needs no tool
		e.Model = m
		var again trace.Memory
		out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &again, Past: events, Replay: true})
		if got, _ := json.Marshal(out.Answer); err != nil || string(got) != string(want) {
			t.Errorf("replay gave %s, error %v; want %s", got, err, want)
		}
		if len(again.Events()) != len(events) {
			t.Errorf("the replay has %d events, the record %d", len(again.Events()), len(events))
		}
	}
}

func TestResumeAsksNoModelTwice(t *testing.T) {
	asked := map[string]int{}
	e := asking(casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		asked[r.Messages[0].Text]++
		return told(strings.ToUpper(r.Messages[0].Text), 40, 10), nil
	}))
	whole, events := answer(t, e)
	want, _ := json.Marshal(whole.Answer)
	for n := 1; n < len(events); n++ {
		clear(asked)
		var log trace.Memory
		out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: trace.NewRest(&log, events[:n]), Past: events[:n]})
		if got, _ := json.Marshal(out.Answer); err != nil || string(got) != string(want) {
			t.Errorf("after %d events: %s, error %v; want %s", n, got, err, want)
		}
		replies := 0
		for _, ev := range events[:n] {
			if ev.Model != nil && ev.Model.Response != nil && !ev.Model.Cached {
				replies++
			}
		}
		if again := asked["plan"] + asked["write"] + asked["again"]; again != 3-replies {
			t.Errorf("after %d events with %d replies the model was asked %d times", n, replies, again)
		}
		if out.Usage.ModelCalls != 3 || n+len(log.Events()) != len(events) {
			t.Errorf("after %d events: usage %+v, %d new events", n, out.Usage, len(log.Events()))
		}
	}
}

func TestModelBudget(t *testing.T) {
	for name, tc := range map[string]struct {
		reply casefile.ModelResponse
		spent int // of each call
	}{
		"told":     {told("OK", 40, 10), 50},
		"not told": {casefile.ModelResponse{Text: "OK"}, 16 + 8 + 2 + 1}, // the estimate of "write" or "plan", and of "OK"
	} {
		t.Run(name, func(t *testing.T) {
			e := asking(casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) { return tc.reply, nil }))
			e.Budget.Tokens = 126 + tc.spent // the second call is reserved to the last token, the third is not made
			out, _ := answer(t, e)
			u := out.Usage
			if u.ModelCalls != 2 || u.InputTokens+u.OutputTokens != 2*tc.spent {
				t.Errorf("usage %+v, want 2 calls of %d tokens", u, tc.spent)
			}
			if last := out.Answer.Notes[2]; !strings.Contains(last, casefile.ErrTokens.Error()) {
				t.Errorf("the third request gave %q, want ErrTokens", last)
			}
		})
	}
}

func TestCountTokensIsNotBelowKnownCounts(t *testing.T) {
	// counts of cl100k_base, by its public tokenizer
	for s, n := range map[string]int{"": 0, "hello world": 2, "The quick brown fox jumps over the lazy dog.": 10, "退货": 2, "您好，请问": 5, "{\"a\":1}": 5} {
		if got := casefile.CountTokens(s); got < n {
			t.Errorf("CountTokens(%q) = %d, a tokenizer counts %d", s, got, n)
		}
	}
}

// waiting is a model that answers only the end of its context, and tells when it is asked.
type waiting struct{ asked chan string }

func (w waiting) Generate(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	w.asked <- r.Messages[0].Text
	<-ctx.Done()
	return casefile.ModelResponse{}, context.Cause(ctx)
}

func TestModelIsNotAskedAfterTheCase(t *testing.T) {
	m := waiting{make(chan string, 4)}
	e := asking(m)
	e.Planner = casefiletest.Steps(step("a", "find"))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		if got := <-m.asked; got != "write" {
			t.Errorf("asked to %q, want write", got)
		}
		cancel() // while it writes
	}()
	var log trace.Memory
	out, err := e.Answer(ctx, casefile.Ask{Question: "is it so?", Asker: asker, Log: &log})
	if err != nil || len(out.Answer.Claims) == 0 {
		t.Fatalf("answer %+v, error %v: what is proved is told", out.Answer, err)
	}
	for i, note := range out.Answer.Notes {
		if !strings.Contains(note, context.Canceled.Error()) {
			t.Errorf("note %d is %q, want that it was cancelled", i, note)
		}
	}
	if len(m.asked) != 0 {
		t.Errorf("after the end the model was asked to %q", <-m.asked)
	}
	again, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Past: log.Events(), Replay: true})
	if err != nil || strings.Join(again.Answer.Notes, "\n") != strings.Join(out.Answer.Notes, "\n") {
		t.Errorf("the replay has the notes %q, error %v; want %q", again.Answer.Notes, err, out.Answer.Notes)
	}
}

func TestModelMoney(t *testing.T) {
	e := asking(casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) { return told("OK", 40, 10), nil }))
	e.Price = func(casefile.ModelRequest) casefile.Price { return casefile.Price{Input: 1000, Output: 20000} }
	// of 26 tokens and a reply of 100 at most 2.026 is reserved; 40 and 10 cost 0.24
	e.Budget.Money = 0.24 + 2.026
	out, events := answer(t, e)
	if u := out.Usage; u.ModelCalls != 2 || u.Money < 0.4799 || u.Money > 0.4801 {
		t.Errorf("usage %+v, want 2 calls for 0.48", u)
	}
	if last := out.Answer.Notes[2]; !strings.Contains(last, casefile.ErrMoney.Error()) {
		t.Errorf("the third request gave %q, want ErrMoney", last)
	}
	again, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Past: events, Replay: true})
	if err != nil || strings.Join(again.Answer.Notes, "\n") != strings.Join(out.Answer.Notes, "\n") || again.Usage != out.Usage {
		t.Errorf("the replay has %q, %+v, error %v", again.Answer.Notes, again.Usage, err)
	}
	if !errors.Is(casefile.ErrMoney, casefile.ErrTokens) {
		t.Error("a stage need not tell the budgets apart")
	}
}

// TestModelBudgetIsNeverPassed lets stages ask until they are refused, of models that tell their usage wrongly, late or not at all.
func TestModelBudgetIsNeverPassed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 1000 {
		e := asking(casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
			res := casefile.ModelResponse{Text: strings.Repeat("x", rnd.IntN(400)), Told: rnd.IntN(2) == 0}
			if res.Told {
				res.Input, res.Output = rnd.IntN(2000)-500, rnd.IntN(2000)-500
			}
			if rnd.IntN(4) == 0 {
				return res, errors.New("no reply")
			}
			return res, nil
		}))
		e.Budget.Tokens = 500 + rnd.IntN(5000)
		e.Price = func(casefile.ModelRequest) casefile.Price { return casefile.Price{Input: 1e6, Output: 1e6} }
		if n%2 == 0 {
			e.Budget.Money = float64(rnd.IntN(6000)) + 1
		}
		refused := false
		e.Generator = casefiletest.Generator(func(c casefile.Case) (casefile.Answer, error) {
			for i := 0; !refused && i < 200; i++ {
				text := strings.Repeat("word ", rnd.IntN(60)) + strconv.Itoa(i)
				_, err := c.Model.Generate(context.Background(), casefile.ModelRequest{For: casefile.StageGenerate, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: text}}, MaxTokens: 1 + rnd.IntN(300)})
				refused = errors.Is(err, casefile.ErrTokens)
			}
			return casefiletest.Quote(c)
		})
		out, events := answer(t, e)
		spent, calls := 0, 0
		for _, ev := range events {
			switch m := ev.Model; {
			case m == nil:
			case ev.Decision == "asked":
				calls++
				if spent+m.Reserved > e.Budget.Tokens {
					t.Fatalf("case %d: %d tokens were reserved with %d of %d spent", n, m.Reserved, spent, e.Budget.Tokens)
				}
				if limit := e.Budget.Money; limit > 0 && float64(spent+m.Reserved) > limit+1e-6 {
					t.Fatalf("case %d: a call for %d was made with %d of %g spent", n, m.Reserved, spent, limit)
				}
			case m.Response != nil:
				spent += max(m.Response.Input, 0) + max(m.Response.Output, 0)
			default:
				spent += m.Reserved
			}
		}
		if u := out.Usage; !refused || u.ModelCalls != calls || u.InputTokens+u.OutputTokens != spent {
			t.Fatalf("case %d: usage %+v after %d calls for %d tokens, refused %v", n, u, calls, spent, refused)
		}
	}
}
