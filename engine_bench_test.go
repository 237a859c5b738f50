package casefile_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/trace"
)

// six returns an engine whose plan is six steps, three of them side by side.
func six() *casefile.Engine {
	find := tool("find", func(a string) casefile.Result { return casefiletest.Passage(a, "text") })
	var steps []casefile.Step
	for i := range 3 {
		steps = append(steps, step(fmt.Sprint("a", i), "find"))
	}
	for i := range 3 {
		steps = append(steps, step(fmt.Sprint("b", i), "find", fmt.Sprint("a", i)))
	}
	return engine(casefiletest.Steps(steps...), find)
}

// BenchmarkOverhead is a case of six steps with instant stages: the engine alone.
func BenchmarkOverhead(b *testing.B) {
	e := six()
	b.Run("memory", func(b *testing.B) {
		before := runtime.NumGoroutine()
		b.ReportAllocs()
		for b.Loop() {
			if _, err := e.Answer(b.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: &trace.Memory{}}); err != nil {
				b.Fatal(err)
			}
		}
		b.StopTimer()
		for range 100 {
			if runtime.NumGoroutine() <= before {
				break
			}
			time.Sleep(time.Millisecond)
		}
		b.ReportMetric(float64(runtime.NumGoroutine()-before), "goroutines-left")
	})
	b.Run("disk", func(b *testing.B) {
		dir := b.TempDir()
		for b.Loop() {
			w, err := trace.Create(filepath.Join(dir, "c.jsonl"))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := e.Answer(b.Context(), casefile.Ask{Question: "is it so?", Asker: asker, Log: w}); err != nil {
				b.Fatal(err)
			}
			w.Close()
		}
	})
}
