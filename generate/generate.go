// Package generate drafts answers from the evidence of a case without a model: the report of a
// playbook, or exact sentences and rows. It writes nothing but claims that cite their records, and
// fixed phrases. Text prints an answer as people read it.
//
// A Writer is a pure function of the case and its Rules.
package generate

import (
	"context"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/wording"
)

// Rules is what a writer works by: plain data, so that it can be written into a case log.
type Rules struct {
	Tools      []casefile.ToolSpec            `json:"tools,omitempty"`
	Dictionary map[string]map[string][]string `json:"dictionary,omitempty"`
	Synonyms   [][]string                     `json:"synonyms,omitempty"`
	Playbooks  []playbook.Playbook            `json:"playbooks,omitempty"`
	Actions    map[string]playbook.Action     `json:"actions,omitempty"`
	Words      Words                          `json:"-"` // nil: Chinese is compared by pairs of characters, and no likeness is known
}

// A Writer drafts by rules. It is safe for concurrent use.
type Writer struct {
	rules    Rules
	lexicon  *playbook.Lexicon
	synonyms *text.Synonyms
	everyday *text.Synonyms // with everyday words
	tools    map[string]casefile.ToolSpec
	forms    map[string][]string // a word or phrase of a group of synonyms, by its stems → the group
}

// New prepares a writer. The names of the dictionary count as synonyms of their other forms.
func New(r Rules) (*Writer, error) {
	w := &Writer{rules: r, lexicon: playbook.NewLexicon(r.Tools, r.Dictionary), tools: map[string]casefile.ToolSpec{}}
	groups := playbook.Synonyms(r.Synonyms, r.Dictionary, r.Tools)
	w.synonyms, w.forms = text.NewSynonyms(groups), formsOf(groups)
	w.everyday = w.synonyms.With(wording.Everyday())
	for _, t := range r.Tools {
		w.tools[t.Name] = t
	}
	return w, nil
}

// draft is an answer in the making.
type draft struct {
	w    *Writer
	c    casefile.Case
	lang casefile.Lang
	env  *playbook.Env
	out  casefile.Answer

	like   map[string][][]string // of a question, words that mean about the same
	stated map[string]bool       // subjects of which something is said
	lacks  []lack                // subjects that could not be settled
}

// lack is a subject that could not be proved.
type lack struct{ about, why string }

// Generate drafts the answer of a case; with findings it mends the draft instead.
func (w *Writer) Generate(_ context.Context, c casefile.Case) (casefile.Answer, error) {
	c.Evidence = quiet(c.Evidence)
	if len(c.Findings) > 0 {
		return unlinked(w.mend(c)), nil
	}
	d := &draft{w: w, c: c, lang: c.Lang, env: playbook.NewEnv(c).With(w.lexicon).ForReaders(), stated: map[string]bool{}}
	d.out.Lang = c.Lang
	if a, ok := w.rules.Actions[c.Plan.Action]; ok {
		d.out.Reply = a.Say.In(c.Lang)
	}
	book, chained := w.book(c.Plan.Playbook)
	if chained {
		d.report(book)
	}
	for i := range c.Plan.Needs {
		switch n, steps := d.c.Plan.Needs[i], d.stepsOf(i, book); {
		case slices.Contains(n.Constraints, playbook.NothingChanges):
			d.declined(n, steps)
		case len(steps) > 0:
			d.need(n, steps)
		}
	}
	for _, n := range c.Plan.Needs {
		if !slices.Contains(n.Constraints, playbook.NothingChanges) {
			d.halves(n, book)
		}
	}
	d.notes()
	d.missing()
	return unlinked(d.out), nil
}

// unlinked is a draft whose claims and notes hold no link and no picture of the sentences, cells and titles that they tell: their quotes
// stay as they are.
func unlinked(a casefile.Answer) casefile.Answer {
	a.Claims, a.Notes = slices.Clone(a.Claims), slices.Clone(a.Notes)
	for i := range a.Claims {
		a.Claims[i].Text = text.Unlinked(a.Claims[i].Text)
	}
	for i, n := range a.Notes {
		a.Notes[i] = text.Unlinked(n)
	}
	return a
}

// quiet are records whose passages hold nothing that speaks to the program: it is neither told nor shown to a model.
func quiet(records []casefile.Evidence) []casefile.Evidence {
	out := slices.Clone(records)
	for i, e := range out {
		out[i].Text = text.Said(e)
	}
	return out
}

func (w *Writer) book(name string) (playbook.Playbook, bool) {
	for _, b := range w.rules.Playbooks {
		if b.Name == name && name != "" {
			return b, true
		}
	}
	return playbook.Playbook{}, false
}

// stepsOf returns the steps of a need that no playbook speaks for.
func (d *draft) stepsOf(need int, book playbook.Playbook) []casefile.Step {
	var out []casefile.Step
	for _, s := range d.c.Plan.Steps {
		if _, own := book.Step(s.ID); own || s.For != "" || s.Need != need || forced(s) && book.Name != "" {
			continue
		}
		out = append(out, s)
	}
	return out
}

// forced reports whether a step is in the plan only because the workspace requires it.
func forced(s casefile.Step) bool { return strings.HasPrefix(s.Why, playbook.Required) }

// claim adds a claim.
func (d *draft) claim(c casefile.Claim) {
	if slices.ContainsFunc(d.out.Claims, func(o casefile.Claim) bool { return o.Text == c.Text }) {
		return
	}
	d.out.Claims = append(d.out.Claims, c)
	if c.About != "" {
		d.stated[c.About] = true
	}
}

// lack notes a subject that could not be settled.
func (d *draft) lack(about, why string) {
	if about == "" || slices.ContainsFunc(d.lacks, func(l lack) bool { return l.about == about }) {
		return
	}
	d.lacks = append(d.lacks, lack{about, why})
}

// missing names what could not be settled and of which nothing else was said.
func (d *draft) missing() {
	for _, l := range d.lacks {
		if !d.stated[l.about] {
			d.out.Missing = append(d.out.Missing, l.why)
		}
	}
}

func (d *draft) note(s string) {
	if s != "" && !slices.Contains(d.out.Notes, s) {
		d.out.Notes = append(d.out.Notes, s)
	}
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
