package generate

import (
	"slices"

	casefile "github.com/casefile/casefile"
)

// outside reports whether a record is the word of someone who does not speak for the house.
func outside(e casefile.Evidence) bool {
	return e.Source != nil && (e.Source.Authority == "partner" || e.Source.Authority == "user")
}

// own keeps the sentences of the house's own documents where there are any about the need: what a partner or a user writes does not
// stand beside them. ok is false when what answers it is from outside.
func own(all []told) (kept []told, ok bool) {
	kept = slices.DeleteFunc(slices.Clone(all), func(t told) bool { return outside(t.e) })
	if highest(kept) < beside*highest(all) {
		return all, false
	}
	return kept, true
}

// beside is how far about the need a sentence of the house has to be, of the best from outside, to be told in its place. It is low:
// whoever writes from outside can use the words of a question.
const beside = 0.4

func highest(all []told) float64 {
	most := 0.0
	for _, t := range all {
		most = max(most, t.score)
	}
	return most
}
