package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/trace"
)

// Ask answers one question and writes its case log to file, or with "" to the workspace's own folder of case logs.
// a.Log and a.Where are set here.
func (w *Workspace) Ask(ctx context.Context, a casefile.Ask, file string) (casefile.Outcome, error) {
	if a.ID == "" {
		a.ID = casefile.NewID(w.Now())
	}
	if file == "" {
		file = filepath.Join(w.state, "cases", a.ID+".jsonl")
	}
	if a.Lang == "" {
		a.Lang = w.Language()
	}
	if err := a.Err(); err != nil { // no case, so no log takes the place of an older one
		return casefile.Outcome{}, err
	}
	log, err := trace.Create(file)
	if err != nil {
		return casefile.Outcome{}, err
	}
	a.Log, a.Where = log, file
	out, err := w.engine.Answer(ctx, a)
	if shut := log.Close(); shut != nil { // an answer whose log may be lost does not leave
		return casefile.Outcome{}, errors.Join(err, shut)
	}
	if err == nil {
		err = countSources(w.state, out)
	}
	return out, err
}

// ErrOther says that a case log was written in another workspace.
var ErrOther = errors.New("the case was asked in another workspace")

// Resume goes on with a case that was cut short: calls that ended are not made again. A case that has its answer gives it
// again, unless that was made because its caller left it: then the case goes on from there. It goes on by the rules it began with, so that
// it replays; its calls are those of today's workspace.
// A case of a workspace of another name gives ErrOther, and its log stays as it is.
func (w *Workspace) Resume(ctx context.Context, file string) (casefile.Outcome, error) {
	before, err := trace.Read(file)
	if err != nil {
		return casefile.Outcome{}, fmt.Errorf("resume: %w", err)
	}
	o := before.Opening()
	rules, engine, err := engineOf(o, o.Rules, w.engine.Tools)
	switch {
	case err != nil:
		return casefile.Outcome{}, fmt.Errorf("resume: %s: %w", file, err)
	case rules.Workspace != w.Name:
		return casefile.Outcome{}, fmt.Errorf("resume: %s: %w: name %s with -w, not %s", file, ErrOther, rules.Workspace, w.Name)
	}
	engine.Clock, engine.Intercept, engine.Model = w.engine.Clock, w.engine.Intercept, w.engine.Model
	if n := beforeCancel(before.Events); n < len(before.Events) {
		if err := trace.CutBack(file, n); err != nil {
			return casefile.Outcome{}, fmt.Errorf("resume: %w", err)
		}
	}
	log, events, err := trace.Continue(file)
	if err != nil {
		return casefile.Outcome{}, fmt.Errorf("resume: %w", err)
	}
	a := askOf(o)
	a.Log, a.Past = trace.NewRest(log, events), events
	out, err := engine.Answer(ctx, a)
	if shut := log.Close(); shut != nil {
		return casefile.Outcome{}, errors.Join(err, shut)
	}
	return out, err
}

// beforeCancel is how many events of a case come before its caller left it: what was cut off by that, and the answer that was made of the rest,
// are not what the case comes to. A case that nobody left has all of its events before.
func beforeCancel(events []casefile.Event) int {
	left := slices.IndexFunc(events, func(e casefile.Event) bool {
		return e.Stage == casefile.StageJudge && strings.HasSuffix(e.Decision, string(casefile.StopCancelled))
	})
	if left < 0 {
		return len(events)
	}
	first := left
	for i := left - 1; i > 0 && events[i].Stage == casefile.StageResult; i-- {
		if r := events[i].Result; r != nil && r.Status == casefile.Timeout {
			first = i
		}
	}
	return max(first, 1)
}

// engineOf makes the engine of a case: the rules given, and the zone and the budget it began with.
func engineOf(o casefile.Opening, raw json.RawMessage, tools []casefile.Tool) (Rules, *casefile.Engine, error) {
	var rules Rules
	if err := json.Unmarshal(raw, &rules); err != nil {
		return rules, nil, fmt.Errorf("the rules of the case cannot be read: %w", err)
	}
	if tools == nil {
		for _, s := range rules.Plan.Tools {
			tools = append(tools, recorded{s})
		}
	}
	engine, err := assemble(rules, tools)
	if err != nil {
		return rules, nil, err
	}
	zone, err := time.LoadLocation(o.Zone)
	if err != nil {
		return rules, nil, err
	}
	engine.Zone, engine.Budget, engine.Rules = zone, o.Budget, o.Rules
	return rules, engine, nil
}

