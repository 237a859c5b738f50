package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/wording"
)

const (
	maxRecords = 12  // of a case, that a planning or judging model is shown
	maxRows    = 4   // of a table
	maxPassage = 400 // characters of a passage
)

// recordOf is a record as a planning or judging model sees it: data from elsewhere, in a form that nothing in it can end.
type recordOf struct {
	ID      string              `json:"id"`
	Task    string              `json:"task"`
	Status  casefile.Status     `json:"status,omitempty"` // of a call that brought nothing
	Title   string              `json:"title,omitempty"`
	Heading string              `json:"heading,omitempty"`
	Text    string              `json:"text,omitempty"`
	Rows    []map[string]string `json:"rows,omitempty"`
	Total   int                 `json:"rows_in_all,omitempty"`
	Value   string              `json:"value,omitempty"`
	Cut     bool                `json:"cut,omitempty"`
}

// A view is what of passages a planning or judging model is shown: the sentences that speak of what is asked in words of their own, and state
// something. What stands beside them has no say in what is looked up next, whatever it asks for.
type view []subject

type subject struct {
	*text.Topic
	lang casefile.Lang
}

const (
	sharesOf = 0.2   // a sentence that has so much of a question speaks of it
	loose    = 0.25  // what a word is worth that says how something is asked
	manifold = 3     // a question of so many things is spoken of by two of them
	leftOut  = "[…]" // in place of what is not shown
)

func (p *Planner) viewOf(c casefile.Case) view {
	var v view
	add := func(asked string) {
		syn := p.synonyms.With(wording.Everyday()).With(wording.Translations(asked))
		v = append(v, subject{text.NewTopicOfWords(asked, wording.Known, syn, light), text.Lang(asked)})
	}
	for _, n := range c.Plan.Needs {
		add(n.Text)
	}
	if len(v) == 0 {
		add(c.Question)
	}
	return v
}

func (v view) shows(sentence string) bool {
	if text.Asks(sentence) {
		return false
	}
	lang := text.Lang(sentence)
	return slices.ContainsFunc(v, func(s subject) bool {
		had, all := s.Concepts(sentence, "")
		return s.Relevance(sentence, "") >= sharesOf && (had > 1 || all < manifold || lang != s.lang) // no translation has every word
	})
}

// light weighs words that say how something is asked less than what it is about.
func light(term string) float64 {
	if wording.Loose(term) {
		return loose
	}
	return 1
}

// passage is what is shown of a passage, and whether that is all of it.
func (v view) passage(s string) (said string, whole bool) {
	var b strings.Builder
	whole = true
	cut := false
	for _, sp := range text.Sentences(s) {
		if !v.shows(sp.Of(s)) {
			whole, cut = false, true
			continue
		}
		switch {
		case cut && b.Len() > 0:
			b.WriteString(" " + leftOut + " ")
		case b.Len() > 0:
			b.WriteByte('\n')
		}
		b.WriteString(sp.Of(s))
		cut = false
	}
	return b.String(), whole
}

// shownRecords are the first records of each step that fit, in the order of their ids.
func (p *Planner) shownRecords(c casefile.Case) []recordOf {
	v := p.viewOf(c)
	rank := map[int]int{} // of each record among those of its step
	nth := map[string]int{}
	var order []int
	for i, e := range c.Evidence {
		if e.Said || len(e.Steps) == 0 {
			continue
		}
		rank[i] = nth[e.Steps[0]]
		nth[e.Steps[0]]++
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(rank[x], rank[y]) })
	order = order[:min(len(order), maxRecords)]
	slices.Sort(order)
	var out []recordOf
	room := p.room()
	for _, i := range order {
		r := v.record(c.Evidence[i])
		if room -= casefile.CountTokens(string(encode(r))); room < 0 {
			break
		}
		out = append(out, r)
	}
	return out
}

func (v view) record(e casefile.Evidence) recordOf {
	r := recordOf{ID: e.ID, Task: strings.Join(e.Steps[:min(1, len(e.Steps))], "")}
	switch {
	case e.Source != nil:
		r.Title, r.Heading = e.Source.Title, e.Source.Heading
		said, whole := v.passage(text.Said(e))
		r.Text = clip(said, maxPassage)
		r.Cut = !whole || r.Text != said
	case e.Calc != nil:
		r.Value = strings.TrimSpace(fmt.Sprint(e.Calc.Value, " ", e.Calc.Unit))
	case e.Table != nil:
		r.Total = e.Table.Total
		for _, row := range e.Table.Rows[:min(len(e.Table.Rows), maxRows)] {
			cells := map[string]string{}
			for i, c := range e.Table.Columns {
				if row[i].Type != casefile.Null {
					cells[c.Name] = clip(row[i].Text, 80)
				}
			}
			r.Rows = append(r.Rows, cells)
		}
		r.Cut = len(e.Table.Rows) > maxRows
	default:
		r.Status = e.Status
	}
	return r
}
