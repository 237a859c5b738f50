package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/casefile/casefile/config"
)

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// The Go program of the README, in both languages' files, builds in a module of its own and answers.
func TestReadmeProgram(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", strings.Replace(string(mod), "module github.com/casefile/casefile", "module readme", 1)+
		"\nrequire github.com/casefile/casefile v0.0.0\n\nreplace github.com/casefile/casefile => "+root+"\n")
	write("go.sum", string(sum))
	if err := config.CopyTree(filepath.Join(root, "examples/returns-desk"), filepath.Join(dir, "examples/returns-desk"), func(rel string) bool { return filepath.Base(rel)[0] == '.' }); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"README.md", "README.zh-CN.md"} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			t.Fatal(err)
		}
		blocks := goBlock.FindAllStringSubmatch(string(text), -1)
		if len(blocks) != 1 {
			t.Fatalf("%s: %d blocks of Go, want 1", page, len(blocks))
		}
		write("main.go", `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

func main() {
	if err := answer(context.Background(), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answer(ctx context.Context, question string) error {
`+blocks[0][1]+`
	return nil
}
`)
		run := exec.CommandContext(t.Context(), "go", "run", ".", "A134 什么时候签收的？")
		run.Dir = dir
		run.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := run.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "2026年9月12日") || !strings.Contains(string(out), "supported") {
			t.Errorf("%s: %v\n%s", page, err, out)
		}
	}
}
