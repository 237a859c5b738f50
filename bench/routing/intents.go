package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/bench/vectors"
	"github.com/casefile/casefile/classify"
	"github.com/casefile/casefile/embed"
)

// An intent set is a public set of questions that each belong to one of many labels.
type intentSet struct {
	name        string
	train, test labelled
	outside     []string // questions of the test that belong to no label
	rightBar    map[bool]float64
	refusedBar  map[bool]float64
}

// labelled are texts with their labels.
type labelled struct{ texts, labels []string }

func (l *labelled) add(text, label string) {
	l.texts, l.labels = append(l.texts, text), append(l.labels, label)
}

// readClinc reads clinc150. Its questions outside of every label in the part to train on are left alone.
func readClinc(data string) (intentSet, error) {
	s := intentSet{name: "clinc150", rightBar: map[bool]float64{false: .905, true: .955}, refusedBar: map[bool]float64{false: .72, true: .83}}
	b, err := os.ReadFile(filepath.Join(data, "clinc150", "data_full.json"))
	if err != nil {
		return s, err
	}
	var all map[string][][2]string
	if err := json.Unmarshal(b, &all); err != nil {
		return s, fmt.Errorf("clinc150: %w", err)
	}
	for _, q := range all["train"] {
		s.train.add(q[0], q[1])
	}
	for _, q := range all["test"] {
		s.test.add(q[0], q[1])
	}
	for _, q := range all["oos_test"] {
		s.outside = append(s.outside, q[0])
	}
	return s, nil
}

func readBanking(data string) (intentSet, error) {
	s := intentSet{name: "banking77", rightBar: map[bool]float64{false: .895, true: .925}}
	for file, into := range map[string]*labelled{"train.csv": &s.train, "test.csv": &s.test} {
		f, err := os.Open(filepath.Join(data, "banking77", file))
		if err != nil {
			return s, err
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			return s, fmt.Errorf("banking77/%s: %w", file, err)
		}
		for _, r := range rows[1:] {
			into.add(r[0], r[1])
		}
	}
	return s, nil
}

// refusals is the share of questions inside the labels that may be refused.
const refusals = 0.05

// intents trains the head on each set's part to train on and prints what it makes of the part to test on.
func intents(ctx context.Context, out io.Writer, data string, model embed.ONNXModel, keep string) (missed int, err error) {
	e, onnx := casefile.Embedder(embed.NewStatic()), model.Dir != ""
	if onnx {
		if e, err = embed.OpenONNX(model); err != nil {
			return 0, err
		}
	}
	if keep != "" {
		k, err := vectors.Keep(e, keep)
		if err != nil {
			return 0, err
		}
		defer k.Close()
		e = k
	}
	fmt.Fprintf(out, "\n| set | vectors | metric | figure | bar | |\n|---|---|---|---|---|---|\n")
	for _, read := range []func(string) (intentSet, error){readClinc, readBanking} {
		s, err := read(data)
		if err != nil {
			return missed, err
		}
		began := time.Now()
		embeddings, err := e.Embed(ctx, slices.Concat(s.train.texts, s.test.texts, s.outside))
		if err != nil {
			return missed, err
		}
		embedded := time.Since(began)
		all := make([]classify.Text, len(embeddings))
		for i, words := range slices.Concat(s.train.texts, s.test.texts, s.outside) {
			all[i] = classify.Text{Vector: embeddings[i], Words: words}
		}
		train, rest := all[:len(s.train.texts)], all[len(s.train.texts):]
		head, err := classify.Train(train, s.train.labels, classify.Options{})
		if err != nil {
			return missed, err
		}
		fmt.Fprintf(os.Stderr, "%s: %d texts embedded in %.1f s, the head trained in %.1f s\n", s.name, len(embeddings), embedded.Seconds(), (time.Since(began) - embedded).Seconds())
		right := 0
		var inside, outside []float64
		for i, t := range rest[:len(s.test.texts)] {
			if head.Scores(t)[0].Label == s.test.labels[i] {
				right++
			}
			inside = append(inside, head.Likeness(t))
		}
		for _, t := range rest[len(s.test.texts):] {
			outside = append(outside, head.Likeness(t))
		}
		kind := "static"
		if onnx {
			kind = filepath.Base(model.Dir)
		}
		row := func(metric string, figure, bar float64) {
			holds := "holds"
			if figure < bar {
				holds, missed = "MISSED", missed+1
			}
			fmt.Fprintf(out, "| %s | %s | %s | %.4f | ≥ %.3f | %s |\n", s.name, kind, metric, figure, bar, holds)
		}
		row("right label", float64(right)/float64(len(s.test.texts)), s.rightBar[onnx])
		if len(outside) > 0 {
			slices.Sort(inside)
			limit := inside[int(refusals*float64(len(inside)))]
			refused := 0
			for _, x := range outside {
				if x < limit {
					refused++
				}
			}
			row("out of scope refused, at 5 % of the rest refused", float64(refused)/float64(len(outside)), s.refusedBar[onnx])
		}
	}
	return missed, nil
}
