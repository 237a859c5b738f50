// Package trace keeps the events of a case: the private case log, which replays and resumes,
// and the shared trace, which is cut and redacted.
package trace

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	buf  bytes.Buffer // of the line that is written

	unsynced bool // an answer was written since the disk was last waited for
}

// ErrBusy says that another process writes to the same log.
var ErrBusy = errors.New("another process writes to it")

// Create opens a new case log with mode 0600. A case log that is already there is replaced; any
// other file gives ErrTaken. The folder is made when it is missing.
func Create(path string) (*Writer, error) {
	f, err := created(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("case log: %w", err)
		}
		f, err = created(path)
	}
	if errors.Is(err, fs.ErrExist) {
		f, err = replaced(path)
	}
	if err != nil {
		return nil, fmt.Errorf("case log: %w", err)
	}
	return &Writer{path: path, file: f, seen: map[string]bool{}}, nil
}

// created makes the file of a case, which is new unless it was named by hand.
func created(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
}

// replaced empties a case log that is there.
func replaced(path string) (*os.File, error) {
	if err := replaceable(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(0o600); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func replaceable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: %w; name another file", path, ErrTaken)
	case info.Size() == 0:
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 9)
	if n, _ := f.Read(head); n < len(head) || string(head) != `{"case":"` {
		return fmt.Errorf("%s: %w; name another file", path, ErrTaken)
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

// CutBack leaves the first n events of a case log, at least one, so that a case goes on from there.
func CutBack(path string, n int) error {
	log, err := Read(path)
	if err != nil {
		return err
	}
	if n < 1 || n >= len(log.Events) {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("case log: %w", err)
	}
	size := 0
	for range log.Lines[n-1] {
		size += bytes.IndexByte(data[size:], '\n') + 1
	}
	if err := os.Truncate(path, int64(size)); err != nil {
		return fmt.Errorf("case log: %w", err)
	}
	return nil
}

// Path returns the log's path.
func (w *Writer) Path() string { return w.path }

// Record appends one event. It is whole in the file, for other processes and after a kill, when Record returns. What a loss of power may not
// take either is an answer whose log is closed: see Close.
func (w *Writer) Record(_ context.Context, e casefile.Event) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	b, hash, err := w.encode(e)
	if err != nil {
		return fmt.Errorf("case log: %w", err)
	}
	if end, err := w.file.Seek(0, io.SeekEnd); err != nil {
		return fmt.Errorf("case log %s: %w", w.path, err)
	} else if end != w.size {
		return fmt.Errorf("case log %s: %w; let one of them end, or name another file", w.path, ErrBusy)
	}
	n, err := w.file.Write(b)
	w.size += int64(n)
	if err != nil {
		return fmt.Errorf("case log %s: %w; free some space or name another place with --trace", w.path, err)
	}
	w.prev = hash
	w.unsynced = w.unsynced || e.Stage == casefile.StageAnswer
	return nil
}

// Close closes the file. Where it has an answer, all of it is on the disk when Close returns without an error: who must not show an answer that a
// loss of power could leave without its log closes the log first, as the command does.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var err error
	if w.unsynced {
		w.unsynced = false
		err = w.file.Sync()
	}
	if err = errors.Join(err, w.file.Close()); err != nil {
		return fmt.Errorf("case log %s: %w", w.path, err)
	}
	return nil
}

// encode returns the line of an event with its hash, and the hash. The bytes hold until the next event.
func (w *Writer) encode(e casefile.Event) ([]byte, string, error) {
	l := line{Event: e, Prev: w.prev}
	b, hash, err := l.encode(&w.buf)
	// a line shorter than that has no result as long: most are encoded once
	if err != nil || e.Result == nil || len(b) < sameFrom {
		return b, hash, err
	}
	body, err := json.Marshal(e.Result)
	if err != nil || len(body) < sameFrom {
		return b, hash, err
	}
	key := digest(body)
	if w.seen[key] {
		l.Result, l.Same = nil, key
		return l.encode(&w.buf)
	}
	w.seen[key] = true
	return b, hash, nil
}

// encode writes the line with its hash into buf, which it empties first, and returns its bytes and the hash.
func (l line) encode(buf *bytes.Buffer) ([]byte, string, error) {
	l.Hash = ""
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(l); err != nil {
		return nil, "", err
	}
	body := buf.Bytes()[:buf.Len()-len("\n")]
	hash := digest(body)
	// Hash is the last field, so it is set in place
	buf.Truncate(len(body) - len(`"}`))
	buf.WriteString(hash)
	buf.WriteString("\"}\n")
	return buf.Bytes(), hash, nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}
