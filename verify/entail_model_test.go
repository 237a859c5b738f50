package verify

import (
	"errors"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// A model for entailment confirms only with a score that reaches the threshold; whatever else it does leaves the claim unconfirmed, and
// the finding says why.
func TestEntailedByScore(t *testing.T) {
	const (
		text = "The reading room closes at nine in the evening."
		open = "Visitors must leave by nightfall hours."
	)
	plain := Entailment{Threshold: .8}
	both := Entailment{Threshold: .8, Contradiction: .1}
	for _, tc := range []struct {
		name, claim string
		need        Entailment
		reply       string
		err         error
		want        casefile.Support
		says        string
	}{
		{"at the threshold", open, plain, `{"entails":0.8}`, nil, casefile.Supported, ""},
		{"below it", open, plain, `{"entails":0.79}`, nil, casefile.Unconfirmed, ""},
		{"contradicted beside it", open, both, `{"entails":0.85,"contradicts":0.15}`, nil, casefile.Unconfirmed, ""},
		{"not contradicted", open, both, `{"entails":0.85,"contradicts":0.1}`, nil, casefile.Supported, ""},
		{"contradictions are not told", open, both, `{"entails":0.9}`, nil, casefile.Unconfirmed, "take contradiction: away"},
		{"contradictions are not looked at", open, plain, `{"entails":0.85,"contradicts":0.15}`, nil, casefile.Supported, ""},
		{"no score", open, plain, `{}`, nil, casefile.Unconfirmed, "no score of 0 to 1"},
		{"more than all", open, plain, `{"entails":1.5}`, nil, casefile.Unconfirmed, "no score of 0 to 1"},
		{"not a number", open, plain, `{"entails":NaN}`, nil, casefile.Unconfirmed, "no score"},
		{"a word", open, plain, `{"entails":"yes"}`, nil, casefile.Unconfirmed, "no score"},
		{"twice", open, plain, `{"entails":0.9} {"entails":0.1}`, nil, casefile.Unconfirmed, "no score"},
		{"another field", open, plain, `{"entails":0.9,"sure":false}`, nil, casefile.Unconfirmed, "no score"},
		{"a score and a fault", open, plain, `{"entails":0.9,"error":"the folder m has no model.onnx"}`, nil, casefile.Unconfirmed, "the folder m has no model.onnx"},
		{"a failure", open, plain, ``, errors.New("no server"), casefile.Unconfirmed, "no server"},
		{"what a rule refutes is not asked about", "The reading room closes at 8 pm on 3 May 2019.", plain, `{"entails":1}`, nil, casefile.Contradicted, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v, err := New(Rules{Entailment: &tc.need})
			if err != nil {
				t.Fatal(err)
			}
			c := casefile.Case{Evidence: []casefile.Evidence{{ID: "E1", Status: casefile.OK, Text: text, Source: &casefile.Source{DocID: "rooms", End: len(text)}}}}
			c.Draft.Claims = []casefile.Claim{{Text: tc.claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
			without, err := v.Verify(t.Context(), c)
			if err != nil || Mark(without, 0) == casefile.Supported || tc.claim == open && !strings.Contains(without.Findings[0].Why, "no model for entailment") {
				t.Fatalf("without a model: %v, %v", without.Findings, err)
			}
			c.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
				if want := `{"premise":"` + text + `","claim":"` + tc.claim + `"}`; r.Name != EntailmentRequest || r.For != casefile.StageVerify || r.Messages[0].Text != want {
					t.Errorf("asked %+v, want %s", r, want)
				}
				return casefile.ModelResponse{Text: tc.reply}, tc.err
			})
			got, err := v.Verify(t.Context(), c)
			if err != nil || Mark(got, 0) != tc.want {
				t.Fatalf("%s, want %s: %+v, %v", Mark(got, 0), tc.want, got.Findings, err)
			}
			if tc.says != "" && !strings.Contains(got.Findings[0].Why, tc.says) {
				t.Errorf("the finding says %q, not %q", got.Findings[0].Why, tc.says)
			}
		})
	}
}

// With a language model beside it both must say yes.
func TestEntailedByBoth(t *testing.T) {
	v, err := New(Rules{Entailment: &Entailment{Threshold: .8}, Model: true})
	if err != nil {
		t.Fatal(err)
	}
	text := "The reading room closes at nine in the evening."
	c := casefile.Case{Evidence: []casefile.Evidence{{ID: "E1", Status: casefile.OK, Text: text, Source: &casefile.Source{DocID: "rooms", End: len(text)}}}}
	c.Draft.Claims = []casefile.Claim{{Text: "Visitors must leave by nightfall hours.", Cites: []casefile.Citation{{Evidence: "E1"}}}}
	for _, tc := range []struct {
		score, word string
		want        casefile.Support
	}{
		{`{"entails":0.9}`, `{"answer":"yes"}`, casefile.Supported},
		{`{"entails":0.9}`, `{"answer":"no"}`, casefile.Unconfirmed},
		{`{"entails":0.1}`, `{"answer":"yes"}`, casefile.Unconfirmed},
	} {
		c.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
			if r.Name == EntailmentRequest {
				return casefile.ModelResponse{Text: tc.score}, nil
			}
			return casefile.ModelResponse{Text: tc.word}, nil
		})
		got, err := v.Verify(t.Context(), c)
		if err != nil || Mark(got, 0) != tc.want {
			t.Errorf("%s and %s: %s, want %s (%v)", tc.score, tc.word, Mark(got, 0), tc.want, err)
		}
	}
}

func TestEntailmentThresholdIsChecked(t *testing.T) {
	for _, e := range []Entailment{{}, {Threshold: 1.2}, {Threshold: -.1}, {Threshold: .5, Contradiction: 2}} {
		if _, err := New(Rules{Entailment: &e}); err == nil || !strings.Contains(err.Error(), "between 0 and 1") {
			t.Errorf("%+v: %v", e, err)
		}
	}
}
