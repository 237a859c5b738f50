package search

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// units returns the sentences of a passage that are about the question, in order. A sentence that goes on with the
// one before brings it along.
func (k *ranking) units(h casefile.Hit) []casefile.Unit {
	spans, digests := k.s.passage(h.Text).sentences()
	above := k.above(h)
	var out []casefile.Unit
	for i, sp := range spans {
		body := sp.Of(h.Text)
		in := k.set(body, digests[i])
		whole, alone := k.topic.Covered(in, above), k.topic.Covered(in, nil)
		if alone == 0 || whole < k.s.weights.UnitFloor {
			continue
		}
		if i > 0 && goesOn(body) && (len(out) == 0 || out[len(out)-1].End != spans[i-1].End) {
			before := k.topic.Covered(k.set(spans[i-1].Of(h.Text), digests[i-1]), above)
			out = append(out, casefile.Unit{Start: spans[i-1].Start, End: spans[i-1].End, Relevance: before, Neighbour: true})
		}
		out = append(out, casefile.Unit{Start: sp.Start, End: sp.End, Relevance: whole, Heading: alone < k.s.weights.UnitFloor})
	}
	return out
}

// goesOn reports whether a sentence begins with a word that goes on with the sentence before.
func goesOn(sentence string) bool {
	f := strings.TrimLeft(text.Fold(sentence), " *->|")
	return slices.ContainsFunc(words()["continues"], func(w string) bool {
		rest, ok := strings.CutPrefix(f, w)
		return ok && (w[0] >= 0x80 || rest == "" || !latin(rune(rest[0])))
	})
}
