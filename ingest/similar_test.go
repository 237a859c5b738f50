package ingest

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
)

// words makes a text of n words that no other number has.
func words(from, n int) string {
	var b strings.Builder
	for i := range n {
		n := uint64(from+i+1) * 0x9e3779b97f4a7c15
		for range 8 { // letters that tell one number from another in every shingle
			b.WriteByte('a' + byte(n>>59)%26)
			n *= 0xbf58476d1ce4e5b9
			n ^= n >> 31
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func TestLikeness(t *testing.T) {
	for _, tt := range []struct {
		name string
		a, b string
		want float64 // counted by construction: shared words over all words
	}{
		{"the same", words(0, 2000), words(0, 2000), 1},
		{"nothing", words(0, 2000), words(50000, 2000), 0},
		{"a half of all", words(0, 1500), words(500, 1500), 0.5},
		{"nine tenths", words(0, 1900), words(100, 1900), 0.9},
		{"width and case do not count", strings.ToUpper(words(0, 500)), words(0, 500), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := shared(tt.a, tt.b); math.Abs(got-tt.want) > 0.06 { // shingles over word borders
				t.Errorf("shared %.3f, want %.2f", got, tt.want)
			}
			if got := sketchOf(tt.a).likeness(sketchOf(tt.b)); math.Abs(got-tt.want) > 0.15 {
				t.Errorf("estimated %.3f, want %.2f", got, tt.want)
			}
		})
	}
}

func TestLikelyPairs(t *testing.T) {
	ks := []sketch{sketchOf(words(0, 2000)), sketchOf(words(90000, 2000)), sketchOf(words(50, 2000)), sketchOf("a"), sketchOf("b"), nil}
	if got := likelyPairs(ks); !slices.Equal(got, [][2]int{{0, 2}}) {
		t.Errorf("pairs %v, want the first and the third", got)
	}
}

func TestSketchJSON(t *testing.T) {
	k := sketchOf(words(0, 100))
	b, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	var back sketch
	if err := json.Unmarshal(b, &back); err != nil || !slices.Equal(back, k) {
		t.Errorf("%v: %v", err, back)
	}
	for _, bad := range []string{`"AA=="`, `"*"`, `3`} {
		if json.Unmarshal([]byte(bad), &back) == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func BenchmarkSketch(b *testing.B) {
	s := words(0, 2000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		sketchOf(s)
	}
}
