package plan

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// profile is a tool made ready for being compared with a question.
type profile struct {
	casefile.ToolSpec
	words   []playbook.Word    // its own words and phrases
	alike   []playbook.Word    // the same, whatever is counted in them: "多少件" and "几个" are one
	titles  []playbook.Word    // titles of its columns and names of its metrics
	does    string             // all that it says of itself, as one text
	own     *playbook.Reader   // that text, for words
	terms   text.Set           // its terms
	both    text.Set           // and those of what it says it is not for
	askers  bool               // it gives the records of whoever asks
	gathers bool               // it gives all things of a kind
	spread  []float64          // of each word: 1 when no other tool has it, less the more have it
	heads   []playbook.Word    // the titles of the kind of thing that its rows are about
	about   []playbook.Mention // the named things that it says it is about
}

// profile prepares the tools.
func (p *Planner) profile() {
	shared := map[string]int{}
	for _, t := range p.rules.Tools {
		seen := map[string]bool{}
		for _, w := range t.Words {
			if f := text.Fold(w); !seen[f] {
				seen[f] = true
				shared[f]++
			}
		}
	}
	docs := map[string]int{}
	for _, t := range p.rules.Tools {
		if !t.Search && len(t.Gives) == 0 {
			continue // a part of the engine: it holds no data of its own
		}
		q := &profile{ToolSpec: t}
		for _, w := range t.Words {
			ready := playbook.Prepare(w)
			if ready.IsZero() {
				continue
			}
			q.words, q.alike = append(q.words, ready), append(q.alike, playbook.Prepare(countless(w)))
			q.spread = append(q.spread, 1/float64(shared[text.Fold(w)]))
		}
		about := []string{t.Does, t.When, strings.Join(t.Words, " ")}
		for _, c := range t.Gives {
			for _, s := range []string{c.Title, c.TitleEN, c.Metric} {
				if ready := playbook.Prepare(s); !ready.IsZero() && ready.Len() > 3 {
					q.titles = append(q.titles, ready)
				}
			}
			about = append(about, c.Title, c.TitleEN, c.Meaning)
		}
		for _, prm := range t.Params {
			about = append(about, prm.Meaning)
		}
		if i := keyColumn(t); i >= 0 && t.Gives[i].Entity != "" {
			q.heads = prepare([]string{t.Gives[i].Title, t.Gives[i].TitleEN})
		}
		does := playbook.Read(t.Does)
		q.askers, q.gathers = has(does, "of the asker"), has(does, "lists")
		q.does = strings.Join(about, " ")
		q.own, q.terms = playbook.Read(q.does), termSet(q.does)
		q.both = union(q.terms, termSet(t.Not))
		q.about = p.lexicon.Find(playbook.Read(t.Does + "\n" + strings.Join(t.Words, "\n")))
		for term := range q.terms {
			docs[term]++
		}
		p.tools = append(p.tools, q)
	}
	n := float64(len(p.tools))
	p.weight = func(term string) float64 { return 1 + n/float64(1+docs[term])/max(n, 1) }
}

// scored is how well a tool fits a part of a question.
type scored struct {
	*profile
	score   float64
	hits    []playbook.Span // where its words stand
	args    map[string]filled
	lacks   []casefile.Param // required parameters that nothing fills
	why     []string
	person  playbook.Span // the place of a person's name that it takes as free text
	blind   bool          // it cannot tell what the question excludes from the rest
	speaks  text.Set      // the terms of what is asked that it speaks of
	topic   *text.Topic
	cover   float64 // how much of what is asked it speaks of
	titled  bool    // the question names one of its columns
	without string  // what is to be worked out, and it does not say that it does
	astray  bool    // its rows are about all things of a kind of which the question names one by its identifier
	laidOut bool    // it lays its figures out as the question asks: over time, each by itself
	alikes  bool    // one of its words is in the question but for what is counted
	silent  bool    // the question says nothing but names, and what everything is asked with
	named   int     // how many of its parameters the question fills
}

