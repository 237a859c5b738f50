package ingest

import (
	"context"
	"strings"
	"testing"

	"github.com/casefile/casefile/ingest/format"
)

func TestChild(t *testing.T) {
	p := newParsers(1)
	defer p.close()
	page := []byte("<html><p>within 15 days</p></html>")
	want := "within 15 days\n"
	if f := p.parse(t.Context(), "a.html", page); f.Text != want {
		t.Fatalf("%+v", f)
	}
	c := <-p.idle
	if c.files != 1 {
		t.Errorf("%d files", c.files)
	}
	if err := c.cmd.Process.Kill(); err != nil { // as the system does when it is short of memory
		t.Fatal(err)
	}
	p.idle <- c
	if f := p.parse(t.Context(), "a.html", page); f.Text != want {
		t.Errorf("after an idle child was killed: %+v", f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f := p.parse(ctx, "a.html", page); f.Status != format.Failed || !strings.Contains(f.Reason, "stopped") {
		t.Errorf("stopped: %+v", f)
	}
}
