package tool

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
)

const shelf = `CREATE TABLE books(id INTEGER, title TEXT, secret TEXT); INSERT INTO books VALUES (1,'one','s1'),(2,'two','s2');
CREATE VIEW seen AS SELECT id, title, secret FROM books; CREATE VIRTUAL TABLE words USING fts5(body); INSERT INTO words VALUES ('alpha beta');`

// TestOnlyReads tries every way out of a SELECT that SQLite knows, through the connection
// that calls use, and looks at the file afterwards.
func TestOnlyReads(t *testing.T) {
	file := makeDB(t, shelf)
	before, _ := os.ReadFile(file)
	d := openDB(t, file, DatabaseConfig{Private: []string{"books.secret"}})
	out := filepath.Join(t.TempDir(), "out.db")
	for _, q := range []string{
		`UPDATE books SET title = 'x'`,
		`INSERT INTO books VALUES (3,'x','x')`,
		`INSERT INTO books VALUES (3,'x','x') RETURNING id`,
		`REPLACE INTO books VALUES (3,'x','x')`,
		`DELETE FROM books`,
		`WITH x AS (SELECT 1) DELETE FROM books`,
		`CREATE TABLE t(a)`, `CREATE TEMP TABLE t(a)`, `CREATE INDEX i ON books(id)`, `CREATE VIEW v AS SELECT 1`,
		`CREATE TRIGGER g AFTER INSERT ON books BEGIN SELECT 1; END`, `CREATE VIRTUAL TABLE v USING fts5(a)`,
		`DROP TABLE books`, `ALTER TABLE books ADD COLUMN c`, `REINDEX`, `ANALYZE`,
		`VACUUM INTO '` + out + `'`,
		`ATTACH '` + out + `' AS o`, `DETACH main`,
		`PRAGMA query_only=0`, `PRAGMA writable_schema=1`, `PRAGMA journal_mode=DELETE`, `PRAGMA table_info(books)`,
		`PRAGMA query_only=0; ATTACH '` + out + `' AS o; CREATE TABLE o.t(a)`,
		`SELECT 1; DELETE FROM books`,
		`BEGIN`, `BEGIN IMMEDIATE`, `COMMIT`, `SAVEPOINT s`,
		`SELECT load_extension('x')`, `SELECT writefile('` + out + `', 'x')`, `SELECT readfile('/etc/passwd')`, `SELECT edit('x')`,
		`SELECT fts3_tokenizer('simple')`, `SELECT randomblob(1000000000)`, `SELECT zeroblob(1000000000)`, `SELECT random()`, `SELECT current_timestamp`, `SELECT sqlite_version()`,
		`SELECT * FROM sqlite_schema`, `SELECT * FROM sqlite_master`, `SELECT * FROM pragma_table_info('books')`, `SELECT * FROM pragma_database_list`,
		`SELECT secret FROM books`, `SELECT * FROM books`, `SELECT id FROM books WHERE secret > 'a'`, `SELECT id FROM books ORDER BY secret`,
		`SELECT count(DISTINCT secret) FROM books`, `SELECT secret FROM seen`, `SELECT title FROM seen`, `SELECT b.id FROM books b NATURAL JOIN books c`, `SELECT (SELECT max(secret) FROM books)`,
		`SELECT b.id FROM books b JOIN books c USING (secret)`, `SELECT id FROM books WHERE EXISTS (SELECT 1 FROM books x WHERE x.secret = 's1')`,
		`INSERT INTO words(words) VALUES ('rebuild')`,
	} {
		if _, err := d.describe(context.Background(), q); err == nil {
			t.Errorf("%s: was taken", q)
		}
		if strings.Contains(q, "JOIN") {
			continue // the authorizer is not told which columns such a join compares; describe, which every statement passes first, is
		}
		pool, err := d.connections()
		if err != nil {
			t.Fatal(err)
		}
		if rs, err := pool.Query(q); err == nil {
			for rs.Next() {
			}
			if rs.Err() == nil {
				t.Errorf("%s: was allowed", q)
			}
			rs.Close()
		}
		if _, err := pool.Exec(q); err == nil {
			t.Errorf("%s: was executed", q)
		}
		if _, _, err := d.query(context.Background(), []string{"a"}, q, 10, nil); err == nil {
			t.Errorf("%s: was allowed inside the call's own SELECT", q)
		}
	}
	for _, q := range []string{
		`SELECT id, title FROM books`, `SELECT count(*) FROM books`, `SELECT b.id FROM books b JOIN books c USING (id)`,
		`WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r WHERE i<3) SELECT i FROM r`,
		`SELECT value FROM json_each('[1]')`, `SELECT body FROM words WHERE words MATCH 'alpha'`, `SELECT rank() OVER (ORDER BY id) FROM books`,
		`SELECT date('2026-01-01', '+1 day'), strftime('%Y', '2026-01-01'), json_extract('{"a":1}', '$.a'), '{"a":1}' ->> 'a'`,
	} {
		if _, err := d.describe(context.Background(), q); err != nil {
			t.Errorf("%s: %v", q, err)
		}
	}
	after, _ := os.ReadFile(file)
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("another file was made")
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct{ name, file, want string }{
		{"missing", filepath.Join(dir, "none.db"), "there is no file"},
		{"empty", write("empty.db", ""), "is empty"},
		{"not a database", write("notes.txt", "just some notes, long enough to be a head"), "is not an SQLite database"},
		{"a folder", dir, "is a folder"},
		{"memory", ":memory:", "is not a file"},
		{"a URI", "file:x?mode=rwc", "is not a file"},
		{"nothing", "", "is not a file"},
	} {
		_, err := Open(DatabaseConfig{Name: "main", File: c.file})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "databases.main.dsn") {
			t.Errorf("%s: got %v, want %q and the key to mend", c.name, err, c.want)
		}
	}
	if _, err := Open(DatabaseConfig{Name: "main", File: filepath.Join(dir, "none.db")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file is not os.ErrNotExist: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "none.db")); err == nil {
		t.Error("opening made the file")
	}
}

