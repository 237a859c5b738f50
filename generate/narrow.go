package generate

import (
	"slices"
	"strings"
	"unicode"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// narrowed names what a need asks about and no passage told speaks of in any words: what was told may not hold for it. It rests on the
// passages told alone, so that no other hit has a say in it.
func (d *draft) narrowed(n casefile.Need, from int) {
	var found [2][]casefile.Evidence // told in the language of the answer, and in the other
	for _, c := range d.out.Claims[from:] {
		for _, t := range c.Cites {
			e, ok := d.c.Find(t.Evidence)
			if !ok || e.Source == nil {
				return // rows are held to what restricts them by another check
			}
			i := 0
			if speaks(e, text.Span{Start: t.Start - e.Source.Start, End: t.End - e.Source.Start}) != d.lang {
				i = 1
			}
			if !slices.ContainsFunc(found[i], func(f casefile.Evidence) bool { return f.ID == e.ID }) {
				found[i] = append(found[i], e)
			}
		}
	}
	if d.w.rules.Words == nil {
		return
	}
	for _, w := range d.unspoken(n, found) {
		d.lack(playbook.NotGiven+subject(n)+" "+w, phrase(d.lang, "narrower", "about", subject(n), "what", w))
	}
}

// unspoken are the words of a need that no passage has, in the words of the question. What stands in the language of the answer tells;
// passages in the other are looked at where there are none in it.
func (d *draft) unspoken(n casefile.Need, found [2][]casefile.Evidence) []string {
	across := len(found[0]) == 0
	told := found[0]
	if across {
		told = found[1]
	}
	if len(told) == 0 {
		return nil
	}
	var body, heading strings.Builder
	for _, e := range told {
		body.WriteString(e.Text + "\n")
		heading.WriteString(e.Source.Title + "\n" + e.Source.Heading + "\n")
	}
	t := d.topics(n, told, across).all[0]
	var out []string
	for _, w := range t.Lacks(body.String(), heading.String()) {
		if !strings.Contains(n.Text, w) || slices.Contains(out, w) || !d.narrows(w, body.String()+heading.String()) || across && !(circumstance(w) && t.Translated(w)) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// narrows reports whether a word of a question says of what something is asked: no number, and no word that only asks. One that no list
// has is likely mistyped, or no word but parts of two; it counts where it is written as a name, or where nothing of it stands in the texts.
func (d *draft) narrows(w, texts string) bool {
	if d.w.weightOf(w) < 1 || strings.ContainsFunc(w, unicode.IsDigit) {
		return false
	}
	for _, word := range strings.Fields(w) {
		switch folded := text.Fold(word); {
		case words.Stop(folded), d.w.rules.Words.Knows(folded):
		case unwritten(word) || sharesHan(word, texts):
			return false
		}
	}
	return len(spansOf(playbook.Read(w), slices.Concat(wordsOf()["plain"], wordsOf()["light"], wordsOf()["numbers"], asks()))) == 0
}

// circumstance reports whether a word says when or where something holds.
func circumstance(w string) bool {
	return len(spansOf(playbook.Read(w), wordsOf()["circumstance"])) > 0
}

// ofAnotherTime reports whether a sentence names months, quarters or years, and none that the need asks about.
func (d *draft) ofAnotherTime(n casefile.Need, body string) bool {
	if n.Period.IsZero() || n.PeriodText == "" {
		return false
	}
	named := false
	for _, m := range quantity.Periods(body, d.c.Now, quantity.PeriodOptions{}) {
		if m.Kind != quantity.Named && m.Kind != quantity.Span || m.Period.Days() < monthDays || m.Period.From.Compare(n.Period.To) <= 0 && n.Period.From.Compare(m.Period.To) <= 0 {
			return false
		}
		named = true
	}
	return named
}

const monthDays = 28
