package main

import (
	"context"
	"flag"
	"io"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

func askFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	asker(fs, o)
	fs.StringVar(&o.mode, "mode", "", "auto|chain|single|agent|research")
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.plan, "plan", false, "")
	fs.BoolVar(&o.stream, "stream", false, "")
	fs.BoolVar(&o.provisional, "provisional", false, "")
	fs.StringVar(&o.trace, "trace", "", "FILE")
	fs.StringVar(&o.resume, "resume", "", "FILE")
}

// asker are the flags that say who asks, and of which day.
func asker(fs *flag.FlagSet, o *options) {
	fs.StringVar(&o.as, "as", "", "TENANT/USER")
	fs.Var(list{&o.roles}, "role", "ROLE")
	fs.StringVar(&o.asOf, "as-of", "", "DATE")
}

// ask answers one question, or goes on with a case that was cut short.
func ask(ctx context.Context, inv *invocation) (int, error) {
	a, err := inv.readAsk()
	if err != nil {
		return 0, err
	}
	w, err := inv.open(ctx)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	if inv.resume == "" {
		if a.Asker, err = w.Asker(inv.as, inv.roles); err != nil {
			return 0, err
		}
	}
	if err := inv.ingest(ctx, w); err != nil {
		return 0, err
	}
	if inv.plan {
		return inv.showPlan(ctx, w, a)
	}
	if inv.stream {
		inv.watchCase(&a)
	}
	var out casefile.Outcome
	if inv.resume != "" {
		out, err = w.Resume(ctx, inv.resume)
	} else {
		out, err = w.Ask(ctx, a, inv.trace)
	}
	if err != nil && out.Answer.Status == "" {
		return 0, err
	}
	perr := error(nil)
	if inv.stream && inv.json {
		perr = inv.printLine(out)
	} else {
		perr = inv.print(w, out)
	}
	if perr != nil {
		return 0, perr
	}
	if err != nil {
		return 0, err
	}
	if out.Answer.Stop == casefile.StopCancelled {
		inv.note("cancelled", out.Where)
	}
	return out.Answer.Status.ExitCode(), nil
}

// readAsk reads the question and how it is to be answered, and refuses what cannot stand together.
func (inv *invocation) readAsk() (casefile.Ask, error) {
	a := casefile.Ask{Lang: casefile.Lang(inv.options.lang), Format: "text"}
	if inv.json {
		a.Format = "json"
	}
	if inv.resume != "" {
		if len(inv.args) > 0 || inv.as != "" || inv.asOf != "" || inv.mode != "" || inv.plan || inv.stream || len(inv.roles) > 0 || inv.trace != "" {
			return a, usagef("resume-alone")
		}
		return a, nil
	}
	switch {
	case inv.provisional && !inv.stream:
		return a, usagef("provisional-alone")
	case inv.stream && inv.plan:
		return a, usagef("stream-plan-alone")
	}
	switch mode := casefile.Mode(inv.mode); mode {
	case "", casefile.Auto, casefile.Chain, casefile.Single, casefile.Agent, casefile.Research:
		a.Mode = mode
	default:
		return a, usagef("bad-mode", inv.mode)
	}
	var err error
	if a.AsOf, err = inv.asOfDay(); err != nil {
		return a, err
	}
	if a.Question, err = inv.question(); err != nil {
		return a, err
	}
	if inv.as == "" {
		return a, usagef("no-asker")
	}
	return a, nil
}

func (inv *invocation) asOfDay() (casefile.Date, error) {
	if inv.asOf == "" {
		return casefile.Date{}, nil
	}
	d, err := casefile.ParseDate(inv.asOf)
	if err != nil {
		return d, usagef("bad-date", inv.asOf)
	}
	return d, nil
}

// question returns the one question of the command line, or what stands on standard input for "-".
func (inv *invocation) question() (string, error) {
	switch len(inv.args) {
	case 0:
		return "", usagef("no-question")
	case 1:
	default:
		return "", usagef("two-questions", len(inv.args))
	}
	if inv.args[0] != "-" {
		return inv.args[0], nil
	}
	b, err := io.ReadAll(io.LimitReader(inv.in, casefile.MaxQuestion+1))
	if err != nil {
		return "", usagef("stdin", err)
	}
	if len(b) > casefile.MaxQuestion {
		return "", usagef("too-long", casefile.MaxQuestion)
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r"), nil
}

func (inv *invocation) showPlan(ctx context.Context, w *config.Workspace, a casefile.Ask) (int, error) {
	a.Log = discard{}
	p, err := w.Engine().Plan(ctx, a)
	if err != nil {
		return 0, err
	}
	if inv.json {
		return exitOK, inv.printJSON(p)
	}
	return exitOK, writePlan(inv.out, p, inv.lang)
}

// discard takes events and keeps none: a plan that is only shown is no case.
type discard struct{}

func (discard) Record(context.Context, casefile.Event) error { return nil }
