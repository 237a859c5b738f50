package eval

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
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

	Mode    casefile.Mode // "" is how the workspace is asked
	Replies []Reply       // of a model, where the case has them
}

// Setup returns how the case wants its workspace.
func (c Case) Setup() Setup {
	return Setup{Clock: c.Clock, Docs: c.Docs, Faults: c.Faults, Mode: c.Mode, Replies: c.Replies}
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
	Events []casefile.Event
	Usage  casefile.Usage

	Unplayed []string // where the requests to a model were others than those whose replies are recorded

	numbers []numbered // of the claims, once they are read; nil: not yet
}

// Options say how cases are run. The zero value runs each once, one after another.
type Options struct {
	Jobs   int          // cases at once; 0 means 1
	Repeat int          // how often each is run; 0 means 1
	Faults []Fault      // made in every case, beside its own; see under for what it then has to hold
	Judge  *Judge       // a model that judges the answers that cases give a reference for; nil: none
	Seen   func(Result) // called after each case, in the order of the cases
}

// Run puts every case to the workspace. A case that could not be read, set up, answered, replayed or judged fails, and so do
// those that are left when ctx is cancelled. Results stand in the order of the cases, whatever ended first.
func Run(ctx context.Context, w Workspace, cases []Loaded, opt Options) Report {
	results := make([]chan Result, len(cases))
	for i := range results {
		results[i] = make(chan Result, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(opt.Jobs, 1) {
		workers.Go(func() {
			for i := range next {
				results[i] <- runCase(ctx, w, cases[i], opt)
			}
		})
	}
	go func() {
		for i := range cases {
			next <- i
		}
		close(next)
	}()
	r := Report{Format: reportFormat, Cases: make([]Result, 0, len(cases))}
	for i := range cases {
		res := <-results[i]
		r.Cases = append(r.Cases, res)
		if opt.Seen != nil {
			opt.Seen(res)
		}
	}
	workers.Wait()
	r.tally()
	return r
}

// Answers puts the question of every case to the workspace and hands on what came of it. It fails on the first case
// that cannot be read, set up or answered.
func Answers(ctx context.Context, w Workspace, cases []Loaded, each func(name string, o Outcome)) error {
	for _, c := range cases {
		if c.Err != nil {
			return fmt.Errorf("%s: %w", c.Case.Name, c.Err)
		}
		s, err := w.Open(ctx, c.Case.Setup())
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

// runCase runs one case as often as it is to be run.
func runCase(ctx context.Context, w Workspace, l Loaded, opt Options) Result {
	res := Result{Name: l.Case.Name, Kind: l.Case.Kind, About: l.Case.About}
	if l.Err != nil {
		res.Why, res.Diagnosis = l.Err.Error(), &Diagnosis{Cause: NotRun}
		return res
	}
	var why []string
	for range max(opt.Repeat, 1) {
		t := one(ctx, w, l.Case, opt)
		res.Tries++
		res.Measures.add(t.measures)
		res.Judged = append(res.Judged, t.judged...)
		res.engine += t.engine
		res.total += t.total
		if len(t.why) == 0 {
			res.Passes++
			continue
		}
		if why == nil {
			why, res.Diagnosis = t.why, t.diagnosis
		}
	}
	res.Pass = res.Passes == res.Tries
	res.Why = strings.Join(why, "; ")
	return res
}

// under keeps what a case has to hold under a fault that was not its own: what it forbids; and, where it is answered all the
// same, the answer it wants. How often which tool was called, and how the case ended, is the fault's.
func under(checks []checked, o Outcome) []checked {
	forbidding := []string{"says_not", "cites_not", "secrets", "number", "stale", "leak"}
	wanting := []string{"says", "values", "cites"}
	return slices.DeleteFunc(checks, func(c checked) bool {
		return !slices.Contains(forbidding, c.what) && !(o.Answer.Status == casefile.Answered && slices.Contains(wanting, c.what))
	})
}

// A tried is one run of a case.
type tried struct {
	why           []string
	measures      Measures
	diagnosis     *Diagnosis
	judged        []Judgement
	engine, total time.Duration // what the workspace took, and all
}

func one(ctx context.Context, w Workspace, c Case, opt Options) (t tried) {
	begun := time.Now()
	defer func() { t.total = time.Since(begun) }()
	fail := func(format string, args ...any) {
		t.why = append(t.why, fmt.Sprintf(format, args...))
		if t.diagnosis == nil {
			t.diagnosis = &Diagnosis{Cause: NotRun}
		}
	}
	engine := func(f func()) {
		at := time.Now()
		f()
		t.engine += time.Since(at)
	}
	if err := ctx.Err(); err != nil {
		fail("not run: %v", err)
		return t
	}
	setup := c.Setup()
	setup.Faults = append(slices.Clone(setup.Faults), opt.Faults...)
	var s Session
	var err error
	engine(func() { s, err = w.Open(ctx, setup) })
	if err != nil {
		fail("set up: %v", err)
		return t
	}
	defer func() {
		engine(func() { err = s.Close() })
		if err != nil {
			fail("close: %v", err)
		}
	}()
	var o Outcome
	engine(func() { o, err = s.Answer(ctx, c.Question, c.Asker) })
	if err != nil {
		fail("answer: %v", err)
		return t
	}
	var again string
	var replayed error
	engine(func() { again, replayed = s.Replay(ctx, o.Trace) })

	o.numbers = c.Want.numbers(o)
	checks := append(c.Want.checks(o), c.Want.always(o)...)
	if len(opt.Faults) > 0 {
		checks = under(checks, o)
	}
	t.measures = c.Want.measure(o, checks)
	var failed []checked
	for _, k := range checks {
		if !k.ok {
			failed = append(failed, k)
			t.why = append(t.why, k.why)
		}
	}
	for _, why := range o.Unplayed {
		t.why = append(t.why, "model: "+why)
	}
	switch {
	case replayed != nil:
		t.why = append(t.why, "replay: "+replayed.Error())
	case again != o.Text:
		t.why = append(t.why, "replay: "+firstDifference(o.Text, again))
	}
	t.measures.Process.Replay.count(replayed == nil && again == o.Text)
	if len(t.why) > 0 {
		d := diagnose(o, c.Want, failed)
		t.diagnosis = &d
	}
	if opt.Judge != nil && c.Reference != "" && len(t.why) == 0 {
		j := opt.Judge.ask(ctx, c, o)
		t.judged = append(t.judged, j)
		if !j.Pass {
			t.why = append(t.why, "judge: "+j.Reason)
			t.diagnosis = &Diagnosis{Cause: ReadWrong}
			if j.Failed {
				t.diagnosis.Cause = NotRun
			}
		}
	}
	return t
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
