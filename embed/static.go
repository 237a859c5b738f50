package embed

import (
	"context"
	_ "embed" // the table of words
	"math"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

//go:embed asset/words.bin
var words []byte

// Static embeds by a table of words: a text is the mean of its words' vectors, rare words weighing more. The table
// holds Chinese and English words in one space, so a question finds a passage in the other language. It needs no model, no file and
// no network, and embeds about a hundred thousand short texts a CPU second. Safe for concurrent use.
type Static struct {
	t     *table
	space string
}

var _ casefile.Embedder = (*Static)(nil)

// NewStatic returns the embedder by the table in the program. It costs nothing until texts are embedded.
func NewStatic() *Static { return builtin() }

var builtin = sync.OnceValue(func() *Static {
	s, err := ReadStatic(words)
	if err != nil {
		panic("embed: the table in the program: " + err.Error()) // a test opens it, so no build that passed has this
	}
	return s
})

// ReadStatic returns an embedder by a table that embed/distill made. It keeps data and reads it in place.
func ReadStatic(data []byte) (*Static, error) {
	t, err := readTable(data)
	if err != nil {
		return nil, err
	}
	return &Static{t: t, space: "static/" + t.id}, nil
}

// Space names the table.
func (s *Static) Space() string { return s.space }

// Dim returns the length of the vectors.
func (s *Static) Dim() int { return s.t.dim }

// Embed returns one vector a text: of length 1, or of zeros for a text without a known word.
// The error is ctx's; a table cannot fail.
func (s *Static) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	all := make([]float32, len(texts)*s.t.dim)
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = all[i*s.t.dim : (i+1)*s.t.dim : (i+1)*s.t.dim]
		s.mean(out[i], text)
	}
	return out, nil
}

// Similar returns the cosine of two texts' vectors, -1 to 1; 0 where one has no known word.
func (s *Static) Similar(a, b string) float64 {
	x, y := make([]float32, s.t.dim), make([]float32, s.t.dim)
	s.mean(x, a)
	s.mean(y, b)
	var dot float64
	for i := range x {
		dot += float64(x[i]) * float64(y[i])
	}
	return dot
}

// mean sets v to the weighted mean of a text's words, made of length 1.
func (s *Static) mean(v []float32, of string) {
	walk(s.t, text.Fold(of), func(row int, weight float32) { s.t.add(v, row, weight) })
	normalise(v)
}

// normalise makes v of length 1; a vector of zeros stays.
func normalise(v []float32) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	by := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= by
	}
}
