package casefile

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode"
	"unicode/utf8"
)

// MaxQuestion is the longest question the engine takes, in bytes.
const MaxQuestion = 16 << 10

// An Engine answers questions by one loop: plan, route, call, judge, plan again for a
// named gap, generate, verify, generate again for findings. It is safe for concurrent use once built.
type Engine struct {
	Planner   Planner
	Router    Router
	Tools     []Tool
	Generator Generator
	Verifier  Verifier
	Model     Model // nil: the stages work by rules alone
	Judge     Judge // nil: a field is there when its pattern matches a passage, or a row has its column

	Price func(ModelRequest) Price // nil: models cost nothing

	Budget Budget           // of each case; the zero value means the defaults
	Zone   *time.Location   // nil means UTC
	Clock  func() time.Time // nil means time.Now; what "today" is
	Rules  json.RawMessage  // what the pure stages work by, written into each log so that it replays alone

	// Intercept, when set, stands between the engine and its tools. n counts the calls of
	// the tool in plan order, from 1. Case files inject faults here.
	Intercept func(ctx context.Context, c Call, n int, call func(context.Context) (Result, error)) (Result, error)
}

// An Ask is one question to an engine.
type Ask struct {
	ID       string // "" means a new one
	Question string
	Asker    Identity
	AsOf     Date  // the day whose versions count; zero means today
	Mode     Mode  // "" means Auto
	Lang     Lang  // "" means the question's
	Log      Trace // takes every event; a case that cannot be traced does not answer

	Format string // how the answer will be printed, for the log
	Where  string // where the log is, for the log

	// Past are the events of an earlier run of this very case: calls that ended are not made again.
	// With Replay, a call that has no recorded result is a fault.
	Past   []Event
	Replay bool

	PlanOnly bool        // stop when the first plan is made; no tool is called
	Progress func(Event) // sees every event after it is recorded; must not block
}

// An Outcome is an answer with the whole case it came from.
type Outcome struct {
	Answer    Answer
	Case      Case
	Checklist []Check
	Usage     Usage
	AsOf      Date
	Where     string
	Format    string
}

// ErrQuestion says that a question cannot be taken at all; errors about it wrap it.
var ErrQuestion = errors.New("the question cannot be taken")

// Plan makes the first plan of a case and calls no tool.
func (e *Engine) Plan(ctx context.Context, a Ask) (Plan, error) {
	a.PlanOnly = true
	o, err := e.Answer(ctx, a)
	return o.Case.Plan, err
}

