package plan

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile/playbook"
)

//go:embed cues.txt
var cuesFile string

// cues holds the word lists of cues.txt by name.
var cues = sync.OnceValue(func() map[string][]playbook.Word {
	m := map[string][]playbook.Word{}
	for line := range strings.Lines(cuesFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		m[name] = prepare(strings.Split(list, ","))
	}
	return m
})

// found returns the places of any of the words, longest first at each place, none inside another.
func found(r *playbook.Reader, words []playbook.Word) []playbook.Span {
	var all []playbook.Span
	for _, w := range words {
		all = append(all, r.Find(w)...)
	}
	return outermost(all)
}

// outermost drops the places that lie inside another, and keeps the order of the rest.
func outermost(all []playbook.Span) []playbook.Span {
	if len(all) < 2 {
		return all
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(all[i].From-all[j].From, all[j].To-all[i].To)
	})
	kept, end := make([]bool, len(all)), -1
	for _, i := range order {
		if all[i].To > end {
			kept[i], end = true, all[i].To
		}
	}
	out := make([]playbook.Span, 0, len(all))
	for i, s := range all {
		if kept[i] {
			out = append(out, s)
		}
	}
	return out
}

// has reports whether any of the words of a list of cues.txt stands in a text.
func has(r *playbook.Reader, list string) bool { return hasAny(r, cues()[list]) }

func hasAny(r *playbook.Reader, words []playbook.Word) bool {
	for _, w := range words {
		if r.Has(w) {
			return true
		}
	}
	return false
}

// cued returns the places in a question of the words of lists of cues.txt.
func (a *asked) cued(lists ...string) []playbook.Span {
	var out []playbook.Span
	for _, name := range lists {
		out = append(out, found(a.r, cues()[name])...)
	}
	return out
}
