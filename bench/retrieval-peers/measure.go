package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// cpu is the CPU time of this process so far, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// memory returns what is resident and what was at most, in MB.
func memory() (resident, peak float64) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		kb, _ := strconv.ParseFloat(f[1], 64)
		switch f[0] {
		case "VmRSS:":
			resident = kb / 1024
		case "VmHWM:":
			peak = kb / 1024
		}
	}
	return resident, peak
}

// clock times the reading of a corpus.
type clock struct {
	wall time.Time
	cpu  float64
}

// start gives back to the system what reading the corpus left behind, so that memory is the engine's.
func start() clock {
	runtime.GC()
	debug.FreeOSMemory()
	return clock{time.Now(), cpu()}
}

func (c clock) stop() (read, cpuTime float64) { return time.Since(c.wall).Seconds(), cpu() - c.cpu }

// ask times questions. found returns the number of the first passage for a question, -1 for none.
func ask(f *figures, qs []query, found func(q query) (int, error)) error {
	for _, q := range qs[:min(20, len(qs))] { // warm
		if _, err := found(q); err != nil {
			return err
		}
	}
	began := cpu()
	var took []float64
	right := 0
	for _, q := range qs {
		t := time.Now()
		i, err := found(q)
		if err != nil {
			return err
		}
		took = append(took, float64(time.Since(t).Microseconds())/1000)
		if i == q.Own {
			right++
		}
	}
	f.PerQuery = 1000 * (cpu() - began) / float64(len(qs))
	slices.Sort(took)
	f.P50, f.P95 = took[len(took)/2], took[len(took)*95/100]
	f.Top = float64(right) / float64(len(qs))
	runtime.GC()
	debug.FreeOSMemory()
	f.Resident, f.Peak = memory()
	return nil
}
