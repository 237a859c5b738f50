package store

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/casefile/casefile"
)

// perTransaction is how many passages Reembed writes at once: what a kill can lose.
const perTransaction = 512

// Embedded returns how many of the passages that who may read Near can find, and how many there are.
// Without an embedder it can find none.
func (s *Store) Embedded(ctx context.Context, who casefile.Scope) (done, total int, err error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return 0, 0, err
	}
	for _, n := range spaces {
		d, t, err := n.embedded(ctx, want(who, nil, nil, nil), s.embedder)
		if err != nil {
			return 0, 0, s.explain("count the vectors", err)
		}
		done, total = done+d, total+t
	}
	return done, total, nil
}

func (n *space) embedded(ctx context.Context, w wanted, e casefile.Embedder) (done, total int, err error) {
	tx, end, err := n.begin(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer end()
	state, generation, err := n.meta(ctx, tx)
	if err != nil {
		return 0, 0, err
	}
	a, err := n.admit(ctx, tx, state, w)
	if err != nil {
		return 0, 0, err
	}
	if e == nil {
		return 0, a.chunks, nil
	}
	set, err := n.vectors(ctx, tx, generation, e.Space())
	if err != nil || set == nil {
		return 0, a.chunks, err
	}
	for _, b := range set.bundles {
		for _, r := range b.runs {
			if a.has(r.version) {
				done += r.count
			}
		}
	}
	return done, a.chunks, nil
}

// Reembed makes the vectors that are missing in the embedder's space, in all namespaces, and then drops those
// of other spaces. Reads and writes go on meanwhile. What it has done when it is stopped is kept: the next call goes on
// from there. progress, which may be nil, is told how many passages have their vector.
func (s *Store) Reembed(ctx context.Context, progress func(done, total int)) error {
	if s.embedder == nil {
		return nil
	}
	namespaces, err := s.Namespaces(ctx)
	if err != nil {
		return err
	}
	jobs := make([]reembedding, len(namespaces))
	for i, ns := range namespaces {
		w, err := s.writer(ns)
		if err != nil {
			return err
		}
		jobs[i] = reembedding{s: s, w: w}
		if err := jobs[i].plan(ctx); err != nil {
			return s.explain("make the missing vectors", err)
		}
	}
	tell := func() {
		done, total := 0, 0
		for _, j := range jobs {
			done, total = done+j.done, total+j.total
		}
		if progress != nil {
			progress(done, total)
		}
	}
	tell()
	for i := range jobs {
		if err := jobs[i].run(ctx, tell); err != nil {
			return s.explain("make the missing vectors", err)
		}
	}
	return nil
}

// reembedding is Reembed in one namespace.
type reembedding struct {
	s           *Store
	w           *writer
	todo        []run
	done, total int
}

// plan finds what is missing.
func (j *reembedding) plan(ctx context.Context) error {
	return j.in(ctx, func(tx *sql.Tx) (bool, error) { return false, j.missing(ctx, tx) })
}

func (j *reembedding) missing(ctx context.Context, tx *sql.Tx) error {
	covered, err := coveredBy(ctx, tx, j.s.embedder.Space())
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, "SELECT id, chunks FROM version WHERE chunks > 0 ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	j.todo, j.done, j.total = nil, 0, 0
	for rows.Next() {
		var id int64
		var chunks int
		if err := rows.Scan(&id, &chunks); err != nil {
			return err
		}
		j.total += chunks
		j.done += covered[id]
		for first := covered[id]; first < chunks; first += perTransaction {
			j.todo = append(j.todo, run{id, first, min(perTransaction, chunks-first)})
		}
	}
	return rows.Err()
}

// coveredBy returns how many passages of each version have a vector of a space: always the first ones.
func coveredBy(ctx context.Context, tx *sql.Tx, space string) (map[int64]int, error) {
	rows, err := tx.QueryContext(ctx, "SELECT b.runs FROM bundle b JOIN space s ON s.id = b.space WHERE s.name = ?", space)
	if err != nil {
		return nil, err
	}
	all, err := collect[[]byte](rows)
	if err != nil {
		return nil, err
	}
	out := map[int64]int{}
	for _, b := range all {
		runs, _, err := parseRuns(b)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		for _, r := range runs {
			out[r.version] += r.count
		}
	}
	return out, nil
}

func (j *reembedding) run(ctx context.Context, tell func()) error {
	for {
		for len(j.todo) > 0 {
			var batch []run
			size := 0
			for len(j.todo) > 0 && (len(batch) == 0 || size+j.todo[0].count <= perTransaction) {
				batch = append(batch, j.todo[0])
				size += j.todo[0].count
				j.todo = j.todo[1:]
			}
			if err := j.batch(ctx, batch); err != nil {
				return err
			}
			tell()
		}
		finished := false
		err := j.in(ctx, func(tx *sql.Tx) (bool, error) { // others wrote meanwhile, without vectors or with older ones
			if err := j.missing(ctx, tx); err != nil || len(j.todo) > 0 {
				return false, err
			}
			finished = true
			return dropOthers(ctx, tx, j.s.embedder.Space())
		})
		if err != nil || finished {
			tell()
			return err
		}
	}
}

// batch makes vectors and writes them, except where their passages went or got one meanwhile.
func (j *reembedding) batch(ctx context.Context, batch []run) error {
	var texts []string
	var have []run
	for _, r := range batch {
		got, err := j.texts(ctx, r)
		if err != nil {
			return err
		}
		if len(got) == r.count {
			have = append(have, r)
			texts = append(texts, got...)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	e, err := j.s.embed(ctx, texts)
	if err != nil {
		return err
	}
	name := j.s.embedder.Space()
	return j.in(ctx, func(tx *sql.Tx) (bool, error) {
		covered, err := coveredBy(ctx, tx, name)
		if err != nil {
			return false, err
		}
		keep := &embedded{codec: e.codec}
		at, size := 0, e.codec.size()
		for _, r := range have {
			var there int
			if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM version WHERE id = ?", r.version).Scan(&there); err != nil {
				return false, err
			}
			if there > 0 && covered[r.version] == r.first {
				keep.runs = append(keep.runs, r)
				keep.codes = append(keep.codes, e.codes[at*e.codec.words:(at+r.count)*e.codec.words]...)
				keep.bytes = append(keep.bytes, e.bytes[at*size:(at+r.count)*size]...)
				covered[r.version] += r.count
				j.done += r.count
			}
			at += r.count
		}
		if len(keep.runs) == 0 {
			return false, nil
		}
		space, err := spaceID(ctx, tx, name, e.codec.dim)
		if err != nil {
			return false, err
		}
		if err := keepVectors(ctx, tx, space, keep); err != nil {
			return false, err
		}
		return true, joinBundles(ctx, tx, space, manyBundles)
	})
}

func (j *reembedding) texts(ctx context.Context, r run) ([]string, error) {
	rows, err := j.w.db.QueryContext(ctx, `SELECT v.title, s.heading, c.head, c.text FROM chunk c JOIN version v ON v.id = c.id >> 20
		JOIN section s ON s.version = v.id AND s.n = c.section WHERE c.id >= ?1 AND c.id < ?2 ORDER BY c.id`,
		r.version<<20+int64(r.first), r.version<<20+int64(r.first+r.count))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var title, heading string
		var c casefile.Chunk
		if err := rows.Scan(&title, &heading, &c.Head, &c.Text); err != nil {
			return nil, err
		}
		out = append(out, vectorText(title, heading, c))
	}
	return out, rows.Err()
}

// in runs do in a transaction; when do changed something, caches of the namespace are out of date.
func (j *reembedding) in(ctx context.Context, do func(tx *sql.Tx) (changed bool, err error)) error {
	j.w.mu.Lock()
	defer j.w.mu.Unlock()
	tx, err := j.w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	changed, err := do(tx)
	if err != nil || !changed {
		return err
	}
	if err := moveOn(ctx, tx, "vectors", j.s.embedder.Space()); err != nil {
		return err
	}
	return tx.Commit()
}

// dropOthers removes the vectors of all spaces but one.
func dropOthers(ctx context.Context, tx *sql.Tx, keep string) (changed bool, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT b.id FROM bundle b JOIN space s ON s.id = b.space WHERE s.name <> ? ORDER BY b.id", keep)
	if err != nil {
		return false, err
	}
	ids, err := collect[int64](rows)
	if err != nil {
		return false, err
	}
	if err := dropBundles(ctx, tx, ids); err != nil {
		return false, err
	}
	r, err := tx.ExecContext(ctx, "DELETE FROM space WHERE name <> ?", keep)
	if err != nil {
		return false, err
	}
	n, err := r.RowsAffected()
	return n > 0 || len(ids) > 0, err
}