// scoreTools compares every function, or every search tool, with a part of a question, best first.
func (p *Planner) scoreTools(a *asked, search bool) []scored {
	plain := text.NewTopic(a.subject(), p.synonyms, p.weight)
	nameless, span := plain, playbook.Span{}
	if at, _, ok := a.somebody(nil, true); ok { // a person, to a tool that takes one
		span = at
		nameless = text.NewTopic(a.subject(at), p.synonyms, p.weight)
	}
	also := playbook.Read(strings.Join(p.synonyms.Expand(a.content()), "。"))
	uncounted := playbook.Read(countless(a.text))
	var out []scored
	for _, t := range p.tools {
		if t.Search != search {
			continue
		}
		s := scored{profile: t}
		topic := plain
		if takesPerson(t.ToolSpec) {
			topic, s.person = nameless, span
		}
		words := s.countWords(a, also, uncounted)
		manner := s.inManner(a)
		rel := topic.Covered(t.terms, nil)
		s.topic = topic
		s.speaks = union(t.terms, termSet(strings.Join(s.why, "。")))
		s.cover, s.silent = p.cover(a, s)
		score := min(1, words)*0.4 + rel*0.4 + manner
		if s.titled = a.speaksOf(t.titles); s.titled {
			score += 0.1
		} else if len(found(also, t.titles)) > 0 {
			score += 0.05
		}
		// what it says it is not for, and does not say it is for
		score -= 0.35 * (topic.Covered(t.both, nil) - rel)
		if !search {
			score += p.suits(a, &s)
		}
		s.score = score
		out = append(out, s)
	}
	p.preferPlaced(a, out)
	preferLaidOut(out)
	slices.SortStableFunc(out, func(x, y scored) int {
		switch {
		case x.score > y.score:
			return -1
		case x.score < y.score:
			return 1
		}
		return 0
	})
	return out
}

// termSet is every term of a text, and the characters of its bigrams: a superset of what any topic asks of it.
func termSet(s string) text.Set {
	out := text.Set{}
	text.Visit(s, func(term string) {
		out[term] = true
		if r, n := utf8.DecodeRuneInString(term); unicode.Is(unicode.Han, r) {
			out[term[:n]], out[term[n:]] = true, true
		}
	})
	return out
}

