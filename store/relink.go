package store

import (
	"context"
	"database/sql"

	"github.com/casefile/casefile"
)

// Relink reads the names of a namespace's passages again where they were read by other rules than the store's, in one
// transaction. It reports how many documents were read. Without a recognizer it does nothing.
func (s *Store) Relink(ctx context.Context, ns casefile.Namespace) (documents int, err error) {
	if s.entities == nil {
		return 0, nil
	}
	w, err := s.writer(ns)
	if err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, s.explain("read the names of the index again", err)
	}
	defer tx.Rollback()
	rules := s.entities.Fingerprint()
	var by string
	if err := tx.QueryRowContext(ctx, "SELECT coalesce((SELECT value FROM meta WHERE key = 'names'), '')").Scan(&by); err != nil || by == rules {
		return 0, s.explain("read the names of the index again", err)
	}
	if documents, err = s.relink(ctx, tx); err != nil {
		return 0, s.explain("read the names of the index again", err)
	}
	if err := setNames(ctx, tx, rules); err != nil {
		return 0, s.explain("read the names of the index again", err)
	}
	if err := moveOn(ctx, tx, "names", rules); err != nil {
		return 0, s.explain("read the names of the index again", err)
	}
	return documents, s.explain("read the names of the index again", tx.Commit())
}

func setNames(ctx context.Context, tx *sql.Tx, rules string) error {
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO meta VALUES ('names', ?)", rules)
	return err
}

func (s *Store) relink(ctx context.Context, tx *sql.Tx) (documents int, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT id FROM version ORDER BY id")
	if err != nil {
		return 0, err
	}
	versions, err := int64s(rows)
	if err != nil {
		return 0, err
	}
	for _, q := range []string{"DELETE FROM mention", "DELETE FROM refer", "DELETE FROM entity WHERE NOT EXISTS (SELECT 1 FROM relation r WHERE r.a = entity.id)"} {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return 0, err
		}
	}
	l, err := newLinker(ctx, tx)
	if err != nil {
		return 0, err
	}
	for _, v := range versions {
		d, err := stored(ctx, tx, v)
		if err != nil {
			return 0, err
		}
		if err := l.put(v, d, s.entities.Document(d)); err != nil {
			return 0, err
		}
	}
	return len(versions), nil
}

// stored reads a version's title, sections and passages back, as far as the graph needs them.
func stored(ctx context.Context, tx *sql.Tx, version int64) (*casefile.Document, error) {
	d := &casefile.Document{}
	if err := tx.QueryRowContext(ctx, "SELECT title FROM version WHERE id = ?", version).Scan(&d.Title); err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT id, heading FROM section WHERE version = ? ORDER BY n", version)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var s casefile.Section
		if err := rows.Scan(&s.ID, &s.Heading); err != nil {
			return nil, err
		}
		d.Sections = append(d.Sections, s)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	chunks, err := tx.QueryContext(ctx, "SELECT section, text FROM chunk WHERE id >= ?1 << 20 AND id < (?1 + 1) << 20 ORDER BY id", version)
	if err != nil {
		return nil, err
	}
	defer chunks.Close()
	for chunks.Next() {
		var n int
		var c casefile.Chunk
		if err := chunks.Scan(&n, &c.Text); err != nil {
			return nil, err
		}
		d.Sections[n].Chunks = append(d.Sections[n].Chunks, c)
	}
	return d, chunks.Err()
}
