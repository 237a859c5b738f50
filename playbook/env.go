package playbook

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// A Known is what a name stands for, and where it stands.
type Known struct {
	Value  string // canonical text; "" for a slot the question does not fill
	Type   string // a column type, or quantity (a number with its unit, as a passage has it), list, period, row
	Unit   string
	List   []string         // every value, where there are several: a slot's, or those of a column's rows
	Quote  string           // the sentence a pattern matched in
	Source *casefile.Source // of the passage it stands in
	Inputs []casefile.Input
	Cites  []casefile.Citation
}

// An Unknown says why a name has no value.
type Unknown struct {
	Name   string
	Step   string          // the step that did not bring it, "" for a slot
	Status casefile.Status // how that step's last call ended; "" when it was not called
	Why    string
}

// Error returns why the name has no value.
func (u *Unknown) Error() string { return fmt.Sprintf("%s is not known: %s", u.Name, u.Why) }

// An Env resolves the names of expressions and templates against a case. It is read-only.
type Env struct {
	c     casefile.Case
	slots map[string]casefile.Slot
	steps map[string]casefile.Step
	re    map[string]*regexp.Regexp
	names *Lexicon // may be nil

	reader       bool   // texts are written for people: names take their form in the language
	bare         bool   // a name alone is a column of the row
	each, keyCol string // inside a step or sentence made for each row
	at           RowRef
}

// A RowRef is one row of a table of the case.
type RowRef struct {
	Evidence casefile.Evidence
	Row      int
	Key      string // the value of the key column
}

// NewEnv returns the environment of a case.
func NewEnv(c casefile.Case) *Env {
	e := &Env{c: c, slots: map[string]casefile.Slot{}, steps: map[string]casefile.Step{}, re: map[string]*regexp.Regexp{}}
	for _, s := range c.Plan.Slots {
		e.slots[s.Name] = s
	}
	for _, s := range c.Plan.Steps {
		e.steps[s.ID] = s
	}
	return e
}

// With returns the environment with the names of things that passages may hold: step.entity:KIND.
func (e *Env) With(l *Lexicon) *Env {
	in := *e
	in.names = l
	return &in
}

// ForReaders returns the environment that writes texts for people: a name takes its form in the language of the text.
// Queries and arguments keep names as records have them.
func (e *Env) ForReaders() *Env {
	in := *e
	in.reader = true
	return &in
}

// Case returns the case the environment was made from.
func (e *Env) Case() casefile.Case { return e.c }

// At returns the environment inside one row of a step's rows.
func (e *Env) At(step, key string, r RowRef) *Env {
	in := *e
	in.each, in.keyCol, in.at = step, key, r
	return &in
}

// In returns the environment of one row alone, where a name is a column of it: that of a function's own sentence.
func (e *Env) In(r RowRef) *Env {
	in := *e
	in.bare, in.at = true, r
	return &in
}

// Lookup resolves a name. The error is an *Unknown.
func (e *Env) Lookup(name string) (Known, error) {
	switch {
	case e.bare && e.at.Evidence.Table != nil && e.at.Evidence.Table.Col(name) >= 0:
		return e.cell(name, name, []RowRef{e.at})
	case name == "today":
		return Known{Value: e.c.Today().String(), Type: "date", Inputs: []casefile.Input{{Name: name, Value: e.c.Today().String(), Evidence: "now"}}}, nil
	case name == AskedDay && !e.isSlot(name):
		return e.askedDay()
	case e.isSlot(name):
		return e.slot(name)
	}
	head, rest, dotted := strings.Cut(name, ".")
	switch {
	case head == "row" && e.each != "":
		if !dotted {
			return e.wholeRow(e.at), nil
		}
		k, err := e.cell(name, rest, []RowRef{e.at})
		if u, ok := AsUnknown(err); ok {
			u.Step, u.Status = e.each, e.StatusOf(e.each)
		}
		return k, err
	case dotted && e.isSlot(head) && (rest == "from" || rest == "to"):
		if k, err := e.periodEnd(name, head, rest); err == nil {
			return k, nil
		}
	case dotted && e.isSlot(head) && rest == "count" && e.steps[head].ID == "":
		k, err := e.slot(head)
		k.Value, k.Type = strconv.Itoa(len(k.List)), "integer"
		k.Inputs[0].Name, k.Inputs[0].Value = name, k.Value
		return k, err
	}
	step, ok := e.steps[head]
	if !ok {
		return Known{}, &Unknown{Name: name, Why: "there is no slot and no step of this name"}
	}
	if !dotted {
		return e.whole(name, step)
	}
	for _, n := range step.Needs {
		if n.Name == rest && n.Pattern != "" {
			return e.passage(name, step, n)
		}
	}
	switch rest {
	case "status":
		return Known{Value: string(e.StatusOf(head)), Type: "text", Cites: e.anyCite(head)}, nil
	case "count":
		return e.count(name, head), nil
	}
	if kind, ok := strings.CutPrefix(rest, "entity:"); ok {
		return e.entities(name, step, kind)
	}
	return e.column(name, step, rest)
}

func (e *Env) isSlot(name string) bool {
	_, ok := e.slots[name]
	return ok
}

func (e *Env) slot(name string) (Known, error) {
	s := e.slots[name]
	k := Known{Type: "text", List: s.Values}
	if name == "period" {
		k.Type = "period"
	}
	if len(s.Values) > 0 {
		k.Value = s.Values[0]
	}
	in := casefile.Input{Name: name, Value: strings.Join(s.Values, ", "), Quote: s.Words}
	if s.Words != "" {
		in.Evidence = "E1"
		k.Cites = []casefile.Citation{e.said(s.Words)}
	}
	k.Inputs = []casefile.Input{in}
	return k, nil
}

