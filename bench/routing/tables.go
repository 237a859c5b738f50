package main

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// The bars.
const (
	decidedBar  = 0.85 // of the questions, decided by rules
	rightBar    = 0.96 // of those, right
	modelBar    = 0.15 // of the questions, a model would be asked
	needlessBar = 0.05 // of the questions of one round, sent to the agent
)

var (
	classes  = []string{"document", "data", "both", "neither", "negated", "vague", "injected"}
	deciders = []string{"rule", "examples", "open"}
	modes    = []string{"chain", "single", "agent", "research"}
)

// routes plans the questions of a part of the routing set and prints the tables.
func routes(ctx context.Context, out io.Writer, set, examples, part string, misses bool) (missed int, err error) {
	questions, err := readQuestions(set, part)
	if err != nil {
		return 0, err
	}
	desks, done, err := openDesks(ctx, examples)
	if err != nil {
		return 0, err
	}
	defer done()
	right := map[[2]string]share{}
	work := map[[2]string]int{}
	for _, q := range questions {
		t, err := desks[q.Workspace].take(ctx, q)
		if err != nil {
			return 0, err
		}
		fits := q.fits(t)
		for _, k := range [][2]string{{q.Class, t.by}, {q.Class, ""}, {"", t.by}, {"", ""}} {
			right[k] = right[k].add(fits)
		}
		work[[2]string{q.Complexity, t.mode}]++
		if misses && !fits {
			fmt.Fprintf(out, "%s %s: %s\n  wanted %s\n  took   %s by %s (%s)\n", q.ID, q.Class, q.Question, q.wanted(), t, t.by, t.why)
		}
		if misses && q.Complexity != t.mode {
			fmt.Fprintf(out, "%s is %s, not %s: %s (%s)\n", q.ID, q.Complexity, t.mode, q.Question, t.modeWhy)
		}
	}
	fmt.Fprintf(out, "\n| %s part | by rules | by examples | left open | right of all |\n|---|---|---|---|---|\n", part)
	for _, class := range append(slices.Clone(classes), "") {
		name := class
		if name == "" {
			name = "all"
		}
		fmt.Fprintf(out, "| %s |", name)
		for _, by := range append(slices.Clone(deciders), "") {
			fmt.Fprintf(out, " %s |", right[[2]string{class, by}])
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, "\n| is, taken for |")
	for _, m := range modes {
		fmt.Fprintf(out, " %s |", m)
	}
	fmt.Fprintln(out, "\n|---|---|---|---|---|")
	for _, is := range modes {
		fmt.Fprintf(out, "| %s |", is)
		for _, as := range modes {
			fmt.Fprintf(out, " %d |", work[[2]string{is, as}])
		}
		fmt.Fprintln(out)
	}
	simple, needless := 0, 0
	for _, is := range modes[:2] {
		for _, as := range modes {
			simple += work[[2]string{is, as}]
		}
		needless += work[[2]string{is, "agent"}] + work[[2]string{is, "research"}]
	}
	all, rule, open := right[[2]string{"", ""}].n, right[[2]string{"", "rule"}], right[[2]string{"", "open"}]
	fmt.Fprintf(out, "\n| bar | figure | | |\n|---|---|---|---|\n")
	bar := func(what string, figure, is float64, atLeast bool) {
		sign, holds := "≥", figure >= is
		if !atLeast {
			sign, holds = "≤", figure <= is
		}
		word := "holds"
		if !holds {
			word, missed = "MISSED", missed+1
		}
		fmt.Fprintf(out, "| %s | %.3f | %s %.2f | %s |\n", what, figure, sign, is, word)
	}
	bar("decided by rules", ratio(rule.n, all), decidedBar, true)
	bar("of these, right", ratio(rule.right, rule.n), rightBar, true)
	bar("a model would be asked", ratio(open.n, all), modelBar, false)
	bar("simple questions sent to the agent", ratio(needless, simple), needlessBar, false)
	return missed, nil
}

// A share is how many of some questions take a right way.
type share struct{ right, n int }

func (s share) add(right bool) share {
	s.n++
	if right {
		s.right++
	}
	return s
}

func (s share) String() string { return fmt.Sprintf("%d/%d", s.right, s.n) }

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
