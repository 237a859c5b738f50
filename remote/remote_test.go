package remote

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestRefused(t *testing.T) {
	for _, tc := range []struct {
		name   string
		status int
		body   string
		fault  Fault
		why    string
	}{
		{"message with its type", 400, `{"error":{"message":"too long","type":"invalid_request_error"}}`, Caller, "too long (invalid_request_error)"},
		{"error is a text", 404, `{"error":"model bge not found"}`, Caller, "model bge not found"},
		{"detail is a text", 422, `{"detail":"field required"}`, Caller, "field required"},
		{"a page", 502, "\xef\xbb\xbf <html>bad gateway</html>", Server, "it answered with a web page, not with JSON"},
		{"nothing", 503, "", Server, "Service Unavailable"},
		{"the key echoed", 401, `{"message":"bad key sk-1"}`, Key, "bad key (the key)"},
		{"a limit", 429, `{"error":{"message":"slow down"}}`, Limit, "slow down"},
		{"a quota", 429, `{"error":{"message":"no credit","type":"insufficient_quota"}}`, Key, "no credit (insufficient_quota)"},
		{"a redirect", 307, "", Caller, "it redirects to another address; name that one as url"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Refused(&http.Response{StatusCode: tc.status, Header: http.Header{}}, strings.NewReader(tc.body), "sk-1")
			if got.Fault != tc.fault || got.Why != tc.why {
				t.Errorf("%+v, want %s: %s", got, tc.fault, tc.why)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	for _, tc := range []struct {
		header map[string]string
		want   time.Duration
	}{
		{map[string]string{"Retry-After": "7"}, 7 * time.Second},
		{map[string]string{"Retry-After": "86400"}, 5 * time.Minute},
		{map[string]string{"Retry-After": "1e300"}, 5 * time.Minute},
		{map[string]string{"Retry-After-Ms": "250", "Retry-After": "7"}, 250 * time.Millisecond},
		{map[string]string{"Retry-After": "Mon, 30 Nov 2026 12:00:30 GMT", "Date": "Mon, 30 Nov 2026 12:00:00 GMT"}, 30 * time.Second},
		{map[string]string{"Retry-After": "Mon, 30 Nov 2026 11:00:00 GMT", "Date": "Mon, 30 Nov 2026 12:00:00 GMT"}, 0},
		{map[string]string{"Retry-After": "soon"}, 0},
		{nil, 0},
	} {
		h := http.Header{}
		for k, v := range tc.header {
			h.Set(k, v)
		}
		if got := RetryAfter(h); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.header, got, tc.want)
		}
	}
}

func TestBase(t *testing.T) {
	for in, says := range map[string]string{"http://127.0.0.1:8080/v1": "", "127.0.0.1:8080": "want http://", "ftp://h/v1": "want http://", "https://u:p@h/v1": "holds a password", "": "want http://"} {
		_, err := Base(in)
		if (err == nil) != (says == "") || err != nil && (!strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "u:p")) {
			t.Errorf("%q: %v, want %q", in, err, says)
		}
	}
}
