package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/standing"
)

// Settings of the learning, chosen on the development cases alone, by cross-validation.
const (
	rounds  = 120
	depth   = 4
	rate    = .06
	smooth  = 5.0 // how many cases' worth of doubt stand in a leaf
	leastOf = 20  // cases in a leaf
	bins    = 24  // cuts tried of a feature
	folds   = 8
)

// counts is how much a case of each class counts, so that the three are held to alike.
var counts = [3]float64{1.9, 1.6, 1.0} // in the order of standing.Verdicts

// spare is how far over its bar each class is to be in cross-validation.
const spare = .01

// bars are what each class is to reach.
var bars = [3]float64{.848, .668, .70}

// A table is the features of cases.
type table struct {
	names []string
	cols  [][]float64 // by feature
	cuts  [][]float64 // by feature
	bin   [][]uint8   // by feature
	want  []int
	fold  []int
}

func newTable(samples []sample) *table {
	t := &table{}
	at := map[string]int{}
	for i, s := range samples {
		for _, f := range standing.Features(s.Query, s.Contexts) {
			k, ok := at[f.Name]
			if !ok {
				k = len(t.names)
				at[f.Name] = k
				t.names = append(t.names, f.Name)
				t.cols = append(t.cols, make([]float64, len(samples)))
			}
			t.cols[k][i] = f.Value
		}
		h := fnv.New32a()
		h.Write([]byte("fold " + s.Query))
		t.want = append(t.want, slices.Index(standing.Verdicts[:], standing.Verdict(s.Expected)))
		t.fold = append(t.fold, int(h.Sum32()>>3)%folds)
	}
	for _, col := range t.cols {
		sorted := slices.Clone(col)
		slices.Sort(sorted)
		distinct := slices.Compact(slices.Clone(sorted))
		var cuts []float64
		for b := 1; b < bins; b++ {
			v := sorted[b*len(sorted)/bins]
			if k, _ := slices.BinarySearch(distinct, v); k > 0 {
				cuts = append(cuts, (distinct[k-1]+distinct[k])/2)
			}
		}
		if len(distinct) > 1 {
			cuts = append(cuts, (distinct[0]+distinct[1])/2)
		}
		slices.Sort(cuts)
		cuts = slices.Compact(cuts)
		row := make([]uint8, len(col))
		for i, v := range col {
			row[i] = uint8(len(cuts))
			for k, c := range cuts {
				if v < c {
					row[i] = uint8(k)
					break
				}
			}
		}
		t.cuts, t.bin = append(t.cuts, cuts), append(t.bin, row)
	}
	return t
}

// learn fits trees to the cases, one a verdict and round, each to what those before left wrong. The same cases give the same trees.
// It also says what cross-validation gave.
func learn(w io.Writer, samples []sample) standing.Model {
	t := newTable(samples)
	out := make([][3]float64, len(samples))
	var all []int
	for i := range samples {
		all = append(all, i)
	}
	for k := range folds {
		var in []int
		for _, i := range all {
			if t.fold[i] != k {
				in = append(in, i)
			}
		}
		_, z := t.boost(in)
		for _, i := range all {
			if t.fold[i] == k {
				out[i] = z[i]
			}
		}
	}
	start, margin, got := t.start(out)
	fmt.Fprintf(w, "cross-validation: %.3f over the bars at the least; abstain %.3f, disputed %.3f, trustworthy %.3f\n", margin, got[0], got[1], got[2])
	trees, _ := t.boost(all)
	return standing.Model{Start: start, Trees: trees}
}

