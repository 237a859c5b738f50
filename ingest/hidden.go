package ingest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
)

// A span is a run of bytes of the file's text.
type span struct{ start, end int }

var (
	comment    = regexp.MustCompile(`<!--`)
	openTag    = regexp.MustCompile(`(?i)<([a-z][a-z0-9]*)((?:\s+[^<>]*)?)/?>`)
	hiddenTag  = regexp.MustCompile(`(?i)^(script|style|template|noscript|head)$`)
	hiddenAttr = regexp.MustCompile(`(?i)(?:^|\s)hidden(?:\s|=|$)|aria-hidden\s*=\s*["']?true`)
	// Ways to write text that nobody sees: not displayed, no size, see-through, off the page, white.
	hiddenStyle = regexp.MustCompile(`(?i)display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0*\.?0+(?:[^.\d]|$)|[01](?:\.\d+)?p[xt])|opacity\s*:\s*0*\.?0+(?:[^.\d]|$)|` +
		`(?:left|top|text-indent|margin-left)\s*:\s*-\d{3,}|(?:^|[^-\w])color\s*[:=]\s*["']?\s*(?:white|transparent|#fff\b|#ffffff\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)`)
	// [//]: # (a comment), the way Markdown without HTML is commented.
	linkComment = regexp.MustCompile(`(?m)^[ ]{0,3}\[(?://|comment|\s*)\]:\s*(?:#|<>)\s*[("'].*$`)
)

// hiddenSpans returns what a reader of the rendered Markdown would not see, sorted and apart.
// code is what is shown as it is written.
func hiddenSpans(s string, code []span) []span {
	var out []span
	add := func(a, b int) {
		if a < b {
			out = append(out, span{a, b})
		}
	}
	for _, m := range linkComment.FindAllStringIndex(s, -1) {
		if !within(code, m[0]) {
			add(m[0], m[1])
		}
	}
	for at := 0; at < len(s); {
		m := comment.FindStringIndex(s[at:])
		if m == nil {
			break
		}
		start := at + m[0]
		if within(code, start) {
			at = start + 4
			continue
		}
		end := len(s) // a comment that is not closed hides the rest
		if i := strings.Index(s[start+4:], "-->"); i >= 0 {
			end = start + 4 + i + 3
		}
		add(start, end)
		at = end
	}
	until := 0 // of the element before: what stands in it is hidden already
	for _, m := range openTag.FindAllStringSubmatchIndex(s, -1) {
		name, attrs := s[m[2]:m[3]], s[m[4]:m[5]]
		if m[0] < until || within(code, m[0]) || !hiddenTag.MatchString(name) && !hiddenAttr.MatchString(attrs) && !hiddenStyle.MatchString(attrs) {
			continue
		}
		until = closeOf(s, m[1], name)
		add(m[0], until)
	}
	return merge(out)
}

// directive reports whether a hidden piece is a short mark for a program, such as <!-- toc -->:
// it is left out like all that is hidden, but says nothing against the text around it.
func directive(s string) bool {
	inner, ok := strings.CutPrefix(s, "<!--")
	inner, closed := strings.CutSuffix(inner, "-->")
	if !ok || !closed || len(inner) > 48 {
		return false
	}
	for _, r := range inner {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return len(strings.Fields(inner)) <= 3
}

// closeOf returns the end of the element called name whose content begins at from.
func closeOf(s string, from int, name string) int {
	lower := strings.ToLower(name)
	depth := 1
	for at := from; at < len(s); {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return len(s)
		}
		at += i
		rest := s[at:min(len(s), at+len(name)+3)]
		switch {
		case strings.HasPrefix(strings.ToLower(rest), "</"+lower):
			if depth--; depth == 0 {
				if j := strings.IndexByte(s[at:], '>'); j >= 0 {
					return at + j + 1
				}
				return len(s)
			}
		case strings.HasPrefix(strings.ToLower(rest), "<"+lower) && len(rest) > len(name)+1 && strings.ContainsRune(" \t\n>", rune(rest[len(name)+1])):
			depth++
		}
		at++
	}
	return len(s)
}

func within(spans []span, at int) bool {
	i, found := slices.BinarySearchFunc(spans, at, func(sp span, at int) int { return sp.start - at })
	return found || i > 0 && at < spans[i-1].end
}

func merge(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	var out []span
	for _, sp := range spans {
		if n := len(out); n > 0 && sp.start <= out[n-1].end {
			out[n-1].end = max(out[n-1].end, sp.end)
			continue
		}
		out = append(out, sp)
	}
	return out
}

// visible returns what is left of [start:end] without the hidden spans.
func visible(start, end int, hidden []span) []span {
	var out []span
	for _, h := range hidden[from(hidden, start):] {
		if h.start >= end {
			break
		}
		if h.start > start {
			out = append(out, span{start, h.start})
		}
		start = max(start, h.end)
	}
	if start < end {
		out = append(out, span{start, end})
	}
	return out
}

// from returns the index of the first span that ends after at.
func from(spans []span, at int) int {
	i, _ := slices.BinarySearchFunc(spans, at+1, func(sp span, at int) int { return sp.end - at })
	return i
}

// invisible counts the bytes of characters in s that take no room and that plain writing does not need.
// Joiners inside emoji and the soft hyphen are needed.
func invisible(s string) int {
	n := 0
	prev := rune(0)
	for i, r := range s {
		if text.Invisible(r) && r != 0x00AD && !(r == 0xFEFF && i == 0) && !(r == 0x200D || r == 0x200C) {
			n += utf8.RuneLen(r)
		}
		if (r == 0x200D || r == 0x200C) && prev < 0x2E80 && !unicode.Is(unicode.So, prev) && (prev < 0x0600 || prev > 0x109F) {
			n += utf8.RuneLen(r)
		}
		if (r == 0x200D || r == 0x200C) && cjkLetter(prev) {
			n += utf8.RuneLen(r)
		}
		prev = r
	}
	return n
}

func cjkLetter(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }
