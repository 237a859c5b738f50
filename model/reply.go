package model

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/remote"
)

// A chunk is a whole reply of chat completions, or one event of a stream of them, with the fields that are read.
type chunk struct {
	Model   string          `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Timings *timings        `json:"timings"` // llama.cpp
	Error   json.RawMessage `json:"error"`
}

type choice struct {
	Message *turn  `json:"message"`
	Delta   *turn  `json:"delta"`
	Text    string `json:"text"`
	Finish  string `json:"finish_reason"`
}

type turn struct {
	Content json.RawMessage `json:"content"` // a string, null, or a list of parts
	Refusal string          `json:"refusal"`
	Calls   []call          `json:"tool_calls"`
}

type call struct {
	Index    *int   `json:"index"`
	ID       string `json:"id"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"` // a string, or an object
	} `json:"function"`
}

type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Input      int `json:"input_tokens"`
	Output     int `json:"output_tokens"`

	// of the prompt, what the server had kept: OpenAI and those like it, DeepSeek, Anthropic, which counts it beside input_tokens
	Details struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Hit     int `json:"prompt_cache_hit_tokens"`
	Read    int `json:"cache_read_input_tokens"`
	Written int `json:"cache_creation_input_tokens"`
}

// input is how many tokens a request had, and how many of them the server had kept.
func (u *usage) input() (tokens, cached int) {
	return max(u.Prompt, u.Input+u.Read+u.Written), max(u.Details.Cached, u.Hit, u.Read)
}

type timings struct {
	Prompt    int `json:"prompt_n"`
	Cached    int `json:"cache_n"`
	Predicted int `json:"predicted_n"`
}

// A gathering is a reply in the making.
type gathering struct {
	model, finish string
	text, refusal strings.Builder
	calls         []*strings.Builder // arguments, by index
	ids           []string
	in, out       int
	cached        int // of in
	told          bool
	events        int
	ended         bool // the server said that the reply is whole

	want   wanted
	passed int      // bytes of the reply that were looked at already, to be told
	aloud  thoughts // of them
}

// wanted is what a reply is read for.
type wanted struct {
	tokens int          // that were allowed; 0 sets no bound
	tell   func(string) // is given the reply as it comes; nil: nobody is
}

// A token is seldom longer than this; what goes on far beyond the tokens that were allowed is not waited for.
const (
	bytesPerToken = 16
	slackBytes    = 4 << 10
)

// heard tells what has come since it told last, and refuses a reply that does not end where it was to end.
func (g *gathering) heard() error {
	s, n := &g.text, g.text.Len()
	if n == 0 && len(g.calls) > 0 {
		s, n = g.calls[0], g.calls[0].Len()
	}
	if g.want.tell != nil && n > g.passed {
		if said := g.aloud.pass(s.String()[g.passed:]); said != "" {
			g.want.tell(said)
		}
	}
	g.passed = n
	if g.want.tokens > 0 && n > g.want.tokens*bytesPerToken+slackBytes {
		return &Error{Fault: FaultReply, Why: fmt.Sprintf("it goes on after the %d tokens that it was given", g.want.tokens)}
	}
	return nil
}

// read takes the reply in whatever form the server chose, whether or not it was asked for.
func (c *Client) read(res *http.Response, body io.Reader, want wanted) (casefile.ModelResponse, error) {
	in := bufio.NewReader(body)
	first, err := firstByte(in)
	if err != nil && err != io.EOF {
		return casefile.ModelResponse{}, err
	}
	g := &gathering{want: want}
	switch {
	case err == io.EOF:
		return casefile.ModelResponse{}, &Error{Fault: FaultServer, Status: res.StatusCode, Why: "the body is empty"}
	case first == '<':
		return casefile.ModelResponse{}, &Error{Fault: FaultServer, Status: res.StatusCode, Why: "it answered with a web page, not with JSON"}
	case first == '{':
		if err = g.whole(in, c.profile.Messages); err == nil {
			err = g.heard()
		}
	default:
		err = g.stream(in, c.profile.Messages)
	}
	if err != nil {
		return casefile.ModelResponse{}, err
	}
	return g.response()
}

// firstByte passes over space and a byte order mark, and returns the byte that follows, which is not taken. A server that makes
// a request wait may send empty lines for minutes.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		b, err := in.ReadByte()
		switch {
		case err != nil:
			return 0, err
		case b == ' ', b == '\t', b == '\r', b == '\n', b == 0xEF, b == 0xBB, b == 0xBF:
			continue
		}
		return b, in.UnreadByte()
	}
}

func (g *gathering) whole(body io.Reader, messages bool) error {
	b, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	b = remote.Trim(b)
	if messages {
		return g.message(b)
	}
	g.ended = true
	return g.add(b)
}

