// Package wording knows how the same thing is said in other everyday words, in one language and across the two. It says what a
// sentence is about, and proves nothing.
package wording

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
)

//go:embed everyday.txt
var everydayFile string

// everyday holds everyday.txt: groups of words for one thing, those whose absence is no gap, and single characters that are words.
var everyday = sync.OnceValue(func() (out struct {
	groups [][]string
	loose  map[string]bool // English by stem
	single map[string]bool
}) {
	out.loose, out.single = map[string]bool{}, map[string]bool{}
	part := ""
	for line := range strings.Lines(everydayFile) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			part = line
		case part == "[same]":
			var g []string
			for w := range strings.SplitSeq(line, ",") {
				g = append(g, strings.TrimSpace(w))
			}
			out.groups = append(out.groups, g)
		case part == "[loose]":
			for _, w := range strings.Fields(line) {
				out.loose[Stem(w)] = true
			}
		case part == "[single]":
			for _, w := range strings.Fields(line) {
				out.single[w] = true
			}
		}
	}
	return out
})

// Stem is a word as it is compared: its terms in order.
func Stem(w string) string {
	var out []string
	for _, t := range text.Analyze(w) {
		if t.Kind != text.Char || t.End-t.Start == len(w) {
			out = append(out, t.Term)
		}
	}
	return strings.Join(out, " ")
}

// Everyday returns groups of everyday words for one thing, in either language.
func Everyday() [][]string { return everyday().groups }

// Loose reports whether the absence of a word from a sentence is no gap: it says how something is asked, done or counted.
func Loose(word string) bool { return everyday().loose[Stem(word)] }

// Known reports whether a Chinese word stands in the lists: one of a single character, or one that has a translation.
func Known(word string) bool {
	if utf8.RuneCountInString(word) == 1 {
		return everyday().single[word]
	}
	_, listed := bilingual().han[word]
	return listed
}