// boost fits trees to some of the cases and returns them with the scores that they give every case.
func (t *table) boost(in []int) ([]standing.Tree, [][3]float64) {
	z := make([][3]float64, len(t.want))
	var trees []standing.Tree
	g, h := make([]float64, len(z)), make([]float64, len(z))
	for range rounds {
		p := make([][3]float64, len(z))
		for i, s := range z {
			top, sum := max(s[0], s[1], s[2]), 0.0
			for c := range s {
				p[i][c] = math.Exp(s[c] - top)
				sum += p[i][c]
			}
			for c := range s {
				p[i][c] /= sum
			}
		}
		for c := range bars {
			for _, i := range in {
				y := 0.0
				if t.want[i] == c {
					y = 1
				}
				k := counts[t.want[i]]
				g[i], h[i] = (y-p[i][c])*k, p[i][c]*(1-p[i][c])*k
			}
			tree := standing.Tree{Class: c}
			t.grow(&tree, in, g, h, depth)
			for i := range z {
				z[i][c] += t.leaf(tree, i)
			}
			trees = append(trees, tree)
		}
	}
	return trees, z
}

func (t *table) leaf(tree standing.Tree, i int) float64 {
	for n := 0; ; {
		node := tree.Nodes[n]
		if node.Feature == "" {
			return node.Value
		}
		k := slices.Index(t.names, node.Feature)
		if t.cols[k][i] < node.Cut {
			n++
		} else {
			n = node.Right
		}
	}
}

// grow adds a node over some cases: the split that gains most, or a leaf.
func (t *table) grow(tree *standing.Tree, in []int, g, h []float64, left int) {
	var sumG, sumH float64
	for _, i := range in {
		sumG += g[i]
		sumH += h[i]
	}
	value := rate * sumG / (sumH + smooth)
	at := len(tree.Nodes)
	tree.Nodes = append(tree.Nodes, standing.Node{Value: value})
	if left == 0 {
		return
	}
	gain, feature, cut := 1e-6, -1, 0
	for f, row := range t.bin {
		var bg, bh [bins + 2]float64
		var bn [bins + 2]int
		for _, i := range in {
			b := row[i]
			bg[b] += g[i]
			bh[b] += h[i]
			bn[b]++
		}
		var lg, lh float64
		n := 0
		for b := range t.cuts[f] {
			lg, lh, n = lg+bg[b], lh+bh[b], n+bn[b]
			if n < leastOf || len(in)-n < leastOf {
				continue
			}
			if v := lg*lg/(lh+smooth) + (sumG-lg)*(sumG-lg)/(sumH-lh+smooth) - sumG*sumG/(sumH+smooth); v > gain {
				gain, feature, cut = v, f, b
			}
		}
	}
	if feature < 0 {
		return
	}
	tree.Nodes[at].Feature, tree.Nodes[at].Cut = t.names[feature], t.cuts[feature][cut]
	var less, more []int
	for _, i := range in {
		if int(t.bin[feature][i]) <= cut {
			less = append(less, i)
		} else {
			more = append(more, i)
		}
	}
	t.grow(tree, less, g, h, left-1)
	tree.Nodes[at].Right = len(tree.Nodes)
	t.grow(tree, more, g, h, left-1)
}

// start finds the scores to begin with by which most cases are right while every class is over its bar by spare; where none does that, those
// by which the least margin is largest.
func (t *table) start(z [][3]float64) (start [3]float64, margin float64, got [3]float64) {
	margin = -1
	most := 0.0
	for a := -2.0; a <= 2; a += .05 {
		for d := -2.0; d <= 2; d += .05 {
			var n, r [3]float64
			for i, s := range z {
				s[0] += a
				s[1] += d
				b := 0
				for c := range s {
					if s[c] > s[b] {
						b = c
					}
				}
				n[t.want[i]]++
				if b == t.want[i] {
					r[b]++
				}
			}
			right, least := r[0]+r[1]+r[2], 1.0
			for c := range r {
				r[c] /= n[c]
				least = min(least, r[c]-bars[c])
			}
			if least >= spare && (margin < spare || right > most) || least < spare && least > margin {
				start, margin, got, most = [3]float64{a, d, 0}, least, r, right
			}
		}
	}
	return start, margin, got
}

// write gives a model as standing reads it, with where it came from.
func write(m standing.Model, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Trees over the features of passages: class (0 abstain, 1 disputed, 2 trustworthy), then nodes.\n# Learned by go run ./bench/fitzgov -train on the %d development cases of fitz-gov 4.1.0 (MIT). Not to be edited by hand.\n", n)
	b.WriteString(m.String())
	return b.String()
}
