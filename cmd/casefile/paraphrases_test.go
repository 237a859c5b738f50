package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/eval"
)

// Shares of questions that must be answered as their line says, in percent.
const (
	leastParaphrases = 90 // rewordings of a main question
	leastNear        = 50 // questions that look like a main question and ask something else
)

// statuses are one status or several.
type statuses []casefile.AnswerStatus

func (s *statuses) UnmarshalJSON(b []byte) error {
	var one casefile.AnswerStatus
	if json.Unmarshal(b, &one) == nil {
		*s = statuses{one}
		return nil
	}
	return json.Unmarshal(b, (*[]casefile.AnswerStatus)(s))
}

// questions reads testdata/FOLDER/NAME.jsonl: one question a line, with what its answer must be like.
func questions(t *testing.T, folder, name string) []eval.Loaded {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", folder, name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []eval.Loaded
	for line := range strings.Lines(string(data)) {
		var p struct {
			Question string
			As       string
			Status   statuses
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
			Want:     eval.Want{Status: p.Status, Cites: p.Cites, Says: p.Says, SaysNot: p.SaysNot},
		}})
	}
	return out
}

// TestParaphrases asks the main question of each example in words that were written before its playbook was read.
func TestParaphrases(t *testing.T) {
	share(t, "paraphrases", leastParaphrases)
}

// TestNearQuestions asks questions that share most words with a main question: an answer to the main one is wrong for them.
func TestNearQuestions(t *testing.T) {
	share(t, "near-questions", leastNear)
}

// shared puts every question to one session: nothing is laid over the workspace, so there is nothing to keep apart.
type shared struct {
	*bench
	session eval.Session
}

func (s *shared) Open(ctx context.Context, setup eval.Setup) (eval.Session, error) {
	if s.session == nil {
		one, err := s.bench.Open(ctx, setup)
		if err != nil {
			return nil, err
		}
		s.session = one
	}
	return kept{s.session}, nil
}

func (s *shared) Close() error {
	var err error
	if s.session != nil {
		err = s.session.Close()
	}
	return errors.Join(err, s.bench.Close())
}

type kept struct{ eval.Session }

func (kept) Close() error { return nil }

// share asks the questions of a folder and fails when fewer than least percent are answered as they should be.
func share(t *testing.T, folder string, least int) {
	for _, name := range []string{"returns-desk", "supply-chain"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := newBench(t.Context(), filepath.Join("..", "..", "examples", name))
			if err != nil {
				t.Fatal(err)
			}
			one := &shared{bench: b}
			defer one.Close()
			report := eval.Run(t.Context(), one, questions(t, folder, name), eval.Options{})
			for _, r := range report.Cases {
				if !r.Pass {
					t.Logf("%s: %s", r.Name, r.Why)
				}
			}
			t.Logf("%d of %d", report.Passed, report.Total)
			if 100*report.Passed < least*report.Total || report.Total == 0 {
				t.Errorf("%d of %d questions are answered as they should be, want %d %%", report.Passed, report.Total, least)
			}
		})
	}
}
