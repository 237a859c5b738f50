package casefile_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// settled is a verifier that says beforehand whether it asks for more. It finds a claim at fault that has a word of its bad ones.
type settled struct {
	yes bool
	bad string
	gap string // the claim for which it asks for another search, once
}

func (s settled) Settled(casefile.Case) bool { return s.yes }

func (s settled) Verify(_ context.Context, c casefile.Case) (casefile.Verdict, error) {
	var v casefile.Verdict
	for i, cl := range c.Draft.Claims {
		if s.bad != "" && strings.Contains(cl.Text, s.bad) {
			v.Findings = append(v.Findings, casefile.Finding{Claim: i, Rule: "number", Why: "wrong", Mark: casefile.Contradicted})
		}
		if cl.Text == s.gap {
			v.Gaps = append(v.Gaps, casefile.Gap{Step: "a", Field: "third", Why: "a third source", Query: "third"})
		}
	}
	return v, nil
}

// lines is a generator whose model writes a claim a line. It gives each to the case once its line is whole, and keeps what was told.
func lines(c casefile.Case) (casefile.Answer, error) {
	a := casefile.Answer{Lang: c.Lang}
	claim := func(s string) casefile.Claim {
		return casefile.Claim{Text: s, Cites: []casefile.Citation{{Evidence: "E2"}}}
	}
	if len(c.Findings) > 0 {
		for i, cl := range c.Draft.Claims {
			if !slices.ContainsFunc(c.Findings, func(f casefile.Finding) bool { return f.Claim == i }) {
				a.Claims = append(a.Claims, cl)
			}
		}
		return a, nil
	}
	var part string
	q := casefile.ModelRequest{For: casefile.StageGenerate, Name: "write", MaxTokens: 100, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "write"}}}
	if c.Tell != nil {
		q.Tell = func(s string) {
			part += s
			for {
				line, rest, ok := strings.Cut(part, "\n")
				if !ok {
					return
				}
				if part = rest; c.Tell(claim(line)) {
					a.Claims = append(a.Claims, claim(line))
				}
			}
		}
		q.Again = func(casefile.ModelRequest) error { part = ""; return nil }
	}
	res, err := c.Model.Generate(context.Background(), q)
	if err != nil && !errors.Is(err, casefile.ErrNoReply) {
		return a, err
	}
	for line := range strings.Lines(res.Text) {
		if cl := claim(strings.TrimSuffix(line, "\n")); !slices.ContainsFunc(a.Claims, func(o casefile.Claim) bool { return o.Text == cl.Text }) {
			a.Claims = append(a.Claims, cl)
		}
	}
	return a, nil
}

// pieces is a model whose reply comes in pieces, each try with its own; an empty one ends the try with a failure.
func pieces(all ...string) casefile.Model {
	return casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		text := ""
		for _, p := range all {
			if p == "" {
				if err := r.Again(r); err != nil {
					return casefile.ModelResponse{}, err
				}
				text = ""
				continue
			}
			if p == "!" {
				return casefile.ModelResponse{}, errors.New("cut off")
			}
			if text += p; r.Tell != nil {
				r.Tell(p)
			}
		}
		return casefile.ModelResponse{Text: text}, nil
	})
}

