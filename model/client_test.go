package model

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/casefile/casefile"
)

// roundTrip is a function as the transport of a client: no network, so that time can be the test's own.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answered(r *http.Request, body io.ReadCloser) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: body, Request: r}
}

const said = `{"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`

// inBubble runs f with a client whose server is do, in a bubble whose clock only moves when all wait.
func inBubble(t *testing.T, cfg Config, do roundTrip, f func(t *testing.T, c *Client)) {
	synctest.Test(t, func(t *testing.T) {
		cfg.URL, cfg.Model = "http://model.test/v1", "m"
		c, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		c.http.Transport = do
		f(t, c)
	})
}

// silent is a body of which nothing comes after its first bytes, until it is closed.
type silent struct {
	first  io.Reader
	closed chan struct{}
	once   sync.Once
}

func newSilent(first string) *silent {
	return &silent{first: strings.NewReader(first), closed: make(chan struct{})}
}

func (s *silent) Read(p []byte) (int, error) {
	if n, err := s.first.Read(p); err == nil {
		return n, nil
	}
	<-s.closed
	return 0, errors.New("closed")
}

func (s *silent) Close() error { s.once.Do(func() { close(s.closed) }); return nil }

// untilCancelled closes a body when its request is cancelled, as the transport does.
func untilCancelled(r *http.Request, s *silent) *http.Response {
	context.AfterFunc(r.Context(), func() { s.Close() })
	return answered(r, s)
}

func faultOfError(t *testing.T, err error) Fault {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, casefile.ErrNoReply) {
		t.Fatalf("error %v, want an Error that wraps ErrNoReply", err)
	}
	return e.Fault
}

func TestIdleAndTotalTime(t *testing.T) {
	for name, tc := range map[string]struct {
		cfg  Config
		dead bool // not even the head of the reply comes
		took time.Duration
		why  string
	}{
		"nothing comes":              {Config{Tries: 1, Idle: 7 * time.Second}, true, 7 * time.Second, "nothing came for 7s"},
		"nothing comes after a part": {Config{Tries: 1, Idle: 7 * time.Second}, false, 7 * time.Second, "nothing came for 7s"},
		"the whole takes too long":   {Config{Tries: 1, Idle: time.Hour, Timeout: 9 * time.Second}, false, 9 * time.Second, "no reply within 9s"},
	} {
		t.Run(name, func(t *testing.T) {
			do := func(r *http.Request) (*http.Response, error) {
				if tc.dead {
					<-r.Context().Done()
					return nil, r.Context().Err()
				}
				return untilCancelled(r, newSilent("data: {\"choices\":[]}\n\n")), nil
			}
			inBubble(t, tc.cfg, do, func(t *testing.T, c *Client) {
				begun := time.Now()
				_, err := c.Generate(t.Context(), hello(""))
				if f := faultOfError(t, err); f != FaultNetwork || !strings.Contains(err.Error(), tc.why) {
					t.Errorf("error %v, want one of the network with %q", err, tc.why)
				}
				if took := time.Since(begun); took != tc.took {
					t.Errorf("it took %s, want %s", took, tc.took)
				}
			})
		})
	}
}

func TestCommentsKeepAReplyAlive(t *testing.T) {
	do := func(r *http.Request) (*http.Response, error) {
		out, in := io.Pipe()
		go func() {
			for range 10 {
				time.Sleep(6 * time.Second)
				io.WriteString(in, ": still thinking\n\n")
			}
			io.WriteString(in, "data: "+said+"\n\n")
			in.Close()
		}()
		return answered(r, out), nil
	}
	inBubble(t, Config{Idle: 7 * time.Second}, do, func(t *testing.T, c *Client) {
		if res, err := c.Generate(t.Context(), hello("")); err != nil || res.Text != "Hello" {
			t.Errorf("reply %+v, error %v", res, err)
		}
	})
}

func TestWaits(t *testing.T) {
	limited := func(after string) roundTrip {
		asked := 0
		return func(r *http.Request) (*http.Response, error) {
			if asked++; asked > 1 {
				return answered(r, io.NopCloser(strings.NewReader(said))), nil
			}
			res := answered(r, io.NopCloser(strings.NewReader(`{"error":{"message":"slow down"}}`)))
			res.StatusCode = 429
			res.Header.Set("Retry-After", after)
			return res, nil
		}
	}
	inBubble(t, Config{Timeout: time.Minute}, limited("11"), func(t *testing.T, c *Client) {
		begun := time.Now()
		if _, err := c.Generate(t.Context(), hello("")); err != nil || time.Since(begun) != 11*time.Second {
			t.Errorf("error %v after %s, want a reply after the 11 s that were asked for", err, time.Since(begun))
		}
	})
	inBubble(t, Config{Timeout: 10 * time.Second}, limited("11"), func(t *testing.T, c *Client) {
		begun := time.Now()
		_, err := c.Generate(t.Context(), hello(""))
		if f := faultOfError(t, err); f != FaultLimit || time.Since(begun) != 0 {
			t.Errorf("error %v after %s, want the limit at once: there is no time to wait", err, time.Since(begun))
		}
	})
}

