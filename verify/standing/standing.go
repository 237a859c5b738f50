// Package standing says how a body of passages stands towards a question: whether it can be answered from
// them, whether they dispute each other about it, or whether they do not speak of it at all. No model is
// asked: features that a person can check are read from the texts, and small decision trees weigh them.
// The trees are a file, learned from cases as its head says.
package standing

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"sync"
)

// A Verdict is how passages stand towards a question.
type Verdict string

// The verdicts.
const (
	Trustworthy Verdict = "trustworthy" // they speak of it, and do not contradict each other
	Disputed    Verdict = "disputed"    // they say different things of it
	Abstain     Verdict = "abstain"     // they do not hold what is asked
)

// Verdicts are all of them, in the order of Standing.Scores.
var Verdicts = [3]Verdict{Abstain, Disputed, Trustworthy}

// A Standing is a verdict with how it was reached.
type Standing struct {
	Verdict Verdict
	Scores  [3]float64 // of Verdicts, adding up to 1
	Reasons []Reason   // the features that speak most for the verdict, strongest first; at most three
}

// A Reason is a feature with how much it moved the scores towards the verdict.
type Reason struct {
	Feature string
	Value   float64
	Weight  float64
}

//go:embed trees.txt
var treesFile string

var model = sync.OnceValue(func() Model {
	m, err := ReadModel(treesFile)
	if err != nil {
		panic(err)
	}
	return m
})

// Of judges passages by the embedded trees. No passages, or none with a word in it, is Abstain.
// It is pure, and takes time linear in the texts for a bounded number of passages: it looks at the first 12.
func Of(question string, passages []string) Standing { return model().Of(question, passages) }

// Of judges passages by m.
func (m Model) Of(question string, passages []string) Standing {
	fs := Features(question, passages)
	if len(fs) == 0 {
		return Standing{Verdict: Abstain, Scores: [3]float64{1, 0, 0}}
	}
	seen := make(map[string]float64, len(fs))
	for _, f := range fs {
		seen[f.Name] = f.Value
	}
	s := Standing{Scores: m.Start}
	push := map[string][3]float64{}
	for _, t := range m.Trees {
		for i := 0; ; {
			n := t.Nodes[i]
			if n.Feature == "" {
				s.Scores[t.Class] += n.Value
				break
			}
			next := i + 1
			if !(seen[n.Feature] < n.Cut) {
				next = n.Right
			}
			p := push[n.Feature]
			p[t.Class] += t.Nodes[next].Value - n.Value
			push[n.Feature] = p
			i = next
		}
	}
	best := 0
	for k := range s.Scores {
		if s.Scores[k] > s.Scores[best] {
			best = k
		}
	}
	top, sum := s.Scores[best], 0.0
	for k := range s.Scores {
		s.Scores[k] = math.Exp(s.Scores[k] - top)
		sum += s.Scores[k]
	}
	for k := range s.Scores {
		s.Scores[k] /= sum
	}
	s.Verdict = Verdicts[best]
	for _, f := range fs {
		p := push[f.Name]
		if by := p[best] - (p[0]+p[1]+p[2])/3; by > 0 {
			s.Reasons = append(s.Reasons, Reason{f.Name, f.Value, by})
		}
	}
	slices.SortStableFunc(s.Reasons, func(a, b Reason) int { return cmp.Compare(b.Weight, a.Weight) })
	s.Reasons = s.Reasons[:min(3, len(s.Reasons))]
	return s
}
