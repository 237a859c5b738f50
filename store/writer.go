package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

// writer is the one connection that writes to a namespace. It holds no lock between writes.
type writer struct {
	mu   sync.Mutex
	db   *sql.DB
	file os.FileInfo
}

// writer opens a namespace for writing and makes its file when there is none.
func (s *Store) writer(ns casefile.Namespace) (*writer, error) {
	if err := checkNamespace(ns); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	path := s.file(ns.Name, ns.Tenant)
	info, err := makePrivate(s.dir, path)
	if err != nil {
		return nil, err
	}
	if old := s.writers[path]; old != nil {
		if os.SameFile(old.file, info) {
			return old, nil
		}
		delete(s.writers, path)
		if err := old.db.Close(); err != nil {
			return nil, s.explain("close the index that was replaced", err)
		}
	}
	db, err := connect(path, "_txlock=immediate", "_pragma=cache_size(-32000)")
	if err != nil {
		return nil, s.explain("open the index for writing", err)
	}
	db.SetMaxOpenConns(1)
	if err := s.initialise(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	w := &writer{db: db, file: info}
	s.writers[path] = w
	return w, nil
}

// makePrivate makes the file of a namespace readable by its owner alone before anything is in it.
func makePrivate(dir, path string) (os.FileInfo, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the index: %w", err)
	}
	// a file that is there is not opened: closing it would drop the locks that this process holds on it
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	switch {
	case err == nil:
		err = f.Close()
	case errors.Is(err, fs.ErrExist):
		err = nil
	default:
		return nil, fmt.Errorf("open the index for writing: %w: check that you may write to %s", err, dir)
	}
	info, serr := os.Stat(path)
	if err := errors.Join(err, serr); err != nil {
		return nil, fmt.Errorf("open the index for writing: %w", err)
	}
	return info, nil
}

func (s *Store) initialise(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return s.explain("make the index", err)
	}
	defer tx.Rollback()
	var v, tables int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return s.explain("make the index", err)
	}
	if v == format {
		return nil
	}
	if err := tx.QueryRow("SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return s.explain("make the index", err)
	}
	if v != 0 || tables > 0 {
		return s.wrongFormat(v)
	}
	for _, q := range []string{schema, graphSchema, `INSERT INTO meta VALUES ('state', ''), ('chunks', '0'), ('generation', '0')`, fmt.Sprintf("PRAGMA user_version = %d", format)} {
		if _, err := tx.Exec(q); err != nil {
			return s.explain("make the index", err)
		}
	}
	if s.entities != nil {
		if err := setNames(context.Background(), tx, s.entities.Fingerprint()); err != nil {
			return s.explain("make the index", err)
		}
	}
	return s.explain("make the index", tx.Commit())
}

// Tidy joins the pieces in which a namespace was written. It takes a tenth of the
// time of writing it, and makes searches a fifth faster; it is worth it after much was written.
func (s *Store) Tidy(ctx context.Context, ns casefile.Namespace) error {
	w, err := s.writer(ns)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return s.explain("tidy the index", w.tidy(ctx))
}

func (w *writer) tidy(ctx context.Context) error {
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	ids, err := pieceIDs(ctx, tx)
	if err != nil {
		return err
	}
	if err := joinInto(ctx, tx, ids); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, "SELECT id FROM space")
	if err != nil {
		return err
	}
	spaces, err := collect[int64](rows)
	if err != nil {
		return err
	}
	for _, id := range spaces {
		if err := joinBundles(ctx, tx, id, 1); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "UPDATE meta SET value = value + 1 WHERE key = 'generation'"); err != nil {
		return err
	}
	return tx.Commit()
}

// Namespaces returns the namespaces that have a file, sorted.
func (s *Store) Namespaces(context.Context) ([]casefile.Namespace, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list the index: %w", err)
	}
	var out []casefile.Namespace
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".db")
		if !ok {
			continue
		}
		if name == casefile.SharedNamespace {
			out = append(out, casefile.Namespace{Name: casefile.SharedNamespace})
			continue
		}
		tenant, ok := strings.CutPrefix(name, "tenant-")
		tenant, err := url.PathUnescape(tenant)
		if ok && err == nil && filepath.Base(s.file(casefile.TenantNamespace, tenant)) == e.Name() {
			out = append(out, casefile.Namespace{Name: casefile.TenantNamespace, Tenant: tenant})
		}
	}
	slices.SortFunc(out, func(a, b casefile.Namespace) int { return strings.Compare(a.Name+a.Tenant, b.Name+b.Tenant) })
	return out, nil
}
