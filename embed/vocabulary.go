package embed

import "github.com/casefile/casefile/text"

// Knows reports whether the table has a word of its own: a Chinese word, or an English one in this form.
func (s *Static) Knows(word string) bool {
	w := text.Fold(word)
	return w != "" && s.t.find(hash(fnvStart, w), w) >= 0
}
