package model

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"testing"

	"github.com/casefile/casefile"
)

// A server that closes its idle connections may do so as the next request arrives: it is made on a new one, and is no failed try.
func TestAConnectionThatWasClosedWhileIdle(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conns := make(chan int, 4)
	go func() {
		for n := 1; ; n++ {
			c, err := l.Accept()
			if err != nil {
				return
			}
			conns <- n
			in := bufio.NewReader(c)
			if req, err := http.ReadRequest(in); err == nil && req.Header.Get("Idempotency-Key") == "" {
				discard(req)
				const body = `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}]}`
				fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
			}
			if req, err := http.ReadRequest(in); err == nil { // and it closes
				discard(req)
			}
			c.Close()
		}
	}()
	m, err := New(Config{URL: "http://" + l.Addr().String() + "/v1", Model: "m", Tries: 1, Proxy: "none"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		res, err := m.Generate(t.Context(), casefile.ModelRequest{MaxTokens: 5, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "so?"}}})
		if err != nil || res.Text != "yes" {
			t.Fatalf("request %d: %q, error %v", n+1, res.Text, err)
		}
	}
	if len(conns) != 2 {
		t.Errorf("%d connections, want two", len(conns))
	}
}

func discard(r *http.Request) {
	buf := make([]byte, 1<<10)
	for {
		if _, err := r.Body.Read(buf); err != nil {
			return
		}
	}
}
