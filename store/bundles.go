package store

import (
	"context"
	"database/sql"
	"fmt"
)

const (
	maxBundle   = 32 << 10 // passages of a bundle that is joined with no other
	manyBundles = 64       // bundles of a space from which on a write joins the small ones
)

// joinBundles joins the small bundles of a space, and those of which much was removed, where the space
// has more than most; passages that are gone are left out.
func joinBundles(ctx context.Context, tx *sql.Tx, space int64, most int) error {
	var count, dim int
	err := tx.QueryRowContext(ctx, "SELECT count(*), (SELECT dim FROM space WHERE id = ?1) FROM bundle WHERE space = ?1", space).Scan(&count, &dim)
	if err != nil || count <= most {
		return err
	}
	live, err := liveVersions(ctx, tx)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, "SELECT id FROM bundle WHERE space = ? ORDER BY id", space)
	if err != nil {
		return err
	}
	ids, err := collect[int64](rows)
	if err != nil {
		return err
	}
	c, err := storedCodec(dim)
	if err != nil {
		return err
	}
	j := joiner{ctx: ctx, tx: tx, space: space, live: live, out: &embedded{codec: c}}
	for _, id := range ids {
		b, err := loadBundle(ctx, tx, id, j.out.codec)
		if err != nil {
			return err
		}
		left := 0
		for _, r := range b.runs {
			if live[r.version] {
				left += r.count
			}
		}
		if b.n < maxBundle/2 || left < b.n/4*3 {
			j.from = append(j.from, id)
			if err := j.add(b); err != nil {
				return err
			}
		}
	}
	if len(j.out.runs) > 0 {
		if err := keepVectors(ctx, tx, space, j.out); err != nil {
			return err
		}
	}
	return dropBundles(ctx, tx, j.from)
}

// joiner copies what is left of bundles into new ones.
type joiner struct {
	ctx   context.Context
	tx    *sql.Tx
	space int64
	live  map[int64]bool
	from  []int64
	out   *embedded
}

func (j *joiner) add(b *bundle) error {
	c := j.out.codec
	blocks, err := j.tx.QueryContext(j.ctx, "SELECT block FROM vector WHERE id >= ?1 << 24 AND id < (?1 + 1) << 24 ORDER BY id", b.id)
	if err != nil {
		return err
	}
	all, err := collect[[]byte](blocks)
	if err != nil {
		return err
	}
	var bytes []byte
	for _, block := range all {
		bytes = append(bytes, block...)
	}
	if len(bytes) != b.n*c.size() {
		return fmt.Errorf("%w: %d bytes for the vectors of %d passages", ErrDamaged, len(bytes), b.n)
	}
	at := 0
	for _, r := range b.runs {
		if j.live[r.version] {
			j.out.runs = append(j.out.runs, r)
			j.out.codes = append(j.out.codes, b.codes[at*c.words:(at+r.count)*c.words]...)
			j.out.bytes = append(j.out.bytes, bytes[at*c.size():(at+r.count)*c.size()]...)
		}
		at += r.count
	}
	if len(j.out.codes) < maxBundle*c.words {
		return nil
	}
	if err := keepVectors(j.ctx, j.tx, j.space, j.out); err != nil {
		return err
	}
	j.out = &embedded{codec: c}
	return nil
}

func dropBundles(ctx context.Context, tx *sql.Tx, ids []int64) error {
	for _, id := range ids {
		for _, q := range []string{"DELETE FROM vector WHERE id >= ?1 << 24 AND id < (?1 + 1) << 24", "DELETE FROM bundle WHERE id = ?1"} {
			if _, err := tx.ExecContext(ctx, q, id); err != nil {
				return err
			}
		}
	}
	return nil
}
