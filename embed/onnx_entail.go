//go:build ort

package embed

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"path/filepath"
)

// ONNXEntailer tells entailment by a BERT model of natural-language inference, or by a cross-encoder, in the ONNX format. Safe for
// concurrent use.
type ONNXEntailer struct {
	m      *model
	labels *Labels // nil: a cross-encoder
	name   string
}

// OpenONNXEntailer loads a model and runs it once. Errors name the file that is missing, broken or says something else than the
// model gives.
func OpenONNXEntailer(from ONNXModel) (*ONNXEntailer, error) {
	labels, err := ReadLabels(from.Dir)
	if err != nil {
		return nil, err
	}
	m, file, err := load(from)
	if err != nil {
		return nil, err
	}
	e := &ONNXEntailer{m: m, labels: labels}
	sum, err := sumOf(file, sha256.New())
	if err == nil {
		e.name = fmt.Sprintf("onnx/%s/sha256:%x", filepath.Base(from.Dir), sum)
		_, err = e.Entails(context.Background(), "a", "b")
	}
	if err != nil {
		m.s.close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return e, nil
}

// Name tells the model by its folder and its bytes.
func (e *ONNXEntailer) Name() string { return e.name }

// Close frees the model. Nothing may be in flight.
func (e *ONNXEntailer) Close() error { return e.m.s.close() }

// mostPremise is how many tokens of a premise are read; one that is longer is refused, not cut.
const mostPremise = 16 * mostTokens

// Entails reads a premise that is longer than the model in windows that overlap by half: the surest of them counts, for both
// numbers. A claim that takes more than half of the model's length is an error, as is a number that is none.
func (e *ONNXEntailer) Entails(ctx context.Context, premise, claim string) (Entailment, error) {
	p, c := e.m.words.cut(premise, mostPremise+1), e.m.words.cut(claim, mostTokens/2+1)
	if len(p) > mostPremise || len(c) > mostTokens/2 {
		return Entailment{}, fmt.Errorf("the passages or the claim are longer than the model reads (%d and %d tokens)", mostPremise, mostTokens/2)
	}
	var out Entailment
	room := mostTokens - 3 - len(c)
	for at := 0; ; at += room / 2 {
		if err := ctx.Err(); err != nil {
			return Entailment{}, err
		}
		window := p[at:min(at+room, len(p))]
		pair := e.m.words.join(window, c)
		if e.labels == nil { // a cross-encoder is asked with the claim first, as with a question
			pair = e.m.words.join(c, window)
		}
		got, err := e.pair(pair)
		if err != nil {
			return Entailment{}, err
		}
		if got.Contradicts != nil && out.Contradicts != nil {
			*got.Contradicts = max(*got.Contradicts, *out.Contradicts)
		}
		out = Entailment{max(out.Entails, got.Entails), got.Contradicts}
		if at+room >= len(p) {
			return out, nil
		}
	}
}

// pair runs the model over one pair.
func (e *ONNXEntailer) pair(t Tokens) (Entailment, error) {
	data, shape, err := e.m.s.run(t)
	if err != nil {
		return Entailment{}, err
	}
	want := 1
	if e.labels != nil {
		want = e.labels.Count
	}
	if len(shape) != 2 || shape[0] != 1 || len(data) != want {
		return Entailment{}, fmt.Errorf("its output has the shape %v, not [1 %d]; of a model with several labels, config.json must name them in id2label", shape, want)
	}
	for _, x := range data {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return Entailment{}, fmt.Errorf("it gives %v, which is no number", data)
		}
	}
	if e.labels == nil {
		return Entailment{Entails: sigmoid(float64(data[0]))}, nil
	}
	p := softmax(data)
	out := Entailment{Entails: p[e.labels.Entails]}
	if e.labels.Contradicts >= 0 {
		out.Contradicts = &p[e.labels.Contradicts]
	}
	return out, nil
}

func softmax(logits []float32) []float64 {
	most, sum := float64(logits[0]), 0.0
	for _, x := range logits {
		most = max(most, float64(x))
	}
	out := make([]float64, len(logits))
	for i, x := range logits {
		out[i] = math.Exp(float64(x) - most)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}
