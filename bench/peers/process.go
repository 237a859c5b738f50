package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the packages
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/casefile/casefile/eval"
)

//go:embed requirements.txt
var requirements []byte

// kinds are the kinds of questions in the order of the table.
var kinds = []eval.Kind{eval.Document, eval.Data, eval.Combined, eval.Boundary}

// environment returns the Python of an environment with the packages of requirements.txt, and makes it where it is missing.
func environment(ctx context.Context, python, dir string) (string, error) {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("name a folder for the Python environment with -venv: %w", err)
		}
		dir = filepath.Join(cache, "casefile", fmt.Sprintf("peers-%.8x", sha256.Sum256(requirements)))
	}
	own, done := filepath.Join(dir, "bin", "python3"), filepath.Join(dir, "complete")
	if _, err := os.Stat(done); err == nil {
		return own, nil
	}
	file, err := os.CreateTemp("", "requirements-*.txt")
	if err != nil {
		return "", err
	}
	defer os.Remove(file.Name())
	if _, err := file.Write(requirements); err != nil {
		return "", err
	}
	if err := file.Close(); err != nil {
		return "", err
	}
	for _, args := range [][]string{{python, "-m", "venv", dir}, {own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", file.Name()}} {
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("make the Python environment %s: %s: %w", dir, strings.Join(args, " "), err)
		}
	}
	return own, os.WriteFile(done, nil, 0o600)
}

// A bench is one run of the command.
type bench struct {
	flags
	questions []question
	python    string
	dir       string
	server    *server
}

// measure asks one entry the questions of every scene, each in a process of its own.
func (b *bench) measure(ctx context.Context, e entry) (score, error) {
	var s score
	before := b.server.calls.Load()
	for _, scene := range scenes {
		root, err := filepath.Abs(filepath.Join(b.examples, scene))
		if err != nil {
			return s, err
		}
		g := given{Settings: settings{
			Embeddings: b.server.url, Spent: b.server.url + "/spent", Timeout: 120, Today: today.String(),
			Database: filepath.Join(root, databases[scene]), Workspace: root, Scoped: e.scoped, Writes: e.writes,
		}}
		if e.model {
			g.Settings.URL, g.Settings.Model, g.Settings.Context = b.server.url, "scripted", 16000
			if b.url != "" {
				g.Settings.URL, g.Settings.Model, g.Settings.Context = b.url, b.name, b.context
			}
		}
		docs, err := readLibrary(ctx, root)
		if err != nil {
			return s, err
		}
		if g.Library = plain(docs); e.scoped {
			g.Library = described(docs)
		}
		var asked []question
		for _, q := range b.questions {
			if q.Scene == scene {
				asked = append(asked, q)
				g.Questions = append(g.Questions, givenAsked{q.name(), q.text, givenPerson{q.asker.Tenant, q.asker.User, q.asker.Roles}})
			}
		}
		answers, err := b.process(ctx, e, g, &s)
		if err != nil {
			return s, err
		}
		s.count(asked, answers, b.server.model.told())
	}
	s.calls = b.server.calls.Load() - before
	return s, nil
}

func (b *bench) process(ctx context.Context, e entry, g given, s *score) (map[string]answer, error) {
	data, err := json.Marshal(g)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "given.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, "-child", file)
	if e.module != "" {
		cmd = exec.CommandContext(ctx, b.python, filepath.Join("bench", "peers", "run.py"), e.module, file)
	}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%w (run it from the top of the repository)\n%s", err, said.Bytes())
	}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		s.peak = max(s.peak, float64(u.Maxrss)/1024)
	}
	answers := map[string]answer{}
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return nil, fmt.Errorf("%.200q: %w", lines.Bytes(), err)
		}
		if a.Name == "" {
			s.ready = max(s.ready, a.ReadyMS/1e3)
			continue
		}
		answers[a.Name] = a
	}
	return answers, lines.Err()
}

var pinned = regexp.MustCompile(`(?m)^(langgraph|langchain|llama-index-core)==(.*)$`)

// versions names what is compared with.
func (b *bench) versions(ctx context.Context) string {
	out, err := exec.CommandContext(ctx, b.python, "--version").Output()
	if err != nil {
		return "no Python"
	}
	all := []string{strings.TrimSpace(string(out))}
	for _, m := range pinned.FindAllStringSubmatch(string(requirements), -1) {
		all = append(all, m[1]+" "+m[2])
	}
	return strings.Join(all, ", ")
}
