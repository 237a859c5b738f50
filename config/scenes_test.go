package config_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/trace"
)

// scenes are one question of each example, answered by a playbook over documents and a database.
var scenes = []struct{ name, as, question string }{
	{"returns-desk", "u7", "订单 A123 的耳机已拆封，签收 10 天后有杂音，能退吗？"},
	{"supply-chain", "analyst", "上个月华东区退货最多的三个SKU，对照供应商A的质量标准，评估这几个SKU的包装风险是否超标。"},
}

func open(t *testing.T, name string, opt config.Options) *config.Workspace {
	t.Helper()
	w, err := config.Open(t.Context(), filepath.Join("..", "examples", name), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	if _, err := w.Ingest(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return w
}

func ask(t *testing.T, w *config.Workspace, as, question, file string) casefile.Outcome {
	t.Helper()
	id, err := w.Asker(as, nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := w.Ask(t.Context(), casefile.Ask{Question: question, Asker: id, Format: "json"}, file)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestKilledAtEveryEvent cuts the case log of each scene after every event, as a kill would leave it, and goes on:
// no call that ended is made again, and the answer is the same.
func TestKilledAtEveryEvent(t *testing.T) {
	for _, sc := range scenes {
		t.Run(sc.name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			made := map[string]int{}
			w := open(t, sc.name, config.Options{State: t.TempDir(), Intercept: func(ctx context.Context, c casefile.Call, _ int, call func(context.Context) (casefile.Result, error)) (casefile.Result, error) {
				mu.Lock()
				made[fmt.Sprint(c.Step, c.N)]++
				mu.Unlock()
				return call(ctx)
			}})
			file := filepath.Join(t.TempDir(), "case.jsonl")
			whole := ask(t, w, sc.as, sc.question, file)
			want, _ := json.Marshal(whole.Answer)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			log, err := trace.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.SplitAfter(data, []byte("\n"))
			for n := 1; n < len(log.Events); n++ {
				torn := lines[n][:len(lines[n])/2] // the next event was being written
				if err := os.WriteFile(file, append(bytes.Join(lines[:n], nil), torn...), 0o600); err != nil {
					t.Fatal(err)
				}
				clear(made)
				out, err := w.Resume(t.Context(), file)
				if err != nil {
					t.Fatalf("killed after event %d: %v", n, err)
				}
				if got, _ := json.Marshal(out.Answer); string(got) != string(want) {
					t.Errorf("killed after event %d: the answer differs:\n%s", n, got)
				}
				for _, e := range log.Events[:n] {
					if e.Stage == casefile.StageResult && made[fmt.Sprint(e.Call.Step, e.Call.N)] > 0 {
						t.Errorf("killed after event %d: %s %d was called again", n, e.Call.Step, e.Call.N)
					}
				}
				if again, err := trace.Read(file); err != nil || len(again.Events) != len(log.Events) {
					t.Errorf("killed after event %d: the log that went on has %d events (%v), want %d", n, len(again.Events), err, len(log.Events))
				}
			}
		})
	}
}

// TestReplayNeedsTheLogAlone replays a log where there is no workspace, and gets the same bytes.
func TestReplayNeedsTheLogAlone(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range scenes {
		w := open(t, sc.name, config.Options{State: t.TempDir()})
		file := filepath.Join(t.TempDir(), "case.jsonl")
		out := ask(t, w, sc.as, sc.question, file)
		want, err := config.Print(out)
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
		t.Chdir(t.TempDir())
		r, err := config.Replay(t.Context(), file)
		if err != nil || r.Difference != nil {
			t.Fatalf("%s: error %v, difference %v", sc.name, err, r.Difference)
		}
		if !bytes.Equal(r.Output, want) {
			t.Errorf("%s: the replay prints other bytes:\n%s\nwant:\n%s", sc.name, r.Output, want)
		}
		t.Chdir(home)
	}
}

// TestReplayNamesWhatTheRulesOfTodayChange replays by the rules a workspace has now.
func TestReplayNamesWhatTheRulesOfTodayChange(t *testing.T) {
	sc := scenes[0]
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS(filepath.Join("..", "examples", sc.name))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "case.jsonl")
	asked := func() *config.Workspace {
		w, err := config.Open(t.Context(), root, config.Options{State: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Close() })
		return w
	}
	w := asked()
	if _, err := w.Ingest(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	ask(t, w, sc.as, sc.question, file)
	if r, err := w.Replay(t.Context(), file); err != nil || r.Difference != nil {
		t.Fatalf("unchanged rules: error %v, difference %v", err, r.Difference)
	}
	book := filepath.Join(root, "playbooks", "order-return.yaml")
	data, err := os.ReadFile(book)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.ReplaceAll(data, []byte("不符合无理由退货条件"), []byte("不符合无理由退货的条件"))
	if bytes.Equal(changed, data) {
		t.Fatal("the playbook has no such sentence any more")
	}
	if err := os.WriteFile(book, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := asked().Replay(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if r.Difference == nil || r.Difference.Stage != casefile.StageGenerate || !strings.Contains(r.Difference.What, "claims") {
		t.Errorf("difference %v, want the draft's claim", r.Difference)
	}
}

// TestReplayOfCachedResults asks twice: what the cache gave the second time is replayed as such.
func TestReplayOfCachedResults(t *testing.T) {
	for _, sc := range scenes {
		w := open(t, sc.name, config.Options{State: t.TempDir()})
		for range 2 {
			file := filepath.Join(t.TempDir(), "case.jsonl")
			out := ask(t, w, sc.as, sc.question, file)
			if r, err := config.Replay(t.Context(), file); err != nil || r.Difference != nil {
				t.Errorf("%s: error %v, difference %v", sc.name, err, r.Difference)
			}
			for _, d := range out.Case.Calls {
				if d.Cached && d.Reached {
					t.Errorf("%s: %s came from the cache and counts as one that reached the tool", sc.name, d.Tool)
				}
			}
		}
	}
}

// TestIndexOfAnotherReleaseIsMadeAgain opens a workspace whose index an older or newer program made.
func TestIndexOfAnotherReleaseIsMadeAgain(t *testing.T) {
	sc, state := scenes[0], t.TempDir()
	w := open(t, sc.name, config.Options{State: state})
	want := config.Text(ask(t, w, sc.as, sc.question, ""))
	w.Close()
	files, err := filepath.Glob(filepath.Join(state, "index", "*.db"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no index files (%v)", err)
	}
	for _, f := range files {
		db, err := sql.Open("sqlite", f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("PRAGMA user_version = 9999"); err != nil {
			t.Fatal(err)
		}
		db.Close()
	}
	again := open(t, sc.name, config.Options{State: state})
	if got := config.Text(ask(t, again, sc.as, sc.question, "")); got != want {
		t.Errorf("after the index was made again:\n%s\nwant:\n%s", got, want)
	}
}
