package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/ingest"
)

// ingestAll reads the documents of a workspace and says what became of every file.
func ingestAll(ctx context.Context, inv *invocation) (int, error) {
	if err := inv.noArguments(); err != nil {
		return 0, err
	}
	if !slices.Contains([]string{"", "text", "json", "html"}, inv.report) {
		return 0, usagef("no-report", inv.report)
	}
	if inv.watch && (inv.json || inv.report != "") {
		return 0, usagef("watch-alone")
	}
	w, err := inv.open(ctx)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	if inv.watch {
		return exitOK, inv.follow(ctx, w)
	}
	bar := progress{inv: inv, name: w.Name, now: inv.errTTY, begun: time.Now()}
	report, err := w.Ingest(ctx, bar.step)
	if err == nil {
		err = w.Reembed(ctx, func(done, total int) { bar.step(done, total, "") })
	}
	bar.end()
	if err != nil {
		return 0, err
	}
	code := exitOK
	if report.Count(ingest.Failed) > 0 || len(report.Problems) > 0 {
		code = exitFindings
	}
	switch {
	case inv.json || inv.report == "json":
		return code, inv.printJSON(report)
	case inv.report == "html":
		return code, inv.reportPage(report)
	case inv.report == "text":
		inv.reportText(report)
		return code, nil
	}
	for _, f := range report.Files {
		if f.Status != ingest.OK {
			fmt.Fprintln(inv.out, config.Plain(say(inv.lang, "ingest-file", f.Path, f.Status, f.Reason)))
		}
	}
	for _, p := range report.Problems {
		fmt.Fprintln(inv.out, config.Plain(p.String()))
	}
	fmt.Fprintln(inv.out, inv.ingestLine(report))
	return code, nil
}

// follow reads the documents and every change of them until it is interrupted, a line for each file that changed.
func (inv *invocation) follow(ctx context.Context, w *config.Workspace) error {
	first := true
	return w.Watch(ctx, func(r ingest.Report, err error) {
		if err != nil {
			inv.note("watch-failed", config.Plain(err.Error()))
			return
		}
		for _, f := range r.Files {
			if f.Changed {
				fmt.Fprintln(inv.out, config.Plain(say(inv.lang, "watch-file", f.Path, f.Status, f.Chunks, f.Reason)))
			}
		}
		for _, path := range r.Removed {
			fmt.Fprintln(inv.out, config.Plain(say(inv.lang, "watch-removed", path)))
		}
		for _, p := range r.Problems {
			fmt.Fprintln(inv.out, config.Plain(p.String()))
		}
		if first {
			fmt.Fprintln(inv.out, inv.ingestLine(r))
			inv.note("watching", w.Root)
		}
		first = false
	})
}

// ingestLine sums a report up.
func (inv *invocation) ingestLine(r ingest.Report) string {
	changed, unread := 0, 0
	for _, f := range r.Files {
		switch {
		case f.Status != ingest.OK && f.Status != ingest.Degraded:
			unread++
		case f.Changed:
			changed++
		}
	}
	return say(inv.lang, "ingested", len(r.Files), changed, len(r.Files)-changed-unread, len(r.Removed), unread)
}
