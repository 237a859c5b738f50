package tool

import (
	"context"
	"database/sql/driver"
	_ "embed"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

//go:embed sqlfunctions.txt
var sqlFunctionsFile string

// sqlFunctions are the SQL functions a SELECT may use: those that compute on their arguments
// and touch nothing else. What the next version of SQLite adds is refused until it is listed.
var sqlFunctions = func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(sqlFunctionsFile) {
		if line, _, _ = strings.Cut(line, "#"); strings.TrimSpace(line) != "" {
			for _, name := range strings.Fields(line) {
				m[name] = true
			}
		}
	}
	return m
}()

// A guard decides what a connection may do. Each connection has its own.
type guard struct {
	private map[string]bool // "table.column", lower case
	schema  bool            // may read the schema as well
	denied  string          // why the last statement was refused
}

func (g *guard) decide(action sqlite.AuthorizerActionCode, arg1, arg2, database, _ string) sqlite.AuthorizerReturnCode {
	why := g.refuse(action, arg1, arg2, database)
	if why == "" {
		return sqlite.AuthorizerOK
	}
	if g.denied == "" {
		g.denied = why
	}
	return sqlite.AuthorizerDeny
}

// refuse returns why an action is not allowed, "" where it is.
func (g *guard) refuse(action sqlite.AuthorizerActionCode, arg1, arg2, database string) string {
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRecursive:
		return ""
	case sqlite.AuthFunction:
		if sqlFunctions[strings.ToLower(arg2)] {
			return ""
		}
		return fmt.Sprintf("it uses the SQL function %s, which is not on the list of those allowed", arg2)
	case sqlite.AuthRead:
		table, column := strings.ToLower(arg1), strings.ToLower(arg2)
		switch {
		case database != "" && database != "main":
			return "it reads the database " + database
		case g.private[table+"."+column]:
			return fmt.Sprintf("it reads the private column %s.%s", arg1, arg2)
		case g.schema:
			return ""
		case strings.HasPrefix(table, "sqlite_") || strings.HasPrefix(table, "pragma_") || table == "dbstat" || table == "bytecode" || table == "tables_used":
			return "it reads " + arg1 + ", which belongs to the database itself"
		}
		return ""
	case sqlite.AuthPragma:
		if g.schema && (arg1 == "table_xinfo" || arg1 == "table_list") {
			return ""
		}
		return "it runs the pragma " + arg1
	}
	verb, ok := writes[action]
	if !ok {
		return "it does something other than reading"
	}
	if arg1 == "" {
		return "it " + verb
	}
	return "it " + verb + " " + arg1
}

// writes words what a statement that is not a read does.
var writes = map[sqlite.AuthorizerActionCode]string{
	sqlite.AuthInsert: "writes: INSERT into", sqlite.AuthUpdate: "writes: UPDATE", sqlite.AuthDelete: "writes: DELETE from",
	sqlite.AuthCreateTable: "writes: CREATE TABLE", sqlite.AuthCreateTempTable: "writes: CREATE TABLE",
	sqlite.AuthCreateIndex: "writes: CREATE INDEX", sqlite.AuthCreateTempIndex: "writes: CREATE INDEX",
	sqlite.AuthCreateTrigger: "writes: CREATE TRIGGER", sqlite.AuthCreateTempTrigger: "writes: CREATE TRIGGER",
	sqlite.AuthCreateView: "writes: CREATE VIEW", sqlite.AuthCreateTempView: "writes: CREATE VIEW",
	sqlite.AuthCreateVTable: "writes: CREATE VIRTUAL TABLE", sqlite.AuthDropVTable: "writes: DROP TABLE",
	sqlite.AuthDropTable: "writes: DROP TABLE", sqlite.AuthDropTempTable: "writes: DROP TABLE",
	sqlite.AuthDropIndex: "writes: DROP INDEX", sqlite.AuthDropTempIndex: "writes: DROP INDEX",
	sqlite.AuthDropTrigger: "writes: DROP TRIGGER", sqlite.AuthDropTempTrigger: "writes: DROP TRIGGER",
	sqlite.AuthDropView: "writes: DROP VIEW", sqlite.AuthDropTempView: "writes: DROP VIEW",
	sqlite.AuthAlterTable: "writes: ALTER", sqlite.AuthReindex: "writes: REINDEX", sqlite.AuthAnalyze: "writes: ANALYZE",
	sqlite.AuthAttach: "opens another file: ATTACH", sqlite.AuthDetach: "closes a file: DETACH",
	sqlite.AuthTransaction: "opens or ends a transaction:", sqlite.AuthSavepoint: "opens or ends a transaction:",
}

// A guarded connector puts a guard on every connection before anyone can use it.
type guarded struct {
	driver.Connector
	private map[string]bool
	schema  bool
}

// A guardedConn is a connection with its guard.
type guardedConn struct {
	sqliteConn
	guard *guard
}

// sqliteConn is what the driver's connections can do, so that a wrapper hides nothing of it.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	sqlite.AuthorizerRegisterer
	ColumnInfo(query string) ([]sqlite.ColumnInfo, error)
}

func (c guarded) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	sc, ok := conn.(sqliteConn)
	if !ok {
		conn.Close()
		return nil, fmt.Errorf("the SQLite driver gives a %T, which has no authorizer", conn)
	}
	g := &guard{private: c.private, schema: c.schema}
	if err := sc.RegisterAuthorizer(g.decide); err != nil {
		conn.Close()
		return nil, fmt.Errorf("set the authorizer: %w", err)
	}
	return &guardedConn{sc, g}, nil
}

// Unwrap returns the driver's own connection, which sqlite.Limit needs.
func (c *guardedConn) Unwrap() driver.Conn { return c.sqliteConn }
