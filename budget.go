package casefile

import (
	"cmp"
	"time"
)

// A budget is what a case may still spend. Every call is reserved before it is made.
type budget struct {
	max      Budget
	calls    int
	searches map[string]int
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
		if b.searches[tool] >= b.max.Searches {
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
func (r *run) repeated(a action) StopReason {
	h := append(r.history[:len(r.history):len(r.history)], a)
	n := len(h)
	if n >= 3 && h[n-1] == h[n-2] && h[n-2] == h[n-3] {
		return StopRepeated
	}
	for _, k := range []int{2, 3} {
		if n < 2*k {
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
