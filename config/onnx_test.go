//go:build ort

package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/trace"
)

// TestONNXConfirms takes a cross-encoder from a folder that gives as its logit how many words a passage has beyond seven: more than half for
// the library's rules.
func TestONNXConfirms(t *testing.T) {
	lib := os.Getenv("CASEFILE_ONNXRUNTIME")
	if lib == "" {
		t.Fatal("set CASEFILE_ONNXRUNTIME to libonnxruntime.so, for example of the package onnxruntime")
	}
	dir, err := filepath.Abs("../embed/testdata/onnx/pair")
	if err != nil {
		t.Fatal(err)
	}
	folder := "entailment: {onnx: '" + dir + "', runtime: '" + lib + "', threshold: "
	out, file, _ := entailing(t, folder+"0.5}\n")
	if !told(out) {
		t.Errorf("a logit above 0 does not confirm: %+v", out.Answer)
	}
	log, err := trace.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	named := false
	for _, e := range log.Events {
		named = named || e.Model != nil && e.Model.Response != nil && strings.HasPrefix(e.Model.Response.Model, "onnx/pair/sha256:")
	}
	if !named {
		t.Error("the log does not name the model by its hash")
	}
	if again, err := config.Replay(t.Context(), file); err != nil || again.Difference != nil || !told(again.Outcome) {
		t.Errorf("replay: %+v, %v", again.Difference, err)
	}
	if out, _, _ := entailing(t, folder+"1}\n"); told(out) {
		t.Error("a score below the threshold confirms")
	}
	if out, _, _ := entailing(t, strings.Replace(folder, lib, "/none.so", 1)+"0.5}\n"); told(out) {
		t.Error("without a runtime the claim is confirmed")
	}
	if out, _, _ := entailing(t, folder+"0.5, timeout: 1ns}\n"); told(out) {
		t.Error("a score that comes late confirms")
	}
	h := library(t, folder+"0.5}\n").ProbeEntailment(t.Context())
	if h.Err != nil || !strings.HasPrefix(h.Name, "onnx/pair/sha256:") {
		t.Errorf("%+v", h)
	}
}
