package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// evalOptions are the flags of eval alone.
type evalOptions struct {
	cases, baseline, save, runs string
	judge, labels, to, record   string
	jobs, repeat, most          int
	modes                       string
	set, faults                 []string
	slow                        time.Duration
	confidence                  float64
	down                        string
	mutate, misses              bool
}

func evalFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	e := &o.eval
	fs.StringVar(&e.cases, "cases", "", "PATH")
	fs.BoolVar(&o.json, "json", false, "")
	fs.StringVar(&o.report, "report", "", "text|json|markdown|junit|html")
	fs.StringVar(&e.baseline, "baseline", "", "FILE")
	fs.StringVar(&e.save, "save", "", "FILE")
	fs.StringVar(&e.runs, "runs", "", "DIR")
	fs.IntVar(&e.jobs, "jobs", runtime.NumCPU(), "N")
	fs.IntVar(&e.repeat, "repeat", 1, "K")
	fs.StringVar(&e.modes, "mode", "", "MODE[,MODE…]")
	fs.Var(list{&e.set}, "set", "KEY=VALUE[,VALUE…]")
	fs.Var(list{&e.faults}, "fault", "TOOL=STATUS")
	fs.StringVar(&e.judge, "judge", "", "FILE")
	fs.StringVar(&e.record, "record", "", "FILE")
	fs.StringVar(&e.labels, "labels", "", "FILE")
	fs.StringVar(&e.to, "to", "", "DIR")
	fs.DurationVar(&e.slow, "slow", 5*time.Second, "DURATION")
	fs.Float64Var(&e.confidence, "confidence", 0.5, "0…1")
	fs.StringVar(&e.down, "down", "", "FILE")
	fs.IntVar(&e.most, "most", 20, "N")
	fs.BoolVar(&e.mutate, "mutate", false, "")
	fs.BoolVar(&e.misses, "misses", false, "")
}

// evaluate runs case files, or does what its first word says with them. Anything that keeps cases from being run is a failure,
// not a pass.
func evaluate(ctx context.Context, inv *invocation) (int, error) {
	verb := ""
	if len(inv.args) > 0 {
		verb, inv.args = inv.args[0], inv.args[1:]
	}
	switch verb {
	case "":
		return evaluateCases(ctx, inv)
	case "label":
		return labelAnswers(ctx, inv)
	case "agree":
		return agreeWithPeople(ctx, inv)
	case "sweep":
		return sweepSettings(ctx, inv)
	case "sample":
		return sampleTraces(ctx, inv)
	}
	return 0, usagef("eval-verb", verb, "label, agree, sweep, sample")
}

// A suite is what eval runs: a workspace and its cases, and what they gave before, if that is known.
type suite struct {
	dir   string
	cases []eval.Loaded
	base  *eval.Baseline
}

func (inv *invocation) suite() (suite, error) {
	dir, err := config.Find(inv.dir)
	if err != nil {
		return suite{}, err
	}
	path := inv.eval.cases
	if path == "" {
		path = filepath.Join(dir, "cases")
	}
	cases, err := eval.Load(path)
	return suite{dir: dir, cases: cases}, err
}

func evaluateCases(ctx context.Context, inv *invocation) (int, error) {
	if err := inv.evalUsage(); err != nil {
		return 0, err
	}
	s, err := inv.suite()
	if err != nil {
		return inv.nothingRun(err)
	}
	if inv.eval.record != "" {
		return recordReplies(ctx, inv, s)
	}
	if inv.eval.mutate {
		return mutateAnswers(ctx, inv, s.dir, s.cases)
	}
	if inv.eval.baseline != "" { // before the work: a baseline that cannot be read is no reason to wait
		b, err := eval.ReadBaseline(inv.eval.baseline)
		if err != nil {
			return inv.nothingRun(err)
		}
		s.base = &b
	}
	page := eval.Page{Lang: inv.lang}
	if inv.eval.runs != "" {
		if page.Trend, err = eval.ReadRuns(inv.eval.runs); err != nil {
			return inv.nothingRun(err)
		}
	}
	all, err := variants(inv.eval)
	if err != nil {
		return 0, err
	}
	judge, err := inv.judgeModel(s.dir)
	if err != nil {
		return inv.nothingRun(err)
	}
	if page.Report, err = inv.runVariants(ctx, s, all, judge); err != nil {
		return inv.nothingRun(err)
	}
	if s.base != nil {
		c := page.Report.Compare(*s.base)
		page.Comparison = &c
	}
	if err := inv.writeReport(page); err != nil {
		return 0, err
	}
	return inv.verdict(page), nil
}

// verdict returns the exit code: of the gate where there is a baseline, or else of the cases.
func (inv *invocation) verdict(p eval.Page) int {
	ok := p.Report.OK()
	if p.Comparison != nil {
		ok = p.Report.Total > 0 && p.Comparison.OK()
	}
	if !ok {
		return exitFindings
	}
	return exitOK
}

func (inv *invocation) evalUsage() error {
	e := inv.eval
	switch {
	case len(inv.args) > 0:
		return usagef("no-arguments", inv.cmd.name, inv.args[0])
	case e.jobs < 1 || e.repeat < 1:
		return usagef("eval-counts")
	case inv.report != "" && !slices.Contains(eval.Formats, inv.report):
		return usagef("eval-report", inv.report, strings.Join(eval.Formats, ", "))
	}
	return nil
}

// form is the form of the report: --json is short for --report json.
func (inv *invocation) form() string {
	if inv.json {
		return "json"
	}
	return inv.report
}

// writeReport prints the report, and keeps what --save and --runs ask for.
func (inv *invocation) writeReport(p eval.Page) error {
	form := inv.form()
	if form == "" {
		fmt.Fprintln(inv.out, say(inv.lang, "eval-end", p.Report.Total, p.Report.Passed, p.Report.Failed))
		form = "text"
	}
	if err := p.Write(inv.out, form); err != nil {
		return err
	}
	if inv.eval.runs != "" {
		if err := eval.KeepRun(inv.eval.runs, p.Report); err != nil {
			return err
		}
	}
	if inv.eval.save == "" {
		return nil
	}
	f, err := os.Create(inv.eval.save)
	if err != nil {
		return fmt.Errorf("baseline: %w", err)
	}
	return errors.Join(p.Report.Baseline().Write(f), f.Close())
}

// nothingRun says why no case was run; with --json the object says it too.
func (inv *invocation) nothingRun(err error) (int, error) {
	if inv.form() == "json" {
		r := eval.Report{Kinds: []eval.Tally{}, Causes: []eval.Caused{}, Cases: []eval.Result{}}
		if werr := r.WriteJSON(inv.out); werr != nil {
			return 0, werr
		}
	}
	return 0, err
}

func writeCase(inv *invocation, r eval.Result) {
	if r.Pass {
		fmt.Fprintln(inv.out, say(inv.lang, "eval-pass", r.Name))
		return
	}
	fmt.Fprintln(inv.out, say(inv.lang, "eval-fail", r.Name, inWords(inv.lang, r.Why)))
}