// Answer runs one case to its end. Bad input gives an error that wraps ErrQuestion or ErrNoScope.
// A fault of ours gives an error and an Outcome with status failed. A cancelled ctx or a spent budget gives
// what is proved so far, with the stop reason, and no error.
func (e *Engine) Answer(ctx context.Context, a Ask) (Outcome, error) {
	r, err := e.open(a)
	if err != nil {
		return Outcome{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.budget.max.Time, errOutOfTime)
	defer cancel()
	if r.c.Model != nil {
		r.c.Model.(*modelRun).until = ctx
	}
	out, err := r.run(ctx)
	if err == nil || a.PlanOnly {
		return out, err
	}
	var unrecorded *recordError
	if errors.As(err, &unrecorded) {
		return Outcome{}, err
	}
	// ends with the last event all the same
	r.c.Draft = Answer{Lang: r.c.Lang, Status: Failed, Stop: StopFault}
	out, logErr := r.close(r.c.Draft, nil, err.Error())
	return out, errors.Join(err, logErr)
}

var errOutOfTime = errors.New("the wall clock of the budget ran out")

// A recordError is an event that could not be written.
type recordError struct{ err error }

func (e *recordError) Error() string { return "the case cannot be traced: " + e.err.Error() }
func (e *recordError) Unwrap() error { return e.err }

// A run is one case on its way. Its fields are the engine's alone: stages see copies of c.
type run struct {
	e      *Engine
	a      Ask
	c      Case
	tools  map[string]toolEntry
	budget *budget
	past   past
	begun  time.Time
	offset time.Time // the clock at the beginning, for event times

	seq    int
	judged int // judgements so far

	done    map[string]bool // steps that are finished
	bound   map[string]Date // as-of days that trusted records bound, by step
	tried   map[string]int  // gaps planned again
	history []action        // for repeated-action detection
	nth     map[string]int  // calls of each tool
	byKey   map[string]int  // evidence already known → index
	needs   needPatterns
	stop    StopReason
	limit   StopReason // the last limit met, whether or not it ended the case
	denied  bool       // a planned call was not made for it
	skipped []string   // steps that had their turn after the case was stopped
}

type toolEntry struct {
	tool Tool
	spec ToolSpec
}

// Err says why a cannot be asked at all, in an error that wraps ErrQuestion or ErrNoScope; nil when it can.
func (a Ask) Err() error {
	switch n := len(a.Question); {
	case !utf8.ValidString(a.Question):
		return fmt.Errorf("%w: it is not valid UTF-8; send it as UTF-8 text", ErrQuestion)
	case !hasContent(a.Question):
		return fmt.Errorf("%w: it is empty; ask something, for example in quotes", ErrQuestion)
	case n > MaxQuestion:
		return fmt.Errorf("%w: it has %d bytes, at most %d are read; put long texts into the library and ask about them", ErrQuestion, n, MaxQuestion)
	}
	_, err := NewScope(a.Asker, Date{1, 1, 1})
	return err
}

func (e *Engine) open(a Ask) (*run, error) {
	if err := a.Err(); err != nil {
		return nil, err
	}
	if a.Log == nil {
		return nil, &recordError{errors.New("no log was given")}
	}
	zone := e.Zone
	if zone == nil {
		zone = time.UTC
	}
	clock := e.Clock
	if clock == nil {
		clock = time.Now
	}
	p := indexPast(a.Past)
	now := clock().In(zone)
	if p.open != nil {
		now = p.open.Open.Now.In(zone)
	}
	asOf := a.AsOf
	if asOf.IsZero() {
		asOf = DateOf(now)
	}
	scope, err := NewScope(a.Asker, asOf)
	if err != nil {
		return nil, err
	}
	if a.Lang == "" {
		a.Lang = LangOf(a.Question)
	}
	if a.Mode == "" {
		a.Mode = Auto
	}
	id := cmp.Or(a.ID, NewID(now))
	if p.open != nil {
		id = p.open.Case
	}
	r := &run{
		e: e, a: a, past: p, begun: time.Now(), offset: now,
		tools:  make(map[string]toolEntry, len(e.Tools)),
		budget: newBudget(e.Budget),
		done:   map[string]bool{}, bound: map[string]Date{}, tried: map[string]int{},
		nth: map[string]int{}, byKey: map[string]int{},
		c: Case{ID: id, Question: a.Question, Lang: a.Lang, Mode: a.Mode, Now: now, Scope: scope, AsOfSet: !a.AsOf.IsZero()},
	}
	r.c.Tokens = NewLedger(r.budget.max.Tokens)
	if e.Model != nil || len(p.replies) > 0 || a.Replay { // of a replay, so that what the budget refused is refused again
		r.c.Model = &modelRun{r: r, model: e.Model, known: map[string]ModelResponse{}}
	}
	for _, t := range e.Tools {
		s := t.Spec()
		r.tools[s.Name] = toolEntry{t, s}
	}
	r.c.Evidence = []Evidence{{ID: "E1", Steps: []string{"question"}, Status: OK, Text: a.Question, Said: true}}
	r.byKey["question"] = 0
	return r, nil
}

// NewID returns a new case id: the clock's day and 12 random hexadecimal digits.
func NewID(now time.Time) string {
	var b [6]byte
	rand.Read(b[:])
	return now.Format("20060102") + "-" + hex.EncodeToString(b[:])
}

func (r *run) run(ctx context.Context) (Outcome, error) {
	c := &r.c
	open := Opening{
		Question: c.Question, Asker: c.Scope.Identity(), Now: c.Now, Zone: c.Now.Location().String(), AsOf: c.Scope.AsOf(), AsOfSet: c.AsOfSet,
		Lang: c.Lang, Mode: c.Mode, Budget: r.budget.max, Rules: r.e.Rules, Format: r.a.Format, Where: r.a.Where,
	}
	if err := r.record(Event{Stage: StageOpen, Open: &open}); err != nil {
		return Outcome{}, err
	}
	if err := r.plan(ctx); err != nil {
		return Outcome{}, err
	}
	if r.stop != "" {
		return r.close(Answer{Lang: c.Lang, Status: Refused, Stop: r.stop}, nil, "no plan was made")
	}
	if r.a.PlanOnly {
		return Outcome{Case: r.c}, nil
	}
	if rep := c.Plan.Reply; rep != nil {
		return r.close(Answer{Lang: c.Lang, Reply: rep.Text, Status: rep.Status, Stop: rep.Stop}, nil, c.Plan.Why)
	}
	if err := r.gather(ctx); err != nil {
		return Outcome{}, err
	}
	if r.stop == StopForbidden {
		return r.forbid()
	}
	return r.conclude(ctx)
}

// plan asks the planner for the first plan, or for steps that close the gaps in the case.
func (r *run) plan(ctx context.Context) error {
	c := &r.c
	c.Round++
	p, err := r.e.Planner.Plan(ctx, r.c)
	if errors.Is(err, ErrTokens) {
		r.stop = spent(err)
		return r.record(Event{Stage: StagePlan, Decision: stopped + string(r.stop), Why: err.Error()})
	}
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	if c.Round == 1 {
		c.Plan = p
	} else {
		c.Plan.Steps = append(c.Plan.Steps[:len(c.Plan.Steps):len(c.Plan.Steps)], p.Steps...)
	}
	if err := r.needs.add(p.Steps); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	if err := checkPlan(c.Plan.Steps); err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	return r.record(Event{Stage: StagePlan, Plan: &p, Why: p.Why})
}

// gather runs the steps in waves until nothing is missing, nothing is left to try, or a limit is met.
func (r *run) gather(ctx context.Context) error {
	idle := 0
	for {
		steps := r.ready()
		if len(steps) > 0 {
			before := len(r.c.Evidence)
			if err := r.wave(ctx, steps); err != nil {
				return err
			}
			if r.stop != "" {
				return r.judge(nil)
			}
			if idle++; len(r.c.Evidence) > before {
				idle = 0
			}
		}
		gaps := r.gaps(steps)
		if err := r.judge(gaps); err != nil {
			return err
		}
		if len(steps) == 0 && len(r.c.Gaps) == 0 {
			if r.stop == "" {
				r.stop = r.verdictOnEvidence()
			}
			return nil
		}
		if len(r.c.Gaps) == 0 {
			continue
		}
		switch {
		case r.c.Round >= r.budget.max.Rounds:
			r.stop = StopRounds
		case idle > r.budget.max.Idle:
			r.stop = StopNoGain
		}
		if r.stop != "" {
			return nil
		}
		for _, g := range r.c.Gaps {
			r.tried[g.Step+"\x00"+g.Field]++
		}
		if err := r.plan(ctx); err != nil || r.stop != "" {
			return err
		}
		r.c.Gaps = nil
	}
}

// verdictOnEvidence tells "everything needed is here" from "there is nothing left to try".
func (r *run) verdictOnEvidence() StopReason {
	switch {
	case len(r.gapsOf(r.c.Plan.Steps, true)) > 0:
		return cmp.Or(r.limit, StopNothingLeft)
	case r.denied:
		return r.limit
	}
	return StopEnough
}

// judge records what is still missing.
func (r *run) judge(gaps []Gap) error {
	r.judged++
	r.c.Gaps = gaps
	e := Event{Stage: StageJudge, Gaps: gaps, Decision: "enough so far"}
	switch {
	case r.stop != "":
		e.Decision = stopped + string(r.stop)
	case len(gaps) > 0:
		e.Decision = "not enough"
	}
	for _, ev := range r.c.Evidence {
		e.Evidence = append(e.Evidence, ev.ID)
	}
	return r.record(e)
}

// conclude drafts, verifies, searches once for what the verifier asks for, mends at most twice, drops what still fails, and closes the case.
func (r *run) conclude(live context.Context) (Outcome, error) {
	const mends = 2
	// what is proved is told even when the time is up or the caller left: without a model, these stages take milliseconds
	ctx := context.WithoutCancel(live)
	c := &r.c
	var verdict Verdict
	for i := 0; ; i++ {
		c.Mends = i
		draft, err := r.e.Generator.Generate(ctx, *c)
		if errors.Is(err, ErrTokens) {
			r.stop = spent(err)
			if i > 0 {
				break // the draft before stands, less what was found in it
			}
			return r.close(Answer{Lang: c.Lang, Status: Refused, Stop: r.stop}, nil, err.Error())
		}
		if err != nil {
			return Outcome{}, fmt.Errorf("generate: %w", err)
		}
		c.Draft = draft
		if err := r.record(Event{Stage: StageGenerate, Draft: &draft}); err != nil {
			return Outcome{}, err
		}
		verdict, err = r.e.Verifier.Verify(ctx, *c)
		if err != nil {
			return Outcome{}, fmt.Errorf("verify: %w", err)
		}
		if err := checkVerdict(verdict, len(draft.Claims)); err != nil {
			return Outcome{}, fmt.Errorf("verify: %w", err)
		}
		recorded := verdict // the next turn writes another one; a log in memory keeps this
		if err := r.record(Event{Stage: StageVerify, Verdict: &recorded}); err != nil {
			return Outcome{}, err
		}
		more, err := r.lookAgain(live, verdict.Gaps)
		if err != nil {
			return Outcome{}, err
		}
		if r.stop == StopForbidden {
			return r.forbid()
		}
		if more {
			c.Draft, c.Findings, c.Conflicts = Answer{}, nil, nil
			i = -1
			continue
		}
		c.Findings, c.Conflicts = verdict.Findings, verdict.Conflicts
		if len(verdict.Findings) == 0 || i == mends {
			break
		}
	}
	answer, kept := settle(*c, verdict)
	answer.Stop = r.stop
	if left := r.uncalled(); len(answer.Missing) == 0 && answer.Reply == "" && len(left) > 0 {
		answer.Missing = left
		if answer.Status == Answered {
			answer.Status = PartialAnswer
		}
	}
	if c.Plan.Action != "" {
		answer.Status, answer.Stop = NeedsApproval, StopNeedsApproval
	}
	return r.close(answer, kept, "")
}

func (r *run) forbid() (Outcome, error) {
	return r.close(Answer{Lang: r.c.Lang, Status: ForbiddenCase, Stop: StopForbidden}, nil, "a record is not this caller's, or not there")
}

// lookAgain has the planner search for what the verifier asks for, each thing once, within the same budget. It reports whether
// anything was looked for, so that the draft is to be written and judged again.
func (r *run) lookAgain(ctx context.Context, gaps []Gap) (bool, error) {
	var open []Gap
	for _, g := range gaps {
		if key := g.Step + "\x00" + g.Field; r.tried[key] == 0 {
			r.tried[key]++
			open = append(open, g)
		}
	}
	if len(open) == 0 || r.c.Round >= r.budget.max.Rounds || r.stop != StopEnough && r.stop != StopNothingLeft {
		return false, nil
	}
	enough, steps := r.stop, len(r.c.Plan.Steps)
	r.stop, r.c.Gaps = "", open
	if err := r.plan(ctx); err != nil {
		return false, err
	}
	r.c.Gaps = nil
	if r.stop != "" || len(r.c.Plan.Steps) == steps {
		r.stop = cmp.Or(r.stop, enough)
		return false, nil
	}
	return true, r.gather(ctx)
}

// spent says which budget of models an error is of.
func spent(err error) StopReason {
	if errors.Is(err, ErrMoney) {
		return StopMoney
	}
	return StopTokens
}

// close records the answer, the last event of a case.
func (r *run) close(a Answer, checks []Check, why string) (Outcome, error) {
	if a.Stop == "" {
		a.Stop = StopEnough
	}
	u := r.c.Tokens.Spent()
	u.ToolCalls, u.WallMS = r.budget.reached, time.Since(r.begun).Milliseconds()
	if m, ok := r.c.Model.(*modelRun); ok {
		u.Money = m.spent
	}
	if p := r.past.answer; p != nil && p.Usage != nil {
		u.WallMS = p.Usage.WallMS
	}
	if err := r.record(Event{Stage: StageAnswer, Answer: &a, Usage: &u, Why: why}); err != nil {
		return Outcome{}, err
	}
	return Outcome{Answer: a, Case: r.c, Checklist: checks, Usage: u, AsOf: r.c.Scope.AsOf(), Where: r.a.Where, Format: r.a.Format}, nil
}

// record writes one event.
func (r *run) record(e Event) error {
	r.seq++
	e.Case, e.Seq, e.Time = r.c.ID, r.seq, r.offset.Add(time.Since(r.begun))
	// the case is over when its caller leaves, but its last events are still written
	if err := r.a.Log.Record(context.Background(), e); err != nil {
		return &recordError{err}
	}
	if r.a.Progress != nil {
		r.a.Progress(e)
	}
	return nil
}

// LangOf returns the language of a question: Chinese when it has more Han characters than words of Latin letters.
func LangOf(s string) Lang {
	han, words, run := 0, 0, 0
	for _, c := range s + " " {
		switch {
		case unicode.Is(unicode.Han, c):
			han++
		case c < utf8.RuneSelf && unicode.IsLetter(c):
			run++
			continue
		}
		if run > 1 {
			words++
		}
		run = 0
	}
	if han > words {
		return Chinese
	}
	return English
}

func hasContent(s string) bool {
	for _, c := range s {
		if unicode.IsLetter(c) || unicode.IsNumber(c) {
			return true
		}
	}
	return false
}
