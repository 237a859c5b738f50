package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
	"github.com/casefile/casefile/verify/mutate"
)

// What the trees are grown with. More trees change little; deeper ones learn the sets by heart.
const (
	treeCount = 80
	treeDepth = 10
	leafLeast = 4.0 // weight of the samples of a leaf, at least
	tryShare  = .2  // of the signals tried at a split
	seenLeast = 8   // samples that have a signal, at least

	ridge  = 50.0 // what holds the weights of the logistic model small
	sweeps = 40
)

// A sample is a claim to learn from.
type sample struct {
	signals map[string]float64
	right   bool
	weight  float64
	xs      []float64
}

// learn grows a scale from samples: trees whose splits are the best of some drawn by chance, the same for the same seed and samples.
func learn(samples []sample, seed uint64) *verify.Scale {
	seen := map[string]int{}
	for _, s := range samples {
		for k := range s.signals {
			seen[k]++
		}
	}
	scale := &verify.Scale{}
	for k, n := range seen {
		if n >= seenLeast && k != "bias" {
			scale.Names = append(scale.Names, k)
		}
	}
	slices.Sort(scale.Names)
	in := make([]*sample, len(samples))
	for i := range samples {
		s := &samples[i]
		s.xs = make([]float64, len(scale.Names))
		for k, n := range scale.Names {
			s.xs[k] = s.signals[n]
		}
		in[i] = s
	}
	scale.Start, scale.Weights = logistic(samples)
	for i := range treeCount {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		scale.Trees = append(scale.Trees, *grow(slices.Clone(in), len(scale.Names), 0, r))
	}
	return scale
}

// logistic finds the weights of a logistic model, held small by ridge, one signal after the other until they settle.
func logistic(samples []sample) (start float64, weights []float64) {
	names := len(samples[0].xs)
	weights = make([]float64, names)
	scales := make([]float64, names) // one over the spread of each signal
	for k := range scales {
		sum, squares := 0.0, 0.0
		for _, s := range samples {
			sum += s.xs[k]
			squares += s.xs[k] * s.xs[k]
		}
		n := float64(len(samples))
		scales[k] = 1 / math.Sqrt(max(1e-9, squares/n-sum/n*sum/n))
	}
	margins := make([]float64, len(samples))
	step := func(x func(i int) float64, w, ridge float64) float64 {
		g, h := -ridge*w, ridge+1e-9
		for i, s := range samples {
			p := 1 / (1 + math.Exp(-margins[i]))
			y := 0.0
			if s.right {
				y = 1
			}
			g += s.weight * (y - p) * x(i)
			h += s.weight * p * (1 - p) * x(i) * x(i)
		}
		d := g / h
		for i := range margins {
			margins[i] += d * x(i)
		}
		return d
	}
	for range sweeps {
		start += step(func(int) float64 { return 1 }, 0, 0)
		for k := range weights {
			weights[k] += step(func(i int) float64 { return samples[i].xs[k] * scales[k] }, weights[k], ridge)
		}
	}
	for k := range weights {
		weights[k] *= scales[k]
	}
	return start, weights
}

func weights(in []*sample) (right, all float64) {
	for _, s := range in {
		all += s.weight
		if s.right {
			right += s.weight
		}
	}
	return right, all
}

// impurity is how mixed samples are, times their weight.
func impurity(right, all float64) float64 {
	if all == 0 {
		return 0
	}
	return 2 * right * (all - right) / all
}

func grow(in []*sample, names, depth int, r *rand.Rand) *verify.Split {
	right, all := weights(in)
	leaf := &verify.Split{Right: right / all}
	if depth == treeDepth || right == 0 || right == all || all < 2*leafLeast {
		return leaf
	}
	best, index, at := impurity(right, all)-1e-9, -1, 0.0
	tries := int(tryShare*float64(names)) + 1
	for _, k := range r.Perm(names) {
		if tries == 0 {
			break
		}
		lo, hi := in[0].xs[k], in[0].xs[k]
		for _, s := range in {
			lo, hi = min(lo, s.xs[k]), max(hi, s.xs[k])
		}
		if lo == hi {
			continue
		}
		tries--
		cut := lo + (hi-lo)*r.Float64()
		lr, la := 0.0, 0.0
		for _, s := range in {
			if s.xs[k] <= cut {
				la += s.weight
				if s.right {
					lr += s.weight
				}
			}
		}
		if la < leafLeast || all-la < leafLeast {
			continue
		}
		if x := impurity(lr, la) + impurity(right-lr, all-la); x < best {
			best, index, at = x, k, cut
		}
	}
	if index < 0 {
		return leaf
	}
	var low, high []*sample
	for _, s := range in {
		if s.xs[index] <= at {
			low = append(low, s)
		} else {
			high = append(high, s)
		}
	}
	return &verify.Split{Index: index, At: at, Low: grow(low, names, depth+1, r), High: grow(high, names, depth+1, r)}
}

