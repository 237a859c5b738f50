package main

import (
	"path/filepath"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/trace"
)

// TestTheLoopsDoTheWork holds what is measured to what is said of it.
func TestTheLoopsDoTheWork(t *testing.T) {
	for name, c := range map[string]struct {
		e             *casefile.Engine
		calls, models int
	}{"six": {six(), 6, 0}, "four": {four(), turns, turns + 1}} {
		o, err := c.e.Answer(t.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}})
		if err != nil {
			t.Fatal(err)
		}
		if o.Usage.ToolCalls != c.calls || o.Usage.ModelCalls != c.models || len(o.Answer.Claims) != c.calls {
			t.Errorf("%s: %d calls, %d requests to the model, %d claims", name, o.Usage.ToolCalls, o.Usage.ModelCalls, len(o.Answer.Claims))
		}
		file := filepath.Join(t.TempDir(), "case.jsonl")
		if f, err := measure(2, func(int) (func() error, error) { return once(t.Context(), c.e, file) }); err != nil || f.Median <= 0 || f.Closed < f.Median || f.ClosedCPU < f.CPU {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
		log, err := trace.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, done := log.Answer(); !done {
			t.Errorf("%s: the log has no answer", name)
		}
	}
}

func TestBadPythonIsAnError(t *testing.T) {
	if _, err := run(t.Context(), 1, filepath.Join(t.TempDir(), "python")); err == nil {
		t.Error("a Python that is not there was run")
	}
}
