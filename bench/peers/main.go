// Command peers puts the questions of the example workspaces to Casefile and to two engines that are programmed in Python, over the same
// documents, the same database, the same vectors and the same model on loopback, each in a process of its own, one after the other:
//
//   - an agentic RAG in LangGraph (langgraph_rag.py) and a query engine in LlamaIndex (llamaindex_rag.py), as their own documentation writes
//     them, once as it stands there and once held to who asks by the means it names (scope.py);
//   - Casefile by rules alone, and with the model.
//
// The model is a script that works from the prompts (model.go), and the same one misstating a value in a share of the questions. The answers
// are scored by one scorer (score.go). It exits with 1 where Casefile lets a wrong value of the model through, rests on another version or
// leaks. Python's packages are those of requirements.txt, in an environment that is made where there is none.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
)

var (
	scenes    = []string{"returns-desk", "supply-chain"}
	databases = map[string]string{"returns-desk": "data/orders.db", "supply-chain": "data/supply.db"}
	today     = casefile.Date{Year: 2026, Month: 9, Day: 20} // of the examples' clock
)

// An entry is an engine in one configuration.
type entry struct {
	engine string
	module string // of Python; "" is Casefile
	scoped bool
	model  bool // it asks the model
	writes bool // also for what a playbook would report
	files  []string
}

var entries = []entry{
	{engine: "LangGraph", module: "langgraph", model: true, files: []string{"bench/peers/langgraph_rag.py"}},
	{engine: "LangGraph, scoped", module: "langgraph", scoped: true, model: true, files: []string{"bench/peers/langgraph_rag.py", "bench/peers/scope.py"}},
	{engine: "LlamaIndex", module: "llamaindex", model: true, files: []string{"bench/peers/llamaindex_rag.py"}},
	{engine: "LlamaIndex, scoped", module: "llamaindex", scoped: true, model: true, files: []string{"bench/peers/llamaindex_rag.py", "bench/peers/scope.py"}},
	{engine: "Casefile, rules only", scoped: true},
	{engine: "Casefile, model as by default", scoped: true, model: true},
	{engine: "Casefile, the model writes all", scoped: true, model: true, writes: true},
}

type flags struct {
	examples, python, venv, only string
	errs                         string
	show                         bool
	n                            int
	url, name                    string
	context                      int
}

func main() {
	var f flags
	flag.StringVar(&f.examples, "examples", "examples", "the folder of the example workspaces")
	flag.StringVar(&f.python, "python", "python3", "the Python that makes the environment")
	flag.StringVar(&f.venv, "venv", "", "the environment with the packages of requirements.txt; made where it is missing, by default in the user's cache")
	flag.StringVar(&f.only, "only", "", "engines whose names begin so, with commas between; all when empty")
	flag.StringVar(&f.errs, "errs", "0,0.4", "shares of the questions in which the scripted model misstates a value: a table each")
	flag.BoolVar(&f.show, "show", false, "print each answer that is at fault")
	flag.IntVar(&f.n, "n", 0, "questions, evenly; 0 means all")
	flag.StringVar(&f.url, "url", "", "base of the API of a real model; the scripted one when empty")
	flag.StringVar(&f.name, "model", "local", "the name of the real model")
	flag.IntVar(&f.context, "context", 8192, "tokens that the real model takes")
	child := flag.String("child", "", "answer the questions of FILE; the command itself uses it")
	flag.Parse()
	ctx := context.Background()
	var err error
	if *child != "" {
		err = answerAll(ctx, *child, os.Stdout)
	} else {
		err = run(ctx, f)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, f flags) error {
	questions, err := readQuestions(f.examples)
	if err != nil {
		return err
	}
	if f.n > 0 && f.n < len(questions) {
		some := make([]question, f.n)
		for i := range some {
			some[i] = questions[i*len(questions)/f.n]
		}
		questions = some
	}
	b := bench{flags: f, questions: questions}
	if b.python, err = environment(ctx, f.python, f.venv); err != nil {
		return err
	}
	if b.dir, err = os.MkdirTemp("", "peers-*"); err != nil {
		return err
	}
	defer os.RemoveAll(b.dir)
	var missed []error // what Casefile is held to
	for text := range strings.SplitSeq(f.errs, ",") {
		share, err := strconv.ParseFloat(text, 64)
		if err != nil || share < 0 || share > 1 {
			return fmt.Errorf("-errs: %q is no share: want numbers from 0 to 1 with commas between", text)
		}
		m := &model{book: questions, read: reader{embed.NewStatic()}, err: share, today: today.String(), lies: map[string][]string{}}
		if b.server, err = serve(m); err != nil {
			return err
		}
		what := "the scripted model"
		switch {
		case f.url != "":
			what = f.name
		case share > 0:
			what = fmt.Sprintf("the scripted model, misstating a value in %.0f %% of the questions", 100*share)
		}
		var rows []score
		var names []entry
		for _, e := range entries {
			if f.only != "" && !slices.ContainsFunc(strings.Split(f.only, ","), func(p string) bool { return strings.HasPrefix(e.engine, p) }) || share > 0 && (!e.model || !e.scoped) {
				continue
			}
			s, err := b.measure(ctx, e)
			if err != nil {
				return fmt.Errorf("%s: %w", e.engine, err)
			}
			rows, names = append(rows, s), append(names, e)
			if e.module == "" && s.wrong+s.stale+s.leaks > 0 {
				missed = append(missed, fmt.Errorf("%s: %d wrong values of the model, %d figures of other versions and %d leaks in its answers; the bar is none", e.engine, s.wrong, s.stale, s.leaks))
			}
			if f.show {
				for _, d := range s.details {
					fmt.Fprintf(os.Stderr, "%s: %s\n", e.engine, d)
				}
			}
		}
		b.server.close()
		report(what, names, rows)
	}
	fmt.Printf("%d questions; Go %s, %s; %d processors, load %s\n", len(questions), strings.TrimPrefix(runtime.Version(), "go"), b.versions(ctx), runtime.NumCPU(), load())
	return errors.Join(missed...)
}

func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(b))[0]
}

