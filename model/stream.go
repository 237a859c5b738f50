package model

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine bounds one line of a stream, in bytes.
const maxLine = 4 << 20

// An sseEvent is one event of a stream of server-sent events.
type sseEvent struct {
	name string
	data []byte
}

// events calls f with each event of a stream, as the HTML standard has it: lines end with LF, CR or both, data lines are
// joined, comments are passed over. An event that the end of the stream cuts short is given too: servers forget its last line.
func events(r io.Reader, f func(sseEvent) error) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 4096), maxLine)
	sc.Split(anyLine)
	var e sseEvent
	some := false
	give := func() error {
		was, ok := e, some
		e, some = sseEvent{}, false
		if !ok {
			return nil
		}
		return f(was)
	}
	for sc.Scan() {
		line := bytes.TrimPrefix(sc.Bytes(), []byte("\xef\xbb\xbf"))
		if len(line) == 0 {
			if err := give(); err != nil {
				return err
			}
			continue
		}
		field, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			e.name = string(value)
		case "data":
			if some {
				e.data = append(e.data, '\n')
			}
			e.data, some = append(e.data, value...), true
		case "error": // some gateways write a bare line
			e.name, e.data, some = "error", append(e.data, value...), true
		}
	}
	switch err := sc.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return &Error{Fault: FaultServer, Why: fmt.Sprintf("a line of its stream is longer than %d bytes", maxLine)}
	case err != nil:
		return err
	}
	return give()
}

// anyLine splits at LF, CR LF and CR.
func anyLine(data []byte, end bool) (advance int, token []byte, err error) {
	i := bytes.IndexAny(data, "\r\n")
	switch {
	case i < 0 && end && len(data) > 0:
		return len(data), data, nil
	case i < 0:
		return 0, nil, nil
	case data[i] == '\n':
		return i + 1, data[:i], nil
	case i+1 < len(data) && data[i+1] == '\n':
		return i + 2, data[:i], nil
	case i+1 < len(data) || end:
		return i + 1, data[:i], nil
	}
	return 0, nil, nil // a CR at the end of what is read: an LF may follow
}

// stream gathers a reply from a stream.
func (g *gathering) stream(body io.Reader, messages bool) error {
	return events(body, func(e sseEvent) error {
		data := trim(e.data)
		switch {
		case string(data) == "[DONE]":
			g.ended = true
			return nil
		case len(data) == 0, data[0] == ':': // a comment that a gateway gives on as data
			return nil
		case e.name == "error":
			return complained(data)
		case messages:
			return g.messageEvent(data)
		case data[0] != '{':
			return &Error{Fault: FaultServer, Why: "its stream holds what is not JSON: " + strings.Join(strings.Fields(string(data[:min(len(data), 80)])), " ")}
		}
		return g.add(data)
	})
}
