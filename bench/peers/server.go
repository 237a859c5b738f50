package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/casefile/casefile"
)

// A server speaks chat completions and embeddings as OpenAI's do, on loopback.
type server struct {
	url   string
	model *model
	http  *http.Server
	spent atomic.Int64 // nanoseconds of the model's own time
	calls atomic.Int64
}

func serve(m *model) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{url: "http://" + l.Addr().String() + "/v1", model: m}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.timed(s.chat))
	mux.HandleFunc("POST /v1/embeddings", s.timed(s.embed))
	mux.HandleFunc("GET /v1/spent", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, s.spent.Load()) })
	s.http = &http.Server{Handler: mux}
	go s.http.Serve(l)
	return s, nil
}

func (s *server) close() { s.http.Close() }

func (s *server) timed(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		h(w, r)
		s.spent.Add(int64(time.Since(begun)))
	}
}

func (s *server) chat(w http.ResponseWriter, r *http.Request) {
	s.calls.Add(1)
	var q request
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || len(q.Messages) == 0 {
		http.Error(w, fmt.Sprintf(`{"error":{"message":"the request cannot be read: %v"}}`, err), http.StatusBadRequest)
		return
	}
	a, err := s.model.answer(q)
	if err != nil {
		http.Error(w, fmt.Sprintf(`{"error":{"message":%q}}`, err), http.StatusInternalServerError)
		return
	}
	in := 0
	for _, m := range q.Messages {
		in += casefile.CountTokens(string(m.Content))
	}
	usage := map[string]int{"prompt_tokens": in, "completion_tokens": casefile.CountTokens(a.Text), "total_tokens": in + casefile.CountTokens(a.Text)}
	msg := map[string]any{"role": "assistant", "content": a.Text}
	finish := "stop"
	if a.Calls != nil {
		msg["tool_calls"], finish = a.Calls, "tool_calls"
	}
	if !q.Stream {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"id": "c1", "object": "chat.completion", "created": 0, "model": "scripted", "usage": usage, "choices": []any{map[string]any{"index": 0, "message": msg, "finish_reason": finish}}})
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(v map[string]any) {
		v["id"], v["object"], v["created"], v["model"] = "c1", "chat.completion.chunk", 0, "scripted"
		b, err := json.Marshal(v)
		if err != nil {
			panic(err) // of plain maps
		}
		fmt.Fprintf(w, "data: %s\n\n", b)
	}
	event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": msg, "finish_reason": nil}}})
	event(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish}}})
	if q.Options != nil && q.Options.Usage {
		event(map[string]any{"choices": []any{}, "usage": usage})
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// embed gives the vectors that Casefile searches by, so that no engine has better ones.
func (s *server) embed(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Input  json.RawMessage `json:"input"`
		Format string          `json:"encoding_format"`
	}
	var texts []string
	err := json.NewDecoder(r.Body).Decode(&q)
	if err == nil && json.Unmarshal(q.Input, &texts) != nil {
		var one string
		err = json.Unmarshal(q.Input, &one)
		texts = []string{one}
	}
	if err != nil {
		http.Error(w, `{"error":{"message":"want input: a text, or a list of them"}}`, http.StatusBadRequest)
		return
	}
	vs, err := s.model.read.words.Embed(r.Context(), texts)
	if err != nil {
		http.Error(w, fmt.Sprintf(`{"error":{"message":%q}}`, err), http.StatusInternalServerError)
		return
	}
	data := make([]map[string]any, len(vs))
	for i, v := range vs {
		data[i] = map[string]any{"object": "embedding", "index": i, "embedding": v}
		if q.Format == "base64" {
			b := make([]byte, 0, 4*len(v))
			for _, x := range v {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
			data[i]["embedding"] = base64.StdEncoding.EncodeToString(b)
		}
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"object": "list", "model": "static", "data": data, "usage": map[string]int{"prompt_tokens": 0, "total_tokens": 0}})
}