// AskedDay is the name of the day that a question asks about: one to come that it names, else today.
const AskedDay = "asked_day"

func (e *Env) askedDay() (Known, error) {
	day, words, ok := DayToCome(e.c)
	if !ok {
		return e.Lookup("today")
	}
	return Known{Value: day.String(), Type: "date", Cites: []casefile.Citation{e.said(words)},
		Inputs: []casefile.Input{{Name: AskedDay, Value: day.String(), Evidence: "E1", Quote: words}}}, nil
}

// DayToCome returns the one day after today that the question of a case asks about, and its words.
func DayToCome(c casefile.Case) (day casefile.Date, words string, ok bool) {
	for _, s := range c.Plan.Slots {
		if s.Name != "period" || len(s.Values) != 1 || s.Words == "" {
			continue
		}
		if p, err := casefile.ParsePeriod(s.Values[0]); err == nil && p.From == p.To {
			if day := quantity.Coming(p.To, s.Words, c.Today()); day.Compare(c.Today()) > 0 {
				return day, s.Words, true
			}
		}
	}
	return casefile.Date{}, "", false
}

// said cites words of the question.
func (e *Env) said(words string) casefile.Citation {
	c := casefile.Citation{Evidence: "E1", Quote: words}
	if i := strings.Index(e.c.Question, words); i >= 0 {
		c.Start, c.End = i, i+len(words)
	}
	return c
}

func (e *Env) periodEnd(name, slot, end string) (Known, error) {
	k, err := e.slot(slot)
	if err != nil {
		return k, err
	}
	p, perr := casefile.ParsePeriod(k.Value)
	if perr != nil {
		return Known{}, &Unknown{Name: name, Why: perr.Error()}
	}
	k.Value, k.Type, k.List = p.From.String(), "date", nil
	if end == "to" {
		k.Value = p.To.String()
	}
	k.Inputs[0].Name, k.Inputs[0].Value = name, k.Value
	return k, nil
}

// whole is a step by its id alone: the value of a calculation, or everything it brought.
func (e *Env) whole(name string, s casefile.Step) (Known, error) {
	ev := e.evidence(s)
	for _, x := range ev {
		if x.Calc != nil {
			return Known{Value: x.Calc.Value, Type: calcType(x.Calc), Unit: x.Calc.Unit,
				Inputs: []casefile.Input{{Name: name, Value: x.Calc.Value, Unit: x.Calc.Unit, Evidence: x.ID}},
				Cites:  []casefile.Citation{{Evidence: x.ID}}}, nil
		}
	}
	if e.each != "" && s.ID == e.each {
		return e.wholeRow(e.at), nil
	}
	for _, x := range ev {
		switch {
		case x.Table != nil && len(x.Table.Rows) > 0:
			return Known{Type: "row", Value: s.ID, Cites: []casefile.Citation{{Evidence: x.ID, Rows: allRows(x.Table)}}}, nil
		case x.Source != nil:
			return Known{Type: "quantity", Value: x.Text, Quote: x.Text, Source: x.Source, Cites: []casefile.Citation{citePassage(x, 0, len(x.Text))}}, nil
		}
	}
	return Known{}, e.unknown(name, s.ID)
}

func calcType(c *casefile.Calc) string {
	switch {
	case c.Value == "true" || c.Value == "false":
		return "boolean"
	case isDay(c.Value):
		return "date"
	}
	return "decimal"
}

func isDay(s string) bool {
	_, err := casefile.ParseDate(s)
	return err == nil
}

// Has reports whether a step brought a field: a place of its pattern in the passages it is held to, or a column with a value.
func (e *Env) Has(s casefile.Step, f casefile.Field) bool {
	if f.Pattern != "" {
		_, err := e.passage(f.Name, s, f)
		return err == nil
	}
	for _, x := range e.c.Of(s.ID) {
		if x.Calc != nil {
			return true
		}
		if x.Table == nil {
			continue
		}
		i := x.Table.Col(f.Name)
		for _, row := range x.Table.Rows {
			if i >= 0 && row[i].Type != casefile.Null {
				return true
			}
		}
	}
	return false
}

// StatusOf returns how the last call for a step ended, "" when there was none.
// A call that brought something goes before a later one that did not.
func (e *Env) StatusOf(step string) casefile.Status {
	var last casefile.Status
	for _, d := range e.c.Calls {
		if !e.helps(d.Step, step) {
			continue
		}
		if last == casefile.OK || last == casefile.Partial && d.Status != casefile.OK {
			continue
		}
		last = d.Status
	}
	return last
}

// unknown names the step at the root of a value that is missing: the first before it that failed.
func (e *Env) unknown(name, step string) *Unknown {
	root, status := e.Cause(step)
	u := &Unknown{Name: name, Step: root, Status: status}
	switch {
	case status == "":
		u.Why = "step " + root + " was left out"
	case status == casefile.OK || status == casefile.Partial:
		u.Why = "not in what step " + root + " brought"
	default:
		u.Why = "step " + root + " ended " + string(status)
	}
	return u
}

// Cause returns the step that is at the root of a step's lack, and how it ended: the step
// itself when it was called, else the first of those it waits for that did not bring anything.
func (e *Env) Cause(step string) (string, casefile.Status) {
	return e.cause(step, map[string]bool{})
}

func (e *Env) cause(step string, seen map[string]bool) (string, casefile.Status) {
	st := e.StatusOf(step)
	if st != "" || seen[step] {
		return step, st
	}
	seen[step] = true
	for _, a := range e.steps[step].After {
		if root, st := e.cause(a, seen); st != casefile.OK && st != casefile.Partial && st != "" {
			return root, st
		}
	}
	return step, ""
}
