package casefile

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrTokens says that a model call would pass the token budget of its case. A stage returns it, wrapped or not, and the
// engine answers with what is proved so far.
var ErrTokens = errors.New("the token budget of the case is spent")

// ErrMoney says that a model call might pass the money of its case. It is an ErrTokens: a stage need not tell them apart.
var ErrMoney = fmt.Errorf("the money of the case is spent: %w", ErrTokens)

// A Ledger holds the model tokens a case may still spend. Stages that call a model reserve before each call and settle
// after it. It is safe for concurrent use; a nil Ledger allows nothing.
type Ledger struct {
	mu    sync.Mutex
	left  int
	usage Usage
}

// NewLedger returns a ledger of so many tokens.
func NewLedger(tokens int) *Ledger { return &Ledger{left: tokens} }

// Reserve takes tokens out of the budget, for the request and the longest reply, or gives ErrTokens. settle says what was
// really spent, and is called once, also after a failed call; where the server tells no usage, settle with what was reserved.
func (l *Ledger) Reserve(tokens int) (settle func(input, output int), err error) {
	if l == nil || tokens < 0 {
		return nil, ErrTokens
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if tokens > l.left {
		return nil, ErrTokens
	}
	l.left -= tokens
	l.usage.ModelCalls++
	var once sync.Once
	return func(input, output int) {
		once.Do(func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			// a call that cost more than was reserved is paid for by the next ones
			l.left += tokens - max(input, 0) - max(output, 0)
			l.usage.InputTokens += max(input, 0)
			l.usage.OutputTokens += max(output, 0)
		})
	}, nil
}

// Left returns the tokens that may still be reserved.
func (l *Ledger) Left() int {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.left
}

// Spent returns the model calls and tokens so far.
func (l *Ledger) Spent() Usage {
	if l == nil {
		return Usage{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usage
}

// A budget is what a case may still spend. Every call is reserved before it is made.
type budget struct {
	max      Budget
	calls    int
	searches map[string]int
	few      bool // each search tool is called once: the budget of models is short
	reached  int
}

func newBudget(b Budget) *budget {
	b.Rounds = cmp.Or(b.Rounds, 8)
	b.Calls = cmp.Or(b.Calls, 32)
	b.Searches = cmp.Or(b.Searches, 3)
	b.Tokens = cmp.Or(b.Tokens, 200_000)
	b.Idle = cmp.Or(b.Idle, 2)
	b.Time = cmp.Or(b.Time, 60*time.Second)
	return &budget{max: b, searches: map[string]int{}}
}

// reserve takes one call, or says which limit it would pass.
func (b *budget) reserve(tool string, search bool) StopReason {
	if b.calls >= b.max.Calls {
		return StopCalls
	}
	if search {
		if n := b.searches[tool]; n >= b.max.Searches || b.few && n > 0 {
			return StopSearches
		}
		b.searches[tool]++
	}
	b.calls++
	return ""
}

// An action is a call as repeated-action detection sees it.
type action struct {
	tool, args string
	asOf       Date
}

// repeated reports whether a would be the third identical call in a row, or would close the
// second turn of a cycle of two or three calls. Identical calls under one scope bring identical records,
// so such a cycle is useless by its form.
// The retries of one wave are made side by side, so they close no cycle.
func (r *run) repeated(a action, retry bool) StopReason {
	h := append(r.history, a) // r.history keeps its length: the next call writes over a, or writes it again
	n := len(h)
	if n >= 3 && h[n-1] == h[n-2] && h[n-2] == h[n-3] {
		return StopRepeated
	}
	for _, k := range []int{2, 3} {
		if retry || n < 2*k {
			continue
		}
		turn := true
		for i := n - k; i < n; i++ {
			turn = turn && h[i] == h[i-k]
		}
		if turn {
			return StopRepeated
		}
	}
	return ""
}
