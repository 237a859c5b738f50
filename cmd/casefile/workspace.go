package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/trace"
)

// open opens the workspace of -w, or the one this folder lies in.
func (inv *invocation) open(ctx context.Context) (*config.Workspace, error) {
	w, err := config.Open(ctx, inv.dir, config.Options{})
	if err != nil {
		return nil, err
	}
	// where neither a flag nor the environment names a language, the workspace's is the best guess
	if l := w.Language(); l != "" && inv.options.lang == "" && !environmentHasLang(inv.getenv) {
		inv.lang = l
	}
	return w, nil
}

// ingest brings the index up to date before a question, and says so only when there is something to do.
func (inv *invocation) ingest(ctx context.Context, w *config.Workspace) error {
	index, _ := filepath.Glob(filepath.Join(w.State(), "index", "*")) // the pattern is sound
	bar := progress{inv: inv, name: w.Name, now: len(index) == 0, begun: time.Now()}
	report, err := w.Ingest(ctx, bar.step)
	bar.end()
	if n := amiss(report); n > 0 {
		inv.note("documents-amiss", n, w.Root)
	}
	return err
}

// amiss counts the files and folders of documents with which something is wrong: an answer that lacks them looks like
// one from a library without them.
func amiss(r ingest.Report) int {
	paths := map[string]bool{}
	for _, f := range r.Files {
		if f.Status != ingest.OK && f.Status != ingest.Degraded && f.Status != ingest.Duplicate {
			paths[f.Path] = true
		}
	}
	for _, p := range r.Problems {
		paths[p.File] = true
	}
	return len(paths)
}

// A progress is a bar on standard error: on a terminal it moves, elsewhere it is one line.
// Unless it is to be shown now, it waits until the work has taken a while: looking for changes is quick.
type progress struct {
	inv   *invocation
	name  string
	now   bool
	begun time.Time
	shown bool
	last  time.Time
}

func (p *progress) step(done, total int, path string) {
	if !p.now && !p.shown && time.Since(p.begun) < time.Second {
		return
	}
	if !p.inv.errTTY {
		if !p.shown {
			p.inv.note("ingesting", p.name)
		}
		p.shown = true
		return
	}
	if p.shown && done < total && time.Since(p.last) < 50*time.Millisecond {
		return
	}
	p.shown, p.last = true, time.Now()
	const width = 24
	full := width * done / max(total, 1)
	bar := "[" + strings.Repeat("#", full) + strings.Repeat("-", width-full) + "]"
	fmt.Fprint(p.inv.err, "\r\x1b[K"+say(p.inv.lang, "progress", bar, 100*done/max(total, 1), done, total, path))
}

// end takes the bar away.
func (p *progress) end() {
	if p.shown && p.inv.errTTY {
		fmt.Fprint(p.inv.err, "\r\x1b[K")
	}
}

func ingestFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	fs.BoolVar(&o.json, "json", false, "")
	fs.StringVar(&o.report, "report", "", "text|json|html")
	fs.BoolVar(&o.watch, "watch", false, "")
}

func checkFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	fs.BoolVar(&o.json, "json", false, "")
}

func (inv *invocation) noArguments() error {
	if len(inv.args) > 0 {
		return usagef("no-arguments", inv.cmd.name, inv.args[0])
	}
	return nil
}

// explain says what is wrong in words for the one who called, and returns the exit code.
func (inv *invocation) explain(err error) (string, int) {
	switch {
	case errors.Is(err, config.ErrNoWorkspace):
		where := say(inv.lang, "here-or-above")
		if inv.dir != "" {
			where = say(inv.lang, "in-folder", inv.dir)
		}
		return say(inv.lang, "no-workspace", where), exitUsage
	case errors.Is(err, config.ErrWorkspace), errors.Is(err, casefile.ErrQuestion), errors.Is(err, casefile.ErrNoScope), errors.Is(err, trace.ErrTaken), errors.Is(err, config.ErrOther):
		return inWords(inv.lang, err.Error()), exitUsage
	case errors.Is(err, context.Canceled):
		return say(inv.lang, "interrupted"), exitFault
	}
	return inWords(inv.lang, err.Error()), exitFault
}

// text returns an error in the language of the one who called.
func (inv *invocation) text(err error) string {
	var u usage
	if errors.As(err, &u) {
		return say(inv.lang, u.key, u.args...)
	}
	text, _ := inv.explain(err)
	return text
}
