package plan

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// content is the part of a question without identifiers, periods and filler, with the synonyms of its phrases.
func (a *asked) content() string {
	var cut []playbook.Span
	for _, m := range a.ids {
		cut = append(cut, m.Span)
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	cut = append(cut, found(a.r, cues()["filler"])...)
	return a.without(cut)
}

// subject is the content of a question without the names in it: those are for the parameters.
func (a *asked) subject(also ...playbook.Span) string {
	cut := slices.Clone(also)
	for _, list := range [][]playbook.Mention{a.ids, a.names, a.not} {
		for _, m := range list {
			cut = append(cut, m.Span)
		}
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	cut = append(cut, a.cued("filler")...)
	return a.counted(cut)
}

// counted is the text without some places and without the number of things asked for; the whole of it where nothing would be left.
func (a *asked) counted(cut []playbook.Span) string {
	cut = append(cut, a.numbered()...)
	if s := a.without(cut); len(text.Terms(s)) > 0 {
		return s
	}
	return a.content()
}

// numbered is the place of the number of things asked for, with the word that counts with it.
func (a *asked) numbered() []playbook.Span {
	if a.n.n == 0 || a.n.implied {
		return nil
	}
	n := a.n.Span
	for _, r := range a.r.Folded[n.To:] {
		if !strings.ContainsRune(" 个名位款种家条项件类人", r) {
			break
		}
		n.To += utf8.RuneLen(r)
	}
	return []playbook.Span{n}
}

// without returns the text as it is written, without some places.
func (a *asked) without(cut []playbook.Span) string {
	cut = sortSpans(outermost(cut))
	var b strings.Builder
	at := 0
	for _, s := range cut {
		from, to := a.r.SourceSpan(s)
		if from < at {
			at = max(at, to)
			continue
		}
		b.WriteString(a.text[at:from])
		b.WriteByte(' ')
		at = to
	}
	b.WriteString(a.text[at:])
	return strings.Join(strings.Fields(b.String()), " ")
}
