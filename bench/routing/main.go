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
		part     = flag.String("part", "test", "the part to report on: dev, dev2 to dev5, check, check2 or test")
		misses   = flag.Bool("misses", false, "print the questions that take a wrong way")
		data     = flag.String("data", "", "a folder of clinc150 and banking77: measure the linear head on them instead")
		model    embed.ONNXModel
	)
	flag.StringVar(&model.Dir, "onnx", "", "with -data, a folder with a sentence model in place of the static vectors (build with -tags ort)")
	flag.StringVar(&model.Runtime, "runtime", "", "the library of the ONNX runtime; empty looks where the system keeps libraries")
	keep := flag.String("vectors", "", "with -data, a folder that keeps the vectors for the next run")
	flag.Parse()
	ctx := context.Background()
	if *data != "" {
		missed, err := intents(ctx, os.Stdout, *data, model, *keep)
		end(missed, err)
		return
	}
	missed, err := routes(ctx, os.Stdout, *set, *examples, *part, *misses)
	end(missed, err)
}

// end ends the program: with 2 for a fault, with 1 for a bar that is missed.
func end(missed int, err error) {
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "routing:", err)
		os.Exit(2)
	case missed > 0:
		os.Exit(1)
	}
}
