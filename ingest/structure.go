package ingest

import (
	"path"
	"strings"

	"github.com/casefile/casefile"
)

// A line of the text, with what it is.
type line struct {
	span
	code bool // inside a fence
}

// linesOf cuts s[from:] into lines, their ends included, and marks those between code fences.
func linesOf(s string, from int, md bool) []line {
	var out []line
	fence := ""
	for pos := from; pos < len(s); {
		end := len(s)
		if i := strings.IndexByte(s[pos:], '\n'); i >= 0 {
			end = pos + i + 1
		}
		l := line{span: span{pos, end}, code: fence != ""}
		if md {
			t := strings.TrimLeft(s[pos:end], " ")
			mark := t[:len(t)-len(strings.TrimLeft(t, t[:min(1, len(t))]))]
			switch {
			case fence == "" && end-pos-len(t) < 4 && len(mark) >= 3 && (mark[0] == '`' && !strings.Contains(t[len(mark):], "`") || mark[0] == '~'):
				fence, l.code = mark, true
			case fence != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(t[len(mark):]) == "":
				fence = ""
			}
		}
		out = append(out, l)
		pos = end
	}
	return out
}

func codeSpans(lines []line) []span {
	var out []span
	for _, l := range lines {
		if l.code {
			out = append(out, l.span)
		}
	}
	return out
}

// head is a heading or the first line of a clause.
type head struct {
	span         // of the line or lines
	body     int // where its text begins; its own start for a clause
	level    int
	title    string
	id       string
	markdown bool
}

// heads finds the headings and clauses of a text.
func heads(s string, lines []line, hidden []span, md bool) []head {
	var out []head
	last := ""        // dotted number
	blankLine := true // before this one
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		t := s[l.start:l.end]
		trimmed := strings.TrimSpace(t)
		if l.code || trimmed == "" || within(hidden, l.start+len(t)-len(strings.TrimLeft(t, " \t"))) {
			blankLine = trimmed == ""
			continue
		}
		if md {
			if h, ok := atx(t, l); ok {
				if m := clauseNumber.FindStringSubmatch(h.title); m != nil && m[3] != "" {
					last = m[3]
				}
				out = append(out, h)
				blankLine = true
				continue
			}
			if level := setext(s, lines, i, blankLine); level > 0 {
				title, id := headingText(t)
				out = append(out, head{span{l.start, lines[i+1].end}, lines[i+1].end, level, title, id, true})
				i++
				blankLine = true
				continue
			}
		}
		before := last
		if h, ok := clauseHead(t, l, &last); ok && (blankLine || !md || strings.HasPrefix(h.id, "第")) {
			out = append(out, h)
		} else {
			last = before
		}
		blankLine = false
	}
	return out
}

// clauseHead reads a line that begins a clause. last is the dotted number before it.
func clauseHead(t string, l line, last *string) (head, bool) {
	c, ok := clauseAt(t, *last)
	if !ok {
		return head{}, false
	}
	h := head{span{l.start, l.start}, l.start, c.level, c.id, c.id, false}
	if trimmed := strings.TrimSpace(t); c.title && len([]rune(trimmed)) <= 40 {
		h.title, _ = headingText(trimmed)
		h.span, h.body = l.span, l.end
	}
	if c.level >= levelDotted {
		*last = c.id
	}
	return h, true
}

// atx reads "## Title {#id}".
func atx(t string, l line) (head, bool) {
	r := strings.TrimLeft(t, " ")
	if len(t)-len(r) > 3 {
		return head{}, false
	}
	n := len(r) - len(strings.TrimLeft(r, "#"))
	if n == 0 || n > 6 || n < len(r) && !strings.ContainsRune(" \t\r\n", rune(r[n])) {
		return head{}, false
	}
	title, id := headingText(strings.TrimRight(strings.TrimSpace(r[n:]), "#"))
	if m := explicitID.FindStringSubmatch(strings.TrimSpace(r[n:])); m != nil { // the closing marks may not eat the id
		title, id = headingText(strings.TrimSpace(r[n:]))
	}
	return head{l.span, l.end, n, title, id, true}, true
}

// setext reads a title underlined by = or -, and returns its level.
func setext(s string, lines []line, i int, blankLine bool) int {
	if !blankLine || i+1 == len(lines) || lines[i+1].code {
		return 0
	}
	under := strings.TrimSpace(s[lines[i+1].start:lines[i+1].end])
	text := strings.TrimSpace(s[lines[i].start:lines[i].end])
	if len(under) < 2 || strings.ContainsAny(text[:1], "|>-*+") {
		return 0
	}
	switch strings.Trim(under, string(under[0])) + string(under[0]) {
	case "=":
		return 1
	case "-":
		return 2
	}
	return 0
}

