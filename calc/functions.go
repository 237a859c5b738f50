package calc

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// A function takes between min and max arguments; max -1 is any number.
type function struct {
	min, max int
	lazy     bool // evaluates its own arguments
	run      func(args []Value) (Value, error)
}

func (f function) takes() string {
	switch {
	case f.max < 0:
		return fmt.Sprintf("%d or more values", f.min)
	case f.min == f.max:
		return fmt.Sprintf("%d values", f.min)
	}
	return fmt.Sprintf("%d to %d values", f.min, f.max)
}

var functions = map[string]function{
	"min":      {1, -1, false, func(a []Value) (Value, error) { return extreme(a, -1) }},
	"max":      {1, -1, false, func(a []Value) (Value, error) { return extreme(a, 1) }},
	"sum":      {1, -1, false, sum},
	"avg":      {1, -1, false, average},
	"count":    {1, -1, false, func(a []Value) (Value, error) { return Int(int64(len(flat(a)))), nil }},
	"round":    {1, 2, false, round},
	"abs":      {1, 1, false, absolute},
	"days":     {2, 2, false, days},
	"months":   {2, 2, false, months},
	"date":     {1, 1, false, date},
	"len":      {1, 1, false, length},
	"contains": {2, 2, false, contains},
	"known":    {1, 1, true, nil},
	"if":       {3, 3, true, nil},
}

func functionNames() string {
	return strings.Join(slices.Sorted(maps.Keys(functions)), ", ")
}

func (e *evaluator) call(n call) (Value, error) {
	switch n.fn {
	case "known":
		v, err := e.eval(n.args[0])
		return Truth(v.Kind != Unknown), err
	case "if":
		c, err := e.eval(n.args[0])
		if err != nil || c.Kind == Unknown {
			return Value{}, err
		}
		if c.Kind != Bool {
			return Value{}, &Error{n.pos, fmt.Sprintf("if wants true or false first, found a %s", c.Kind)}
		}
		if c.Bool {
			return e.eval(n.args[1])
		}
		return e.eval(n.args[2])
	}
	args := make([]Value, len(n.args))
	for i, a := range n.args {
		v, err := e.eval(a)
		if err != nil {
			return Value{}, err
		}
		args[i] = v
	}
	for _, v := range args {
		if v.Kind == Unknown {
			return Value{}, nil
		}
	}
	v, err := functions[n.fn].run(args)
	if err != nil {
		return Value{}, &Error{n.pos, fmt.Sprintf("%s: %v", n.fn, err)}
	}
	return v, nil
}

// flat opens the lists among the arguments.
func flat(args []Value) []Value {
	var out []Value
	for _, a := range args {
		if a.Kind == List {
			out = append(out, a.List...)
			continue
		}
		out = append(out, a)
	}
	return out
}

// extreme returns the least (-1) or greatest (1) value. Of nothing, and with an unknown among them, it is Unknown.
func extreme(args []Value, sign int) (Value, error) {
	var best Value
	for i, v := range flat(args) {
		if v.Kind == Unknown {
			return Value{}, nil
		}
		if v.Kind != Number && v.Kind != Date && v.Kind != String {
			return Value{}, fmt.Errorf("a %s has no order", v.Kind)
		}
		if i == 0 {
			best = v
			continue
		}
		c, err := order(v, best, false)
		if err != nil {
			return Value{}, err
		}
		if c == sign {
			best = v
		}
	}
	return best, nil
}

func sum(args []Value) (Value, error) {
	vs := flat(args)
	total := Int(0)
	for _, v := range vs {
		if v.Kind == Unknown {
			return Value{}, nil
		}
		var err error
		if total, err = arithmetic("+", total, v); err != nil {
			return Value{}, err
		}
	}
	return total, nil
}

// average of nothing is Unknown.
func average(args []Value) (Value, error) {
	vs := flat(args)
	total, err := sum(args)
	if err != nil || total.Kind == Unknown || len(vs) == 0 {
		return Value{}, err
	}
	return arithmetic("/", total, Int(int64(len(vs))))
}

