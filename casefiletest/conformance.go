package casefiletest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/casefile/casefile"
)

// A ToolTest says what TestTool may count on.
type ToolTest struct {
	Tool  casefile.Tool
	Who   casefile.Scope
	Good  json.RawMessage // arguments that bring something
	Loose bool            // the tool takes names of arguments that are not in its parameters
}

// TestTool holds a tool to what every tool promises: it describes itself, refuses the zero scope and arguments that do not
// fit, says how each call ended, listens to its context, gives the same for the same, and can be called by many at once.
func TestTool(t *testing.T, tt ToolTest) {
	t.Run("describes itself", func(t *testing.T) {
		s := tt.Tool.Spec()
		if s.Name == "" || s.Does == "" || s.When == "" || s.Not == "" {
			t.Errorf("spec %+v: want a name, what it does, when to use it and when not", s)
		}
		var schema struct {
			Type       string                     `json:"type"`
			Properties map[string]json.RawMessage `json:"properties"`
			Additional *bool                      `json:"additionalProperties"`
		}
		if err := json.Unmarshal(s.Schema, &schema); err != nil || schema.Type != "object" || schema.Additional == nil || *schema.Additional {
			t.Errorf("schema %s: want a closed object (error %v)", s.Schema, err)
		}
		for name := range schema.Properties {
			switch name {
			case "user", "user_id", "tenant", "role", "roles", "version", "as_of":
				t.Errorf("the argument %q would let a caller choose an identity or a version", name)
			}
		}
	})
	t.Run("refuses the zero scope", func(t *testing.T) {
		if _, err := tt.Tool.Call(t.Context(), casefile.Scope{}, tt.Good); !errors.Is(err, casefile.ErrNoScope) {
			t.Errorf("error %v, want ErrNoScope", err)
		}
	})
	t.Run("refuses arguments that do not fit", func(t *testing.T) {
		bad := []string{``, `null`, `[]`, `"x"`, `{`, `{"a":1}{"b":2}`, "\xff\xfe"}
		if !tt.Loose {
			bad = append(bad, `{"no_such_argument":1}`)
		}
		for _, args := range bad {
			if args == `` || args == `null` {
				continue // a tool without required arguments may take them
			}
			res, err := tt.Tool.Call(t.Context(), tt.Who, json.RawMessage(args))
			if err != nil || res.Status != casefile.Invalid || res.Note == "" || len(res.Evidence) > 0 {
				t.Errorf("%q: status %q, note %q, error %v; want invalid with why", args, res.Status, res.Note, err)
			}
		}
	})
	first := callOnce(t, tt)
	t.Run("brings records", func(t *testing.T) {
		if first.Status != casefile.OK && first.Status != casefile.Partial || len(first.Evidence) == 0 {
			t.Fatalf("status %s with %d records, want something", first.Status, len(first.Evidence))
		}
		for _, e := range first.Evidence {
			n := 0
			for _, there := range []bool{e.Source != nil, e.Table != nil, e.Calc != nil} {
				if there {
					n++
				}
			}
			if n != 1 || e.Said {
				t.Errorf("record %+v: want exactly one of a passage, a table and a calculation", e)
			}
			if s := e.Source; s != nil && (s.DocID == "" || s.URI == "" || s.Chunk == "" || s.End < s.Start) {
				t.Errorf("source %+v: want a document, a chunk, a uri and offsets", s)
			}
			if e.Table != nil {
				for _, row := range e.Table.Rows {
					if len(row) != len(e.Table.Columns) {
						t.Errorf("a row has %d cells, the table %d columns", len(row), len(e.Table.Columns))
					}
				}
			}
		}
	})
	t.Run("survives the log", func(t *testing.T) {
		b, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		var back casefile.Result
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(b) {
			t.Errorf("after a round trip:\n%s\nwant\n%s", again, b)
		}
	})
	t.Run("listens to its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		res, err := tt.Tool.Call(ctx, tt.Who, tt.Good)
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			t.Errorf("error %v after a cancel", err)
		case err == nil && res.Status != casefile.Timeout && res.Status != casefile.OK && res.Status != casefile.Partial:
			t.Errorf("status %s after a cancel; want timeout, or the result where it was instant", res.Status)
		}
	})
	t.Run("gives the same to many at once", func(t *testing.T) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				res, err := tt.Tool.Call(t.Context(), tt.Who, tt.Good)
				res.Cached = first.Cached
				if err != nil || !reflect.DeepEqual(res, first) {
					t.Errorf("another result (error %v):\n%+v\nwant\n%+v", err, res, first)
				}
			})
		}
		wg.Wait()
	})
}

func callOnce(t *testing.T, tt ToolTest) casefile.Result {
	t.Helper()
	res, err := tt.Tool.Call(t.Context(), tt.Who, tt.Good)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestRetriever holds a retriever to what every retriever promises for a query that finds something.
func TestRetriever(t *testing.T, r casefile.Retriever, who casefile.Scope, query string) {
	t.Run("refuses the zero scope", func(t *testing.T) {
		if hits, err := r.Retrieve(t.Context(), casefile.Scope{}, casefile.Query{Text: query}); !errors.Is(err, casefile.ErrNoScope) || len(hits) > 0 {
			t.Errorf("%d hits, error %v; want none and ErrNoScope", len(hits), err)
		}
	})
	first, err := r.Retrieve(t.Context(), who, casefile.Query{Text: query})
	if err != nil || len(first) == 0 {
		t.Fatalf("%d hits for %q, error %v", len(first), query, err)
	}
	t.Run("best first, scores from 0 to 1, at most 5", func(t *testing.T) {
		if len(first) > 5 {
			t.Errorf("%d hits, the default is at most 5", len(first))
		}
		last := 1.0
		for _, h := range first {
			if s := h.Source.Score; s < 0 || s > last {
				t.Errorf("score %v after %v", s, last)
			}
			last = h.Source.Score
			if h.Text == "" || h.Source.End-h.Source.Start < len(h.Text) {
				t.Errorf("%s: %d bytes of text at [%d:%d]", h.Source.Chunk, len(h.Text), h.Source.Start, h.Source.End)
			}
		}
	})
	t.Run("the same again", func(t *testing.T) {
		again, err := r.Retrieve(t.Context(), who, casefile.Query{Text: query})
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Errorf("other hits, error %v", err)
		}
	})
	t.Run("holds to the limit", func(t *testing.T) {
		one, err := r.Retrieve(t.Context(), who, casefile.Query{Text: query, Limit: 1})
		if err != nil || len(one) != 1 || one[0].Source.Chunk != first[0].Source.Chunk {
			t.Errorf("limit 1: %d hits, error %v; want the best one", len(one), err)
		}
	})
	t.Run("odd queries find nothing or something, and never fail", func(t *testing.T) {
		for _, q := range []string{"", " ", "？！", "的", "the of", "🙂", `"`, "NEAR(a b)", "a OR", "* - ^", "\x00", "(", "col:x"} {
			if _, err := r.Retrieve(t.Context(), who, casefile.Query{Text: q}); err != nil {
				t.Errorf("%q: %v", q, err)
			}
		}
	})
}
