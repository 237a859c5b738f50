package main

import (
	"fmt"
	"io"
	"sort"
)

// tally counts the verdicts of one group. Whatever is not supported counts as refused.
type tally struct {
	rights, accepted      int // right claims, and those of them that were accepted
	wrongs, through       int // wrong claims, and those of them that were let through
	unconfirmed           int
	unconfirmedOfRights   int
	pairs, pairsToldApart int
}

func tallyOf(js []judged) tally {
	var t tally
	good := map[string]int{}
	for _, j := range js {
		if j.Label == right {
			t.rights++
			if j.accepted() {
				t.accepted++
			}
		} else {
			t.wrongs++
			if j.accepted() {
				t.through++
			}
		}
		if j.verdict == "unconfirmed" {
			t.unconfirmed++
			if j.Label == right {
				t.unconfirmedOfRights++
			}
		}
		pair := j.ID[:len(j.ID)-1]
		if good[pair] += 0; !j.missed() {
			good[pair]++
		}
	}
	t.pairs = len(good)
	for _, n := range good {
		if n == 2 {
			t.pairsToldApart++
		}
	}
	return t
}

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

func (t tally) letThrough() float64   { return percent(t.through, t.wrongs) }
func (t tally) rightRefused() float64 { return percent(t.rights-t.accepted, t.rights) }
func (t tally) balanced() float64     { return (200 - t.letThrough() - t.rightRefused()) / 2 }

func report(w io.Writer, given, without []judged) {
	fmt.Fprintln(w, "| citations | group | claims | balanced accuracy | wrong let through | right refused | unconfirmed | unconfirmed of the right | pairs told apart |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	for _, half := range []struct {
		name string
		js   []judged
	}{{"given", given}, {"without", without}} {
		row(w, half.name, "all", half.js)
		for _, lang := range groups(half.js, langOf) {
			row(w, half.name, lang, only(half.js, langOf, lang))
		}
		for _, long := range groups(half.js, lengthOf) {
			row(w, half.name, long, only(half.js, lengthOf, long))
		}
		for _, kind := range groups(half.js, kindOf) {
			row(w, half.name, kind, only(half.js, kindOf, kind))
		}
	}
}

func row(w io.Writer, half, group string, js []judged) {
	t := tallyOf(js)
	fmt.Fprintf(w, "| %s | %s | %d | %.1f %% | %d / %d (%.1f %%) | %d / %d (%.1f %%) | %.1f %% | %.1f %% | %d / %d |\n",
		half, group, len(js), t.balanced(), t.through, t.wrongs, t.letThrough(),
		t.rights-t.accepted, t.rights, t.rightRefused(), percent(t.unconfirmed, len(js)), percent(t.unconfirmedOfRights, t.rights), t.pairsToldApart, t.pairs)
}

func langOf(j judged) string { return j.Lang }
func kindOf(j judged) string { return "kind: " + j.Kind }
func lengthOf(j judged) string {
	if j.Long {
		return "long passages"
	}
	return "short passages and records"
}

func groups(js []judged, by func(judged) string) []string {
	seen := map[string]bool{}
	var out []string
	for _, j := range js {
		if g := by(j); !seen[g] {
			seen[g] = true
			out = append(out, g)
		}
	}
	sort.Strings(out)
	return out
}

func only(js []judged, by func(judged) string, group string) []judged {
	var out []judged
	for _, j := range js {
		if by(j) == group {
			out = append(out, j)
		}
	}
	return out
}
