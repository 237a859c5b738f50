package casefiletest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
)

// A Fault is a way in which a model server may misbehave.
type Fault string

// The faults. The zero Fault is none.
const (
	NoUsage   Fault = "no usage"    // it tells no tokens
	CutOff    Fault = "cut off"     // the connection ends in the middle of the reply
	Hangs     Fault = "hangs"       // nothing comes until the request is cancelled
	WebPage   Fault = "web page"    // 502, with a page
	EmptyBody Fault = "empty body"  // 200, with nothing
	Busy      Fault = "busy"        // 429, with Retry-After
	Fails     Fault = "fails"       // 500
	WrongKey  Fault = "wrong key"   // 401
	BadJSON   Fault = "bad JSON"    // an event that is not JSON
	InStream  Fault = "in stream"   // an error inside a stream that began with 200
	Aloud     Fault = "aloud"       // what it thought stands in the content
	ToolText  Fault = "tool text"   // the call of a tool stands in the content
	OutOfRoom Fault = "out of room" // the limit of tokens cuts off the last quarter of the reply
	Endless   Fault = "endless"     // the text comes again and again until the client leaves
)

// A Served is how a ModelServer answers one request.
type Served struct {
	Text  string // of the reply; of a tool call its arguments
	Fault Fault

	// Parts, when set, are the text instead of Text: each is sent when it comes, and the reply ends when they are closed. A client that
	// leaves before that is told of by Gone.
	Parts <-chan string
}

// An AskedOf is a request as a ModelServer got it.
type AskedOf struct {
	Model    string
	System   string
	Messages []casefile.Message
	Schema   json.RawMessage // that the reply is to satisfy, whatever field it came in; nil where there is none
	Tool     string          // the name of the tool that is to be called, "" where none is
	Name     string          // of the schema or the tool; "" where the schema stands in words
	Stream   bool
	Key      string
}

// A ModelServer speaks as the servers of a profile of package model do, on loopback, and says what a script tells it to. It counts
// tokens by casefile.CountTokens. It is safe for concurrent use.
type ModelServer struct {
	URL string // base of the API

	profile string
	script  func(AskedOf) Served
	mu      sync.Mutex
	asked   []AskedOf
	gone    chan struct{}
}

// NewModelServer starts a server for one of the profiles openai, deepseek, qwen, vllm, ollama, llama.cpp and anthropic, which ends
// with the test.
func NewModelServer(t testing.TB, profile string, script func(AskedOf) Served) *ModelServer {
	t.Helper()
	if !slices.Contains([]string{"openai", "deepseek", "qwen", "vllm", "ollama", "llama.cpp", "anthropic"}, profile) {
		t.Fatalf("casefiletest: no server speaks as %q", profile)
	}
	s := &ModelServer{profile: profile, script: script, gone: make(chan struct{}, 1024)}
	h := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(h.Close)
	s.URL = h.URL + "/v1"
	return s
}

