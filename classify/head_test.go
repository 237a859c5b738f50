package classify

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unit returns the vector of length 1 at an angle, in degrees.
func unit(degrees float64) Text {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return Text{Vector: []float32{float32(c), float32(s)}}
}

// three labels lie around 0, 120 and 240 degrees.
func circle(t *testing.T, opt Options) *Head {
	t.Helper()
	var x []Text
	var y []string
	for i, label := range []string{"east", "north", "south"} {
		for _, off := range []float64{-20, -10, 0, 10, 20} {
			x, y = append(x, unit(float64(i)*120+off)), append(y, label)
		}
	}
	h, err := Train(x, y, opt)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestAHeadLearnsWhereLabelsLie(t *testing.T) {
	h := circle(t, Options{})
	for at, want := range map[float64]string{0: "east", 25: "east", 120: "north", 100: "north", 240: "south", 215: "south"} {
		got := h.Scores(unit(at))
		if got[0].Label != want {
			t.Errorf("at %v degrees: %s, want %s", at, got[0].Label, want)
		}
		sum := 0.0
		for _, s := range got {
			sum += s.P
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("at %v degrees the scores add up to %v", at, sum)
		}
	}
	if sure, torn := h.Scores(unit(0))[0].P, h.Scores(unit(60))[0].P; sure <= torn {
		t.Errorf("in the middle of a label %.3f, between two %.3f: the first is the surer", sure, torn)
	}
}

// Where the vectors are alike, the words tell: one alone, or two that follow each other.
func TestWordsTellWhatVectorsDoNot(t *testing.T) {
	var x []Text
	var y []string
	for _, said := range [][]string{
		{"declined", "my card was declined", "card declined again", "why declined", "卡被拒了", "又被拒"},
		{"swallowed", "my card was swallowed", "card swallowed again", "why swallowed", "卡被吞了", "又被吞"},
		{"to", "from here to there", "not here to there", "here to there"},
		{"from", "to there here", "there here not to", "there here to"},
	} {
		for _, s := range said[1:] {
			x, y = append(x, Text{Vector: []float32{1, 0}, Words: s}), append(y, said[0])
		}
	}
	h, err := Train(x, y, Options{Epochs: 200})
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]string{"it SWALLOWED my card!": "swallowed", "declined": "declined", "卡片被拒": "declined", "被吞了": "swallowed", "to there here": "from", "here to there": "to"} {
		if got := h.Scores(Text{Vector: []float32{1, 0}, Words: said})[0]; got.Label != want {
			t.Errorf("%s: %s (%.2f), want %s", said, got.Label, got.P, want)
		}
	}
	unknown := h.Scores(Text{Vector: []float32{1, 0}, Words: "ombrelle"})
	if sure := unknown[0].P; sure > 0.6 {
		t.Errorf("a word that no example has makes the head sure: %v", unknown)
	}
}

func TestTheSameExamplesGiveTheSameHead(t *testing.T) {
	v := unit(77)
	if diff := cmp.Diff(circle(t, Options{Seed: 4}).Scores(v), circle(t, Options{Seed: 4}).Scores(v)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(circle(t, Options{Seed: 4, Batch: 2}).Scores(v), circle(t, Options{Seed: 5, Batch: 2}).Scores(v)) {
		t.Error("another seed gives the same head: the order of the examples is not shuffled by it")
	}
}

func TestNearestExamplesComeInOrder(t *testing.T) {
	h := circle(t, Options{})
	var at []int
	for _, n := range h.Nearest(unit(121), 3) {
		at = append(at, n.Example)
	}
	if diff := cmp.Diff([]int{7, 8, 6}, at); diff != "" { // at 120, 130 and 110 degrees
		t.Error(diff)
	}
	if got := h.Nearest(unit(121), 1)[0].Cosine; math.Abs(got-math.Cos(math.Pi/180)) > 1e-5 {
		t.Errorf("a degree away the cosine is %v", got)
	}
	if got := len(h.Nearest(unit(0), 99)); got != 15 {
		t.Errorf("%d examples of 15", got)
	}
}

func TestWhatIsLikeNoExampleIsLeastLike(t *testing.T) {
	h := circle(t, Options{})
	if in, out := h.Likeness(unit(118)), h.Likeness(unit(180)); in <= out {
		t.Errorf("among the examples %.2f, far from all %.2f", in, out)
	}
	if got := h.Likeness(Text{Vector: []float32{0, 0}}); got >= h.Likeness(unit(180)) {
		t.Errorf("a text without a known word is like the examples: %.2f", got)
	}
}

func TestWhatCannotBeLearnt(t *testing.T) {
	one := []Text{{Vector: []float32{1, 0}}, {Vector: []float32{0, 1}}}
	for name, bad := range map[string]struct {
		x []Text
		y []string
	}{
		"nothing":          {nil, nil},
		"one label":        {one, []string{"a", "a"}},
		"a label missing":  {one, []string{"a"}},
		"another length":   {[]Text{one[0], {Vector: []float32{1}}}, []string{"a", "b"}},
		"vectors of none":  {[]Text{{}, {}}, []string{"a", "b"}},
		"a vector missing": {one[:1], []string{"a", "b"}},
	} {
		if _, err := Train(bad.x, bad.y, Options{}); !errors.Is(err, ErrExamples) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := circle(t, Options{}).Scores(Text{Vector: []float32{1}}); got != nil {
		t.Errorf("a vector of another length has scores: %v", got)
	}
}

func BenchmarkTrainHundred(b *testing.B) {
	var x []Text
	var y []string
	for i := range 120 {
		v := make([]float32, 256)
		v[i%256], v[(i*7)%256] = 0.8, 0.6
		x, y = append(x, Text{Vector: v}), append(y, string(rune('a'+i%15)))
	}
	for b.Loop() {
		if _, err := Train(x, y, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
