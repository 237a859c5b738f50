package generate

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

const (
	relevant  = 0.32 // a sentence this far about the need may answer it
	crossing  = 0.28 // … in the other language, since translations never have every word
	companion = 0.62 // beside rows only a sentence well about it is told
	touched   = 0.2  // of what is asked besides the names
	general   = 0.7  // what a sentence is worth that does not name the thing asked about
	unfigured = 0.6  // what a sentence without a figure is worth where one is asked for
	borrowed  = 0.9  // … where only another part of the question names it
	near      = 0.7  // of the best, for the sentences told besides it
	answers   = 0.75 // a sentence this far about the need answers it alone
	maxTold   = 4    // sentences a need
)

// told is a sentence, or a short passage whole, that may answer a need.
type told struct {
	e     casefile.Evidence
	span  text.Span
	score float64
	topic int // of several things asked about, the one it is most about
	at    int
}

func (t told) figured() bool { return hasFigure(t.span.Of(t.e.Text)) }

// passages tells the sentences of a step's passages that are about a need. It returns how many.
func (d *draft) passages(n casefile.Need, s casefile.Step, besideRows bool) int {
	least := relevant
	if besideRows {
		least = companion
	}
	all, topics := d.candidates(n, s, least)
	all, ours := own(all)
	if !ours {
		d.lack(playbook.NotGiven+"outside "+subject(n), phrase(d.lang, "outside", "about", subject(n)))
	}
	if wantsFigure(n.Text) && slices.ContainsFunc(all, told.figured) {
		all = slices.DeleteFunc(all, func(t told) bool { return !t.figured() })
	}
	slices.SortStableFunc(all, func(x, y told) int { return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.at, y.at)) })
	made := 0
	top := map[int]float64{}
	for _, t := range all {
		if top[t.topic] == 0 {
			top[t.topic] = t.score
		}
		if made >= maxTold+topics-1 || t.score < top[t.topic]*near {
			continue
		}
		d.claim(d.quote(n, t))
		made++
	}
	return made
}

// candidates are the sentences of a step's passages that may answer a need, in the order they stand, and of how many things it asks.
func (d *draft) candidates(n casefile.Need, s casefile.Step, least float64) (all []told, asked int) {
	found := d.c.Of(s.ID)
	same := d.topics(n, found, false)
	other := same
	wanted := wantsFigure(n.Text)
	for rank, e := range found {
		if e.Source == nil || d.excluded(n, e) {
			continue
		}
		in := func(sp text.Span) *topics { // by its own language: what stands beside it in the passage has no part in it
			if speaks(e, sp) == d.lang {
				return same
			}
			if other == same {
				other = d.topics(n, found, true)
			}
			return other
		}
		heading := strings.TrimSpace(e.Source.Title + " " + e.Source.Heading)
		of := d.w.named(heading)
		score := func(s text.Span) float64 {
			if d.ofAnother(n, s.Of(e.Text), of) {
				return 1 // never told together with others
			}
			return best(in(s).all, s.Of(e.Text), heading)
		}
		for _, sp := range units(e, score) {
			body, topics := sp.Of(e.Text), in(sp)
			if d.ofAnother(n, body, of) || d.ofAnotherTime(n, body) {
				continue
			}
			if aQuestion(body) || best(topics.all, body, "") == 0 && text.Lang(body) != text.Lang(cmp.Or(heading, e.Text)) {
				continue // it states nothing, or only stands where something else is said
			}
			heading := heading
			if row, head, _ := rowAt(e, sp); row == dataRow {
				heading += " " + strings.Join(head, " ") // the names of its columns say what a row tells
			}
			if topics.core != nil && topics.core.Relevance(body, heading) < touched {
				continue // it names the thing and says nothing of what is asked about it
			}
			figure := hasFigure(body)
			if d.lang == casefile.English && !several(topics.busy, body, heading) && !(topics == other && other != same && wanted && figure) {
				continue // it shares one word of many with the question
			}
			t := told{e: e, span: sp, at: rank}
			for i, topic := range topics.all {
				if d.w.rules.Words != nil && d.open(topics, topic, body, heading) {
					continue // it leaves open what is asked
				}
				if score := topic.Relevance(body, heading); score > t.score {
					t.score, t.topic = score, i
				}
			}
			if len(n.Entities) > 0 && !d.namesAny(n, body, of) {
				t.score *= general
				if topics.bare != nil { // it need not name what this part of the question does not name itself
					t.score = max(t.score, borrowed*topics.bare.Relevance(body, heading))
				}
			}
			if wanted && !figure {
				t.score *= unfigured
			}
			if t.score >= least || topics == other && other != same && least == relevant && t.score >= crossing {
				all = append(all, t)
			}
		}
	}
	return all, len(same.all)
}

// speaks is the language of a sentence, of a row with the names of its columns; that of its passage where it has no words.
func speaks(e casefile.Evidence, sp text.Span) casefile.Lang {
	body := sp.Of(e.Text)
	if row, head, _ := rowAt(e, sp); row == dataRow {
		body += " " + strings.Join(head, " ")
	}
	if !strings.ContainsFunc(body, unicode.IsLetter) {
		body = e.Text
	}
	return casefile.LangOf(body)
}

