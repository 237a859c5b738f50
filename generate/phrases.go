package generate

import (
	_ "embed"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
)

//go:embed phrases.txt
var phrasesFile string

// phrases holds the fixed phrases by name: Chinese, English.
var phrases = sync.OnceValue(func() map[string][2]string {
	m := map[string][2]string{}
	for line := range strings.Lines(phrasesFile) {
		line = strings.TrimRight(line, "\n")
		name, rest, ok := strings.Cut(line, ": ")
		zh, en, both := strings.Cut(rest, " | ")
		if strings.HasPrefix(line, "#") || !ok || !both {
			continue
		}
		m[name] = [2]string{zh, en}
	}
	return m
})

// phrase returns a fixed phrase with its places filled: name, value, name, value …
func phrase(lang casefile.Lang, name string, fill ...string) string {
	p, ok := phrases()[name]
	if !ok {
		return ""
	}
	s := p[0]
	if lang == casefile.English {
		s = p[1]
	}
	for i := 0; i+1 < len(fill); i += 2 {
		fill[i] = "{" + fill[i] + "}"
	}
	return strings.NewReplacer(fill...).Replace(s)
}

func comma(lang casefile.Lang) string {
	if lang == casefile.English {
		return ", "
	}
	return "、"
}
