package embed

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
)

// HTTPReranker scores passages by a server that speaks /rerank, as text-embeddings-inference, vLLM, llama.cpp and Jina
// have it. Safe for concurrent use.
type HTTPReranker struct {
	c     *caller
	texts atomic.Bool // the server wants the field texts, not documents
}

// NewHTTPReranker returns a reranker by a server. It makes no request. Server.Dim has no meaning here.
func NewHTTPReranker(s Server) (*HTTPReranker, error) {
	c, err := newCaller(s, "/rerank")
	if err != nil {
		return nil, err
	}
	return &HTTPReranker{c: c}, nil
}

// rerankRequest has one of Documents, as Jina, vLLM and llama.cpp want it, and Texts, as text-embeddings-inference does.
type rerankRequest struct {
	Model     string   `json:"model,omitempty"`
	Query     string   `json:"query"`
	Documents []string `json:"documents,omitempty"`
	Texts     []string `json:"texts,omitempty"`
}

type rerankScore struct {
	Index     *int     `json:"index"`
	Score     *float64 `json:"score"`
	Relevance *float64 `json:"relevance_score"`
}

// rerankReply is a list of scores, or an object that holds one.
type rerankReply struct {
	Results []rerankScore
}

// UnmarshalJSON reads both forms.
func (r *rerankReply) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		return json.Unmarshal(b, &r.Results)
	}
	var named struct {
		Results []rerankScore `json:"results"`
	}
	err := json.Unmarshal(b, &named)
	r.Results = named.Results
	return err
}

// Rerank returns how well each text answers the question, 0 to 1, in the order of texts. Scores that a server gives as
// logits are brought to that range. An error is an *Error, or ctx's.
func (r *HTTPReranker) Rerank(ctx context.Context, question string, texts []string) ([]float64, error) {
	out := make([]float64, 0, len(texts))
	for len(out) < len(texts) {
		n := min(len(texts)-len(out), r.c.Batch)
		scores, err := r.batch(ctx, question, texts[len(out):len(out)+n])
		if err != nil {
			return nil, err
		}
		out = append(out, scores...)
	}
	// one logit outside 0..1 tells that all are logits
	for _, x := range out {
		if x < 0 || x > 1 {
			for i, y := range out {
				out[i] = sigmoid(y)
			}
			break
		}
	}
	return out, nil
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func (r *HTTPReranker) batch(ctx context.Context, question string, texts []string) ([]float64, error) {
	sent := make([]string, len(texts))
	for i, t := range texts {
		sent[i] = strings.ToValidUTF8(t, "\uFFFD")
	}
	reply, err := r.ask(ctx, question, sent)
	if err != nil {
		return nil, err
	}
	if len(reply.Results) != len(texts) {
		return nil, broken("it sent %d scores for %d texts", len(reply.Results), len(texts))
	}
	out := make([]float64, len(texts))
	seen := make([]bool, len(texts))
	for _, s := range reply.Results {
		score := s.Score
		if score == nil {
			score = s.Relevance
		}
		if s.Index == nil || *s.Index < 0 || *s.Index >= len(out) || seen[*s.Index] || score == nil || math.IsNaN(*score) || math.IsInf(*score, 0) {
			return nil, broken("a score names no text, one that has a score, or is no number")
		}
		out[*s.Index], seen[*s.Index] = *score, true
	}
	return out, nil
}

// ask sends the texts in the field that the server takes, and finds out which that is at the first refusal.
func (r *HTTPReranker) ask(ctx context.Context, question string, texts []string) (rerankReply, error) {
	var reply rerankReply
	old := r.texts.Load()
	err := r.c.post(ctx, r.request(question, texts, old), &reply)
	var e *Error
	if errors.As(err, &e) && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity) {
		if again := r.c.post(ctx, r.request(question, texts, !old), &reply); again == nil {
			r.texts.Store(!old)
			return reply, nil
		}
	}
	return reply, err
}

func (r *HTTPReranker) request(question string, texts []string, asTexts bool) rerankRequest {
	q := rerankRequest{Model: r.c.Model, Query: question}
	if asTexts {
		q.Texts = texts
	} else {
		q.Documents = texts
	}
	return q
}