// several reports whether a sentence has more than one of the things that a question speaks of, where it speaks of three or more.
func several(t *text.Topic, body, heading string) bool {
	had, all := t.Concepts(body, heading)
	return had > 1 || all < 3
}

const (
	shortText = 140 // characters of a passage that is told whole
	shortUnit = 3   // sentences of it

	blankedOut = 3 // bytes of space between two sentences: more than that was a sentence
)

// aQuestion reports whether a sentence ends in a question: it states nothing.
func aQuestion(body string) bool {
	body = strings.TrimRight(body, " \t\n\"”’')）」』")
	return strings.HasSuffix(body, "?") || strings.HasSuffix(body, "？")
}

// best is how far a text is about the one of several topics that it is most about.
func best(topics []*text.Topic, body, heading string) float64 {
	score := 0.0
	for _, t := range topics {
		score = max(score, t.Relevance(body, heading))
	}
	return score
}

//go:embed continues.txt
var continuesFile string

// continues holds the words that go on with the sentence before.
var continues = sync.OnceValue(func() []playbook.Word {
	var out []playbook.Word
	for line := range strings.Lines(continuesFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			out = append(out, playbook.Prepare(w))
		}
	}
	return out
})

// goesOn reports whether a sentence begins as one that goes on with the sentence before.
func goesOn(body string) bool {
	r := playbook.Read(body)
	return slices.ContainsFunc(continues(), func(w playbook.Word) bool {
		at := r.Find(w)
		return len(at) > 0 && at[0].From == 0
	})
}

// units cuts a passage into what is told at once: its sentences, one that ends in a semicolon together with the
// next, and one that goes on together with the one before. A short paragraph is told whole when all its sentences
// are about the need, or it has no more than two, and none answers it alone. What stands in other paragraphs has no part in it.
func units(e casefile.Evidence, score func(text.Span) float64) []text.Span {
	var out []text.Span
	open, first, paragraph := false, true, 0
	end := func() {
		out = append(out[:paragraph], whole(e, out[paragraph:], score)...)
		paragraph = len(out)
	}
	for _, sp := range text.Sentences(e.Text) {
		body := strings.TrimSpace(sp.Of(e.Text))
		if n := len(out); n > paragraph && strings.Contains(e.Text[out[n-1].End:sp.Start], "\n\n") {
			end()
		}
		row, _, _ := rowAt(e, sp)
		if row == headRow || strings.HasPrefix(body, "#") || len([]rune(body)) < 5 || isHeading(body, e.Source) {
			open, first = false, true
			continue
		}
		if !first && sp.Start-out[len(out)-1].End < 3 && (open || goesOn(body)) && len(out) > paragraph {
			out[len(out)-1].End = sp.End
		} else {
			out = append(out, sp)
		}
		open, first = strings.HasSuffix(body, "；") || strings.HasSuffix(body, ";"), false
	}
	end()
	return out
}

// whole makes one of the units of a short paragraph, or leaves them as they are.
func whole(e casefile.Evidence, units []text.Span, score func(text.Span) float64) []text.Span {
	if len(units) < 2 || len(units) > shortUnit {
		return units
	}
	for i, s := range units {
		if i > 0 && s.Start-units[i-1].End > blankedOut {
			return units // what stood between them is not told
		}
		if v := score(s); v < relevant && len(units) > 2 || v >= answers {
			return units // of two sentences the second mostly says under what condition the first holds
		}
	}
	all := text.Span{Start: units[0].Start, End: units[len(units)-1].End}
	if body := all.Of(e.Text); len([]rune(body)) > shortText || strings.Contains(body, "|") {
		return units
	}
	return []text.Span{all}
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

// named returns the names in a text.
func (w *Writer) named(s string) []playbook.Name {
	var out []playbook.Name
	for _, m := range w.lexicon.Find(playbook.Read(s)) {
		out = append(out, m.Name)
	}
	return out
}

// namesAny reports whether a sentence or its heading names any of the things the need names, identifiers aside.
func (d *draft) namesAny(n casefile.Need, body string, heading []playbook.Name) bool {
	names := append(d.w.named(body), heading...)
	open := true
	for _, want := range n.Entities {
		if d.isIdentifier(want.Name) {
			continue
		}
		open = false
		if slices.ContainsFunc(names, func(m playbook.Name) bool { return m.Kind == want.Name && slices.Contains(want.Values, m.Value) }) {
			return true
		}
	}
	return open
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
	said, part := strings.Join(strings.Fields(body), " "), casefile.Conclusion
	if row, head, cells := rowAt(t.e, t.span); row == dataRow {
		said = rowText(d.lang, head, cells)
	}
	if outside(t.e) {
		said, part = phrase(d.lang, "says", "title", t.e.Source.Title, "text", said), casefile.Pending
	}
	return casefile.Claim{
		Text: said, Part: part, About: subject(n),
		Cites: []casefile.Citation{{Evidence: t.e.ID, Quote: body, Start: t.e.Source.Start + t.span.Start, End: t.e.Source.Start + t.span.End}},
	}
}
