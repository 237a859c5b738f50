package main

import (
	"encoding/json"
	"testing"

	"github.com/casefile/casefile"
)

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		ideal, said string
		want        outcome
	}{
		{`"$8,803.15"`, "You paid $8803.15 to Deel.", right},
		{`"$8,803.15"`, "", missed},
		{`"$45.00, $9.00"`, "$45.00 to Webflow.", otherwise},
		{`["Thin Line"]`, "The hit was thin line.", right},
		{`"unknown"`, "", declined},
		{`"Unknown"`, "$373.52", otherwise},
	} {
		var k task
		if err := json.Unmarshal([]byte(`{"ideal":`+tt.ideal+`}`), &k); err != nil {
			t.Fatal(err)
		}
		var a casefile.Answer
		if tt.said != "" {
			a.Claims = []casefile.Claim{{Text: tt.said}}
		}
		if got := k.judge(a); got != tt.want {
			t.Errorf("%s, said %q: %d, want %d", tt.ideal, tt.said, got, tt.want)
		}
	}
}
