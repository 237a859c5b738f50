package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
)

// bm25 is the reference: Okapi BM25 over Han bigrams and lower-case words, with nothing of Casefile's in it.
type bm25 struct {
	units   []casefile.Hit
	length  []float64
	average float64
	post    map[string][]posting
}

type posting struct {
	unit int
	n    float64
}

const (
	bm25K = 1.2
	bm25B = 0.75
)

func newBM25(units []casefile.Hit) *bm25 {
	b := &bm25{units: units, post: map[string][]posting{}}
	for i, u := range units {
		counts := map[string]float64{}
		terms := grams(u.Text)
		for _, t := range terms {
			counts[t]++
		}
		for t, n := range counts {
			b.post[t] = append(b.post[t], posting{i, n})
		}
		b.length = append(b.length, float64(len(terms)))
		b.average += float64(len(terms)) / float64(len(units))
	}
	return b
}

// grams cuts text into pairs of Han characters, and into words of other letters and digits.
func grams(s string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	last := rune(0)
	for _, r := range s {
		han := unicode.Is(unicode.Han, r)
		switch {
		case han:
			flush()
			if last != 0 {
				out = append(out, string([]rune{last, r}))
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(r)
		default:
			flush()
		}
		if last = 0; han {
			last = r
		}
	}
	flush()
	return out
}

// rank returns the best units, best first, ties in the order of the library.
func (b *bm25) rank(query string, limit int) []casefile.Hit {
	scores := make([]float64, len(b.units))
	var found []int
	for _, t := range grams(query) {
		post := b.post[t]
		idf := math.Log(1 + (float64(len(b.units))-float64(len(post))+0.5)/(float64(len(post))+0.5))
		for _, p := range post {
			if scores[p.unit] == 0 {
				found = append(found, p.unit)
			}
			scores[p.unit] += idf * p.n * (bm25K + 1) / (p.n + bm25K*(1-bm25B+bm25B*b.length[p.unit]/b.average))
		}
	}
	slices.SortFunc(found, func(i, j int) int { return cmp.Or(cmp.Compare(scores[j], scores[i]), cmp.Compare(i, j)) })
	var out []casefile.Hit
	for _, i := range found[:min(limit, len(found))] {
		out = append(out, b.units[i])
	}
	return out
}
