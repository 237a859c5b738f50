package model

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/remote"
)

// A Fault says whose fault it is that there is no reply.
type Fault = remote.Fault

// The faults: those of any server, and a model's own.
const (
	FaultCaller        = remote.Caller
	FaultKey           = remote.Key
	FaultLimit         = remote.Limit
	FaultServer        = remote.Server
	FaultNetwork       = remote.Network
	FaultReply   Fault = "model" // the model's reply is empty, cut off, or refused
	FaultBusy    Fault = "busy"  // too many requests of ours are in flight
)

// An Error is why there is no reply. It never holds the key.
type Error struct {
	Fault      Fault
	Status     int           // of HTTP, 0 where there was none
	Why        string        //
	RetryAfter time.Duration // what the server asks for, 0 where it does not
	err        error
}

// Error says whose fault it is and why.
func (e *Error) Error() string {
	s := "model: " + string(e.Fault) + ": "
	if e.Status != 0 {
		s += fmt.Sprintf("HTTP %d: ", e.Status)
	}
	return s + e.Why
}

// Unwrap makes every Error a casefile.ErrNoReply.
func (e *Error) Unwrap() []error {
	if e.err != nil {
		return []error{casefile.ErrNoReply, e.err}
	}
	return []error{casefile.ErrNoReply}
}

// Again reports whether the same request may succeed when it is made again.
func (e *Error) Again() bool { return e.Fault.Passes() }

// refusal reads an answer whose status is not 200.
func (c *Client) refusal(res *http.Response, body io.Reader) *Error {
	r := remote.Refused(res, body, c.cfg.Key)
	return &Error{Fault: r.Fault, Status: res.StatusCode, Why: r.Why, RetryAfter: r.After}
}
