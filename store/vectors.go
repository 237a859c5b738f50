package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// A run is a row of neighbouring passages of one version whose vectors stand one after the other.
type run struct {
	version      int64
	first, count int
}

func appendRuns(b []byte, runs []run) []byte {
	for _, r := range runs {
		b = binary.AppendUvarint(b, uint64(r.version))
		b = binary.AppendUvarint(b, uint64(r.first))
		b = binary.AppendUvarint(b, uint64(r.count))
	}
	return b
}

var errRuns = errors.New("a list of passages with vectors is cut off")

func parseRuns(b []byte) (runs []run, passages int, err error) {
	for len(b) > 0 {
		var v [3]uint64
		for i := range v {
			x, n := binary.Uvarint(b)
			if n <= 0 || x > 1<<43 {
				return nil, 0, errRuns
			}
			v[i], b = x, b[n:]
		}
		if v[1]+v[2] > perVersion {
			return nil, 0, errRuns
		}
		runs = append(runs, run{int64(v[0]), int(v[1]), int(v[2])})
		passages += int(v[2])
	}
	return runs, passages, nil
}

// A bundle is the vectors that one transaction wrote. It never changes; its id is never given again.
type bundle struct {
	id     int64
	runs   []run
	n      int
	codes  []uint64
	blocks []atomic.Pointer[[]byte] // as they are needed
}

// vectorSet is the vectors of one space in a namespace, as far as they are in memory. It never changes.
type vectorSet struct {
	generation int64
	space      int64
	codec      *codec
	bundles    []*bundle
}

// vectors is what a namespace has in memory of its vectors.
type vectors struct {
	mu   sync.Mutex
	sets map[string]*vectorSet // by the name of the space
	kept atomic.Int64          // bytes of blocks
}

// maxBlocks bounds the bytes of vectors that are kept in memory beside their signs.
const maxBlocks = 64 << 20

// vectors returns the vectors of a space, in a transaction that sees a generation; nil when there are none.
// Only what changed since the last time is read.
func (n *space) vectors(ctx context.Context, tx *sql.Tx, generation int64, name string) (*vectorSet, error) {
	n.vec.mu.Lock()
	defer n.vec.mu.Unlock()
	old := n.vec.sets[name]
	if old != nil && old.generation == generation {
		return old, nil
	}
	set := &vectorSet{generation: generation}
	var dim int
	err := tx.QueryRowContext(ctx, "SELECT id, dim FROM space WHERE name = ?", name).Scan(&set.space, &dim)
	if errors.Is(err, sql.ErrNoRows) {
		delete(n.vec.sets, name)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	had := map[int64]*bundle{}
	if old != nil && old.space == set.space {
		set.codec = old.codec
		for _, b := range old.bundles {
			had[b.id] = b
		}
	} else {
		if set.codec, err = storedCodec(dim); err != nil {
			return nil, err
		}
	}
	rows, err := tx.QueryContext(ctx, "SELECT id FROM bundle WHERE space = ? ORDER BY id", set.space)
	if err != nil {
		return nil, err
	}
	ids, err := collect[int64](rows)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		b := had[id]
		if b == nil {
			if b, err = loadBundle(ctx, tx, id, set.codec); err != nil {
				return nil, err
			}
		}
		set.bundles = append(set.bundles, b)
	}
	if n.vec.sets == nil {
		n.vec.sets = map[string]*vectorSet{}
	}
	n.vec.sets[name] = set
	return set, nil
}

// collect reads rows of one column.
func collect[T any](rows *sql.Rows) ([]T, error) {
	defer rows.Close()
	var out []T
	for rows.Next() {
		var x T
		if err := rows.Scan(&x); err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, rows.Err()
}

func loadBundle(ctx context.Context, tx *sql.Tx, id int64, c *codec) (*bundle, error) {
	var runs, codes []byte
	if err := tx.QueryRowContext(ctx, "SELECT runs, codes FROM bundle WHERE id = ?", id).Scan(&runs, &codes); err != nil {
		return nil, err
	}
	b := &bundle{id: id}
	var err error
	if b.runs, b.n, err = parseRuns(runs); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(codes) != b.n*c.words*8 {
		return nil, fmt.Errorf("%w: %d bytes for the vectors of %d passages", ErrDamaged, len(codes), b.n)
	}
	b.codes = make([]uint64, b.n*c.words)
	for i := range b.codes {
		b.codes[i] = binary.LittleEndian.Uint64(codes[8*i:])
	}
	b.blocks = make([]atomic.Pointer[[]byte], (b.n+c.perBlock()-1)/c.perBlock())
	return b, nil
}

// place is one vector of a set.
type place struct {
	b  *bundle
	at int // which of the bundle
}

const blockBits = 24 // a row of the table vector is its bundle's id << blockBits with its number

// fetch reads the blocks that hold places and are not in memory.
func (n *space) fetch(ctx context.Context, tx *sql.Tx, set *vectorSet, places []place) (map[int64][]byte, error) {
	per := set.codec.perBlock()
	got := map[int64][]byte{}
	of := map[int64]*bundle{}
	var missing []int64
	for _, p := range places {
		k := p.at / per
		id := p.b.id<<blockBits | int64(k)
		if _, ok := of[id]; ok {
			continue
		}
		of[id] = p.b
		if kept := p.b.blocks[k].Load(); kept != nil {
			got[id] = *kept
		} else {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return got, nil
	}
	if n.vec.kept.Load() > maxBlocks {
		n.forget()
	}
	list, _ := json.Marshal(missing)
	st, err := n.prepared(ctx, tx, "SELECT v.id, v.block FROM json_each(?) j CROSS JOIN vector v ON v.id = j.value")
	if err != nil {
		return nil, err
	}
	rows, err := st.QueryContext(ctx, string(list))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := 0
	for rows.Next() {
		var id int64
		var block []byte
		if err := rows.Scan(&id, &block); err != nil {
			return nil, err
		}
		b, k := of[id], int(id&(1<<blockBits-1))
		if want := min(per, b.n-k*per) * set.codec.size(); len(block) != want {
			return nil, fmt.Errorf("%w: a row of vectors has %d bytes, not %d", ErrDamaged, len(block), want)
		}
		found++
		got[id] = block
		b.blocks[k].Store(&block)
		n.vec.kept.Add(int64(len(block)))
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if found != len(missing) {
		return nil, fmt.Errorf("%w: %d rows of vectors are not there", ErrDamaged, len(missing)-found)
	}
	return got, nil
}

// forget drops the blocks in memory.
func (n *space) forget() {
	n.vec.mu.Lock()
	defer n.vec.mu.Unlock()
	for _, set := range n.vec.sets {
		for _, b := range set.bundles {
			for i := range b.blocks {
				b.blocks[i].Store(nil)
			}
		}
	}
	n.vec.kept.Store(0)
}
