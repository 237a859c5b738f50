// Package remote holds what all clients of model servers need to know of HTTP: whose fault a refusal is, what the server
// says of it in any of the forms that servers use, when to ask again, and how to keep the key out of every text. It makes
// no request.
package remote

import (
	"bytes"
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

// A Fault says whose fault it is that there is no reply.
type Fault string

// The faults.
const (
	Caller  Fault = "request" // the server does not take the request as it is: ours to mend
	Key     Fault = "key"     // the key is missing, wrong, or not allowed to
	Limit   Fault = "limit"   // a rate or a quota is used up
	Server  Fault = "server"  // the server failed, or sent what is no reply
	Network Fault = "network" // the connection failed, was cut, or nothing came in time
)

// Passes reports whether the same request may succeed when it is made again.
func (f Fault) Passes() bool { return f == Limit || f == Server || f == Network }

// OfStatus returns the fault that an HTTP status other than 200 stands for.
func OfStatus(status int) Fault {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusPaymentRequired:
		return Key
	case status == http.StatusTooManyRequests:
		return Limit
	case status == http.StatusRequestTimeout || status >= 500:
		return Server
	}
	return Caller
}

// A Refusal is an answer whose status is not 200.
type Refusal struct {
	Fault Fault
	Why   string        // without the key
	After time.Duration // what the server asks to wait, 0 where it does not
}

// Refused reads an answer whose status is not 200; body is its body, which may be bounded already.
func Refused(res *http.Response, body io.Reader, key string) Refusal {
	b, _ := io.ReadAll(io.LimitReader(body, 64<<10))
	words, _ := Grievance(b)
	r := Refusal{Fault: OfStatus(res.StatusCode), Why: Clean(words, key), After: RetryAfter(res.Header)}
	switch {
	case res.StatusCode/100 == 3:
		r.Why = "it redirects to another address; name that one as url"
	case r.Why == "":
		r.Why = http.StatusText(res.StatusCode)
	}
	if r.Fault == Limit && strings.Contains(r.Why, "insufficient_quota") {
		r.Fault = Key // waiting does not help
	}
	return r
}

// Grievance finds the message in the body of an error, in the forms that servers give it, and the status it names, 0 where
// it names none.
func Grievance(b []byte) (words string, code int) {
	b = Trim(b)
	var m struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Code    json.RawMessage `json:"code"`
	}
	if json.Unmarshal(b, &m) != nil {
		if Page(b) {
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

// Trim takes off space and a byte order mark.
func Trim(b []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(b), []byte("\xef\xbb\xbf")))
}

// Page reports whether a trimmed body is a web page.
func Page(b []byte) bool { return len(b) > 0 && b[0] == '<' }

// RetryAfter reads Retry-After: seconds, or a date; and OpenAI's own in milliseconds. It is at most five minutes.
func RetryAfter(h http.Header) time.Duration {
	const most = 5 * time.Minute
	if ms, err := strconv.ParseFloat(h.Get("retry-after-ms"), 64); err == nil && ms > 0 {
		return time.Duration(min(ms, float64(most.Milliseconds())) * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 {
		return time.Duration(min(s, most.Seconds()) * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil {
		served, err := http.ParseTime(h.Get("Date")) // by the server's own clock
		if err != nil {
			served = time.Now()
		}
		return min(most, max(0, t.Sub(served)))
	}
	return 0
}

// Pause returns how long to wait before a try, from 1: what the server asks for, or twice as long each time, never all at once.
func Pause(try int, asked time.Duration) time.Duration {
	if asked > 0 {
		return asked
	}
	d := 500 * time.Millisecond << min(try-1, 6)
	return d/2 + rand.N(d)
}

// Clean keeps a key out of what a server or the network says, and keeps it short.
func Clean(s, key string) string {
	if key != "" {
		s = strings.ReplaceAll(s, key, "(the key)")
	}
	if r := []rune(s); len(r) > 300 {
		s = string(r[:300]) + " …"
	}
	return s
}

// Base reads the base of an API. The error says what is wrong with it.
func Base(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("url %q: want http:// or https:// and the base of the API, such as http://127.0.0.1:8080/v1", s)
	case u.User != nil:
		return nil, errors.New("url: it holds a password; name the key's environment variable instead")
	}
	return u, nil
}

// Stay is a http.Client's CheckRedirect: a redirect would carry the key to another host.
func Stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
