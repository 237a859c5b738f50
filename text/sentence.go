package text

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Span is a run of bytes of a text.
type Span struct{ Start, End int }

// Of returns the text of the span in s.
func (p Span) Of(s string) string { return s[p.Start:p.End] }

//go:embed abbreviations.txt
var abbreviationsFile string

//go:embed abbreviations_end.txt
var abbreviationsEndFile string

// abbreviations maps an abbreviation to whether it may also end a sentence.
var abbreviations = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range words(abbreviationsFile) {
		m[w] = false
	}
	for _, w := range words(abbreviationsEndFile) {
		m[w] = true
	}
	return m
})

// Sentences cuts s into sentences, in order, without the space around them. Every letter and
// digit of s stands in exactly one. Sentences end at 。！？； and at . ! ? where these end one in
// English (not in abbreviations, decimals, initials and numbers of list items); headings, list
// items and rows of a table are sentences of their own, without the mark they begin with; a
// line break inside an English sentence does not end it.
func Sentences(s string) []Span {
	var out []Span
	for _, b := range blocks(s) {
		if b.whole {
			out = addSpan(out, s, b.Start, b.End)
			continue
		}
		out = cutBlock(out, s, b.Span)
	}
	return out
}

// addSpan appends s[start:end] without the space around it.
func addSpan(out []Span, s string, start, end int) []Span {
	t := strings.TrimLeftFunc(s[start:end], blank)
	start = end - len(t)
	end = start + len(strings.TrimRightFunc(t, blank))
	if start < end {
		out = append(out, Span{start, end})
	}
	return out
}

func blank(r rune) bool { return unicode.IsSpace(r) || Invisible(r) }

// A block is lines that belong together; a whole one is a sentence as it stands.
type block struct {
	Span
	whole bool
}

// blocks joins the lines of s that continue one another.
func blocks(s string) []block {
	var out []block
	open := false
	for pos := 0; pos < len(s); {
		end := pos + len(s[pos:])
		if i := strings.IndexByte(s[pos:], '\n'); i >= 0 {
			end = pos + i + 1
		}
		line := s[pos:end]
		start := pos
		pos = end
		trimmed := strings.TrimFunc(line, blank)
		switch {
		case trimmed == "" || rule(trimmed):
			open = false
			continue
		case strings.HasPrefix(trimmed, "|"):
			out = append(out, block{Span{start, end}, true})
			open = false
			continue
		}
		mark, begins := lineMark(line)
		heading := mark > 0 && strings.HasPrefix(trimmed, "#")
		switch {
		case begins || !open:
			out = append(out, block{Span{start + mark, end}, false})
		case continues(s[out[len(out)-1].Start:start], trimmed):
			out[len(out)-1].End = end
		default:
			out = append(out, block{Span{start, end}, false})
		}
		open = !heading
	}
	return out
}

// rule reports whether a line is only a rule or the line under a table's head.
func rule(line string) bool {
	return strings.Trim(line, "-=|:*_ +\t") == "" && strings.ContainsAny(line, "-=*_")
}

// lineMark returns how many bytes of line are the mark of a heading, a quote or a bullet, and
// whether the line begins something new. The numbers of items stay with their text: they may be clauses.
func lineMark(line string) (mark int, begins bool) {
	t := strings.TrimLeft(line, " \t\u3000")
	at := len(line) - len(t)
	switch {
	case strings.HasPrefix(t, "#"):
		h := strings.TrimLeft(t, "#")
		if n := len(t) - len(h); n <= 6 && (h == "" || strings.ContainsRune(" \t\r\n", rune(h[0]))) {
			return at + n, true
		}
	case strings.HasPrefix(t, "> "), strings.HasPrefix(t, "- "), strings.HasPrefix(t, "* "), strings.HasPrefix(t, "+ "):
		inner, _ := lineMark(t[2:])
		return at + 2 + inner, true
	case strings.HasPrefix(t, "•"), strings.HasPrefix(t, "●"), strings.HasPrefix(t, "·"):
		_, n := utf8.DecodeRuneInString(t)
		return at + n, true
	}
	return 0, itemNumber(t) > 0
}

