package tool

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Bounds on what a call may cost.
const (
	defaultTimeout = 5 * time.Second
	lockWait       = time.Second // a writer that holds a lock for longer is not about to let go
	maxConns       = 8
	maxValueBytes  = 16 << 20 // one value, inside SQLite
)

// A DatabaseConfig says how to open a database.
type DatabaseConfig struct {
	Name    string        // as the workspace calls it
	File    string        // the SQLite file
	Private []string      // "table.column", or "database.table.column": never read
	Timeout time.Duration // of one call; 0 means 5 s
}

// A Database is an SQLite file that can be read and nothing else: opened read-only, with an
// authorizer that allows a SELECT, the columns that are not private and the SQL functions of a list.
type Database struct {
	name    string
	file    string
	private map[string]bool
	timeout time.Duration

	mu     sync.Mutex
	pool   *sql.DB
	opened os.FileInfo // the file the pool has open
	header *os.File    // the same file, open as long as the pool: closing it would drop the locks of the pool's connections
}

// Open opens a database. It fails with a hint when the file is missing or is not an SQLite database.
// A database that is locked opens: its calls wait for their time and then say so.
func Open(c DatabaseConfig) (*Database, error) {
	if c.File == "" || strings.HasPrefix(c.File, ":memory:") || strings.HasPrefix(c.File, "file:") {
		return nil, fmt.Errorf("database %s: %q is not a file: set databases.%s.dsn in casefile.yaml to the path of an SQLite file", c.Name, c.File, c.Name)
	}
	abs, err := filepath.Abs(c.File)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", c.Name, err)
	}
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	d := &Database{name: c.Name, file: abs, private: map[string]bool{}, timeout: c.Timeout}
	for _, p := range c.Private {
		parts := strings.Split(strings.ToLower(p), ".")
		if len(parts) == 3 && parts[0] == strings.ToLower(c.Name) {
			parts = parts[1:]
		}
		if len(parts) == 2 {
			d.private[parts[0]+"."+parts[1]] = true
		}
	}
	if err := d.probe(c.File); err != nil {
		return nil, err
	}
	if _, err := d.connections(); err != nil {
		return nil, fmt.Errorf("database %s: %w", c.Name, err)
	}
	return d, nil
}

// probe looks at the file itself, for errors better than the driver's.
func (d *Database) probe(shown string) error {
	hint := fmt.Sprintf("check databases.%s.dsn in casefile.yaml", d.name)
	f, err := os.Open(d.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("database %s: there is no file %s: %s, or make the file first: %w", d.name, shown, hint, os.ErrNotExist)
	case err != nil:
		return fmt.Errorf("database %s: %s cannot be opened: check its permissions: %w", d.name, shown, err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return fmt.Errorf("database %s: %s is a folder: %s", d.name, shown, hint)
	}
	head := make([]byte, 16)
	if n, err := io.ReadFull(f, head); n == 0 {
		return fmt.Errorf("database %s: %s is empty: %s, or make the file first", d.name, shown, hint)
	} else if err != nil || !bytes.Equal(head, []byte("SQLite format 3\x00")) {
		return fmt.Errorf("database %s: %s is not an SQLite database: %s", d.name, shown, hint)
	}
	return nil
}

// Name returns the name the workspace gave it.
func (d *Database) Name() string { return d.name }

// Close closes the connections. No call may be under way.
func (d *Database) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pool == nil {
		return nil
	}
	err := errors.Join(d.pool.Close(), d.header.Close())
	d.pool, d.header = nil, nil
	return err
}

// connections returns the pool, made anew where the file was replaced by another one.
func (d *Database) connections() (*sql.DB, error) {
	st, err := os.Stat(d.file)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pool != nil && os.SameFile(st, d.opened) {
		return d.pool, nil
	}
	header, err := os.Open(d.file)
	if err != nil {
		return nil, err
	}
	if st, err = header.Stat(); err != nil {
		return nil, errors.Join(err, header.Close())
	}
	pool, err := d.dial(header, false)
	if err != nil {
		return nil, errors.Join(err, header.Close())
	}
	pool.SetMaxOpenConns(maxConns)
	pool.SetMaxIdleConns(maxConns)
	if d.pool != nil {
		d.pool.Close()
		d.header.Close()
	}
	d.pool, d.opened, d.header = pool, st, header
	return pool, nil
}

// dial returns a pool of guarded connections; with schema they may read the schema too.
func (d *Database) dial(header io.ReaderAt, schema bool) (*sql.DB, error) {
	path := filepath.ToSlash(d.file)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	q := url.Values{}
	q.Set("mode", "ro")
	q.Set("_query_only", "1")
	q.Set("_defensive", "1")
	q.Set("_dqs", "0")
	q.Set("_pragma", "trusted_schema(0)")
	q.Set("_busy_timeout", fmt.Sprint(max(min(d.timeout, lockWait).Milliseconds(), 1)))
	if d.frozen(header) {
		q.Set("immutable", "1")
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}
	c, err := sqlite.NewConnector(u.String())
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(guarded{c, d.private, schema}), nil
}

// frozen reports whether the file is in write-ahead mode in a folder where nothing can be
// made: SQLite can read such a file only when it is told that no one writes it.
func (d *Database) frozen(header io.ReaderAt) bool {
	head := make([]byte, 20)
	if _, err := header.ReadAt(head, 0); err != nil || head[18] != 2 {
		return false
	}
	if _, err := os.Stat(d.file + "-wal"); err == nil {
		return false
	}
	if runtime.GOOS == "windows" {
		return false
	}
	return !writable(filepath.Dir(d.file))
}

func writable(dir string) bool {
	f, err := os.CreateTemp(dir, ".casefile-*")
	if err != nil {
		return false
	}
	f.Close()
	os.Remove(f.Name())
	return true
}

// heading returns the file that the pool has open. A call of connections may close it while it is read, when the
// file was replaced: the read then fails.
func (d *Database) heading() (*os.File, error) {
	if _, err := d.connections(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.header == nil {
		return nil, os.ErrClosed
	}
	return d.header, nil
}

// stamp returns a text that changes when the file's content does: sizes, times and the
// change counters of the file and of its write-ahead log. "" when it cannot be told.
func (d *Database) stamp() string {
	f, err := d.heading()
	if err != nil {
		return ""
	}
	st, err := f.Stat()
	if err != nil {
		return ""
	}
	head := make([]byte, 28)
	if _, err := f.ReadAt(head, 0); err != nil {
		return ""
	}
	s := fmt.Sprintf("%d/%d/%d", st.Size(), st.ModTime().UnixNano(), binary.BigEndian.Uint32(head[24:]))
	w, err := os.Open(d.file + "-wal")
	if err != nil {
		return s
	}
	defer w.Close()
	if st, err = w.Stat(); err != nil {
		return ""
	}
	salts := make([]byte, 32)
	n, _ := io.ReadFull(w, salts)
	return s + fmt.Sprintf("/%d/%d/%x", st.Size(), st.ModTime().UnixNano(), salts[:n])
}

// conn takes a connection and bounds it.
func (d *Database) conn(ctx context.Context) (*sql.Conn, error) {
	pool, err := d.connections()
	if err != nil {
		return nil, err
	}
	c, err := pool.Conn(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range [][2]int{{sqlite3.SQLITE_LIMIT_ATTACHED, 0}, {sqlite3.SQLITE_LIMIT_LENGTH, maxValueBytes}} {
		if _, err := sqlite.Limit(c, l[0], l[1]); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}
