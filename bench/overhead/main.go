// Command overhead measures what an engine adds to its tools and its model: a case of six steps, and a model that calls a tool four times,
// each with the record of the case in memory and on disk, here and in LangGraph (-python names a Python with requirements.txt), one after the
// other in one run. Tools and model are functions that return at once. It prints medians of the wall clock and the mean CPU time of a run: until
// the answer is there, its log whole in the file, and until the log is closed, that is on the disk, which is what a user waits for. It exits with
// 1 where a bar is missed by CPU time until the log is closed: with a load above the processors the wall clock says little.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/trace"
)

// A figure is one loop: its median on the wall clock and its mean CPU time, in microseconds a run, until it answers and until all is closed.
type figure struct {
	Median    float64 `json:"median_us"`
	CPU       float64 `json:"cpu_us"`
	Closed    float64 `json:"-"`
	ClosedCPU float64 `json:"-"`
}

// rows are the loops, with the bars of the issue.
var rows = []struct {
	key, what string
	bar       float64 // microseconds
}{
	{"six", "6 steps, nothing kept", 130},
	{"six, log", "6 steps, record on disk", 350},
	{"four", "model and tool in turn, 4 calls, nothing kept", 1000},
	{"four, log", "the same, record on disk", 1500},
}

const ratioBar = 15

func main() {
	n := flag.Int("n", 2000, "runs of a loop here; a tenth of it in Python")
	python := flag.String("python", "", "a Python with bench/overhead/requirements.txt; without it LangGraph is left out")
	flag.Parse()
	ok, err := run(context.Background(), *n, *python)
	if err != nil {
		fmt.Fprintln(os.Stderr, "overhead:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, python string) (bool, error) {
	dir, err := os.MkdirTemp("", "casefile-overhead-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	mine := map[string]figure{}
	for name, e := range map[string]*casefile.Engine{"six": six(), "four": four()} {
		for _, kept := range []bool{false, true} {
			key, folder := name, ""
			if kept {
				key += ", log"
				folder = filepath.Join(dir, name)
			}
			if mine[key], err = measure(n, func(i int) (func() error, error) { return once(ctx, e, logFile(folder, i)) }); err != nil {
				return false, fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	bare, err := disk(filepath.Join(dir, "six"), n)
	if err != nil {
		return false, err
	}
	theirs := map[string]figure{}
	if python != "" {
		cmd := exec.CommandContext(ctx, python, filepath.Join("bench", "overhead", "langgraph_loop.py"), fmt.Sprint(max(n/10, 10)))
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return false, fmt.Errorf("langgraph_loop.py, run from the top of the repository: %w", err)
		}
		if err := json.Unmarshal(out, &theirs); err != nil {
			return false, fmt.Errorf("langgraph_loop.py printed %.100q: %w", out, err)
		}
	}
	load, _ := os.ReadFile("/proc/loadavg")
	fmt.Printf("%d processors, load %s\n\n", runtime.NumCPU(), strings.Join(strings.Fields(string(load))[:min(1, len(strings.Fields(string(load))))], ""))
	fmt.Println("| a run of | answered, median | CPU | closed, median | CPU | bar on closed | | LangGraph, median | CPU | ratio to closed, clock | CPU |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|")
	ok := true
	for _, r := range rows {
		m, t := mine[r.key], theirs[r.key]
		holds := m.ClosedCPU <= r.bar
		ok = ok && holds && (python == "" || t.CPU/m.ClosedCPU >= ratioBar)
		fmt.Printf("| %s | %.0f µs | %.0f µs | %.0f µs | %.0f µs | %.0f µs | %s | %.0f µs | %.0f µs | %.0f | %.0f |\n", r.what, m.Median, m.CPU, m.Closed, m.ClosedCPU,
			r.bar, map[bool]string{true: "holds", false: "OVER"}[holds], t.Median, t.CPU, t.Median/m.Closed, t.CPU/m.ClosedCPU)
	}
	fmt.Printf("\nA new file and the bytes of a log of six steps in one write: median %.0f µs, CPU %.0f µs; with its sync %.0f and %.0f µs.\n", bare.Median, bare.CPU, bare.Closed, bare.ClosedCPU)
	return ok, nil
}

// measure makes n runs after a tenth of them to warm up; each is told its number, and gives what closes it.
func measure(n int, run func(i int) (closing func() error, err error)) (figure, error) {
	warm := max(n/10, 3)
	var answered, closed []time.Duration
	var answering, all time.Duration // CPU
	for i := range warm + n {
		if i == warm {
			runtime.GC()
			answered, closed, answering, all = nil, nil, 0, 0
		}
		before, begun := cpu(), time.Now()
		closing, err := run(i)
		if err != nil {
			return figure{}, err
		}
		wall := time.Since(begun)
		spent := cpu() - before
		if err := closing(); err != nil {
			return figure{}, err
		}
		answered, closed = append(answered, wall), append(closed, time.Since(begun))
		answering, all = answering+spent, all+cpu()-before
	}
	slices.Sort(answered)
	slices.Sort(closed)
	us := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e3 }
	return figure{us(answered[n/2]), us(answering) / float64(n), us(closed[n/2]), us(all) / float64(n)}, nil
}

// logFile names the log of a run, each its own as cases have them; nothing without a folder.
func logFile(folder string, i int) string {
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, fmt.Sprintf("%d.jsonl", i))
}

// disk measures what no log goes without: a new file, the bytes of one in a single write, and then the sync.
func disk(folder string, n int) (figure, error) {
	body, err := os.ReadFile(logFile(folder, 0))
	if err != nil {
		return figure{}, err
	}
	return measure(n, func(i int) (func() error, error) {
		f, err := os.Create(filepath.Join(folder, fmt.Sprint("bare", i)))
		if err != nil {
			return nil, err
		}
		_, err = f.Write(body)
		return func() error { return errors.Join(f.Sync(), f.Close()) }, err
	})
}

// once asks one question, and gives what closes its log.
func once(ctx context.Context, e *casefile.Engine, file string) (closing func() error, err error) {
	ask := casefile.Ask{Question: "is it so?", Asker: asker}
	if file == "" {
		ask.Log = &trace.Memory{}
		_, err := e.Answer(ctx, ask)
		return func() error { return nil }, err
	}
	w, err := trace.Create(file)
	if err != nil {
		return nil, err
	}
	ask.Log = w
	if _, err := e.Answer(ctx, ask); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w.Close, nil
}

// cpu is the time this process has had of all processors.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
