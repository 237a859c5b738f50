package main

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

// A detail is a message that another package words in English, and how it reads in Chinese.
type detail struct {
	re *regexp.Regexp
	zh string
}

var (
	place    = regexp.MustCompile(`\{[\d#]?\}`)
	keyFirst = regexp.MustCompile(`^[\w.\[\]<>/-]+(?: SELECT)?: `)
)

// details are the lines of help/details.txt, those with fewer places first: the more a line says itself, the surer it is.
var details = sync.OnceValue(func() []detail {
	data, err := helpFiles.ReadFile("help/details.txt")
	if err != nil {
		panic(err) // embedded: it is there or the program was not built
	}
	var by [4][]detail
	for line := range strings.Lines(string(data)) {
		en, zh, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " => ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		n := len(place.FindAllString(en, -1))
		pattern := "(?s)^" + strings.NewReplacer(`\{\}`, "(.+?)", `\{#\}`, `(\d+)`).Replace(regexp.QuoteMeta(en)) + "$"
		by[min(n, 3)] = append(by[min(n, 3)], detail{regexp.MustCompile(pattern), zh})
	}
	var out []detail
	for _, list := range by {
		out = append(out, list...)
	}
	return out
})

// inWords returns a message of another package in a language; one that no list has is left as it is.
func inWords(lang casefile.Lang, msg string) string {
	if lang != casefile.Chinese || msg == "" {
		return msg
	}
	if parts := strings.Split(msg, "; "); len(parts) > 1 && len(parts) == known(parts) {
		return apart(msg, "; ", "；", nil)
	}
	if key := keyFirst.FindString(msg); key != "" {
		if zh, ok := translated(msg[len(key):]); ok {
			return strings.TrimSuffix(key, ": ") + "：" + zh
		}
	}
	if zh, ok := translated(msg); ok {
		return zh
	}
	return apart(msg, "; ", "；", func(part string) string {
		return apart(part, ": ", "：", func(s string) string { return s })
	})
}

// known is how many of some parts of a message lists know.
func known(parts []string) int {
	n := 0
	for _, p := range parts {
		if _, ok := translated(p); ok {
			n++
		}
	}
	return n
}

// apart translates the parts of a message that lists know, and leaves it as it is where they know none; rest reads those they do not.
func apart(msg, mark, zhMark string, rest func(string) string) string {
	parts, any := strings.Split(msg, mark), false
	for i, p := range parts {
		zh, ok := translated(p)
		if !ok {
			zh = rest(p)
		}
		any = any || zh != p
		parts[i] = zh
	}
	if !any {
		return msg
	}
	return strings.Join(parts, zhMark)
}

func translated(msg string) (string, bool) {
	for _, d := range details() {
		m := d.re.FindStringSubmatch(msg)
		if m == nil {
			continue
		}
		next := 0
		return place.ReplaceAllStringFunc(d.zh, func(p string) string {
			n, err := strconv.Atoi(strings.Trim(p, "{}"))
			if err != nil {
				next++
				n = next
			}
			if n >= len(m) {
				return p
			}
			return m[n]
		}), true
	}
	return "", false
}
