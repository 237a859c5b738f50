package generate

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
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

//go:embed hearsay.txt
var hearsayFile string

// hearsay holds the expressions of hearsay.txt.
var hearsay = sync.OnceValue(func() []*regexp.Regexp {
	var out []*regexp.Regexp
	for line := range strings.Lines(hearsayFile) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, regexp.MustCompile("(?i)"+line))
		}
	}
	return out
})

// claimed is what a question says that somebody said, without that it was said; the question itself where nothing is left of it.
func claimed(q string) string {
	rest := strings.TrimSpace(q)
	for _, re := range hearsay() {
		rest = strings.TrimSpace(re.ReplaceAllString(rest, " "))
	}
	if len(text.Terms(rest)) < 2 {
		return q
	}
	return rest
}

// plain returns a question without the words that ask.
func plain(q string) string {
	q = claimed(q)
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
