// Command routing measures where questions are sent: over the routing set of testdata/routing, whose questions carry every
// outcome that is right, and over public sets of intents, with the linear head that routes by examples.
//
//	go run ./bench/routing [-part test] [-misses]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/casefile/casefile/embed"
)

func main() {
	var (
		set      = flag.String("questions", "testdata/routing", "the folder of the routing set")
		examples = flag.String("examples", "examples", "the folder of the workspaces that it asks")
		part     = flag.String("part", "test", "the part to report on: dev or test")
		misses   = flag.Bool("misses", false, "print the questions that take a wrong way")
		data     = flag.String("data", "", "a folder of clinc150 and banking77: measure the linear head on them instead")
		model    embed.ONNXModel
	)
	flag.StringVar(&model.Dir, "onnx", "", "with -data, a folder with a sentence model in place of the static vectors (build with -tags ort)")
	flag.StringVar(&model.Runtime, "runtime", "", "the library of the ONNX runtime; empty looks where the system keeps libraries")
	flag.Parse()
	ctx := context.Background()
	if *data != "" {
		missed, err := intents(ctx, os.Stdout, *data, model)
		switch {
		case err != nil:
			fmt.Fprintln(os.Stderr, "routing:", err)
			os.Exit(2)
		case missed > 0:
			os.Exit(1)
		}
		return
	}
	if err := routes(ctx, *set, *examples, *part, *misses); err != nil {
		fmt.Fprintln(os.Stderr, "routing:", err)
		os.Exit(2)
	}
}

func routes(ctx context.Context, set, examples, part string, misses bool) error {
	questions, err := readQuestions(set, part)
	if err != nil {
		return err
	}
	desks, done, err := openDesks(ctx, examples)
	if err != nil {
		return err
	}
	defer done()
	right := map[string][2]int{}
	for _, q := range questions {
		t, err := desks[q.Workspace].take(ctx, q)
		if err != nil {
			return err
		}
		n := right[q.Class]
		n[1]++
		if q.fits(t) {
			n[0]++
		} else if misses {
			fmt.Printf("%s %s: %s\n  wanted %s\n  took   %s (%s)\n", q.ID, q.Class, q.Question, q.wanted(), t, t.why)
		}
		right[q.Class] = n
	}
	for _, class := range []string{"document", "data", "both", "neither", "negated", "vague", "injected"} {
		fmt.Printf("%-10s %d/%d\n", class, right[class][0], right[class][1])
	}
	return nil
}
