// Command cost asks the questions of the example workspaces twice with one scripted model: with rules before the model, as a workspace does
// by default, and with everything by model, and compares the tokens by the engine's counter. Then it asks some with tools that take a fixed time, side by
// side and one after the other. It exits with 1 where a bar is missed.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/trace"
)

const (
	tokensBar = 1.0 / 3
	wallBar   = 0.67
)

var scenes = []string{"returns-desk", "supply-chain"}

func main() {
	examples := flag.String("examples", "examples", "the folder of the example workspaces")
	n := flag.Int("n", 0, "questions a workspace; 0 means all")
	waits := flag.Int("waits", 12, "questions a workspace with slow tools")
	latency := flag.Duration("latency", 200*time.Millisecond, "of a slow tool")
	flag.Parse()
	ok, err := run(context.Background(), *examples, *n, *waits, *latency)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// A spent is what questions cost.
type spent struct {
	questions, asked     int // asked: those for which the model was
	calls, input, output int
	stages               map[casefile.Stage]int // tokens
}

func (s spent) tokens() int { return s.input + s.output }

func run(ctx context.Context, examples string, n, waits int, latency time.Duration) (bool, error) {
	rules, all := map[eval.Kind]spent{}, map[eval.Kind]spent{}
	ok := true
	var parallel, serial time.Duration
	for _, name := range scenes {
		cases, err := eval.Plain(filepath.Join(examples, name, "cases"), n)
		if err != nil {
			return false, err
		}
		for _, s := range []struct {
			into  map[eval.Kind]spent
			mode  casefile.Mode
			write string
		}{{rules, casefile.Auto, "auto"}, {all, casefile.Agent, "model"}} {
			if err := ask(ctx, filepath.Join(examples, name), s.write, nil, func(w *config.Workspace) error { return count(ctx, w, cases, s.mode, s.into) }); err != nil {
				return false, fmt.Errorf("%s: %w", name, err)
			}
		}
		p, s, err := slow(ctx, filepath.Join(examples, name), cases, waits, latency)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		parallel, serial = parallel+p, serial+s
	}
	fmt.Println("| questions | | the model is asked for | requests | tokens | rules first, of all by model |")
	fmt.Println("|---|---|---|---|---|---|")
	var r, a spent
	for _, k := range eval.Kinds {
		if rules[k].questions == 0 {
			continue
		}
		row(k.String(), rules[k], all[k])
		r, a = sum(r, rules[k]), sum(a, all[k])
	}
	row("all", r, a)
	fmt.Println("\nTokens by stage:", stages(r), "with rules first;", stages(a), "with everything by model")
	share := float64(r.tokens()) / float64(max(a.tokens(), 1))
	wall := float64(parallel) / float64(max(serial, 1))
	fmt.Printf("\n| | figure | bar | |\n|---|---|---|---|\n| tokens, rules first, of all by model | %.3f | %.3f | %s |\n| wall clock, tools side by side, of one after the other (%s each) | %.2f | %.2f | %s |\n",
		share, tokensBar, holds(share <= tokensBar), latency, wall, wallBar, holds(wall <= wallBar))
	ok = a.tokens() > 0 && share <= tokensBar && serial > 0 && wall <= wallBar
	return ok, nil
}

func holds(ok bool) string {
	if ok {
		return "holds"
	}
	return "OVER"
}

func row(name string, rules, all spent) {
	for i, s := range []spent{rules, all} {
		share := ""
		if i == 0 {
			share = fmt.Sprintf("%.3f", float64(s.tokens())/float64(max(all.tokens(), 1)))
		}
		fmt.Printf("| %s | %s | %d of %d | %d | %d | %s |\n", name, []string{"rules first", "all by model"}[i], s.asked, s.questions, s.calls, s.tokens(), share)
	}
}

func stages(s spent) string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(s.stages)) {
		out = append(out, fmt.Sprintf("%s %d", k, s.stages[k]))
	}
	return strings.Join(out, ", ")
}

func sum(a, b spent) spent {
	out := spent{a.questions + b.questions, a.asked + b.asked, a.calls + b.calls, a.input + b.input, a.output + b.output, map[casefile.Stage]int{}}
	for _, m := range []map[casefile.Stage]int{a.stages, b.stages} {
		for k, n := range m {
			out.stages[k] += n
		}
	}
	return out
}

