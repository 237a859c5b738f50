package config_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/generate"
	"github.com/casefile/casefile/trace"
)

func TestEntailmentProblems(t *testing.T) {
	for _, tt := range []struct{ yaml, says string }{
		{"entailment: off", ""},
		{"entailment: {url: 'http://127.0.0.1:1', model: m, timeout: 5s, threshold: 0.9}", ""},
		{"entailment: on", `"on" is not known`},
		{"entailment: {threshold: 0.9}", "neither a url nor an onnx folder"},
		{"entailment: {url: 'http://127.0.0.1:1', onnx: m, threshold: 0.9}", "both a server and a model folder"},
		{"entailment: {url: 'http://127.0.0.1:1'}", "it has no threshold"},
		{"entailment: {url: 'http://127.0.0.1:1', threshold: 90}", "90 is not between 0 and 1"},
		{"entailment: {url: 'http://127.0.0.1:1', threshold: 0.9, contradiction: -1}", "-1 is not between 0 and 1"},
		{"entailment: {url: 'http://127.0.0.1:1', threshold: 0.9, contradiction: 0.1}", "does not tell contradictions"},
		{"entailment: {url: 'http://127.0.0.1:1', threshold: 0.9, key_env: A, key_file: b}", "keep one of key_env and key_file"},
		{"entailment: {url: 'http://127.0.0.1:1', treshold: 0.9}", "threshold"},
		{"entailment: {onnx: models/none, threshold: 0.9}", "stays unconfirmed"},
	} {
		secondLine(t, tt.yaml, tt.says)
	}
}

// oneClaim says in other words what the library's rules say, and shares too few words with them for the lexical rule.
const (
	oneClaim = `{"claims":[{"cites":[{"evidence":"E2","quote":"A journal is never lent.","row":null}],"values":[],"text":"Periodicals stay on the premises.","part":"conclusion"}]}`
	inOther  = "Periodicals stay on the premises."
)

// entailing asks the library for its journals, with a model that writes oneClaim and what entailment: says.
func entailing(t *testing.T, entailment string) (out casefile.Outcome, file string, asked func() int) {
	t.Helper()
	writer := casefiletest.NewModelServer(t, "llama.cpp", func(casefiletest.AskedOf) casefiletest.Served { return casefiletest.Served{Text: oneClaim} })
	w := library(t, "models: {write: {url: '"+writer.URL+"', model: m1, profile: llama.cpp}}\nwrite: model\n"+entailment)
	file = t.TempDir() + "/case.jsonl"
	out, err := w.Ask(t.Context(), casefile.Ask{Question: "Is a journal lent?", Asker: casefile.Identity{Tenant: "default", User: "reader"}}, file)
	if err != nil {
		t.Fatal(err)
	}
	return out, file, func() int { return len(writer.Asked()) }
}

// told reports whether the claim in other words is in the answer, supported.
func told(out casefile.Outcome) bool {
	for _, c := range out.Answer.Claims {
		if c.By == generate.ByModel && c.Text == inOther && c.Support == casefile.Supported {
			return true
		}
	}
	return false
}

func TestAScoreConfirmsWhatWordsCannot(t *testing.T) {
	if out, _, _ := entailing(t, ""); told(out) {
		t.Fatal("the claim is confirmed without a model for entailment: the test shows nothing")
	}
	scored := 0
	score := .97
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Query     string
			Documents []string
		}
		json.NewDecoder(r.Body).Decode(&body)
		scored++
		results := []string{`{"index":0,"relevance_score":0.001}`}
		for i := range body.Documents[1:] {
			results = append(results, fmt.Sprintf(`{"index":%d,"relevance_score":%v}`, i+1, score))
		}
		fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(results, ","))
	}))
	defer s.Close()
	yaml := "entailment: {url: '" + s.URL + "', model: nli-1, threshold: 0.95}\n"
	out, file, asked := entailing(t, yaml)
	if !told(out) || scored == 0 {
		t.Errorf("a score of %v after %d requests does not confirm: %+v", score, scored, out.Answer)
	}
	// the score, the threshold and the model stand in the log, and a replay reads them there
	log, err := trace.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if rules := string(log.Opening().Rules); !strings.Contains(rules, `"entailment":{"threshold":0.95}`) || strings.Contains(rules, s.URL) {
		t.Errorf("the rules on record: %s", rules)
	}
	events := 0
	for _, e := range log.Events {
		if m := e.Model; m != nil && m.Name == "entailment" && m.Response != nil {
			events++
			if m.Response.Text != `{"entails":0.97}` || m.Response.Model != "rerank/nli-1" || m.Response.Input+m.Response.Output != 0 {
				t.Errorf("on record: %+v", m.Response)
			}
		}
	}
	if events == 0 {
		t.Error("no score stands in the log")
	}
	before, wrote := scored, asked()
	s.Close()
	again, err := config.Replay(context.Background(), file)
	if err != nil || again.Difference != nil || scored != before || asked() != wrote || !told(again.Outcome) {
		t.Errorf("replay: %+v, %v; %d more scores", again.Difference, err, scored-before)
	}
}