// add takes one chunk of chat completions.
func (g *gathering) add(b []byte) error {
	var k chunk
	if err := json.Unmarshal(b, &k); err != nil {
		return &Error{Fault: FaultServer, Why: fmt.Sprintf("what it sent is not JSON (%v)", err)}
	}
	if len(k.Error) > 0 && string(k.Error) != "null" {
		return complained(b)
	}
	g.events++
	if k.Model != "" {
		g.model = k.Model
	}
	switch u, t := k.Usage, k.Timings; {
	case u != nil && u.Prompt+u.Completion+u.Input+u.Output > 0:
		g.in, g.cached = u.input()
		g.out, g.told = max(u.Completion, u.Output), true
	case t != nil && !g.told && t.Predicted > 0:
		g.in, g.cached, g.out, g.told = t.Prompt+t.Cached, t.Cached, t.Predicted, true
	}
	if len(k.Choices) == 0 {
		return nil // a chunk of usage alone
	}
	ch := k.Choices[0]
	if ch.Finish != "" {
		g.finish, g.ended = ch.Finish, true
	}
	g.text.WriteString(ch.Text)
	for _, t := range []*turn{ch.Message, ch.Delta} {
		if t == nil {
			continue
		}
		g.refusal.WriteString(t.Refusal)
		s, err := content(t.Content)
		if err != nil {
			return err
		}
		g.text.WriteString(s)
		for _, c := range t.Calls {
			g.call(c)
		}
	}
	return nil
}

// content reads a message's content: a string, null, or a list of parts.
func content(raw json.RawMessage) (string, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", nil
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", &Error{Fault: FaultServer, Why: "the content of the message is neither text nor a list of parts"}
	}
	for _, p := range parts {
		if p.Type == "" || p.Type == "text" || p.Type == "output_text" {
			s += p.Text
		}
	}
	return s, nil
}

// call takes a piece of a tool call. Pieces belong together by index, else by id, else to the last one.
func (g *gathering) call(c call) {
	i := len(g.calls) - 1
	switch {
	case c.Index != nil && *c.Index >= 0 && *c.Index < maxCalls:
		i = *c.Index
	case c.ID != "" && (i < 0 || g.ids[i] != c.ID):
		i++
	case i < 0:
		i = 0
	}
	for len(g.calls) <= i && len(g.calls) < maxCalls {
		g.calls, g.ids = append(g.calls, &strings.Builder{}), append(g.ids, "")
	}
	if i >= len(g.calls) {
		return
	}
	if c.ID != "" {
		g.ids[i] = c.ID
	}
	var s string
	if json.Unmarshal(c.Function.Arguments, &s) == nil {
		g.calls[i].WriteString(s)
		return
	}
	if string(c.Function.Arguments) != "null" {
		g.calls[i].Write(c.Function.Arguments)
	}
}

const maxCalls = 8

// response judges what was gathered.
func (g *gathering) response() (casefile.ModelResponse, error) {
	out := casefile.ModelResponse{Model: g.model, Finish: g.finish, Input: g.in, Output: g.out, Told: g.told, CachedInput: min(g.cached, g.in)}
	text, open := thought(g.text.String())
	out.Text = strings.TrimSpace(text)
	if out.Text == "" && len(g.calls) > 0 {
		out.Text = strings.TrimSpace(g.calls[0].String())
	}
	switch {
	case g.events == 0:
		return out, &Error{Fault: FaultServer, Why: "it sent no reply"}
	case !g.ended:
		return out, &Error{Fault: FaultNetwork, Why: "the reply was cut off on its way"}
	case g.finish == "content_filter" || g.finish == "refusal":
		return out, &Error{Fault: FaultReply, Why: "the server's filter held the reply back"}
	case out.Text == "" && g.refusal.Len() > 0:
		return out, &Error{Fault: FaultReply, Why: "it refused: " + g.refusal.String()}
	case out.Text == "" && (open || g.finish == "length" || g.finish == "max_tokens"):
		return out, &Error{Fault: FaultReply, Why: "it used up its tokens before it answered; give it more, or switch its thinking off"}
	case out.Text == "":
		return out, &Error{Fault: FaultReply, Why: "the reply is empty"}
	}
	return out, nil
}

// complained reads an error that came with a status of 200.
func complained(b []byte) error {
	why, code := remote.Grievance(b)
	e := &Error{Fault: FaultServer, Why: why}
	switch {
	case strings.Contains(why, "does not match the expected"): // llama.cpp, of what its model wrote
		e.Fault = FaultReply
	case code >= 400:
		e.Fault = remote.OfStatus(code)
	case strings.Contains(why, "rate limit"), strings.Contains(why, "rate_limit"), strings.Contains(why, "overloaded"):
		e.Fault = FaultLimit
	}
	return e
}
