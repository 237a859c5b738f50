package generate

import (
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/wording"
)

// topics are what a need asks, without what no document can know.
type topics struct {
	all  []*text.Topic // one for each of several things of a kind that it names, since a sentence speaks of one
	core *text.Topic   // what is asked of the things named; nil when nothing is named, or nothing else asked
	busy *text.Topic   // without words that say little, for counting what a sentence shares with it
	bare *text.Topic   // what is asked without things that only another part of the question names; nil when there are none

	across bool // the passages are in the other language
}

const little = 0.45 // what a word weighs whose absence is no gap

// topics makes ready what a need asks of the passages found; across, of those in the other language.
func (d *draft) topics(n casefile.Need, found []casefile.Evidence, across bool) *topics {
	out := &topics{across: across}
	q := withoutPremise(plain(n.Text), n.Text)
	if book, _ := d.w.book(d.c.Plan.Playbook); book.Name == "" {
		for _, s := range n.Constraints {
			if !strings.HasPrefix(s, playbook.NotGiven) {
				q += " " + s // what the part of the question before is about
			}
		}
	}
	drop := func(s casefile.Slot) {
		for _, w := range append([]string{s.Words}, s.Values...) {
			if w != "" {
				q = strings.ReplaceAll(q, w, " ")
			}
		}
	}
	for _, s := range n.Not {
		drop(s)
	}
	if n.PeriodText != "" {
		q = strings.ReplaceAll(q, n.PeriodText, " ")
	}
	syn := d.w.everyday.With(d.likeWords(q, found))
	if across {
		syn = syn.With(wording.Translations(without(q, "light")))
	}
	rare := rarity(found, syn)
	weight := func(term string) float64 {
		if wording.Loose(term) {
			return little * rare(term)
		}
		return rare(term)
	}
	several := -1
	tail := ""
	rest := q
	for _, s := range n.Entities {
		for _, w := range append([]string{s.Words}, s.Values...) {
			if w != "" {
				rest = strings.ReplaceAll(rest, w, " ")
			}
		}
	}
	if rest != q && len(text.Terms(rest)) > 0 {
		out.core = d.w.topic(rest, syn, weight)
	}
	for i, s := range n.Entities {
		switch {
		case d.isIdentifier(s.Name):
			drop(s)
		case len(s.Values) > 1 && several < 0:
			several = i
			drop(s)
		case s.Words == "" || !strings.Contains(q, s.Words):
			tail += " " + strings.Join(s.Values, " ")
		}
	}
	q = strings.Join(strings.Fields(q), " ")
	out.busy = d.w.topic(without(q, "light"), syn, weight)
	if tail != "" {
		out.bare = d.w.topic(q, syn, weight)
		q += tail
	}
	if several < 0 {
		out.all = []*text.Topic{d.w.topic(q, syn, weight)}
		return out
	}
	for _, v := range n.Entities[several].Values {
		out.all = append(out.all, d.w.topic(q+" "+v, syn, weight))
	}
	return out
}

// withoutPremise is what is asked without the amounts of a question that wants yes or no: what answers it may have another.
func withoutPremise(q, asked string) string {
	r := playbook.Read(claimed(asked))
	wants := slices.ContainsFunc(spansOf(r, wordsOf()["yes or no"]), func(s playbook.Span) bool {
		return s.From == 0 || !latin(r.Folded[s.From]) // in English it opens the question: "why does" wants a reason
	})
	if !wants && r.Folded == playbook.Read(asked).Folded || wantsFigure(asked) {
		return q
	}
	var b strings.Builder
	at := 0
	for _, m := range quantity.Find(q) {
		if m.Value == nil || m.Unit.Name == "" || m.Start < at {
			continue
		}
		b.WriteString(q[at:m.Start] + " ")
		at = m.End
	}
	return b.String() + q[at:]
}

// without is a text without the words of a list of gate.txt.
func without(s, list string) string {
	r := playbook.Read(s)
	var b strings.Builder
	at := 0
	for _, sp := range spansOf(r, wordsOf()[list]) {
		from, to := r.SourceSpan(sp)
		if from < at {
			continue
		}
		b.WriteString(s[at:from] + " ")
		at = to
	}
	return b.String() + s[at:]
}
