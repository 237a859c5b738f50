package playbook

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
)

// A Truth is true, false or unknown.
type Truth uint8

// The truths. The zero value is Unsettled.
const (
	Unsettled Truth = iota
	True
	False
)

var (
	gathers  = regexp.MustCompile(`\b(?:sum|avg|count|min|max|contains|len|in)\s*\(([^()]*)\)`)
	isKnown  = regexp.MustCompile(`\bknown\s*\(\s*([\p{L}_][\p{L}\p{N}_.]*)\s*\)`)
	inQuotes = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	nameIn   = regexp.MustCompile(`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*`)
)

// every marks a name of which an expression wants all values, not the first.
const every = ".every_"

// Test evaluates a condition. Unsettled comes with the reason: a name without a value, or values that do not fit.
func (e *Env) Test(cond string) (Truth, error) {
	if strings.TrimSpace(cond) == "" {
		return True, nil
	}
	v, why, err := e.eval(cond)
	switch {
	case err != nil:
		return Unsettled, err
	case v.IsTrue():
		return True, nil
	case v.IsFalse():
		return False, nil
	case v.Kind != calc.Unknown:
		return Unsettled, fmt.Errorf("%s is no condition: it gives neither true nor false", cond)
	case why != nil:
		return Unsettled, why
	}
	return Unsettled, fmt.Errorf("%s cannot be settled", cond)
}

// eval evaluates an expression; why is the first name that has no value.
func (e *Env) eval(src string) (v calc.Value, why, err error) {
	x, err := calc.Parse(e.ready(src))
	if err != nil {
		return v, nil, fmt.Errorf("%s: %w", src, err)
	}
	v, err = calc.Eval(x, func(name string) (calc.Value, bool) {
		k, err := e.Lookup(strings.TrimSuffix(name, every))
		if err != nil {
			if why == nil {
				why = err
			}
			return calc.Value{}, false
		}
		if strings.HasSuffix(name, every) {
			return e.list(k), true
		}
		return e.value(k), true
	})
	if err != nil {
		if why != nil {
			return v, why, nil // what does not fit here is a value that is missing
		}
		return v, nil, fmt.Errorf("%s: %w", src, err)
	}
	return v, why, nil
}

// ready marks the names of which all values are wanted, and settles known() of slots that the question leaves empty.
func (e *Env) ready(src string) string {
	src = isKnown.ReplaceAllStringFunc(src, func(s string) string {
		name := isKnown.FindStringSubmatch(s)[1]
		if slot, ok := e.slots[name]; ok && len(slot.Values) == 0 {
			return "(1 == 2)"
		}
		return s
	})
	return gathers.ReplaceAllStringFunc(src, func(s string) string {
		open := strings.IndexByte(s, '(')
		var b strings.Builder
		b.WriteString(s[:open+1])
		args, at := s[open+1:], 0
		for _, q := range append(inQuotes.FindAllStringIndex(args, -1), []int{len(args), len(args)}) {
			b.WriteString(nameIn.ReplaceAllStringFunc(args[at:q[0]], func(name string) string {
				if k, err := e.Lookup(name); err == nil && len(k.List) > 1 {
					return name + every
				}
				return name
			}))
			b.WriteString(args[q[0]:q[1]])
			at = q[1]
		}
		return b.String()
	})
}

// value is a known value as expressions take it.
func (e *Env) value(k Known) calc.Value {
	loc := e.c.Now.Location()
	switch k.Type {
	case "text", "identifier", "row", "period", "list":
		if _, err := strconv.Atoi(k.Value); err == nil && k.Type == "text" && isSaid(k) {
			return calc.FromText(k.Value, loc)
		}
		return calc.Text(k.Value)
	case "quantity":
		return calc.FromText(k.Value, loc)
	}
	t := casefile.Number
	if k.Type == "date" || k.Type == "datetime" {
		t = casefile.Text
	}
	return calc.FromCell(casefile.Cell{Text: k.Value, Type: t}, casefile.Column{Type: k.Type, Unit: k.Unit}, loc)
}

// isSaid reports whether a value is the asker's: a number there is written as text.
func isSaid(k Known) bool { return len(k.Inputs) == 1 && k.Inputs[0].Column == "" }

func (e *Env) list(k Known) calc.Value {
	var vs []calc.Value
	for _, v := range k.List {
		one := k
		one.Value, one.List = v, nil
		vs = append(vs, e.value(one))
	}
	return calc.ListOf(vs...)
}

// Inputs returns an expression as the calculate tool takes it, with the value of each of its names and where it stands.
// The error is an *Unknown when a name has no value.
func (e *Env) Inputs(src string) (string, []casefile.Input, error) {
	ready := e.ready(src)
	x, err := calc.Parse(ready)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", src, err)
	}
	var inputs []casefile.Input
	for _, name := range calc.Names(x) {
		base, all := strings.CutSuffix(name, every)
		k, err := e.Lookup(base)
		if err != nil {
			return "", nil, err
		}
		if len(k.Inputs) == 0 {
			return "", nil, &Unknown{Name: base, Why: "it is no single value"}
		}
		if !all {
			if k.Value == "" {
				return "", nil, &Unknown{Name: base, Why: "the question does not say it"}
			}
			inputs = append(inputs, e.input(base, k.Inputs[0]))
			continue
		}
		var each []string
		for i, in := range k.Inputs {
			each = append(each, base+".v"+strconv.Itoa(i+1))
			inputs = append(inputs, e.input(each[i], in))
		}
		ready = strings.ReplaceAll(ready, name, strings.Join(each, ", "))
	}
	return ready, inputs, nil
}

// input gives an instant the workspace's offset, so that its day is the same wherever the formula is run again.
func (e *Env) input(name string, in casefile.Input) casefile.Input {
	in.Name = name
	if in.Column != "" && len(in.Value) > 10 {
		if t, ok := e.parseMoment(in.Value); ok && (strings.HasSuffix(in.Value, "Z") || strings.ContainsAny(in.Value[11:], "+-")) {
			if day := casefile.DateOf(t).String(); !strings.HasPrefix(in.Value, day) {
				in.Value = t.Format("2006-01-02T15:04:05Z07:00")
			}
		}
	}
	return in
}

// Names returns the names that an expression uses.
func Names(src string) ([]string, error) {
	x, err := calc.Parse(src)
	if err != nil {
		return nil, err
	}
	return calc.Names(x), nil
}

// AsUnknown returns the *Unknown in an error.
func AsUnknown(err error) (*Unknown, bool) {
	var u *Unknown
	return u, errors.As(err, &u)
}