// samplesOf are the claims of a set on which the rules on prose decide.
func samplesOf(path string) ([]sample, error) {
	items, err := readSet(path)
	if err != nil {
		return nil, err
	}
	list, err := measureAll(items, false)
	if err != nil {
		return nil, err
	}
	var out []sample
	for _, m := range list {
		if m.Open {
			out = append(out, sample{signals: m.Signals, right: m.Right, weight: 1})
		}
	}
	return out, nil
}

// mutantsOf are the right and wrong claims of a set in the format of verify/testdata, and mutants of the right ones, which weigh as much as these.
func mutantsOf(path string) ([]sample, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v, err := verify.New(verify.Rules{Conditions: true})
	if err != nil {
		return nil, err
	}
	var out []sample
	add := func(c casefile.Case, right bool, weight float64) {
		if s, findings := v.Measure(c, 0); s != nil && verify.Open(findings) {
			out = append(out, sample{signals: s, right: right, weight: weight})
		}
	}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var d struct {
			Name     string            `json:"name"`
			AsOf     string            `json:"as_of"`
			Evidence []json.RawMessage `json:"evidence"`
			Right    []string          `json:"right"`
			Wrong    [][2]string       `json:"wrong"`
		}
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
		}
		claims := slices.Clone(d.Right)
		for _, w := range d.Wrong {
			claims = append(claims, w[0])
		}
		for i, text := range claims {
			c, err := verify.ReadCase(d.Evidence, d.AsOf)
			if err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", path, n, err)
			}
			cl := casefile.Claim{Text: text}
			for _, e := range c.Evidence {
				if e.Source != nil && !e.AsOf.IsZero() && !(casefile.Period{From: e.Source.EffectiveFrom, To: e.Source.EffectiveTo}).Contains(e.AsOf) {
					continue
				}
				cl.Cites = append(cl.Cites, casefile.Citation{Evidence: e.ID})
			}
			c.Draft.Claims = []casefile.Claim{cl}
			add(c, i < len(d.Right), 1)
			if i >= len(d.Right) {
				continue
			}
			mutants := mutate.Mutants(&mutate.Item{ID: d.Name, Case: c}, uint64(i))
			for _, m := range mutants {
				add(m.Case, false, 1/float64(len(mutants)))
			}
		}
	}
	return out, lines.Err()
}

// madeOf are the claims of a set that -make wrote.
func madeOf(path string) ([]sample, error) {
	list, err := samplesOf(path)
	for i := range list {
		list[i].weight = madeWeight
	}
	return list, err
}

// readSamples reads sets, those after "--" in the format of verify/testdata, those after another "--" made of questions.
func readSamples(paths []string) ([]sample, error) {
	var samples []sample
	reads := []func(string) ([]sample, error){samplesOf, mutantsOf, madeOf}
	read := reads[0]
	for _, p := range paths {
		if p == "--" && len(reads) > 1 {
			reads = reads[1:]
			read = reads[0]
			continue
		}
		list, err := read(p)
		if err != nil {
			return nil, err
		}
		samples = append(samples, list...)
	}
	if len(samples) == 0 {
		return nil, fmt.Errorf("no claims to learn from")
	}
	return samples, nil
}

// learnTo learns from sets and writes the scale.
func learnTo(out string, paths []string) error {
	samples, err := readSamples(paths)
	if err != nil {
		return err
	}
	return os.WriteFile(out, []byte(learn(samples, 1).String()), 0o644)
}

// cross learns from all sets but one, those after "--" among them, and says how that judges the one, for each in turn.
func cross(w io.Writer, paths []string) error {
	n := slices.Index(paths, "--")
	if n < 0 {
		n = len(paths)
	}
	fmt.Fprintln(w, "| citations | group | claims | balanced accuracy | wrong let through | right refused | unconfirmed | unconfirmed of the right | pairs told apart |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	for i, p := range paths[:n] {
		samples, err := readSamples(slices.Delete(slices.Clone(paths), i, i+1))
		if err != nil {
			return err
		}
		items, err := readSet(p)
		if err != nil {
			return err
		}
		list, err := measureAll(items, false)
		if err != nil {
			return err
		}
		scale := learn(samples, 1)
		var js []judged
		for k, m := range list {
			j := judged{item: items[k], verdict: "refused"}
			if m.Open && (m.Signals == nil && len(m.Rules) == 0 || m.Signals != nil && scale.Stands(m.Signals, len(m.Rules) > 0)) || len(m.Rules) == 0 && m.Signals == nil {
				j.verdict = "supported"
			}
			js = append(js, j)
		}
		row(w, "given", p, js)
	}
	return nil
}