func TestWithoutAScoreNothingIsConfirmed(t *testing.T) {
	hangs := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-hangs }))
	defer slow.Close()
	defer close(hangs)
	serves := func(score string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var body struct{ Documents []string }
			json.NewDecoder(r.Body).Decode(&body)
			results := []string{`{"index":0,"score":0.01}`}
			for i := range body.Documents[1:] {
				results = append(results, fmt.Sprintf(`{"index":%d,"score":%s}`, i+1, score))
			}
			fmt.Fprintf(w, "[%s]", strings.Join(results, ","))
		}))
		t.Cleanup(s.Close)
		return "{url: '" + s.URL + "', threshold: 0.5}"
	}
	for name, tt := range map[string]struct{ yaml, says string }{
		"below the threshold": {serves("0.4"), ""},
		"no model":            {"{onnx: models/none, threshold: 0.5}", "the model of entailment: cannot be used"},
		"no key":              {"{url: 'http://127.0.0.1:1', key_env: CASEFILE_TEST_NO_KEY, threshold: 0.5}", "the environment has no CASEFILE_TEST_NO_KEY"},
		"too slow":            {"{url: '" + slow.URL + "', threshold: 0.5, timeout: 20ms}", "raise entailment.timeout"},
		"not a number":        {serves("null"), "gives no score"},
		"twice":               {serves(`0.9},{"index":0,"score":0.9`), "gives no score"},
	} {
		t.Run(name, func(t *testing.T) {
			out, file, _ := entailing(t, "entailment: "+tt.yaml+"\n")
			if told(out) {
				t.Error("the claim is confirmed")
			}
			log, err := trace.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			found := ""
			for _, e := range log.Events {
				if e.Verdict == nil {
					continue
				}
				for _, f := range e.Verdict.Findings {
					if f.Rule == "entailment" && f.Mark == casefile.Unconfirmed {
						found += f.Why + "\n"
					}
				}
			}
			if found == "" || !strings.Contains(found, tt.says) || tt.says == "" && strings.Contains(found, "nor could a model") {
				t.Errorf("the findings are %q, want %q", found, tt.says)
			}
			if again, err := config.Replay(context.Background(), file); err != nil || again.Difference != nil {
				t.Errorf("replay: %+v, %v", again.Difference, err)
			}
		})
	}
}

// A model that only scores is no reason to choose a mode in which a model would plan.
func TestAModelThatOnlyScoresPlansNothing(t *testing.T) {
	w := library(t, "entailment: {url: 'http://127.0.0.1:1', threshold: 0.5}\n")
	out, _ := askLibrary(t, w)
	if out.Case.Mode != casefile.Auto || out.Answer.Status != casefile.Answered || out.Usage.ModelCalls != 0 {
		t.Errorf("mode %q, status %s, %d calls of a model", out.Case.Mode, out.Answer.Status, out.Usage.ModelCalls)
	}
}

func TestProbeEntailment(t *testing.T) {
	if h := library(t, "").ProbeEntailment(t.Context()); h.Named || h.Err != nil {
		t.Errorf("%+v", h)
	}
	h := library(t, "entailment: {onnx: models/none, threshold: 0.5}\n").ProbeEntailment(t.Context())
	if !h.Named || h.Err == nil || h.Threshold != .5 {
		t.Errorf("%+v", h)
	}
}
