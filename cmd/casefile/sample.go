package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/trace"
)

// A sampled is a stored case that is worth a look.
type sampled struct {
	Case     string   `json:"case"`
	Reasons  []string `json:"reasons"`
	Question string   `json:"question"`
	Trace    string   `json:"trace"`
}

// sampleTraces lists the stored cases of a workspace that are worth a look, or makes case files of the traces it is given.
func sampleTraces(ctx context.Context, inv *invocation) (int, error) {
	if len(inv.args) > 0 {
		return inv.casesOfTraces(ctx)
	}
	dir, err := config.Find(inv.dir)
	if err != nil {
		return 0, err
	}
	state, err := config.StateOf(dir)
	if err != nil {
		return 0, err
	}
	s := eval.Sampling{Slow: inv.eval.slow, Confidence: inv.eval.confidence}
	if inv.eval.down != "" {
		data, err := os.ReadFile(inv.eval.down)
		if err != nil {
			return 0, fmt.Errorf("--down: %w", err)
		}
		s.Down = strings.Fields(string(data))
	}
	logs, err := filepath.Glob(filepath.Join(state, "cases", "*.jsonl"))
	if err != nil {
		return 0, err
	}
	slices.Sort(logs)
	slices.Reverse(logs) // ids begin with the day: newest first
	out := []sampled{}
	for _, file := range logs {
		log, err := trace.Read(file)
		if err != nil {
			inv.note("sample-unread", file, err)
			continue
		}
		if why := s.Reasons(log); len(why) > 0 && len(out) < inv.eval.most {
			out = append(out, sampled{log.Events[0].Case, why, log.Opening().Question, file})
		}
	}
	if inv.json {
		return exitOK, inv.printJSON(out)
	}
	for _, c := range out {
		var why []string
		for _, w := range c.Reasons {
			why = append(why, eval.Word(inv.lang, w))
		}
		fmt.Fprintln(inv.out, say(inv.lang, "sample-case", strings.Join(why, ", "), oneLine(c.Question), c.Trace))
	}
	fmt.Fprintln(inv.out, say(inv.lang, "sample-end", len(logs), len(out)))
	return exitOK, nil
}

// casesOfTraces writes a case file of each trace to --to, or of the one trace to standard output.
func (inv *invocation) casesOfTraces(ctx context.Context) (int, error) {
	if inv.eval.to == "" && len(inv.args) > 1 {
		return 0, usagef("sample-to")
	}
	for _, file := range inv.args {
		log, err := trace.Read(file)
		if err != nil {
			return 0, err
		}
		r, err := config.Replay(ctx, file)
		if err != nil {
			return 0, err
		}
		data, err := eval.FromTrace(log, r.Outcome.Case, say(inv.lang, "sample-note"))
		if err != nil {
			return 0, fmt.Errorf("%s: %w", file, err)
		}
		if inv.eval.to == "" {
			if _, err := inv.out.Write(data); err != nil {
				return 0, err
			}
			continue
		}
		if err := os.MkdirAll(inv.eval.to, 0o755); err != nil {
			return 0, err
		}
		to := filepath.Join(inv.eval.to, "case-"+log.Events[0].Case+".txtar")
		f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			return 0, usagef("sample-there", to)
		}
		if err != nil {
			return 0, err
		}
		_, err = f.Write(data)
		if err = errors.Join(err, f.Close()); err != nil {
			return 0, err
		}
		fmt.Fprintln(inv.out, say(inv.lang, "sample-made", to))
	}
	return exitOK, nil
}

// oneLine shows a question in one line, without what could move a terminal's cursor.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}
