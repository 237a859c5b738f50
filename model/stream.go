package model

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/casefile/casefile/remote"
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
	err := lines(r, func(line []byte) error {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		if len(line) == 0 {
			return give()
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
		return nil
	})
	if err != nil {
		return err
	}
	return give()
}

// lines calls f with each line of a stream, which ends with LF, CR or both. Each byte is looked at once, however the network cuts
// the stream; the line is f's only until it returns.
func lines(r io.Reader, f func(line []byte) error) error {
	in := bufio.NewReader(r)
	var line []byte
	cr := false // the line before ended with CR: an LF belongs to it
	for {
		c, err := in.ReadByte()
		switch {
		case err == io.EOF && len(line) > 0:
			return f(line)
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case c == '\n' && cr:
			cr = false
		case c == '\n' || c == '\r':
			if err := f(line); err != nil {
				return err
			}
			line, cr = line[:0], c == '\r'
		case len(line) == maxLine:
			return &Error{Fault: FaultServer, Why: fmt.Sprintf("a line of its stream is longer than %d bytes", maxLine)}
		default:
			line, cr = append(line, c), false
		}
	}
}

// stream gathers a reply from a stream.
func (g *gathering) stream(body io.Reader, messages bool) error {
	return events(body, func(e sseEvent) error {
		data := remote.Trim(e.data)
		switch {
		case string(data) == "[DONE]":
			g.ended = true
			return nil
		case len(data) == 0, data[0] == ':': // a comment that a gateway gives on as data
			return nil
		case e.name == "error":
			return complained(data)
		case messages:
			if err := g.messageEvent(data); err != nil {
				return err
			}
			return g.heard()
		case data[0] != '{':
			return &Error{Fault: FaultServer, Why: "its stream holds what is not JSON: " + strings.Join(strings.Fields(string(data[:min(len(data), 80)])), " ")}
		}
		if err := g.add(data); err != nil {
			return err
		}
		return g.heard()
	})
}
