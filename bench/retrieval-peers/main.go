// Command retrieval-peers measures Casefile beside other engines on the same passages, the same vectors and the same
// questions: how long they take to read, what a question takes, and what stays in memory. Each engine runs in a
// process of its own, one after the other. It is a module of its own, so that the engines it compares with add nothing
// to Casefile's.
//
//	go run . [-n 100000] [-python PYTHON] [-only casefile,bleve] DATA
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// figures are what one engine reports.
type figures struct {
	Engine   string  `json:"engine"`
	Searches string  `json:"searches"` // keyword, vector, hybrid
	Read     float64 `json:"read"`     // seconds to take in all passages
	CPU      float64 `json:"cpu"`      // CPU seconds of it
	P50      float64 `json:"p50"`      // milliseconds a question
	P95      float64 `json:"p95"`
	PerQuery float64 `json:"per_query"` // CPU milliseconds a question
	Resident float64 `json:"resident"`  // MB after the questions
	Peak     float64 `json:"peak"`      // MB, the most it ever was
	Top      float64 `json:"top"`       // share of questions whose own passage is first
}

func main() {
	n := flag.Int("n", 100_000, "passages")
	questions := flag.Int("questions", 500, "questions")
	python := flag.String("python", "python3", "a Python with the modules of requirements.txt")
	only := flag.String("only", "", "the engines to run, with commas between; all of them when empty")
	child := flag.String("child", "", "run one engine over the corpus in FOLDER; the command itself uses it")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: retrieval-peers [flags] FOLDER, which holds cmrc2018 and tatqa")
		os.Exit(2)
	}
	var err error
	if *child != "" {
		err = runChild(*child, flag.Arg(0))
	} else {
		var names []string
		if *only != "" {
			names = strings.Split(*only, ",")
		}
		err = run(flag.Arg(0), *n, *questions, *python, names)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "retrieval-peers:", err)
		os.Exit(1)
	}
}

// engines are those that are compared, Casefile first. One with a command runs outside Go.
var engines = []struct {
	name   string
	run    func(context.Context, corpus, string) ([]figures, error)
	script string
}{
	{"casefile", runCasefile, ""},
	{"chromem-go", runChromem, ""},
	{"bleve", runBleve, ""},
	{"haystack", nil, "haystack_memory.py"},
}

func run(data string, n, questions int, python string, only []string) error {
	dir, err := os.MkdirTemp("", "peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := makeCorpus(data, filepath.Join(dir, "corpus"), n, questions); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var all []figures
	for _, e := range engines {
		if only != nil && !slices.Contains(only, e.name) {
			continue
		}
		cmd := exec.Command(self, "-child", e.name, dir)
		if e.script != "" {
			cmd = exec.Command(python, e.script, filepath.Join(dir, "corpus"))
		}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v: left out\n", e.name, err)
			continue
		}
		for dec := json.NewDecoder(&out); dec.More(); {
			var f figures
			if err := dec.Decode(&f); err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			all = append(all, f)
		}
	}
	table(all, n)
	return nil
}

func runChild(name, dir string) error {
	c, err := readCorpus(filepath.Join(dir, "corpus"))
	if err != nil {
		return err
	}
	for _, e := range engines {
		if e.name != name {
			continue
		}
		fs, err := e.run(context.Background(), c, filepath.Join(dir, name))
		if err != nil {
			return err
		}
		for _, f := range fs {
			if err := json.NewEncoder(os.Stdout).Encode(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// table prints each figure with its ratio to Casefile's of the same kind of search: above 1 the other takes more.
func table(all []figures, n int) {
	own := map[string]figures{}
	for _, f := range all {
		if f.Engine == "casefile" {
			own[f.Searches] = f
		}
	}
	ratio := func(v, mine float64) string {
		if mine == 0 {
			return fmt.Sprintf("%.2f", v)
		}
		return fmt.Sprintf("%.2f (%.1f×)", v, v/mine)
	}
	fmt.Printf("%d passages; in brackets, against Casefile's search of the same kind\n\n", n)
	fmt.Println("| engine | search | read, s | read, CPU s | p50, ms | p95, ms | CPU ms a question | resident, MB | peak, MB | own passage first |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, f := range all {
		m := own[f.Searches]
		fmt.Printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s | %.3f |\n", f.Engine, f.Searches, ratio(f.Read, m.Read), ratio(f.CPU, m.CPU),
			ratio(f.P50, m.P50), ratio(f.P95, m.P95), ratio(f.PerQuery, m.PerQuery), ratio(f.Resident, m.Resident), ratio(f.Peak, m.Peak), f.Top)
	}
}
