package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
)

// A wire is what a server was seen to send, and what is to be made of it. The file holds the JSON of it, a line of three
// dashes, and the body as it came.
type wire struct {
	Source  string            `json:"source"`  // where it is documented or was recorded
	Profile string            `json:"profile"` //
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Cut     bool              `json:"cut"`    // the connection is cut after the body
	Schema  string            `json:"schema"` // a JSON Schema that was asked for
	Then    string            `json:"then"`   // the file of the answer to the next try
	Want    struct {
		Text   string `json:"text"`
		In     int    `json:"in"`
		Out    int    `json:"out"`
		Finish string `json:"finish"`
		Fault  Fault  `json:"fault"`
		Why    string `json:"why"` // stands in the error
		After  string `json:"after"`
		Again  bool   `json:"again"`
		Tries  int    `json:"tries"` // requests that are made in all; 0 means 1
		JSON   string `json:"json"`  // the object that is found in the text; "none" wants that none is
	} `json:"want"`
	body []byte
}

func readWire(t *testing.T, name string) wire {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	head, body, ok := bytes.Cut(b, []byte("\n---\n"))
	if !ok {
		t.Fatalf("%s: no line of three dashes", name)
	}
	var w wire
	dec := json.NewDecoder(bytes.NewReader(head))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&w); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if w.Source == "" {
		t.Fatalf("%s: its source is missing", name)
	}
	w.body = body
	return w
}

// serve answers with one wire after another, and with the last one for ever.
func serve(t *testing.T, wires ...wire) (url string, requests *atomic.Int32) {
	requests = new(atomic.Int32)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		is := wires[min(int(requests.Add(1)), len(wires))-1]
		for k, v := range is.Headers {
			w.Header().Set(k, v)
		}
		if is.Cut {
			w.Header().Set("Content-Length", "1000000")
		}
		if is.Status != 0 {
			w.WriteHeader(is.Status)
		}
		w.Write(is.body)
		if is.Cut {
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1", requests
}

func client(t *testing.T, cfg Config) *Client {
	t.Helper()
	if cfg.Model == "" {
		cfg.Model = "m"
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	c.after = func(time.Duration) <-chan time.Time { return closed }
	return c
}

var closed = func() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}()

func hello(schema string) casefile.ModelRequest {
	r := casefile.ModelRequest{For: casefile.StagePlan, System: "Be brief.", Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "hello"}}, MaxTokens: 50}
	if schema != "" {
		r.Name, r.Schema = "reply", json.RawMessage(schema)
	}
	return r
}

func TestWire(t *testing.T) {
	names, err := fs.Glob(os.DirFS("testdata"), "*.wire")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < 30 {
		t.Errorf("%d fixtures, want at least 30", len(names))
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(name, ".wire"), func(t *testing.T) {
			w := readWire(t, name)
			wires := []wire{w}
			if w.Then != "" {
				wires = append(wires, readWire(t, w.Then))
			}
			url, requests := serve(t, wires...)
			c := client(t, Config{URL: url, Profile: w.Profile, Key: "sk-secret", Tries: len(wires), Idle: 2 * time.Second})
			res, err := c.Generate(t.Context(), hello(w.Schema))
			want := w.Want
			if n := int(requests.Load()); n != max(want.Tries, 1) {
				t.Errorf("%d requests, want %d", n, max(want.Tries, 1))
			}
			if want.Fault == "" {
				if err != nil {
					t.Fatal(err)
				}
				if res.Text != want.Text || res.Input != want.In || res.Output != want.Out || res.Told != (want.In+want.Out > 0) || res.Finish != want.Finish {
					t.Errorf("reply %+v, want %+v", res, want)
				}
				if want.JSON != "" {
					var got struct {
						A int `json:"a"`
					}
					err := decide.Parse(res.Text, json.RawMessage(w.Schema), &got)
					if found, _ := json.Marshal(got); (err == nil) != (want.JSON != "none") || err == nil && string(found) != want.JSON {
						t.Errorf("found %s in %q, error %v; want %s", found, res.Text, err, want.JSON)
					}
				}
				return
			}
			var e *Error
			if !errors.As(err, &e) || !errors.Is(err, casefile.ErrNoReply) {
				t.Fatalf("error %v (reply %+v), want an Error", err, res)
			}
			if e.Fault != want.Fault || !strings.Contains(e.Error(), want.Why) || e.Again() != want.Again || strings.Contains(e.Error(), "sk-secret") {
				t.Errorf("error %q (fault %s, again %v), want %+v", e, e.Fault, e.Again(), want)
			}
			if after, _ := time.ParseDuration(want.After); e.RetryAfter != after {
				t.Errorf("retry after %s, want %s", e.RetryAfter, after)
			}
		})
	}
}