// An intercept is what stands between the engine and its tools.
type intercept = func(ctx context.Context, c casefile.Call, n int, call func(context.Context) (casefile.Result, error)) (casefile.Result, error)

// ask opens a copy of a workspace with the scripted model, and calls do with it.
func ask(ctx context.Context, from, write string, between intercept, do func(*config.Workspace) error) error {
	dir, err := os.MkdirTemp("", "casefile-cost-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(dir, ".casefile")); err != nil {
		return err
	}
	file := filepath.Join(dir, config.FileName)
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	// the server is never asked: the scripted model stands in its place
	block := "\nmodels:\n  default: {url: \"http://127.0.0.1:1/v1\", model: m, profile: llama.cpp}\nwrite: " + write + "\n"
	if err := os.WriteFile(file, append(b, block...), 0o600); err != nil {
		return err
	}
	w, err := config.Open(ctx, dir, config.Options{Intercept: between})
	if err != nil {
		return err
	}
	defer w.Close()
	if _, err := w.Ingest(ctx, nil); err != nil {
		return err
	}
	w.Engine().Model = scripted{}
	return do(w)
}

func answer(ctx context.Context, w *config.Workspace, c eval.Case, mode casefile.Mode, log casefile.Trace) (casefile.Outcome, error) {
	as := c.Asker.User
	if c.Asker.Tenant != "" {
		as = c.Asker.Tenant + "/" + as
	}
	id, err := w.Asker(as, c.Asker.Roles)
	if err != nil {
		return casefile.Outcome{}, err
	}
	o, err := w.Engine().Answer(ctx, casefile.Ask{Question: c.Question, Asker: id, Mode: mode, Lang: w.Language(), Log: log})
	if err != nil {
		return o, fmt.Errorf("%s: %w", c.Name, err)
	}
	return o, nil
}

// count adds what the cases cost to a spent of their kind.
func count(ctx context.Context, w *config.Workspace, cases []eval.Case, mode casefile.Mode, into map[eval.Kind]spent) error {
	for _, c := range cases {
		var log trace.Memory
		o, err := answer(ctx, w, c, mode, &log)
		if err != nil {
			return err
		}
		one := spent{questions: 1, calls: o.Usage.ModelCalls, input: o.Usage.InputTokens, output: o.Usage.OutputTokens, stages: map[casefile.Stage]int{}}
		if o.Usage.ModelCalls > 0 {
			one.asked = 1
		}
		for _, e := range log.Events() {
			if m := e.Model; m != nil && m.Response != nil && !m.Cached {
				one.stages[m.For] += m.Response.Input + m.Response.Output
			}
		}
		into[c.Kind] = sum(into[c.Kind], one)
	}
	return nil
}

// slow asks some cases whose tools take a while, side by side and, with a lock around them, one after the other.
func slow(ctx context.Context, from string, cases []eval.Case, n int, latency time.Duration) (parallel, serial time.Duration, err error) {
	var some []eval.Case
	for _, c := range cases {
		if c.Kind == eval.Combined && len(some) < n {
			some = append(some, c)
		}
	}
	for _, locked := range []bool{false, true} {
		var mu sync.Mutex
		wait := func(ctx context.Context, _ casefile.Call, _ int, call func(context.Context) (casefile.Result, error)) (casefile.Result, error) {
			if locked {
				mu.Lock()
				defer mu.Unlock()
			}
			t := time.NewTimer(latency)
			defer t.Stop()
			select {
			case <-t.C:
			case <-ctx.Done():
			}
			return call(ctx)
		}
		err := ask(ctx, from, "rules", wait, func(w *config.Workspace) error {
			for _, c := range some {
				begun := time.Now()
				if _, err := answer(ctx, w, c, casefile.Auto, &trace.Memory{}); err != nil {
					return err
				}
				if locked {
					serial += time.Since(begun)
				} else {
					parallel += time.Since(begun)
				}
			}
			return nil
		})
		if err != nil {
			return 0, 0, err
		}
	}
	return parallel, serial, nil
}
