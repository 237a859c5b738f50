package generate

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed addressed.txt
var addressedFile string

var addressedPattern = sync.OnceValue(func() *regexp.Regexp {
	var all []string
	for line := range strings.Lines(addressedFile) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, "(?:"+line+")")
		}
	}
	return regexp.MustCompile("(?i)" + strings.Join(all, "|"))
})

// addressed reports whether a sentence of a document gives orders to the program that reads it. Such a sentence
// is never told: a document says what is so, and has no say in how a question is answered.
func addressed(sentence string) bool { return addressedPattern().MatchString(sentence) }
