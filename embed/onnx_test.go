//go:build ort

package embed

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// library is the ONNX runtime that these tests need: they are run only where one is at hand.
func library(t *testing.T) string {
	t.Helper()
	lib := os.Getenv("CASEFILE_ONNXRUNTIME")
	if lib == "" {
		t.Fatal("set CASEFILE_ONNXRUNTIME to libonnxruntime.so, for example of the package onnxruntime")
	}
	return lib
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestONNXEmbeds counts by hand: the tiny model adds up the numbers of a text's tokens, 2 for [CLS] and 3 for [SEP] among them.
func TestONNXEmbeds(t *testing.T) {
	e, err := OpenONNX(ONNXModel{Dir: "testdata/onnx/sentence", Runtime: library(t), Dim: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	texts := []string{"one", "ONE twos", "三三", "", "nothing"}
	sums := [][2]float64{{2 + 4 + 3, 3}, {2 + 4 + 5 + 6 + 3, 5}, {2 + 7 + 7 + 3, 4}, {0, 0}, {2 + 1 + 3, 3}}
	var wg sync.WaitGroup
	for range 4 { // runs may overlap
		wg.Go(func() {
			vs, err := e.Embed(context.Background(), texts)
			if err != nil {
				t.Error(err)
				return
			}
			for i, s := range sums {
				n := math.Max(1, math.Hypot(s[0], s[1]))
				if !near(float64(vs[i][0]), s[0]/n) || !near(float64(vs[i][1]), s[1]/n) {
					t.Errorf("%q: %v, want %v / %v", texts[i], vs[i], s, n)
				}
			}
		})
	}
	wg.Wait()
	if !strings.HasPrefix(e.Space(), "onnx/sentence/") || e.Dim() != 2 {
		t.Error(e.Space(), e.Dim())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ctx, texts); err == nil {
		t.Error("a cancelled context gives vectors")
	}
}

// TestONNXReranks counts by hand: the tiny model gives the sum of the second text's tokens, its [SEP] among them, less ten.
func TestONNXReranks(t *testing.T) {
	r, err := OpenONNXReranker(ONNXModel{Dir: "testdata/onnx/pair", Runtime: library(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got, err := r.Rerank(context.Background(), "one", []string{"one", "三 two", "三"})
	if err != nil || len(got) != 3 || !near(got[0], sigmoid(4+3-10)) || !near(got[1], sigmoid(7+5+3-10)) || !near(got[2], .5) {
		t.Error(got, err)
	}
}

func TestONNXRefuses(t *testing.T) {
	lib := library(t)
	good, err := os.ReadFile("testdata/onnx/sentence/model.onnx")
	if err != nil {
		t.Fatal(err)
	}
	words, err := os.ReadFile("testdata/onnx/sentence/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := func(files map[string][]byte) string {
		dir := t.TempDir()
		for name, b := range files {
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	for name, tt := range map[string]struct {
		from ONNXModel
		says string
	}{
		"no folder":         {ONNXModel{Dir: "testdata/none", Runtime: lib}, "has no tokenizer.json"},
		"no model":          {ONNXModel{Dir: folder(map[string][]byte{"tokenizer.json": words}), Runtime: lib}, "has no model.onnx"},
		"cut":               {ONNXModel{Dir: folder(map[string][]byte{"tokenizer.json": words, "model.onnx": good[:len(good)/2]}), Runtime: lib}, "cut, damaged"},
		"empty":             {ONNXModel{Dir: folder(map[string][]byte{"tokenizer.json": words, "model.onnx": nil}), Runtime: lib}, "is empty"},
		"another dimension": {ONNXModel{Dir: "testdata/onnx/sentence", Runtime: lib, Dim: 512}, "of 2 numbers, not of 512"},
		"a cross-encoder":   {ONNXModel{Dir: "testdata/onnx/pair", Runtime: lib, Dim: 2}, "of 1 numbers"},
		"no runtime":        {ONNXModel{Dir: "testdata/onnx/sentence", Runtime: "testdata/none.so"}, "cannot be loaded"},
	} {
		if _, err := OpenONNX(tt.from); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", name, err, tt.says)
		}
	}
	if _, err := OpenONNXReranker(ONNXModel{Dir: "testdata/onnx/sentence", Runtime: lib}); err == nil || !strings.Contains(err.Error(), "no cross-encoder") {
		t.Error(err)
	}
}