// askOf returns the question a case began with.
func askOf(o casefile.Opening) casefile.Ask {
	a := casefile.Ask{Question: o.Question, Asker: o.Asker, Mode: o.Mode, Lang: o.Lang, Format: o.Format, Where: o.Where}
	if o.AsOfSet {
		a.AsOf = o.AsOf
	}
	return a
}

// A Replayed is a case that was run again from its log.
type Replayed struct {
	Outcome    casefile.Outcome
	Output     []byte            // what was printed, in the format it was printed in
	Difference *trace.Difference // nil when everything is as recorded
}

// Replay runs every pure stage of a case again over its recorded results, by the rules in its log. It reads the log and nothing else.
// A changed log gives an error that wraps trace.ErrChanged and names the line.
func Replay(ctx context.Context, file string) (Replayed, error) {
	return replay(ctx, file, nil)
}

// Replay does what the function Replay does, by the rules the workspace has now: the first outcome that they change is the difference.
func (w *Workspace) Replay(ctx context.Context, file string) (Replayed, error) {
	return replay(ctx, file, w.engine.Rules)
}

func replay(ctx context.Context, file string, now json.RawMessage) (Replayed, error) {
	log, err := finished(file)
	if err != nil {
		return Replayed{}, err
	}
	o := log.Opening()
	raw := o.Rules
	if now != nil {
		raw = now
	}
	_, engine, err := engineOf(o, raw, nil)
	if err != nil {
		return Replayed{}, fmt.Errorf("replay: %s: %w", file, err)
	}
	return replayed(ctx, log, engine)
}

// replayed runs a case again on an engine that has no tool.
func replayed(ctx context.Context, log trace.Log, engine *casefile.Engine) (Replayed, error) {
	o := log.Opening()
	var again trace.Memory
	a := askOf(o)
	a.Log, a.Past, a.Replay = &again, log.Events, true
	out, err := engine.Answer(ctx, a)
	r := Replayed{Outcome: out, Difference: trace.Compare(log, again.Events())}
	if err != nil && r.Difference == nil {
		return r, fmt.Errorf("replay: %w", err)
	}
	r.Output, err = Print(out)
	return r, err
}

// A Replayer replays many cases as the function Replay does. The stages that rules make are made once for cases of the same
// rules. The zero value is ready; it is safe for concurrent use.
type Replayer struct {
	mu   sync.Mutex
	made map[string]*casefile.Engine // by the rules, as the log has them
}

// Replay does what the function Replay does.
func (p *Replayer) Replay(ctx context.Context, file string) (Replayed, error) {
	log, err := finished(file)
	if err != nil {
		return Replayed{}, err
	}
	o := log.Opening()
	p.mu.Lock()
	base := p.made[string(o.Rules)]
	if base == nil {
		if _, base, err = engineOf(o, o.Rules, nil); err == nil {
			if p.made == nil {
				p.made = map[string]*casefile.Engine{}
			}
			p.made[string(o.Rules)] = base
		}
	}
	p.mu.Unlock()
	if err != nil {
		return Replayed{}, fmt.Errorf("replay: %s: %w", file, err)
	}
	engine := *base
	if engine.Zone, err = time.LoadLocation(o.Zone); err != nil {
		return Replayed{}, fmt.Errorf("replay: %s: %w", file, err)
	}
	engine.Budget = o.Budget
	return replayed(ctx, log, &engine)
}

// finished reads the log of a case that has its answer.
func finished(file string) (trace.Log, error) {
	log, err := trace.Read(file)
	if err != nil {
		return trace.Log{}, fmt.Errorf("replay: %w", err)
	}
	if _, done := log.Answer(); !done {
		return trace.Log{}, fmt.Errorf("replay: %s: the case was cut short; go on with casefile ask --resume %s", file, file)
	}
	return log, nil
}

// A recorded stands for a tool whose results are in the log.
type recorded struct{ spec casefile.ToolSpec }

func (r recorded) Spec() casefile.ToolSpec { return r.spec }

// Call is never reached: a replay takes results from the log or ends.
func (r recorded) Call(context.Context, casefile.Scope, json.RawMessage) (casefile.Result, error) {
	return casefile.Result{}, fmt.Errorf("%w: %s was called", casefile.ErrDiffers, r.spec.Name)
}
