package embed

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"
)

// word is a row of a table of two dimensions, as asset/README.md describes the format.
type word struct {
	text   string
	scale  float32
	vector [2]int8
}

func pack(words ...word) []byte {
	const slots = 32
	var table [slots]uint32
	var offsets []uint32
	var scales []float32
	var text, vectors []byte
	for i, w := range words {
		h := uint32(2166136261)
		for _, c := range []byte(w.text) {
			h = (h ^ uint32(c)) * 16777619
		}
		s := h % slots
		for table[s] != 0 {
			s = (s + 1) % slots
		}
		table[s] = h>>17<<17 | uint32(i+1)
		offsets = append(offsets, uint32(len(text)))
		scales = append(scales, w.scale)
		text = append(text, w.text...)
		vectors = append(vectors, byte(w.vector[0]), byte(w.vector[1]))
	}
	offsets = append(offsets, uint32(len(text)))
	var b bytes.Buffer
	b.WriteString("CFWORDS1")
	for _, part := range []any{[]uint32{2, uint32(len(words)), slots, uint32(len(text))}, []byte("tablename"[:8]), table, offsets, scales, text, vectors} {
		binary.Write(&b, binary.LittleEndian, part)
	}
	return b.Bytes()
}

func small() []byte {
	return pack(
		word{"无", 1, [2]int8{100, 0}}, word{"理由", 1, [2]int8{0, 100}}, word{"无理由", 1, [2]int8{3, 4}},
		word{"return", 2, [2]int8{0, 10}}, word{"re", 1, [2]int8{8, 0}}, word{"##s", 1, [2]int8{0, 6}}, word{"7", 1, [2]int8{-5, 0}},
	)
}

// TestWalkTakesTheLongestWords counts the vectors by hand.
func TestWalkTakesTheLongestWords(t *testing.T) {
	s, err := ReadStatic(small())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text string
		want [2]float64 // before it is made of length 1
	}{
		{"无理由", [2]float64{3, 4}},
		{"無理由", [2]float64{3, 4}},                // traditional
		{"理由无", [2]float64{100, 100}},            // 理由 + 无
		{"无由", [2]float64{100, 0}},               // an unknown character is left out
		{"return", [2]float64{0, 20}},            // its scale is its weight
		{"ＲＥＴＵＲＮ", [2]float64{0, 20}},            // full width, capitals
		{"res", [2]float64{4, 3}},                // pieces share the weight of one word
		{"returned", [2]float64{0, 0}},           // no pieces make it
		{"re-return", [2]float64{8, 20}},         // words on both sides of a hyphen
		{"7天", [2]float64{-5, 0}},                // a number
		{"77", [2]float64{0, 0}},                 // another number
		{"无理由 return", [2]float64{3, 24}},        // both languages
		{strings.Repeat("s", 100), [2]float64{}}, // no word is so long
	} {
		vs, err := s.Embed(context.Background(), []string{tt.text})
		if err != nil {
			t.Fatal(err)
		}
		n := math.Max(1e-9, math.Hypot(tt.want[0], tt.want[1]))
		if math.Abs(float64(vs[0][0])-tt.want[0]/n) > 1e-6 || math.Abs(float64(vs[0][1])-tt.want[1]/n) > 1e-6 {
			t.Errorf("%q: %v, want %v / %.2f", tt.text, vs[0], tt.want, n)
		}
	}
	if got := s.Similar("无", "7"); math.Abs(got+1) > 1e-6 {
		t.Errorf("opposite directions: %f", got)
	}
	if got := s.Space(); got != "static/"+"7461626c656e616d" { // "tablenam"
		t.Error(got)
	}
}

func TestReadStaticRefuses(t *testing.T) {
	good := small()
	at := func(i int, b ...byte) []byte {
		c := slices.Clone(good)
		copy(c[i:], b)
		return c
	}
	for name, data := range map[string][]byte{
		"nothing":        nil,
		"another file":   []byte(strings.Repeat("GIF89a", 20)),
		"cut":            good[:len(good)-1],
		"longer":         append(slices.Clone(good), 0),
		"no dimension":   at(8, 0),
		"many words":     at(12, 0xFF, 0xFF, 0xFF),
		"few slots":      at(16, 4),
		"odd slots":      at(16, 31),
		"too much text":  at(20, 0xFF, 0xFF, 0xFF, 0xFF),
		"huge dimension": at(8, 0xFF, 0xFF, 0xFF, 0xFF),
	} {
		if _, err := ReadStatic(data); err == nil || !strings.Contains(err.Error(), "table of word vectors") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzReadStatic wants an error or vectors of the table's length, whatever the file holds.
func FuzzReadStatic(f *testing.F) {
	f.Add(small(), "无理由 returns 7")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		s, err := ReadStatic(data)
		if err != nil {
			return
		}
		vs, err := s.Embed(context.Background(), []string{text})
		if err != nil || len(vs[0]) != s.Dim() {
			t.Error(vs, err)
		}
	})
}

// FuzzStatic wants a vector of length 1 or of zeros for any text.
func FuzzStatic(f *testing.F) {
	for _, s := range []string{"", "签收后7天", "a\xffb", "ﬁ½Ǆ", "㐀鿿", "\u4e00\xe4", strings.Repeat("长", 300)} {
		f.Add(s)
	}
	s := NewStatic()
	f.Fuzz(func(t *testing.T, text string) {
		vs, err := s.Embed(context.Background(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		for _, x := range vs[0] {
			sum += float64(x) * float64(x)
		}
		if sum != 0 && math.Abs(sum-1) > 1e-4 {
			t.Errorf("%q: length² %f", text, sum)
		}
	})
}
