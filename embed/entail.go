package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// An Entailment is what a model says of a premise and a claim, each 0 to 1.
type Entailment struct {
	Entails     float64  // how surely the premise states the claim; of a cross-encoder, how well it answers it
	Contradicts *float64 // how surely it says otherwise; nil of a model that has no label for it
}

// Labels are the places of a model's labels among the numbers that it gives, as its config.json says.
type Labels struct {
	Count       int
	Entails     int
	Contradicts int // -1: it has no such label
}

// ReadLabels reads config.json of a folder with a model of natural-language inference. Without the file, or with one label or
// none in it, the model is a cross-encoder that gives one number, and of is nil. Nothing is assumed of the order of labels: a
// config.json with several of which none is named entailment is an error.
func ReadLabels(dir string) (of *Labels, err error) {
	file := filepath.Join(dir, "config.json")
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var c struct {
		Labels map[string]string `json:"id2label"`
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(c.Labels) < 2 {
		return nil, nil
	}
	names := make([]string, len(c.Labels))
	for id, name := range c.Labels {
		i, err := strconv.Atoi(id)
		if err != nil || i < 0 || i >= len(names) || names[i] != "" || name == "" {
			return nil, fmt.Errorf("%s: id2label has the id %q for %q; %d labels are counted from 0", file, id, name, len(names))
		}
		names[i] = strings.ToLower(name)
	}
	of = &Labels{Count: len(names), Entails: one(names, "entailment", "entails"), Contradicts: one(names, "contradiction", "contradicts")}
	if of.Entails < 0 {
		return nil, fmt.Errorf("%s: id2label must name exactly one label entailment, as the model's card does; it has %s", file, strings.Join(names, ", "))
	}
	return of, nil
}

// one returns the place of the only label that has one of these names, -1 where there is none or more than one.
func one(labels []string, names ...string) int {
	at := -1
	for i, l := range labels {
		if !slices.Contains(names, l) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// CheckEntailer reports what of a folder with a model for entailment cannot be right, as far as its files tell without the ONNX
// runtime.
func CheckEntailer(dir string) error {
	if _, _, err := readFolder(dir); err != nil {
		return err
	}
	_, err := ReadLabels(dir)
	return err
}

// HTTPEntailer tells entailment by a server that speaks /rerank: the claim is the query, and the premise what is scored. Safe
// for concurrent use.
type HTTPEntailer struct{ r *HTTPReranker }

// NewHTTPEntailer returns an entailer by a server. It makes no request.
func NewHTTPEntailer(s Server) (*HTTPEntailer, error) {
	r, err := NewHTTPReranker(s)
	if err != nil {
		return nil, err
	}
	return &HTTPEntailer{r}, nil
}

// Name tells which model answers: the server does not say more than its name.
func (e *HTTPEntailer) Name() string { return "rerank/" + e.r.c.Model }

// unrelated answers no claim. A server that gives logits gives one below zero for it, by which all are known to be logits: a lone
// logit between 0 and 1 would be taken for a probability.
const unrelated = "-"

// Entails scores a premise: of its passages, which empty lines part, and of the whole, the best counts. The error is an *Error,
// or ctx's.
func (e *HTTPEntailer) Entails(ctx context.Context, premise, claim string) (Entailment, error) {
	texts := []string{unrelated, premise}
	if passages := strings.Split(premise, "\n\n"); len(passages) > 1 {
		texts = append(texts, passages...)
	}
	scores, err := e.r.Rerank(ctx, claim, texts)
	if err != nil {
		return Entailment{}, err
	}
	return Entailment{Entails: slices.Max(scores[1:])}, nil
}
