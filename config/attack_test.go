package config_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/model"
)

// A task and a plan as a model writes them.
func plannedTask(id, tool, query string) string {
	return fmt.Sprintf(`{"id":%q,"part":0,"goal":"g","tool":%q,"args":[{"name":"query","value":%q}],"needs":[],"after":[],"why":"w"}`, id, tool, query)
}

func forGap(id, tool, query string) string {
	return strings.Replace(plannedTask(id, tool, query), `"part":0`, `"for":"g1"`, 1)
}

func planOf(tasks ...string) string { return `{"why":"w","tasks":[` + strings.Join(tasks, ",") + `]}` }

const notHeld = `{"parts":[{"part":0,"why":"w","held":"unknown","records":[],"query":"%s"}]}`

// askedFor says what a request asks a model for, whatever way the profile puts a schema.
func askedFor(a casefiletest.AskedOf) string {
	words := string(a.Schema) + a.System
	for _, k := range [][2]string{{`"tasks"`, "plan"}, {`"held"`, "review"}, {`"claims"`, "write"}} {
		if strings.Contains(words, k[0]) {
			if strings.Contains(words, `"for"`) {
				return "again"
			}
			return k[1]
		}
	}
	return "other"
}

// An attack is a model that will not do: what it says to the n-th request, from 1.
type attack struct {
	name string
	say  func(a casefiletest.AskedOf, n int) casefiletest.Served
	stop []casefile.StopReason // that the case may end with
}

func attacks() []attack {
	lookedUp := []casefile.StopReason{casefile.StopEnough, casefile.StopNothingLeft}
	cutOff := append(slices.Clone(lookedUp), casefile.StopSearches, casefile.StopRounds, casefile.StopNoGain, casefile.StopRepeated)
	text := func(s string) casefiletest.Served { return casefiletest.Served{Text: s} }
	by := func(plan, again, review string) func(casefiletest.AskedOf, int) casefiletest.Served {
		return func(a casefiletest.AskedOf, n int) casefiletest.Served {
			fresh := fmt.Sprint("words ", n)
			switch askedFor(a) {
			case "plan":
				return text(strings.ReplaceAll(plan, "FRESH", fresh))
			case "again":
				return text(strings.ReplaceAll(strings.ReplaceAll(again, "FRESH", fresh), "ID", fmt.Sprint("t", n)))
			case "review":
				return text(fmt.Sprintf(review, fresh))
			}
			return text(`{"claims":[]}`)
		}
	}
	var thousand []string
	for i := range 1000 {
		thousand = append(thousand, plannedTask(fmt.Sprint("t", i), "search_documents", fmt.Sprint("q", i)))
	}
	books := planOf(plannedTask("a", "search_documents", "book borrowed"))
	return []attack{
		{"repeats itself", by(books, planOf(forGap("a", "search_documents", "book borrowed")), strings.ReplaceAll(notHeld, "%s", "book%.0s")), cutOff},
		{"alternates", func(a casefiletest.AskedOf, n int) casefiletest.Served {
			q := []string{"book borrowed", "journal lent"}[n%2]
			return by(books, planOf(forGap(fmt.Sprint("t", n), "search_documents", q)), strings.ReplaceAll(notHeld, "%s", q+"%.0s"))(a, n)
		}, cutOff},
		{"invents tools", by(planOf(plannedTask("a", "delete_all", "x")), planOf(forGap("ID", "send_mail", "x")), notHeld), cutOff},
		{"plans a thousand steps", by(planOf(thousand...), planOf(thousand...), notHeld), cutOff},
		{"never stops", by(books, planOf(forGap("ID", "search_documents", "FRESH")), notHeld), cutOff},
		{"a megabyte of arguments", by(planOf(plannedTask("a", "search_documents", strings.Repeat("x", 1<<20))), planOf(forGap("ID", "search_documents", strings.Repeat("y", 1<<20))), notHeld), cutOff},
		{"names who asks", by(strings.Replace(books, `"name":"query"`, `"name":"tenant"`, 1), books, notHeld), cutOff},
		{"a reply without end", func(a casefiletest.AskedOf, n int) casefiletest.Served {
			return casefiletest.Served{Text: strings.Repeat("and so on, ", 20_000), Fault: casefiletest.Endless}
		}, lookedUp},
		{"prose", func(casefiletest.AskedOf, int) casefiletest.Served { return text("I am thinking about it.") }, lookedUp},
		{"thoughts aloud", func(a casefiletest.AskedOf, n int) casefiletest.Served {
			s := by(books, planOf(), notHeld)(a, n)
			s.Fault = casefiletest.Aloud
			return s
		}, cutOff},
	}
}

