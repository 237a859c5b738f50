// Package calc evaluates decimal expressions exactly: the formulas of calculations and the
// conditions of playbooks. Numbers are rational and keep their unit; a name that has no value
// is Unknown, and logic over it has three values. Evaluation is pure and bounded: the same
// formula over the same inputs gives the same value.
package calc

import (
	"math/big"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// A Kind tells the values apart.
type Kind uint8

// The kinds. The zero Value is Unknown.
const (
	Unknown Kind = iota
	Number
	String
	Date
	Bool
	List
)

// String names a kind in messages.
func (k Kind) String() string {
	return [...]string{"unknown", "number", "text", "date", "true/false", "list"}[k]
}

// A Value is what an expression gives and what a name stands for. Fields of other kinds are zero.
type Value struct {
	Kind Kind
	Num  *big.Rat // never changed by this package
	Unit string   // of a Number, as its source writes it: 天, days, CNY, ratio; "" without one
	Str  string
	Date casefile.Date
	Bool bool
	List []Value
}

// Num returns a number with a unit; "" is none. Percent and other ratio units are converted to their ratio.
func Num(r *big.Rat, unit string) Value { return normal(Value{Kind: Number, Num: r, Unit: unit}) }

// Int returns a whole number without a unit.
func Int(n int64) Value { return Value{Kind: Number, Num: big.NewRat(n, 1)} }

// Text returns a string.
func Text(s string) Value { return Value{Kind: String, Str: s} }

// Day returns a date; the zero Date is Unknown.
func Day(d casefile.Date) Value {
	if d.IsZero() {
		return Value{}
	}
	return Value{Kind: Date, Date: d}
}

// Truth returns a truth value.
func Truth(b bool) Value { return Value{Kind: Bool, Bool: b} }

// ListOf returns a list.
func ListOf(vs ...Value) Value { return Value{Kind: List, List: vs} }

// IsTrue reports whether v is known and true. Unknown is not true.
func (v Value) IsTrue() bool { return v.Kind == Bool && v.Bool }

// IsFalse reports whether v is known and false. Unknown is not false.
func (v Value) IsFalse() bool { return v.Kind == Bool && !v.Bool }

const ratioUnit = "ratio"

// normal converts units of ratio (%, ‰, 成) to the ratio itself, so that 0.5% and 0.005 are one value.
func normal(v Value) Value {
	if v.Kind != Number || v.Unit == "" || v.Unit == ratioUnit {
		return v
	}
	u, _ := quantity.LookupUnit(v.Unit)
	if u.Dim == "ratio" {
		v.Num = new(big.Rat).Mul(v.Num, u.Factor())
		v.Unit = ratioUnit
	}
	return v
}

// Format returns the value as records write it: a decimal, "true", "2026-09-10", the text itself,
// the items of a list with ", " between. A number with no finite decimal of reasonable length is
// given to 12 significant digits, and exact is false. Unknown is "".
func (v Value) Format() (text string, exact bool) {
	switch v.Kind {
	case Number:
		if s, ok := quantity.FormatExact(v.Num); ok && len(s) <= maxShown {
			return s, true
		}
		return quantity.FormatDecimal(v.Num, 12)
	case String:
		return v.Str, true
	case Date:
		return v.Date.String(), true
	case Bool:
		if v.Bool {
			return "true", true
		}
		return "false", true
	case List:
		parts := make([]string, len(v.List))
		exact = true
		for i, e := range v.List {
			s, ok := e.Format()
			parts[i], exact = s, exact && ok
		}
		return strings.Join(parts, ", "), exact
	}
	return "", true
}

// maxShown is the longest exact decimal that Format writes.
const maxShown = 1000

// FromText reads a value from a record's text: a number with or without a unit ("0.5%", "7 天"),
// a day, an instant ("2026-09-10T18:22:00+08:00", whose day is taken in loc; nil means its own zone), "true", "false".
// Everything else is a string, and blank text is Unknown. Bounds, ranges and approximations are strings: they are no value.
func FromText(s string, loc *time.Location) Value {
	s = strings.TrimSpace(s)
	switch s {
	case "":
		return Value{}
	case "true":
		return Truth(true)
	case "false":
		return Truth(false)
	}
	if d, ok := day(s, loc); ok {
		return Day(d)
	}
	if len(s) > 512 {
		return Text(s)
	}
	if v, ok := quantity.Value(s, "decimal", ""); ok {
		return Value{Kind: Number, Num: v.Value}
	}
	ms := quantity.Find(s)
	if len(ms) != 1 || ms[0].Start != 0 || ms[0].End != len(s) {
		return Text(s)
	}
	m := ms[0]
	switch m.Kind {
	case quantity.FullDate:
		if m.Ambiguous {
			return Text(s)
		}
		return Day(m.Date())
	case quantity.Number, quantity.Percent, quantity.Point, quantity.Ratio, quantity.Money, quantity.Duration, quantity.Measure, quantity.Count:
		if m.High != nil || m.Bound != "" || m.Approx || m.Weak && m.Kind == quantity.Number {
			return Text(s)
		}
		if m.Unit.Dim != "" && !m.Unit.Known {
			return Text(s)
		}
		unit := m.Unit.Word
		if unit == "" {
			unit = m.Unit.Name
		}
		return Num(m.Value, unit)
	}
	return Text(s)
}

// day reads a civil day or an instant.
func day(s string, loc *time.Location) (casefile.Date, bool) {
	if len(s) == 10 {
		d, err := casefile.ParseDate(s)
		return d, err == nil
	}
	if len(s) < 16 || len(s) > 40 || s[4] != '-' {
		return casefile.Date{}, false
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			if loc != nil {
				t = t.In(loc)
			}
			return casefile.DateOf(t), true
		}
	}
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, s); err == nil {
			return casefile.DateOf(t), true // without a zone it is a local time already
		}
	}
	return casefile.Date{}, false
}

// FromCell reads a cell by its column's type and unit, so that an identifier of digits stays a string. Null is Unknown.
func FromCell(c casefile.Cell, col casefile.Column, loc *time.Location) Value {
	switch c.Type {
	case casefile.Null:
		return Value{}
	case casefile.Bool:
		return Truth(c.Text == "true")
	}
	switch col.Type {
	case "text", "identifier":
		return Text(c.Text)
	case "boolean":
		switch c.Text {
		case "1", "true":
			return Truth(true)
		case "0", "false":
			return Truth(false)
		}
	case "integer", "decimal", "ratio":
		if m, ok := quantity.Value(c.Text, col.Type, ""); ok {
			unit := col.Unit
			if col.Type == "ratio" && unit == "" {
				unit = ratioUnit
			}
			return Num(m.Value, unit)
		}
	case "date", "datetime":
		if d, ok := day(strings.TrimSpace(c.Text), loc); ok {
			return Day(d)
		}
	}
	if c.Type == casefile.Number {
		if m, ok := quantity.Value(c.Text, "decimal", ""); ok {
			return Num(m.Value, col.Unit)
		}
	}
	return Text(c.Text)
}
