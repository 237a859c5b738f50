package casefile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// A modelRun is the model of a case as its stages see it: each request is reserved in the budget, announced in the log and
// recorded; what is on record is not asked again. Stages are called one after another, and so are its calls.
type modelRun struct {
	r     *run
	model Model // nil in a replay
	known map[string]ModelResponse
	spent float64         // money
	level level           // how far the budget made the case go without
	until context.Context // the case's: what is proved is still told after its end, but no model is asked for it
}

// A level says what a case goes without since its budget of models is short. Each is reached for a reason, which is recorded, and
// none is left again.
type level int

// The levels, in their order.
const (
	whole      level = iota
	smaller          // the stage's own model is asked in place of the larger one
	fewer            // rules plan, route and review, and each search tool is called once
	extractive       // rules write
)

var levelNames = [...]string{whole: "", smaller: "smaller model", fewer: "fewer searches", extractive: "extractive answer"}

// held is the part of the budget that only writing may spend: an answer that is written is worth more than a plan.
const held = 4

// lower goes without what the levels up to l name, and records it with why.
func (m *modelRun) lower(l level, why string) error {
	if m.level >= l {
		return nil
	}
	m.level = l
	m.r.budget.few = l >= fewer
	return m.r.record(Event{Stage: StageModel, Decision: degraded + levelNames[l], Why: why})
}

// afford returns the tokens that a request may cost at most, and what is wrong with spending them, nil where nothing is.
func (m *modelRun) afford(q ModelRequest) (int, error) {
	b, keepTokens, keepMoney := m.r.budget.max, 0, 0.0
	if deciding(q.For) {
		keepTokens, keepMoney = b.Tokens/held, b.Money/held
	}
	tokens := q.Tokens() + q.MaxTokens
	switch {
	case b.Money > 0 && m.spent+m.price(q).Of(q.Tokens(), q.MaxTokens) > b.Money-keepMoney:
		return tokens, ErrMoney
	case tokens > m.r.c.Tokens.Left()-keepTokens:
		return tokens, ErrTokens
	}
	return tokens, nil
}

// deciding reports whether a stage asks what to do, and not what to say.
func deciding(s Stage) bool { return s == StagePlan || s == StageRoute || s == StageJudge }

// within makes a request fit the budget: a larger model is given up first. What then does not fit is refused, and the case goes on
// at the level that says so.
func (m *modelRun) within(q ModelRequest) (ModelRequest, error) {
	if deciding(q.For) && m.level >= fewer {
		return q, ErrTokens
	}
	tokens, err := m.afford(q)
	if err != nil && q.Hard {
		small := q
		small.Hard = false
		if _, err := m.afford(small); err == nil {
			return small, m.lower(smaller, fmt.Sprintf("the larger model may cost more than is left, asked to %s", q.For))
		}
	}
	if err == nil {
		return q, nil
	}
	next := m.level
	switch {
	case deciding(q.For):
		next = fewer
	case q.For == StageGenerate:
		next = extractive
	}
	if rec := m.lower(next, fmt.Sprintf("a request to %s may cost %d tokens: %v", q.For, tokens, err)); rec != nil {
		return q, rec
	}
	return q, err
}

func (m *modelRun) price(q ModelRequest) Price {
	if m.r.e.Price == nil {
		return Price{}
	}
	return m.r.e.Price(q)
}

// Generate answers from the record, or asks the model within the budget. A budget that is spent gives ErrTokens or ErrMoney.
func (m *modelRun) Generate(ctx context.Context, q ModelRequest) (ModelResponse, error) {
	if q.MaxTokens <= 0 {
		return ModelResponse{}, fmt.Errorf("model request %q: the reply needs a limit of tokens", q.Name)
	}
	q.Hard = q.Hard && m.level < smaller
	call, err := callOf(q)
	if err != nil {
		return ModelResponse{}, err
	}
	if res, ok := m.known[call.Hash]; ok {
		call.Response, call.Cached = &res, true
		return res, m.r.record(Event{Stage: StageModel, Decision: modelReplied, Model: &call})
	}
	switch fits, err := m.within(q); {
	case err != nil:
		return ModelResponse{}, err
	case fits.Hard != q.Hard:
		return m.Generate(ctx, fits) // it is another request now
	}
	return m.send(ctx, q, call)
}

