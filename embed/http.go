package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
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
type Fault string

// The faults.
const (
	FaultCaller  Fault = "request" // the server does not take the request as it is
	FaultKey     Fault = "key"     // the key is missing, wrong, or not allowed to
	FaultLimit   Fault = "limit"   // a rate or a quota is used up
	FaultServer  Fault = "server"  // the server failed, or sent what is no reply
	FaultNetwork Fault = "network" // the connection failed, was cut, or nothing came in time
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

func (e *Error) again() bool {
	return e.Fault == FaultLimit || e.Fault == FaultServer || e.Fault == FaultNetwork
}

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
	u, err := url.Parse(s.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("url %q: want http:// or https:// and the base of the API, such as http://127.0.0.1:8080/v1", s.URL)
	case u.User != nil:
		return nil, errors.New("url: it holds a password; name the key's environment variable instead")
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
	// a redirect would carry the key to another host
	c.http = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
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
		if try >= c.Tries || !e.again() || e.Status == http.StatusOK {
			return e
		}
		d := e.wait
		if d == 0 {
			d = 500 * time.Millisecond << min(try-1, 6)
			d = d/2 + rand.N(d)
		}
		if err := c.wait(ctx, min(d, mostPause)); err != nil {
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
		return c.refusal(res)
	}
	b, err := io.ReadAll(io.LimitReader(res.Body, mostReply+1))
	if err != nil {
		return c.network(ctx, err)
	}
	if len(b) > mostReply {
		return broken("its reply is longer than %d MB", mostReply>>20)
	}
	if err := json.Unmarshal(b, out); err != nil {
		if b = bytes.TrimSpace(b); len(b) == 0 || b[0] == '<' {
			return broken("%s answered with a page or nothing, not with JSON: is the url the base of the API?", c.to)
		}
		return broken("its reply cannot be read: %s", c.clean(err.Error()))
	}
	return nil
}

func (c *caller) network(ctx context.Context, err error) *Error {
	why := c.clean(err.Error())
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why = fmt.Sprintf("%s did not answer within %s", c.to, c.Timeout)
	}
	return &Error{Fault: FaultNetwork, Why: why, cause: err}
}

// refusal reads an answer whose status is not 200.
func (c *caller) refusal(res *http.Response) *Error {
	b, _ := io.ReadAll(io.LimitReader(res.Body, 16<<10))
	e := &Error{Status: res.StatusCode, Why: c.clean(refusalText(b)), Fault: FaultCaller}
	switch status := res.StatusCode; {
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusPaymentRequired:
		e.Fault = FaultKey
	case status == http.StatusTooManyRequests:
		e.Fault = FaultLimit
	case status == http.StatusRequestTimeout || status >= 500:
		e.Fault = FaultServer
	case status/100 == 3:
		e.Why = "it redirects to another address; name that one as url"
	}
	if s, err := strconv.ParseFloat(res.Header.Get("Retry-After"), 64); err == nil && s > 0 {
		e.wait = time.Duration(min(s, mostPause.Seconds()) * float64(time.Second))
	} else if t, err := http.ParseTime(res.Header.Get("Retry-After")); err == nil {
		if served, err := http.ParseTime(res.Header.Get("Date")); err == nil && t.After(served) {
			e.wait = t.Sub(served)
		}
	}
	if e.Why == "" {
		e.Why = http.StatusText(res.StatusCode)
	}
	return e
}

// refusalText finds the message in the body of an error.
func refusalText(b []byte) string {
	var m struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	var inner struct {
		Message string `json:"message"`
	}
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '<' {
		return "it answered with a web page, not with JSON"
	}
	words := string(b)
	if json.Unmarshal(b, &m) == nil {
		switch {
		case json.Unmarshal(m.Error, &inner) == nil && inner.Message != "":
			words = inner.Message
		case json.Unmarshal(m.Error, &words) == nil:
		case m.Message != "":
			words = m.Message
		}
	}
	return strings.Join(strings.Fields(words), " ")
}

// clean keeps the key out of what a server or the network says, and keeps it short.
func (c *caller) clean(s string) string {
	if c.Key != "" {
		s = strings.ReplaceAll(s, c.Key, "(the key)")
	}
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + " …"
	}
	return s
}
