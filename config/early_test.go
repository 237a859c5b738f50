package config_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/config"
)

// item is a claim as a model writes it, of the record E2 and a quote from it.
func item(text, quote string) string {
	return `{"cites":[{"evidence":"E2","quote":"` + quote + `","row":null}],"values":[],"text":"` + text + `","part":"conclusion"}`
}

var (
	lent   = item("You may keep a book for 30 days.", "A book may be borrowed for 30 days.")
	wrong  = item("A book may be borrowed for 45 days.", "A book may be borrowed for 30 days.")
	linked = item("See https://example.com for more.", "A book may be borrowed for 30 days.")
)

// TestAClaimIsToldBeforeTheNextOneIsSent has a server hold its stream open between two claims: it sends the second one only when the first
// one was told. Where it is not, nothing more comes, and the reply ends for being idle.
func TestAClaimIsToldBeforeTheNextOneIsSent(t *testing.T) {
	for _, tc := range []struct {
		name, profile, yaml string
		fault               casefiletest.Fault
		first, rest         string
		early               bool // the first claim is told while the second one is not yet sent
		note                string
	}{
		{name: "chat completions", profile: "openai", first: `{"claims":[` + lent + `,`, rest: wrong + `]}`, early: true},
		{name: "a call of a tool", profile: "anthropic", first: `{"claims":[` + lent, rest: `,` + wrong + `]}`, early: true},
		{name: "thoughts before it", profile: "llama.cpp", first: `<think>Say {"claims":[` + wrong + `]}?</think>` + "```json\n" + `{"claims":[` + lent, rest: `,` + wrong + "]}\n```", early: true},
		{name: "one in a thought alone", profile: "llama.cpp", first: `<think>{"claims":[` + lent + `]}</think>`, rest: `{"claims":[]}`, note: "could be proved"},
		{name: "a wrong one first", profile: "vllm", first: `{"claims":[` + wrong + `,` + linked + `,` + lent, rest: `]}`, early: true},
		{name: "only wrong ones", profile: "vllm", first: `{"claims":[` + wrong + `,` + linked, rest: `]}`, note: "could be proved"},
		{name: "the connection ends", profile: "ollama", fault: casefiletest.CutOff, first: `{"claims":[` + lent + `,{"cites":[`, rest: `{"ev`, early: true, note: "broke off"},
		{name: "the rest is no JSON", profile: "qwen", first: `{"claims":[` + lent + `,`, rest: `and so on`, early: true, note: "broke off"},
		{name: "the rest does not fit", profile: "deepseek", first: `{"claims":[` + lent + `,`, rest: `{"text":1}]}`, early: true, note: "broke off"},
		{name: "each claim is looked up once more", profile: "openai", yaml: "check_claims: true\n", first: `{"claims":[` + lent + `,`, rest: wrong + `]}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			parts := make(chan string, 2)
			parts <- tc.first
			var asked atomic.Int64
			s := casefiletest.NewModelServer(t, tc.profile, func(casefiletest.AskedOf) casefiletest.Served {
				if asked.Add(1) > 1 {
					return casefiletest.Served{Fault: casefiletest.EmptyBody}
				}
				return casefiletest.Served{Parts: parts, Fault: tc.fault}
			})
			sent := false
			send := func() {
				if !sent {
					sent = true
					parts <- tc.rest
					close(parts)
				}
			}
			if !tc.early {
				send()
			}
			w := library(t, "models: {write: {url: '"+s.URL+"', model: m1, profile: "+tc.profile+", tries: 1, idle: 3s}}\n"+tc.yaml)
			var got []string
			stream := casefile.NewStream(func(n casefile.Notice) {
				if n.Kind == casefile.NoticeClaim || n.Kind == casefile.NoticeWithdrawn {
					got = append(got, string(n.Kind)+" "+n.Text)
				}
			})
			told := false
			file := filepath.Join(t.TempDir(), "case.jsonl")
			out, err := w.Ask(t.Context(), casefile.Ask{
				Question: "For how many days may a book be borrowed?", Asker: casefile.Identity{Tenant: "default", User: "reader"}, Format: "text", Progress: stream.Event,
				Claimed: func(c casefile.Claim) {
					told = true
					stream.Claimed(c)
					send()
				},
			}, file)
			if err != nil {
				t.Fatal(err)
			}
			text := config.Text(out)
			if told != tc.early || tc.early && (got[0] != "claim You may keep a book for 30 days." || !strings.Contains(text, "You may keep a book for 30 days.")) {
				t.Errorf("told early: %v, want %v; told %q, answered\n%s", told, tc.early, got, text)
			}
			if slices.ContainsFunc(got, func(s string) bool {
				return strings.HasPrefix(s, "withdrawn") || strings.Contains(s, "45") || strings.Contains(s, "example.com")
			}) {
				t.Errorf("told %q: nothing that was told is taken back, nor anything wrong told", got)
			}
			if notes := strings.Join(out.Answer.Notes, "\n"); !strings.Contains(notes, tc.note) || !strings.Contains(text, "30 days") {
				t.Errorf("notes %q, want %q; answered\n%s", notes, tc.note, text)
			}
			again, err := config.Replay(context.Background(), file)
			if err != nil || again.Difference != nil {
				t.Fatalf("replay: %v, error %v", again.Difference, err)
			}
			if want, err := config.Print(out); err != nil || string(again.Output) != string(want) {
				t.Errorf("the replay prints\n%s\nthe case\n%s", again.Output, want)
			}
		})
	}
}