// send reserves a request, announces it, makes it, and records what came of it.
func (m *modelRun) send(ctx context.Context, q ModelRequest, call ModelCall) (ModelResponse, error) {
	bill, err := m.reserve(q)
	if err != nil {
		return ModelResponse{}, err
	}
	call.Reserved = bill.tokens
	announced := call
	if err := m.r.record(Event{Stage: StageModel, Decision: modelAsked, Model: &announced}); err != nil {
		bill.settle(0, 0, 0)
		return ModelResponse{}, err
	}
	ear := m.listen(q)
	stage := q.Again
	if q.Tell = nil; ear.listens() {
		q.Tell = ear.hear
	}
	q.Again = func(next ModelRequest) error {
		if err := bill.again(next); err != nil {
			return err
		}
		call.Again = append(call.Again, Retry{Hard: next.Hard, Heard: ear.heard})
		ear.anew()
		if stage != nil {
			return stage(next)
		}
		return nil
	}
	res, err := m.ask(ctx, q, call.Hash)
	call.Heard = ear.heard
	switch {
	case err == nil && res.Told:
		bill.settle(res.Input, res.Output, res.CachedInput)
	case err == nil: // what cannot be known is taken at its estimate
		res.Input, res.Output, res.CachedInput = q.Tokens(), min(CountTokens(res.Text), q.MaxTokens), 0
		bill.settle(res.Input, res.Output, 0)
	default:
		bill.settle(q.Tokens(), q.MaxTokens, 0)
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

// A bill is what a request has reserved, and not yet settled.
type bill struct {
	m      *modelRun
	q      ModelRequest
	price  Price
	tokens int
	ledger func(input, output int)
}

// reserve takes what a request may cost at most out of the budget.
func (m *modelRun) reserve(q ModelRequest) (*bill, error) {
	b := &bill{m: m, q: q, price: m.price(q), tokens: q.Tokens() + q.MaxTokens}
	var err error
	if b.ledger, err = m.r.c.Tokens.Reserve(b.tokens); err != nil {
		return nil, err
	}
	m.spent += b.most()
	return b, nil
}

func (b *bill) most() float64 { return b.price.Of(b.q.Tokens(), b.q.MaxTokens) }

// settle says what was spent. It is called once for each reserve and each again.
func (b *bill) settle(input, output, cached int) {
	b.ledger(input, output)
	b.m.spent += b.price.paid(input, output, cached) - b.most()
}

// again reserves one more try. The one before it may have been worked on and paid for, so it is taken at what it may have cost at most.
// Where the budget has no room for another, nothing is changed.
func (b *bill) again(next ModelRequest) error {
	if _, err := b.m.afford(next); err != nil {
		return err
	}
	now, err := b.m.reserve(next)
	if err != nil {
		return err
	}
	b.settle(b.q.Tokens(), b.q.MaxTokens, 0)
	*b = *now
	return nil
}

func (m *modelRun) ask(ctx context.Context, q ModelRequest, hash string) (ModelResponse, error) {
	if c, ok := m.r.past.replied(hash); ok {
		again := func(heard string) {
			if q.Tell != nil {
				q.Tell(heard)
			}
		}
		for _, t := range c.Again { // they were reserved then
			next := q
			next.Hard = t.Hard
			again(t.Heard)
			if err := q.Again(next); err != nil {
				return ModelResponse{}, fmt.Errorf("%w: a further try of request %q: %w", ErrDiffers, q.Name, err)
			}
		}
		again(c.Heard)
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
	if err != nil {
		err = recordedError(err.Error()) // no more of it than a replay has
	}
	return res, err
}

// A recordedError is a model's error as the log has it.
type recordedError string

func (e recordedError) Error() string { return string(e) }
func (e recordedError) Unwrap() error { return ErrNoReply }

const (
	modelAsked   = "asked"
	modelReplied = "replied"
	degraded     = "degraded: " // begins the decision of an event that says what the case goes without
)

// callOf names a request by its hash.
func callOf(q ModelRequest) (ModelCall, error) {
	raw, err := json.Marshal(q)
	if err != nil {
		return ModelCall{}, fmt.Errorf("model request %q: %w", q.Name, err)
	}
	sum := sha256.Sum256(raw)
	return ModelCall{For: q.For, Name: q.Name, Hash: hex.EncodeToString(sum[:])}, nil
}
