package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/casefile/casefile"
)

func sample() []casefile.Event {
	big := casefile.Result{Status: casefile.OK, Evidence: []casefile.Evidence{{Text: strings.Repeat("退货 <b>&amp; 57 件。", 200)}}}
	at := time.Date(2026, 9, 20, 10, 0, 0, 0, time.FixedZone("", 8*3600))
	call := func(n int) *casefile.Call {
		return &casefile.Call{Step: "s", N: n, Tool: "find", Args: json.RawMessage(`{"q":"<x> & 'y'"}`)}
	}
	return []casefile.Event{
		{Case: "c", Seq: 1, Time: at, Stage: casefile.StageOpen, Open: &casefile.Opening{Question: "问？", Asker: casefile.Identity{Tenant: "shop", User: "u7"}, Now: at, Rules: json.RawMessage(`{"a":[1,2.50]}`)}},
		{Case: "c", Seq: 2, Time: at, Stage: casefile.StageCall, Call: call(0)},
		{Case: "c", Seq: 3, Time: at, Stage: casefile.StageResult, Call: call(0), Result: &big},
		{Case: "c", Seq: 4, Time: at, Stage: casefile.StageResult, Call: call(1), Result: &big},
		{Case: "c", Seq: 5, Time: at, Stage: casefile.StageResult, Call: call(2), Result: &casefile.Result{Status: casefile.OK, Evidence: []casefile.Evidence{{Table: &casefile.Table{
			Columns: []casefile.Column{{Name: "n", Type: "decimal"}}, Rows: []casefile.Row{{{Text: "12345678901234567890.10", Type: casefile.Number}}, {{}}}}}}}},
		{Case: "c", Seq: 6, Time: at, Stage: casefile.StageCall, Call: call(3), AsOf: casefile.Date{Year: 2026, Month: 9, Day: 10}},
		{Case: "c", Seq: 7, Time: at, Stage: casefile.StageAnswer, Answer: &casefile.Answer{Lang: "zh", Status: casefile.Answered}, Usage: &casefile.Usage{WallMS: 3}},
	}
}

func write(t *testing.T) (string, []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cases", "c.jsonl")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range sample() {
		if err := w.Record(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, data
}

func TestLogComesBackWhole(t *testing.T) {
	path, data := write(t)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, error %v; want 0600", info.Mode().Perm(), err)
	}
	log, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := json.Marshal(sample())
	got, _ := json.Marshal(log.Events)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("events differ (-written +read):\n%s", diff)
	}
	if n := bytes.Count(data, []byte("57 件")); n != 200 {
		t.Errorf("the large result stands %d/200 times in the file, want once", n)
	}
}

func TestEveryChangedLineIsNamed(t *testing.T) {
	_, data := write(t)
	lines := bytes.SplitAfter(data, []byte("\n"))
	lines = lines[:len(lines)-1]
	for i := range lines {
		for _, at := range []int{2, len(lines[i]) / 2, len(lines[i]) - 4} {
			changed := bytes.Clone(data)
			off := at
			for _, l := range lines[:i] {
				off += len(l)
			}
			if changed[off] == 'x' {
				changed[off] = 'y'
			} else {
				changed[off] = 'x'
			}
			_, err := parse(changed)
			want := "line " + string(rune('1'+i))
			if !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), want) {
				t.Errorf("line %d, byte %d changed: error %v, want %s named", i+1, at, err, want)
			}
		}
	}
	for name, c := range map[string]struct {
		data []byte
		line string
	}{
		"a line taken out": {join(append(append([][]byte{}, lines[:2]...), lines[3:]...)), "line 3"},
		"a line twice":     {join(append(append([][]byte{}, lines[:3]...), lines[2:]...)), "line 4"},
		"an empty line":    {join(append(append([][]byte{}, lines[:1]...), append([][]byte{[]byte("\n")}, lines[1:]...)...)), "line 2"},
		"the first gone":   {join(lines[1:]), "line 1"},
	} {
		if _, err := parse(c.data); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), c.line) {
			t.Errorf("%s: error %v, want %s named", name, err, c.line)
		}
	}
}

