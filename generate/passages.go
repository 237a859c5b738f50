package generate

import (
	"cmp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

const (
	relevant  = 0.34 // a sentence this far about the need may answer it
	companion = 0.62 // beside rows only a sentence well about it is told
	near      = 0.7  // of the best, for the sentences told besides it
	maxTold   = 4    // sentences a need
)

// told is a sentence that may answer a need.
type told struct {
	e     casefile.Evidence
	span  text.Span
	score float64
	at    int
}

// passages tells the sentences of a step's passages that are about a need. It returns how many.
func (d *draft) passages(n casefile.Need, s casefile.Step, besideRows bool) int {
	topic := text.NewTopic(d.asked(n), d.w.synonyms, nil)
	least := relevant
	if besideRows {
		least = companion
	}
	var all []told
	for rank, e := range d.c.Of(s.ID) {
		if e.Source == nil || d.excluded(n, e) {
			continue
		}
		heading := e.Source.Title + " " + e.Source.Heading
		of := d.w.named(heading)
		for _, sp := range text.Sentences(e.Text) {
			body := sp.Of(e.Text)
			if strings.HasPrefix(strings.TrimSpace(body), "#") || len([]rune(body)) < 5 || isHeading(body, e.Source) {
				continue
			}
			if d.ofAnother(n, body, of) {
				continue
			}
			score := topic.Relevance(body, heading)
			if score >= least {
				all = append(all, told{e, sp, score, rank})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y told) int { return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.at, y.at)) })
	made := 0
	for _, t := range all {
		if made >= maxTold || t.score < all[0].score*near {
			break
		}
		before := len(d.out.Claims)
		d.claim(d.quote(n, t))
		made += len(d.out.Claims) - before
	}
	return made
}

// named returns the names in a text.
func (w *Writer) named(s string) []playbook.Name {
	var out []playbook.Name
	for _, m := range w.lexicon.Find(playbook.Read(s)) {
		out = append(out, m.Name)
	}
	return out
}

// ofAnother reports whether a sentence is about another thing than the one the need names: it, or else the
// heading it stands under, names things of that kind, and none of those asked about.
func (d *draft) ofAnother(n casefile.Need, body string, heading []playbook.Name) bool {
	names := d.w.named(body)
	for _, want := range n.Entities {
		others := false
		for _, in := range [][]playbook.Name{names, heading} {
			of := 0
			for _, m := range in {
				if m.Kind != want.Name {
					continue
				}
				of++
				if slices.Contains(want.Values, m.Value) {
					return false
				}
			}
			if of > 0 {
				others = true
				break
			}
		}
		if others {
			return true
		}
	}
	return false
}

// isHeading reports whether a sentence is no more than the passage's own heading.
func isHeading(s string, src *casefile.Source) bool {
	h := text.Fold(strings.TrimSpace(s))
	for _, part := range append(strings.Split(src.Heading, " / "), src.Title) {
		if text.Fold(strings.TrimSpace(part)) == h {
			return true
		}
	}
	return false
}

// asked is what a need asks, without what no document can know.
func (d *draft) asked(n casefile.Need) string {
	q := n.Text
	for _, s := range n.Entities {
		if s.Words != "" && d.isIdentifier(s.Name) {
			q = strings.ReplaceAll(q, s.Words, " ")
		}
	}
	for _, s := range n.Not {
		if s.Words != "" {
			q = strings.ReplaceAll(q, s.Words, " ")
		}
	}
	if n.PeriodText != "" {
		q = strings.ReplaceAll(q, n.PeriodText, " ")
	}
	return q
}

func (d *draft) isIdentifier(kind string) bool {
	for _, t := range d.w.rules.Tools {
		for _, p := range t.Params {
			if p.Kind == kind {
				return true
			}
		}
	}
	return false
}

// excluded reports whether a passage is about something that the question excludes.
func (d *draft) excluded(n casefile.Need, e casefile.Evidence) bool {
	for _, s := range n.Not {
		for _, v := range s.Values {
			if strings.Contains(text.Fold(e.Source.Title+" "+e.Source.Heading), text.Fold(v)) {
				return true
			}
		}
	}
	return false
}

// quote makes a sentence a claim, word for word.
func (d *draft) quote(n casefile.Need, t told) casefile.Claim {
	body := t.span.Of(t.e.Text)
	return casefile.Claim{
		Text: strings.Join(strings.Fields(body), " "), Part: casefile.Conclusion, About: subject(n),
		Cites: []casefile.Citation{{Evidence: t.e.ID, Quote: body, Start: t.e.Source.Start + t.span.Start, End: t.e.Source.Start + t.span.End}},
	}
}
