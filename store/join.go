package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/bits"
)

// piecesPerTier bounds the pieces of about one size: with as many, they are joined. A piece is written anew
// once for each eightfold growth, and a search reads few pieces.
const piecesPerTier = 8

// joinPieces joins the pieces of a size of which there are many, or all of them when most
// of what they hold is gone. It returns whether it did.
func joinPieces(ctx context.Context, tx *sql.Tx) (bool, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id, passages, (SELECT value + 0 FROM meta WHERE key = 'chunks') FROM piece ORDER BY id")
	if err != nil {
		return false, err
	}
	defer rows.Close()
	tiers := map[int][]int64{}
	var all []int64
	held, live := 0, 0
	for rows.Next() {
		var id int64
		var n int
		if err := rows.Scan(&id, &n, &live); err != nil {
			return false, err
		}
		held += n
		all = append(all, id)
		tier := bits.Len(uint(n)) / 3
		tiers[tier] = append(tiers[tier], id)
	}
	if err := rows.Err(); err != nil {
		return false, err
	}
	rows.Close() // what follows writes
	if held > 2*live {
		return true, joinInto(ctx, tx, all)
	}
	for _, ids := range tiers {
		if len(ids) >= piecesPerTier {
			return true, joinInto(ctx, tx, ids)
		}
	}
	return false, nil
}

// joinInto makes one piece of several, without the passages that are gone.
func joinInto(ctx context.Context, tx *sql.Tx, ids []int64) error {
	live, err := liveVersions(ctx, tx)
	if err != nil {
		return err
	}
	var readers []*pieceReader
	var runs []run
	var lengths []uint16
	for _, id := range ids {
		p, err := loadPiece(ctx, tx, id)
		if err != nil {
			return err
		}
		r := &pieceReader{ctx: ctx, tx: tx, p: p, to: make([]int32, p.n)}
		readers = append(readers, r)
		for i, run := range p.runs {
			kept := live[run.version]
			if kept {
				runs = append(runs, run)
			}
			for at := p.starts[i]; at < p.starts[i]+run.count; at++ {
				r.to[at] = -1
				if kept {
					r.to[at] = int32(len(lengths))
					lengths = append(lengths, p.lengths[at])
				}
			}
		}
	}
	if len(lengths) > 0 {
		if err := writeJoined(ctx, tx, readers, runs, lengths); err != nil {
			return err
		}
	}
	for _, id := range ids {
		for _, q := range []string{"DELETE FROM postings WHERE id >= ?1 << 24 AND id < (?1 + 1) << 24", "DELETE FROM piece WHERE id = ?1"} {
			if _, err := tx.ExecContext(ctx, q, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeJoined(ctx context.Context, tx *sql.Tx, readers []*pieceReader, runs []run, lengths []uint16) error {
	id, flush, st, err := newPiece(ctx, tx)
	if err != nil {
		return err
	}
	defer st.Close()
	w := blockWriter{n: len(lengths), flush: flush}
	for _, r := range readers {
		if err := r.next(); err != nil {
			return err
		}
	}
	var ps []posting
	for {
		var first *pieceReader
		for _, r := range readers {
			if r.ok && (first == nil || r.term < first.term) {
				first = r
			}
		}
		if first == nil {
			break
		}
		term := first.term
		ps = ps[:0]
		for _, r := range readers { // in order, so that passages rise
			if !r.ok || r.term != term {
				continue
			}
			if ps, err = r.append(ps); err != nil {
				return err
			}
			if err := r.next(); err != nil {
				return err
			}
		}
		if len(ps) == 0 {
			continue
		}
		if err := w.add(term, ps); err != nil {
			return err
		}
	}
	if err := w.end(); err != nil {
		return err
	}
	return keepPiece(ctx, tx, id, runs, lengths, w.firsts)
}

// rowsAtOnce is how many rows of a piece are read ahead.
const rowsAtOnce = 64

// pieceReader reads the lists of a piece in order.
type pieceReader struct {
	ctx  context.Context
	tx   *sql.Tx
	p    *piece
	to   []int32 // where each passage goes; -1 is nowhere
	row  int     // the next to be read
	rows [][]byte
	got  []named // lists of the row at hand
	buf  []uint32

	ok bool // the list at hand:
	named
}

type named struct {
	term string
	list list
}

func (r *pieceReader) next() error {
	for len(r.got) == 0 {
		if len(r.rows) == 0 {
			if r.row == len(r.p.firsts) {
				r.ok = false
				return nil
			}
			rows, err := r.tx.QueryContext(r.ctx, "SELECT block FROM postings WHERE id >= ? AND id < ? ORDER BY id",
				r.p.id<<blockBits|int64(r.row), r.p.id<<blockBits|int64(min(r.row+rowsAtOnce, len(r.p.firsts))))
			if err != nil {
				return err
			}
			if r.rows, err = collect[[]byte](rows); err != nil {
				return err
			}
			if want := min(rowsAtOnce, len(r.p.firsts)-r.row); len(r.rows) != want {
				return fmt.Errorf("%w: %d rows of the keyword index, not %d", ErrDamaged, len(r.rows), want)
			}
			r.row += len(r.rows)
		}
		err := eachList(r.rows[0], r.p.n, func(term []byte, l list) bool {
			r.got = append(r.got, named{string(term), l})
			return true
		})
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		r.rows = r.rows[1:]
	}
	r.ok, r.named, r.got = true, r.got[0], r.got[1:]
	return nil
}

// append adds the postings of the list at hand that stay.
func (r *pieceReader) append(ps []posting) ([]posting, error) {
	at, hows, err := r.list.passages(r.buf[:0])
	if err != nil {
		return ps, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	r.buf = at
	for i, x := range at {
		if to := r.to[x]; to >= 0 {
			ps = append(ps, posting{uint32(to), how(hows, i)})
		}
	}
	return ps, nil
}

// liveVersions are the versions that are still there.
func liveVersions(ctx context.Context, tx *sql.Tx) (map[int64]bool, error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM version")
	if err != nil {
		return nil, err
	}
	ids, err := collect[int64](rows)
	if err != nil {
		return nil, err
	}
	live := make(map[int64]bool, len(ids))
	for _, id := range ids {
		live[id] = true
	}
	return live, nil
}
