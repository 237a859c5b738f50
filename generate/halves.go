package generate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// halves names the questions of a need, where several are asked at once, of which nothing that was told speaks.
func (d *draft) halves(n casefile.Need, book playbook.Playbook) {
	g := &gate{d: d, n: n, r: playbook.Read(n.Text)}
	g.cutNames()
	asked := g.questions()
	several := book.Name == "" && len(d.c.Plan.Needs) > 1 // a playbook's needs are goals of its steps
	if several && len(asked) == 0 {
		asked = []playbook.Span{{To: len(g.r.Folded)}}
	}
	if !several && len(asked) < 2 || len(d.out.Claims) == 0 {
		return
	}
	said := d.toldOf(book)
	for _, part := range asked {
		what := clip(strings.Trim(strings.TrimSpace(g.r.Source(part)), "?？。.!！;；,，、"), 60)
		if g.spokenOf(part, said) || slices.ContainsFunc(d.lacks, func(l lack) bool { return strings.Contains(l.why, what) || strings.Contains(what, l.about) }) ||
			slices.ContainsFunc(d.c.Plan.Needs, func(o casefile.Need) bool { return o.Text != n.Text && strings.Contains(o.Text, what) }) {
			continue
		}
		d.lack(playbook.NotGiven+what, phrase(d.lang, "not found", "about", what))
	}
}

// toldOf is all that was told, with the titles of the documents it stands in, what the functions told say of themselves, and the
// words of the playbook that told it.
func (d *draft) toldOf(book playbook.Playbook) *playbook.Reader {
	var b strings.Builder
	b.WriteString((&gate{d: d}).titles())
	seen := map[string]bool{}
	for _, c := range d.out.Claims {
		b.WriteString(c.Text + "\n")
		for _, t := range c.Cites {
			e, _ := d.c.Find(t.Evidence)
			b.WriteString(t.Quote + "\n")
			if e.Table != nil && !seen[e.Tool] {
				seen[e.Tool] = true
				b.WriteString(describes(d.w.tools[e.Tool]))
			}
		}
	}
	for _, m := range book.Match {
		for _, list := range append(slices.Clone(m.All), m.Any) {
			b.WriteString(strings.Join(list, "\n") + "\n")
		}
	}
	for _, s := range book.Slots {
		for _, v := range s.Values {
			b.WriteString(strings.Join(v.Words, "\n") + "\n")
		}
	}
	return playbook.Read(b.String())
}

// questions are the stretches of a need that ask, each with the parts before it that do not.
func (g *gate) questions() []playbook.Span {
	var out []playbook.Span
	from := -1
	for _, part := range g.parts() {
		if from < 0 {
			from = part.From
		}
		if len(g.within(part, "asks")) > 0 || g.opensAsking(part) {
			out = append(out, playbook.Span{From: from, To: part.To})
			from = -1
		}
	}
	if from >= 0 && len(out) > 0 {
		out[len(out)-1].To = len(g.r.Folded)
	}
	return out
}

func (g *gate) within(part playbook.Span, list string) []playbook.Span {
	return slices.DeleteFunc(g.found(list), func(s playbook.Span) bool { return s.From < part.From || s.To > part.To })
}

// opensAsking reports whether a part opens with a verb that asks: "and is it free".
func (g *gate) opensAsking(part playbook.Span) bool {
	at := part.From
	for at < part.To && g.r.Folded[at] == ' ' {
		at++
	}
	return slices.ContainsFunc(g.within(part, "asks first"), func(s playbook.Span) bool { return s.From == at })
}

// spokenOf reports whether a text has any word of a part, or one that stands for it; so it does where the part has none but words
// that ask and names.
func (g *gate) spokenOf(part playbook.Span, said *playbook.Reader) bool {
	terms := text.Set{}
	text.Visit(said.Folded, func(term string) { terms[term] = true })
	empty := make([]bool, len(g.r.Folded)+1)
	cut := slices.Clone(g.cut)
	lists := asks()
	for _, list := range []string{"asks", "asks first", "light", "plain", "count", "money", "figure"} {
		lists = slices.Concat(lists, wordsOf()[list])
	}
	for _, w := range lists {
		cut = append(cut, g.r.Find(w)...)
	}
	for _, s := range cut {
		for i := s.From; i < s.To; i++ {
			empty[i] = true
		}
	}
	has := func(w string) bool {
		return said.Has(playbook.Prepare(w)) || slices.ContainsFunc(g.d.w.otherForms(w), func(o string) bool { return said.Has(playbook.Prepare(o)) })
	}
	all, known := 0, 0 // English words, of which most must be spoken of
	g.eachWord(func(s playbook.Span) {
		w := g.r.Folded[s.From:s.To]
		if s.From < part.From || s.To > part.To || empty[s.From] || words.Stop(w) || len(w) < 2 {
			return
		}
		all++
		if terms[text.Stem(w)] || mistyped(w, terms) || has(w) || slices.ContainsFunc(inflections()[text.Stem(w)], func(f string) bool { return terms[f] }) {
			known++
		}
	})
	asksSomething, spoken := all > 0, known*2 > all
	for at := part.From; at < part.To && !spoken; {
		c, n := utf8.DecodeRuneInString(g.r.Folded[at:])
		if !unicode.Is(unicode.Han, c) || empty[at] || words.StopHan(c) {
			at += n
			continue
		}
		for end, chars := at, 0; end < part.To && chars < 5 && !spoken; chars++ {
			c, n := utf8.DecodeRuneInString(g.r.Folded[end:])
			if !unicode.Is(unicode.Han, c) || empty[end] || words.StopHan(c) {
				break
			}
			if end += n; chars > 0 {
				asksSomething = true
				spoken = has(g.r.Folded[at:end])
			}
		}
		at += n
	}
	return spoken || !asksSomething
}
