package classify

import (
	"math"
	"math/rand/v2"
	"slices"
)

// fit is the state of a training: for the vectors' weights Adam's two means of the gradients, for the words' weights, of which an
// example touches few, the sum of the squares of their gradients.
type fit struct {
	h       *Head
	o       Options
	bags    []bag
	grad    []float32
	m, v    []float32
	b1t, b2 float64

	wordGrad, wordSum []float32
	seen              []int // the step in which a word was last touched
	touched           []int32
}

const (
	smooth       = 0.1 // of an example's weight, shared by all labels: a head that is never quite sure tells better what is like none
	beta1, beta2 = 0.9, 0.999
	least        = 1e-8

	wordRate, wordDecay = 0.1, 0.01 // as Options.Rate and Decay, for the words
	wordLeast           = 1e-4
)

func newFit(h *Head, o Options) *fit {
	n, words := len(h.w), len(h.words)
	return &fit{h: h, o: o, grad: make([]float32, n), m: make([]float32, n), v: make([]float32, n), b1t: 1, b2: 1,
		wordGrad: make([]float32, words), wordSum: make([]float32, words), seen: make([]int, len(h.vocabulary.weight))}
}

func (f *fit) run(x []Text, y []int) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
		f.bags = append(f.bags, f.h.vocabulary.bag(x[i].Words))
	}
	r := rand.New(rand.NewPCG(f.o.Seed, 0))
	p := make([]float32, len(f.h.labels))
	steps := f.o.Epochs * ((len(x) + f.o.Batch - 1) / f.o.Batch)
	step := 0
	for range f.o.Epochs {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for batch := range slices.Chunk(order, f.o.Batch) {
			clear(f.grad)
			f.touched = f.touched[:0]
			left := 1 - float64(step)/float64(steps)
			step++
			for _, i := range batch {
				f.add(x[i].Vector, f.bags[i], y[i], p)
				f.addWords(f.bags[i], p, step)
			}
			f.step(len(batch), f.o.Rate*left)
			f.stepWords(len(batch), wordRate*left)
		}
	}
}

// add adds an example's gradient, and leaves what the scores are wrong by in p.
func (f *fit) add(x []float32, words bag, y int, p []float32) {
	f.h.logits(x, words, p)
	softmax(p)
	for i := range p {
		p[i] -= smooth / float32(len(p))
	}
	p[y] -= 1 - smooth
	width := f.h.dim + 1
	for i, d := range p {
		row := f.grad[i*width : (i+1)*width]
		for k, v := range x {
			row[k] += d * v
		}
		row[f.h.dim] += d
	}
}

func (f *fit) addWords(words bag, p []float32, step int) {
	for k, at := range words.at {
		row := f.wordGrad[int(at)*len(p):][:len(p)]
		if f.seen[at] != step {
			f.seen[at] = step
			f.touched = append(f.touched, at)
			clear(row)
		}
		for i, d := range p {
			row[i] += d * words.weight[k]
		}
	}
}

func (f *fit) step(n int, rate float64) {
	f.b1t *= beta1
	f.b2 *= beta2
	by := float32(rate * math.Sqrt(1-f.b2) / (1 - f.b1t))
	keep := float32(1 - rate*f.o.Decay)
	each := 1 / float32(n)
	for i, g := range f.grad {
		g *= each
		f.m[i] += (1 - beta1) * (g - f.m[i])
		f.v[i] += (1 - beta2) * (g*g - f.v[i])
		f.h.w[i] = f.h.w[i]*keep - by*f.m[i]/(float32(math.Sqrt(float64(f.v[i])))+least)
	}
}

// stepWords moves the weights of the words that the step's examples hold, and no others: Adam would move all of them.
func (f *fit) stepWords(n int, rate float64) {
	keep := float32(1 - rate*wordDecay)
	each := 1 / float32(n)
	labels := len(f.h.labels)
	for _, at := range f.touched {
		from := int(at) * labels
		for i := from; i < from+labels; i++ {
			g := f.wordGrad[i] * each
			f.wordSum[i] += g * g
			f.h.words[i] = f.h.words[i]*keep - float32(rate)*g/(float32(math.Sqrt(float64(f.wordSum[i])))+wordLeast)
		}
	}
}
