package ingest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// Sizes of passages in characters.
const (
	fullPassage = 450 // no sentence is added beyond
	goodPassage = 250 // a paragraph's end ends the passage from here on
	longest     = 900 // a sentence beyond is cut at a comma or a space
)

// unit is what is never cut: a sentence, a table row, a line of code.
type unit struct {
	span
	runes     int
	table     bool
	paragraph bool // a blank line stands before it
}

// passages cuts a stretch of visible text at the ends of sentences and paragraphs. Rows of a table stay whole.
func passages(s string, v span, code []span) []casefile.Chunk {
	var out []casefile.Chunk
	var cur span
	size := 0
	headRow, curHead := "", ""
	table := false
	flush := func() {
		if size > 0 && !wordless(s[cur.start:cur.end]) {
			out = append(out, casefile.Chunk{Start: cur.start, End: cur.end, Text: s[cur.start:cur.end], Head: curHead})
		}
		size, curHead = 0, ""
	}
	for _, u := range units(s, v, code) {
		if u.table && !table {
			headRow = strings.TrimSpace(s[u.start:u.end])
		}
		begins := u.table && !table
		table = u.table
		switch {
		case size == 0:
		case size+u.runes > fullPassage, u.paragraph && size >= goodPassage, begins && size >= goodPassage/2:
			flush()
		}
		if size == 0 {
			cur.start = u.start
			if u.table && !begins {
				curHead = headRow
			}
		}
		cur.end = u.end
		size += u.runes
	}
	flush()
	return out
}

// units returns the sentences, rows and lines of code in v. Each begins where the one before
// ended, without the space between, so that the marks of list items stay with their text.
func units(s string, v span, code []span) []unit {
	var out []unit
	at := v.start
	add := func(end int) {
		t := s[at:end]
		trimmed := strings.TrimLeftFunc(t, unicode.IsSpace)
		lead := t[:len(t)-len(trimmed)]
		u := unit{span: span{at + len(lead), at + len(strings.TrimRightFunc(t, unicode.IsSpace))}}
		at = end
		if u.start >= u.end {
			return
		}
		u.table = strings.HasPrefix(trimmed, "|")
		u.paragraph = strings.Count(lead, "\n") > 1 || strings.HasPrefix(strings.TrimLeft(lead, " \t"), "\n\n")
		u.runes = utf8.RuneCountInString(s[u.start:u.end])
		out = append(out, cutLong(s, u)...)
	}
	for _, piece := range aroundCode(v, code) {
		if piece.code {
			add(piece.end)
			continue
		}
		for _, sp := range text.Sentences(s[piece.start:piece.end]) {
			if end := piece.start + sp.End; end > at {
				add(end)
			}
		}
		at = piece.end
	}
	return out
}

// aroundCode cuts v into stretches of text and lines of code.
func aroundCode(v span, code []span) []line {
	var out []line
	at := v.start
	for _, c := range code[from(code, v.start):] {
		if c.start >= v.end {
			break
		}
		if c.start > at {
			out = append(out, line{span: span{at, c.start}})
		}
		out = append(out, line{span{max(c.start, v.start), min(c.end, v.end)}, true})
		at = c.end
	}
	if at < v.end {
		out = append(out, line{span: span{at, v.end}})
	}
	return out
}

// cutLong cuts a sentence that is too long for one passage at commas and spaces, or where
// it must be, but never inside a character, and never a table row.
func cutLong(s string, u unit) []unit {
	if u.runes <= longest || u.table {
		return []unit{u}
	}
	var out []unit
	start, n, soft := u.start, 0, 0
	for i, r := range s[u.start:u.end] {
		i += u.start
		if n++; n >= goodPassage && strings.ContainsRune(" ,，、;；:：\n", r) {
			soft = i + utf8.RuneLen(r)
		}
		if n < fullPassage {
			continue
		}
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size := utf8.DecodeRuneInString(s[i:])
			end = i + size
		}
		if soft > start {
			end = soft
		}
		out = append(out, unit{span: span{start, end}, runes: utf8.RuneCountInString(s[start:end]), paragraph: u.paragraph && start == u.start})
		start, n = end, utf8.RuneCountInString(s[end:max(end, i+1)])
	}
	if start < u.end {
		out = append(out, unit{span: span{start, u.end}, runes: utf8.RuneCountInString(s[start:u.end])})
	}
	return out
}
