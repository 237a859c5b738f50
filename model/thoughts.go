package model

import "strings"

// thoughts takes out of a text that comes in pieces what a model thought aloud, between tags. An opening without an end takes the rest;
// an end without an opening takes what stands before it in its piece, since some templates put the opening into the prompt.
type thoughts struct {
	depth int
	held  string // the beginning of what may be a tag
}

// tags are those in which models think, openings and ends.
var tags = func() (out []string) {
	for _, name := range []string{"think", "thinking", "reasoning"} {
		out = append(out, "<"+name+">", "</"+name+">")
	}
	return out
}()

// pass returns what of a piece, and of what was held back before it, stands outside thoughts.
func (t *thoughts) pass(piece string) string {
	var out strings.Builder
	s := t.held + piece
	t.held = ""
	give := func(s string) {
		if t.depth == 0 {
			out.WriteString(s)
		}
	}
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			give(s)
			return out.String()
		}
		give(s[:i])
		s = s[i:]
		tag, part := tagAt(s)
		switch {
		case tag == "" && part:
			t.held = s
			return out.String()
		case tag == "":
			tag = s[:1]
			give(tag)
		case tag[1] != '/':
			t.depth++
		case t.depth > 0:
			t.depth--
		default:
			out.Reset()
		}
		s = s[len(tag):]
	}
}

// tagAt returns the tag that a text begins with, and whether it may be the beginning of one.
func tagAt(s string) (tag string, part bool) {
	for _, tag := range tags {
		if strings.HasPrefix(s, tag) {
			return tag, false
		}
		part = part || strings.HasPrefix(tag, s)
	}
	return "", part
}

// thought takes the thoughts out of a whole text, and reports whether the last one does not end.
func thought(s string) (rest string, open bool) {
	var t thoughts
	rest = t.pass(s)
	if t.depth == 0 {
		rest += t.held
	}
	return rest, t.depth > 0
}
