package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/model"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/verify"
)

// An Entailment says which model may confirm what the lexical rule leaves open (entailment:): off, a server that speaks /rerank, or a
// folder with a model of natural-language inference or a cross-encoder.
type Entailment struct {
	Word          string  `yaml:"-"` // off; "" is the default, which is the same
	URL           string  `yaml:"url"`
	Model         string  `yaml:"model"`
	KeyEnv        string  `yaml:"key_env"`
	KeyFile       string  `yaml:"key_file"`
	Timeout       string  `yaml:"timeout"`
	ONNX          string  `yaml:"onnx"`
	Runtime       string  `yaml:"runtime"`
	Threshold     float64 `yaml:"threshold"`
	Contradiction float64 `yaml:"contradiction"`
}

// UnmarshalYAML takes a word or {url, …} or {onnx, …}.
func (e *Entailment) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		e.Word = n.Value
		return nil
	}
	type plain Entailment
	return strictyaml.Problems(strictyaml.DecodeNode("", n, (*plain)(e))).Err()
}

// scorer is where the model is and how it is reached.
func (e Entailment) scorer() Scorer {
	return Scorer{Word: e.Word, URL: e.URL, Model: e.Model, KeyEnv: e.KeyEnv, KeyFile: e.KeyFile, Timeout: e.Timeout, ONNX: e.ONNX, Runtime: e.Runtime}
}

// named reports whether a model is named.
func (e Entailment) named() bool { return e.URL != "" || e.ONNX != "" }

// problems reports what cannot be under entailment:. That a model cannot be loaded is none: claims then stay unconfirmed, and check
// tells of it.
func (e Entailment) problems(bad func(key, msg, hint string)) {
	e.scorer().problems("entailment", []string{"off"}, bad)
	const hint = "the least score that confirms, above 0 and at most 1: no score means the same of two models, so none is assumed"
	switch {
	case !e.named() && e.Word == "" && e != (Entailment{}):
		if e.scorer() == (Scorer{}) {
			bad("entailment", "it has neither a url nor an onnx folder", "write one of off, {url: …, model: …, threshold: …} or {onnx: FOLDER, threshold: …}")
		}
	case e.named() && e.Threshold == 0:
		bad("entailment", "it has no threshold", hint)
	case e.Threshold < 0 || e.Threshold > 1:
		bad("entailment.threshold", fmt.Sprintf("%v is not between 0 and 1", e.Threshold), hint)
	}
	if e.Contradiction < 0 || e.Contradiction > 1 {
		bad("entailment.contradiction", fmt.Sprintf("%v is not between 0 and 1", e.Contradiction), "the most that the model may give to contradiction")
	}
	if e.URL != "" && e.Contradiction > 0 {
		bad("entailment.contradiction", "a server that speaks /rerank does not tell contradictions", "take it away")
	}
}

// rules are what the verifier holds scores to, nil where no model is named.
func (e Entailment) rules() *verify.Entailment {
	if !e.named() {
		return nil
	}
	return &verify.Entailment{Threshold: e.Threshold, Contradiction: e.Contradiction}
}

// An entailer is a model that scores a premise and a claim.
type entailer interface {
	Name() string
	Entails(ctx context.Context, premise, claim string) (embed.Entailment, error)
}

// open makes the model.
func (e Entailment) open(root string) (entailer, error) {
	if e.ONNX != "" {
		m, err := embed.OpenONNXEntailer(e.scorer().model(root))
		if err != nil {
			return nil, err // no nil pointer in the interface
		}
		return m, nil
	}
	server, err := e.scorer().server(root)
	if err != nil {
		return nil, err
	}
	m, err := embed.NewHTTPEntailer(server)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// defaultScoring is how long one claim may take.
const defaultScoring = 10 * time.Second

// A scoring answers the verifier's requests for a score, and loads its model when the first comes. It is a casefile.Model. Why there is
// no score is a reply as well: it costs no tokens, it stands in the log, and a replay reads it from there.
type scoring struct {
	open    func() (entailer, error) // once
	timeout time.Duration

	mu   sync.Mutex
	made entailer // nil until it is loaded
}

// scoring returns the model under entailment:, nil where none is named.
func (e Entailment) scoring(root string) *scoring {
	if !e.named() {
		return nil
	}
	s := &scoring{timeout: defaultScoring}
	if d, err := time.ParseDuration(e.Timeout); err == nil {
		s.timeout = d
	}
	s.open = sync.OnceValues(func() (entailer, error) {
		m, err := e.open(root)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.made = m
		return m, err
	})
	return s
}

// Close frees the model, where it was loaded.
func (s *scoring) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return closed(s.made)
}

