package search

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"github.com/casefile/casefile/text"
)

//go:embed words.txt
var wordsFile string

// words holds the lists of words.txt.
var words = sync.OnceValue(func() map[string][]string {
	lists := map[string][]string{}
	name := ""
	for line := range strings.Lines(wordsFile) {
		line = strings.TrimSpace(line)
		switch n, ok := strings.CutPrefix(line, "["); {
		case ok:
			name = strings.TrimSuffix(n, "]")
		case !strings.HasPrefix(line, "#"):
			for _, w := range strings.Fields(line) {
				lists[name] = append(lists[name], strings.ReplaceAll(w, "_", " "))
			}
		}
	}
	return lists
})

// split returns the questions that a text asks one after another; none where it asks one.
func split(question string) []string {
	var parts []string
	add := func(s string) {
		if s = strings.TrimFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }); len(text.Terms(s)) > 1 {
			parts = append(parts, s)
		}
	}
	for rest := question; rest != ""; {
		i, n := nextJoint(rest)
		add(rest[:i])
		rest = rest[i+n:]
	}
	if len(parts) < 2 || len(parts) > maxParts {
		return nil // with more of them it is a text, not a list of questions
	}
	return parts
}

// nextJoint returns where s is to be parted, and how long the joint is; the end of s where it is not.
func nextJoint(s string) (at, n int) {
	at = len(s)
	for _, j := range append([]string{"\n"}, words()["joints"]...) {
		if i := strings.Index(s, j); i >= 0 && (i < at || i == at && len(j) > n) {
			at, n = i, len(j)
		}
	}
	return at, n
}
