package ingest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/text"
)

// quiet is a text without what gives orders to a program: borders, headings and passages of its document are as if there were only
// space in their place.
type quiet struct {
	text    string // as long as the original
	blanked []text.Span
}

// quieten blanks the orders of a text from begin on. What is hidden is not looked at: it is left out anyway.
func quieten(s string, begin int, hidden []span) quiet {
	seen := s
	if len(hidden) > 0 {
		var out []text.Span
		for _, h := range hidden {
			out = append(out, text.Span{Start: h.start, End: h.end})
		}
		seen = text.Blank(s, out)
	}
	orders := text.Unread(seen[begin:])
	for i := range orders {
		orders[i].Start += begin
		orders[i].End += begin
	}
	return quiet{text.Blank(s, orders), orders}
}

// keep gives the passages what is blanked in them, as the original has it.
func (q quiet) keep(original string, sections []casefile.Section) {
	if len(q.blanked) == 0 {
		return
	}
	for i := range sections {
		for k := range sections[i].Chunks {
			c := &sections[i].Chunks[k]
			for _, sp := range q.blanked {
				if start, end := max(sp.Start, c.Start), min(sp.End, c.End); start < end {
					c.Blanked = append(c.Blanked, casefile.Blank{Start: start - c.Start, Text: original[start:end]})
				}
			}
		}
	}
}

// without returns the heads that are left once orders are blanked.
func (q quiet) without(hs []head) []head {
	return slices.DeleteFunc(slices.Clone(hs), func(h head) bool {
		return h.start < h.body && strings.TrimSpace(q.text[h.start:h.body]) == ""
	})
}

const toldOrder = 80 // characters of a sentence that is left unread

// An Unread is a sentence or paragraph that gives orders to a program: no stage reads it.
type Unread struct {
	Line  int    `json:"line"` // in the file, from 1; in a file that is no text, in the text that was made of it
	Words string `json:"words"`
}

// unread says where the orders stand.
func (q quiet) unread(original string) []Unread {
	var out []Unread
	line, at := 1, 0
	for _, sp := range q.blanked {
		line += strings.Count(original[at:sp.Start], "\n")
		at = sp.Start
		words := []rune(strings.Join(strings.Fields(sp.Of(original)), " "))
		if len(words) > toldOrder {
			words = append(words[:toldOrder], '…')
		}
		out = append(out, Unread{line, string(words)})
	}
	return out
}

// unread names the sentences that are in a document and that nothing will ever be found by: an owner who meant them as content has to
// know.
func unread(reads []read) []strictyaml.Problem {
	var ps []strictyaml.Problem
	for _, r := range reads {
		if line, ok := r.lines["orders"]; ok && r.doc.Orders == "" {
			line.Msg = "orders: " + casefile.OrdersAreContent + " has no effect: whoever writes a file does not decide what is shown of it"
			line.Hint = "if the writers of its folder are trusted, say orders: " + OrdersByDocument + " of the folder in casefile.yaml"
			ps = append(ps, line)
		}
		for _, o := range r.file.Orders {
			p := strictyaml.Problem{
				File: r.file.Path, Line: o.Line, Msg: fmt.Sprintf("gives orders to a program, and is not read: %q", o.Words),
				Hint: "planted? then nothing is to be done; is it what the document is about? then say orders: content of its folder in casefile.yaml",
			}
			if r.text != "" {
				p.Line, p.Msg = 1, p.Msg+fmt.Sprintf(" (line %d of the text that was made of the file)", o.Line)
			}
			ps = append(ps, p)
		}
	}
	return ps
}
