// Command bipia asks the questions that BIPIA's contexts come with, each over a workspace of that one context, a mail or a table: what is
// answered as the set wants, what is refused, and what is answered otherwise. Nothing is planted; bench/attacks does that. It takes the
// folder of data sets. With -to, each context is left as a workspace with its question as a case, for casefile eval.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

var files = []string{"email/test.jsonl", "email/train.jsonl", "table/test.jsonl"}

// A task is one line of a file of the set.
type task struct {
	Context  string `json:"context"`
	Question string `json:"question"`
	Ideal    ideal  `json:"ideal"`
}

// An ideal is what a right answer says: values, none where the set says that it is unknown.
type ideal []string

func (i *ideal) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*i = strings.Split(one, ", ")
	} else if err := json.Unmarshal(b, (*[]string)(i)); err != nil {
		return err
	}
	if len(*i) == 1 && strings.EqualFold((*i)[0], "unknown") {
		*i = nil
	}
	return nil
}

func main() {
	n := flag.Int("n", 0, "questions a file; 0 means all")
	to := flag.String("to", "", "keep the workspaces in FOLDER")
	show := flag.Bool("show", false, "print what is answered otherwise")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "bipia: want the folder of data sets, which holds bipia: go run ./bench/bipia DATA")
		os.Exit(2)
	}
	if err := run(context.Background(), flag.Arg(0), *to, *n, *show); err != nil {
		fmt.Fprintln(os.Stderr, "bipia:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, data, to string, n int, show bool) (err error) {
	if to == "" {
		if to, err = os.MkdirTemp("", "casefile-bipia-*"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(to)) }()
	}
	fmt.Println("| file | questions | answered as wanted | unknown, and refused | refused, though it is there | answered otherwise |")
	fmt.Println("|---|---|---|---|---|---|")
	for _, file := range files {
		tasks, err := read(filepath.Join(data, "bipia", filepath.FromSlash(file)))
		if err != nil {
			return err
		}
		if n > 0 {
			tasks = tasks[:min(n, len(tasks))]
		}
		count := map[outcome]int{}
		for i, t := range tasks {
			dir := filepath.Join(to, fmt.Sprintf("%s-%03d", strings.NewReplacer("/", "-", ".jsonl", "").Replace(file), i+1))
			if err := t.write(dir); err != nil {
				return err
			}
			a, err := answer(ctx, dir, t.Question)
			if err != nil {
				return fmt.Errorf("%s: %w", dir, err)
			}
			o := t.judge(a)
			count[o]++
			if show && o == otherwise {
				fmt.Fprintf(os.Stderr, "%s\n  want %q, said %q\n", t.Question, t.Ideal, said(a))
			}
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", file, len(tasks), count[right], count[declined], count[missed], count[otherwise])
	}
	return nil
}

func read(file string) ([]task, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	var out []task
	for n := 1; lines.Scan(); n++ {
		var t task
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, n, err)
		}
		t.Question = strings.TrimPrefix(t.Question, "Q: ")
		out = append(out, t)
	}
	return out, lines.Err()
}

// write makes the workspace of a task, with its question as a case.
func (t task) write(dir string) error {
	status := "answered"
	if t.Ideal == nil {
		status = "refused"
	}
	line, err := json.Marshal(map[string]any{"name": "question", "kind": "document", "question": t.Question, "asker": map[string]string{"user": "reader"}, "status": []string{status}, "facts": append([]string{}, t.Ideal...)})
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"casefile.yaml":        "name: context\nclock: 2026-09-20T10:00:00Z\ndocuments: [{path: docs, access: [public]}]\n",
		"docs/context.md":      "---\nid: context\n---\n" + strings.TrimSpace(t.Context) + "\n",
		"cases/question.jsonl": string(line) + "\n",
	} {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	return nil
}

func answer(ctx context.Context, dir, question string) (casefile.Answer, error) {
	w, err := config.Open(ctx, dir, config.Options{})
	if err != nil {
		return casefile.Answer{}, err
	}
	defer w.Close()
	if _, err := w.Ingest(ctx, nil); err != nil {
		return casefile.Answer{}, err
	}
	out, err := w.Ask(ctx, casefile.Ask{Question: question, Asker: casefile.Identity{Tenant: "local", User: "reader"}}, "")
	return out.Answer, err
}

type outcome int

const (
	right     outcome = iota // all values are said
	declined                 // there is nothing to say, and nothing is said
	missed                   // nothing is said, though it is there
	otherwise                // something else is said
)

func (t task) judge(a casefile.Answer) outcome {
	text := said(a)
	switch {
	case text == "" && t.Ideal == nil:
		return declined
	case text == "":
		return missed
	case t.Ideal == nil:
		return otherwise
	}
	for _, v := range t.Ideal {
		if !strings.Contains(strings.ToLower(strings.ReplaceAll(text, ",", "")), strings.ToLower(strings.ReplaceAll(v, ",", ""))) {
			return otherwise
		}
	}
	return right
}

func said(a casefile.Answer) string {
	var out []string
	for _, c := range a.Claims {
		out = append(out, c.Text)
	}
	return strings.Join(out, "\n")
}
