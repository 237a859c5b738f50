package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The faults that a person can mend. Errors of this package wrap one where it applies.
var (
	ErrDamaged = errors.New("index is damaged")
	ErrFormat  = errors.New("index was made by another release")
	ErrLocked  = errors.New("index is in use by another process")
	ErrFull    = errors.New("disk is full")
	ErrDenied  = errors.New("index cannot be written")
	ErrDisk    = errors.New("the disk failed")
	// ErrSpace: vectors do not fit those of the index, or are none.
	ErrSpace = errors.New("the embedding model does not fit: name another in casefile.yaml, or give this one another name and run casefile ingest")
	// ErrTwice: another file already holds this version of this document.
	ErrTwice = errors.New("given in two files")
)

// explain wraps err with what was being done and, where one is known, how to mend it.
func (s *Store) explain(doing string, err error) error {
	var e *sqlite.Error
	if err == nil || !errors.As(err, &e) {
		if err == nil {
			return nil
		}
		if errors.Is(err, ErrDamaged) { // found by ourselves
			return fmt.Errorf("%s: %w; remove %s and run casefile ingest", doing, err, s.dir)
		}
		return fmt.Errorf("%s: %w", doing, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return s.damaged(doing, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%s: %w: try again when the other casefile command has ended (%v)", doing, ErrLocked, err)
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s: %w: free some space where %s is; nothing was half written (%v)", doing, ErrFull, s.dir, err)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%s: %w: check the disk of %s, its free space and your quota; nothing was half written (%v)", doing, ErrDisk, s.dir, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s: %w: check that you may write to %s (%v)", doing, ErrDenied, s.dir, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

func (s *Store) damaged(doing string, err error) error {
	return fmt.Errorf("%s: %w: remove %s and run casefile ingest (%v)", doing, ErrDamaged, s.dir, err)
}
