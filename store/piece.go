package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"sync"
)

// A piece is the keyword index of the passages that one transaction wrote: posting lists by term in
// rows of about a page, and here what leads to them. It never changes; its id is never given again.
type piece struct {
	id      int64
	runs    []run
	starts  []int // of each run, its first passage's number
	n       int
	lengths []uint16 // terms of each passage
	firsts  []string // the first term of each row
}

// passage returns the id of a passage of the piece.
func (p *piece) passage(at uint32) int64 {
	i := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > int(at) }) - 1
	r := p.runs[i]
	return r.version<<20 | int64(r.first+int(at)-p.starts[i])
}

// pieces is what a namespace has in memory of its keyword index.
type pieces struct {
	mu         sync.Mutex
	generation int64
	list       []*piece
}

// index returns the pieces, in a transaction that sees a generation. Only what changed since the last time is read.
func (n *space) index(ctx context.Context, tx *sql.Tx, generation int64) ([]*piece, error) {
	n.words.mu.Lock()
	defer n.words.mu.Unlock()
	if n.words.list != nil && n.words.generation == generation {
		return n.words.list, nil
	}
	had := map[int64]*piece{}
	for _, p := range n.words.list {
		had[p.id] = p
	}
	ids, err := pieceIDs(ctx, tx)
	if err != nil {
		return nil, err
	}
	list := make([]*piece, 0, len(ids))
	for _, id := range ids {
		p := had[id]
		if p == nil {
			if p, err = loadPiece(ctx, tx, id); err != nil {
				return nil, err
			}
		}
		list = append(list, p)
	}
	n.words.generation, n.words.list = generation, list
	return list, nil
}

func pieceIDs(ctx context.Context, tx *sql.Tx) ([]int64, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM piece ORDER BY id")
	if err != nil {
		return nil, err
	}
	return collect[int64](rows)
}

func loadPiece(ctx context.Context, tx *sql.Tx, id int64) (*piece, error) {
	var runs, lengths, firsts []byte
	if err := tx.QueryRowContext(ctx, "SELECT runs, lengths, firsts FROM piece WHERE id = ?", id).Scan(&runs, &lengths, &firsts); err != nil {
		return nil, err
	}
	p := &piece{id: id}
	var err error
	if p.runs, p.n, err = parseRuns(runs); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if p.firsts, err = parseTexts(firsts); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if len(lengths) != 2*p.n {
		return nil, fmt.Errorf("%w: %d bytes for the lengths of %d passages", ErrDamaged, len(lengths), p.n)
	}
	at := 0
	for _, r := range p.runs {
		p.starts = append(p.starts, at)
		at += r.count
	}
	p.lengths = make([]uint16, p.n)
	for i := range p.lengths {
		p.lengths[i] = binary.LittleEndian.Uint16(lengths[2*i:])
	}
	return p, nil
}

// rows returns which rows of the piece can hold a term, or with prefix any term that begins with it.
func (p *piece) rows(term string, prefix bool) (from, to int) {
	from = max(0, sort.Search(len(p.firsts), func(i int) bool { return p.firsts[i] > term })-1)
	if !prefix {
		return from, min(from+1, len(p.firsts))
	}
	to = from
	for to < len(p.firsts) && (p.firsts[to] <= term || strings.HasPrefix(p.firsts[to], term)) {
		to++
	}
	return from, to
}

// keepPiece writes a piece, without its rows.
func keepPiece(ctx context.Context, tx *sql.Tx, id int64, runs []run, lengths []uint16, firsts []string) error {
	b := make([]byte, 0, 2*len(lengths))
	for _, x := range lengths {
		b = binary.LittleEndian.AppendUint16(b, x)
	}
	_, err := tx.ExecContext(ctx, "UPDATE piece SET passages = ?, runs = ?, lengths = ?, firsts = ? WHERE id = ?",
		len(lengths), appendRuns(nil, runs), b, appendTexts(nil, firsts), id)
	return err
}

// newPiece takes an id for a piece that is about to be written, and what writes its rows.
func newPiece(ctx context.Context, tx *sql.Tx) (id int64, flush func([]byte) error, st *sql.Stmt, err error) {
	if err = tx.QueryRowContext(ctx, "INSERT INTO piece (passages, runs, lengths, firsts) VALUES (0, '', '', '') RETURNING id").Scan(&id); err != nil {
		return 0, nil, nil, err
	}
	if st, err = tx.PrepareContext(ctx, "INSERT INTO postings (id, block) VALUES (?, ?)"); err != nil {
		return 0, nil, nil, err
	}
	next := id << blockBits
	return id, func(block []byte) error {
		_, err := st.ExecContext(ctx, next, block)
		next++
		return err
	}, st, nil
}

func (m *made) keep(ctx context.Context, tx *sql.Tx, runs []run) error {
	id, flush, st, err := newPiece(ctx, tx)
	if err != nil {
		return err
	}
	defer st.Close()
	for _, b := range m.blocks {
		if err := flush(b); err != nil {
			return err
		}
	}
	return keepPiece(ctx, tx, id, runs, m.lengths, m.firsts)
}

// blocks reads rows of posting lists.
func (n *space) blocks(ctx context.Context, tx *sql.Tx, ids []int64) (map[int64][]byte, error) {
	list, _ := json.Marshal(ids)
	st, err := n.prepared(ctx, tx, "SELECT p.id, p.block FROM json_each(?) j CROSS JOIN postings p ON p.id = j.value")
	if err != nil {
		return nil, err
	}
	rows, err := st.QueryContext(ctx, string(list))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[int64][]byte, len(ids))
	for rows.Next() {
		var id int64
		var block []byte
		if err := rows.Scan(&id, &block); err != nil {
			return nil, err
		}
		out[id] = block
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(out) != len(ids) {
		return nil, fmt.Errorf("%w: %d rows of the keyword index are not there", ErrDamaged, len(ids)-len(out))
	}
	return out, nil
}
