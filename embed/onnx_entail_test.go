//go:build ort

package embed

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wire writes fields of a protocol buffer.
type wire struct{ bytes.Buffer }

func (w *wire) uint(field int, n uint64) {
	w.Write(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3), n))
}

func (w *wire) bytes(field int, b []byte) {
	w.Write(binary.AppendUvarint(binary.AppendUvarint(nil, uint64(field)<<3|2), uint64(len(b))))
	w.Write(b)
}

func message(fill func(w *wire)) []byte {
	var w wire
	fill(&w)
	return w.Bytes()
}

// The numbers of ONNX for types of elements.
const (
	floats = 1
	int64s = 7
)

func node(op string, in []string, out string) []byte {
	return message(func(w *wire) {
		for _, s := range in {
			w.bytes(1, []byte(s))
		}
		w.bytes(2, []byte(out))
		w.bytes(4, []byte(op))
		if op == "ReduceSum" {
			w.bytes(5, message(func(w *wire) { w.bytes(1, []byte("keepdims")); w.uint(3, 0); w.uint(20, 2) }))
		}
	})
}

func tensor(name string, kind uint64, dims []int, data any) []byte {
	raw, _ := binary.Append(nil, binary.LittleEndian, data)
	return message(func(w *wire) {
		for _, d := range dims {
			w.uint(1, uint64(d))
		}
		w.uint(2, kind)
		w.bytes(8, []byte(name))
		w.bytes(9, raw)
	})
}

func value(name string, kind uint64, dims ...string) []byte {
	shape := message(func(w *wire) {
		for _, d := range dims {
			w.bytes(1, message(func(w *wire) { w.bytes(2, []byte(d)) }))
		}
	})
	return message(func(w *wire) {
		w.bytes(1, []byte(name))
		w.bytes(2, message(func(w *wire) { w.bytes(1, message(func(w *wire) { w.uint(1, kind); w.bytes(2, shape) })) }))
	})
}

