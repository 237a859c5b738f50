package generate

import "github.com/casefile/casefile/text"

// addressed reports whether a sentence of a document gives orders to the program that reads it. Such a sentence
// is never told: a document says what is so, and has no say in how a question is answered.
func addressed(sentence string) bool { return text.Addressed(sentence) }
