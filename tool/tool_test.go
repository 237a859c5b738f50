package tool

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
	_ "modernc.org/sqlite"
)

var (
	cst   = time.FixedZone("CST", 8*3600)
	clock = time.Date(2026, 9, 20, 10, 0, 0, 0, cst)
)

// makeDB makes a database file from SQL and returns its path.
func makeDB(t testing.TB, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "data.db")
	execDB(t, file, script)
	return file
}

func execDB(t testing.TB, file, script string) {
	t.Helper()
	db, err := sql.Open("sqlite", file+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(script); err != nil {
		t.Fatal(err)
	}
}

func openDB(t testing.TB, file string, c DatabaseConfig) *Database {
	t.Helper()
	c.Name, c.File = "main", file
	if c.Timeout == 0 {
		c.Timeout = time.Minute // no test hangs on how busy the machine is
	}
	d, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func scopeOf(t testing.TB, tenant, user string, roles ...string) casefile.Scope {
	t.Helper()
	s, err := casefile.NewScope(casefile.Identity{Tenant: tenant, User: user, Roles: roles}, casefile.DateOf(clock))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t testing.TB, src string) Function {
	t.Helper()
	f, ps := ParseFunction("functions/f.sql", []byte(src))
	if len(ps) > 0 {
		t.Fatal(strictyaml.Problems(ps).Error())
	}
	return f
}

func workspace(d *Database) Workspace {
	return Workspace{
		Databases: map[string]*Database{"main": d}, Zone: cst, Clock: func() time.Time { return clock },
		Identifiers: map[string]string{"item": `T\d{2,4}`},
	}
}

func declare(t testing.TB, w Workspace, src string) *Declared {
	t.Helper()
	d, err := New(context.Background(), parse(t, src), w)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func callTool(t testing.TB, tool casefile.Tool, who casefile.Scope, args string) casefile.Result {
	t.Helper()
	r, err := tool.Call(context.Background(), who, json.RawMessage(args))
	if err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return r
}

// rowsOf writes the rows of a result as JSON, one a line.
func rowsOf(r casefile.Result) string {
	var out []string
	for _, e := range r.Evidence {
		if e.Table != nil {
			for _, row := range e.Table.Rows {
				b, _ := json.Marshal(row)
				out = append(out, string(b))
			}
		}
	}
	return strings.Join(out, "\n")
}

const loans = `
CREATE TABLE loans(id TEXT, tenant TEXT, reader TEXT, due DATETIME, fee TEXT, pages INT, day DATE, phone TEXT);
INSERT INTO loans VALUES
 ('T123','a','u7','2026-09-10 23:30:00','8.50',1234567890123456789,'2026-09-10','111'),
 ('T124','a','u8','2026-09-10T16:30:00Z','12',5,'2026-09-11','222'),
 ('T123','b','u7','2026-08-31T23:30:00+08:00',NULL,NULL,NULL,'333');
CREATE INDEX loans_id ON loans(id);`

const getLoan = `---
name: get_loan
does: one loan
when: one loan is asked about
not: not for several
params:
  loan_id: {type: identifier, identifier: item, required: true, meaning: the loan}
bind: {tenant: session.tenant, user: session.user, roles: session.roles}
owner:
  param: loan_id
  sql: SELECT id FROM loans WHERE id IN (SELECT value FROM json_each(:loan_id)) AND tenant = :tenant
       AND (reader = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'clerk'))
columns:
  id: {type: identifier}
  due: {type: datetime}
  fee: {type: decimal, unit: EUR}
  pages: {type: integer}
  day: {type: date}
freshness: live
---
SELECT id, due, fee, pages, day FROM loans WHERE id = :loan_id AND tenant = :tenant
`

func TestGetOne(t *testing.T) {
	d := openDB(t, makeDB(t, loans), DatabaseConfig{Private: []string{"loans.phone"}})
	f := declare(t, workspace(d), getLoan)
	for _, c := range []struct {
		name, args string
		who        casefile.Scope
		status     casefile.Status
		rows       string
	}{
		{"local time is in the workspace's zone", `{"loan_id":"T123"}`, scopeOf(t, "a", "u7"), casefile.OK, `["T123","2026-09-10T23:30:00+08:00",8.50,1234567890123456789,"2026-09-10"]`},
		{"full width, lower case", `{"loan_id":"ｔ１２３"}`, scopeOf(t, "a", "u7"), casefile.OK, `["T123","2026-09-10T23:30:00+08:00",8.50,1234567890123456789,"2026-09-10"]`},
		{"UTC is moved to the zone, and its day with it", `{"loan_id":"T124"}`, scopeOf(t, "a", "u8"), casefile.OK, `["T124","2026-09-11T00:30:00+08:00",12,5,"2026-09-11"]`},
		{"the same id of another tenant", `{"loan_id":"T123"}`, scopeOf(t, "b", "u7"), casefile.OK, `["T123","2026-08-31T23:30:00+08:00",null,null,null]`},
		{"a role", `{"loan_id":"T124"}`, scopeOf(t, "a", "u1", "clerk"), casefile.OK, `["T124","2026-09-11T00:30:00+08:00",12,5,"2026-09-11"]`},
		{"another's", `{"loan_id":"T124"}`, scopeOf(t, "a", "u7"), casefile.Forbidden, ""},
		{"not there", `{"loan_id":"T999"}`, scopeOf(t, "a", "u7"), casefile.Forbidden, ""},
		{"another tenant's only", `{"loan_id":"T124"}`, scopeOf(t, "b", "u8"), casefile.Forbidden, ""},
		{"not there, to a clerk", `{"loan_id":"T999"}`, scopeOf(t, "a", "u1", "clerk"), casefile.Forbidden, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := callTool(t, f, c.who, c.args)
			if r.Status != c.status || rowsOf(r) != c.rows {
				t.Errorf("got %s %s (%s)\nwant %s %s", r.Status, rowsOf(r), r.Note, c.status, c.rows)
			}
			if c.status == casefile.Forbidden && (r.Note != forbidden().Note || len(r.Evidence) > 0) {
				t.Errorf("forbidden says more than that: %+v", r)
			}
		})
	}
}

// told is a retriever that says how it found what it found.
type told struct{ f casefile.Found }

func (r told) Retrieve(context.Context, casefile.Scope, casefile.Query) ([]casefile.Hit, error) {
	return nil, errors.New("Find is there")
}

func (r told) Find(context.Context, casefile.Scope, casefile.Query) (casefile.Found, error) {
	return r.f, nil
}

func TestASearchSaysHowItFound(t *testing.T) {
	hit := casefile.Hit{Text: "签收后 7 天内可以退货。", Source: casefile.Source{DocID: "d", Chunk: "d:0"}}
	f := casefile.Found{Hits: []casefile.Hit{hit}, Cached: true, Note: "2025 comes first", NoteZH: "优先取 2025 年"}
	s := &Search{Name: "search_documents", Retriever: told{f}}
	r, err := s.Call(t.Context(), scopeOf(t, "shop", "u7"), json.RawMessage(`{"query":"退货"}`))
	if err != nil || r.Status != casefile.OK || !r.Cached || r.Note != f.Note || r.NoteZH != f.NoteZH || len(r.Evidence) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	s.Retriever = told{casefile.Found{Note: "2025 comes first"}}
	if r, err = s.Call(t.Context(), scopeOf(t, "shop", "u7"), json.RawMessage(`{"query":"退货"}`)); err != nil || r.Status != casefile.NoHit || r.Note == f.Note {
		t.Errorf("nothing found: %+v, %v", r, err)
	}
}
