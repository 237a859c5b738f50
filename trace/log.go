// Package trace keeps the events of a case: the private case log, which replays and resumes,
// and the shared trace, which is cut and redacted.
package trace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/casefile/casefile"
)

// A line is one event in a case log. Hash covers Prev and everything else of the line, so that
// the first changed line is found.
type line struct {
	casefile.Event
	Same string `json:"same,omitempty"` // the hash of a result that stands whole in an earlier line
	Prev string `json:"prev"`
	Hash string `json:"hash"`
}

// sameFrom is the size from which a result is written once and then referred to.
const sameFrom = 2 << 10

// ErrTaken says that a file is there and is not a case log; it is never written over.
var ErrTaken = errors.New("the file is there and is not a case log")

// A Writer appends events to a case log. It is safe for concurrent use.
type Writer struct {
	mu   sync.Mutex
	path string
	file *os.File
	size int64
	prev string
	seen map[string]bool
}

// ErrBusy says that another process writes to the same log.
var ErrBusy = errors.New("another process writes to it")

// Create opens a new case log with mode 0600. A case log that is already there is replaced; any
// other file gives ErrTaken. The folder is made when it is missing.
func Create(path string) (*Writer, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("case log: %w", err)
	}
	if err := replaceable(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("case log: %w", err)
	}
	if err := f.Chmod(0o600); err != nil {
		f.Close()
		return nil, fmt.Errorf("case log: %w", err)
	}
	return &Writer{path: path, file: f, seen: map[string]bool{}}, nil
}

func replaceable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("case log: %w", err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("case log %s: %w; name another file", path, ErrTaken)
	case info.Size() == 0:
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("case log: %w", err)
	}
	defer f.Close()
	head := make([]byte, 9)
	if n, _ := f.Read(head); n < len(head) || string(head) != `{"case":"` {
		return fmt.Errorf("case log %s: %w; name another file", path, ErrTaken)
	}
	return nil
}

// Continue opens a case log to go on after its last whole line; a torn last line is cut off.
// It returns the events that are there. A log with a changed line is refused.
func Continue(path string) (*Writer, []casefile.Event, error) {
	log, err := Read(path)
	if err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("case log: %w", err)
	}
	if err = f.Truncate(log.size); err == nil {
		_, err = f.Seek(log.size, 0)
	}
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("case log: %w", err)
	}
	return &Writer{path: path, file: f, size: log.size, prev: log.last, seen: log.whole}, log.Events, nil
}

// Path returns the log's path.
func (w *Writer) Path() string { return w.path }

// Record appends one event. It is whole in the file, for other processes and after a kill, when Record returns;
// the answer is also synced to the disk.
func (w *Writer) Record(_ context.Context, e casefile.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	l := line{Event: e, Prev: w.prev}
	if e.Result != nil {
		body, err := json.Marshal(e.Result)
		if err != nil {
			return fmt.Errorf("case log: %w", err)
		}
		if len(body) >= sameFrom {
			key := digest(body)
			if w.seen[key] {
				l.Result, l.Same = nil, key
			}
			w.seen[key] = true
		}
	}
	b, hash, err := l.encode()
	if err != nil {
		return fmt.Errorf("case log: %w", err)
	}
	if info, err := w.file.Stat(); err != nil {
		return fmt.Errorf("case log %s: %w", w.path, err)
	} else if info.Size() != w.size {
		return fmt.Errorf("case log %s: %w; let one of them end, or name another file", w.path, ErrBusy)
	}
	n, err := w.file.Write(b)
	w.size += int64(n)
	if err != nil {
		return fmt.Errorf("case log %s: %w; free some space or name another place with --trace", w.path, err)
	}
	w.prev = hash
	if e.Stage == casefile.StageAnswer {
		if err := w.file.Sync(); err != nil {
			return fmt.Errorf("case log %s: %w", w.path, err)
		}
	}
	return nil
}

// Close closes the file.
func (w *Writer) Close() error { return w.file.Close() }

// encode returns the line with its hash, and the hash.
func (l line) encode() ([]byte, string, error) {
	l.Hash = ""
	body, err := json.Marshal(l)
	if err != nil {
		return nil, "", err
	}
	hash := digest(body)
	// Hash is the last field, so it is set in place
	body = append(body[:len(body)-len(`"}`)], hash...)
	return append(body, "\"}\n"...), hash, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
