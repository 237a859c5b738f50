package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"math/bits"
	"slices"
	"sync"

	"github.com/casefile/casefile"
)

// wanted is what a search may read and asks for: the versions in a scope, of some kinds, with some tags.
type wanted struct {
	key     string
	passing bool   // it comes from one result: it is not asked for again
	where   string // the condition on versions: the scope first
	args    []any
}

func want(who casefile.Scope, kinds, tags, not []string) wanted {
	key, _ := json.Marshal([][]string{{who.Key()}, kinds, tags, not}) // strings cannot fail
	w := wanted{key: string(key), passing: len(not) > 0, where: inScope, args: scoped(who)}
	if len(kinds) > 0 {
		list, _ := json.Marshal(kinds)
		w.where += "AND v.kind IN (SELECT value FROM json_each(:kinds)) "
		w.args = append(w.args, sql.Named("kinds", string(list)))
	}
	if len(tags) > 0 {
		list, _ := json.Marshal(tags)
		w.where += "AND EXISTS (SELECT 1 FROM json_each(v.tags) WHERE value IN (SELECT value FROM json_each(:tags))) "
		w.args = append(w.args, sql.Named("tags", string(list)))
	}
	if len(not) > 0 {
		list, _ := json.Marshal(not)
		w.where += "AND v.doc NOT IN (SELECT value FROM json_each(:not)) "
		w.args = append(w.args, sql.Named("not", string(list)))
	}
	return w
}

// with returns the parameters of the condition with others.
func (w wanted) with(args ...any) []any { return append(slices.Clone(w.args), args...) }

// admitted are the versions that a search may look at, and what they hold together. It is true of one state of a namespace.
type admitted struct {
	bits           []uint64 // by version id
	chunks, length int

	mu    sync.Mutex
	masks map[int64]*mask // by piece
	found map[string]int  // passages that hold a term
}

func (a *admitted) has(version int64) bool {
	i := version >> 6
	return i >= 0 && i < int64(len(a.bits)) && a.bits[i]&(1<<(version&63)) != 0
}

// maxSets is how many sets of versions a namespace keeps; a service has as many as it has kinds of users.
const maxSets = 256

// admit returns the versions that w admits, in a transaction that sees a state.
func (n *space) admit(ctx context.Context, tx *sql.Tx, state string, w wanted) (*admitted, error) {
	n.sets.Lock()
	if n.admitted == nil || n.setsState != state || len(n.admitted) >= maxSets {
		n.setsState, n.admitted = state, map[string]*admitted{}
	}
	a := n.admitted[w.key]
	n.sets.Unlock()
	if a != nil {
		return a, nil
	}
	st, err := n.prepared(ctx, tx, "SELECT v.id, v.chunks, v.length FROM version v WHERE"+w.where+"ORDER BY v.id DESC")
	if err != nil {
		return nil, err
	}
	rows, err := st.QueryContext(ctx, w.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	a = &admitted{masks: map[int64]*mask{}, found: map[string]int{}}
	for rows.Next() {
		var id int64
		var chunks, length int
		if err := rows.Scan(&id, &chunks, &length); err != nil {
			return nil, err
		}
		if a.bits == nil {
			a.bits = make([]uint64, id>>6+1)
		}
		a.bits[id>>6] |= 1 << (id & 63)
		a.chunks += chunks
		a.length += length
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	n.sets.Lock()
	if n.setsState == state && !w.passing {
		n.admitted[w.key] = a
	}
	n.sets.Unlock()
	return a, nil
}

// A mask is which passages of a piece are admitted.
type mask struct {
	bits     []uint64
	n, count int
}

func (k *mask) any() bool { return k.count > 0 }
func (k *mask) all() bool { return k.count == k.n }

// mask returns which passages of a piece a admits.
func (a *admitted) mask(p *piece) *mask {
	a.mu.Lock()
	defer a.mu.Unlock()
	if k := a.masks[p.id]; k != nil {
		return k
	}
	k := &mask{n: p.n, bits: make([]uint64, (p.n+63)/64)}
	for i, r := range p.runs {
		if a.has(r.version) {
			for at := p.starts[i]; at < p.starts[i]+r.count; at++ {
				k.bits[at>>6] |= 1 << (at & 63)
			}
		}
	}
	for _, w := range k.bits {
		k.count += bits.OnesCount64(w)
	}
	a.masks[p.id] = k
	return k
}

// maxFound is how many terms' counts are kept.
const maxFound = 50_000

// count returns how many admitted passages hold a term, by do where that is not known yet.
func (a *admitted) count(t casefile.Term, do func() (int, error)) (int, error) {
	key := t.Text
	if t.Prefix {
		key += "*"
	}
	a.mu.Lock()
	n, ok := a.found[key]
	a.mu.Unlock()
	if ok {
		return n, nil
	}
	n, err := do()
	if err != nil {
		return 0, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.found) >= maxFound {
		clear(a.found)
	}
	a.found[key] = n
	return n, nil
}
