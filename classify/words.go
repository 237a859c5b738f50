package classify

import (
	"maps"
	"math"
	"slices"
	"unicode"

	"github.com/casefile/casefile/text"
)

// vocabulary is the words of the examples, and the pairs of them, that stand in two examples or more, each with its weight.
type vocabulary struct {
	at     map[string]int32
	weight []float32
}

// A bag is the words of one text that the vocabulary knows, in order, with their weights; together of length 1.
type bag struct {
	at     []int32
	weight []float32
}

// seldom is in how many examples a word stands that tells nothing of others.
const seldom = 2

func newVocabulary(texts []Text) *vocabulary {
	in := map[string]int{}
	for _, t := range texts {
		for w := range counted(t.Words) {
			in[w]++
		}
	}
	v := &vocabulary{at: map[string]int32{}}
	for _, w := range slices.Sorted(maps.Keys(in)) {
		if in[w] < seldom {
			continue
		}
		v.at[w] = int32(len(v.weight))
		v.weight = append(v.weight, float32(1+math.Log(float64(1+len(texts))/float64(1+in[w]))))
	}
	return v
}

// bag weighs the words of a text: the rarer among the examples the more.
func (v *vocabulary) bag(s string) bag {
	var out bag
	byPlace := map[int32]float32{}
	for w, n := range counted(s) {
		if at, ok := v.at[w]; ok {
			byPlace[at] = v.weight[at] * float32(1+math.Log(float64(n)))
		}
	}
	var square float64
	for _, at := range slices.Sorted(maps.Keys(byPlace)) {
		w := byPlace[at]
		out.at, out.weight = append(out.at, at), append(out.weight, w)
		square += float64(w) * float64(w)
	}
	for i := range out.weight {
		out.weight[i] /= float32(math.Sqrt(square))
	}
	return out
}

// counted is how often each word of a text stands in it, and each pair of neighbours. Words of asking count: "my card" and "a card"
// ask different things. A Han character is a word.
func counted(s string) map[string]int {
	n := map[string]int{}
	before := ""
	add := func(w string) {
		if w == "" {
			return
		}
		n[w]++
		if before != "" {
			n[before+" "+w]++
		}
		before = w
	}
	word := ""
	for _, r := range text.Fold(s) {
		switch {
		case unicode.Is(unicode.Han, r):
			add(word)
			add(string(r))
			word = ""
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word += string(r)
		default:
			add(word)
			word = ""
		}
	}
	add(word)
	return n
}