// round rounds half away from zero, to whole numbers or to a number of places.
func round(args []Value) (Value, error) {
	x := args[0]
	if x.Kind != Number {
		return Value{}, fmt.Errorf("wants a number, found a %s", x.Kind)
	}
	places := int64(0)
	if len(args) == 2 {
		n := args[1]
		if n.Kind != Number || !n.Num.IsInt() || !n.Num.Num().IsInt64() {
			return Value{}, fmt.Errorf("wants a whole number of places")
		}
		places = n.Num.Num().Int64()
	}
	if places < -100 || places > 1000 {
		return Value{}, fmt.Errorf("wants between -100 and 1000 places")
	}
	if places >= 0 {
		r, _ := new(big.Rat).SetString(x.Num.FloatString(int(places)))
		return Value{Kind: Number, Num: r, Unit: x.Unit}, nil
	}
	p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(-places), nil))
	r, _ := new(big.Rat).SetString(new(big.Rat).Quo(x.Num, p).FloatString(0))
	return Value{Kind: Number, Num: r.Mul(r, p), Unit: x.Unit}, nil
}

func absolute(args []Value) (Value, error) {
	x := args[0]
	if x.Kind != Number {
		return Value{}, fmt.Errorf("wants a number, found a %s", x.Kind)
	}
	return Value{Kind: Number, Num: new(big.Rat).Abs(x.Num), Unit: x.Unit}, nil
}

// days returns the number of days from the first date to the second: 0 on the same day, negative backwards.
func days(args []Value) (Value, error) {
	a, b, err := twoDates(args)
	if err != nil {
		return Value{}, err
	}
	return daysBetween(a, b), nil
}

// months returns the whole months from the first date to the second.
func months(args []Value) (Value, error) {
	a, b, err := twoDates(args)
	if err != nil {
		return Value{}, err
	}
	sign := int64(1)
	if b.Compare(a) < 0 {
		a, b, sign = b, a, -1
	}
	n := int64(b.Year-a.Year)*12 + int64(b.Month-a.Month)
	if b.Day < a.Day && b.AddDays(1).Day != 1 { // the last day of a month completes it
		n--
	}
	return Value{Kind: Number, Num: big.NewRat(sign*n, 1), Unit: "month"}, nil
}

func twoDates(args []Value) (a, b casefile.Date, err error) {
	x, err := toDate(args[0])
	if err != nil {
		return a, b, err
	}
	y, err := toDate(args[1])
	return x, y, err
}

func toDate(v Value) (casefile.Date, error) {
	if v.Kind == String {
		if d := FromText(v.Str, nil); d.Kind == Date {
			v = d
		}
	}
	if v.Kind != Date {
		s, _ := v.Format()
		return casefile.Date{}, fmt.Errorf("wants a date, found a %s (%q); a date is written '2026-09-10'", v.Kind, s)
	}
	return v.Date, nil
}

func date(args []Value) (Value, error) {
	d, err := toDate(args[0])
	return Day(d), err
}

func length(args []Value) (Value, error) {
	switch v := args[0]; v.Kind {
	case List:
		return Int(int64(len(v.List))), nil
	case String:
		return Int(int64(len([]rune(v.Str)))), nil
	}
	return Value{}, fmt.Errorf("wants a list or a text, found a %s", args[0].Kind)
}

// contains reports whether a list has a value, or a text another text.
func contains(args []Value) (Value, error) {
	c, x := args[0], args[1]
	switch c.Kind {
	case List:
		unknown := false
		for _, v := range c.List {
			if v.Kind == Unknown {
				unknown = true
			} else if same(v, x) {
				return Truth(true), nil
			}
		}
		if unknown {
			return Value{}, nil
		}
		return Truth(false), nil
	case String:
		if x.Kind != String {
			return Value{}, fmt.Errorf("a text contains texts, found a %s", x.Kind)
		}
		return Truth(strings.Contains(c.Str, x.Str)), nil
	}
	return Value{}, fmt.Errorf("wants a list or a text first, found a %s", c.Kind)
}
