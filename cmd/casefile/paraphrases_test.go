package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/eval"
)

// leastParaphrases is the share of rewordings of a main question that must be answered like it, in percent.
const leastParaphrases = 90

// paraphrases reads testdata/paraphrases/NAME.jsonl: one rewording a line, with what its answer must be like.
func paraphrases(t *testing.T, name string) []eval.Loaded {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "paraphrases", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []eval.Loaded
	for line := range strings.Lines(string(data)) {
		var p struct {
			Question string
			As       string
			Status   casefile.AnswerStatus
			Cites    []string
			Says     []eval.Pattern
			SaysNot  []eval.Pattern `json:"says_not"`
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%s.jsonl:%d: %v", name, len(out)+1, err)
		}
		out = append(out, eval.Loaded{Case: eval.Case{
			Name:     fmt.Sprintf("%s:%d %s", name, len(out)+1, p.Question),
			Question: p.Question,
			Asker:    eval.Asker{User: p.As},
			Want:     eval.Want{Status: []casefile.AnswerStatus{p.Status}, Cites: p.Cites, Says: p.Says, SaysNot: p.SaysNot},
		}})
	}
	return out
}

// TestParaphrases asks the main question of each example in words that were written before its playbook was read.
func TestParaphrases(t *testing.T) {
	for _, name := range []string{"returns-desk", "supply-chain"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := newBench(t.Context(), filepath.Join("..", "..", "examples", name))
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			cases := paraphrases(t, name)
			if len(cases) != 25 {
				t.Fatalf("%d paraphrases, want 25", len(cases))
			}
			report := eval.Run(t.Context(), b, cases, nil)
			for _, r := range report.Cases {
				if !r.Pass {
					t.Logf("%s: %s", r.Name, r.Why)
				}
			}
			if 100*report.Passed < leastParaphrases*report.Total {
				t.Errorf("%d of %d paraphrases are answered like the main question, want %d %%", report.Passed, report.Total, leastParaphrases)
			}
		})
	}
}