func TestBreaker(t *testing.T) {
	asked, broken := 0, true
	do := func(r *http.Request) (*http.Response, error) {
		asked++
		if !broken {
			return answered(r, io.NopCloser(strings.NewReader(said))), nil
		}
		res := answered(r, io.NopCloser(strings.NewReader("")))
		res.StatusCode = 500
		return res, nil
	}
	inBubble(t, Config{Tries: 1}, do, func(t *testing.T, c *Client) {
		for range breakAfter {
			faultOfError(t, second(c.Generate(t.Context(), hello(""))))
		}
		err := second(c.Generate(t.Context(), hello("")))
		if asked != breakAfter || faultOfError(t, err) != FaultServer || !strings.Contains(err.Error(), "20s") {
			t.Errorf("asked %d times, error %v: want %d, and the wait told", asked, err, breakAfter)
		}
		time.Sleep(breakFor)
		broken = false
		if err := second(c.Generate(t.Context(), hello(""))); err != nil {
			t.Errorf("after the wait: %v", err)
		}
	})
}

func second[T any](_ T, err error) error { return err }

func TestConcurrency(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	do := func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(time.Second)
		mu.Lock()
		now--
		mu.Unlock()
		return answered(r, io.NopCloser(strings.NewReader(said))), nil
	}
	inBubble(t, Config{AtOnce: 3}, do, func(t *testing.T, c *Client) {
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if _, err := c.Generate(t.Context(), hello("")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if most != 3 {
			t.Errorf("%d requests were in flight at once, want 3", most)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		for range 3 {
			wg.Go(func() { c.Generate(t.Context(), hello("")) })
		}
		synctest.Wait()
		if err := second(c.Generate(ctx, hello(""))); faultOfError(t, err) != FaultNetwork || !strings.Contains(err.Error(), "3 requests are in flight") {
			t.Errorf("error %v, want one that says what it waited for", err)
		}
		wg.Wait()
	})
}

func TestCancelClosesTheConnection(t *testing.T) {
	began, gone := make(chan struct{}), make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "data: {\"choices\":[]}\n\n")
		w.(http.Flusher).Flush()
		close(began)
		<-r.Context().Done() // the server sees the connection close
		close(gone)
	}))
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-began; cancel() }()
	err := second(client(t, Config{URL: s.URL}).Generate(ctx, hello("")))
	<-gone
	if faultOfError(t, err) != FaultNetwork || !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want one that wraps context.Canceled", err)
	}
}

func TestCertificates(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, said) }))
	defer s.Close()
	s.Config.ErrorLog = nil
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := client(t, Config{URL: s.URL, CA: ca, Proxy: "none"}).Generate(t.Context(), hello("")); err != nil {
		t.Errorf("with its authority: %v", err)
	}
	err := second(client(t, Config{URL: s.URL, Tries: 1, Proxy: "none"}).Generate(t.Context(), hello("")))
	if faultOfError(t, err) != FaultNetwork || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("without it: %v", err)
	}
	if _, err := New(Config{URL: s.URL, Model: "m", CA: os.DevNull}); err == nil {
		t.Error("a file without a certificate was taken")
	}
}

