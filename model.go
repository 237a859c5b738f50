package casefile

import (
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"
)

// ErrNoReply is what every error of a Case.Model wraps, but ErrTokens and a fault of the log: the call brought no reply that
// can be used. A stage that gets it goes on without the model.
var ErrNoReply = errors.New("the model gave no reply that can be used")

// The roles of a message.
const (
	RoleUser      = "user"
	RoleAssistant = "assistant"
)

// A Message is one turn of a conversation with a model.
type Message struct {
	Role string `json:"role"` // RoleUser or RoleAssistant
	Text string `json:"text"`
}

// A ModelRequest asks a model for one reply. Requests that are equal are one request to a cache and to a replay.
type ModelRequest struct {
	For       Stage           `json:"for"`              // the stage that asks; it decides which model answers
	Hard      bool            `json:"hard,omitempty"`   // the larger model, where the workspace names two
	System    string          `json:"system,omitempty"` //
	Messages  []Message       `json:"messages"`         //
	Name      string          `json:"name,omitempty"`   // of the schema: letters, digits and _
	Schema    json.RawMessage `json:"schema,omitempty"` // JSON Schema that the reply is to satisfy; nil asks for text
	MaxTokens int             `json:"max_tokens"`       // of the reply; it must be positive

	// Tell, when set, is given the text of the reply as it comes, one piece after another and all before Generate returns, before anyone has
	// looked at it. It is no part of the request.
	Tell func(text string) `json:"-"`

	// Again, when set, is asked before the request is made once more: of the same server after a failure, or of another model, as next
	// says. What that may cost is reserved on its own; where it gives an error, the request is not made. It is no part of the request.
	Again func(next ModelRequest) error `json:"-"`
}

// Tokens returns an upper estimate of the tokens of the request: its texts by CountTokens, and a few for each message.
func (r ModelRequest) Tokens() int {
	n := 16 + CountTokens(r.System) + CountTokens(string(r.Schema))
	for _, m := range r.Messages {
		n += 8 + CountTokens(m.Text)
	}
	return n
}

// CountTokens returns an upper estimate of the tokens of a text, for budgets where a server does not tell: one for three
// letters or digits of a word, one for each other sign, two for a character beyond ASCII.
func CountTokens(s string) int {
	n, run := 0, 0
	for _, c := range s {
		switch {
		case c >= utf8.RuneSelf:
			n += 2
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			if run++; run%3 == 1 {
				n++
			}
			continue
		case c != ' ':
			n++
		}
		run = 0
	}
	return n
}

// A ModelResponse is a model's reply.
type ModelResponse struct {
	Text   string `json:"text"`             // without what the model thought
	Model  string `json:"model,omitempty"`  // that answered, as its server names it
	Finish string `json:"finish,omitempty"` // stop, length, or what the server says
	Input  int    `json:"input"`            // tokens; an estimate unless Told
	Output int    `json:"output"`
	Told   bool   `json:"told,omitempty"` // the server told its usage

	CachedInput int `json:"cached_input,omitempty"` // of Input, the tokens that the server had kept, where it tells
}

// A Price is what a million tokens cost, in the money that Budget.Money counts.
type Price struct {
	Input, Output float64
	CachedInput   float64 // of input that the server had kept; 0 is the price of Input
}

// Of returns what so many tokens cost.
func (p Price) Of(input, output int) float64 {
	return (p.Input*float64(max(input, 0)) + p.Output*float64(max(output, 0))) / 1e6
}

// paid returns what so many tokens cost, of which the server had kept some.
func (p Price) paid(input, output, cached int) float64 {
	cost := p.Of(input, output)
	if p.CachedInput > 0 {
		cost -= (p.Input - p.CachedInput) * float64(min(max(cached, 0), max(input, 0))) / 1e6
	}
	return cost
}

// A Model answers requests. No error of it ends a case: the stages go on by rules. It is safe for concurrent use.
type Model interface {
	Generate(ctx context.Context, r ModelRequest) (ModelResponse, error)
}

// A Retry is one more try of a request.
type Retry struct {
	Hard  bool   `json:"hard,omitempty"`  // of the larger model
	Heard string `json:"heard,omitempty"` // of the try before it: see ModelCall
}

// A ModelCall is one request to a model as the case log has it: by its hash, so that prompts are not kept twice.
type ModelCall struct {
	For      Stage          `json:"for"`
	Name     string         `json:"name,omitempty"`
	Hash     string         `json:"hash"`     // of the request
	Reserved int            `json:"reserved"` // tokens
	Response *ModelResponse `json:"response,omitempty"`
	Error    string         `json:"error,omitempty"`
	Again    []Retry        `json:"again,omitempty"`  // each time it was made once more, which was reserved on its own
	Heard    string         `json:"heard,omitempty"`  // what had come of the reply when the last claim of it was told, where one was before its end
	Cached   bool           `json:"cached,omitempty"` // an equal request of this case was answered before
}
