package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/casefile/casefile/remote"
)

// A Server says which model is asked, where, and within what bounds. URL is needed.
type Server struct {
	URL     string        // base of the API, for example http://127.0.0.1:8080/v1
	Model   string        // the model's name on the server; "" sends none, for servers that have one model
	Key     string        // sent as the bearer token; "" sends none. It is in no error.
	Dim     int           // the length that vectors must have; 0 takes that of the first reply
	Batch   int           // texts in one request; 0 means 64
	Timeout time.Duration // of one request; 0 means 30 seconds
	Tries   int           // of one request; 0 means 4
}

const (
	defaultBatch   = 64
	defaultTimeout = 30 * time.Second
	defaultTries   = 4
	mostReply      = 256 << 20 // bytes
	mostPause      = time.Minute
)

// A Fault says whose fault it is that there is no reply.
type Fault = remote.Fault

// The faults.
const (
	FaultCaller  = remote.Caller
	FaultKey     = remote.Key
	FaultLimit   = remote.Limit
	FaultServer  = remote.Server
	FaultNetwork = remote.Network
)

// An Error is why a server gave no vectors or scores. It never holds the key.
type Error struct {
	Fault  Fault
	Status int    // of HTTP, 0 where there was none
	Why    string // in words
	wait   time.Duration
	cause  error
}

// Error says whose fault it is and why.
func (e *Error) Error() string {
	s := "embed: " + string(e.Fault) + ": "
	if e.Status != 0 {
		s += fmt.Sprintf("HTTP %d: ", e.Status)
	}
	return s + e.Why
}

// Unwrap returns the network's error, nil where there is none.
func (e *Error) Unwrap() error { return e.cause }

// broken is a reply that cannot be used; asking again brings the same one.
func broken(format string, args ...any) *Error {
	return &Error{Fault: FaultServer, Status: http.StatusOK, Why: fmt.Sprintf(format, args...)}
}

// A caller posts JSON to one address.
type caller struct {
	Server
	to   string
	http *http.Client
	wait func(ctx context.Context, d time.Duration) error
}

// newCaller returns a caller of URL + path; a URL that ends in the path already is taken as it is.
func newCaller(s Server, path string) (*caller, error) {
	u, err := remote.Base(s.URL)
	if err != nil {
		return nil, err
	}
	if s.Batch <= 0 {
		s.Batch = defaultBatch
	}
	if s.Timeout <= 0 {
		s.Timeout = defaultTimeout
	}
	if s.Tries <= 0 {
		s.Tries = defaultTries
	}
	s.URL = strings.TrimSuffix(s.URL, "/")
	c := &caller{Server: s, to: s.URL, wait: sleep}
	if !strings.HasSuffix(u.Path, path) {
		c.to += path
	}
	c.http = &http.Client{CheckRedirect: remote.Stay}
	return c, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// post sends body and reads the reply into out. What may pass off is tried again, after what the server asks for or
// twice as long each time. The error is an *Error, or ctx's.
func (c *caller) post(ctx context.Context, body, out any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("embed: the request: %w", err)
	}
	for try := 1; ; try++ {
		e := c.once(ctx, raw, out)
		if e == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if try >= c.Tries || !e.Fault.Passes() || e.Status == http.StatusOK {
			return e
		}
		if err := c.wait(ctx, min(remote.Pause(try, e.wait), mostPause)); err != nil {
			return err
		}
	}
}

func (c *caller) once(ctx context.Context, raw []byte, out any) *Error {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.to, bytes.NewReader(raw))
	if err != nil {
		return &Error{Fault: FaultCaller, Why: "the address " + c.to + " cannot be asked"}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if c.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.Key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return c.network(ctx, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		r := remote.Refused(res, res.Body, c.Key)
		return &Error{Fault: r.Fault, Status: res.StatusCode, Why: r.Why, wait: r.After}
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, mostReply+1))
	if err != nil {
		return c.network(ctx, err)
	}
	if len(b) > mostReply {
		return broken("its reply is longer than %d MB", mostReply>>20)
	}
	if err := json.Unmarshal(b, out); err != nil {
		if b = remote.Trim(b); len(b) == 0 || remote.Page(b) {
			return broken("%s answered with a page or nothing, not with JSON: is the url the base of the API?", c.to)
		}
		return broken("its reply cannot be read: %s", remote.Clean(err.Error(), c.Key))
	}
	return nil
}

func (c *caller) network(ctx context.Context, err error) *Error {
	why := remote.Clean(err.Error(), c.Key)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why = fmt.Sprintf("%s did not answer within %s", c.to, c.Timeout)
	}
	return &Error{Fault: FaultNetwork, Why: why, cause: err}
}
