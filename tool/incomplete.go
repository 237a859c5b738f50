package tool

import (
	"context"
	"errors"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// incomplete says, in words for a planner, why a call did not complete; the zero note when the error is
// a fault of the function or of ours. It never repeats what the database said.
func (d *Database) incomplete(ctx context.Context, err error) note {
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(ctx.Err(), context.DeadlineExceeded):
		return say("the database %s did not answer in time", d.name)
	case errors.Is(err, context.Canceled), ctx.Err() != nil:
		return say("the call was cancelled")
	case errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return say("the file of the database %s is not there or cannot be opened", d.name)
	}
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return note{}
	}
	switch se.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return say("the database %s is locked by another program", d.name)
	case sqlite3.SQLITE_INTERRUPT:
		return say("the database %s did not answer in time", d.name)
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY:
		return say("the file of the database %s cannot be read", d.name)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return say("the file of the database %s is damaged", d.name)
	case sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_FULL, sqlite3.SQLITE_TOOBIG:
		return say("the database %s ran out of memory or space for the call", d.name)
	}
	return note{}
}
