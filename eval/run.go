package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	casefile "github.com/casefile/casefile"
)

// A Workspace opens sessions for cases.
type Workspace interface {
	// Open returns a session on the workspace as s sets it up. Nothing of one session may be seen in another.
	Open(ctx context.Context, s Setup) (Session, error)
}

// A Setup is how a case wants its workspace.
type Setup struct {
	Clock  time.Time         // zero: the workspace's own
	Docs   map[string][]byte // laid over the workspace's files
	Faults []Fault
}

// A Session answers the question of one case.
type Session interface {
	// Answer puts a question, and traces it to Outcome.Trace.
	Answer(ctx context.Context, question string, who Asker) (Outcome, error)
	// Replay runs the traced case again from its records alone, and returns what it prints.
	Replay(ctx context.Context, trace string) (string, error)
	Close() error
}

// An Outcome is what came of a case.
type Outcome struct {
	Answer casefile.Answer
	Case   casefile.Case
	Text   string // as printed
	Trace  string // the file of the case log
}

// A Report is the result of an evaluation, as --json prints it.
type Report struct {
	Total  int      `json:"total"`
	Passed int      `json:"passed"`
	Failed int      `json:"failed"`
	Cases  []Result `json:"cases"`
}

// OK reports whether something was tested and everything passed.
func (r Report) OK() bool { return r.Total > 0 && r.Passed == r.Total && r.Failed == 0 }

// A Result is one case's.
type Result struct {
	Name string `json:"name"`
	Pass bool   `json:"pass"`
	Why  string `json:"why"` // empty when it passed
}

// Run puts every case to the workspace, in order. A case that could not be read, set up, answered or replayed fails.
// Seen, when not nil, is called after each case. A cancelled context fails the cases that are left.
func Run(ctx context.Context, w Workspace, cases []Loaded, seen func(Result)) Report {
	r := Report{Total: len(cases), Cases: make([]Result, 0, len(cases))}
	for _, c := range cases {
		res := Result{Name: c.Case.Name}
		why := c.Err
		if why == nil {
			why = one(ctx, w, c.Case)
		}
		if res.Pass = why == nil; res.Pass {
			r.Passed++
		} else {
			r.Failed++
			res.Why = why.Error()
		}
		r.Cases = append(r.Cases, res)
		if seen != nil {
			seen(res)
		}
	}
	return r
}

// Answers puts the question of every case to the workspace and hands on what came of it. It fails on the first case
// that cannot be read, set up or answered.
func Answers(ctx context.Context, w Workspace, cases []Loaded, each func(name string, o Outcome)) error {
	for _, c := range cases {
		if c.Err != nil {
			return fmt.Errorf("%s: %w", c.Case.Name, c.Err)
		}
		s, err := w.Open(ctx, Setup{Clock: c.Case.Clock, Docs: c.Case.Docs, Faults: c.Case.Faults})
		if err != nil {
			return fmt.Errorf("%s: set up: %w", c.Case.Name, err)
		}
		o, err := s.Answer(ctx, c.Case.Question, c.Case.Asker)
		if err = errors.Join(err, s.Close()); err != nil {
			return fmt.Errorf("%s: answer: %w", c.Case.Name, err)
		}
		each(c.Case.Name, o)
	}
	return nil
}

func one(ctx context.Context, w Workspace, c Case) (err error) {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("not run: %w", err)
	}
	s, err := w.Open(ctx, Setup{Clock: c.Clock, Docs: c.Docs, Faults: c.Faults})
	if err != nil {
		return fmt.Errorf("set up: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	o, err := s.Answer(ctx, c.Question, c.Asker)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	why := c.Want.compare(o)
	switch again, err := s.Replay(ctx, o.Trace); {
	case err != nil:
		why = append(why, "replay: "+err.Error())
	case again != o.Text:
		why = append(why, "replay: "+firstDifference(o.Text, again))
	}
	if len(why) > 0 {
		return errors.New(strings.Join(why, "; "))
	}
	return nil
}

func firstDifference(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "(end)", "(end)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("line %d was %q and is %q", i+1, x, y)
		}
	}
	return "the bytes differ"
}

// WriteJSON writes the report as one JSON object.
func (r Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
