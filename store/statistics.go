package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/casefile/casefile"
)

// statistics are the counts that ranking needs, kept while the namespace stays as it is.
type statistics struct {
	state          string
	chunks, length int
	df             map[string]int
}

const (
	maxKept     = 50_000 // terms whose counts are kept
	prefixShare = 8      // one passage in so many is taken to hold a given character
)

// statistics returns the number of passages and terms of a namespace, and how many passages hold each term.
func (n *space) statistics(ctx context.Context, tx *sql.Tx, terms []casefile.Term) (chunks, length int, df []int, err error) {
	fresh := statistics{df: map[string]int{}}
	st, err := n.prepared(ctx, tx, `SELECT (SELECT value FROM meta WHERE key = 'state'), (SELECT value FROM meta WHERE key = 'chunks'),
		(SELECT value FROM meta WHERE key = 'length')`)
	if err != nil {
		return 0, 0, nil, err
	}
	err = st.QueryRowContext(ctx).Scan(&fresh.state, &fresh.chunks, &fresh.length)
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
		if t.Prefix { // counting would read much of the index; a character is rather common
			df[i] = n.seen.chunks / prefixShare
			continue
		}
		key := joints.Replace(t.Text)
		d, ok := n.seen.df[key]
		if !ok {
			if d, err = n.count(ctx, tx, key); err != nil {
				return 0, 0, nil, err
			}
			n.seen.df[key] = d
		}
		df[i] = d
	}
	return n.seen.chunks, n.seen.length, df, nil
}

func (n *space) count(ctx context.Context, tx *sql.Tx, key string) (int, error) {
	st, err := n.prepared(ctx, tx, "SELECT doc FROM vocabulary WHERE term = ?")
	if err != nil {
		return 0, err
	}
	var d int
	err = st.QueryRowContext(ctx, key).Scan(&d)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return d, err
}
