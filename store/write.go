package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/casefile/casefile"
)

func checkNamespace(ns casefile.Namespace) error {
	switch {
	case ns.Name == casefile.SharedNamespace:
		return nil
	case ns.Name != casefile.TenantNamespace:
		return fmt.Errorf("write to the index: no namespace %q; the two are tenant and shared", ns.Name)
	case ns.Tenant == "":
		return errors.New("write to the index: the tenant is missing")
	}
	return nil
}

// Files returns what is stored of each file of a namespace: the stamp and the hash its document was put with.
// It is for the ingester, not for answering: it shows no content and is held to no scope.
func (s *Store) Files(ctx context.Context, ns casefile.Namespace) ([]casefile.Document, error) {
	if err := checkNamespace(ns); err != nil {
		return nil, err
	}
	n, err := s.space(ns.Name, s.file(ns.Name, ns.Tenant))
	if err != nil || n == nil {
		return nil, err
	}
	rows, err := n.read.QueryContext(ctx, "SELECT path, doc, version, stamp, hash, degraded, chunks FROM version ORDER BY path")
	if err != nil {
		return nil, s.explain("read the files of the index", err)
	}
	defer rows.Close()
	var out []casefile.Document
	for rows.Next() {
		d := casefile.Document{Namespace: ns.Name}
		if err := rows.Scan(&d.Path, &d.ID, &d.Version, &d.Stamp, &d.Hash, &d.Degraded, &d.Chunks); err != nil {
			return nil, s.explain("read the files of the index", err)
		}
		out = append(out, d)
	}
	return out, s.explain("read the files of the index", rows.Err())
}

// Write makes a change in one transaction, all of it or nothing; the namespace's file is made
// when there is none. A version that another file of the namespace holds gives ErrTwice.
func (s *Store) Write(ctx context.Context, ns casefile.Namespace, c casefile.Change) error {
	w, err := s.writer(ns)
	if err != nil {
		return err
	}
	p, err := s.prepare(ctx, c)
	if err != nil {
		return fmt.Errorf("write to the index: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return s.explain("write to the index", err)
	}
	defer tx.Rollback()
	t := &change{ctx: ctx, tx: tx, docs: map[string]bool{}, prepared: p}
	if err := t.apply(c); err != nil {
		return s.explain("write to the index", err)
	}
	if s.entities == nil && len(c.Put) > 0 { // a store with a recognizer reads their names later
		if _, err := tx.ExecContext(ctx, "DELETE FROM meta WHERE key = 'names'"); err != nil {
			return s.explain("write to the index", err)
		}
	}
	if err := t.keep(s.embedder); err != nil {
		return s.explain("write to the index", err)
	}
	return s.explain("write to the index", tx.Commit())
}

// change is a transaction in progress.
type change struct {
	ctx context.Context
	tx  *sql.Tx
	*prepared
	docs          map[string]bool // whose versions changed
	chunks        int             // added, less those removed
	insertChunk   *sql.Stmt
	insertSection *sql.Stmt
	linker        *linker
	done          []string // what changed, in order
	versions      []int64  // of the documents put
	runs          []run    // of their passages
}

// keep writes the keyword index and the vectors of what was put.
func (t *change) keep(e casefile.Embedder) error {
	for _, p := range t.pieces {
		if err := p.keep(t.ctx, t.tx, p.runs(t.versions)); err != nil {
			return err
		}
	}
	for {
		joined, err := joinPieces(t.ctx, t.tx)
		if err != nil {
			return err
		}
		if !joined {
			break
		}
	}
	if t.vectors == nil {
		return nil
	}
	space, err := spaceID(t.ctx, t.tx, e.Space(), t.vectors.codec.dim)
	if err != nil {
		return err
	}
	t.vectors.runs = t.runs
	if err := keepVectors(t.ctx, t.tx, space, t.vectors); err != nil {
		return err
	}
	return joinBundles(t.ctx, t.tx, space, manyBundles)
}

func (t *change) apply(c casefile.Change) error {
	for _, path := range c.Remove {
		if err := t.remove(path); err != nil {
			return err
		}
	}
	for _, d := range c.Put { // all leave before any comes: two files may have changed places
		if err := t.remove(d.Path); err != nil {
			return err
		}
	}
	for i := range c.Put {
		if err := t.put(i, &c.Put[i]); err != nil {
			return fmt.Errorf("%s: %w", c.Put[i].Path, err)
		}
	}
	for path, stamp := range c.Stamp {
		if _, err := t.tx.ExecContext(t.ctx, "UPDATE version SET stamp = ? WHERE path = ?", stamp, path); err != nil {
			return err
		}
	}
	for doc := range t.docs {
		if err := t.resolve(doc); err != nil {
			return err
		}
	}
	if len(t.docs) == 0 {
		return nil
	}
	if _, err := t.tx.ExecContext(t.ctx, `UPDATE meta SET value = value + ? WHERE key = 'chunks'`, t.chunks); err != nil {
		return err
	}
	return moveOn(t.ctx, t.tx, t.done...)
}

// moveOn moves state and generation on; the same changes in the same order give the same state.
func moveOn(ctx context.Context, tx *sql.Tx, done ...string) error {
	var state string
	if err := tx.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'state'").Scan(&state); err != nil {
		return err
	}
	h := sha256.New()
	h.Write([]byte(state))
	for _, p := range done {
		fmt.Fprintf(h, "\x00%s", p)
	}
	_, err := tx.ExecContext(ctx, "UPDATE meta SET value = CASE key WHEN 'state' THEN ? ELSE value + 1 END WHERE key IN ('state', 'generation')", hex.EncodeToString(h.Sum(nil)[:12]))
	return err
}

