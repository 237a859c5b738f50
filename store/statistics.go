package store

import (
	"context"
	"database/sql"

	"github.com/casefile/casefile"
)

// statistics are the counts that ranking needs, kept while the namespace stays as it is.
type statistics struct {
	state          string
	chunks, length int
	df             map[string]int
}

// maxKept bounds the terms whose counts are kept.
const maxKept = 50_000

// statistics returns the number of passages and terms of a namespace, and how many passages hold each term.
func (n *space) statistics(ctx context.Context, tx *sql.Tx, terms []casefile.Term) (chunks, length int, df []int, err error) {
	fresh := statistics{df: map[string]int{}}
	err = tx.QueryRowContext(ctx, `SELECT (SELECT value FROM meta WHERE key = 'state'), (SELECT value FROM meta WHERE key = 'chunks'),
		(SELECT value FROM meta WHERE key = 'length')`).Scan(&fresh.state, &fresh.chunks, &fresh.length)
	if err != nil {
		return 0, 0, nil, err
	}
	n.counts.Lock()
	defer n.counts.Unlock()
	if n.seen == nil || n.seen.state != fresh.state || len(n.seen.df) > maxKept {
		n.seen = &fresh
	}
	df = make([]int, len(terms))
	for i, t := range terms {
		key := joints.Replace(t.Text)
		if t.Prefix {
			key += "*"
		}
		d, ok := n.seen.df[key]
		if !ok {
			if d, err = count(ctx, tx, t); err != nil {
				return 0, 0, nil, err
			}
			n.seen.df[key] = d
		}
		df[i] = d
	}
	return n.seen.chunks, n.seen.length, df, nil
}

func count(ctx context.Context, tx *sql.Tx, t casefile.Term) (int, error) {
	var d sql.NullInt64
	term := joints.Replace(t.Text)
	q, args := "SELECT doc FROM vocabulary WHERE term = ?", []any{term}
	if t.Prefix {
		q, args = "SELECT sum(doc) FROM vocabulary WHERE term >= ? AND term < ?", []any{term, term + "\U0010FFFF"}
	}
	err := tx.QueryRowContext(ctx, q, args...).Scan(&d)
	if err == sql.ErrNoRows {
		return 0, nil
	}
	return int(d.Int64), err
}