// parsed is a text cut into sections.
type parsed struct {
	title    string // of the one top heading, "" for none
	sections []casefile.Section
	hidden   int // bytes left out
	quiet
}

// structure cuts a text, from the end of its front matter on, into sections and passages. What is hidden and what is code is told from
// the text as it is: a mark that is blanked with an order would open or close another.
func structure(s string, begin int, md, all bool) parsed {
	lines := linesOf(s, begin, md)
	code := codeSpans(lines)
	var hidden []span
	if md {
		hidden = hiddenSpans(s, code)
	}
	q := quiet{text: s}
	if !all {
		q = quieten(s, begin, hidden)
	}
	p := arrange(q.text, begin, heads(q.text, lines, hidden, md), hidden, code)
	p.quiet = q
	return p
}

// arrange cuts a text at its heads.
func arrange(s string, begin int, hs []head, hidden, code []span) parsed {
	p := parsed{}
	for _, h := range hidden {
		p.hidden += h.end - h.start
	}
	only := -1 // the one heading of level 1, when it comes first: the document's title
	for i, h := range hs {
		if h.markdown && h.level == 1 {
			if only >= 0 || i > 0 {
				only = -1
				break
			}
			only = i
		}
	}
	if only == 0 {
		p.title = hs[0].title
	}
	unique := ids{}
	given := map[string]bool{} // an id that someone wrote is not taken by a heading that only sounds like it
	for _, h := range hs {
		if h.id != "" {
			given[strings.ToLower(oneWord(h.id))] = true
		}
	}
	if pre := section(s, head{span: span{begin, begin}, body: begin}, endOf(hs, 0, len(s)), hidden, code); len(pre.Chunks) > 0 {
		p.sections = append(p.sections, pre)
	}
	var above []head
	for i, h := range hs {
		for len(above) > 0 && above[len(above)-1].level >= h.level {
			above = above[:len(above)-1]
		}
		sec := section(s, h, endOf(hs, i+1, len(s)), hidden, code)
		var names []string
		for _, a := range above {
			names = append(names, a.title)
		}
		leaf := i+1 == len(hs) || hs[i+1].level <= h.level
		if len(sec.Chunks) == 0 && leaf {
			sec.Chunks = ownTitle(s, h, hidden)
		}
		sec.Heading = strings.Join(append(names, h.title), " / ")
		sec.Level = h.level
		sec.ID = h.id
		if sec.ID == "" {
			if sec.ID = idOf(h.title); given[strings.ToLower(oneWord(sec.ID))] {
				sec.ID += "-0"
			}
		}
		sec.ID = unique.unique(oneWord(sec.ID))
		if i != only {
			above = append(above, h)
		}
		p.sections = append(p.sections, sec)
	}
	return p
}

func endOf(hs []head, i, end int) int {
	if i < len(hs) {
		return hs[i].start
	}
	return end
}

// ownTitle makes a heading with nothing under it its own text, or else what only a heading says could not be found.
func ownTitle(s string, h head, hidden []span) []casefile.Chunk {
	at := strings.Index(s[h.start:h.body], h.title)
	if at < 0 || wordless(h.title) {
		return nil
	}
	start := h.start + at
	return []casefile.Chunk{{Start: start, End: start + len(h.title), Text: h.title, Untrusted: within(hidden, start) || invisible(h.title) > 0}}
}

// section makes the section from h to end.
func section(s string, h head, end int, hidden, code []span) casefile.Section {
	sec := casefile.Section{Start: h.start, End: end}
	touched := false
	for _, sp := range hidden[from(hidden, h.start):] {
		if sp.start >= end {
			break
		}
		touched = touched || !directive(s[sp.start:sp.end])
	}
	for _, v := range visible(h.body, end, hidden) {
		sec.Chunks = append(sec.Chunks, passages(s, v, code)...)
	}
	for i := range sec.Chunks {
		c := &sec.Chunks[i]
		c.Untrusted = touched || invisible(c.Text) > 0
		if i+1 < len(sec.Chunks) {
			if gap := s[c.End:sec.Chunks[i+1].Start]; strings.TrimSpace(gap) == "" {
				c.Gap = gap
			}
		}
	}
	return sec
}

// fileTitle is the title of a document that gives itself none.
func fileTitle(p string) string { return strings.TrimSuffix(path.Base(p), path.Ext(p)) }
