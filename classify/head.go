// Package classify tells which of a set of labels a text belongs to, and whether it belongs to any, from labelled examples: a
// linear layer with a softmax over the texts' vectors and words, trained here and the same for the same examples and seed, and the
// examples themselves, since a text may lie far on a label's side and be like nothing the label holds. It is a leaf: whoever
// routes by examples builds on it, and so does the measurement of how well that goes.
package classify

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Options say how a head is trained. The zero value is how short questions are.
type Options struct {
	Epochs int     // passes over the examples; 0 means 20, or more where there are so few that ten would be few steps
	Rate   float64 // the first step's length, falling to none over the epochs; 0 means 0.1
	Decay  float64 // how far weights are drawn to zero, in each step by Rate × Decay; 0 means 0.02
	Batch  int     // examples a step; 0 means 64
	Seed   uint64  // of the order in which examples are seen
}

// leastSteps are as many as a few dozen examples take.
const leastSteps = 120

func (o Options) filled(examples int) Options {
	if o.Rate == 0 {
		o.Rate = 0.1
	}
	if o.Decay == 0 {
		o.Decay = 0.02
	}
	if o.Batch == 0 {
		o.Batch = 64
	}
	if o.Epochs == 0 {
		each := (examples + o.Batch - 1) / o.Batch
		o.Epochs = max(20, (leastSteps+each-1)/each)
	}
	return o
}

// A Text is what a head learns from and is asked about. Vectors tell what is meant, words what is said: near each other in meaning,
// "my card was declined" and "my card was swallowed" ask different things.
type Text struct {
	Vector []float32 // of length 1, or of zeros
	Words  string
}

// A Head is a trained layer and its examples. It is safe for concurrent use.
type Head struct {
	labels     []string
	dim        int
	w          []float32 // a row of dim weights and a bias for each label
	vocabulary *vocabulary
	words      []float32 // a row of a weight for each label, for each word
	examples   []Text
}

// A Score is how likely a label is, 0 to 1. The scores of a text add up to 1.
type Score struct {
	Label string
	P     float64
}

// A Neighbour is an example near a text: its place among the examples, and the cosine of the two.
type Neighbour struct {
	Example int
	Cosine  float64
}

// ErrExamples says that there is nothing to learn from.
var ErrExamples = errors.New("classify: a head needs examples of two labels or more, all of one length")

// Train fits a head to labelled texts. labels[i] belongs to texts[i]; the vectors are kept, not copied.
func Train(texts []Text, labels []string, opt Options) (*Head, error) {
	if len(texts) != len(labels) || len(texts) == 0 {
		return nil, fmt.Errorf("%w: %d texts, %d labels", ErrExamples, len(texts), len(labels))
	}
	h := &Head{labels: slices.Compact(slices.Sorted(slices.Values(labels))), dim: len(texts[0].Vector), examples: texts}
	if len(h.labels) < 2 || h.dim == 0 {
		return nil, fmt.Errorf("%w: %d labels", ErrExamples, len(h.labels))
	}
	at := make([]int, len(labels))
	for i, l := range labels {
		if n := len(texts[i].Vector); n != h.dim {
			return nil, fmt.Errorf("%w: vector %d has %d numbers, not %d", ErrExamples, i, n, h.dim)
		}
		at[i], _ = slices.BinarySearch(h.labels, l)
	}
	h.vocabulary = newVocabulary(texts)
	h.w = make([]float32, len(h.labels)*(h.dim+1))
	h.words = make([]float32, len(h.labels)*len(h.vocabulary.weight))
	newFit(h, opt.filled(len(labels))).run(texts, at)
	return h, nil
}

// Labels returns the labels in order. They are not to be changed.
func (h *Head) Labels() []string { return h.labels }

// Scores returns every label, the likeliest first; equal ones in the order of their names. A vector of another length gives nil.
func (h *Head) Scores(t Text) []Score {
	if len(t.Vector) != h.dim {
		return nil
	}
	p := make([]float32, len(h.labels))
	h.logits(t.Vector, h.vocabulary.bag(t.Words), p)
	out := make([]Score, len(p))
	softmax(p)
	for i, l := range h.labels {
		out[i] = Score{Label: l, P: float64(p[i])}
	}
	slices.SortStableFunc(out, func(a, b Score) int { return cmp.Compare(b.P, a.P) })
	return out
}

// Nearest returns the n examples whose vectors are most like a text's, the likest first.
func (h *Head) Nearest(t Text, n int) []Neighbour {
	if len(t.Vector) != h.dim {
		return nil
	}
	out := make([]Neighbour, len(h.examples))
	for i, x := range h.examples {
		out[i] = Neighbour{Example: i, Cosine: float64(dot(x.Vector, t.Vector))}
	}
	slices.SortStableFunc(out, func(a, b Neighbour) int { return cmp.Compare(b.Cosine, a.Cosine) })
	return out[:min(n, len(out))]
}

// Likeness is how surely a text belongs to a label at all: what its best score and its nearest example say together. It orders
// texts; from which value on one is taken to belong is for whoever knows the examples to say.
func (h *Head) Likeness(t Text) float64 {
	scores := h.Scores(t)
	if scores == nil {
		return math.Inf(-1)
	}
	near := -1.0
	for _, x := range h.examples {
		near = max(near, float64(dot(x.Vector, t.Vector)))
	}
	return scores[0].P + nearWeight*near
}

// nearWeight was chosen on the part of clinc150 that is kept for choosing: neither alone tells as well.
const nearWeight = 2

func (h *Head) logits(v []float32, words bag, into []float32) {
	for i := range into {
		row := h.w[i*(h.dim+1) : (i+1)*(h.dim+1)]
		into[i] = dot(row, v) + row[h.dim]
	}
	for k, at := range words.at {
		for i, w := range h.words[int(at)*len(into):][:len(into)] {
			into[i] += w * words.weight[k]
		}
	}
}

// dot multiplies by fours, which the compiler keeps in registers.
func dot(row, v []float32) float32 {
	var a, b, c, d float32
	row = row[:len(v)]
	i := 0
	for ; i+4 <= len(v); i += 4 {
		a += row[i] * v[i]
		b += row[i+1] * v[i+1]
		c += row[i+2] * v[i+2]
		d += row[i+3] * v[i+3]
	}
	for ; i < len(v); i++ {
		a += row[i] * v[i]
	}
	return a + b + c + d
}

func softmax(p []float32) {
	most := slices.Max(p)
	var sum float32
	for i, x := range p {
		p[i] = float32(math.Exp(float64(x - most)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}
