package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
)

func readWeights(path string) (*search.Weights, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w, err := search.ReadWeights(data)
	return &w, err
}

// knobs are what a sweep turns, one at a time, from the weights it was started with.
var knobs = []struct {
	path   string
	values []float64
}{
	{"legs.vector", []float64{0, .1, .15, .2, .25, .3, .4, .5}},
	{"legs.graph", []float64{0, .05, .1, .2, .3, .4}},
	{"topic", []float64{0, .1, .2, .35, .5}},
	{"phrase", []float64{0, .05, .1, .2, .3}},
	{"heading", []float64{0, .05, .1, .2, .3}},
	{"sentence", []float64{0, .1, .2, .3}},
	{"period_declared", []float64{0, .15, .3, .5}},
	{"period_named", []float64{0, .1, .2, .4}},
	{"period_published", []float64{0, .05, .1, .2}},
	{"period_other", []float64{0, .1, .2, .4}},
	{"period_earlier", []float64{0, .1, .2, .4}},
}

// tune prints, for each value of each knob, the metrics of the default on the development half.
func (b bench) tune(ctx context.Context, out io.Writer, s *set) error {
	lib := &recorded{s: s.lib.store, seen: map[string][]casefile.Match{}}
	start := search.DefaultWeights()
	if b.rig.weights != nil {
		start = *b.rig.weights
	}
	try := func(name string, w search.Weights) error {
		opt := b.rig.options()
		opt.Weights = &w
		find := b.rig.retrieve(search.New(lib, opt))
		res := results{make([]tally, len(s.metrics))}
		for _, q := range s.questions {
			if !q.development() {
				continue
			}
			hits, err := find(ctx, q)
			if err != nil {
				return err
			}
			res.add(0, s, q, hits)
		}
		fmt.Fprintf(out, "| %s | %s |", s.name, name)
		for k, m := range s.metrics {
			fmt.Fprintf(out, " %s %.3f |", m.name, res[0][k].dev())
		}
		fmt.Fprintln(out)
		return nil
	}
	if err := try("as it is", start); err != nil {
		return err
	}
	for _, k := range knobs {
		if b.sweep != "all" && !slices.Contains(strings.Split(b.sweep, ","), k.path) {
			continue
		}
		for _, v := range k.values {
			w, err := turned(start, k.path, v)
			if err != nil {
				return err
			}
			if err := try(fmt.Sprintf("%s = %g", k.path, v), w); err != nil {
				return err
			}
		}
	}
	return nil
}

// turned returns weights with one value changed.
func turned(w search.Weights, path string, v float64) (search.Weights, error) {
	data, err := json.Marshal(w)
	if err != nil {
		return w, err
	}
	patch := fmt.Sprint(v)
	parts := strings.Split(path, ".")
	for i := len(parts) - 1; i >= 0; i-- {
		patch = fmt.Sprintf("{%q: %s}", parts[i], patch)
	}
	out := search.Weights{}
	if err := json.Unmarshal(data, &out); err != nil {
		return w, err
	}
	err = json.Unmarshal([]byte(patch), &out)
	return out, err
}

// recorded is a store that reads each thing once: a sweep asks the same of it for every value.
type recorded struct {
	s    *store.Store
	mu   sync.Mutex
	seen map[string][]casefile.Match
}

func once[Q any](r *recorded, what string, ctx context.Context, who casefile.Scope, q Q, read func(context.Context, casefile.Scope, Q) ([]casefile.Match, error)) ([]casefile.Match, error) {
	data, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	key := what + who.Key() + string(data)
	r.mu.Lock()
	ms, ok := r.seen[key]
	r.mu.Unlock()
	if ok {
		return ms, nil
	}
	if ms, err = read(ctx, who, q); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen[key] = ms
	return ms, nil
}

func (r *recorded) Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error) {
	return once(r, "match", ctx, who, q, r.s.Match)
}

func (r *recorded) Near(ctx context.Context, who casefile.Scope, q casefile.Vectors) ([]casefile.Match, error) {
	return once(r, "near", ctx, who, q, r.s.Near)
}

func (r *recorded) Linked(ctx context.Context, who casefile.Scope, q casefile.Entities) ([]casefile.Match, error) {
	return once(r, "linked", ctx, who, q, r.s.Linked)
}
