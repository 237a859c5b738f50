package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/casefile/casefile"
)

// HTTP embeds by a server that speaks the embeddings API of OpenAI, as most do. Safe for concurrent use.
type HTTP struct {
	c   *caller
	dim atomic.Int64
}

var _ casefile.Embedder = (*HTTP)(nil)

// NewHTTP returns an embedder by a server. It makes no request.
func NewHTTP(s Server) (*HTTP, error) {
	c, err := newCaller(s, "/embeddings")
	if err != nil {
		return nil, err
	}
	e := &HTTP{c: c}
	e.dim.Store(int64(max(0, s.Dim)))
	return e, nil
}

// Space names the model, its server and the length asked for: two servers may mean two models by one name.
func (e *HTTP) Space() string {
	_, at, _ := strings.Cut(e.c.URL, "://")
	space := "http/" + e.c.Model + "@" + at
	if e.c.Dim > 0 {
		space += fmt.Sprintf("/%d", e.c.Dim)
	}
	return space
}

// Embed asks for the vectors of texts, a batch a request. A blank text is not sent: its vector is of zeros.
// An error is an *Error, or ctx's; then there are no vectors at all.
func (e *HTTP) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var sent []int
	for i, t := range texts {
		if strings.TrimSpace(t) != "" {
			sent = append(sent, i)
		}
	}
	for len(sent) > 0 {
		n := min(len(sent), e.c.Batch)
		batch := make([]string, n)
		for k, i := range sent[:n] {
			batch[k] = strings.ToValidUTF8(texts[i], "\uFFFD")
		}
		vectors, err := e.halved(ctx, batch)
		if err != nil {
			return nil, err
		}
		for k, i := range sent[:n] {
			out[i] = vectors[k]
		}
		sent = sent[n:]
	}
	dim := e.dim.Load()
	for i := range out {
		if out[i] == nil {
			out[i] = make([]float32, dim)
		}
	}
	return out, nil
}

type embedRequest struct {
	Model      string   `json:"model,omitempty"`
	Input      []string `json:"input"`
	Encoding   string   `json:"encoding_format"`
	Dimensions int      `json:"dimensions,omitempty"`
}

type embedReply struct {
	Data []struct {
		Index     *int      `json:"index"`
		Embedding []float64 `json:"embedding"`
	} `json:"data"`
}

// halved asks for a batch, and where the server refuses it as too much, for its halves.
func (e *HTTP) halved(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := e.batch(ctx, texts)
	var refused *Error
	if len(texts) == 1 || !errors.As(err, &refused) {
		return vectors, err
	}
	switch refused.Status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
	default:
		return nil, err
	}
	first, err := e.halved(ctx, texts[:len(texts)/2])
	if err != nil {
		return nil, err
	}
	second, err := e.halved(ctx, texts[len(texts)/2:])
	return append(first, second...), err
}

func (e *HTTP) batch(ctx context.Context, texts []string) ([][]float32, error) {
	var reply embedReply
	if err := e.c.post(ctx, embedRequest{Model: e.c.Model, Input: texts, Encoding: "float", Dimensions: e.c.Dim}, &reply); err != nil {
		return nil, err
	}
	if len(reply.Data) != len(texts) {
		return nil, broken("it sent %d vectors for %d texts", len(reply.Data), len(texts))
	}
	out := make([][]float32, len(texts))
	for k, d := range reply.Data {
		i := k
		if d.Index != nil {
			i = *d.Index
		}
		if i < 0 || i >= len(out) || out[i] != nil {
			return nil, broken("its vectors are numbered wrongly: %d twice, or not of a text", i)
		}
		dim := int64(len(d.Embedding))
		if dim > 0 {
			e.dim.CompareAndSwap(0, dim)
		}
		if want := e.dim.Load(); dim != want || dim == 0 {
			return nil, broken("a vector has %d numbers, not %d; the space of a model cannot change", dim, want)
		}
		v, err := unit(d.Embedding)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// unit returns a vector made of length 1.
func unit(v []float64) ([]float32, error) {
	var sum float64
	for _, x := range v {
		sum += x * x
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) || sum == 0 {
		return nil, broken("a vector has no direction: it holds only zeros, or a number out of range")
	}
	by := 1 / math.Sqrt(sum)
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = float32(x * by)
	}
	return out, nil
}