// inference writes a folder with a model whose logits are the sum of what table has for the tokens of both texts. The words of the
// tokenizer are [PAD], [UNK], [CLS], [SEP], one, two, ##s, 三. With ofClaim the tokens of the first text count as [PAD].
func inference(t *testing.T, table [8][]float32, ofClaim bool, config string) string {
	t.Helper()
	width := len(table[0])
	var flat []float32
	for _, row := range table {
		flat = append(flat, row...)
	}
	graph := message(func(w *wire) {
		ids := "input_ids"
		if ofClaim {
			w.bytes(1, node("Mul", []string{"input_ids", "token_type_ids"}, "second"))
			ids = "second"
		}
		w.bytes(1, node("Gather", []string{"table", ids}, "each"))
		w.bytes(1, node("ReduceSum", []string{"each", "axis"}, "logits"))
		w.bytes(2, []byte("inference"))
		w.bytes(5, tensor("table", floats, []int{8, width}, flat))
		w.bytes(5, tensor("axis", int64s, []int{1}, []int64{1}))
		for _, name := range []string{"input_ids", "attention_mask", "token_type_ids"} {
			w.bytes(11, value(name, int64s, "batch", "steps"))
		}
		w.bytes(12, value("logits", floats, "batch", "labels"))
	})
	model := message(func(w *wire) {
		w.uint(1, 7)
		w.bytes(7, graph)
		w.bytes(8, message(func(w *wire) { w.bytes(1, nil); w.uint(2, 13) }))
	})
	words, err := os.ReadFile("testdata/onnx/pair/tokenizer.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, b := range map[string][]byte{"model.onnx": model, "tokenizer.json": words, "config.json": []byte(config)} {
		if b == nil || name == "config.json" && config == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// threeWay gives "one" to the first label, "two" to the second and 三 to the third.
var threeWay = [8][]float32{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 0, 1}}

// or is a number, or -1 for none.
func or(x *float64) float64 {
	if x == nil {
		return -1
	}
	return *x
}

// share is the softmax of a for a beside b and c.
func share(a, b, c float64) float64 {
	return math.Exp(a) / (math.Exp(a) + math.Exp(b) + math.Exp(c))
}

func TestONNXEntails(t *testing.T) {
	lib := library(t)
	long := strings.Repeat("三 ", 700)
	for name, tt := range map[string]struct {
		config         string
		ofClaim        bool
		premise, claim string
		want           Entailment
	}{
		"entailment first":     {`{"id2label":{"0":"entailment","1":"neutral","2":"contradiction"}}`, true, "三", "one one", Entailment{share(2, 0, 0), new(share(0, 2, 0))}},
		"entailment last":      {`{"id2label":{"0":"CONTRADICTION","1":"NEUTRAL","2":"ENTAILMENT"}}`, true, "三", "one one", Entailment{share(0, 2, 0), new(share(2, 0, 0))}},
		"no contradiction":     {`{"id2label":{"0":"entailment","1":"neutral","2":"not_entailment"}}`, true, "三", "三", Entailment{share(0, 0, 1), nil}},
		"the premise goes 1st": {`{"id2label":{"0":"entailment","1":"neutral","2":"contradiction"}}`, true, "one one one", "two", Entailment{share(0, 1, 0), new(share(0, 1, 0))}},
		"both are read":        {`{"id2label":{"0":"entailment","1":"neutral","2":"contradiction"}}`, false, "one 三 三", "one", Entailment{share(2, 2, 0), new(share(2, 2, 0))}},
		// 701 tokens are read in windows of 508, from 0 and from 254: the second has 447, "one" the last of them
		"the end of a long premise": {`{"id2label":{"0":"neutral","1":"contradiction","2":"entailment"}}`, false, long + "one", "two", Entailment{share(508, 0, 1), new(share(1, 446, 1))}},
	} {
		e, err := OpenONNXEntailer(ONNXModel{Dir: inference(t, threeWay, tt.ofClaim, tt.config), Runtime: lib})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := e.Entails(t.Context(), tt.premise, tt.claim)
		if err != nil || !near(got.Entails, tt.want.Entails) || !near(or(got.Contradicts), or(tt.want.Contradicts)) {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, tt.want)
		}
		if i := strings.Index(e.Name(), "/sha256:"); i < 0 || len(e.Name())-i != len("/sha256:")+64 {
			t.Error(e.Name())
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := e.Entails(ctx, "one", "one"); err == nil {
			t.Errorf("%s: a cancelled context gives a score", name)
		}
		e.Close()
	}
}

// TestONNXEntailsByCrossEncoder counts by hand: the pair model gives the sum of the second text's tokens, its [SEP] among them, less ten.
func TestONNXEntailsByCrossEncoder(t *testing.T) {
	e, err := OpenONNXEntailer(ONNXModel{Dir: "testdata/onnx/pair", Runtime: library(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	got, err := e.Entails(t.Context(), "三 two", "one") // the claim is the query, and goes first
	if err != nil || !near(got.Entails, sigmoid(7+5+3-10)) || got.Contradicts != nil {
		t.Error(got, err)
	}
}

func TestONNXEntailerFailsClosed(t *testing.T) {
	lib := library(t)
	const labels = `{"id2label":{"0":"entailment","1":"neutral","2":"contradiction"}}`
	nan := float32(math.NaN())
	never, sometimes := threeWay, threeWay
	never[1], sometimes[7] = []float32{nan, 0, 0}, []float32{0, float32(math.Inf(1)), 0}
	two := [8][]float32{}
	for i := range two {
		two[i] = []float32{0, 1}
	}
	for name, tt := range map[string]struct{ dir, runtime, says string }{
		"no folder":             {"testdata/none", lib, "has no tokenizer.json"},
		"no runtime":            {"testdata/onnx/pair", "testdata/none.so", "name its library with runtime:"},
		"two numbers for three": {inference(t, two, false, labels), lib, "not [1 3]"},
		"three, and no labels":  {inference(t, threeWay, false, ""), lib, "config.json must name them"},
		"labels without names":  {inference(t, threeWay, false, `{"id2label":{"0":"LABEL_0","1":"LABEL_1","2":"LABEL_2"}}`), lib, "exactly one label entailment"},
		"not a number":          {inference(t, never, false, labels), lib, "which is no number"},
		"a sentence model":      {"testdata/onnx/sentence", lib, "not [1 1]"},
	} {
		if _, err := OpenONNXEntailer(ONNXModel{Dir: tt.dir, Runtime: tt.runtime}); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", name, err, tt.says)
		}
	}
	e, err := OpenONNXEntailer(ONNXModel{Dir: inference(t, sometimes, false, labels), Runtime: lib})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if got, err := e.Entails(t.Context(), "三", "one"); err == nil || !strings.Contains(err.Error(), "which is no number") {
		t.Errorf("an infinite logit: %v, %v", got, err)
	}
	if got, err := e.Entails(t.Context(), "one", strings.Repeat("one ", 300)); err == nil || !strings.Contains(err.Error(), "longer than the model reads") {
		t.Errorf("a claim that is cut: %v, %v", got, err)
	}
	if got, err := e.Entails(t.Context(), strings.Repeat("one ", 9000), "one"); err == nil || !strings.Contains(err.Error(), "longer than the model reads") {
		t.Errorf("a premise that is cut: %v, %v", got, err)
	}
}
