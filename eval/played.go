package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
)

// A Reply is what a model replied to one request, as a case file has it: a line of the section model.jsonl. Exactly one of JSON, Text
// and Error is set.
type Reply struct {
	For    casefile.Stage  `json:"for"`
	Name   string          `json:"name,omitempty"`   // of the request
	JSON   json.RawMessage `json:"json,omitempty"`   // the reply, where it is an object
	Text   string          `json:"text,omitempty"`   // the reply, where it is none
	Error  string          `json:"error,omitempty"`  // why there was no reply
	Finish string          `json:"finish,omitempty"` //
	Model  string          `json:"model,omitempty"`  // that replied
	Input  int             `json:"input,omitempty"`  // tokens, where the server told them
	Output int             `json:"output,omitempty"`
}

// readReplies reads the section model.jsonl.
func readReplies(data []byte) ([]Reply, error) {
	var out []Reply
	n := 0
	for line := range bytes.Lines(data) {
		if n++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var r Reply
		if err := strict(line, &r); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		said := 0
		for _, is := range []bool{len(r.JSON) > 0, r.Text != "", r.Error != ""} {
			if is {
				said++
			}
		}
		if said != 1 || r.For == "" {
			return nil, fmt.Errorf("line %d: want for, and one of json, text and error", n)
		}
		out = append(out, r)
	}
	if len(out) == 0 {
		return nil, errors.New("it holds no reply")
	}
	return out, nil
}

// A Player is a casefile.Model that replies as a case file has it: to the requests of one stage and name in order. It is safe for
// concurrent use.
type Player struct {
	mu    sync.Mutex
	left  []Reply
	lacks []string
}

// NewPlayer returns a player of replies.
func NewPlayer(replies []Reply) *Player { return &Player{left: slices.Clone(replies)} }

// Generate gives the next reply, or casefile.ErrNoReply where the file has none.
func (p *Player) Generate(_ context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.left, func(l Reply) bool { return l.For == r.For && l.Name == r.Name })
	if i < 0 {
		lack := strings.TrimSpace(string(r.For) + " " + r.Name)
		p.lacks = append(p.lacks, lack)
		return casefile.ModelResponse{}, fmt.Errorf("%w: the case file has no further reply for %s", casefile.ErrNoReply, lack)
	}
	is := p.left[i]
	p.left = slices.Delete(p.left, i, i+1)
	if is.Error != "" {
		return casefile.ModelResponse{}, fmt.Errorf("%w: %s", casefile.ErrNoReply, is.Error)
	}
	text := is.Text
	if len(is.JSON) > 0 {
		text = string(renamed(is.JSON, inverted(recordNames(r))))
	}
	return casefile.ModelResponse{Text: text, Finish: is.Finish, Model: is.Model, Input: is.Input, Output: is.Output, Told: is.Input+is.Output > 0}, nil
}

// Wrong says where a case went another way than the one that was recorded: replies that were asked for and are not there, and those
// that nobody asked for.
func (p *Player) Wrong() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var out []string
	for _, l := range p.lacks {
		out = append(out, "no reply is recorded for "+l)
	}
	for _, r := range p.left {
		out = append(out, "the reply recorded for "+strings.TrimSpace(string(r.For)+" "+r.Name)+" was not asked for")
	}
	return out
}

// A Recorder is a casefile.Model that keeps what another one replies. It is safe for concurrent use.
type Recorder struct {
	Of casefile.Model

	mu   sync.Mutex
	kept []Reply
}

// Generate asks the other model.
func (c *Recorder) Generate(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	res, err := c.Of.Generate(ctx, r)
	is := Reply{For: r.For, Name: r.Name, Finish: res.Finish, Model: res.Model}
	if res.Told {
		is.Input, is.Output = res.Input, res.Output
	}
	var object map[string]json.RawMessage
	switch {
	case err != nil:
		is = Reply{For: r.For, Name: r.Name, Error: err.Error()}
	case json.Unmarshal([]byte(res.Text), &object) == nil && object != nil:
		is.JSON = renamed(json.RawMessage(res.Text), recordNames(r))
	default:
		is.Text = res.Text
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = append(c.kept, is)
	return res, err
}

// Replies returns what was kept, in the order of the replies.
func (c *Recorder) Replies() []Reply {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.kept)
}

// WithReplies returns a case file with other recorded replies, and everything else as it is.
func WithReplies(data []byte, replies []Reply) ([]byte, error) {
	var section bytes.Buffer
	section.WriteString("-- " + repliesName + " --\n")
	enc := json.NewEncoder(&section)
	enc.SetEscapeHTML(false)
	for _, r := range replies {
		if err := enc.Encode(r); err != nil {
			return nil, fmt.Errorf("%s: %w", repliesName, err)
		}
	}
	var out bytes.Buffer
	inside, done := false, false
	for line := range bytes.Lines(data) {
		if name, ok := marker(line); ok {
			if inside = name == repliesName; inside {
				out.Write(section.Bytes())
				done = true
			}
		}
		if !inside {
			out.Write(line)
		}
	}
	if !done {
		if b := out.Bytes(); len(b) > 0 && b[len(b)-1] != '\n' {
			out.WriteByte('\n')
		}
		out.Write(section.Bytes())
	}
	return out.Bytes(), nil
}

// repliesName is the section of a case file that holds recorded replies.
const repliesName = "model.jsonl"
