package embed

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
)

func TestHTTPRerank(t *testing.T) {
	logit := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for _, tt := range []struct {
		name, reply string
		want        []float64
	}{
		{"documents, in order of score", `{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.2}]}`, []float64{.2, .9}},
		{"a bare list", `[{"index":0,"score":0.25},{"index":1,"score":0.5}]`, []float64{.25, .5}},
		{"logits", `{"results":[{"index":0,"relevance_score":-3},{"index":1,"relevance_score":0.5}]}`, []float64{logit(-3), logit(.5)}},
	} {
		s := serve(t, raw(200, tt.reply))
		r, err := NewHTTPReranker(Server{URL: s.URL, Key: secret})
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Rerank(context.Background(), "q", []string{"a", "b"})
		if err != nil || len(got) != 2 || math.Abs(got[0]-tt.want[0])+math.Abs(got[1]-tt.want[1]) > 1e-9 {
			t.Errorf("%s: %v, %v; want %v", tt.name, got, err, tt.want)
		}
	}
}

func TestHTTPRerankFindsTheField(t *testing.T) {
	var asked []string
	s := serve(t, func(_ int, w http.ResponseWriter, body map[string]json.RawMessage) {
		if _, ok := body["texts"]; !ok {
			asked = append(asked, "documents")
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		asked = append(asked, "texts")
		io.WriteString(w, `[{"index":0,"score":0.5}]`)
	})
	r, _ := NewHTTPReranker(Server{URL: s.URL, Key: secret})
	for range 2 {
		if got, err := r.Rerank(context.Background(), "q", []string{"a"}); err != nil || len(got) != 1 || got[0] != .5 {
			t.Fatal(got, err)
		}
	}
	if got := strings.Join(asked, " "); got != "documents texts texts" {
		t.Error(got)
	}
}

func TestHTTPRerankMisbehaving(t *testing.T) {
	for name, reply := range map[string]string{
		"wrong count":  `{"results":[]}`,
		"twice":        `[{"index":0,"score":0.5},{"index":0,"score":0.5}]`,
		"no such text": `[{"index":0,"score":0.5},{"index":2,"score":0.5}]`,
		"no score":     `[{"index":0},{"index":1}]`,
		"no index":     `[{"score":1},{"score":1}]`,
		"a page":       `<html>`,
	} {
		s := serve(t, raw(200, reply))
		r, _ := NewHTTPReranker(Server{URL: s.URL, Key: secret})
		var e *Error
		if got, err := r.Rerank(context.Background(), "q", []string{"a", "b"}); !errors.As(err, &e) || e.Fault != FaultServer {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
