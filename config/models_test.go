package config_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/generate"
	"github.com/casefile/casefile/trace"
)

// library makes a workspace of one document with what is added to casefile.yaml, and opens it with its index made.
func library(t *testing.T, yaml string) *config.Workspace {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"casefile.yaml": "name: library\nclock: 2026-09-20T10:00:00Z\n" + yaml,
		"docs/rules.md": "# Library rules\n\nA book may be borrowed for 30 days.\n\nA journal is never lent.\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := config.Open(t.Context(), dir, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	if _, err := w.Ingest(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return w
}

func askLibrary(t *testing.T, w *config.Workspace) (casefile.Outcome, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.jsonl")
	out, err := w.Ask(t.Context(), casefile.Ask{Question: "For how many days may a book be borrowed?", Asker: casefile.Identity{Tenant: "default", User: "reader"}}, file)
	if err != nil {
		t.Fatal(err)
	}
	return out, file
}

const twoClaims = `{"claims":[{"cites":[{"evidence":"E2","quote":"A book may be borrowed for 30 days.","row":null}],"values":["30 days"],"text":"You may keep a book for 30 days.","part":"conclusion"},` +
	`{"cites":[{"evidence":"E2","quote":"A book may be borrowed for 30 days.","row":null}],"values":["45 days"],"text":"A book may be borrowed for 45 days.","part":"conclusion"}]}`

// scripted is a server whose model writes a claim that the first record proves, and one that it does not.
func scripted(t *testing.T, profile string, fault casefiletest.Fault) *casefiletest.ModelServer {
	return casefiletest.NewModelServer(t, profile, func(a casefiletest.AskedOf) casefiletest.Served {
		if !strings.Contains(a.Messages[0].Text, `"id":"E2"`) && a.System != "" {
			t.Errorf("E2 is not among the records of %s", a.Messages[0].Text)
		}
		return casefiletest.Served{Text: twoClaims, Fault: fault}
	})
}

func TestAModelWritesAndTheGateHolds(t *testing.T) {
	for _, profile := range []string{"openai", "deepseek", "qwen", "vllm", "ollama", "llama.cpp", "anthropic"} {
		t.Run(profile, func(t *testing.T) { writesBehindTheGate(t, profile) })
	}
}

func writesBehindTheGate(t *testing.T, profile string) {
	s := scripted(t, profile, "")
	w := library(t, "models: {default: {url: '"+s.URL+"', model: m1, profile: "+profile+", price: {input: 1, output: 10}}}\n")
	out, file := askLibrary(t, w)
	var mine []string
	for _, c := range out.Answer.Claims {
		if c.By == generate.ByModel {
			mine = append(mine, c.Text)
		}
		if strings.Contains(c.Text, "45") {
			t.Errorf("%q left the gate", c.Text)
		}
	}
	if strings.Join(mine, "|") != "You may keep a book for 30 days." {
		t.Errorf("claims by the model %q\n%+v", mine, out.Answer)
	}
	before := len(s.Asked())
	if u := out.Usage; u.ModelCalls != before || u.InputTokens < 500*u.ModelCalls || u.Money <= 0 {
		t.Errorf("usage %+v after %d requests", u, before)
	}
	// the replay needs neither the server nor the workspace, and what stands in the log is the whole of it
	again, err := config.Replay(context.Background(), file)
	if err != nil || again.Difference != nil || len(s.Asked()) != before {
		t.Errorf("replay: %+v, error %v, %d requests", again.Difference, err, len(s.Asked())-before)
	}
	log, err := trace.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(log.Opening().Rules), s.URL) {
		t.Error("the address of the model stands in the log")
	}
}