// score returns what the model says, and its name.
func (s *scoring) score(ctx context.Context, premise, claim string) (got embed.Entailment, name string, err error) {
	m, err := s.open()
	if err != nil {
		return got, "", fmt.Errorf("the model of entailment: cannot be used: %w", err)
	}
	within, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	got, err = m.Entails(within, premise, claim)
	if within.Err() != nil && ctx.Err() == nil { // what comes late is no score either: a run cannot be broken off
		err = fmt.Errorf("it took more than %s; raise entailment.timeout, or take a smaller model", s.timeout)
	}
	if err != nil {
		err = fmt.Errorf("the model of entailment: gives no score: %w", err)
	}
	return got, m.Name(), err
}

// Generate answers a request for a score.
func (s *scoring) Generate(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	var pair verify.EntailmentPair
	if len(r.Messages) != 1 || json.Unmarshal([]byte(r.Messages[0].Text), &pair) != nil {
		return casefile.ModelResponse{}, fmt.Errorf("%w: it is no request for a score", casefile.ErrNoReply)
	}
	got, name, err := s.score(ctx, pair.Premise, pair.Claim)
	if ctx.Err() != nil {
		return casefile.ModelResponse{}, ctx.Err()
	}
	var reply verify.EntailmentScore
	if err != nil {
		reply.Error = err.Error()
	} else {
		reply.Entails, reply.Contradicts = &got.Entails, got.Contradicts
	}
	b, err := json.Marshal(reply)
	if err != nil { // a score that is no number
		return casefile.ModelResponse{}, fmt.Errorf("%w: the model of entailment: %w", casefile.ErrNoReply, err)
	}
	return casefile.ModelResponse{Text: string(b), Model: name, Told: true}, nil
}

// scored sends requests for a score to their model, and all others to the language models.
type scored struct {
	words  casefile.Model // nil: the workspace names none
	scores *scoring
}

// Generate implements casefile.Model.
func (s scored) Generate(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	switch {
	case r.Name == verify.EntailmentRequest:
		return s.scores.Generate(ctx, r)
	case s.words == nil:
		return casefile.ModelResponse{}, &model.Error{Fault: model.FaultCaller, Why: "no language model is named"}
	}
	return s.words.Generate(ctx, r)
}

// problem is why a folder cannot hold a model for entailment, as far as can be told without loading it.
func (e Entailment) problem(root string) error {
	if e.ONNX == "" {
		return nil
	}
	if !embed.HasONNX {
		return embed.ErrNoONNX
	}
	return embed.CheckEntailer(within(root, e.ONNX))
}

// An EntailmentHealth is what a probe of the workspace's model for entailment found.
type EntailmentHealth struct {
	Named   bool
	Name    string // of the model, with its hash where it is a file
	ByModel bool   // the language model under models.verify is asked, besides or instead
	Err     error

	Threshold, Contradiction float64
}

// ProbeEntailment loads the model under entailment: and asks for one score.
func (w *Workspace) ProbeEntailment(ctx context.Context) EntailmentHealth {
	h := EntailmentHealth{Named: w.scores != nil, Threshold: w.file.Entailment.Threshold, Contradiction: w.file.Entailment.Contradiction}
	_, h.ByModel = w.file.Models["verify"]
	if w.scores == nil {
		return h
	}
	got, name, err := w.scores.score(ctx, "One is one.", "One is one.")
	h.Name, h.Err = name, err
	if err == nil && h.Contradiction > 0 && got.Contradicts == nil {
		h.Err = errors.New("the model does not tell contradictions: take entailment.contradiction away")
	}
	return h
}
