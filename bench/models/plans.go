package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/trace"
)

// planTally counts what came of what a model was asked in one mode.
type planTally struct {
	asked, replied, taken int
	tokens                int
	why                   map[string]int // of replies that were not taken, by what was wrong
}

// measurePlans has the real model plan English questions of both scenes in the mode agent, and name the route of those that rules leave
// open in the mode auto; a small model knows no Chinese. No tool is called. A plan is taken when the program holds it to be one, a route when
// it names a function.
func measurePlans(ctx context.Context, f flags, dir, url string) error {
	for _, name := range scenes {
		from := filepath.Join(f.examples, name)
		to, err := copyInto(dir, from, name, planBlock(url))
		if err == nil {
			err = shortPrompts(to)
		}
		if err != nil {
			return err
		}
		s, err := openScene(ctx, to, nil)
		if err != nil {
			return err
		}
		loaded, err := eval.Load(filepath.Join(from, "cases"))
		if err != nil {
			return err
		}
		loaded = slices.DeleteFunc(loaded, func(l eval.Loaded) bool {
			return l.Err != nil || len(l.Case.Docs) > 0 || l.Case.Mode != "" || casefile.LangOf(l.Case.Question) != casefile.English
		})
		begun := time.Now()
		plans, err := s.plans(ctx, f.n, loaded, casefile.Agent)
		if err != nil {
			return err
		}
		routes, err := s.plans(ctx, f.n, loaded, casefile.Auto)
		if err != nil {
			return err
		}
		fmt.Printf("%s, %s\n", name, time.Since(begun).Round(time.Second))
		plans.print("plans")
		routes.print("routes")
		s.w.Close()
	}
	return nil
}

func planBlock(url string) string {
	local := fmt.Sprintf(`{url: %q, model: local, profile: llama.cpp, context: 2500, tries: 3, timeout: 300s, idle: 120s, options: {temperature: 0, seed: 1, repeat_penalty: 1.1}}`, url)
	return fmt.Sprintf(`
budgets: {time: 600s}
models:
  plan: %s
  route: %s
few_shot: 0
`, local, local)
}

// plans asks so many of the questions for which a model is asked at all; 0 means every one.
func (s *scene) plans(ctx context.Context, n int, all []eval.Loaded, mode casefile.Mode) (planTally, error) {
	t := planTally{why: map[string]int{}}
	stage := map[casefile.Mode]casefile.Stage{casefile.Agent: casefile.StagePlan, casefile.Auto: casefile.StageRoute}[mode]
	every := 1
	if mode == casefile.Agent && n > 0 { // evenly; the questions that rules leave open are few
		every = max(1, len(all)/n)
	}
	for i, l := range all {
		if i%every != 0 || n > 0 && t.asked >= n {
			continue
		}
		as := l.Case.Asker.User
		if l.Case.Asker.Tenant != "" {
			as = l.Case.Asker.Tenant + "/" + as
		}
		id, err := s.w.Asker(as, l.Case.Asker.Roles)
		if err != nil {
			return t, err
		}
		var log trace.Memory
		p, err := s.w.Engine().Plan(ctx, casefile.Ask{Question: l.Case.Question, Asker: id, Mode: mode, Log: &log})
		if err != nil {
			return t, err
		}
		t.count(p, log.Events(), stage)
	}
	return t, nil
}

func (t *planTally) count(p casefile.Plan, events []casefile.Event, stage casefile.Stage) {
	asked, replied := false, false
	for _, e := range events {
		if e.Model == nil || e.Model.For != stage {
			continue
		}
		asked = true
		if e.Model.Response != nil {
			replied = true
			t.tokens += e.Model.Response.Input + e.Model.Response.Output
		}
	}
	if !asked {
		return
	}
	t.asked++
	if replied {
		t.replied++
	}
	const chose = "the model chose "
	_, said, _ := strings.Cut(p.Why, chose)
	switch {
	case stage == casefile.StagePlan && p.By == casefile.ByModel, said != "" && !strings.HasPrefix(said, "no"):
		t.taken++
	default:
		t.why[reasonOf(cmp.Or(said, p.Why))]++
	}
}

// reasonOf is the kind of a reason: what stands in it behind names and numbers is left out.
func reasonOf(why string) string {
	if _, after, ok := strings.Cut(why, casefile.ErrNoReply.Error()+": "); ok {
		why = after
	}
	return clip(digits.ReplaceAllString(strings.Join(strings.Fields(why), " "), "N"))
}

func (t *planTally) print(what string) {
	fmt.Printf("  %s: asked for %d, %d with a reply, %d taken (%.0f %%), %d tokens each\n", what, t.asked, t.replied, t.taken, 100*float64(t.taken)/float64(max(t.asked, 1)), t.tokens/max(t.asked, 1))
	for _, why := range slices.SortedFunc(maps.Keys(t.why), func(a, b string) int { return cmp.Or(t.why[b]-t.why[a], cmp.Compare(a, b)) }) {
		fmt.Printf("    %3d not taken: %s\n", t.why[why], why)
	}
}
