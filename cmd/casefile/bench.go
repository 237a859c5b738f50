package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// A bench is a workspace as case files are put to it: its documents are read once, and every case gets
// its own copy of the index, so that no cache, log or document of one case is seen by another.
type bench struct {
	dir   string
	name  string   // of the workspace
	tools []string // by their names
	temp  string   // removed by Close
	mode  casefile.Mode
	n     atomic.Int64
	past  config.Replayer

	stages config.Stages

	record casefile.Model // asked in place of recorded replies, which are then written anew; nil plays them
}

// newBench reads the documents of the workspace at dir into an index of its own; the workspace's own is not touched.
func newBench(ctx context.Context, dir string) (*bench, error) {
	root, err := config.Find(dir)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "casefile-eval-*")
	if err != nil {
		return nil, fmt.Errorf("evaluation: %w", err)
	}
	b := &bench{dir: root, temp: temp}
	w, err := config.Open(ctx, root, config.Options{State: b.base()})
	if err == nil {
		b.name = w.Name
		for _, t := range w.Engine().Tools {
			b.tools = append(b.tools, t.Spec().Name)
		}
		_, err = w.Ingest(ctx, nil)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func (b *bench) base() string { return filepath.Join(b.temp, "base") }

// Close removes everything the cases left.
func (b *bench) Close() error { return os.RemoveAll(b.temp) }

// Open gives a case its workspace.
func (b *bench) Open(ctx context.Context, s eval.Setup) (eval.Session, error) {
	home := filepath.Join(b.temp, fmt.Sprintf("case-%d", b.n.Add(1)))
	opt := config.Options{Clock: s.Clock, State: filepath.Join(home, "state"), Intercept: intercept(s.Faults), Stages: &b.stages}
	if err := config.CopyTree(b.base(), opt.State, nil); err != nil {
		return nil, err
	}
	out := &session{home: home, bench: b, mode: cmp.Or(b.mode, s.Mode)}
	switch {
	case len(s.Replies) == 0 && b.record == nil || out.mode != s.Mode:
	case b.record != nil:
		out.kept = &eval.Recorder{Of: b.record}
		opt.Model = out.kept
	default:
		out.played = eval.NewPlayer(s.Replies)
		opt.Model = out.played
	}
	if len(s.Docs) > 0 {
		opt.Docs = filepath.Join(home, "docs")
		if err := b.overlay(opt.Docs, s.Docs); err != nil {
			return nil, err
		}
	}
	w, err := config.Open(ctx, b.dir, opt)
	if err != nil {
		return nil, err
	}
	if _, err := w.Ingest(ctx, nil); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	out.w = w
	return out, nil
}

// overlay makes a copy of the workspace's files with documents laid over it.
func (b *bench) overlay(to string, docs map[string][]byte) error {
	hidden := func(rel string) bool { return strings.HasPrefix(filepath.Base(rel), ".") }
	if err := config.CopyTree(b.dir, to, hidden); err != nil {
		return err
	}
	for name, data := range docs {
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// A session is one case's workspace.
type session struct {
	w     *config.Workspace
	home  string
	bench *bench
	mode  casefile.Mode

	played *eval.Player   // recorded replies, where the case has them
	kept   *eval.Recorder // what is recorded anew
}

// Answer puts the question and traces it.
func (s *session) Answer(ctx context.Context, question string, who eval.Asker) (eval.Outcome, error) {
	as := who.User
	if who.Tenant != "" {
		as = who.Tenant + "/" + who.User
	}
	id, err := s.w.Asker(as, who.Roles)
	if err != nil {
		return eval.Outcome{}, err
	}
	if who.Roles != nil {
		id.Roles = who.Roles // an empty list is no role, not the workspace's
	}
	var events []casefile.Event
	a := casefile.Ask{Question: question, Asker: id, Format: "text", Mode: s.mode, Progress: func(e casefile.Event) { events = append(events, e) }}
	out, err := s.w.Ask(ctx, a, filepath.Join(s.home, "case.jsonl"))
	if err != nil && out.Answer.Status == "" {
		return eval.Outcome{}, err
	}
	text, err := config.Print(out)
	o := eval.Outcome{Answer: out.Answer, Case: out.Case, Text: string(text), Trace: out.Where, Events: events, Usage: out.Usage}
	if s.played != nil {
		o.Unplayed = s.played.Wrong()
	}
	return o, err
}

// Replay runs the case again from its log.
func (s *session) Replay(ctx context.Context, trace string) (string, error) {
	r, err := s.bench.past.Replay(ctx, trace)
	if err != nil {
		return "", err
	}
	if r.Difference != nil {
		return "", errors.New(r.Difference.String())
	}
	return string(r.Output), nil
}

// Close ends the case and removes what it left.
func (s *session) Close() error { return errors.Join(s.w.Close(), os.RemoveAll(s.home)) }

type caller = func(context.Context) (casefile.Result, error)

// intercept stands between the engine and its tools and makes the faults of a case.
func intercept(faults []eval.Fault) func(context.Context, casefile.Call, int, caller) (casefile.Result, error) {
	if len(faults) == 0 {
		return nil
	}
	return func(ctx context.Context, c casefile.Call, n int, call caller) (casefile.Result, error) {
		keep := -1
		for _, f := range faults {
			if f.Tool != c.Tool || f.Call != 0 && f.Call != n {
				continue
			}
			switch {
			case f.Status != "":
				return casefile.Result{Status: f.Status, Note: "a fault of the case file"}, nil
			case f.Keep != nil:
				keep = *f.Keep
			case !wait(ctx, time.Duration(f.DelayMS)*time.Millisecond):
				return casefile.Result{Status: casefile.Timeout, Note: "the time ran out"}, nil
			}
		}
		r, err := call(ctx)
		if err != nil || keep < 0 {
			return r, err
		}
		return cut(r, keep), nil
	}
}

func wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// cut leaves the first n hits or rows of a result and keeps its status: a loss that the engine cannot see.
func cut(r casefile.Result, n int) casefile.Result {
	var kept []casefile.Evidence
	hits := 0
	for _, e := range r.Evidence {
		switch {
		case e.Table != nil:
			t := *e.Table
			t.Rows = t.Rows[:min(n, len(t.Rows))]
			t.Total = len(t.Rows)
			e.Table = &t
		case hits == n:
			continue
		default:
			hits++
		}
		kept = append(kept, e)
	}
	r.Evidence = kept
	return r
}
