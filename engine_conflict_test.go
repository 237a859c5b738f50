package casefile_test

import (
	"encoding/json"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// secondLook plans one step, and what a gap with a query asks for.
func secondLook(asked *int) casefile.Planner {
	return casefiletest.Planner(func(c casefile.Case) (casefile.Plan, error) {
		if c.Round == 1 {
			return casefile.Plan{Steps: []casefile.Step{step("a", "find")}}, nil
		}
		var p casefile.Plan
		for _, g := range c.Gaps {
			if g.Query != "" {
				*asked++
				s := step("a_again", "find")
				s.For, s.Args = "a", json.RawMessage(`{"q":"`+g.Query+`"}`)
				p.Steps = append(p.Steps, s)
			}
		}
		return p, nil
	})
}

func TestVerifierAsksForASearch(t *testing.T) {
	for _, tc := range []struct {
		name    string
		budget  casefile.Budget
		second  casefile.Status
		asked   int
		records int
		status  casefile.AnswerStatus
	}{
		{"once, however often it is asked for", casefile.Budget{}, casefile.OK, 1, 3, casefile.Answered},
		{"not past the rounds", casefile.Budget{Rounds: 1}, casefile.OK, 0, 2, casefile.Answered},
		{"a record that may not be read ends the case", casefile.Budget{}, casefile.Forbidden, 1, 3, casefile.ForbiddenCase},
	} {
		t.Run(tc.name, func(t *testing.T) {
			asked := 0
			find := tool("find", func(args string) casefile.Result {
				if args == `{"q":"once more"}` {
					if tc.second != casefile.OK {
						return casefile.Result{Status: tc.second}
					}
					return casefiletest.Passage("other", "text")
				}
				return casefiletest.Passage("policy", "text")
			})
			e := engine(secondLook(&asked), find)
			e.Budget = tc.budget
			e.Verifier = casefiletest.Verifier(func(casefile.Case) (casefile.Verdict, error) {
				return casefile.Verdict{Gaps: []casefile.Gap{{Step: "a", Field: "third", Query: "once more"}}}, nil
			})
			out, _ := answer(t, e)
			if asked != tc.asked || len(out.Case.Evidence) != tc.records || out.Answer.Status != tc.status {
				t.Errorf("asked %d times, %d records, %s; want %d, %d, %s", asked, len(out.Case.Evidence), out.Answer.Status, tc.asked, tc.records, tc.status)
			}
		})
	}
}

// A claim that is disputed leaves only where the other side is told too.
func TestDisputedClaims(t *testing.T) {
	claim := func(text, record string) casefile.Claim {
		return casefile.Claim{Text: text, About: "it", Cites: []casefile.Citation{{Evidence: record}}}
	}
	for _, tc := range []struct {
		name   string
		claims []casefile.Claim
		left   int
		status casefile.AnswerStatus
	}{
		{"one side alone", []casefile.Claim{claim("It is 4.", "E2")}, 0, casefile.Refused},
		{"both sides", []casefile.Claim{claim("It is 4.", "E2"), claim("It is 6.", "E3")}, 2, casefile.PartialAnswer},
	} {
		t.Run(tc.name, func(t *testing.T) {
			find := tool("find", func(args string) casefile.Result { return casefiletest.Passage(args, args) })
			e := engine(casefiletest.Steps(step("a", "find"), step("b", "find")), find)
			e.Generator = casefiletest.Generator(func(casefile.Case) (casefile.Answer, error) {
				return casefile.Answer{Claims: tc.claims}, nil
			})
			e.Verifier = casefiletest.Verifier(func(c casefile.Case) (casefile.Verdict, error) {
				var v casefile.Verdict
				for i, cl := range c.Draft.Claims {
					other := map[string]string{"E2": "E3", "E3": "E2"}[cl.Cites[0].Evidence]
					v.Findings = append(v.Findings, casefile.Finding{Claim: i, Rule: "conflict", Mark: casefile.Disputed, Against: other})
					v.Conflicts = append(v.Conflicts, casefile.Conflict{Claim: i, Decision: casefile.StateBoth})
				}
				return v, nil
			})
			out, _ := answer(t, e)
			if len(out.Answer.Claims) != tc.left || out.Answer.Status != tc.status || len(out.Answer.Conflicts) != tc.left {
				t.Errorf("%d claims, %s, %d conflicts", len(out.Answer.Claims), out.Answer.Status, len(out.Answer.Conflicts))
			}
			for _, cl := range out.Answer.Claims {
				if cl.Support != casefile.Disputed {
					t.Errorf("%q is %s", cl.Text, cl.Support)
				}
			}
		})
	}
}
