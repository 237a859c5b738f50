package eval

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
)

//go:embed words.txt
var wordsFile string

// words are the words of reports, by key: English, Chinese.
var words = sync.OnceValue(func() map[string][2]string {
	all := map[string][2]string{}
	for line := range strings.Lines(wordsFile) {
		key, rest, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "|")
		if en, zh, both := strings.Cut(rest, "|"); ok && both && !strings.HasPrefix(key, "#") {
			all[key] = [2]string{en, zh}
		}
	}
	return all
})

// say returns the words of a key in a language; a key without words stands for itself.
func say(lang casefile.Lang, key string, args ...any) string {
	w, ok := words()[key]
	if !ok {
		return key
	}
	s := w[0]
	if lang == casefile.Chinese {
		s = w[1]
	}
	if len(args) == 0 {
		return s
	}
	return fmt.Sprintf(s, args...)
}

// Word returns a word of reports, such as a Cause or a reason of Sampling, in a language.
func Word[T ~string](lang casefile.Lang, w T) string { return say(lang, string(w)) }
