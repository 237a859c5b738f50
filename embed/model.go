package embed

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

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

// readFolder reads the tokenizer of a model's folder, and returns the name of the model's file.
func readFolder(dir string) (*WordPiece, string, error) {
	tokenizer, err := only(dir, "tokenizer.json", "*tokenizer.json")
	if err != nil {
		return nil, "", err
	}
	b, err := os.ReadFile(tokenizer)
	if err != nil {
		return nil, "", err
	}
	words, err := ReadWordPiece(b)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", dir, err)
	}
	file, err := only(dir, "model.onnx", "*.onnx")
	return words, file, err
}

// only returns the file of a folder by its usual name, or the one that is like it.
func only(dir, name, like string) (string, error) {
	file := filepath.Join(dir, name)
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	found, err := filepath.Glob(filepath.Join(dir, like))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("the folder %s has no %s", dir, name)
	}
	return found[0], nil
}
