package standing

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Model is the scores that every case begins with, in the order of Verdicts, and trees that add to them.
type Model struct {
	Start [3]float64
	Trees []Tree
}

// A Tree adds the value of one leaf to the score of one verdict.
type Tree struct {
	Class int    // index into Verdicts
	Nodes []Node // the root first; the left branch of a node follows it
}

// A Node asks whether a feature is less than Cut, and goes left if so; a feature that was not seen is 0. A leaf has no feature.
type Node struct {
	Feature string
	Cut     float64
	Right   int     // index of the right branch
	Value   float64 // of a leaf; of another node the mean of its branches, for telling what moved a score
}

const maxDepth = 16

// ReadModel reads what Model.String writes: a line "start" with three numbers, then a line for each tree, the class and its nodes from
// the root on, left before right, "feature<cut" or "value"; # begins a remark.
func ReadModel(s string) (Model, error) {
	var m Model
	n := 0
	for line := range strings.Lines(s) {
		n++
		f := strings.Fields(line)
		if len(f) == 0 || f[0][0] == '#' {
			continue
		}
		if f[0] == "start" && len(f) == 4 {
			for k := range m.Start {
				v, err := number(f[k+1])
				if err != nil {
					return Model{}, fmt.Errorf("standing: trees, line %d: %w", n, err)
				}
				m.Start[k] = v
			}
			continue
		}
		class, err := strconv.Atoi(f[0])
		if err != nil || class < 0 || class >= len(Verdicts) || len(f) < 2 {
			return Model{}, fmt.Errorf("standing: trees, line %d: want a class from 0 to 2 and nodes, or start and three numbers", n)
		}
		t := Tree{Class: class}
		rest, err := t.read(f[1:], 0)
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("%d nodes too many", len(rest))
		}
		if err != nil {
			return Model{}, fmt.Errorf("standing: trees, line %d: %w", n, err)
		}
		m.Trees = append(m.Trees, t)
	}
	return m, nil
}

// read reads one node with its branches, and returns what is left.
func (t *Tree) read(f []string, depth int) ([]string, error) {
	if len(f) == 0 {
		return nil, fmt.Errorf("a branch is missing")
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("deeper than %d", maxDepth)
	}
	i := len(t.Nodes)
	name, cut, split := strings.Cut(f[0], "<")
	if !split {
		v, err := number(f[0])
		t.Nodes = append(t.Nodes, Node{Value: v})
		return f[1:], err
	}
	at, err := number(cut)
	if name == "" || err != nil {
		return nil, fmt.Errorf("node %q: want feature<cut", f[0])
	}
	t.Nodes = append(t.Nodes, Node{Feature: name, Cut: at})
	rest, err := t.read(f[1:], depth+1)
	if err != nil {
		return nil, err
	}
	right := len(t.Nodes)
	rest, err = t.read(rest, depth+1)
	if err == nil {
		t.Nodes[i].Right, t.Nodes[i].Value = right, (t.Nodes[i+1].Value+t.Nodes[right].Value)/2
	}
	return rest, err
}

func number(s string) (float64, error) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is no number", s)
	}
	return v, nil
}

// String writes m for ReadModel.
func (m Model) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "start %.4g %.4g %.4g\n", m.Start[0], m.Start[1], m.Start[2])
	for _, t := range m.Trees {
		fmt.Fprint(&b, t.Class)
		for _, n := range t.Nodes {
			if n.Feature == "" {
				fmt.Fprintf(&b, " %.3g", n.Value)
			} else {
				fmt.Fprintf(&b, " %s<%.4g", n.Feature, n.Cut)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
