package main

import (
	"fmt"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/search"
)

// leftOutShown is how many of the candidates that were left out are explained to a reader; --json has all.
const leftOutShown = 10

// printSearch writes what was found as people read it, and with --explain why.
func (inv *invocation) printSearch(root string, x search.Explanation) error {
	var b strings.Builder
	var shown []casefile.Evidence
	why := map[string]string{}
	for _, c := range x.Candidates {
		if c.Rank > 0 {
			why[c.Source.Chunk] = c.Why[inv.lang]
		}
	}
	for _, h := range x.Hits {
		s := h.Source
		fmt.Fprintf(&b, "%.2f  %s  %s\n", s.Score, s.Place(), s.URI)
		if inv.explained {
			fmt.Fprintf(&b, "      %s\n", why[s.Chunk])
		}
		for line := range strings.Lines(strings.TrimSpace(h.Text)) {
			b.WriteString("      " + strings.TrimRight(line, "\n") + "\n")
		}
		if shortened(h) {
			b.WriteString("      …\n")
		}
		shown = append(shown, casefile.Evidence{Source: &s})
	}
	if inv.explained {
		inv.explainSearch(&b, x)
	} else if note := x.Note[inv.lang]; note != "" {
		inv.note("search-note", note)
	}
	text := config.Plain(b.String())
	if inv.outTTY {
		text = linked(text, root, shown)
	}
	_, err := fmt.Fprint(inv.out, text)
	return err
}

// explainSearch writes how the question was read, what each recall gave, and what was left out.
func (inv *invocation) explainSearch(b *strings.Builder, x search.Explanation) {
	line := func(key string, args ...any) { fmt.Fprintln(b, say(inv.lang, key, args...)) }
	comma := say(inv.lang, "comma")
	line("explain-head")
	var features []string
	for _, f := range x.Features {
		features = append(features, search.Say(inv.lang, "feature "+f))
	}
	if len(features) > 0 {
		line("explain-features", strings.Join(features, comma))
	}
	if len(x.Reading.Forms) > 0 {
		line("explain-forms", strings.Join(x.Reading.Forms, comma))
	}
	if len(x.Reading.Parts) > 0 {
		line("explain-parts", strings.Join(x.Reading.Parts, " | "))
	}
	for _, l := range x.Legs {
		line("explain-leg", search.Say(inv.lang, string(l.Recall)), search.Say(inv.lang, "state "+string(l.State)), l.Found, l.Share)
	}
	if note := x.Note[inv.lang]; note != "" {
		line("explain-note", note)
	}
	n := 0
	for _, c := range x.Candidates {
		if c.Rank == 0 && n < leftOutShown {
			fmt.Fprintf(b, "  %.2f  %s\n      %s\n", c.Score, c.Source.Place(), c.Why[inv.lang])
			n++
		}
	}
	if rest := len(x.Candidates) - len(x.Hits) - n; rest > 0 {
		line("explain-more", rest)
	}
}