func TestABrokenModelNeverBreaksAnAnswer(t *testing.T) {
	down := httptest.NewServer(nil)
	down.Close()
	t.Setenv("CASEFILE_TEST_KEY", "")
	faulty := func(fault casefiletest.Fault) string {
		return "{url: '" + scripted(t, "llama.cpp", fault).URL + "', model: m1, tries: 1, timeout: 2s, idle: 100ms}"
	}
	prose := casefiletest.NewModelServer(t, "llama.cpp", func(casefiletest.AskedOf) casefiletest.Served { return casefiletest.Served{Text: "Sure! 45 days."} })
	early := casefiletest.NewModelServer(t, "llama.cpp", func(casefiletest.AskedOf) casefiletest.Served {
		parts := make(chan string, 1)
		parts <- `{"claims":[{"cites":`
		close(parts)
		return casefiletest.Served{Parts: parts, Fault: casefiletest.CutOff}
	})
	want, _ := askLibrary(t, library(t, ""))
	for name, model := range map[string]string{
		"nothing listens": "{url: '" + down.URL + "/v1', model: m1, tries: 1}",
		"no key":          "{url: '" + down.URL + "/v1', model: m1, key_env: CASEFILE_TEST_KEY}",
		"prose":           "{url: '" + prose.URL + "', model: m1}",
		"cut off":         "{url: '" + early.URL + "', model: m1, tries: 1}", // what is proved of one that ends later stays: see early_test.go
		"hangs":           faulty(casefiletest.Hangs),
		"web page":        faulty(casefiletest.WebPage),
		"empty body":      faulty(casefiletest.EmptyBody),
		"busy":            faulty(casefiletest.Busy),
		"fails":           faulty(casefiletest.Fails),
		"wrong key":       faulty(casefiletest.WrongKey),
		"bad JSON":        faulty(casefiletest.BadJSON),
		"in stream":       faulty(casefiletest.InStream),
	} {
		t.Run(name, func(t *testing.T) {
			out, file := askLibrary(t, library(t, "models: {write: "+model+"}\n"))
			got, _ := json.Marshal(out.Answer.Claims)
			if rules, _ := json.Marshal(want.Answer.Claims); string(got) != string(rules) || out.Answer.Status != want.Answer.Status {
				t.Errorf("%s\nwant the answer by rules: %s", got, rules)
			}
			if notes := strings.Join(out.Answer.Notes, "\n"); !strings.Contains(notes, "written by rules") {
				t.Errorf("notes %q do not say so", notes)
			}
			if again, err := config.Replay(t.Context(), file); err != nil || again.Difference != nil {
				t.Errorf("replay: %+v, error %v", again.Difference, err)
			}
		})
	}
}

func TestQuirksOfAReplyAreNoFaults(t *testing.T) {
	for _, fault := range []casefiletest.Fault{casefiletest.NoUsage, casefiletest.Aloud, casefiletest.ToolText, casefiletest.OutOfRoom} {
		s := scripted(t, "vllm", fault)
		out, _ := askLibrary(t, library(t, "models: {default: {url: '"+s.URL+"', model: m1, profile: vllm}}\n"))
		if len(out.Answer.Claims) == 0 || out.Answer.Claims[0].By != generate.ByModel || out.Usage.InputTokens == 0 {
			t.Errorf("%s: %+v, usage %+v", fault, out.Answer, out.Usage)
		}
	}
}

func TestNoModelIsAsked(t *testing.T) {
	s := scripted(t, "openai", "")
	url := s.URL
	for _, yaml := range []string{"", "models: {plan: {url: '" + url + "', model: m1}}\n", "models: {default: {url: '" + url + "', model: m1}}\nwrite: rules\n"} {
		out, _ := askLibrary(t, library(t, yaml))
		if len(s.Asked()) != 0 || out.Usage.ModelCalls != 0 || len(out.Answer.Notes) > 1 {
			t.Errorf("%q: %d requests, usage %+v, notes %q", yaml, len(s.Asked()), out.Usage, out.Answer.Notes)
		}
	}
}

func TestModelProblems(t *testing.T) {
	const good = "url: 'http://127.0.0.1:1/v1', model: m"
	for yaml, want := range map[string]string{
		"models: {big: {" + good + "}}":                              "models.big: it is not a tier",
		"models: {default: {url: ftp://x, model: m}}":                "models.default: url",
		"models: {default: {url: 'http://127.0.0.1:1/v1'}}":          "the model's name is missing",
		"models: {default: {" + good + ", profile: gpt}}":            "known are openai-compatible",
		"models: {default: {" + good + ", key: sk-1}}":               "key",
		"models: {default: {" + good + ", key_env: A, key_file: b}}": "keep one of key_env and key_file",
		"models: {default: {" + good + ", timeout: soon}}":           "not a length of time",
		"models: {default: {" + good + ", context: 900}}":            "no room for records",
		"models: {default: {" + good + ", tries: -1}}":               "negative",
		"models: {default: {" + good + ", price: {input: -1}}}":      "negative",
		"write: model": "names none that writes",
		"write: ai":    "none of auto, model, rules",
		"models: {default: {" + good + "}}\nbudgets: {money: -1}": "budgets.money",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "casefile.yaml"), []byte("name: x\n"+yaml+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, ps := config.Load(dir)
		var all []string
		for _, p := range ps {
			all = append(all, p.String())
		}
		if got := strings.Join(all, "\n"); !strings.Contains(got, want) {
			t.Errorf("%s\ngave %q, want %q", yaml, got, want)
		}
	}
}

