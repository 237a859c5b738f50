package playbook

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
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

// Rows returns the rows a step brought, each with the value of its key column. Rows with the same key are one.
func (e *Env) Rows(step, key string) []RowRef {
	var out []RowRef
	for _, ev := range e.c.Of(step) {
		if ev.Table == nil {
			continue
		}
		k := ev.Table.Col(key)
		for i, row := range ev.Table.Rows {
			r := RowRef{Evidence: ev, Row: i}
			if k >= 0 {
				r.Key = row[k].Text
				if slices.ContainsFunc(out, func(o RowRef) bool { return o.Key == r.Key }) {
					continue
				}
			}
			out = append(out, r)
		}
	}
	return out
}

// Lookup resolves a name. The error is an *Unknown.
func (e *Env) Lookup(name string) (Known, error) {
	switch {
	case e.bare && e.at.Evidence.Table != nil && e.at.Evidence.Table.Col(name) >= 0:
		return e.cell(name, name, []RowRef{e.at})
	case name == "today":
		return Known{Value: e.c.Today().String(), Type: "date", Inputs: []casefile.Input{{Name: name, Value: e.c.Today().String(), Evidence: "now"}}}, nil
	case e.isSlot(name):
		return e.slot(name)
	}
	head, rest, dotted := strings.Cut(name, ".")
	switch {
	case head == "row" && e.each != "":
		if !dotted {
			return e.wholeRow(e.at), nil
		}
		return e.cell(name, rest, []RowRef{e.at})
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

// wholeRow is a row as one value: its key.
func (e *Env) wholeRow(r RowRef) Known {
	return Known{Value: r.Key, Type: "row", Cites: []casefile.Citation{{Evidence: r.Evidence.ID, Rows: []int{r.Row}}}}
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

func allRows(t *casefile.Table) []int {
	out := make([]int, len(t.Rows))
	for i := range out {
		out[i] = i
	}
	return out
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
	w, err := e.Write(n.In, e.c.Lang)
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

// column is a cell of a step's rows.
func (e *Env) column(name string, s casefile.Step, col string) (Known, error) {
	rows := e.rowsHere(s)
	if len(rows) == 0 {
		return Known{}, e.unknown(name, s.ID)
	}
	k, err := e.cell(name, col, rows)
	if u, ok := err.(*Unknown); ok {
		u.Step, u.Status = s.ID, e.StatusOf(s.ID)
	}
	return k, err
}

// rowsHere returns the rows of a step that belong to where the environment stands: all of them outside
// of an each, otherwise those of the current key.
func (e *Env) rowsHere(s casefile.Step) []RowRef {
	if e.each == "" {
		return e.Rows(s.ID, "")
	}
	if s.ID == e.each {
		return []RowRef{e.at}
	}
	var all, keyed []RowRef
	hasKey := false
	for _, ev := range e.evidence(s) {
		if ev.Table == nil {
			continue
		}
		k := ev.Table.Col(e.keyCol)
		hasKey = hasKey || k >= 0 && s.Each == ""
		for i, row := range ev.Table.Rows {
			r := RowRef{Evidence: ev, Row: i}
			all = append(all, r)
			if k >= 0 && row[k].Text == e.at.Key {
				keyed = append(keyed, r)
			}
		}
	}
	if hasKey {
		return keyed
	}
	return all
}

func (e *Env) cell(name, col string, rows []RowRef) (Known, error) {
	k := Known{}
	found := false
	for _, r := range rows {
		t := r.Evidence.Table
		i := t.Col(col)
		if i < 0 || t.Rows[r.Row][i].Type == casefile.Null {
			continue
		}
		v := t.Rows[r.Row][i].Text
		in := casefile.Input{Name: name, Value: v, Unit: t.Columns[i].Unit, Evidence: r.Evidence.ID, Row: r.Row, Column: col}
		if !found {
			found = true
			k.Value, k.Type, k.Unit = v, t.Columns[i].Type, t.Columns[i].Unit
			k.Cites = []casefile.Citation{{Evidence: r.Evidence.ID, Rows: []int{r.Row}, Columns: []string{col}}}
		}
		k.List = append(k.List, v)
		k.Inputs = append(k.Inputs, in)
	}
	if !found {
		return k, &Unknown{Name: name, Why: "no row has a value in column " + col}
	}
	return k, nil
}

// evidence returns what a step brought, of the current key where the step is made for each row.
func (e *Env) evidence(s casefile.Step) []casefile.Evidence {
	if e.each == "" || s.Each == "" {
		return e.c.Of(s.ID)
	}
	key := e.at.Key
	if s.Each != e.each {
		// made for the rows of another step: the key of that step's row for ours
		k, err := e.keyOf(s)
		if err != nil {
			return nil
		}
		key = k
	}
	var out []casefile.Evidence
	for _, d := range e.c.Calls {
		if !e.helps(d.Step, s.ID) || d.Key != key {
			continue
		}
		for _, id := range d.Evidence {
			if x, ok := e.c.Find(id); ok && !slices.ContainsFunc(out, func(o casefile.Evidence) bool { return o.ID == id }) {
				out = append(out, x)
			}
		}
	}
	return out
}

func (e *Env) keyOf(s casefile.Step) (string, error) {
	if k, err := e.cell("", s.Key, []RowRef{e.at}); err == nil {
		return k.Value, nil
	}
	of, ok := e.steps[s.Each]
	if !ok {
		return "", fmt.Errorf("no step %s", s.Each)
	}
	k, err := e.cell("", s.Key, e.rowsHere(of))
	return k.Value, err
}

// helps reports whether calls of step are calls for target.
func (e *Env) helps(step, target string) bool {
	return step == target || e.steps[step].For == target
}

func (e *Env) count(name, step string) Known {
	n, id := 0, ""
	for _, x := range e.c.Of(step) {
		switch {
		case x.Table != nil:
			n += max(x.Table.Total, len(x.Table.Rows))
		case x.Source != nil, x.Calc != nil:
			n++
		default:
			continue
		}
		if id == "" {
			id = x.ID
		}
	}
	k := Known{Value: strconv.Itoa(n), Type: "integer", Cites: e.anyCite(step)}
	k.Inputs = []casefile.Input{{Name: name, Value: k.Value, Evidence: id}}
	return k
}

func (e *Env) anyCite(step string) []casefile.Citation {
	for _, x := range e.c.Of(step) {
		switch {
		case x.Table != nil:
			return []casefile.Citation{{Evidence: x.ID, Rows: allRows(x.Table)}}
		case x.Source != nil:
			return []casefile.Citation{citePassage(x, 0, len(x.Text))}
		}
		return []casefile.Citation{{Evidence: x.ID}}
	}
	return nil
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
