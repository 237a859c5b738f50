// Command retrieval measures how well passages are found in public sets, through the ingester, the store and the
// search as they are. It prints one row a set, method and metric: the figure on the test half, on the development half
// that weights may be chosen on, and on both. It exits with 1 when the default misses a floor.
//
//	go run ./bench/retrieval [-set cmrc2018,tatqa] [-max 300] [-misses] [-sweep all] [-calibrate] DATA
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/entity"
)

func main() {
	only := flag.String("set", "", "the sets to run, with commas between; all of them when empty")
	misses := flag.Bool("misses", false, "print the questions of the development half at which the default fails, and those of sets without one")
	sweep := flag.String("sweep", "", "vary these weights of the search on the development half, with commas between, or all, and print what each value gives")
	fit := flag.Bool("calibrate", false, "print, for each recall and score, how often the passage it puts first is right, on the development halves of the sets together")
	most := flag.Int("max", 0, "the questions of a set that are asked, spread over it; 0 asks all")
	weights := flag.String("weights", "", "a file of weights, in place of the embedded one")
	page := flag.String("out", "", "a Markdown file whose part between the marks <!-- table --> and <!-- end --> is replaced by the table")
	var onnx models
	onnx.flags()
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: retrieval [flags] FOLDER, which holds cmrc2018, kag-netoperator, laws-zh-sample and tatqa")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	names, err := entity.New(entity.Rules{}) // what documents themselves make names
	if err != nil {
		fmt.Fprintln(os.Stderr, "retrieval:", err)
		os.Exit(2)
	}
	base := rig{embedder: embed.NewStatic(), entities: names}
	if *weights != "" {
		if base.weights, err = readWeights(*weights); err != nil {
			fmt.Fprintln(os.Stderr, "retrieval:", err)
			os.Exit(2)
		}
	}
	b := bench{data: flag.Arg(0), misses: *misses, sweep: *sweep, most: *most}
	if *fit {
		b.bins = bins{}
	}
	if b.rigs, err = onnx.rigs(base); err != nil {
		fmt.Fprintln(os.Stderr, "retrieval:", err)
		os.Exit(2)
	}
	if *only != "" {
		b.only = strings.Split(*only, ",")
	}
	var copied strings.Builder
	missed, err := b.run(context.Background(), io.MultiWriter(os.Stdout, &copied))
	if err == nil && *page != "" {
		err = replace(*page, copied.String())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "retrieval:", err)
		os.Exit(2)
	}
	if missed > 0 {
		os.Exit(1)
	}
}

// replace puts a table between the marks of a page.
func replace(page, table string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), "<!-- table -->\n")
	_, after, ends := strings.Cut(rest, "<!-- end -->")
	if !ok || !ends {
		return fmt.Errorf("%s: the marks <!-- table --> and <!-- end --> are missing", page)
	}
	return os.WriteFile(page, []byte(before+"<!-- table -->\n"+table+"<!-- end -->"+after), 0o644)
}

type bench struct {
	data   string
	only   []string
	misses bool
	sweep  string
	most   int
	bins   bins // not nil: the recalls are calibrated, and nothing else
	rigs   map[casefile.Lang]rig
	rig    rig // of the set at hand
}

func (b bench) run(ctx context.Context, out io.Writer) (missed int, err error) {
	if b.bins == nil {
		fmt.Fprintln(out, "| set | method | metric | test half | development half | both | floor | |")
		fmt.Fprintln(out, "|---|---|---|---|---|---|---|---|")
	}
	for _, set := range builders {
		if b.only != nil && !slices.Contains(b.only, set.name) {
			continue
		}
		b.rig = b.rigs[set.lang]
		n, err := b.one(ctx, out, set.build)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", set.name, err)
		}
		missed += n
	}
	if b.bins != nil {
		b.bins.write(out)
	}
	return missed, nil
}

func (b bench) one(ctx context.Context, out io.Writer, build func(context.Context, rig, string) (*set, error)) (missed int, err error) {
	began := time.Now()
	s, err := build(ctx, b.rig, b.data)
	if err != nil {
		return 0, err
	}
	defer s.lib.close()
	s.questions = spread(s.questions, b.most)
	fmt.Fprintf(os.Stderr, "%s: %d questions over %d passages, read in %.1f s\n", s.name, len(s.questions), len(s.lib.passages()), time.Since(began).Seconds())
	if b.bins != nil {
		return 0, b.calibrate(ctx, s, b.bins)
	}
	if b.sweep != "" {
		return 0, b.tune(ctx, out, s)
	}
	ms := b.rig.methods(s)
	res := make(results, len(ms))
	found := map[role][][]casefile.Hit{}
	for i, m := range ms {
		began := time.Now()
		res[i] = make([]tally, len(s.metrics))
		for _, q := range s.questions {
			hits, err := m.find(ctx, q)
			if err != nil {
				return 0, fmt.Errorf("%s, %s: %w", m.name, q.text, err)
			}
			res.add(i, s, q, hits)
			if m.role >= unlinked {
				found[m.role] = append(found[m.role], hits)
			}
			if b.misses && m.role == whole {
				report(s, q, hits)
			}
		}
		fmt.Fprintf(os.Stderr, "%s, %s: %.2f ms a question\n", s.name, m.name, float64(time.Since(began).Microseconds())/1000/float64(max(1, len(s.questions))))
	}
	missed = table(out, s, ms, res)
	effect(out, s, found)
	return missed, edges(ctx, out, s)
}

// spread returns n of the questions, at even distances.
func spread(qs []question, n int) []question {
	if n <= 0 || n >= len(qs) {
		return qs
	}
	out := make([]question, n)
	for i := range out {
		out[i] = qs[i*len(qs)/n]
	}
	return out
}

// report prints a question of the development half, or of a set without one, at which the default fails.
func report(s *set, q question, found []casefile.Hit) {
	for _, m := range s.metrics {
		if m.fused && (q.development() || q.group == "") && (m.of == nil || m.of(q)) && m.judge(q, found) == 0 {
			fmt.Fprintf(os.Stderr, "missed: %s %q wants %v %v, found %v\n", s.name, q.text, q.files, q.kind, places(found))
		}
	}
}

func places(found []casefile.Hit) []string {
	var out []string
	for _, h := range found[:min(3, len(found))] {
		out = append(out, h.Source.Place())
	}
	return out
}
