//go:build !ort

package embed

import (
	"errors"
	"testing"
)

func TestWithoutTheTagNoModelIsOpened(t *testing.T) {
	if _, err := OpenONNX(ONNXModel{Dir: "testdata/onnx/sentence"}); !errors.Is(err, ErrNoONNX) {
		t.Error(err)
	}
	if _, err := OpenONNXReranker(ONNXModel{Dir: "testdata/onnx/pair"}); !errors.Is(err, ErrNoONNX) {
		t.Error(err)
	}
}
