package tool

import (
	"context"
	"encoding/json"
	"testing"
)

// BenchmarkCall measures one call: with its ownership check, and from the cache.
func BenchmarkCall(b *testing.B) {
	w := workspace(openDB(b, makeDB(b, loans+sales), DatabaseConfig{}))
	w.Cache = NewCache()
	who := scopeOf(b, "a", "u7")
	for name, c := range map[string]struct {
		f    *Declared
		args string
	}{
		"owned":  {declare(b, w, getLoan), `{"loan_id":"T123"}`},
		"cached": {declare(b, w, top), `{"n":2}`},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.f.Call(context.Background(), who, json.RawMessage(c.args)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