func join(lines [][]byte) []byte { return bytes.Join(lines, nil) }

func TestTornLogGoesOnAfterItsLastWholeLine(t *testing.T) {
	path, data := write(t)
	whole, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(data, '\n') + 1
	for cut := first; cut < len(data); cut += 97 {
		if err := os.WriteFile(path, data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		w, events, err := Continue(path)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		for _, e := range whole.Events[len(events):] {
			if err := w.Record(context.Background(), e); err != nil {
				t.Fatal(err)
			}
		}
		w.Close()
		if again, _ := os.ReadFile(path); !bytes.Equal(again, data) {
			t.Fatalf("cut at %d: the log that went on differs from the whole one", cut)
		}
	}
	for _, short := range [][]byte{nil, data[:first-1]} {
		os.WriteFile(path, short, 0o600)
		if _, _, err := Continue(path); !errors.Is(err, ErrEmpty) {
			t.Errorf("a log of %d bytes: error %v, want ErrEmpty", len(short), err)
		}
	}
}

func TestOneProcessWritesALog(t *testing.T) {
	path, data := write(t)
	whole, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:bytes.IndexByte(data, '\n')+1], 0o600); err != nil {
		t.Fatal(err)
	}
	var ws [2]*Writer
	for i := range ws {
		if ws[i], _, err = Continue(path); err != nil {
			t.Fatal(err)
		}
		defer ws[i].Close()
	}
	for i, want := range []error{nil, ErrBusy} {
		if err := ws[i].Record(context.Background(), whole.Events[1]); !errors.Is(err, want) {
			t.Errorf("writer %d: error %v, want %v", i, err, want)
		}
	}
	if w, err := Create(path); err != nil { // another case takes the file
		t.Error(err)
	} else {
		defer w.Close()
	}
	if err := ws[0].Record(context.Background(), whole.Events[2]); !errors.Is(err, ErrBusy) {
		t.Errorf("error %v, want ErrBusy", err)
	}
	if log, err := os.ReadFile(path); err != nil || len(log) > 0 {
		t.Errorf("the new log holds %q, %v", log, err)
	}
}

func TestOtherFilesAreNotWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	os.WriteFile(path, []byte("my notes, long enough"), 0o644)
	if _, err := Create(path); !errors.Is(err, ErrTaken) {
		t.Errorf("error %v, want ErrTaken", err)
	}
	if _, err := Create(t.TempDir()); !errors.Is(err, ErrTaken) {
		t.Errorf("a folder: error %v, want ErrTaken", err)
	}
	log, _ := write(t)
	if w, err := Create(log); err != nil {
		t.Errorf("a case log is replaced, got %v", err)
	} else {
		w.Close()
	}
}

func TestSharedTraceHoldsNoValues(t *testing.T) {
	path, _ := write(t)
	log, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Share(&b, log); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"57 件", "12345678901234567890", "u7", "'y'", "2026-09-10", hashOf(string(log.Events[1].Call.Args))} {
		if strings.Contains(b.String(), secret) {
			t.Errorf("the shared trace holds %q", secret)
		}
	}
	if !strings.Contains(b.String(), "not replayable") || strings.Count(b.String(), "\n") != len(log.Events) {
		t.Errorf("want one line an event, saying it is not replayable:\n%s", b.String())
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"case":"c","seq":1,"stage":"open","open":{},"prev":"","hash":""}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		log, err := parse(data)
		if err == nil && len(log.Events) == 0 {
			t.Error("no error and no events")
		}
	})
}

func TestClosingTellsThatTheDiskFailed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "case.jsonl")
	w, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Record(t.Context(), casefile.Event{Case: "c", Seq: 1, Stage: casefile.StageAnswer, Answer: &casefile.Answer{}}); err != nil {
		t.Fatal(err)
	}
	if err := w.file.Close(); err != nil { // as a disk that is gone
		t.Fatal(err)
	}
	if err := w.Close(); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("an answer that was not synced: %v", err)
	}
}
