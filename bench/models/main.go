// Command models measures what leaves when a model writes the answers, over the questions of both scenes: with a scripted model
// that lies, and with a real one on a llama.cpp server. With -smoke it checks that server and engine hold together, and fails
// where the server is missing.
//
//	go run ./bench/models                                                      the liar, over every question
//	go run ./bench/models -llama LLAMA-SERVER -weights FILE.gguf [-n 10]       a real model too, over n questions a scene
//	go run ./bench/models -plans -llama LLAMA-SERVER -weights FILE.gguf [-n 10]  how often its plans and routes are taken
//	go run ./bench/models -smoke -llama LLAMA-SERVER -weights FILE.gguf
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// The bars.
const (
	usefulBar = 0.95 // of the questions that are answered rightly by rules, answered rightly with a model as writer
	leakBar   = 0    // wrong claims of a model that leave
)

var scenes = []string{"returns-desk", "supply-chain"}

type flags struct {
	llama, weights, url, examples string
	smoke, liar, plans            bool
	n                             int
}

func main() {
	var f flags
	flag.StringVar(&f.llama, "llama", "", "the llama-server program")
	flag.StringVar(&f.weights, "weights", "", "the model's file")
	flag.StringVar(&f.url, "url", "", "a server that runs already, instead of -llama: the base of its API")
	flag.StringVar(&f.examples, "examples", "examples", "the folder of the scenes")
	flag.BoolVar(&f.smoke, "smoke", false, "check that server and engine hold together, and measure nothing")
	flag.BoolVar(&f.plans, "plans", false, "measure how often the plans and routes of the real model are taken, and nothing else")
	flag.BoolVar(&f.liar, "liar", true, "measure the scripted liar")
	flag.IntVar(&f.n, "n", 0, "questions a scene for the real model; 0 means all")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := run(ctx, f)
	if err != nil {
		fmt.Fprintln(os.Stderr, "models:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, f flags) (bool, error) {
	dir, err := os.MkdirTemp("", "casefile-models-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if f.smoke {
		if f.llama == "" || f.weights == "" {
			return false, errors.New("-smoke needs -llama and -weights: it starts and kills the server")
		}
		return smoke(ctx, f, dir)
	}
	ok := true
	if f.liar && !f.plans {
		if ok, err = measure(ctx, f, measuring{name: "a scripted liar", dir: dir, models: modelBlock("http://127.0.0.1:1/v1", 3000), model: &liar{}, wrong: lied}); err != nil {
			return false, err
		}
	}
	if f.url == "" && f.llama == "" {
		return ok, nil
	}
	url := f.url
	if url == "" {
		s, err := startServer(ctx, f.llama, f.weights)
		if err != nil {
			return false, err
		}
		defer s.stop()
		url = s.url
	}
	if f.plans {
		return true, measurePlans(ctx, f, dir, url)
	}
	good, err := measure(ctx, f, measuring{name: "a real model", dir: dir, models: modelBlock(url, 1800), n: f.n, prompts: true, wrong: unfounded})
	return ok && good, err
}

// modelBlock is what is added to the casefile.yaml of a scene.
func modelBlock(url string, room int) string {
	return fmt.Sprintf(`
budgets: {time: 180s}
models:
  write: {url: %q, model: local, profile: llama.cpp, context: %d, max_tokens: 200, timeout: 170s, idle: 120s, options: {temperature: 0, seed: 1, repeat_penalty: 1.1}}
write: model
`, url, room)
}

// shortPrompts puts the short prompts of the smoke test in place of those in the program: a small model reads slowly.
func shortPrompts(dir string) error {
	for name, prompt := range smokePrompts {
		for _, lang := range []string{"en", "zh"} {
			file := filepath.Join(dir, "prompts", name+"."+lang+".md")
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(prompt), 0o644)); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyScene copies a scene with a block added to its casefile.yaml, in place of its budgets.
func copyScene(from, to, block string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(to, ".casefile")); err != nil {
		return err
	}
	file := filepath.Join(to, config.FileName)
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var out strings.Builder
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, "budgets:") {
			out.WriteString(line)
		}
	}
	return os.WriteFile(file, []byte(out.String()+block), 0o644)
}

// A scene is an open workspace that eval puts cases to. It keeps what came of each.
type scene struct {
	w    *config.Workspace
	dir  string
	outs map[string]eval.Outcome // by question and asker
	n    int
}

func openScene(ctx context.Context, dir string, m casefile.Model) (*scene, error) {
	w, err := config.Open(ctx, dir, config.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := w.Ingest(ctx, nil); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if m != nil {
		w.Engine().Model = m
	}
	return &scene{w: w, dir: dir, outs: map[string]eval.Outcome{}}, nil
}

// Open gives every case the same workspace: no document is laid over it, and no fault injected.
func (s *scene) Open(_ context.Context, set eval.Setup) (eval.Session, error) {
	if len(set.Docs) > 0 || len(set.Faults) > 0 || !set.Clock.IsZero() {
		return nil, errors.New("cases with documents, faults or a clock of their own are not measured here")
	}
	return s, nil
}

func (s *scene) Close() error { return nil }

func (s *scene) Answer(ctx context.Context, question string, who eval.Asker) (eval.Outcome, error) {
	as := who.User
	if who.Tenant != "" {
		as = who.Tenant + "/" + who.User
	}
	id, err := s.w.Asker(as, who.Roles)
	if err != nil {
		return eval.Outcome{}, err
	}
	s.n++
	file := filepath.Join(s.dir, ".casefile", fmt.Sprintf("measured-%d.jsonl", s.n))
	out, err := s.w.Ask(ctx, casefile.Ask{Question: question, Asker: id, Format: "text"}, file)
	if err != nil {
		return eval.Outcome{}, err
	}
	text, err := config.Print(out)
	o := eval.Outcome{Answer: out.Answer, Case: out.Case, Text: string(text), Trace: file}
	s.outs[question+"\x00"+as] = o
	return o, err
}

func (s *scene) Replay(ctx context.Context, file string) (string, error) {
	r, err := config.Replay(ctx, file)
	if err == nil && r.Difference != nil {
		err = fmt.Errorf("the replay differs: %+v", *r.Difference)
	}
	return string(r.Output), err
}
