package verify

import (
	"errors"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// A model confirms only with a plain yes; it can say no, and nothing else it does confirms anything.
func TestEntailedByModel(t *testing.T) {
	text := "The reading room closes at nine in the evening."
	for _, tc := range []struct {
		name, claim, reply string
		err                error
		want               casefile.Support
	}{
		{"yes", "Visitors must leave by nightfall hours.", `{"answer":"yes"}`, nil, casefile.Supported},
		{"no", "Visitors must leave by nightfall hours.", `{"answer":"no"}`, nil, casefile.Unconfirmed},
		{"neither", "Visitors must leave by nightfall hours.", `{"answer":"maybe"}`, nil, casefile.Unconfirmed},
		{"prose", "Visitors must leave by nightfall hours.", `yes`, nil, casefile.Unconfirmed},
		{"more than asked", "Visitors must leave by nightfall hours.", `{"answer":"yes"} {"answer":"no"}`, nil, casefile.Unconfirmed},
		{"another field", "Visitors must leave by nightfall hours.", `{"answer":"yes","sure":false}`, nil, casefile.Unconfirmed},
		{"a failure", "Visitors must leave by nightfall hours.", ``, errors.New("no server"), casefile.Unconfirmed},
		{"what a rule refutes is not asked about", "The reading room closes at 8 pm on 3 May 2019.", `{"answer":"yes"}`, nil, casefile.Contradicted},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v, err := New(Rules{})
			if err != nil {
				t.Fatal(err)
			}
			c := casefile.Case{Evidence: []casefile.Evidence{{ID: "E1", Status: casefile.OK, Text: text, Source: &casefile.Source{DocID: "rooms", End: len(text)}}}}
			c.Draft.Claims = []casefile.Claim{{Text: tc.claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
			plain, err := v.WithEntailer(ByModel{}).Verify(t.Context(), c)
			if err != nil || Mark(plain, 0) == casefile.Supported {
				t.Fatalf("without a model: %v, %v", plain.Findings, err)
			}
			c.Model = casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) {
				return casefile.ModelResponse{Text: tc.reply}, tc.err
			})
			got, err := v.WithEntailer(ByModel{}).Verify(t.Context(), c)
			if err != nil || Mark(got, 0) != tc.want {
				t.Errorf("%s, want %s: %+v, %v", Mark(got, 0), tc.want, got.Findings, err)
			}
		})
	}
}