func TestKey(t *testing.T) {
	const key = "sk-0123456789"
	for name, tc := range map[string]struct {
		profile string
		header  string
		want    string
	}{
		"bearer":    {"openai", "Authorization", "Bearer " + key},
		"anthropic": {"anthropic", "X-Api-Key", key},
	} {
		t.Run(name, func(t *testing.T) {
			var got string
			var body []byte
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got = r.Header.Get(tc.header)
				body, _ = io.ReadAll(r.Body)
				w.WriteHeader(400)
				io.WriteString(w, "no such model for "+key+" at "+r.Host)
			}))
			defer s.Close()
			err := second(client(t, Config{URL: s.URL, Profile: tc.profile, Key: key}).Generate(t.Context(), hello("")))
			if got != tc.want {
				t.Errorf("%s: %q, want %q", tc.header, got, tc.want)
			}
			if strings.Contains(string(body), key) || strings.Contains(err.Error(), key) {
				t.Errorf("the key stands in the body %s or in the error %v", body, err)
			}
		})
	}
	if _, err := New(Config{URL: "http://u:" + key + "@127.0.0.1/v1", Model: "m"}); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("a password in the URL: %v", err)
	}
	// a port where nothing listens
	s := httptest.NewServer(nil)
	s.Close()
	if err := second(client(t, Config{URL: s.URL, Key: key, Tries: 1}).Generate(t.Context(), hello(""))); strings.Contains(err.Error(), key) {
		t.Errorf("the key stands in %v", err)
	}
}

// TestRequestsAreAlike holds the same request to the same bytes: servers cache by prefix.
func TestRequestsAreAlike(t *testing.T) {
	for _, p := range Profiles() {
		c := client(t, Config{URL: "http://127.0.0.1/v1", Profile: p.Name, Options: map[string]json.RawMessage{"temperature": json.RawMessage("0"), "seed": json.RawMessage("1"), "stop": json.RawMessage(`["x"]`)}})
		r := hello(`{"type":"object"}`)
		first, err := c.body(r, true)
		if err != nil || !json.Valid(first) {
			t.Fatalf("%s: %v: %s", p.Name, err, first)
		}
		for range 20 {
			if again, _ := c.body(r, true); string(again) != string(first) {
				t.Fatalf("%s: %s, then %s", p.Name, first, again)
			}
		}
	}
}

func TestThought(t *testing.T) {
	for in, want := range map[string]struct {
		rest string
		open bool
	}{
		"Paris":                                  {"Paris", false},
		"<think>a</think>Paris":                  {"Paris", false},
		"a</think>Paris":                         {"Paris", false},
		"<think>a<think>b</think>c</think>Paris": {"Paris", false},
		"So <think>a</think>Paris":               {"So Paris", false},
		"So <reasoning>a":                        {"So ", true},
		"<think>a</think>b<think>c":              {"b", true},
	} {
		if rest, open := thought(in); rest != want.rest || open != want.open {
			t.Errorf("%q gave %q, %v; want %q, %v", in, rest, open, want.rest, want.open)
		}
	}
}

func TestThoughtsInPieces(t *testing.T) {
	for in, want := range map[string]string{
		"So <think>a <b> {\"x\":1}</think>{\"x\": 2 < 3}": "So {\"x\": 2 < 3}",
		"<thinking>a</thinking>b<thin>c":                  "b<thin>c",
		"a<reasoning>never ended":                         "a",
		"1 <":                                             "1 ",
	} {
		for size := 1; size <= len(in); size++ {
			var f thoughts
			got := ""
			for s := in; s != ""; s = s[min(size, len(s)):] {
				got += f.pass(s[:min(size, len(s))])
			}
			if got != want {
				t.Errorf("%q in pieces of %d: %q, want %q", in, size, got, want)
			}
		}
	}
}

// TestAReplyIsToldAndBounded hears a reply in pieces as it comes, and does not wait for the end of one that passes its tokens by far.
func TestAReplyIsToldAndBounded(t *testing.T) {
	piece := `data: {"choices":[{"delta":{"content":"0123456789"}}]}` + "\n\n"
	end := `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	for name, tc := range map[string]struct {
		pieces int
		fault  Fault
	}{"short": {3, ""}, "as long as may be": {10, ""}, "without end": {4000, FaultReply}} {
		t.Run(name, func(t *testing.T) {
			body := strings.Repeat(piece, tc.pieces) + end
			inBubble(t, Config{Tries: 1}, func(r *http.Request) (*http.Response, error) {
				return answered(r, io.NopCloser(strings.NewReader(body))), nil
			}, func(t *testing.T, c *Client) {
				var heard []string
				res, err := c.Generate(t.Context(), casefile.ModelRequest{MaxTokens: 30, Tell: func(s string) { heard = append(heard, s) }})
				var e *Error
				if tc.fault == "" && (err != nil || strings.Join(heard, "") != res.Text || len(heard) != tc.pieces) {
					t.Errorf("%q in %d pieces, error %v", res.Text, len(heard), err)
				}
				if tc.fault != "" && (!errors.As(err, &e) || e.Fault != tc.fault || len(heard) > 460) {
					t.Errorf("error %v after %d pieces", err, len(heard))
				}
			})
		})
	}
}
