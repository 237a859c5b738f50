package casefile_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// notices collects notices as lines: the kind, and what it says.
func notices(got *[]string) func(casefile.Notice) {
	return func(n casefile.Notice) {
		line := string(n.Kind)
		for _, s := range append(append([]string{n.Step, n.Tool, string(n.Status), n.By, n.Text}, n.Steps...), n.Places...) {
			if s = strings.TrimSpace(s); s != "" {
				line += " | " + s
			}
		}
		*got = append(*got, line)
	}
}

func TestNoticesFollowACase(t *testing.T) {
	find := tool("find", func(a string) casefile.Result {
		name := a[len(`{"q":"`) : len(a)-len(`"}`)]
		return casefiletest.Passage(name, "text of "+name)
	})
	e := engine(casefiletest.Steps(step("a", "find"), step("b", "find", "a")), find)
	mends := 0
	e.Verifier = casefiletest.Verifier(func(c casefile.Case) (casefile.Verdict, error) {
		var v casefile.Verdict
		for i, cl := range c.Draft.Claims {
			if strings.Contains(cl.Text, "of b") {
				mends++
				v.Findings = append(v.Findings, casefile.Finding{Claim: i, Rule: "number", Why: "wrong", Mark: casefile.Contradicted})
			}
		}
		return v, nil
	})
	var got []string
	s := casefile.NewStream(notices(&got))
	var at []int // events when a claim was told
	events := 0
	out, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Progress: func(ev casefile.Event) {
		events++
		before := len(got)
		s.Event(ev)
		for _, line := range got[before:] {
			if strings.HasPrefix(line, "claim") {
				at = append(at, events)
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"plan | rule | a | b",
		"step | a | find | rule", "tool | a | find | ok", "evidence | a | find | a",
		"step | b | find | rule", "tool | b | find | ok", "evidence | b | find | b",
		"verdict", "claim | E2 text of a", "verdict", "verdict",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(out.Answer.Claims) != 1 || mends != 3 || len(at) != 1 || at[0] > events-4 {
		t.Errorf("%d claims after %d mends, told at event %v of %d: want it told when it passed", len(out.Answer.Claims), mends, at, events)
	}
}

func TestAClaimThatDoesNotStayIsWithdrawn(t *testing.T) {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	e := engine(casefiletest.Steps(step("a", "find")), find)
	e.Generator = casefiletest.Generator(func(c casefile.Case) (casefile.Answer, error) {
		say := func(texts ...string) casefile.Answer {
			a := casefile.Answer{Lang: c.Lang}
			for _, s := range texts {
				a.Claims = append(a.Claims, casefile.Claim{Text: s, Cites: []casefile.Citation{{Evidence: "E2"}}})
			}
			return a
		}
		if len(c.Findings) > 0 {
			return say("kept", "new"), nil
		}
		return say("kept", "dropped", "wrong"), nil
	})
	e.Verifier = casefiletest.Verifier(func(c casefile.Case) (casefile.Verdict, error) {
		if len(c.Draft.Claims) == 3 {
			return casefile.Verdict{Findings: []casefile.Finding{{Claim: 2, Rule: "number", Why: "wrong", Mark: casefile.Contradicted}}}, nil
		}
		return casefile.Verdict{}, nil
	})
	var got []string
	s := casefile.NewStream(notices(&got))
	if _, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Progress: s.Event}); err != nil {
		t.Fatal(err)
	}
	tail := strings.Join(got[len(got)-6:], ", ")
	if tail != "verdict, claim | kept, claim | dropped, verdict, claim | new, withdrawn | dropped" {
		t.Errorf("told %s", tail)
	}
}

// TestProvisionalWords hears the sentences of a reply of a model as they come, cut anywhere, and only where it is asked for.
func TestProvisionalWords(t *testing.T) {
	const reply = `Sure: {"claims":[{"cites":[{"evidence":"E2","quote":"text"}],"values":["text"],"text":"It is \"so\".","part":"basis"},{"text" : "二、不变。"},{"text":["no"]},{"text":"cut o`
	for _, size := range []int{1, 3, 7, len(reply)} {
		e := asking(nil)
		e.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
			if r.Tell != nil && r.For != casefile.StageGenerate {
				t.Errorf("words for %s are told", r.For)
			}
			for s := reply; s != "" && r.Tell != nil; s = s[min(size, len(s)):] {
				r.Tell(s[:min(size, len(s))])
			}
			return casefile.ModelResponse{}, errors.New("cut off")
		})
		var got []string
		s := casefile.NewStream(notices(&got))
		if _, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Provisional: s.Provisional}); err != nil {
			t.Fatal(err)
		}
		if len(got) < 2 || got[0] != `provisional | It is "so".` || got[1] != "provisional | 二、不变。" {
			t.Errorf("in pieces of %d: told %q", size, got)
		}
		got = nil
		if _, err := e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}, Progress: s.Event}); err != nil || strings.Contains(strings.Join(got, "\n"), "provisional") {
			t.Errorf("unasked, error %v: %q", err, got)
		}
	}
}
