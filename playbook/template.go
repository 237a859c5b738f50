package playbook

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// A Template is a text with names in braces: "signed on {order.signed_at|date}". "{{" is a brace.
type Template struct {
	parts []part
}

type part struct {
	text   string // literal, when name is empty
	name   string
	format string
}

var hole = regexp.MustCompile(`\{\{|\}\}|\{\s*([\p{L}_][\p{L}\p{N}_.:@-]*)\s*(?:\|\s*([a-z0-9]+)\s*)?\}`)

// formats are the forms a name can be written in.
var formats = []string{"date", "day", "datetime", "percent", "percent1", "list", "quote", "title", "version", "section"}

// ParseTemplate reads a template. A brace that opens no name, and an unknown form, are errors.
func ParseTemplate(s string) (Template, error) {
	var t Template
	at := 0
	for _, m := range hole.FindAllStringSubmatchIndex(s, -1) {
		if err := t.literal(s[at:m[0]]); err != nil {
			return t, err
		}
		at = m[1]
		if m[2] < 0 {
			t.parts = append(t.parts, part{text: s[m[0] : m[0]+1]})
			continue
		}
		p := part{name: s[m[2]:m[3]]}
		if m[4] >= 0 {
			p.format = s[m[4]:m[5]]
			if !slices.Contains(formats, p.format) {
				return t, fmt.Errorf("unknown form |%s; known: %s", p.format, strings.Join(formats, ", "))
			}
		}
		t.parts = append(t.parts, p)
	}
	return t, t.literal(s[at:])
}

func (t *Template) literal(s string) error {
	if i := strings.IndexAny(s, "{}"); i >= 0 {
		return fmt.Errorf("a brace that opens no name near %q; write {name} or {name|form}, and {{ for a brace", clip(s[i:], 20))
	}
	if s != "" {
		t.parts = append(t.parts, part{text: s})
	}
	return nil
}

func clip(s string, n int) string {
	r := []rune(s)
	if len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// Names returns the names of a template in order, each once.
func (t Template) Names() []string {
	var out []string
	for _, p := range t.parts {
		if p.name != "" && !slices.Contains(out, p.name) {
			out = append(out, p.name)
		}
	}
	return out
}

// Only returns the name of a template that is one name and nothing else.
func (t Template) Only() (name string, ok bool) {
	if len(t.parts) == 1 && t.parts[0].name != "" && t.parts[0].format == "" {
		return t.parts[0].name, true
	}
	return "", false
}

// A Written is a template written out, with what each of its names stands on.
type Written struct {
	Text  string
	Cites []casefile.Citation // merged: one a record and quote
	Uses  []casefile.Input
}

// Write writes a template out in a language. A name without a value is an *Unknown error; so is an empty slot.
func (e *Env) Write(s string, lang casefile.Lang) (Written, error) {
	t, err := ParseTemplate(s)
	if err != nil {
		return Written{}, err
	}
	var w Written
	var b strings.Builder
	for i, p := range t.parts {
		if p.name == "" {
			b.WriteString(p.text)
			continue
		}
		k, err := e.Lookup(p.name)
		if err != nil {
			return Written{}, err
		}
		out := e.format(k, p.format, lang)
		if out == "" {
			return Written{}, &Unknown{Name: p.name, Why: "the question does not say it"}
		}
		b.WriteString(out)
		if e.bare && p.format == "" {
			b.WriteString(e.unitAfter(k, t.parts[i+1:], lang))
		}
		w.Cites = Merge(w.Cites, citesOf(k, p.format)...)
		w.Uses = append(w.Uses, k.Inputs...)
	}
	w.Text = b.String()
	return w, nil
}

// unitAfter is the unit of a number in a function's own sentence, "" where the sentence itself goes on with it.
func (e *Env) unitAfter(k Known, rest []part, lang casefile.Lang) string {
	if k.Unit == "" || k.Type == "ratio" {
		return ""
	}
	unit := UnitIn(k.Unit, lang)
	if t := e.at.Evidence.Table; lang == casefile.English && t != nil && len(k.Inputs) > 0 {
		if i := t.Col(k.Inputs[0].Column); i >= 0 && t.Columns[i].UnitEN != "" {
			unit = t.Columns[i].UnitEN
		}
	}
	if len(rest) > 0 && rest[0].name == "" {
		next := text.Fold(strings.TrimSpace(rest[0].text))
		for _, u := range []string{unit, k.Unit, UnitIn(k.Unit, lang)} {
			if strings.HasPrefix(next, text.Fold(u)) {
				return ""
			}
		}
	}
	return " " + unit
}

// citesOf narrows what a value rests on to the values that are written.
func citesOf(k Known, format string) []casefile.Citation {
	if format != "list" || len(k.Inputs) < 2 {
		return k.Cites
	}
	var out []casefile.Citation
	for _, in := range k.Inputs {
		if in.Column == "" {
			return k.Cites
		}
		out = Merge(out, casefile.Citation{Evidence: in.Evidence, Rows: []int{in.Row}, Columns: []string{in.Column}})
	}
	return out
}

// Merge adds citations to a list: rows and columns of one record are put together, the same quote stands once.
func Merge(list []casefile.Citation, more ...casefile.Citation) []casefile.Citation {
	for _, c := range more {
		i := slices.IndexFunc(list, func(o casefile.Citation) bool { return o.Evidence == c.Evidence && o.Quote == c.Quote })
		if i < 0 {
			c.Rows, c.Columns = slices.Clone(c.Rows), slices.Clone(c.Columns)
			list = append(list, c)
			continue
		}
		for _, r := range c.Rows {
			if !slices.Contains(list[i].Rows, r) {
				list[i].Rows = append(list[i].Rows, r)
			}
		}
		for _, col := range c.Columns {
			if !slices.Contains(list[i].Columns, col) {
				list[i].Columns = append(list[i].Columns, col)
			}
		}
		slices.Sort(list[i].Rows)
	}
	return list
}
