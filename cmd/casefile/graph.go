package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile/config"
	evidence "github.com/casefile/casefile/graph"
)

func graphFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	fs.StringVar(&o.format, "format", "json", "json|mermaid|dot|html")
	fs.BoolVar(&o.shared, "shared", false, "")
	fs.StringVar(&o.file, "out", "", "FILE")
}

// drawGraph writes the evidence graph of a case, by its log or, in a workspace, by its id.
func drawGraph(ctx context.Context, inv *invocation) (int, error) {
	if !slices.Contains(evidence.Formats, inv.format) {
		return 0, usagef("flag-bad", "--format", inv.format, strings.Join(evidence.Formats, "|"))
	}
	file, err := inv.oneFile()
	if err != nil {
		return 0, err
	}
	if _, err := os.Stat(file); err != nil && filepath.Base(file) == file && filepath.Ext(file) == "" {
		w, err := inv.open(ctx)
		if err != nil {
			return 0, err
		}
		file = filepath.Join(w.State(), "cases", file+".jsonl")
		if err := w.Close(); err != nil {
			return 0, err
		}
	}
	rep, err := config.Replay(ctx, file)
	if err != nil {
		return 0, err
	}
	if rep.Difference != nil {
		inv.note("replay-differs", rep.Difference)
	}
	b, err := evidence.Of(rep.Outcome, evidence.Options{Shared: inv.shared}).Write(inv.format)
	if err != nil {
		return 0, err
	}
	if inv.file != "" {
		return exitOK, writeWhole(inv.file, b)
	}
	_, err = inv.out.Write(b)
	return exitOK, err
}