// itemNumber returns the length of the number that a list item begins with: 1. 2) (3) 4、 a) 一、 （二） ①.
func itemNumber(t string) int {
	i := 0
	open := strings.HasPrefix(t, "(") || strings.HasPrefix(t, "（")
	if open {
		_, i = utf8.DecodeRuneInString(t)
	}
	n, kind := 0, rune(0)
	for i < len(t) {
		r, size := utf8.DecodeRuneInString(t[i:])
		k := rune(0)
		switch {
		case digit(r):
			k = '0'
		case strings.ContainsRune("一二三四五六七八九十百零", r):
			k = '一'
		case n == 0 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'):
			k = 'a'
		case n == 0 && r >= '①' && r <= '⑳':
			return i + size
		}
		if k == 0 || kind != 0 && kind != k {
			break
		}
		kind = k
		n++
		i += size
	}
	if n == 0 || n > 4 {
		return 0
	}
	r, size := utf8.DecodeRuneInString(t[i:])
	next, _ := utf8.DecodeRuneInString(t[i+size:])
	switch {
	case r == ')' || r == '）':
		return i + size
	case open:
	case r == '、' && kind != 'a', r == '．':
		return i + size
	case r == '.' && kind != '一' && (next == ' ' || next == '\t' || cjk(next)):
		if kind == 'a' && n == 1 && !unicode.IsLower(rune(t[0])) {
			return 0 // an initial
		}
		return i + size
	}
	return 0
}

// continues reports whether a line goes on with the text before it: an English sentence broken by the margin.
func continues(before, line string) bool {
	before = strings.TrimRightFunc(before, blank)
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(line)
	if strings.ContainsRune("，、,", last) {
		return true
	}
	if cjk(last) || strings.ContainsRune("。！？；：.!?;:", last) {
		return false
	}
	width := len(before) - 1 - strings.LastIndexByte(before, '\n')
	return unicode.IsLower(first) || width >= 60 && !cjk(first)
}

// closer reports whether r may follow the mark that ends a sentence and belongs to it.
func closer(r rune) bool {
	switch r {
	case '”', '’', '」', '』', '）', ')', '】', '》', '"', '\'', '〉', ']', '*', '_', '。', '！', '？', '!', '?', '.':
		return true
	}
	return false
}

// cutBlock cuts s[b.Start:b.End] at the ends of sentences.
func cutBlock(out []Span, s string, b Span) []Span {
	start := b.Start
	at := b.Start + len(s[b.Start:b.End]) - len(strings.TrimLeftFunc(s[b.Start:b.End], blank))
	for i := at + itemNumber(s[at:b.End]); i < b.End; {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !endMark(r) {
			i += n
			continue
		}
		run := i + n // the marks and closers that follow are judged with the first
		for run < b.End {
			c, m := utf8.DecodeRuneInString(s[run:])
			if !closer(c) {
				break
			}
			run += m
		}
		if ends(s[start:i], r, s[run:b.End]) {
			out = addSpan(out, s, start, run)
			start = run
		}
		i = run
	}
	return addSpan(out, s, start, b.End)
}

func endMark(r rune) bool {
	switch r {
	case '。', '！', '？', '；', '｡', ';', '!', '?', '.':
		return true
	}
	return false
}

// ends reports whether the mark r, with its closers, ends a sentence between before and after.
func ends(before string, r rune, after string) bool {
	prev, _ := utf8.DecodeLastRuneInString(before)
	switch r {
	case ';':
		return cjk(prev)
	case '!', '?', '.':
	default:
		return true
	}
	next, _ := utf8.DecodeRuneInString(after)
	if after != "" && !unicode.IsSpace(next) {
		return cjk(next) && (r != '.' || unicode.IsLetter(prev)) || cjk(prev) && r != '.'
	}
	if r != '.' {
		return true
	}
	return stops(before, strings.TrimLeftFunc(after, blank))
}

// stops reports whether a full stop between before and after ends a sentence.
func stops(before, after string) bool {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, "\"'“‘(（["))
	if after != "" && unicode.IsLower(next) {
		return false
	}
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return !(unicode.IsLetter(r) || r == '.') || cjk(r) })+1:]
	word = strings.ToLower(strings.Trim(word, "."))
	if mayEnd, ok := abbreviations()[word]; ok {
		return after == "" || mayEnd && !digit(next)
	}
	if len(word) == 1 && strings.HasSuffix(before, strings.ToUpper(word)) && after != "" { // an initial: J. Smith
		return word == "i"
	}
	return true
}
