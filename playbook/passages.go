package playbook

import (
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// aboutIt is how far a sentence may fall behind the one that is most about a step's goal and still give names.
const aboutIt = 0.75

// entities is the names of a kind of thing in the passages of a step: in the sentences that are most about its goal.
func (e *Env) entities(name string, s casefile.Step, kind string) (Known, error) {
	type hit struct {
		value string
		cite  casefile.Citation
		score float64
	}
	var hits []hit
	best := 0.0
	topic := text.NewTopic(s.Goal, nil, nil)
	for _, x := range e.evidence(s) {
		if x.Source == nil || e.names == nil {
			continue
		}
		heading := x.Source.Title + " " + x.Source.Heading
		for _, sp := range text.Sentences(x.Text) {
			found := e.names.Find(Read(sp.Of(x.Text)))
			if len(found) == 0 {
				continue
			}
			score := topic.Relevance(sp.Of(x.Text), heading)
			best = max(best, score)
			for _, m := range found {
				if m.Kind == kind {
					hits = append(hits, hit{m.Value, citePassage(x, sp.Start, sp.End), score})
				}
			}
		}
	}
	k := Known{Type: "text"}
	for _, h := range hits {
		if h.score < best*aboutIt || slices.Contains(k.List, h.value) {
			continue
		}
		k.List = append(k.List, h.value)
		k.Inputs = append(k.Inputs, casefile.Input{Name: name, Value: h.value, Evidence: h.cite.Evidence, Quote: h.cite.Quote})
		k.Cites = Merge(k.Cites, h.cite)
	}
	if len(k.List) == 0 {
		return k, &Unknown{Name: name, Step: s.ID, Status: e.StatusOf(s.ID), Why: "the passages name none"}
	}
	k.Value = k.List[0]
	return k, nil
}

// passage finds the first place a pattern matches in the passages of a step.
func (e *Env) passage(name string, s casefile.Step, n casefile.Field) (Known, error) {
	re, err := e.compile(n.Pattern)
	if err != nil {
		return Known{}, &Unknown{Name: name, Step: s.ID, Why: err.Error()}
	}
	within, err := e.within(n)
	if err != nil {
		return Known{}, err
	}
	for _, x := range e.evidence(s) {
		if x.Source == nil || !within(x) {
			continue
		}
		m := re.FindStringSubmatchIndex(x.Text)
		if m == nil {
			continue
		}
		from, to := m[0], m[1]
		if g := re.SubexpIndex("value"); g >= 0 && m[2*g] >= 0 {
			from, to = m[2*g], m[2*g+1]
		}
		c := citePassage(x, m[0], m[1])
		value := x.Text[from:to]
		return Known{Value: value, Type: "quantity", Quote: c.Quote, Source: x.Source,
			Inputs: []casefile.Input{{Name: name, Value: value, Evidence: x.ID, Quote: c.Quote}},
			Cites:  []casefile.Citation{c}}, nil
	}
	return Known{}, e.unknown(name, s.ID)
}

// within returns whether a passage is one that a need is held to.
func (e *Env) within(n casefile.Field) (func(casefile.Evidence) bool, error) {
	if n.In == "" {
		return func(casefile.Evidence) bool { return true }, nil
	}
	records := *e
	records.reader = false
	w, err := records.Write(n.In, e.c.Lang)
	if err != nil {
		return nil, err
	}
	words := Prepare(w.Text)
	id := text.Fold(strings.TrimSpace(w.Text))
	return func(x casefile.Evidence) bool {
		if text.Fold(x.Source.DocID) == id {
			return true
		}
		for _, s := range append([]string{x.Source.Title, x.Source.Heading}, x.Source.Tags...) {
			if Read(s).Has(words) {
				return true
			}
		}
		r := Read(x.Source.DocID) // an id that only begins with the words is another document's
		for _, at := range r.Find(words) {
			if Alone(r.Folded, at.From, at.To) {
				return true
			}
		}
		return false
	}, nil
}

func (e *Env) compile(pattern string) (*regexp.Regexp, error) {
	if re, ok := e.re[pattern]; ok {
		return re, nil
	}
	re, err := regexp.Compile(pattern)
	if err == nil {
		e.re[pattern] = re
	}
	return re, err
}

// citePassage cites the whole sentences around a place in a passage.
func citePassage(x casefile.Evidence, from, to int) casefile.Citation {
	from, to = sentences(x.Text, from, to)
	c := casefile.Citation{Evidence: x.ID, Quote: x.Text[from:to]}
	if x.Source != nil {
		c.Start, c.End = x.Source.Start+from, x.Source.Start+to
	}
	return c
}

// sentences widens a place in a text to the whole sentences it touches.
func sentences(s string, from, to int) (int, int) {
	start, end := from, to
	for _, sp := range text.Sentences(s) {
		if sp.Start < to && sp.End > from {
			start, end = min(start, sp.Start), max(end, sp.End)
		}
	}
	return start, end
}
