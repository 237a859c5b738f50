package generate

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile/playbook"
)

//go:embed asks.txt
var asksFile string

// asks holds the words that ask, the longest first. Phrases stand between commas, words between spaces.
var asks = sync.OnceValue(func() []playbook.Word {
	var out []playbook.Word
	for line := range strings.Lines(asksFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		if strings.Contains(line, ",") {
			words = strings.Split(line, ",")
		}
		for _, w := range words {
			if ready := playbook.Prepare(w); !ready.IsZero() {
				out = append(out, ready)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b playbook.Word) int { return b.Len() - a.Len() })
	return out
})

// plain returns a question without the words that ask.
func plain(q string) string {
	r := playbook.Read(q)
	var cut []playbook.Span
	for _, w := range asks() {
		for _, s := range r.Find(w) {
			if !slices.ContainsFunc(cut, s.Overlaps) {
				cut = append(cut, s)
			}
		}
	}
	slices.SortFunc(cut, func(a, b playbook.Span) int { return a.From - b.From })
	var b strings.Builder
	at := 0
	for _, s := range cut {
		from, to := r.SourceSpan(s)
		if from < at {
			continue
		}
		b.WriteString(q[at:from])
		b.WriteByte(' ')
		at = to
	}
	b.WriteString(q[at:])
	return b.String()
}
