// Command tatqa holds calculation and the verifier to the arithmetic questions of TAT-QA: each answer is computed
// again from its derivation, and stated as a claim, right and broken. It exits with 1 below the bars.
//
//	go run ./bench/tatqa [-misses] [-part dev|test|all] DATA
//
// DATA is the folder that holds tatqa/tatqa_dataset_test_gold.json.
package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/bench/tatqa/questions"
	"github.com/casefile/casefile/verify"
)

// A count is how often something came about.
type count struct {
	what    string
	n, of   int
	bar     float64
	atLeast bool
}

func (c count) share() float64 {
	if c.of == 0 {
		return 0
	}
	return 100 * float64(c.n) / float64(c.of)
}

func (c count) holds() bool {
	if c.atLeast {
		return c.share() >= c.bar
	}
	return c.share() <= c.bar
}

func main() {
	misses := flag.Bool("misses", false, "also list what was judged wrongly")
	part := flag.String("part", "all", "the half of the questions that rules are made on (dev), the other one (test), or all")
	file := flag.String("file", "tatqa_dataset_test_gold.json", "the file of the folder tatqa")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: tatqa [-misses] DATA")
		os.Exit(2)
	}
	qs, err := questions.Read(filepath.Join(flag.Arg(0), "tatqa", *file))
	if err == nil {
		qs, err = half(qs, *part)
	}
	if err == nil {
		var counts []count
		if counts, err = measure(qs, *misses); err == nil {
			os.Exit(report(counts))
		}
	}
	fmt.Fprintln(os.Stderr, "tatqa:", err)
	os.Exit(2)
}

// half returns the questions of a half: which one a question is in is told by its id.
func half(qs []questions.Question, part string) ([]questions.Question, error) {
	var dev bool
	switch part {
	case "all":
		return qs, nil
	case "dev":
		dev = true
	case "test":
	default:
		return nil, fmt.Errorf("-part %q: want dev, test or all", part)
	}
	return slices.DeleteFunc(qs, func(q questions.Question) bool {
		sum := sha256.Sum256([]byte(q.ID))
		return (sum[0]&1 == 0) != dev
	}), nil
}

func report(counts []count) int {
	code := 0
	fmt.Println("| what | figure | bar | |\n|---|---|---|---|")
	for _, c := range counts {
		sign, held := "≤", "holds"
		if c.atLeast {
			sign = "≥"
		}
		if !c.holds() {
			held, code = "**missed**", 1
		}
		fmt.Printf("| %s | %d / %d (%.1f %%) | %s %g %% | %s |\n", c.what, c.n, c.of, c.share(), sign, c.bar, held)
	}
	return code
}

// measure counts what is reproduced, what passes, and what is let through.
func measure(qs []questions.Question, misses bool) ([]count, error) {
	v, err := verify.New(verify.Rules{Conditions: true, Significant: "0.2"})
	if err != nil {
		return nil, err
	}
	counts := []count{
		{what: "derivations that `calculate` reproduces", bar: 99, atLeast: true},
		{what: "right answers that pass as claims", bar: 95, atLeast: true},
		{what: "a digit changed, let through", bar: .5},
		{what: "the result of another row, let through", bar: .5},
		{what: "another unit or scale, let through", bar: .5},
		{what: "another number of the paragraphs, let through", bar: 10},
	}
	for i := range qs {
		q := &qs[i]
		again, err := reproduce(q)
		counts[0].of++
		if err == nil && close(again, q.Answer) {
			counts[0].n++
		} else if misses {
			fmt.Printf("not reproduced: %s = %s, got %v %v\n", q.Derivation, q.Answer.FloatString(4), again, err)
		}
		for kind, ms := range mutants(q, uint64(i)) {
			for _, m := range ms {
				mark, why, err := judge(v, q, m)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", q.ID, err)
				}
				counts[kind].of++
				if mark == casefile.Supported {
					counts[kind].n++
				}
				if misses && (mark == casefile.Supported) != (kind == right) {
					fmt.Printf("%s: %s (%s)\n  %s: %s\n  %v\n", counts[kind].what, mark, q.ID, m.claim, m.derivation, why)
				}
			}
		}
	}
	return counts, nil
}

func judge(v *verify.Verifier, q *questions.Question, m mutant) (casefile.Support, []string, error) {
	evidence, err := q.Evidence(m.derivation, m.value)
	if err != nil {
		return "", nil, err
	}
	c, err := verify.ReadCase(evidence, "")
	if err != nil {
		return "", nil, err
	}
	c.Question = q.Text
	c.Draft.Claims = []casefile.Claim{{Text: m.claim, Cites: []casefile.Citation{{Evidence: "E1"}, {Evidence: "E2"}, {Evidence: "E3"}}}}
	verdict, err := v.Verify(context.Background(), c)
	if err != nil {
		return "", nil, err
	}
	var why []string
	for _, f := range verdict.Findings {
		why = append(why, f.Rule+": "+f.Why)
	}
	for _, k := range verdict.Checklist {
		why = append(why, fmt.Sprintf("%s: %s by %s of %s", k.What, k.Value, k.Rule, k.Evidence))
	}
	return verify.Mark(verdict, 0), why, nil
}

// close reports whether a computed value is the answer as the data set rounds it: to two places, or to a whole number.
func close(a, b *big.Rat) bool {
	d := new(big.Rat).Abs(new(big.Rat).Sub(new(big.Rat).Abs(a), new(big.Rat).Abs(b)))
	return d.Cmp(big.NewRat(51, 10000)) <= 0 || d.Cmp(new(big.Rat).Mul(new(big.Rat).Abs(b), big.NewRat(1, 2000))) <= 0
}
