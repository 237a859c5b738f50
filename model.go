package casefile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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
}

// A Price is what a million tokens cost, in the money that Budget.Money counts.
type Price struct {
	Input, Output float64
}

// Of returns what so many tokens cost.
func (p Price) Of(input, output int) float64 {
	return (p.Input*float64(max(input, 0)) + p.Output*float64(max(output, 0))) / 1e6
}

// A Model answers requests. No error of it ends a case: the stages go on by rules. It is safe for concurrent use.
type Model interface {
	Generate(ctx context.Context, r ModelRequest) (ModelResponse, error)
}

// A ModelCall is one request to a model as the case log has it: by its hash, so that prompts are not kept twice.
type ModelCall struct {
	For      Stage          `json:"for"`
	Name     string         `json:"name,omitempty"`
	Hash     string         `json:"hash"`     // of the request
	Reserved int            `json:"reserved"` // tokens
	Response *ModelResponse `json:"response,omitempty"`
	Error    string         `json:"error,omitempty"`
	Cached   bool           `json:"cached,omitempty"` // an equal request of this case was answered before
}

// A modelRun is the model of a case as its stages see it: each request is reserved in the budget, announced in the log and
// recorded; what is on record is not asked again. Stages are called one after another, and so are its calls.
type modelRun struct {
	r     *run
	model Model // nil in a replay
	known map[string]ModelResponse
	spent float64         // money
	until context.Context // the case's: what is proved is still told after its end, but no model is asked for it
}

// Generate answers from the record, or asks the model within the budget. A budget that is spent gives ErrTokens or ErrMoney.
func (m *modelRun) Generate(ctx context.Context, q ModelRequest) (ModelResponse, error) {
	if q.MaxTokens <= 0 {
		return ModelResponse{}, fmt.Errorf("model request %q: the reply needs a limit of tokens", q.Name)
	}
	raw, err := json.Marshal(q)
	if err != nil {
		return ModelResponse{}, fmt.Errorf("model request %q: %w", q.Name, err)
	}
	sum := sha256.Sum256(raw)
	call := ModelCall{For: q.For, Name: q.Name, Hash: hex.EncodeToString(sum[:])}
	if res, ok := m.known[call.Hash]; ok {
		call.Response, call.Cached = &res, true
		return res, m.r.record(Event{Stage: StageModel, Decision: modelReplied, Model: &call})
	}
	call.Reserved = q.Tokens() + q.MaxTokens
	var price Price
	if m.r.e.Price != nil {
		price = m.r.e.Price(q)
	}
	most := price.Of(q.Tokens(), q.MaxTokens)
	if limit := m.r.budget.max.Money; limit > 0 && m.spent+most > limit {
		return ModelResponse{}, ErrMoney
	}
	reserved, err := m.r.c.Tokens.Reserve(call.Reserved)
	if err != nil {
		return ModelResponse{}, err
	}
	m.spent += most
	settle := func(input, output int) {
		reserved(input, output)
		m.spent += price.Of(input, output) - most
	}
	announced := call
	if err := m.r.record(Event{Stage: StageModel, Decision: modelAsked, Model: &announced}); err != nil {
		settle(0, 0)
		return ModelResponse{}, err
	}
	res, err := m.ask(ctx, q, call.Hash)
	switch {
	case err == nil && res.Told:
		settle(res.Input, res.Output)
	case err == nil: // what cannot be known is taken at its estimate
		res.Input, res.Output = q.Tokens(), min(CountTokens(res.Text), q.MaxTokens)
		settle(res.Input, res.Output)
	default:
		settle(q.Tokens(), q.MaxTokens)
	}
	if err != nil {
		call.Error = err.Error()
	} else {
		call.Response = &res
		m.known[call.Hash] = res
	}
	if rec := m.r.record(Event{Stage: StageModel, Decision: modelReplied, Model: &call}); rec != nil {
		return ModelResponse{}, rec
	}
	return res, err
}

func (m *modelRun) ask(ctx context.Context, q ModelRequest, hash string) (ModelResponse, error) {
	if c, ok := m.r.past.replied(hash); ok {
		if c.Response == nil {
			return ModelResponse{}, recordedError(c.Error)
		}
		return *c.Response, nil
	}
	if m.r.a.Replay || m.model == nil {
		return ModelResponse{}, fmt.Errorf("replay: %w: no recorded reply to request %q (%.12s)", ErrDiffers, q.Name, hash)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(m.until, func() { cancel(context.Cause(m.until)) })()
	if m.until.Err() != nil {
		return ModelResponse{}, fmt.Errorf("%w: %w", ErrNoReply, context.Cause(m.until))
	}
	res, err := m.model.Generate(ctx, q)
	if err != nil && !errors.Is(err, ErrNoReply) {
		err = fmt.Errorf("%w: %w", ErrNoReply, err)
	}
	return res, err
}

// A recordedError is a model's error as an earlier run of the case met it.
type recordedError string

func (e recordedError) Error() string { return string(e) }
func (e recordedError) Unwrap() error { return ErrNoReply }

const (
	modelAsked   = "asked"
	modelReplied = "replied"
)
