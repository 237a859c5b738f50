package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

const deskQuestion = "订单 A123 的耳机已拆封，签收 10 天后有杂音，能退吗？"

// desk returns a copy of the returns-desk workspace.
func desk(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	hidden := func(rel string) bool { return filepath.Base(rel)[0] == '.' }
	if err := config.CopyTree("../../examples/returns-desk", dir, hidden); err != nil {
		tb.Fatal(err)
	}
	return dir
}

// BenchmarkAsk is one question in a running process over an ingested workspace.
func BenchmarkAsk(b *testing.B) {
	w, err := config.Open(b.Context(), desk(b), config.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Ingest(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	who, err := w.Asker("u7", nil)
	if err != nil {
		b.Fatal(err)
	}
	log := filepath.Join(b.TempDir(), "case.jsonl")
	before := cpu(b)
	for b.Loop() {
		out, err := w.Ask(b.Context(), casefile.Ask{Question: deskQuestion, Asker: who}, log)
		if err != nil || out.Answer.Status != casefile.Answered {
			b.Fatal(out.Answer.Status, err)
		}
	}
	b.ReportMetric((cpu(b)-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
}

// cpu returns the processor time this process has spent: on a busy machine it says more than the clock.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkColdCommand is the whole command, from exec to exit, on an ingested workspace, with its peak memory.
func BenchmarkColdCommand(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "casefile")
	build := exec.Command("go", "build", "-o", bin, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	dir := desk(b)
	ask := func() *exec.Cmd { return exec.Command(bin, "ask", "-w", dir, "--as", "u7", deskQuestion) }
	if out, err := ask().CombinedOutput(); err != nil { // reads the documents
		b.Fatalf("%v\n%s", err, out)
	}
	var peak int64
	var spent time.Duration
	for b.Loop() {
		cmd := ask()
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		spent += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, u.Maxrss)
		}
	}
	b.ReportMetric(spent.Seconds()*1000/float64(b.N), "cpu-ms/op")
	if runtime.GOOS == "linux" {
		b.ReportMetric(float64(peak)/1024, "MB-resident")
	}
}