func TestModelsFitTheSchema(t *testing.T) {
	s := schema(t, "casefile.schema.json")
	const model = "url: 'http://127.0.0.1:8080/v1', model: m, profile: llama.cpp, key_env: K, timeout: 1m, idle: 20s, tries: 2, at_once: 1, ca: ca.pem, proxy: none, headers: {x: y}, options: {temperature: 0, stop: [a]}, context: 8192, max_tokens: 500, price: {input: 0.5, output: 1}"
	for yaml, ok := range map[string]bool{
		"name: x\nmodels: {default: {" + model + "}, large: {" + model + "}}\nwrite: model\nbudgets: {money: 0.5}": true,
		"name: x\nmodels: {big: {" + model + "}}":           false,
		"name: x\nmodels: {default: {model: m}}":            false,
		"name: x\nmodels: {default: {" + model + ", k: 1}}": false,
		"name: x\nwrite: ai":                                false,
	} {
		if err := s.Validate(asJSON(t, []byte(yaml))); (err == nil) != ok {
			t.Errorf("%s: error %v", yaml, err)
		}
	}
}

func TestPromptsOfAWorkspace(t *testing.T) {
	for file, want := range map[string]string{"write.en.md": "", "writes.en.md": "no prompt has this name", "mend.zh.md": "it is empty"} {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, "casefile.yaml"), []byte("name: x\n"), 0o644)
		os.MkdirAll(filepath.Join(dir, "docs"), 0o755)
		os.MkdirAll(filepath.Join(dir, "prompts"), 0o755)
		text := "Write one sentence."
		if want == "it is empty" {
			text = "\n"
		}
		os.WriteFile(filepath.Join(dir, "prompts", file), []byte(text), 0o644)
		ps, err := config.Check(t.Context(), dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, p := range ps {
			if strings.HasPrefix(p.File, "prompts/") {
				all = append(all, p.String())
			}
		}
		if got := strings.Join(all, "\n"); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// A prompt that leaves its model no room is named when the workspace is checked, and a long one that fits takes its room from the records.
func TestPromptsAndTheContext(t *testing.T) {
	long := strings.Repeat("Write one sentence for each. ", 150) // ten tokens each, with its full stop
	for name, tc := range map[string]struct {
		models, file, want string
	}{
		"no context is named":  {"default: {%s}", "write.en.md", ""},
		"it fits":              {"default: {%s, context: 8192}", "write.en.md", ""},
		"it does not":          {"default: {%s, context: 2000}", "write.en.md", "prompts/write.en.md:1: it has up to 1500 tokens, and the context of 2000 tokens of the model for write leaves 600"},
		"for its own tier":     {"default: {%s, context: 8192}, judge: {%s, context: 2000}", "review.zh.md", "of the model for judge leaves 600"},
		"… and not for others": {"default: {%s, context: 8192}, judge: {%s, context: 2000}", "plan.en.md", ""},
		"a long reply":         {"default: {%s, context: 4000, max_tokens: 2400}", "mend.en.md", "leaves 700"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			os.MkdirAll(filepath.Join(dir, "docs"), 0o755)
			os.MkdirAll(filepath.Join(dir, "prompts"), 0o755)
			os.WriteFile(filepath.Join(dir, "casefile.yaml"), []byte("name: x\nmodels: {"+strings.ReplaceAll(tc.models, "%s", "url: 'http://127.0.0.1:1/v1', model: m")+"}\n"), 0o644)
			os.WriteFile(filepath.Join(dir, "prompts", tc.file), []byte(long), 0o644)
			ps, err := config.Check(t.Context(), dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, p := range ps {
				got += p.String() + "\n"
			}
			if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}

func TestAMissingKeyIsAHint(t *testing.T) {
	dir := t.TempDir()
	os.MkdirAll(filepath.Join(dir, "docs"), 0o755)
	os.WriteFile(filepath.Join(dir, "casefile.yaml"), []byte("name: x\nmodels: {default: {url: 'http://127.0.0.1:1/v1', model: m, key_env: CASEFILE_NO_SUCH_KEY}}\n"), 0o644)
	all, err := config.CheckAll(t.Context(), dir, nil)
	if err != nil || len(all.Problems) > 0 || len(all.Hints) != 1 || !strings.Contains(all.Hints[0].String(), "models.default.key_env") {
		t.Errorf("%+v, error %v", all, err)
	}
}

func TestProbeModels(t *testing.T) {
	url := casefiletest.NewModelServer(t, "llama.cpp", func(casefiletest.AskedOf) casefiletest.Served {
		return casefiletest.Served{Text: "Hello there.", Fault: casefiletest.NoUsage}
	}).URL
	w := library(t, "models: {default: {url: '"+url+"', model: m1}, large: {url: '"+url+"', model: m2, key_env: CASEFILE_NO_SUCH_KEY}}\n")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	got := w.ProbeModels(ctx)
	if len(got) != 2 || got[0].Tier != "default" || got[0].Err != nil || got[0].Probed.Held || got[0].Probed.Told || got[0].Probed.Like != "llama.cpp" {
		t.Fatalf("%+v", got)
	}
	if got[1].Err == nil || !strings.Contains(got[1].Err.Error(), "CASEFILE_NO_SUCH_KEY") {
		t.Errorf("%+v", got[1])
	}
}
