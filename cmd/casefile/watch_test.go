package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// ending ends a context at the first line that is written to it.
type ending struct {
	bytes.Buffer
	end func()
}

func (e *ending) Write(p []byte) (int, error) {
	defer e.end()
	return e.Buffer.Write(p)
}

func TestWatchEndsWhenInterrupted(t *testing.T) {
	dir := desk(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out bytes.Buffer
	errs := &ending{end: cancel} // the note that it watches comes after the first run
	code := run(ctx, []string{"ingest", "-w", dir, "--watch", "--lang", "en"}, terminal{in: strings.NewReader(""), out: &out, err: errs, getenv: func(string) string { return "" }})
	if code != 0 || !strings.Contains(errs.String(), "Ctrl-C") || !strings.Contains(out.String(), ".md: ok, ") {
		t.Errorf("exit %d\n%s\n%s", code, out.String(), errs.String())
	}
	if r := casefileCommand(t, "ingest", "-w", dir, "--watch", "--json"); r.code != 2 {
		t.Errorf("--watch with --json: %+v", r)
	}
}
