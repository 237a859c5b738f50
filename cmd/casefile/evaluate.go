package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

func evalFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	fs.StringVar(&o.cases, "cases", "", "PATH")
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.mutate, "mutate", false, "")
	fs.BoolVar(&o.misses, "misses", false, "")
}

// evaluate runs case files. Anything that keeps cases from being run is a failure, not a pass.
func evaluate(ctx context.Context, inv *invocation) (int, error) {
	if err := inv.noArguments(); err != nil {
		return 0, err
	}
	dir, err := config.Find(inv.dir)
	if err != nil {
		return 0, err
	}
	path := inv.cases
	if path == "" {
		path = filepath.Join(dir, "cases")
	}
	cases, err := eval.Load(path)
	if err != nil {
		return inv.nothingRun(err)
	}
	if inv.mutate {
		return mutateAnswers(ctx, inv, dir, cases)
	}
	bench, err := newBench(ctx, dir)
	if err != nil {
		return inv.nothingRun(err)
	}
	seen := func(r eval.Result) { writeCase(inv, r) }
	if inv.json {
		seen = nil
	}
	report := eval.Run(ctx, bench, cases, seen)
	err = bench.Close()
	if inv.json {
		err = errors.Join(err, report.WriteJSON(inv.out))
	} else {
		fmt.Fprintln(inv.out, say(inv.lang, "eval-end", report.Total, report.Passed, report.Failed))
	}
	if err != nil {
		return 0, err
	}
	if !report.OK() {
		return exitFindings, nil
	}
	return exitOK, nil
}

// nothingRun says why no case was run; with --json the object says it too.
func (inv *invocation) nothingRun(err error) (int, error) {
	if inv.json {
		r := eval.Report{Total: 0, Cases: []eval.Result{}}
		if werr := r.WriteJSON(inv.out); werr != nil {
			return 0, werr
		}
	}
	return 0, err
}

func writeCase(inv *invocation, r eval.Result) {
	var w io.Writer = inv.out
	if r.Pass {
		fmt.Fprintln(w, say(inv.lang, "eval-pass", r.Name))
		return
	}
	fmt.Fprintln(w, say(inv.lang, "eval-fail", r.Name, r.Why))
}
