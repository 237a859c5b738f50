package embed

import "errors"

// ErrNoONNX says that this build runs no ONNX models.
var ErrNoONNX = errors.New("this build of casefile runs no ONNX models: build it with -tags ort")

// An ONNXModel is a folder with model.onnx and tokenizer.json, as BERT models for sentences and for pairs of texts are
// published. Other names are found where the folder has only one of the kind.
type ONNXModel struct {
	Dir     string // the folder
	Runtime string // the library of the ONNX runtime, libonnxruntime.so; "" looks in Dir, then where the system keeps libraries
	Dim     int    // the length that vectors must have; 0 takes the model's
	Threads int    // of the runtime; 0 means 1
}