func (t *change) remove(path string) error {
	var id int64
	var doc string
	var chunks int
	err := t.tx.QueryRowContext(t.ctx, "SELECT id, doc, chunks FROM version WHERE path = ?", path).Scan(&id, &doc, &chunks)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, q := range []string{
		"DELETE FROM chunk WHERE id >= ?1 << 20 AND id < (?1 + 1) << 20",
		"DELETE FROM section WHERE version = ?1",
		"DELETE FROM version WHERE id = ?1",
	} {
		if _, err := t.tx.ExecContext(t.ctx, q, id); err != nil {
			return err
		}
	}
	if err := unlink(t.ctx, t.tx, id); err != nil {
		return err
	}
	t.docs[doc] = true
	t.chunks -= chunks
	t.done = append(t.done, "remove", path)
	return nil
}

func (t *change) put(number int, d *casefile.Document) error {
	var other string
	err := t.tx.QueryRowContext(t.ctx, "SELECT path FROM version WHERE doc = ? AND version = ?", d.ID, d.Version).Scan(&other)
	if err == nil {
		return fmt.Errorf("version %q of %q is %w: %s holds it too; give one of them another id or version", d.Version, d.ID, ErrTwice, other)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	acl, err := t.acl(d.Access)
	if err != nil {
		return err
	}
	tags, err := json.Marshal(append([]string{}, d.Tags...))
	if err != nil {
		return err
	}
	var id int64
	err = t.tx.QueryRowContext(t.ctx, `INSERT INTO version (acl, first_day, last_day, to_day, kind, tags, doc, version, title, path, authority, freshness,
		author, supersedes, published, period, grade, hash, stamp, degraded, chunks, length, orders)
		VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, 0, 0, ?20) RETURNING id`,
		acl, dayNumber(d.EffectiveFrom, openFirst), dayNumber(d.EffectiveTo, openLast), d.Kind, string(tags), d.ID, d.Version, d.Title, d.Path, d.Authority, d.Freshness,
		d.Author, d.Supersedes, d.Published.String(), periodText(d.Period), d.Grade, d.Hash, d.Stamp, d.Degraded, d.Orders).Scan(&id)
	if err != nil {
		return err
	}
	chunks, err := t.sections(id, d)
	if err != nil {
		return err
	}
	if _, err := t.tx.ExecContext(t.ctx, "UPDATE version SET chunks = ?, length = ? WHERE id = ?", chunks, t.lengths[number], id); err != nil {
		return err
	}
	if t.graphs != nil {
		if t.linker == nil {
			if t.linker, err = newLinker(t.ctx, t.tx); err != nil {
				return err
			}
		}
		if err := t.linker.put(id, d, t.graphs[number]); err != nil {
			return err
		}
	}
	t.versions = append(t.versions, id)
	if chunks > 0 {
		t.runs = append(t.runs, run{version: id, count: chunks})
	}
	t.docs[d.ID] = true
	t.chunks += chunks
	t.done = append(t.done, "put", d.Path, d.Hash)
	return nil
}

func (t *change) sections(id int64, d *casefile.Document) (chunks int, err error) {
	if t.insertChunk == nil {
		if t.insertChunk, err = t.tx.PrepareContext(t.ctx, `INSERT INTO chunk (id, section, n, start, stop, page, locator, untrusted, head, gap, text, blanked) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`); err != nil {
			return 0, err
		}
		if t.insertSection, err = t.tx.PrepareContext(t.ctx, "INSERT INTO section (version, n, id, heading, level, start, stop) VALUES (?,?,?,?,?,?,?)"); err != nil {
			return 0, err
		}
	}
	for n, sec := range d.Sections {
		if _, err := t.insertSection.ExecContext(t.ctx, id, n, sec.ID, sec.Heading, sec.Level, sec.Start, sec.End); err != nil {
			return 0, err
		}
		for k, c := range sec.Chunks {
			blanked, err := blanksText(c.Blanked)
			if err != nil {
				return 0, err
			}
			if _, err := t.insertChunk.ExecContext(t.ctx, id<<20|int64(chunks), n, k, c.Start, c.End, c.Page, c.Locator, c.Untrusted, c.Head, c.Gap, c.Text, blanked); err != nil {
				return 0, err
			}
			chunks++
		}
	}
	return chunks, nil
}

// blanksText is how what is blanked in a passage is kept: "" for nothing, which is nearly always so.
func blanksText(blanked []casefile.Blank) (string, error) {
	if len(blanked) == 0 {
		return "", nil
	}
	b, err := json.Marshal(blanked)
	return string(b), err
}

func (t *change) acl(access []string) (int64, error) {
	access = slices.Clone(access)
	slices.Sort(access)
	access = slices.Compact(access)
	key, err := json.Marshal(access)
	if err != nil {
		return 0, err
	}
	var id int64
	err = t.tx.QueryRowContext(t.ctx, "SELECT id FROM acl WHERE terms = ?", string(key)).Scan(&id)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	if err := t.tx.QueryRowContext(t.ctx, "INSERT INTO acl (terms) VALUES (?) RETURNING id", string(key)).Scan(&id); err != nil {
		return 0, err
	}
	for _, term := range access {
		if _, err := t.tx.ExecContext(t.ctx, "INSERT INTO acl_term (term, acl) VALUES (?, ?)", term, id); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// resolve sets the last day of each version of a document: its own; where that is open, the
// day before the next version begins; never in force where the one that supersedes it begins no later.
func (t *change) resolve(doc string) error {
	_, err := t.tx.ExecContext(t.ctx, `UPDATE version AS v SET last_day = CASE
		WHEN v.to_day < ?2 THEN v.to_day
		WHEN EXISTS (SELECT 1 FROM version w WHERE w.doc = v.doc AND w.id <> v.id AND w.supersedes = v.version AND w.supersedes <> '' AND w.first_day <= v.first_day) THEN ?3
		ELSE coalesce((SELECT min(w.first_day) - 1 FROM version w WHERE w.doc = v.doc AND w.first_day > v.first_day
			AND (w.version <> v.supersedes OR v.supersedes = '')), ?2)
		END WHERE v.doc = ?1`, doc, openLast, neverLast)
	return err
}