func union(a, b text.Set) text.Set {
	out := text.Set{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// cover is how much of what is asked a tool speaks of: its own words, and the terms besides them that it has,
// over all terms that are no name, period, number or word of asking.
func (p *Planner) cover(a *asked, s scored) (cover float64, silent bool) {
	cut := append(slices.Clone(s.hits), a.cued("filler", "asking", "single", "data")...)
	cut = append(cut, s.person)
	for _, list := range [][]playbook.Mention{a.ids, a.names, a.not} {
		for _, m := range list {
			cut = append(cut, m.Span)
		}
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	own := float64(len(text.Terms(strings.Join(s.why, "。"))))
	rest := a.without(append(cut, a.numbered()...))
	open := 0.0
	for _, t := range text.Analyze(rest) {
		if !t.Weak {
			open++
		}
	}
	if open == 0 {
		return 1, own == 0
	}
	return (own + open*text.NewTopic(rest, p.synonyms, p.weight).Covered(s.terms, nil)) / (own + open), false
}

// speaksOf reports whether any of the words stands in the question outside of names.
func (a *asked) speaksOf(words []playbook.Word) bool {
	return slices.ContainsFunc(found(a.r, words), func(s playbook.Span) bool {
		return !a.taken(s) && !slices.ContainsFunc(append(slices.Clone(a.names), a.not...), func(m playbook.Mention) bool { return m.Overlaps(s) })
	})
}

// countWords finds the tool's own words in the question, each worth more the longer it is and the fewer
// tools have it; in the synonyms of the question's words they are worth less, and a little less where only what is counted differs.
func (s *scored) countWords(a *asked, also, uncounted *playbook.Reader) float64 {
	hits := map[playbook.Span]float64{}
	words, alike := 0.0, 0.0
	for i, w := range s.words {
		v := 0.3 + 0.3*s.spread[i] + min(0.2, float64(w.Len())/60)
		at := a.r.Find(w)
		for _, h := range at {
			hits[h] = max(hits[h], v)
		}
		switch {
		case len(at) > 0:
		case uncounted.Has(s.alike[i]):
			alike = max(alike, 0.9*v)
		case also.Has(w):
			words = max(words, 0.6*v)
		}
	}
	for h := range hits {
		s.hits = append(s.hits, h)
	}
	s.hits = outermost(sortSpans(s.hits))
	if s.alikes = alike > 0 && len(s.hits) == 0; s.alikes {
		words = max(words, alike)
	}
	for _, h := range s.hits {
		words += hits[h]
		s.why = append(s.why, a.r.Source(h))
	}
	return words
}

// askedFor is what a function gains when its rows are about the kind of thing that is asked for ("which branch …",
// "the three … with the most"), or count things of the kind, and loses when a row of it is about another.
func (p *Planner) askedFor(a *asked, t casefile.ToolSpec) float64 {
	which := append(a.cued("which"), a.cued("others")...)
	count := a.cued("count")
	ranks := append(a.cued("superlative"), a.numbered()...)
	follows := func(at playbook.Span, cues []playbook.Span, within int) bool {
		return slices.ContainsFunc(cues, func(w playbook.Span) bool {
			return at.From >= w.To && at.From-w.To <= within && !slices.ContainsFunc(a.names, func(m playbook.Mention) bool { return m.Overlaps(at) }) && !strings.ContainsAny(a.r.Folded[w.To:at.From], ",;?。、")
		})
	}
	for i, c := range t.Gives {
		named := c.Type == "text" || c.Type == "identifier"
		for _, title := range []string{c.Title, c.TitleEN} {
			for _, at := range a.r.Find(playbook.Prepare(title)) {
				switch {
				case named && i == keyColumn(t) && (p.ranked(a, at) || a.headOf(at)):
					return 0.25
				case !named || !follows(at, which, 1) && !follows(at, count, 1) && !(c.Entity != "" && follows(at, ranks, afterRank)):
				case i == keyColumn(t) && follows(at, count, 1) && oneRecord(t):
					return -0.25 // it gives one of them, by its identifier
				case i == keyColumn(t):
					return 0.25
				case follows(at, ranks, afterRank):
					return -0.25
				default:
					return -0.12
				}
			}
		}
	}
	for _, c := range t.Gives { // a column that counts them: "how many rooms"
		if c.Type == "integer" && len(count) > 0 && p.countsKind(a, c, count) {
			return 0.25
		}
	}
	return 0
}

// ranked reports whether a kind of thing is followed by what it is ranked by: "the branch with the most …".
func (p *Planner) ranked(a *asked, at playbook.Span) bool {
	rest := a.r.Folded[at.To:]
	i := strings.Index(rest, " with the ")
	return i >= 0 && i <= 2 && slices.ContainsFunc(a.cued("superlative"), func(w playbook.Span) bool { return w.From-at.To-i-len(" with the ") == 0 })
}

// oneRecord reports whether a function gives the record of an identifier that it cannot do without.
func oneRecord(t casefile.ToolSpec) bool {
	return slices.ContainsFunc(t.Params, func(p casefile.Param) bool { return p.Required && p.Type == "identifier" && !p.List })
}

// otherEnd is what a function loses that ranks from the other end than the question asks for.
func (p *Planner) otherEnd(a *asked, s *scored) float64 {
	for _, end := range [][2]string{{"top", "bottom"}, {"bottom", "top"}} {
		if has(a.r, end[0]) && !has(a.r, end[1]) && has(s.own, end[1]) && !has(s.own, end[0]) {
			return -0.45
		}
	}
	return 0
}

const afterRank = 16 // bytes between a superlative, or a number of things, and the kind of thing it ranks

// countsKind reports whether a column counts the kind of thing whose number is asked for.
func (p *Planner) countsKind(a *asked, c casefile.Column, count []playbook.Span) bool {
	title := playbook.Read(c.Title + "\n" + c.TitleEN)
	for _, t := range p.tools {
		for _, k := range t.Gives {
			if k.Entity == "" || k.Type != "text" && k.Type != "identifier" {
				continue
			}
			for _, s := range []string{k.Title, k.TitleEN} {
				w := playbook.Prepare(s)
				if w.IsZero() || !title.Has(w) {
					continue
				}
				for _, at := range a.r.Find(w) {
					if slices.ContainsFunc(count, func(q playbook.Span) bool { return at.From >= q.To && at.From-q.To <= 1 }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// keyColumn is the column that says what a row is about: the first name or identifier.
func keyColumn(t casefile.ToolSpec) int {
	return slices.IndexFunc(t.Gives, func(c casefile.Column) bool { return c.Type == "text" || c.Type == "identifier" })
}

func sortSpans(all []playbook.Span) []playbook.Span {
	slices.SortFunc(all, func(x, y playbook.Span) int {
		if x.From != y.From {
			return x.From - y.From
		}
		return y.To - x.To
	})
	return all
}
