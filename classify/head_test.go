package classify

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unit returns the vector of length 1 at an angle, in degrees.
func unit(degrees float64) []float32 {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return []float32{float32(c), float32(s)}
}

// three labels lie around 0, 120 and 240 degrees.
func circle(t *testing.T, opt Options) *Head {
	t.Helper()
	var x [][]float32
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
	if got := h.Likeness([]float32{0, 0}); got >= h.Likeness(unit(180)) {
		t.Errorf("a text without a known word is like the examples: %.2f", got)
	}
}

func TestWhatCannotBeLearnt(t *testing.T) {
	one := [][]float32{{1, 0}, {0, 1}}
	for name, bad := range map[string]struct {
		x [][]float32
		y []string
	}{
		"nothing":          {nil, nil},
		"one label":        {one, []string{"a", "a"}},
		"a label missing":  {one, []string{"a"}},
		"another length":   {[][]float32{{1, 0}, {1}}, []string{"a", "b"}},
		"vectors of none":  {[][]float32{{}, {}}, []string{"a", "b"}},
		"a vector missing": {one[:1], []string{"a", "b"}},
	} {
		if _, err := Train(bad.x, bad.y, Options{}); !errors.Is(err, ErrExamples) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := circle(t, Options{}).Scores([]float32{1}); got != nil {
		t.Errorf("a vector of another length has scores: %v", got)
	}
}

func BenchmarkTrainHundred(b *testing.B) {
	var x [][]float32
	var y []string
	for i := range 120 {
		v := make([]float32, 256)
		v[i%256], v[(i*7)%256] = 0.8, 0.6
		x, y = append(x, v), append(y, string(rune('a'+i%15)))
	}
	for b.Loop() {
		if _, err := Train(x, y, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
