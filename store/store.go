// Package store keeps the documents of a library in SQLite: one file for each tenant and one
// for what is shared. Every read is held to a scope, inside the query.
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
	"strconv"
	"strings"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
	_ "modernc.org/sqlite" // the driver
)

// A Store is a folder of namespaces. It is safe for concurrent use, and two processes may
// use one folder: a writer waits for the other, a reader waits for none.
type Store struct {
	dir      string
	embedder casefile.Embedder
	entities *entity.Recognizer
	mu       sync.Mutex
	ns       map[string]*space
	writers  map[string]*writer
}

// Options say how a store is opened. The zero value keeps neither vectors nor an entity graph.
type Options struct {
	// Embedder makes the vectors of what is written. Without one nothing written is found by Near.
	Embedder casefile.Embedder
	// Entities reads the names of what is written, and of questions. Without it nothing written is found by Linked.
	Entities *entity.Recognizer
}

var _ casefile.Library = (*Store)(nil)

// Open returns the store in dir, without vectors and entities. The folder and its files are made by the first write.
func Open(dir string) (*Store, error) { return OpenWith(dir, Options{}) }

// OpenWith is Open with options.
func OpenWith(dir string, opt Options) (*Store, error) {
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("open the index: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("open the index: %s is a file; remove it or name a folder", dir)
	}
	return &Store{dir: dir, embedder: opt.Embedder, entities: opt.Entities, ns: map[string]*space{}, writers: map[string]*writer{}}, nil
}

// Close closes the files. Nothing may be in flight.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, n := range s.ns {
		errs = append(errs, n.close())
	}
	for _, w := range s.writers {
		errs = append(errs, w.db.Close())
	}
	clear(s.ns)
	clear(s.writers)
	return errors.Join(errs...)
}

// A space is one namespace: the file of a tenant, or the shared one.
type space struct {
	name      string // TenantNamespace or SharedNamespace
	path      string
	file      os.FileInfo // what is open; another file at path means a new index
	read      *sql.DB
	slots     chan struct{} // one for each transaction
	words     pieces
	vec       vectors
	kept      kept
	sets      sync.Mutex
	setsState string
	admitted  map[string]*admitted // what searches admit, at setsState
	stmts     sync.Map             // query → *sql.Stmt; few, for queries are made of a handful of parts
}

// prepared returns a query ready for a transaction. Parsing it anew takes longer than most searches.
func (n *space) prepared(ctx context.Context, tx *sql.Tx, query string) (*sql.Stmt, error) {
	if st, ok := n.stmts.Load(query); ok {
		return tx.StmtContext(ctx, st.(*sql.Stmt)), nil
	}
	st, err := n.read.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if old, loaded := n.stmts.LoadOrStore(query, st); loaded {
		st.Close() // another search was faster
		st = old.(*sql.Stmt)
	}
	return tx.StmtContext(ctx, st), nil
}

const (
	readers = 8 // transactions of a namespace at once; others wait
	spare   = 4 // connections that no transaction takes: one that is under way may need another to prepare a query on
)

// begin begins a read transaction, which done ends.
func (n *space) begin(ctx context.Context) (tx *sql.Tx, done func(), err error) {
	select {
	case n.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if tx, err = n.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true}); err != nil {
		<-n.slots
		return nil, nil, err
	}
	return tx, func() {
		tx.Commit() // nothing was written
		<-n.slots
	}, nil
}

// meta returns the state of a namespace, and its generation, which moves whenever what lies in memory of it is out of date.
func (n *space) meta(ctx context.Context, tx *sql.Tx) (state string, generation int64, err error) {
	st, err := n.prepared(ctx, tx, "SELECT (SELECT value FROM meta WHERE key = 'state'), (SELECT value FROM meta WHERE key = 'generation')")
	if err != nil {
		return "", 0, err
	}
	err = st.QueryRowContext(ctx).Scan(&state, &generation)
	return state, generation, err
}

func (n *space) close() error {
	if n.read == nil {
		return nil
	}
	return n.read.Close()
}

// file returns the path of a namespace. Names are escaped so that no two share a file on any file system.
func (s *Store) file(namespace, tenant string) string {
	if namespace == casefile.SharedNamespace {
		return filepath.Join(s.dir, "shared.db")
	}
	var b strings.Builder
	for _, c := range []byte(tenant) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return filepath.Join(s.dir, "tenant-"+b.String()+".db")
}

