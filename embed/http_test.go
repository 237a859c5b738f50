package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const secret = "sk-very-secret"

// serve answers the n-th request, from 0, as answer says.
func serve(t *testing.T, answer func(n int, w http.ResponseWriter, body map[string]json.RawMessage)) *httptest.Server {
	t.Helper()
	var requests atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		if got := r.Header.Get("Authorization"); got != "Bearer "+secret {
			t.Errorf("the key is sent as %q", got)
		}
		answer(int(requests.Add(1))-1, w, body)
	}))
	t.Cleanup(s.Close)
	return s
}

func raw(status int, body string) func(int, http.ResponseWriter, map[string]json.RawMessage) {
	return func(_ int, w http.ResponseWriter, _ map[string]json.RawMessage) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// client returns an embedder whose pauses pass at once and are kept.
func client(t *testing.T, s Server) (*HTTP, *[]time.Duration) {
	t.Helper()
	s.Key, s.Model = secret, "bge"
	e, err := NewHTTP(s)
	if err != nil {
		t.Fatal(err)
	}
	pauses := new([]time.Duration)
	e.c.wait = func(ctx context.Context, d time.Duration) error {
		*pauses = append(*pauses, d)
		return ctx.Err()
	}
	return e, pauses
}

func TestHTTPBatchesAndOrders(t *testing.T) {
	var sizes []int
	s := serve(t, func(_ int, w http.ResponseWriter, body map[string]json.RawMessage) {
		var in []string
		json.Unmarshal(body["input"], &in)
		sizes = append(sizes, len(in))
		var data []string
		for i, text := range in { // each text is its own vector, and the last comes first
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%s,4]}`, i, text))
		}
		slices.Reverse(data)
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
	})
	e, _ := client(t, Server{URL: s.URL + "/v1", Batch: 2})
	vs, err := e.Embed(context.Background(), []string{"3", "0", "", "-3", " "})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float32{{.6, .8}, {0, 1}, {0, 0}, {-.6, .8}, {0, 0}}
	for i := range want {
		if !slices.Equal(vs[i], want[i]) {
			t.Errorf("text %d: %v, want %v", i, vs[i], want[i])
		}
	}
	if !slices.Equal(sizes, []int{2, 1}) {
		t.Errorf("batches of %v: blank texts are not sent", sizes)
	}
}

func TestHTTPMisbehaving(t *testing.T) {
	one := func(v string) string { return `{"data":[{"index":0,"embedding":` + v + `}]}` }
	for _, tt := range []struct {
		name   string
		status int
		body   string
		fault  Fault
		says   string
	}{
		{"wrong count", 200, `{"data":[]}`, FaultServer, "0 vectors for 1 texts"},
		{"wrong dimension", 200, one("[1,0,0]"), FaultServer, "3 numbers, not 2"},
		{"empty vector", 200, one("[]"), FaultServer, "0 numbers"},
		{"not a number", 200, one("[NaN,1]"), FaultServer, "cannot be read"},
		{"too large", 200, one("[1e300,1]"), FaultServer, "no direction"},
		{"null", 200, one("[null,null]"), FaultServer, "no direction"},
		{"zeros", 200, one("[0,0]"), FaultServer, "no direction"},
		{"index out of range", 200, `{"data":[{"index":7,"embedding":[1,0]}]}`, FaultServer, "numbered wrongly"},
		{"a page", 200, "<html>welcome</html>", FaultServer, "with a page"},
		{"nothing", 200, "", FaultServer, "with a page or nothing"},
		{"cut", 200, `{"data":[{"ind`, FaultServer, "cannot be read"},
		{"key echoed", 401, `{"error":{"message":"invalid key ` + secret + `"}}`, FaultKey, "invalid key (the key)"},
		{"no such model", 404, `{"error":"model bge not found"}`, FaultCaller, "model bge not found"},
		{"page of an error", 502, "<html>bad gateway</html>", FaultServer, "a web page"},
		{"redirect", 307, "", FaultCaller, "redirects"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := serve(t, raw(tt.status, tt.body))
			e, _ := client(t, Server{URL: s.URL, Dim: 2})
			_, err := e.Embed(context.Background(), []string{"x"})
			var fault *Error
			if !errors.As(err, &fault) || fault.Fault != tt.fault || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v: want a fault of the %s that says %q", err, tt.fault, tt.says)
			}
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("the key is in %q", err)
			}
		})
	}
}

func TestHTTPTriesAgain(t *testing.T) {
	s := serve(t, func(n int, w http.ResponseWriter, _ map[string]json.RawMessage) {
		switch n {
		case 0:
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusTooManyRequests)
		case 1:
			conn, _, err := w.(http.Hijacker).Hijack()
			if err == nil {
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"data\":[")
				conn.Close()
			}
		case 2:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
			io.WriteString(w, `{"data":[{"embedding":[0,2]}]}`)
		}
	})
	e, pauses := client(t, Server{URL: s.URL})
	vs, err := e.Embed(context.Background(), []string{"x"})
	if err != nil || !slices.Equal(vs[0], []float32{0, 1}) {
		t.Fatal(vs, err)
	}
	within := func(d, mean time.Duration) bool { return d >= mean/2 && d < mean+mean/2 }
	if p := *pauses; len(p) != 3 || p[0] != 7*time.Second || !within(p[1], time.Second) || !within(p[2], 2*time.Second) {
		t.Errorf("pauses %v: want 7s as the server asks, then about one second and about two", p)
	}
}

