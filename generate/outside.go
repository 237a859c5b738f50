package generate

import (
	"slices"

	casefile "github.com/casefile/casefile"
)

// outside reports whether a record is the word of someone who does not speak for the house.
func outside(e casefile.Evidence) bool {
	return e.Source != nil && (e.Source.Authority == "partner" || e.Source.Authority == "user")
}

// own keeps the sentences of the house's own documents where there are any: what a partner or a user writes does
// not stand beside them. ok is false when all that was found is from outside.
func own(all []told) (kept []told, ok bool) {
	kept = slices.DeleteFunc(slices.Clone(all), func(t told) bool { return outside(t.e) })
	if len(kept) == 0 {
		return all, len(all) == 0
	}
	return kept, true
}