func TestClaimsAreToldWhileTheDraftIsWritten(t *testing.T) {
	for name, tc := range map[string]struct {
		model    casefile.Model
		verifier casefile.Verifier
		rounds   int
		early    []string // claims told while the draft is written
		answer   []string
		tries    int
	}{
		"each as it comes":               {pieces("on", "e\ntw", "o\nthree"), settled{yes: true}, 0, []string{"one", "two"}, []string{"one", "two", "three"}, 1},
		"what is wrong is not":           {pieces("one\nbad\ntwo\n"), settled{yes: true, bad: "bad"}, 0, []string{"one", "two"}, []string{"one", "two"}, 1},
		"another search may come":        {pieces("one\ntwo\n"), settled{gap: "two"}, 0, nil, []string{"one", "two"}, 1},
		"it may not":                     {pieces("one\ntwo\n"), settled{gap: "two"}, 1, []string{"one"}, []string{"one", "two"}, 1},
		"a verifier that does not know":  {pieces("one\ntwo\n"), casefiletest.Verifier(casefiletest.Trust), 0, nil, []string{"one", "two"}, 1},
		"a reply that is cut off":        {pieces("one\ntwo\nthr", "!"), settled{yes: true}, 0, []string{"one", "two"}, []string{"one", "two"}, 1},
		"a reply that is made once more": {pieces("one\nt", "", "three\n"), settled{yes: true}, 0, []string{"one", "three"}, []string{"one", "three"}, 2},
		"… and nothing is told of it":    {pieces("one\nt", "", "one"), settled{yes: true}, 0, []string{"one"}, []string{"one"}, 2},
		"… and cut off then":             {pieces("one\nt", "", "two\nx", "!"), settled{yes: true}, 0, []string{"one", "two"}, []string{"one", "two"}, 2},
		"a server that does not stream": {casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) {
			return casefile.ModelResponse{Text: "one\ntwo"}, nil
		}), settled{yes: true}, 0, nil, []string{"one", "two"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
			e := engine(casefiletest.Steps(step("a", "find")), find)
			e.Generator, e.Verifier, e.Model, e.Budget.Rounds = casefiletest.Generator(lines), tc.verifier, tc.model, tc.rounds
			var log, again, quiet trace.Memory
			var early []string
			drafted := false
			out, err := e.Answer(t.Context(), casefile.Ask{ID: "c", Question: "is it so?", Asker: asker, Log: &log,
				Progress: func(ev casefile.Event) { drafted = drafted || ev.Draft != nil },
				Claimed: func(cl casefile.Claim) {
					if early = append(early, cl.Text); drafted || cl.Support != casefile.Supported {
						t.Errorf("%q is told as %s, after the draft: %v", cl.Text, cl.Support, drafted)
					}
				}})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(early, tc.early) || !slices.Equal(texts(out.Answer), tc.answer) {
				t.Errorf("told %q, answered %q; want %q, %q", early, texts(out.Answer), tc.early, tc.answer)
			}
			// nothing hangs on who listens, or on the server being there
			if _, err := e.Answer(t.Context(), casefile.Ask{ID: "c", Question: "is it so?", Asker: asker, Log: &quiet}); err != nil {
				t.Fatal(err)
			}
			e.Model = nil
			replayed, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &again, Past: log.Events(), Replay: true})
			if err != nil {
				t.Fatal(err)
			}
			a, _ := json.Marshal(out.Answer)
			if b, _ := json.Marshal(replayed.Answer); string(a) != string(b) {
				t.Errorf("the replay answers\n%s\nthe case\n%s", b, a)
			}
			for _, events := range [][]casefile.Event{again.Events(), quiet.Events()} {
				if d := trace.Compare(whole(log.Events()), events); d != nil {
					t.Errorf("the events differ: %v", d)
				}
			}
		})
	}
}

// sketching is a generator whose rules would say what asks for another search.
type sketching struct{ casefiletest.Generator }

func (sketching) Sketch(_ context.Context, c casefile.Case) (casefile.Answer, error) {
	if c.Model != nil {
		return casefile.Answer{}, errors.New("a sketch is made without a model")
	}
	return casefile.Answer{Lang: c.Lang, Claims: []casefile.Claim{{Text: "sketch", Cites: []casefile.Citation{{Evidence: "E2"}}}}}, nil
}

// What the draft of rules needs is searched before the model is asked, which is asked once, and of the records that this brought.
func TestWhatRulesNeedIsSearchedBeforeTheModelWrites(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text of "+a) })
	again := casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		if c.Round == 1 {
			return casefile.Plan{Steps: []casefile.Step{step("a", "find")}}, nil
		}
		s := step("a_again", "find")
		s.For = c.Gaps[0].Step
		return casefile.Plan{Steps: []casefile.Step{s}}, nil
	})
	e := engine(again, find)
	asked, records := 0, 0
	e.Generator = sketching{func(c casefile.Case) (casefile.Answer, error) {
		records = len(c.Evidence)
		return lines(c)
	}}
	e.Verifier = settled{yes: true, gap: "sketch"}
	inner := pieces("one\n", "two\n")
	e.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		asked++
		return inner.Generate(context.Background(), r)
	})
	var log, replayed trace.Memory
	var told []string
	stream := casefile.NewStream(func(n casefile.Notice) {
		if n.Kind != casefile.NoticeStep && n.Kind != casefile.NoticeTool && n.Kind != casefile.NoticeEvidence && n.Kind != casefile.NoticePlan {
			told = append(told, strings.TrimSpace(string(n.Kind)+" "+n.Text))
		}
	})
	out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &log, Progress: stream.Event, Claimed: stream.Claimed})
	if err != nil || asked != 1 || records != 3 || !slices.Equal(texts(out.Answer), []string{"one", "two"}) {
		t.Fatalf("%d requests over %d records, answered %q, error %v", asked, records, texts(out.Answer), err)
	}
	if want := []string{"claim one", "claim two", "verdict"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	e.Model = nil
	if _, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &replayed, Past: log.Events(), Replay: true}); err != nil {
		t.Fatal(err)
	}
	if d := trace.Compare(whole(log.Events()), replayed.Events()); d != nil {
		t.Errorf("the events differ: %v", d)
	}
}

func texts(a casefile.Answer) []string {
	var out []string
	for _, cl := range a.Claims {
		out = append(out, cl.Text)
	}
	return out
}
