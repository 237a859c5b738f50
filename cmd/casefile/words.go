package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

//go:embed help
var helpFiles embed.FS

// words are the texts of help/messages.txt: a key, then a line for each language.
var words = sync.OnceValue(func() map[string]map[casefile.Lang]string {
	data, err := helpFiles.ReadFile("help/messages.txt")
	if err != nil {
		panic(err) // embedded: it is there or the program was not built
	}
	all := map[string]map[casefile.Lang]string{}
	key := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		lang, text, ok := strings.Cut(line, ": ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] != ' ':
			key = line
			all[key] = map[casefile.Lang]string{}
		case ok:
			all[key][casefile.Lang(strings.TrimSpace(lang))] = strings.ReplaceAll(text, `\n`, "\n")
		}
	}
	return all
})

// say returns the text of a key in a language, with its arguments.
func say(lang casefile.Lang, key string, args ...any) string {
	text := words()[key][lang]
	if text == "" {
		text = words()[key][casefile.English]
	}
	if text == "" {
		return key
	}
	args = slices.Clone(args)
	for i, a := range args {
		if s, ok := a.(suggestion); ok {
			args[i] = s.in(lang)
		}
	}
	return fmt.Sprintf(text, args...)
}

// A suggestion is a known word that may have been meant; "" suggests nothing.
type suggestion string

func (s suggestion) in(lang casefile.Lang) string {
	if s == "" {
		return ""
	}
	return say(lang, "did-you-mean", string(s))
}

// help returns the help page of a command, or of the program.
func help(lang casefile.Lang, name string) string {
	b, err := helpFiles.ReadFile("help/" + string(lang) + "/" + name + ".txt")
	if err != nil {
		b, err = helpFiles.ReadFile("help/en/" + name + ".txt")
	}
	if err != nil {
		return ""
	}
	return string(b)
}
