package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/trace"
)

// A kill leaves a log that ends with a whole line, or with a torn one. At every one of these points
// a resumed case gives the same answer, and no call that ended is made a second time.
func TestResumeAtEveryEvent(t *testing.T) {
	scenes := []struct{ dir, as, question string }{
		{"../../examples/returns-desk", "u7", deskQuestion},
		{"../../examples/supply-chain", "analyst", "上个月华东区退货最多的三个SKU，对照供应商A的质量标准，评估这几个SKU的包装风险是否超标。"},
	}
	for _, s := range scenes {
		t.Run(filepath.Base(s.dir), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := config.CopyTree(s.dir, dir, func(rel string) bool { return filepath.Base(rel)[0] == '.' }); err != nil {
				t.Fatal(err)
			}
			log := filepath.Join(t.TempDir(), "case.jsonl")
			whole := casefileCommand(t, "ask", "-w", dir, "--as", s.as, "--trace", log, s.question)
			if whole.out == "" {
				t.Fatalf("%+v", whole)
			}
			data, err := os.ReadFile(log)
			if err != nil {
				t.Fatal(err)
			}
			w, err := config.Open(t.Context(), dir, config.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			lines := bytes.SplitAfter(data, []byte("\n"))
			if r := casefileCommand(t, "ask", "-w", dir, "--resume", cutAfter(t, lines, len(lines)/2)); r.code != whole.code || r.out != whole.out {
				t.Errorf("resumed by the command: exit %d, want %d\n%s%s", r.code, whole.code, r.out, r.err)
			}
			for n := 1; n < len(lines); n++ {
				head := bytes.Join(lines[:n], nil)
				torn := append(bytes.Clone(head), lines[n][:len(lines[n])/2]...)
				for name, cut := range map[string][]byte{"whole": head, "torn": torn} {
					file := filepath.Join(t.TempDir(), "cut.jsonl")
					if err := os.WriteFile(file, cut, 0o600); err != nil {
						t.Fatal(err)
					}
					out, err := w.Resume(t.Context(), file)
					if err != nil {
						t.Fatalf("cut after line %d (%s): %v", n, name, err)
					}
					if text := config.Text(out) + "\n"; text != whole.out {
						t.Fatalf("cut after line %d (%s):\n%s\nwant\n%s", n, name, text, whole.out)
					}
					ends := results(t, file)
					for key, times := range ends {
						if times > 1 {
							t.Errorf("cut after line %d (%s): the call %s ended %d times", n, name, key, times)
						}
					}
				}
			}
		})
	}
}

// cutAfter writes the first n lines of a log to a file of its own.
func cutAfter(t *testing.T, lines [][]byte, n int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cut.jsonl")
	if err := os.WriteFile(file, bytes.Join(lines[:n], nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// results counts how often each call of a case ended.
func results(t *testing.T, file string) map[string]int {
	t.Helper()
	log, err := trace.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	ends := map[string]int{}
	for _, e := range log.Events {
		if e.Stage == casefile.StageResult {
			ends[e.Call.Step+" "+e.Call.Key+" "+e.Call.Tool+" "+string(e.Call.Args)+string(rune('0'+e.Call.N))]++
		}
	}
	if len(ends) == 0 {
		t.Fatal("no call ended")
	}
	return ends
}
