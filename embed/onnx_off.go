//go:build !ort

package embed

import "context"

// HasONNX reports whether this build runs ONNX models.
const HasONNX = false

// ONNX is of a build with the tag ort; in this one there is none.
type ONNX struct{}

// OpenONNX fails: this build has no ONNX runtime.
func OpenONNX(ONNXModel) (*ONNX, error) { return nil, ErrNoONNX }

// Embed fails.
func (*ONNX) Embed(context.Context, []string) ([][]float32, error) { return nil, ErrNoONNX }

// Space returns "".
func (*ONNX) Space() string { return "" }

// ONNXReranker is of a build with the tag ort; in this one there is none.
type ONNXReranker struct{}

// OpenONNXReranker fails: this build has no ONNX runtime.
func OpenONNXReranker(ONNXModel) (*ONNXReranker, error) { return nil, ErrNoONNX }

// Rerank fails.
func (*ONNXReranker) Rerank(context.Context, string, []string) ([]float64, error) {
	return nil, ErrNoONNX
}

// ONNXEntailer is of a build with the tag ort; in this one there is none.
type ONNXEntailer struct{}

// OpenONNXEntailer fails: this build has no ONNX runtime.
func OpenONNXEntailer(ONNXModel) (*ONNXEntailer, error) { return nil, ErrNoONNX }

// Name returns "".
func (*ONNXEntailer) Name() string { return "" }

// Entails fails.
func (*ONNXEntailer) Entails(context.Context, string, string) (Entailment, error) {
	return Entailment{}, ErrNoONNX
}