// TestOddPaths opens files whose names mean something in a URI.
func TestOddPaths(t *testing.T) {
	for _, name := range []string{"a b.db", "a%20b.db", "a?mode=rwc.db", "a#b.db", "数据.db", "a&b=c.db"} {
		src := makeDB(t, shelf)
		file := filepath.Join(t.TempDir(), name)
		if err := os.Rename(src, file); err != nil {
			t.Fatal(err)
		}
		d := openDB(t, file, DatabaseConfig{})
		if rows, _, err := d.query(context.Background(), []string{"n"}, "SELECT count(*) FROM books", 1, nil); err != nil || rows[0][0] != int64(2) {
			t.Errorf("%s: %v %v", name, rows, err)
		}
	}
}

const countBooks = `---
name: count_books
does: counts
when: counting
not: not else
columns: {n: {type: integer}}
---
SELECT count(*) AS n FROM books
`

func TestLockedIsTimeout(t *testing.T) {
	file := makeDB(t, shelf)
	d := openDB(t, file, DatabaseConfig{Timeout: 60 * time.Millisecond})
	lock, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	lock.SetMaxOpenConns(1)
	f := declare(t, workspace(d), countBooks)
	if _, err := lock.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	who := scopeOf(t, "a", "u")
	// started while it was locked, too
	g := declare(t, workspace(d), strings.Replace(countBooks, "columns:", "params: {t: {type: enum, query: SELECT title FROM books}}\ncolumns:", 1)+" WHERE :t IS NULL OR title = :t")
	for name, r := range map[string]casefile.Result{
		"before": callTool(t, f, who, `{}`), "during": callTool(t, g, who, `{"t":"one"}`),
	} {
		if r.Status != casefile.Timeout || r.Note == "" || strings.Contains(r.Note, "SQL") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if _, err := lock.Exec("ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	// a busy machine may need more than one of these short times
	after := func(f casefile.Tool, args string) (r casefile.Result) {
		for range 100 {
			if r = callTool(t, f, who, args); r.Status != casefile.Timeout {
				break
			}
		}
		return r
	}
	if r := after(f, `{}`); rowsOf(r) != "[2]" {
		t.Errorf("after: %+v", r)
	}
	if r := after(g, `{"t":"one"}`); rowsOf(r) != "[1]" {
		t.Errorf("after: %+v", r)
	}
}

const endless = `---
name: endless
does: never ends
when: never
not: not ever
columns: {i: {type: integer}}
---
WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i FROM r
`

// TestEndless stops a query that never ends: by its own time, and by the caller's.
func TestEndless(t *testing.T) {
	file := makeDB(t, shelf)
	for name, src := range map[string]string{
		"counting":         endless,
		"a first row":      strings.Replace(endless, "SELECT i FROM r", "SELECT i FROM r WHERE i = 1", 1),
		"sorting":          strings.Replace(endless, "SELECT i FROM r", "SELECT i FROM r ORDER BY i DESC", 1),
		"a cross join":     strings.Replace(endless, "SELECT i FROM r", "SELECT 1 AS i FROM books a, r, books b", 1),
		"inside a subject": strings.Replace(endless, "SELECT i FROM r", "SELECT id AS i FROM books WHERE id = (SELECT max(i) FROM r)", 1),
	} {
		t.Run(name, func(t *testing.T) {
			short := openDB(t, file, DatabaseConfig{Timeout: 30 * time.Millisecond})
			if r := callTool(t, declare(t, workspace(short), src), scopeOf(t, "a", "u"), `{}`); r.Status != casefile.Timeout || !strings.Contains(r.Note, "in time") {
				t.Errorf("%+v", r)
			}
			long := openDB(t, file, DatabaseConfig{Timeout: time.Hour})
			f := declare(t, workspace(long), src)
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(20*time.Millisecond, cancel)
			// without the stop this never returns
			r, err := f.Call(ctx, scopeOf(t, "a", "u"), nil)
			if err != nil || r.Status != casefile.Timeout || r.Note != "the call was cancelled" {
				t.Errorf("%+v %v", r, err)
			}
		})
	}
}

// TestGone loses the file under a running program, and gets another one in its place.
func TestGone(t *testing.T) {
	file := makeDB(t, shelf)
	w := workspace(openDB(t, file, DatabaseConfig{}))
	w.Cache = NewCache()
	f := declare(t, w, countBooks)
	who := scopeOf(t, "a", "u")
	if r := callTool(t, f, who, `{}`); rowsOf(r) != "[2]" {
		t.Fatalf("%+v", r)
	}
	other := makeDB(t, shelf+`INSERT INTO books VALUES (3,'three','s3')`)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if r := callTool(t, f, who, `{}`); r.Status != casefile.Timeout || !strings.Contains(r.Note, "not there") || strings.Contains(r.Note, file) {
		t.Errorf("gone: %+v", r)
	}
	if err := os.Rename(other, file); err != nil {
		t.Fatal(err)
	}
	if r := callTool(t, f, who, `{}`); rowsOf(r) != "[3]" || r.Cached {
		t.Errorf("replaced: %+v", r)
	}
}

func TestDamagedIsTimeout(t *testing.T) {
	file := makeDB(t, shelf)
	d := openDB(t, file, DatabaseConfig{})
	f := declare(t, workspace(d), countBooks)
	b, _ := os.ReadFile(file)
	for i := 100; i < len(b); i++ {
		b[i] = 0xff
	}
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := callTool(t, f, scopeOf(t, "a", "u"), `{}`); r.Status != casefile.Timeout || !strings.Contains(r.Note, "damaged") {
		t.Errorf("%+v", r)
	}
}

// TestWriteAheadLog reads a file that another connection writes to meanwhile.
func TestWriteAheadLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data.db")
	writer, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if _, err := writer.Exec("PRAGMA journal_mode=WAL;" + shelf); err != nil {
		t.Fatal(err)
	}
	w := workspace(openDB(t, file, DatabaseConfig{}))
	w.Cache = NewCache()
	f := declare(t, w, countBooks)
	who := scopeOf(t, "a", "u")
	first, again := callTool(t, f, who, `{}`), callTool(t, f, who, `{}`)
	if rowsOf(first) != "[2]" || first.Cached || !again.Cached {
		t.Fatalf("%+v %+v", first, again)
	}
	if _, err := writer.Exec("INSERT INTO books VALUES (9,'x','x')"); err != nil {
		t.Fatal(err)
	}
	if r := callTool(t, f, who, `{}`); rowsOf(r) != "[3]" || r.Cached {
		t.Errorf("after a write: %+v", r)
	}
}
