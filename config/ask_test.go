package config_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// A question that is refused takes no log's place: the case that is in the file stays.
func TestARefusedQuestionKeepsTheLogThatIsThere(t *testing.T) {
	w := open(t, "returns-desk", config.Options{State: t.TempDir()})
	file := filepath.Join(t.TempDir(), "case.jsonl")
	ask(t, w, "u7", scenes[0].question, file)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	good := casefile.Identity{Tenant: "shop", User: "u7"}
	for name, a := range map[string]casefile.Ask{
		"empty":     {Question: "", Asker: good},
		"not UTF-8": {Question: "\xff\xfe?", Asker: good},
		"too long":  {Question: string(bytes.Repeat([]byte("a "), casefile.MaxQuestion)), Asker: good},
		"nobody":    {Question: "is it so?"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := w.Ask(t.Context(), a, file); !errors.Is(err, casefile.ErrQuestion) && !errors.Is(err, casefile.ErrNoScope) {
				t.Errorf("error %v", err)
			}
			if after, err := os.ReadFile(file); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the log has %d bytes, had %d (%v)", len(after), len(before), err)
			}
		})
	}
}

// A case that its caller leaves while a tool runs replays to the same bytes.
func TestACancelledCaseReplays(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := open(t, "returns-desk", config.Options{State: t.TempDir(), Intercept: func(ctx context.Context, c casefile.Call, _ int, call func(context.Context) (casefile.Result, error)) (casefile.Result, error) {
		if c.Tool == "search_policy" {
			cancel()
			<-ctx.Done()
		}
		return call(ctx)
	}})
	file := filepath.Join(t.TempDir(), "case.jsonl")
	out, err := w.Ask(ctx, casefile.Ask{Question: scenes[0].question, Asker: casefile.Identity{Tenant: "shop", User: "u7"}, Format: "json"}, file)
	if err != nil || out.Answer.Stop != casefile.StopCancelled || out.Answer.Status == casefile.Answered {
		t.Fatalf("stop %s, status %s, %v", out.Answer.Stop, out.Answer.Status, err)
	}
	want, err := config.Print(out)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := config.Replay(t.Context(), file)
	if err != nil || rep.Difference != nil || !bytes.Equal(rep.Output, want) {
		t.Errorf("error %v, difference %v\n%s\nwant\n%s", err, rep.Difference, rep.Output, want)
	}
}

// A case that its caller left gives, resumed, the answer it would have given, makes no call again that had ended, and replays.
func TestACancelledCaseGoesOn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	calls := map[string]int{}
	var mu sync.Mutex
	w := open(t, "returns-desk", config.Options{State: t.TempDir(), Intercept: func(ctx context.Context, c casefile.Call, _ int, call func(context.Context) (casefile.Result, error)) (casefile.Result, error) {
		mu.Lock()
		calls[c.Tool]++
		first := c.Tool == "search_policy" && calls[c.Tool] == 1
		mu.Unlock()
		if first {
			cancel()
			<-ctx.Done()
			return casefile.Result{}, ctx.Err()
		}
		return call(ctx)
	}})
	ask := casefile.Ask{Question: scenes[0].question, Asker: casefile.Identity{Tenant: "shop", User: "u7"}, Format: "json"}
	file := filepath.Join(t.TempDir(), "case.jsonl")
	out, err := w.Ask(ctx, ask, file)
	if err != nil || out.Answer.Stop != casefile.StopCancelled {
		t.Fatalf("stop %s, %v", out.Answer.Stop, err)
	}
	orders := calls["get_order"]
	out, err = w.Resume(t.Context(), file)
	if err != nil || out.Answer.Status != casefile.Answered {
		t.Fatalf("resumed: status %s, stop %s, %v", out.Answer.Status, out.Answer.Stop, err)
	}
	if orders != 1 || calls["get_order"] != 1 {
		t.Errorf("get_order was called %d times, and %d after the case went on; want once", orders, calls["get_order"])
	}
	whole, err := w.Ask(t.Context(), ask, filepath.Join(t.TempDir(), "whole.jsonl"))
	if err != nil || !slices.EqualFunc(out.Answer.Claims, whole.Answer.Claims, func(a, b casefile.Claim) bool { return a.Text == b.Text }) {
		t.Errorf("resumed:\n%+v\nin one go:\n%+v, %v", out.Answer.Claims, whole.Answer.Claims, err)
	}
	want, err := config.Print(out)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := config.Replay(t.Context(), file)
	if err != nil || rep.Difference != nil || !bytes.Equal(rep.Output, want) {
		t.Errorf("error %v, difference %v\n%s\nwant\n%s", err, rep.Difference, rep.Output, want)
	}
}

// A case that was cut short goes on by the rules it began with, also when the workspace has others by then, and in no other workspace.
func TestACaseGoesOnByItsOwnRules(t *testing.T) {
	w := open(t, "returns-desk", config.Options{State: t.TempDir()})
	file := filepath.Join(t.TempDir(), "case.jsonl")
	want := config.Text(ask(t, w, "u7", scenes[0].question, file))
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	cut := func(lines int) string {
		file := filepath.Join(t.TempDir(), "cut.jsonl")
		if err := os.WriteFile(file, bytes.Join(bytes.SplitAfter(data, []byte("\n"))[:lines], nil), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}

	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "examples", "returns-desk"))); err != nil {
		t.Fatal(err)
	}
	book := filepath.Join(dir, "playbooks", "order-return.yaml")
	if err := os.Remove(book); err != nil { // the rules of today have no such playbook
		t.Fatal(err)
	}
	today, err := config.Open(t.Context(), dir, config.Options{State: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer today.Close()
	if _, err := today.Ingest(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, lines := range []int{1, 2, 6} {
		file := cut(lines)
		out, err := today.Resume(t.Context(), file)
		if err != nil || config.Text(out) != want {
			t.Errorf("after %d lines: %v\n%s\nwant\n%s", lines, err, config.Text(out), want)
		}
		if rep, err := config.Replay(t.Context(), file); err != nil || rep.Difference != nil {
			t.Errorf("after %d lines the replay gives %v, %v", lines, rep.Difference, err)
		}
	}

	other := open(t, "supply-chain", config.Options{State: t.TempDir()})
	short := cut(5)
	before, err := os.ReadFile(short)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Resume(t.Context(), short); !errors.Is(err, config.ErrOther) {
		t.Errorf("in another workspace: %v, want ErrOther", err)
	}
	if after, err := os.ReadFile(short); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the log was touched: %v", err)
	}
}
