package generate

import (
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

const (
	summarise  = "summarise_document" // the tool that reads a whole document
	maxSummary = 10                   // sentences of a summary
)

// summary tells a document that was read whole: of each section the sentence that says most, word for word, in the order
// they stand. It returns how many.
func (d *draft) summary(n casefile.Need, s casefile.Step) int {
	var order []string
	best := map[string]told{}
	title := ""
	for _, e := range d.c.Of(s.ID) {
		if e.Source == nil {
			continue
		}
		title = strings.TrimSpace(e.Source.Title + " " + e.Source.Version)
		for _, sp := range units(e, func(text.Span) float64 { return answers }) {
			body := sp.Of(e.Text)
			if end := strings.TrimSpace(body); strings.HasSuffix(end, "?") || strings.HasSuffix(end, "？") {
				continue // a question states nothing
			}
			key := e.Source.Section
			if _, ok := best[key]; !ok {
				order = append(order, key)
			}
			if t := (told{e: e, span: sp, score: weight(body)}); t.score > best[key].score {
				best[key] = t
			}
		}
	}
	if len(order) == 0 {
		return 0
	}
	kept := slices.Clone(order)
	if len(kept) > maxSummary { // those that say most, in the order they stand
		slices.SortStableFunc(kept, func(x, y string) int { return int(1000 * (best[y].score - best[x].score)) })
		kept = kept[:maxSummary]
	}
	for _, key := range order {
		if slices.Contains(kept, key) {
			c := d.quote(n, best[key])
			c.About = subject(n) + " " + key
			d.claim(c)
		}
	}
	d.note(phrase(d.lang, "summary", "title", title, "n", strconv.Itoa(len(order)), "told", strconv.Itoa(len(kept))))
	return len(kept)
}

// weight is how much a sentence says of its section: a bound or an amount, and what is to be done or may be.
func weight(body string) float64 {
	w := 1.0
	if figureAt.MatchString(text.Fold(body)) {
		w += 0.5
	}
	if len(spansOf(playbook.Read(body), wordsOf()["rules"])) > 0 {
		w += 0.7
	}
	if n := len([]rune(body)); n > 200 {
		w -= 0.6
	}
	return w
}
