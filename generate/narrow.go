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

// narrowed names what a need asks about and no document told speaks of in any words: what was told may not hold for it.
func (d *draft) narrowed(n casefile.Need, from int) {
	var records []string
	for _, c := range d.out.Claims[from:] {
		for _, t := range c.Cites {
			e, ok := d.c.Find(t.Evidence)
			if !ok || e.Source == nil {
				return // rows are held to what restricts them by another check
			}
			records = append(records, e.Source.DocID)
		}
	}
	if d.w.rules.Words == nil || len(records) == 0 {
		return
	}
	var found []casefile.Evidence
	for _, e := range d.c.Evidence {
		if e.Source != nil && slices.Contains(records, e.Source.DocID) {
			found = append(found, e)
		}
	}
	for _, w := range d.unspoken(n, found) {
		d.lack(playbook.NotGiven+subject(n)+" "+w, phrase(d.lang, "narrower", "about", subject(n), "what", w))
	}
}

// unspoken are the words of a need that no passage has, in the words of the question.
func (d *draft) unspoken(n casefile.Need, found []casefile.Evidence) []string {
	var body, heading [2]strings.Builder // of passages in the language of the answer, and in the other
	for _, e := range found {
		i := 0
		if casefile.LangOf(e.Text) != d.lang {
			i = 1
		}
		body[i].WriteString(e.Text + "\n")
		heading[i].WriteString(e.Source.Title + "\n" + e.Source.Heading + "\n")
	}
	var out []string
	for i := range body {
		if body[i].Len() == 0 {
			continue
		}
		t := d.topics(n, found, i == 1)
		for _, w := range t.all[0].Lacks(body[i].String(), heading[i].String()) {
			if !strings.Contains(n.Text, w) || slices.Contains(out, w) || !d.narrows(w, body[i].String()+heading[i].String()) || i == 1 && !(circumstance(w) && t.all[0].Translated(w)) {
				continue
			}
			out = append(out, w)
		}
		if i == 0 {
			break // what stands in the language of the question tells
		}
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
