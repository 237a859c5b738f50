package config_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
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
