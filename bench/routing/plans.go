package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/plan"
	"github.com/casefile/casefile/playbook"
)

// askers are who asks in each scene.
var askers = map[string]string{"returns-desk": "u7", "supply-chain": "analyst"}

// A desk plans the questions of one workspace.
type desk struct {
	w     *config.Workspace
	asker casefile.Identity
	tools map[string]casefile.ToolSpec
}

// openDesks opens the workspaces that the questions are asked of, each with a state of its own.
func openDesks(ctx context.Context, examples string) (map[string]desk, func(), error) {
	state, err := os.MkdirTemp("", "routing")
	if err != nil {
		return nil, nil, err
	}
	out := map[string]desk{}
	closeAll := func() {
		for _, d := range out {
			d.w.Close()
		}
		os.RemoveAll(state)
	}
	for name, user := range askers {
		d := desk{tools: map[string]casefile.ToolSpec{}}
		if d.w, err = config.Open(ctx, filepath.Join(examples, name), config.Options{State: filepath.Join(state, name)}); err != nil {
			closeAll()
			return nil, nil, err
		}
		out[name] = d
		if d.asker, err = d.w.Asker(user, nil); err != nil {
			closeAll()
			return nil, nil, err
		}
		for _, t := range d.w.Engine().Tools {
			d.tools[t.Spec().Name] = t.Spec()
		}
		out[name] = d
	}
	return out, closeAll, nil
}

// take plans a question and reads off which way the plan takes.
func (d desk) take(ctx context.Context, q question) (taken, error) {
	p, err := d.w.Engine().Plan(ctx, casefile.Ask{Question: q.Question, Asker: d.asker, Log: discard{}})
	if err != nil {
		return taken{}, fmt.Errorf("%s: %w", q.ID, err)
	}
	t := taken{why: p.Why, by: "rule"}
	for _, n := range p.Needs {
		switch {
		case strings.Contains(n.Why, plan.LeftOpen):
			t.by = "open"
		case n.By == casefile.ByExamples && t.by == "rule":
			t.by = "examples"
		}
	}
	if c := d.w.Engine().Classifier; c != nil {
		mode, why := c.Classify(casefile.Case{Question: q.Question, Now: d.w.Now()})
		t.mode, t.modeWhy = string(mode), why
	}
	switch {
	case p.Action != "" || p.Reply != nil && p.Reply.Status == casefile.NeedsApproval:
		t.reply = "action"
	case p.Reply != nil && p.Reply.Status == casefile.NeedsInput:
		t.reply = "ask"
	case p.Reply != nil:
		t.reply = "none"
	}
	env := playbook.NewEnv(casefile.Case{Question: q.Question, Plan: p})
	for _, s := range p.Steps {
		spec, ok := d.tools[s.Tool]
		if !ok || s.Tool == "calculate" || slices.ContainsFunc(t.tools, func(c called) bool { return c.name == s.Tool && !c.maybe && !c.required }) {
			continue
		}
		truth, _ := env.Test(s.If)
		if truth == playbook.False {
			continue
		}
		t.tools = slices.DeleteFunc(t.tools, func(c called) bool { return c.name == s.Tool })
		t.tools = append(t.tools, called{
			name: s.Tool, search: spec.Search, required: strings.HasPrefix(s.Why, playbook.Required), maybe: truth == playbook.Unsettled,
		})
	}
	return t, nil
}

// discard takes events and keeps none: a plan that is only looked at is no case.
type discard struct{}

func (discard) Record(context.Context, casefile.Event) error { return nil }