// Asked returns the requests so far.
func (s *ModelServer) Asked() []AskedOf {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Gone tells, once a request, that a client closed its connection before it had its reply, of replies that hang, never end or come in parts.
func (s *ModelServer) Gone() <-chan struct{} { return s.gone }

type wireMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// request is what is read of a request's body, of both kinds of API.
type request struct {
	Model    string          `json:"model"`
	System   string          `json:"system"`
	Messages []wireMessage   `json:"messages"`
	Stream   bool            `json:"stream"`
	Options  json.RawMessage `json:"stream_options"`
	Format   struct {
		Schema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Tools []struct {
		Name     string          `json:"name"`
		Schema   json.RawMessage `json:"input_schema"`
		Function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

func (s *ModelServer) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		owner := map[string]string{"llama.cpp": "llamacpp", "ollama": "library"}[s.profile]
		fmt.Fprintf(w, `{"object":"list","data":[{"id":"m","object":"model","owned_by":%q}]}`, owner+map[bool]string{true: s.profile}[owner == ""])
		return
	}
	var q request
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		http.Error(w, `{"error":{"message":"the body is not JSON"}}`, http.StatusBadRequest)
		return
	}
	a := AskedOf{Model: q.Model, System: q.System, Stream: q.Stream, Schema: q.Format.Schema.Schema, Name: q.Format.Schema.Name, Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") + r.Header.Get("X-Api-Key")}
	for _, m := range q.Messages {
		if m.Role == "system" {
			a.System = m.Content
			continue
		}
		a.Messages = append(a.Messages, casefile.Message{Role: m.Role, Text: m.Content})
	}
	if len(q.Tools) > 0 {
		t := q.Tools[0]
		a.Tool, a.Schema = t.Name+t.Function.Name, append(t.Schema, t.Function.Parameters...)
		a.Name = a.Tool
	}
	s.mu.Lock()
	s.asked = append(s.asked, a)
	s.mu.Unlock()
	s.answer(w, r, answering{AskedOf: a, Served: s.script(a), usage: len(q.Options) > 0 || s.profile == "anthropic"})
}

// answering is a request with what is to be said to it.
type answering struct {
	AskedOf
	Served
	usage bool // it is asked for
}

func (s *ModelServer) answer(w http.ResponseWriter, r *http.Request, a answering) {
	refuse := func(status int, body string) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
	switch a.Fault {
	case Hangs:
		<-r.Context().Done()
		s.gone <- struct{}{}
		return
	case WebPage:
		refuse(http.StatusBadGateway, "<html><body>502 Bad Gateway</body></html>")
		return
	case EmptyBody:
		return
	case Busy:
		w.Header().Set("Retry-After", "1")
		refuse(http.StatusTooManyRequests, `{"error":{"message":"slow down","type":"rate_limit_error"}}`)
		return
	case Fails:
		refuse(http.StatusInternalServerError, `{"error":{"message":"something broke","type":"server_error"}}`)
		return
	case WrongKey:
		refuse(http.StatusUnauthorized, `{"error":{"message":"wrong key","type":"invalid_request_error"}}`)
		return
	}
	if !a.Stream {
		refuse(http.StatusBadRequest, `{"error":{"message":"this server only streams"}}`)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	switch {
	case a.Fault == Endless:
		s.endless(w, r, a)
		return
	case a.Parts != nil:
		s.inParts(w, r, a)
		return
	}
	e := s.events(a)
	for i, e := range slices.Concat(e.before, e.says, e.after) {
		if a.Fault == CutOff && i == 2 {
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, e+"\n\n")
	}
}

// send sends events at once.
func send(w http.ResponseWriter, events []string) error {
	for _, e := range events {
		if _, err := io.WriteString(w, e+"\n\n"); err != nil {
			return err
		}
	}
	w.(http.Flusher).Flush()
	return nil
}

// endless says the text of a reply until the client has left.
func (s *ModelServer) endless(w http.ResponseWriter, r *http.Request, a answering) {
	e := s.events(a)
	err := send(w, e.before)
	for err == nil && r.Context().Err() == nil {
		err = send(w, e.says)
	}
	s.gone <- struct{}{}
}

// inParts sends the parts of a reply as they come.
func (s *ModelServer) inParts(w http.ResponseWriter, r *http.Request, a answering) {
	err := send(w, s.events(a).before)
	for whole := ""; err == nil; {
		select {
		case <-r.Context().Done():
			err = r.Context().Err()
		case part, more := <-a.Parts:
			switch {
			case !more && a.Fault == CutOff:
				panic(http.ErrAbortHandler)
			case !more:
				a.Text = whole
				_ = send(w, s.events(a).after)
				return
			}
			whole += part
			a.Text = part
			err = send(w, s.events(a).says)
		}
	}
	s.gone <- struct{}{}
}

// streamed are the events of a reply: those that say its text, and those around them.
type streamed struct{ before, says, after []string }

// events are the events of a reply in the form of the profile.
func (s *ModelServer) events(a answering) (out streamed) {
	finish := "stop"
	if a.Fault == OutOfRoom {
		r := []rune(a.Text)
		a.Text, finish = string(r[:len(r)*3/4]), "length"
	}
	first, last := halves(a.Text)
	if s.profile == "anthropic" {
		return s.messages(a, first, last)
	}
	said := func(delta any, finish any) string {
		return event(map[string]any{"id": "c1", "object": "chat.completion.chunk", "model": a.Model, "choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}})
	}
	add := func(delta map[string]any) { out.says = append(out.says, said(delta, nil)) }
	if field := map[string]string{"deepseek": "reasoning_content", "qwen": "reasoning_content", "vllm": "reasoning", "ollama": "reasoning"}[s.profile]; field != "" {
		out.before = append(out.before, said(map[string]any{"role": "assistant", "content": "", field: "Let me see."}, nil))
	}
	switch {
	case a.Fault == BadJSON:
		out.says = append(out.says, "data: {not json")
	case a.Fault == InStream:
		out.says = append(out.says, event(map[string]any{"error": map[string]any{"message": "the worker died", "code": 502}}))
		return out
	case a.Fault == ToolText:
		add(map[string]any{"content": "<tool_call>\n{\"name\": \"reply\", \"arguments\": " + a.Text + "}\n</tool_call>"})
	case a.Tool != "":
		call := func(id any, args string) {
			add(map[string]any{"tool_calls": []any{map[string]any{"index": 0, "id": id, "type": "function", "function": map[string]any{"name": a.Tool, "arguments": args}}}})
		}
		call("call_1", first)
		call(nil, last)
		finish = "tool_calls"
	default:
		if a.Fault == Aloud {
			out.before = append(out.before, said(map[string]any{"content": "<think>Let me see.</think>"}, nil))
		}
		add(map[string]any{"content": first})
		add(map[string]any{"content": last})
	}
	out.after = append(out.after, said(map[string]any{}, finish))
	if a.usage && a.Fault != NoUsage {
		in, o := s.tokens(a)
		out.after = append(out.after, event(map[string]any{"object": "chat.completion.chunk", "model": a.Model, "choices": []any{}, "usage": map[string]any{"prompt_tokens": in, "completion_tokens": o, "total_tokens": in + o}}))
	}
	out.after = append(out.after, "data: [DONE]")
	return out
}

// messages are the events of a reply as Anthropic's API has them.
func (s *ModelServer) messages(a answering, first, last string) (out streamed) {
	in, o := s.tokens(a)
	if a.Fault == NoUsage {
		in, o = 0, 0
	}
	named := func(name string, v map[string]any) string {
		v["type"] = name
		return "event: " + name + "\n" + event(v)
	}
	block, kind, stop := map[string]any{"type": "text", "text": ""}, "text_delta", "end_turn"
	field := "text"
	if a.Tool != "" && a.Fault != ToolText {
		block, kind, field, stop = map[string]any{"type": "tool_use", "id": "t1", "name": a.Tool, "input": map[string]any{}}, "input_json_delta", "partial_json", "tool_use"
	}
	if a.Fault == OutOfRoom {
		stop = "max_tokens"
	}
	out.before = []string{
		named("message_start", map[string]any{"message": map[string]any{"type": "message", "role": "assistant", "model": a.Model, "content": []any{}, "usage": map[string]any{"input_tokens": in, "output_tokens": min(o, 1)}}}),
		named("content_block_start", map[string]any{"index": 0, "content_block": block}),
		named("ping", map[string]any{}),
	}
	switch a.Fault {
	case BadJSON:
		out.says = []string{"event: content_block_delta\ndata: {not json"}
		return out
	case InStream:
		out.says = []string{named("error", map[string]any{"error": map[string]any{"type": "overloaded_error", "message": "Overloaded"}})}
		return out
	}
	for _, part := range []string{first, last} {
		out.says = append(out.says, named("content_block_delta", map[string]any{"index": 0, "delta": map[string]any{"type": kind, field: part}}))
	}
	out.after = []string{named("content_block_stop", map[string]any{"index": 0}),
		named("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop}, "usage": map[string]any{"output_tokens": o}}),
		named("message_stop", map[string]any{})}
	return out
}

func (s *ModelServer) tokens(a answering) (in, out int) {
	in = casefile.CountTokens(a.System) + casefile.CountTokens(string(a.Schema))
	for _, m := range a.Messages {
		in += casefile.CountTokens(m.Text)
	}
	return in, casefile.CountTokens(a.Text)
}

func event(v map[string]any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // of plain maps
	}
	return "data: " + string(b)
}

// halves cuts a text in two between characters.
func halves(s string) (string, string) {
	r := []rune(s)
	return string(r[:len(r)/2]), string(r[len(r)/2:])
}
