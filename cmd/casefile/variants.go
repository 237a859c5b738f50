package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// A variant is a way in which a suite is run: a mode, settings of the workspace in place of its own, and a fault of a tool.
type variant struct {
	mode  casefile.Mode
	set   []config.Setting
	fault *eval.Fault
}

// name is "" for the workspace as it is.
func (v variant) name() string {
	var parts []string
	if v.mode != "" {
		parts = append(parts, "mode="+string(v.mode))
	}
	for _, s := range v.set {
		parts = append(parts, s.Key+"="+s.Value)
	}
	if f := v.fault; f != nil {
		parts = append(parts, "fault "+f.Tool+"="+string(f.Status))
	}
	return strings.Join(parts, " ")
}

// variants are all combinations of the modes and the values of each --set, each under every --fault.
func variants(o evalOptions) ([]variant, error) {
	out := []variant{{}}
	if o.modes != "" {
		out = nil
		for m := range strings.SplitSeq(o.modes, ",") {
			mode := casefile.Mode(strings.TrimSpace(m))
			if !slices.Contains([]casefile.Mode{casefile.Auto, casefile.Chain, casefile.Single, casefile.Agent, casefile.Research}, mode) {
				return nil, usagef("bad-mode", m)
			}
			out = append(out, variant{mode: mode})
		}
	}
	for _, s := range o.set {
		key, values, ok := strings.Cut(s, "=")
		if !ok || key == "" || values == "" {
			return nil, usagef("eval-set", s)
		}
		var next []variant
		for _, v := range out {
			for value := range strings.SplitSeq(values, ",") {
				next = append(next, variant{mode: v.mode, set: append(slices.Clone(v.set), config.Setting{Key: key, Value: value})})
			}
		}
		out = next
	}
	if len(o.faults) == 0 {
		return out, nil
	}
	var under []variant
	for _, text := range o.faults {
		f, err := eval.ParseFault(text)
		if err != nil {
			return nil, usagef("eval-fault", text)
		}
		for _, v := range out {
			v.fault = &f
			under = append(under, v)
		}
	}
	return under, nil
}

// runVariants runs the suite once for each variant, and puts the results into one report. Of several variants, each case's name
// says under which it was run.
func (inv *invocation) runVariants(ctx context.Context, s suite, all []variant, judge *eval.Judge) (eval.Report, error) {
	var reports []eval.Report
	for _, v := range all {
		r, err := inv.runVariant(ctx, s, v, judge, inv.form() == "")
		if err != nil {
			return eval.Report{}, err
		}
		if len(all) > 1 {
			for i := range r.Cases {
				r.Cases[i].Name += " [" + v.name() + "]"
			}
		}
		reports = append(reports, r)
	}
	out := eval.Join(reports[0].Name, reports)
	if len(all) == 1 && all[0].name() != "" {
		out.Name += " " + all[0].name()
	}
	return out, nil
}

func (inv *invocation) runVariant(ctx context.Context, s suite, v variant, judge *eval.Judge, aloud bool) (eval.Report, error) {
	dir := s.dir
	if len(v.set) > 0 {
		temp, err := os.MkdirTemp("", "casefile-set-*")
		if err != nil {
			return eval.Report{}, fmt.Errorf("evaluation: %w", err)
		}
		defer os.RemoveAll(temp)
		dir = filepath.Join(temp, filepath.Base(s.dir))
		if err := config.CopyWith(s.dir, dir, v.set); err != nil {
			return eval.Report{}, err
		}
	}
	b, err := newBench(ctx, dir)
	if err != nil {
		return eval.Report{}, err
	}
	b.mode = v.mode
	if err := inv.fits(b, s, v); err != nil {
		return eval.Report{}, errors.Join(err, b.Close())
	}
	opt := eval.Options{Jobs: inv.eval.jobs, Repeat: inv.eval.repeat, Judge: judge}
	if v.fault != nil {
		opt.Faults = []eval.Fault{*v.fault}
	}
	if aloud {
		opt.Seen = func(r eval.Result) { writeCase(inv, r) }
	}
	r := eval.Run(ctx, b, s.cases, opt)
	r.Name = b.name
	return r, b.Close()
}

// fits refuses what is not of the workspace: a baseline of another one, whose cases may have the same names, and a fault of a tool that it has not.
func (inv *invocation) fits(b *bench, s suite, v variant) error {
	switch {
	case s.base != nil && !s.base.Of(b.name):
		return usagef("eval-other-baseline", inv.eval.baseline, s.base.Name, b.name)
	case v.fault != nil && !slices.Contains(b.tools, v.fault.Tool):
		return usagef("eval-fault-tool", v.fault.Tool, strings.Join(b.tools, ", "))
	}
	return nil
}

// sweepSettings runs every combination of settings over the development half of a suite, and the best of them over the other half.
func sweepSettings(ctx context.Context, inv *invocation) (int, error) {
	if err := inv.evalUsage(); err != nil {
		return 0, err
	}
	s, err := inv.suite()
	if err != nil {
		return inv.nothingRun(err)
	}
	all, err := variants(inv.eval)
	if err != nil {
		return 0, err
	}
	if len(all) < 2 {
		return 0, usagef("eval-sweep")
	}
	dev, test := eval.Split(s.cases)
	if len(dev) == 0 || len(test) == 0 {
		return 0, usagef("eval-split", len(dev), len(test))
	}
	run := func(v variant, cases []eval.Loaded) (eval.Report, error) {
		return inv.runVariant(ctx, suite{dir: s.dir, cases: cases}, v, nil, false)
	}
	base, err := run(variant{}, dev)
	if err != nil {
		return inv.nothingRun(err)
	}
	sweep := eval.Sweep{Base: eval.Point{Name: say(inv.lang, "eval-as-is"), Dev: base}}
	for _, v := range all {
		r, err := run(v, dev)
		if err != nil {
			return inv.nothingRun(err)
		}
		sweep.Points = append(sweep.Points, eval.Point{Name: v.name(), Dev: r})
	}
	best := sweep.Best()
	baseTest, err := run(variant{}, test)
	if err == nil {
		sweep.Base.Test = &baseTest
		var r eval.Report
		r, err = run(all[best], test)
		sweep.Points[best].Test = &r
	}
	if err != nil {
		return inv.nothingRun(err)
	}
	return exitOK, sweep.Write(inv.out, inv.lang)
}
