// Command claims judges a set of labelled claims with the verifier and no model, and prints how often right claims
// are refused and wrong ones let through, by language, length and kind, with the citations given and without.
// It exits with 1 below the bars.
//
//	go run ./bench/claims [-list] testdata/claims/free.jsonl
//	go run ./bench/claims -cross FILE… [-- FILE…]              how what is learned on some sets judges another
//	go run -tags ort ./bench/claims -entail FOLDER -similar FOLDER -runtime LIBRARY FILE…   what a model would confirm
//	go run ./bench/claims -make DATA/cmrc2018 > made.jsonl     claims made of questions; after a second -- they teach too, weighing less
//	go run ./bench/claims -learn verify/scale.txt FILE… [-- FILE…]   after a change of what is measured
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/casefile/casefile/verify"
)

// The bars hold for the whole set with the citations given.
const (
	balancedBar = 80.0
	throughBar  = 10.0
)

func main() {
	list := flag.Bool("list", false, "also list the claims that were judged wrongly")
	measure := flag.Bool("measure", false, "write what is measured of each claim, for learning, and judge nothing")
	learned := flag.String("learn", "", "learn the scale of claims on prose from FILEs and write it to this file; sets in the format of verify/testdata follow a --")
	crossed := flag.Bool("cross", false, "learn from all FILEs but one, and say how that judges the one, for each in turn")
	made := flag.String("make", "", "write the claims that the questions of CMRC 2018, in this folder, make")
	entailer := flag.String("entail", "", "a folder with a model for entailment (build with -tags ort): say what its scores would confirm, with a threshold chosen on the first FILE")
	sentences := flag.String("similar", "", "a folder with a sentence model: the same by how like a claim and a sentence of its passages are")
	library := flag.String("runtime", "", "the library of the ONNX runtime, for -entail and -similar")
	lang := flag.String("lang", "en", "the language of the claims that -entail and -similar score: en, zh or en-over-zh")
	flag.Parse()
	if *made != "" {
		if err := makeSet(os.Stdout, *made); err != nil {
			fmt.Fprintln(os.Stderr, "claims:", err)
			os.Exit(2)
		}
		return
	}
	if *entailer != "" || *sentences != "" {
		models, err := openScorers(*entailer, *sentences, *library)
		if err == nil {
			err = entailment(context.Background(), os.Stdout, *lang, models, flag.Args())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "claims:", err)
			os.Exit(2)
		}
		return
	}
	if *crossed {
		if err := cross(os.Stdout, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "claims:", err)
			os.Exit(2)
		}
		return
	}
	if *learned != "" {
		if err := learnTo(*learned, flag.Args()); err != nil {
			fmt.Fprintln(os.Stderr, "claims:", err)
			os.Exit(2)
		}
		return
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: claims [-list] FILE, or claims -learn SCALE FILE… [-- FILE…]")
		os.Exit(2)
	}
	items, err := readSet(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "claims:", err)
		os.Exit(2)
	}
	if *measure {
		list, err := measureAll(items, true)
		if err == nil {
			err = writeMeasured(os.Stdout, list)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "claims:", err)
			os.Exit(2)
		}
		return
	}
	given, err := judge(items, true)
	if err == nil {
		var without []judged
		without, err = judge(items, false)
		if err == nil {
			report(os.Stdout, given, without)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "claims:", err)
		os.Exit(2)
	}
	if *list {
		misses(os.Stdout, given)
	}
	all := tallyOf(given)
	if all.balanced() < balancedBar || all.letThrough() > throughBar {
		fmt.Printf("\nbelow the bars: balanced accuracy ≥ %.0f %%, wrong let through ≤ %.0f %%\n", balancedBar, throughBar)
		os.Exit(1)
	}
}

// judged is an item with the verdict it got.
type judged struct {
	item
	verdict  string
	findings []finding
}

func (j judged) accepted() bool { return j.verdict == "supported" }

func (j judged) missed() bool { return j.accepted() != (j.Label == right) }

// judge runs every item through the verifier. Without citations it leaves out the pairs that differ in nothing else.
func judge(items []item, cites bool) ([]judged, error) {
	var out []judged
	for _, it := range items {
		if !cites && it.Kind == "citation" {
			continue
		}
		in, err := it.line(cites)
		if err != nil {
			return nil, err
		}
		line, err := verify.Line(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", it.ID, err)
		}
		verdict, findings, err := verdictOf(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", it.ID, err)
		}
		out = append(out, judged{it, verdict, findings})
	}
	return out, nil
}

func misses(w io.Writer, js []judged) {
	for _, j := range js {
		if !j.missed() {
			continue
		}
		fmt.Fprintf(w, "\n%s %s %s %s: %s\n  %s\n", j.ID, j.Label, j.Kind, j.Lang, j.verdict, j.Answer.Claims[0].Text)
		for _, f := range j.findings {
			fmt.Fprintf(w, "  %s: %s\n", f.Rule, f.Why)
		}
	}
}
