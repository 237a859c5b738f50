package generate

import (
	"cmp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// report writes the sentences of a playbook whose conditions hold.
func (d *draft) report(b playbook.Playbook) {
	for _, s := range b.Report {
		if s.Each == "" {
			d.sentence(s, d.env)
			continue
		}
		rows := d.env.Rows(s.Each, s.Key)
		if len(rows) == 0 && !s.Optional && !strings.Contains(s.About.In(d.lang), "{") {
			d.lack(s.About.In(d.lang), d.because(s.About.In(d.lang), &playbook.Unknown{Step: s.Each, Status: d.env.StatusOf(s.Each)}))
		}
		for _, r := range rows {
			d.sentence(s, d.env.At(s.Each, s.Key, r))
		}
	}
	for _, s := range d.c.Plan.Slots {
		d.severalValues(b, s)
	}
	d.reckonedFor(b)
}

// reckonedFor says which day to come a report is reckoned for, or that it is reckoned for today though another day is asked about.
func (d *draft) reckonedFor(b playbook.Playbook) {
	day, words, ok := playbook.DayToCome(d.c)
	switch {
	case !ok:
	case b.Uses(playbook.AskedDay):
		d.note(phrase(d.lang, "reckoned", "day", day.String(), "words", words))
	case b.Uses("today"):
		d.lack(words, phrase(d.lang, "today only", "words", words, "today", d.c.Today().String()))
	}
}

// severalValues says of a named thing that is given more than once, and of which a report speaks once, that those it says nothing of are left.
func (d *draft) severalValues(b playbook.Playbook, s casefile.Slot) {
	if len(s.Values) < 2 {
		return
	}
	needed := false
	for _, m := range b.Match {
		for _, name := range append(append([]string{}, m.Needs...), m.Has...) {
			needed = needed || name == s.Name
		}
	}
	t, single := d.w.takesOne(b, s.Name)
	if !needed || !single || t == "" {
		return
	}
	left := slices.DeleteFunc(slices.Clone(s.Values[1:]), func(v string) bool {
		return slices.ContainsFunc(d.out.Claims, func(c casefile.Claim) bool { return playbook.Read(c.Text).Has(playbook.Prepare(v)) })
	})
	if len(left) == 0 {
		return
	}
	names := strings.Join(left, comma(d.lang))
	d.lack(names, phrase(d.lang, "others", "names", names))
}

// takesOne reports whether the playbook gives a slot to a parameter that takes one value.
func (w *Writer) takesOne(b playbook.Playbook, slot string) (tool string, single bool) {
	for _, s := range b.Steps {
		if !strings.Contains(string(s.Args), "{"+slot+"}") {
			continue
		}
		for _, p := range w.tools[s.Tool].Params {
			if strings.Contains(string(s.Args), `"`+p.Name+`":"{`+slot+`}"`) && !p.List {
				return s.Tool, true
			}
		}
	}
	return "", false
}

func (d *draft) sentence(s playbook.Sentence, env *playbook.Env) {
	about := d.about(s.About.In(d.lang), env)
	truth, why := env.Test(s.If)
	if truth == playbook.False {
		return
	}
	var w playbook.Written
	if truth == playbook.True {
		w, why = env.Write(s.Text(d.lang), d.lang)
		for _, name := range s.RestsOn {
			k, err := env.Lookup(name)
			if err != nil {
				why = cmp.Or(why, err)
				break
			}
			w.Cites = playbook.Merge(w.Cites, k.Cites...)
		}
	}
	if truth == playbook.Unsettled || why != nil {
		if !s.Optional {
			d.lack(about, d.because(about, why))
		}
		return
	}
	c := casefile.Claim{Text: w.Text, Part: cmp.Or(s.Part, casefile.Conclusion), About: about, Cites: w.Cites}
	if s.Each != "" {
		c.Row = rowOf(w.Cites)
	}
	d.claim(c)
}

// about writes the subject of a sentence; a name in it that is not known leaves the subject as far as it goes.
func (d *draft) about(s string, env *playbook.Env) string {
	w, err := env.Write(s, d.lang)
	if err != nil {
		t, _, _ := strings.Cut(s, "{")
		return strings.TrimSpace(t)
	}
	return w.Text
}

// rowOf is the one row that a claim's citations speak of, nil where they speak of several or none.
func rowOf(cites []casefile.Citation) *int {
	var row *int
	for _, c := range cites {
		switch {
		case len(c.Rows) == 0:
		case len(c.Rows) > 1:
			return nil
		case row == nil:
			n := c.Rows[0]
			row = &n
		}
	}
	return row
}

// because words why a subject could not be settled, by how the step at its root ended.
func (d *draft) because(about string, err error) string {
	u, ok := playbook.AsUnknown(err)
	if !ok {
		return phrase(d.lang, "unsupported", "about", about)
	}
	if u.Step == "" {
		return phrase(d.lang, "unsaid", "about", about)
	}
	step, _ := d.c.Plan.Step(u.Step)
	return d.ended(about, step.Tool, u.Step, u.Status)
}

// ended words the outcome of a step's last call.
func (d *draft) ended(about, tool, step string, status casefile.Status) string {
	switch status {
	case casefile.Timeout:
		return phrase(d.lang, "timeout", "about", about, "tool", tool)
	case casefile.Invalid:
		return phrase(d.lang, "invalid", "about", about, "tool", tool, "note", d.noteOf(step))
	case casefile.NoHit, casefile.OK:
		return phrase(d.lang, "not found", "about", about)
	case casefile.Partial:
		return phrase(d.lang, "partial", "about", about)
	}
	return phrase(d.lang, "not reached", "about", about)
}

// noteOf is what the last call of a step said, in the language of the answer.
func (d *draft) noteOf(step string) string {
	note := ""
	for _, c := range d.c.Calls {
		if c.Step == step && c.Note != "" {
			note = c.Note
			if d.lang == casefile.Chinese && c.NoteZH != "" {
				note = c.NoteZH
			}
		}
	}
	return note
}
