package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/casefile/casefile"
)

// ErrChanged says that a line of a log is not as it was written. The error's text names the line.
var ErrChanged = errors.New("the case log was changed")

// ErrEmpty says that a log holds no whole event: the case was ended before its first one was written.
var ErrEmpty = errors.New("the case log holds no whole event; ask the question again")

// A Log is a case log that was read and whose hash chain holds.
type Log struct {
	Events []casefile.Event
	Lines  []int // the line of each event, from 1
	Torn   bool  // the last line was cut off while it was written, and is left out

	size  int64
	last  string
	whole map[string]bool
}

// Read reads a case log and checks its hash chain. A changed, missing or added line gives an error that
// wraps ErrChanged and names the line; a last line without its end is left out and reported by Torn. Without a whole line it is ErrEmpty.
func Read(path string) (Log, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Log{}, fmt.Errorf("case log: %w", err)
	}
	log, err := parse(data)
	if err != nil {
		return Log{}, fmt.Errorf("%s: %w", path, err)
	}
	return log, nil
}

func parse(data []byte) (Log, error) {
	log := Log{whole: map[string]bool{}}
	results := map[string]*casefile.Result{}
	var buf bytes.Buffer
	for n := 1; len(data) > 0; n++ {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			log.Torn = true
			break
		}
		raw := data[:i]
		data = data[i+1:]
		var l line
		if err := json.Unmarshal(raw, &l); err != nil {
			return Log{}, fmt.Errorf("line %d: %w: %v", n, ErrChanged, err)
		}
		want, hash, err := l.encode(&buf)
		switch {
		case err != nil:
			return Log{}, fmt.Errorf("line %d: %w: %v", n, ErrChanged, err)
		case l.Prev != log.last:
			return Log{}, fmt.Errorf("line %d: %w: it does not follow the line before", n, ErrChanged)
		case hash != l.Hash || !bytes.Equal(bytes.TrimSuffix(want, []byte("\n")), raw):
			return Log{}, fmt.Errorf("line %d: %w: its hash does not fit what it says", n, ErrChanged)
		}
		if l.Same != "" {
			res, ok := results[l.Same]
			if !ok {
				return Log{}, fmt.Errorf("line %d: %w: it refers to a result that is not there", n, ErrChanged)
			}
			l.Result = res
		} else if l.Result != nil {
			body, err := json.Marshal(l.Result)
			if err == nil && len(body) >= sameFrom {
				log.whole[digest(body)] = true
				results[digest(body)] = l.Result
			}
		}
		log.last = l.Hash
		log.size += int64(i + 1)
		log.Events = append(log.Events, l.Event)
		log.Lines = append(log.Lines, n)
	}
	if len(log.Events) == 0 {
		return Log{}, ErrEmpty
	}
	if log.Events[0].Stage != casefile.StageOpen || log.Events[0].Open == nil {
		return Log{}, fmt.Errorf("line 1: %w: a case log begins with the opening of the case", ErrChanged)
	}
	return log, nil
}

// Opening returns how the case began.
func (l Log) Opening() casefile.Opening { return *l.Events[0].Open }

// Answer returns the last event when the case was closed.
func (l Log) Answer() (casefile.Event, bool) {
	e := l.Events[len(l.Events)-1]
	return e, e.Stage == casefile.StageAnswer
}
