package eval

import (
	"context"
	"errors"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

const recorded = `kind: data
mode: agent
-- question --
who?
-- asker.json --
{"user":"u"}
-- model.jsonl --
{"for":"plan","name":"plan","json":{"why":"w","tasks":[]},"finish":"stop","input":40,"output":10}
{"for":"judge","name":"review","text":"I am not sure."}
{"for":"plan","name":"plan","error":"the server is gone"}
-- want.json --
{"status":["answered"]}
`

func TestRecordedReplies(t *testing.T) {
	c, err := Parse("a.txtar", []byte(recorded))
	if err != nil || c.Mode != casefile.Agent || len(c.Replies) != 3 || c.Setup().Mode != c.Mode || len(c.Setup().Replies) != 3 {
		t.Fatalf("%+v, error %v", c, err)
	}
	p := NewPlayer(c.Replies)
	ask := func(stage casefile.Stage, name string) (casefile.ModelResponse, error) {
		return p.Generate(context.Background(), casefile.ModelRequest{For: stage, Name: name})
	}
	if res, err := ask(casefile.StageJudge, "review"); err != nil || res.Text != "I am not sure." || res.Told {
		t.Errorf("review: %+v, %v", res, err)
	}
	if res, err := ask(casefile.StagePlan, "plan"); err != nil || res.Text != `{"why":"w","tasks":[]}` || !res.Told || res.Input != 40 {
		t.Errorf("plan: %+v, %v", res, err)
	}
	if got := strings.Join(p.Wrong(), "; "); got != "the reply recorded for plan plan was not asked for" {
		t.Errorf("wrong: %s", got)
	}
	if _, err := ask(casefile.StagePlan, "plan"); !errors.Is(err, casefile.ErrNoReply) || !strings.Contains(err.Error(), "gone") || len(p.Wrong()) != 0 {
		t.Errorf("the recorded error: %v, wrong %v", err, p.Wrong())
	}
	if _, err := ask(casefile.StageGenerate, "write"); !errors.Is(err, casefile.ErrNoReply) || strings.Join(p.Wrong(), "") != "no reply is recorded for generate write" {
		t.Errorf("what is not recorded: %v, wrong %v", err, p.Wrong())
	}
}

func TestRepliesAreWrittenInPlace(t *testing.T) {
	replies := []Reply{{For: casefile.StagePlan, Name: "plan", JSON: []byte(`{"why":"<new>"}`)}}
	const line = `{"for":"plan","name":"plan","json":{"why":"<new>"}}` + "\n"
	before, _, _ := strings.Cut(recorded, `{"for":"plan"`)
	_, after, _ := strings.Cut(recorded, "is gone\"}\n")
	got, err := WithReplies([]byte(recorded), replies)
	if err != nil || string(got) != before+line+after {
		t.Errorf("error %v\n%s", err, got)
	}
	bare := strings.Replace(recorded, recorded[len(before)-len("-- model.jsonl --\n"):len(recorded)-len(after)], "", 1)
	if got, err = WithReplies([]byte(bare), replies); err != nil || string(got) != bare+"-- model.jsonl --\n"+line {
		t.Errorf("a file without replies, error %v\n%s", err, got)
	}
	if c, err := Parse("a.txtar", got); err != nil || len(c.Replies) != 1 {
		t.Errorf("%+v, error %v", c, err)
	}
}

func TestBadReplies(t *testing.T) {
	for name, tc := range map[string]struct{ from, to, says string }{
		"an unknown mode": {"mode: agent", "mode: turbo", "line 2: mode"},
		"nothing said":    {`,"text":"I am not sure."`, "", "one of json, text and error"},
		"two things said": {`"text":"I`, `"error":"x","text":"I`, "one of json, text and error"},
		"no stage":        {`"for":"judge",`, "", "line 2: want for"},
		"no JSON":         {`{"for":"judge"`, `{"for":`, "line 2: JSON"},
		"an unknown key":  {`"finish"`, `"end"`, "unknown key"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Parse("a.txtar", []byte(strings.Replace(recorded, tc.from, tc.to, 1))); err == nil || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error %v, want %q", err, tc.says)
			}
		})
	}
}
