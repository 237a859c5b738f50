package text

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed stop_zh.txt
var stopChineseFile string

//go:embed keep_zh.txt
var keepChineseFile string

//go:embed stop_en.txt
var stopEnglishFile string

// lines returns the words of a list file: one or more a line, # begins a comment.
func words(file string) []string {
	var out []string
	for line := range strings.Lines(file) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, strings.Fields(line)...)
		}
	}
	return out
}

var stopEnglish = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range words(stopEnglishFile) {
		m[w] = true
	}
	return m
})

// stopWord is a word of the Chinese lists: whether it says nothing, or only looks as if it did.
type stopWord struct {
	runes []rune
	stop  bool
}

// stopChinese holds the words of both lists by first character, longest first.
var stopChinese = sync.OnceValue(func() map[rune][]stopWord {
	m := map[rune][]stopWord{}
	add := func(w string, stop bool) {
		first, _ := utf8.DecodeRuneInString(w)
		list := append(m[first], stopWord{[]rune(w), stop})
		for i := len(list) - 1; i > 0 && len(list[i].runes) > len(list[i-1].runes); i-- {
			list[i], list[i-1] = list[i-1], list[i]
		}
		m[first] = list
	}
	for _, w := range words(keepChineseFile) {
		add(w, false)
	}
	for _, w := range words(stopChineseFile) {
		add(w, true)
	}
	return m
})

// markStops returns, for each glyph of a Han run, whether it belongs to a stop word.
func markStops(run []glyph, buf []bool) []bool {
	buf = buf[:0]
	for range run {
		buf = append(buf, false)
	}
	dict := stopChinese()
	for i := 0; i < len(run); {
		n := 1
		for _, w := range dict[run[i].r] {
			if !begins(run[i:], w.runes) {
				continue
			}
			n = len(w.runes)
			for k := range n {
				buf[i+k] = w.stop
			}
			break
		}
		i += n
	}
	return buf
}

func begins(run []glyph, w []rune) bool {
	if len(run) < len(w) {
		return false
	}
	for i, r := range w {
		if run[i].r != r {
			return false
		}
	}
	return true
}
