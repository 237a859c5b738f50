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

// TestRepliesCiteByName records a reply to one request and plays it to another, whose records stand under other ids.
func TestRepliesCiteByName(t *testing.T) {
	request := func(records string) casefile.ModelRequest {
		return casefile.ModelRequest{For: casefile.StageGenerate, Name: "write", Messages: []casefile.Message{{Role: casefile.RoleUser, Text: `{"question":"q","records":[` + records + `]}`}}}
	}
	const rule, other, table = `{"id":"%s","kind":"passage","title":"Rules <2>","heading":"Loans","version":"V2"}`, `{"id":"%s","kind":"passage","title":"Fees","heading":""}`, `{"id":"%s","kind":"table","holds":"Visits."}`
	at := func(form, id string) string { return strings.Replace(form, "%s", id, 1) }
	rec := &Recorder{Of: played(`{"claims":[{"cites":[{"evidence":"E2","quote":"E2 says"},{"evidence":"E3"},{"evidence":"E5"}]}]}`)}
	if _, err := rec.Generate(t.Context(), request(at(rule, "E2")+","+at(table, "E3")+","+at(rule, "E5"))); err != nil {
		t.Fatal(err)
	}
	kept := rec.Replies()
	if got := string(kept[0].JSON); got != `{"claims":[{"cites":[{"evidence":"@Rules <2> V2 / Loans","quote":"E2 says"},{"evidence":"@Visits."},{"evidence":"@Rules <2> V2 / Loans (2)"}]}]}` {
		t.Errorf("recorded %s", got)
	}
	res, err := NewPlayer(kept).Generate(t.Context(), request(at(other, "E2")+","+at(rule, "E7")+","+at(table, "E9")))
	if want := `{"claims":[{"cites":[{"evidence":"E7","quote":"E2 says"},{"evidence":"E9"},{"evidence":"@Rules <2> V2 / Loans (2)"}]}]}`; err != nil || res.Text != want {
		t.Errorf("played %s, error %v", res.Text, err)
	}
}

// played is a model with one reply.
type played string

func (p played) Generate(context.Context, casefile.ModelRequest) (casefile.ModelResponse, error) {
	return casefile.ModelResponse{Text: string(p)}, nil
}
