package model

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// seeds are the bodies of the wire fixtures.
func seeds(f *testing.F) {
	f.Helper()
	names, err := filepath.Glob("testdata/*.wire")
	if err != nil || len(names) == 0 {
		f.Fatalf("no fixtures: %v", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		_, body, _ := bytes.Cut(b, []byte("\n---\n"))
		f.Add(body)
	}
}

// FuzzEvents reads streams whole and byte by byte: what comes of them does not hang on how the network cuts them.
func FuzzEvents(f *testing.F) {
	seeds(f)
	read := func(r io.Reader) (string, error) {
		var b strings.Builder
		err := events(r, func(e sseEvent) error {
			b.WriteString(e.name + "\x00" + string(e.data) + "\x00\x00")
			return nil
		})
		return b.String(), err
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		whole, err := read(bytes.NewReader(body))
		pieces, perr := read(iotest.OneByteReader(bytes.NewReader(body)))
		if whole != pieces || (err == nil) != (perr == nil) {
			t.Errorf("whole: %q, %v; in pieces: %q, %v", whole, err, pieces, perr)
		}
		if len(whole) > 8*len(body)+16 {
			t.Errorf("%d bytes became %d", len(body), len(whole))
		}
	})
}

// FuzzReply reads bodies as replies of both kinds of API: a reply, or an error that says whose fault it is.
func FuzzReply(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, profile := range []string{"openai", "anthropic"} {
			c, err := New(Config{URL: "http://127.0.0.1/v1", Model: "m", Profile: profile})
			if err != nil {
				t.Fatal(err)
			}
			res, err := c.read(&http.Response{StatusCode: 200}, bytes.NewReader(body), wanted{})
			var e *Error
			switch {
			case err != nil && !errors.As(err, &e):
				t.Errorf("%s: error %v is not typed", profile, err)
			case err == nil && res.Text == "":
				t.Errorf("%s: an empty reply passed", profile)
			case len(res.Text) > 3*len(body): // a byte that is no UTF-8 becomes the three of U+FFFD
				t.Errorf("%s: %d bytes became a text of %d", profile, len(body), len(res.Text))
			}
		}
	})
}

// TestReadersAreBounded feeds replies that never end.
func TestReadersAreBounded(t *testing.T) {
	for name, piece := range map[string]string{
		"a line":         "data: x",
		"empty lines":    "\n",
		"comments":       ": wait\n",
		"an event":       "data: {\n",
		"many events":    "data: {\"choices\":[{\"delta\":{\"content\":\"aaaaaaaa\"}}]}\n\n",
		"many calls":     "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"1\",\"function\":{\"arguments\":\"aa\"}},{\"id\":\"2\"}]}}]}\n\n",
		"thoughts":       "data: {\"choices\":[{\"delta\":{\"content\":\"<think></think><think>\"}}]}\n\n",
		"an object":      "{\"a\":",
		"spaces, a list": " [",
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, Config{URL: "http://127.0.0.1/v1"})
			in := &limited{r: &endless{piece: piece}, left: maxReply}
			if _, err := c.read(&http.Response{StatusCode: 200}, in, wanted{}); err == nil {
				t.Error("a reply without an end was taken")
			}
			if in.left < 0 {
				t.Errorf("%d bytes more than the limit were read", -in.left)
			}
		})
	}
}

type endless struct {
	piece string
	at    int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = e.piece[e.at]
		e.at = (e.at + 1) % len(e.piece)
	}
	return len(p), nil
}