// report prints the figures of one model.
func report(what string, entries []entry, all []score) {
	fmt.Printf("With %s:\n\n", what)
	fmt.Println("| | facts said | answers right | document | data | combined | boundary | wrong values of the model let through | another version's figures | wrong otherwise | leaks | answered without ground | sources that hold what they are named for | sentences whose figures all stand in their sources |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for i, s := range all {
		fmt.Printf("| %s | %d of %d | %d of %d |", entries[i].engine, s.said, s.facts, s.right, s.wanted)
		for _, k := range kinds {
			fmt.Printf(" %d of %d |", s.kinds[k][0], s.kinds[k][1])
		}
		fmt.Printf(" %d of %d | %d | %d | %d | %d of %d | %s | %s |\n", s.wrong, s.misstated, s.stale, s.false, s.leaks, s.told, s.none, share(s.hold, s.cites), share(s.backed, s.based))
	}
	fmt.Println("\n| | ready, s | p50, ms without the model | p95, ms | CPU p50, ms | model calls a question | peak, MB | errors | lines a user writes |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	for i, s := range all {
		fmt.Printf("| %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.0f | %d | %s |\n", entries[i].engine, s.ready, quantile(s.ms, .5), quantile(s.ms, .95), quantile(s.cpu, .5), float64(s.calls)/float64(max(s.asked, 1)), s.peak, s.failed, lines(entries[i]))
	}
	fmt.Println()
}

func share(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %% of %d", 100*float64(n)/float64(of), of)
}

// lines counts what a user writes, without empty lines and comments: Python, or the settings and functions of both workspaces.
func lines(e entry) string {
	if e.files != nil {
		return fmt.Sprintf("%d of Python", count(e.files))
	}
	var files []string
	for _, scene := range scenes {
		for _, pattern := range []string{"casefile.yaml", "functions/*.sql", "playbooks/*.yaml"} {
			found, _ := filepath.Glob(filepath.Join("examples", scene, pattern))
			files = append(files, found...)
		}
	}
	return fmt.Sprintf("%d of YAML and SQL, both workspaces", count(files))
}

func count(files []string) (n int) {
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		inDoc := false
		for line := range strings.Lines(string(b)) {
			t := strings.TrimSpace(line)
			quotes := strings.Count(t, `"""`)
			switch {
			case inDoc || quotes > 0 && strings.HasPrefix(t, `"""`):
				inDoc = inDoc != (quotes%2 == 1)
			case t != "" && !strings.HasPrefix(t, "#"):
				n++
			}
		}
	}
	return n
}