// TestLoopAttack lets models that will not do plan, review and write, over each profile in turn: every case ends within its budget,
// says why it ended, tells what the rules prove, calls no tool that is not declared, and replays.
func TestLoopAttack(t *testing.T) {
	profiles := []string{"openai", "anthropic", "deepseek", "qwen", "vllm", "ollama", "llama.cpp"}
	for i, at := range attacks() {
		profile := profiles[i%len(profiles)]
		t.Run(at.name+" as "+profile, func(t *testing.T) {
			t.Parallel()
			var n atomic.Int64
			s := casefiletest.NewModelServer(t, profile, func(a casefiletest.AskedOf) casefiletest.Served { return at.say(a, int(n.Add(1))) })
			w := library(t, "models: {default: {url: '"+s.URL+"', model: m1, profile: "+profile+", tries: 1}}\n")
			file := filepath.Join(t.TempDir(), "case.jsonl")
			var reasons []string
			out, err := w.Ask(t.Context(), casefile.Ask{Question: "For how many days may a book be borrowed?", Mode: casefile.Agent, Asker: casefile.Identity{Tenant: "default", User: "reader"},
				Progress: func(e casefile.Event) {
					if e.Stage == casefile.StagePlan && e.Why != "" {
						reasons = append(reasons, e.Why)
					}
				}}, file)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(at.stop, out.Answer.Stop) {
				t.Errorf("it ended with %s, want one of %v", out.Answer.Stop, at.stop)
			}
			if text := config.Text(out); !strings.Contains(text, "30 days") || out.Answer.Status != casefile.Answered {
				t.Errorf("%s: %s\nwant what the rules prove", out.Answer.Status, text)
			}
			if u := out.Usage; u.ModelCalls > 40 || u.InputTokens+u.OutputTokens > 200_000 || u.ToolCalls > 12 || out.Case.Round > 8 {
				t.Errorf("usage %+v in %d rounds", u, out.Case.Round)
			}
			for _, c := range out.Case.Calls {
				if c.Tool != "search_documents" && c.Tool != "read_document_section" || len(c.Args) > 1000 {
					t.Errorf("called %s with %d bytes", c.Tool, len(c.Args))
				}
			}
			if len(reasons) == 0 {
				t.Error("no plan says why")
			}
			again, err := config.Replay(context.Background(), file)
			if err != nil || again.Difference != nil {
				t.Errorf("replay: %v, error %v", again.Difference, err)
			}
		})
	}
}

// TestCancelClosesTheConnection leaves while a model plans, by each profile: the server sees its client go.
func TestCancelClosesTheConnection(t *testing.T) {
	for _, profile := range []string{"openai", "anthropic"} {
		for _, fault := range []casefiletest.Fault{casefiletest.Hangs, casefiletest.Endless} {
			t.Run(profile+" "+string(fault), func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				s := casefiletest.NewModelServer(t, profile, func(casefiletest.AskedOf) casefiletest.Served {
					cancel()
					return casefiletest.Served{Text: "x", Fault: fault}
				})
				w := library(t, "models: {default: {url: '"+s.URL+"', model: m1, profile: "+profile+"}}\n")
				out, err := w.Ask(ctx, casefile.Ask{Question: "For how many days may a book be borrowed?", Mode: casefile.Agent, Asker: casefile.Identity{Tenant: "default", User: "reader"}}, filepath.Join(t.TempDir(), "case.jsonl"))
				if err != nil || out.Answer.Stop != casefile.StopCancelled {
					t.Errorf("stop %s, error %v", out.Answer.Stop, err)
				}
				select {
				case <-s.Gone():
				case <-time.After(20 * time.Second): // never, where the connection is closed
					t.Error("the connection is still open")
				}
				if n := len(s.Asked()); n != 1 {
					t.Errorf("%d requests, want 1: nothing is asked after the end", n)
				}
			})
		}
	}
}

// TestAgentOverEachProfile plans, reviews and writes with a model that does well, over each profile, native tool calls included.
func TestAgentOverEachProfile(t *testing.T) {
	for _, p := range model.Profiles() {
		if p.Name == "openai-compatible" {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			s := casefiletest.NewModelServer(t, p.Name, func(a casefiletest.AskedOf) casefiletest.Served {
				switch askedFor(a) {
				case "plan":
					return casefiletest.Served{Text: planOf(plannedTask("rule", "search_documents", "book borrowed days"))}
				case "review":
					return casefiletest.Served{Text: `{"parts":[{"part":0,"why":"E2 says 30 days","held":"yes","records":["E2"],"query":""}]}`}
				}
				return casefiletest.Served{Text: twoClaims}
			})
			w := library(t, "models: {default: {url: '"+s.URL+"', model: m1, profile: "+p.Name+"}}\n")
			var by []string
			out, err := w.Ask(t.Context(), casefile.Ask{Question: "For how many days may a book be borrowed?", Mode: casefile.Agent, Asker: casefile.Identity{Tenant: "default", User: "reader"},
				Progress: func(e casefile.Event) {
					if e.Stage == casefile.StagePlan || e.Stage == casefile.StageJudge {
						by = append(by, string(e.Stage)+" "+e.Decision+" "+e.Why)
					}
				}}, filepath.Join(t.TempDir(), "case.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			mine := slices.ContainsFunc(out.Answer.Claims, func(c casefile.Claim) bool { return c.By == casefile.ByModel })
			if out.Answer.Status != casefile.Answered || out.Answer.Stop != casefile.StopEnough || !mine {
				b, _ := json.Marshal(out.Answer)
				t.Errorf("answer %s", b)
			}
			if log := strings.Join(by, "\n"); !strings.Contains(log, "plan model planned by the model: w") || !strings.Contains(log, "judge enough so far by model") {
				t.Errorf("who decided: %s", log)
			}
			if len(out.Case.Calls) != 1 || out.Case.Calls[0].By != casefile.ByModel {
				t.Errorf("calls %+v", out.Case.Calls)
			}
			if strings.Contains(config.Text(out), "45 days") {
				t.Error("an unproved claim left")
			}
		})
	}
}
