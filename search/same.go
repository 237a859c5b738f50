package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
)

// fingerprint is what two passages are compared by.
type fingerprint struct {
	*passage
	joined string   // the folded text, runs of space as one
	title  []string // terms of the title, sorted, each once
	asked  []string // those of the question that title and headings name, sorted
	period casefile.Period
}

func (k *ranking) print(h casefile.Hit) fingerprint {
	p := k.s.passage(h.Text)
	return fingerprint{
		period: h.Source.Period, passage: p, joined: strings.Join(strings.Fields(p.plain()), " "), title: distinct(h.Source.Title),
		asked: slices.Sorted(maps.Keys(k.topic.Set(h.Source.Title + "\n" + h.Source.Heading))),
	}
}

// sameSubject is how much of their titles two documents share that are taken to be about one thing.
const sameSubject = 0.5

// same reports whether two passages say the same of the same thing. Word for word the same they do, unless their
// titles name different things that the question names too. Else nearly all of their terms must be shared, every
// number, code and date, every word that turns a sentence round, and most of their titles.
func (f *fingerprint) same(o *fingerprint, share float64) bool {
	if f.period != o.period || !slices.Equal(f.asked, o.asked) || !slices.Equal(numbers(f.title), numbers(o.title)) {
		return false
	}
	if f.joined == o.joined {
		return true
	}
	return overlap(f.title, o.title) >= sameSubject && overlap(f.terms(), o.terms()) >= share &&
		turns(f.plain()) == turns(o.plain()) && slices.Equal(f.checkables(), o.checkables())
}

// numbers returns the terms with a digit: two titles that differ in them are two of a series.
func numbers(terms []string) []string {
	var out []string
	for _, t := range terms {
		if strings.ContainsFunc(t, unicode.IsDigit) {
			out = append(out, t)
		}
	}
	return out
}

// overlap returns what two sorted lists share, of both together.
func overlap[T cmp.Ordered](a, b []T) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := cmp.Compare(a[i], b[j]); {
		case c == 0:
			both++
			i++
			j++
		case c < 0:
			i++
		default:
			j++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// turns counts the words that turn a sentence round: not, 不, may, 应当 and their like.
func turns(folded string) string {
	var b strings.Builder
	for _, w := range words()["turns"] {
		b.WriteByte(byte('0' + min(9, strings.Count(folded, w))))
	}
	return b.String()
}

// moreReliable reports whether b is the better source of what a and b both say: by authority, then the tenant's own,
// then the one without hidden text, then the one published later.
func (w *Weights) moreReliable(a, b casefile.Hit) bool {
	own := func(h casefile.Hit) int {
		if h.Source.Namespace == casefile.TenantNamespace {
			return 1
		}
		return 0
	}
	clean := func(h casefile.Hit) int {
		if h.Untrusted {
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(clean(b), clean(a)),
		cmp.Compare(w.Authority[b.Source.Authority], w.Authority[a.Source.Authority]),
		cmp.Compare(own(b), own(a)),
		b.Source.Published.Compare(a.Source.Published),
	) > 0
}