func TestHTTPHalvesWhatIsTooMuch(t *testing.T) {
	var sizes []int
	s := serve(t, func(_ int, w http.ResponseWriter, body map[string]json.RawMessage) {
		var in []string
		json.Unmarshal(body["input"], &in)
		sizes = append(sizes, len(in))
		if len(in) > 2 {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		var data []string
		for i, text := range in {
			data = append(data, fmt.Sprintf(`{"index":%d,"embedding":[%s,4]}`, i, text))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(data, ","))
	})
	e, _ := client(t, Server{URL: s.URL})
	vs, err := e.Embed(context.Background(), []string{"3", "0", "3", "-3", "3"})
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range []float32{.6, 0, .6, -.6, .6} {
		if vs[i][0] != x {
			t.Errorf("text %d: %v", i, vs[i])
		}
	}
	if !slices.Equal(sizes, []int{5, 2, 3, 1, 2}) {
		t.Error(sizes)
	}
}

func TestHTTPGivesUp(t *testing.T) {
	n := 0
	s := serve(t, func(_ int, w http.ResponseWriter, _ map[string]json.RawMessage) {
		n++
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	e, _ := client(t, Server{URL: s.URL, Tries: 3})
	if _, err := e.Embed(context.Background(), []string{"x"}); err == nil || n != 3 {
		t.Errorf("%v after %d tries", err, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ctx, []string{"x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v: want the context's error", err)
	}
}

func TestHTTPNoAnswer(t *testing.T) {
	done := make(chan struct{})
	s := serve(t, func(int, http.ResponseWriter, map[string]json.RawMessage) { <-done })
	defer close(done)
	e, _ := client(t, Server{URL: s.URL, Tries: 1, Timeout: time.Millisecond})
	_, err := e.Embed(context.Background(), []string{"x"})
	if err == nil || !strings.Contains(err.Error(), "did not answer within 1ms") {
		t.Error(err)
	}
}

func TestServerIsChecked(t *testing.T) {
	for url, says := range map[string]string{
		"":                         "http://",
		"ftp://x/v1":               "http://",
		"http://u:pw@127.0.0.1/v1": "password",
	} {
		if _, err := NewHTTP(Server{URL: url}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", url, err)
		} else if strings.Contains(err.Error(), "pw@") {
			t.Errorf("the password is in %q", err)
		}
	}
}

func TestSpaceNamesModelServerAndLength(t *testing.T) {
	a, _ := NewHTTP(Server{URL: "http://one/v1", Model: "m", Key: secret})
	b, _ := NewHTTP(Server{URL: "http://two/v1", Model: "m"})
	c, _ := NewHTTP(Server{URL: "http://one/v1", Model: "m", Dim: 64})
	if a.Space() == b.Space() || a.Space() == c.Space() || strings.Contains(a.Space(), secret) {
		t.Error(a.Space(), b.Space(), c.Space())
	}
}
