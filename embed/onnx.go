//go:build ort

package embed

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// HasONNX reports whether this build runs ONNX models.
const HasONNX = true

// mostTokens is how many tokens of a text or a pair are read: what BERT has positions for.
const mostTokens = 512

// ONNX embeds by a BERT sentence model in the ONNX format. Safe for concurrent use.
type ONNX struct {
	m     *model
	space string
	dim   int
	mean  bool // of all tokens, as the folder's 1_Pooling says; otherwise the vector of [CLS]
}

var _ casefile.Embedder = (*ONNX)(nil)

// A model is a tokenizer and a session that belong together.
type model struct {
	words *WordPiece
	s     *session
}

// OpenONNX loads a model and runs it once. Errors name the file that is missing, broken or of another length.
func OpenONNX(from ONNXModel) (*ONNX, error) {
	m, file, err := load(from)
	if err != nil {
		return nil, err
	}
	e := &ONNX{m: m}
	if err := e.look(from, file); err != nil {
		m.s.close()
		return nil, err
	}
	return e, nil
}

// look reads how the model pools, runs it once for its length, and names its space.
func (e *ONNX) look(from ONNXModel, file string) error {
	pooling := filepath.Join(from.Dir, "1_Pooling", "config.json")
	if b, err := os.ReadFile(pooling); err == nil {
		var c struct {
			Mean bool `json:"pooling_mode_mean_tokens"`
		}
		if err := json.Unmarshal(b, &c); err != nil {
			return fmt.Errorf("%s: %w", pooling, err)
		}
		e.mean = c.Mean
	}
	v, err := e.one("a")
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	e.dim = len(v)
	if from.Dim > 0 && e.dim != from.Dim {
		return fmt.Errorf("%s makes vectors of %d numbers, not of %d as dimensions says", file, e.dim, from.Dim)
	}
	sum, err := sumOf(file, fnv.New64a())
	if err != nil {
		return err
	}
	e.space = fmt.Sprintf("onnx/%s/%x", filepath.Base(from.Dir), sum)
	return nil
}

// sumOf returns the hash of a file.
func sumOf(file string, h interface {
	io.Writer
	Sum(b []byte) []byte
}) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return h.Sum(nil), nil
}

// load opens the tokenizer and the session of a folder, and returns the name of the model's file.
func load(from ONNXModel) (*model, string, error) {
	words, file, err := readFolder(from.Dir)
	if err != nil {
		return nil, "", err
	}
	s, err := openSession(from, file)
	if err != nil {
		return nil, "", err
	}
	return &model{words, s}, file, nil
}

// Space names the model by its folder and its bytes.
func (e *ONNX) Space() string { return e.space }

// Dim returns the length of the vectors.
func (e *ONNX) Dim() int { return e.dim }

// Close frees the model. Nothing may be in flight.
func (e *ONNX) Close() error { return e.m.s.close() }

// Embed returns the vectors of texts; of a text longer than 512 tokens, of its beginning. Each text is run by itself: a
// model of whole numbers gives other vectors to a text in other company, and nothing is spent on padding. The error is
// ctx's, or says what the runtime did not do.
func (e *ONNX) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if strings.TrimSpace(text) == "" {
			out[i] = make([]float32, e.dim)
			continue
		}
		v, err := e.one(text)
		if err != nil {
			return nil, fmt.Errorf("embed: %w", err)
		}
		out[i] = v
	}
	return out, nil
}

// one returns the vector of a text, of length 1.
func (e *ONNX) one(text string) ([]float32, error) {
	data, shape, err := e.m.s.run(e.m.words.Single(text, mostTokens))
	if err != nil {
		return nil, err
	}
	dim := 0
	if n := len(shape); (n == 2 || n == 3) && shape[0] == 1 {
		dim = shape[n-1]
	}
	if dim == 0 || len(data) < dim || e.dim > 0 && dim != e.dim {
		return nil, fmt.Errorf("no sentence model: its output has the shape %v", shape)
	}
	v := slices.Clone(data[:dim]) // of [CLS], or of the whole where the model pools by itself
	if e.mean {
		for i, x := range data[dim:] {
			v[i%dim] += x
		}
	}
	normalise(v)
	return v, nil
}

// ONNXReranker scores passages by a BERT cross-encoder in the ONNX format. Safe for concurrent use.
type ONNXReranker struct{ m *model }

// OpenONNXReranker loads a cross-encoder and runs it once. Errors name the file that is missing or broken.
func OpenONNXReranker(from ONNXModel) (*ONNXReranker, error) {
	m, file, err := load(from)
	if err != nil {
		return nil, err
	}
	r := &ONNXReranker{m}
	if _, err := r.Rerank(context.Background(), "a", []string{"b"}); err != nil {
		m.s.close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return r, nil
}

// Close frees the model. Nothing may be in flight.
func (r *ONNXReranker) Close() error { return r.m.s.close() }

// Rerank returns how well each text answers the question, 0 to 1, in order: the sigmoid of the model's logit.
func (r *ONNXReranker) Rerank(ctx context.Context, question string, texts []string) ([]float64, error) {
	out := make([]float64, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, shape, err := r.m.s.run(r.m.words.Pair(question, text, mostTokens))
		if err != nil {
			return nil, fmt.Errorf("rerank: %w", err)
		}
		switch {
		case len(shape) == 2 && len(data) == 1:
			out[i] = sigmoid(float64(data[0]))
		case len(shape) == 2 && len(data) == 2: // no and yes
			out[i] = sigmoid(float64(data[1] - data[0]))
		default:
			return nil, fmt.Errorf("no cross-encoder: its output has the shape %v", shape)
		}
	}
	return out, nil
}
