package model

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/casefile/casefile"
)

// A Fault says whose fault it is that there is no reply.
type Fault string

// The faults.
const (
	FaultCaller  Fault = "request" // the server does not take the request as it is: ours to mend
	FaultKey     Fault = "key"     // the key is missing, wrong, or not allowed to
	FaultLimit   Fault = "limit"   // a rate or a quota is used up
	FaultServer  Fault = "server"  // the server failed, or sent what is no reply
	FaultNetwork Fault = "network" // the connection failed, was cut, or nothing came in time
	FaultReply   Fault = "model"   // the model's reply is empty, cut off, or refused
	FaultBusy    Fault = "busy"    // too many requests of ours are in flight
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
func (e *Error) Again() bool {
	return e.Fault == FaultLimit || e.Fault == FaultServer || e.Fault == FaultNetwork
}

// refusal reads an answer whose status is not 200.
func (c *Client) refusal(res *http.Response, body io.Reader) *Error {
	e := &Error{Status: res.StatusCode, Fault: faultOf(res.StatusCode), RetryAfter: retryAfter(res.Header)}
	b, _ := io.ReadAll(io.LimitReader(body, 64<<10))
	why, _ := grievance(b)
	e.Why = c.clean(why)
	switch {
	case res.StatusCode/100 == 3:
		e.Why = "it redirects to another address; name that one as url"
	case e.Why == "":
		e.Why = http.StatusText(res.StatusCode)
	}
	if e.Fault == FaultLimit && strings.Contains(e.Why, "insufficient_quota") {
		e.Fault = FaultKey // waiting does not help
	}
	return e
}

func faultOf(status int) Fault {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusPaymentRequired:
		return FaultKey
	case status == http.StatusTooManyRequests:
		return FaultLimit
	case status == http.StatusRequestTimeout || status >= 500:
		return FaultServer
	}
	return FaultCaller
}

// grievance finds the message in the body of an error, in the forms that servers give it, and the status it names, 0 where it names none.
func grievance(b []byte) (words string, code int) {
	b = trim(b)
	var m struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Code    json.RawMessage `json:"code"`
	}
	if json.Unmarshal(b, &m) != nil {
		if page(b) {
			return "it answered with a web page, not with JSON", 0
		}
		return strings.Join(strings.Fields(string(b)), " "), 0
	}
	var inner struct {
		Message string          `json:"message"`
		Code    json.RawMessage `json:"code"`
		Type    string          `json:"type"`
	}
	switch {
	case json.Unmarshal(m.Error, &inner) == nil && inner.Message != "":
		words, m.Code = inner.Message, inner.Code
		if inner.Type != "" {
			words += " (" + inner.Type + ")"
		}
	case json.Unmarshal(m.Error, &words) == nil && words != "":
	case m.Message != "":
		words = m.Message
	case json.Unmarshal(m.Detail, &words) == nil && words != "":
	default:
		words = string(b)
	}
	code, _ = strconv.Atoi(strings.Trim(string(m.Code), `"`))
	return strings.Join(strings.Fields(words), " "), code
}

func page(b []byte) bool { return len(b) > 0 && b[0] == '<' }

// retryAfter reads Retry-After: seconds, or a date; and OpenAI's own in milliseconds.
func retryAfter(h http.Header) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("retry-after-ms"), 64); err == nil && ms > 0 {
		return bounded(time.Duration(ms * float64(time.Millisecond)))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
		return bounded(time.Duration(s * float64(time.Second)))
	}
	if t, err := http.ParseTime(v); err == nil {
		served, err := http.ParseTime(h.Get("Date")) // by the server's own clock
		if err != nil {
			served = time.Now()
		}
		return bounded(max(0, t.Sub(served)))
	}
	return 0
}

func bounded(d time.Duration) time.Duration { return min(d, 5*time.Minute) }