// spaces returns the namespaces that who reads: the tenant's, then the shared one. One without a file is left out.
func (s *Store) spaces(who casefile.Scope) ([]*space, error) {
	if err := who.Err(); err != nil {
		return nil, err
	}
	var out []*space
	for _, name := range []string{casefile.TenantNamespace, casefile.SharedNamespace} {
		n, err := s.space(name, s.file(name, who.Identity().Tenant))
		if err != nil {
			return nil, err
		}
		if n != nil {
			out = append(out, n)
		}
	}
	return out, nil
}

// space opens a namespace for reading; nil when its file is not there, or nothing is in it yet.
func (s *Store) space(name, path string) (*space, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(path)
	old := s.ns[path]
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if old != nil { // the index was removed: what was in it is gone
			delete(s.ns, path)
			return nil, old.close()
		}
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("open the index: %w", err)
	case old != nil && os.SameFile(old.file, info):
		return old, nil
	case old != nil:
		delete(s.ns, path)
		if err := old.close(); err != nil {
			return nil, s.explain("close the index that was replaced", err)
		}
	}
	db, err := connect(path, "_pragma=query_only(1)")
	if err != nil {
		return nil, s.explain("open the index", err)
	}
	db.SetMaxOpenConns(readers + spare)
	db.SetMaxIdleConns(readers + spare)
	switch made, err := s.checkFormat(db); {
	case err != nil:
		return nil, errors.Join(err, db.Close())
	case !made:
		return nil, db.Close()
	}
	n := &space{name: name, path: path, file: info, read: db, slots: make(chan struct{}, readers)}
	s.ns[path] = n
	return n, nil
}

// connect opens a file; each connection of the pool gets the same settings.
func connect(path string, settings ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs)}
	u.RawQuery = strings.Join(append([]string{"_pragma=busy_timeout(10000)", "_pragma=journal_mode(WAL)", "_pragma=synchronous(NORMAL)",
		"_pragma=cache_size(-4000)", "_pragma=temp_store(MEMORY)", "_pragma=trusted_schema(0)"}, settings...), "&")
	return sql.Open("sqlite", u.String())
}

// checkFormat refuses an index that this release did not make. It reports false for a file in which nothing was
// made yet: another process is about to, or one was ended before it could.
func (s *Store) checkFormat(db *sql.DB) (made bool, err error) {
	var v, tables int
	if err := db.QueryRow("SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version").Scan(&v, &tables); err != nil {
		return false, s.explain("open the index", err)
	}
	switch {
	case v == format:
		return true, s.checkFilled(db)
	case v == 0 && tables == 0:
		return false, nil
	}
	return false, s.wrongFormat(v)
}

// filled are the tables that have a row where a version has a passage.
var filled = []string{"acl", "acl_term", "section", "chunk"}

// checkFilled refuses an index of which a table was emptied: its searches would find nothing, which says that the documents hold nothing.
func (s *Store) checkFilled(db *sql.DB) error {
	for _, t := range filled {
		var gone bool
		if err := db.QueryRow("SELECT EXISTS (SELECT 1 FROM version WHERE chunks > 0) AND NOT EXISTS (SELECT 1 FROM " + t + ")").Scan(&gone); err != nil {
			return s.explain("open the index", err)
		}
		if gone {
			return s.explain("open the index", fmt.Errorf("%w: the table %s is empty", ErrDamaged, t))
		}
	}
	return nil
}

func (s *Store) wrongFormat(v int) error {
	return fmt.Errorf("open the index: %w (format %s, not %d): remove %s and run casefile ingest", ErrFormat, formatName(v), format, s.dir)
}

func formatName(v int) string {
	if v == 0 {
		return "none"
	}
	return strconv.Itoa(v)
}

// State returns a text that changes whenever a read of who could give something else.
func (s *Store) State(ctx context.Context, who casefile.Scope) (string, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, n := range spaces {
		var state string
		if err := n.read.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = 'state'").Scan(&state); err != nil {
			return "", s.explain("read the state of the index", err)
		}
		parts = append(parts, n.name+":"+state)
	}
	return strings.Join(parts, ","), nil
}
