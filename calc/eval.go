package calc

import (
	"fmt"
	"math/big"
	"strings"
)

// A Lookup gives the value of a name, written as in the source. A name it does not know is Unknown.
type Lookup func(name string) (Value, bool)

// Eval evaluates an expression. Unknown spreads through arithmetic and comparison; and, or, not
// and in follow Kleene. Values that do not fit an operator, units of different dimensions and a
// division by zero are an *Error.
func Eval(e *Expr, lookup Lookup) (Value, error) {
	v := &evaluator{lookup: lookup}
	return v.eval(e.root)
}

type evaluator struct{ lookup Lookup }

func (e *evaluator) eval(n node) (Value, error) {
	switch n := n.(type) {
	case literal:
		return n.val, nil
	case name:
		if e.lookup != nil {
			if v, ok := e.lookup(n.s); ok {
				return normal(v), nil
			}
		}
		return Value{}, nil
	case unary:
		return e.unary(n)
	case binary:
		return e.binary(n)
	case member:
		return e.member(n)
	case call:
		return e.call(n)
	}
	return Value{}, &Error{n.place(), "unreadable expression"}
}

func (e *evaluator) unary(n unary) (Value, error) {
	x, err := e.eval(n.x)
	if err != nil || x.Kind == Unknown {
		return Value{}, err
	}
	if n.op == "not" {
		if x.Kind != Bool {
			return Value{}, &Error{n.pos, fmt.Sprintf("not wants true or false, found a %s", x.Kind)}
		}
		return Truth(!x.Bool), nil
	}
	if x.Kind != Number {
		return Value{}, &Error{n.pos, fmt.Sprintf("- wants a number, found a %s", x.Kind)}
	}
	return Value{Kind: Number, Num: new(big.Rat).Neg(x.Num), Unit: x.Unit}, nil
}

func (e *evaluator) binary(n binary) (Value, error) {
	if n.op == "and" || n.op == "or" {
		return e.logic(n)
	}
	x, y, err := e.pair(n)
	if err != nil || x.Kind == Unknown || y.Kind == Unknown {
		return Value{}, err
	}
	switch n.op {
	case "+", "-", "*", "/", "^":
		v, err := arithmetic(n.op, x, y)
		if err != nil {
			return Value{}, &Error{n.pos, err.Error()}
		}
		return v, nil
	}
	c, err := order(x, y, n.op == "==" || n.op == "!=")
	if err != nil {
		return Value{}, &Error{n.pos, err.Error()}
	}
	switch n.op {
	case "==":
		return Truth(c == 0), nil
	case "!=":
		return Truth(c != 0), nil
	case "<":
		return Truth(c < 0), nil
	case "<=":
		return Truth(c <= 0), nil
	case ">":
		return Truth(c > 0), nil
	}
	return Truth(c >= 0), nil
}

// pair evaluates both sides, the left one first.
func (e *evaluator) pair(n binary) (x, y Value, err error) {
	if x, err = e.eval(n.x); err == nil {
		y, err = e.eval(n.y)
	}
	return x, y, err
}

func (e *evaluator) logic(n binary) (Value, error) {
	x, err := e.eval(n.x)
	if err != nil {
		return Value{}, err
	}
	stop := n.op == "or" // the value that decides
	if err := wantBool(n, x); err != nil {
		return Value{}, err
	}
	if x.Kind == Bool && x.Bool == stop {
		return x, nil
	}
	y, err := e.eval(n.y)
	if err != nil {
		return Value{}, err
	}
	if err := wantBool(n, y); err != nil {
		return Value{}, err
	}
	if y.Kind == Bool && y.Bool == stop {
		return y, nil
	}
	if x.Kind == Unknown || y.Kind == Unknown {
		return Value{}, nil
	}
	return Truth(!stop), nil
}

func wantBool(n binary, v Value) error {
	if v.Kind != Bool && v.Kind != Unknown {
		return &Error{n.pos, fmt.Sprintf("%s wants true or false, found a %s", n.op, v.Kind)}
	}
	return nil
}

func (e *evaluator) member(n member) (Value, error) {
	x, err := e.eval(n.x)
	if err != nil {
		return Value{}, err
	}
	unknown := x.Kind == Unknown
	for _, m := range n.list {
		v, err := e.eval(m)
		if err != nil {
			return Value{}, err
		}
		items := []Value{v}
		if v.Kind == List {
			items = v.List
		}
		for _, item := range items {
			if item.Kind == Unknown || x.Kind == Unknown {
				unknown = true
				continue
			}
			if same(x, item) {
				return Truth(!n.not), nil
			}
		}
	}
	if unknown {
		return Value{}, nil
	}
	return Truth(n.not), nil
}

// same reports equality; values that cannot be compared are not equal.
func same(x, y Value) bool {
	c, err := order(x, y, true)
	return err == nil && c == 0
}

// order compares two known values. With equality alone, values of kinds that have no order may be compared too.
func order(x, y Value, equality bool) (int, error) {
	if x.Kind != y.Kind {
		var err error
		if x, y, err = alike(x, y); err != nil {
			if equality && (x.Kind == String || y.Kind == String) {
				return 1, nil
			}
			return 0, err
		}
	}
	switch x.Kind {
	case Number:
		a, b, _, err := align(x, y)
		if err != nil {
			return 0, err
		}
		return a.Cmp(b), nil
	case String:
		return strings.Compare(x.Str, y.Str), nil
	case Date:
		return x.Date.Compare(y.Date), nil
	case Bool:
		if !equality {
			return 0, fmt.Errorf("true and false have no order")
		}
		if x.Bool != y.Bool {
			return 1, nil
		}
		return 0, nil
	}
	if !equality || len(x.List) != len(y.List) {
		if equality {
			return 1, nil
		}
		return 0, fmt.Errorf("lists have no order")
	}
	for i := range x.List {
		if !same(x.List[i], y.List[i]) {
			return 1, nil
		}
	}
	return 0, nil
}

// alike reads a string as a number or a date where the other side is one.
func alike(x, y Value) (Value, Value, error) {
	if x.Kind == String {
		b, a, err := alike2(y, x)
		return a, b, err
	}
	return alike2(x, y)
}

func alike2(x, y Value) (Value, Value, error) {
	if y.Kind == String && (x.Kind == Date || x.Kind == Number || x.Kind == Bool) {
		if v := FromText(y.Str, nil); v.Kind == x.Kind {
			return x, v, nil
		}
	}
	return x, y, fmt.Errorf("a %s and a %s cannot be compared", x.Kind, y.Kind)
}

func arithmetic(op string, x, y Value) (Value, error) {
	if x.Kind == Date || y.Kind == Date {
		return dateArithmetic(op, x, y)
	}
	if x.Kind != Number || y.Kind != Number {
		return Value{}, fmt.Errorf("%s wants numbers, found a %s and a %s", op, x.Kind, y.Kind)
	}
	out := Value{Kind: Number, Num: new(big.Rat)}
	switch op {
	case "+", "-":
		a, b, unit, err := align(x, y)
		if err != nil {
			return Value{}, err
		}
		out.Unit = unit
		if op == "+" {
			out.Num.Add(a, b)
		} else {
			out.Num.Sub(a, b)
		}
	case "*":
		if bits(x.Num)+bits(y.Num) > maxBits {
			return Value{}, errBig
		}
		out.Num.Mul(x.Num, y.Num)
		unit, scale := product(x.Unit, y.Unit)
		out.Unit = unit
		out.Num.Mul(out.Num, scale)
	case "/":
		if y.Num.Sign() == 0 {
			return Value{}, fmt.Errorf("division by zero")
		}
		if bits(x.Num)+bits(y.Num) > maxBits {
			return Value{}, errBig
		}
		out.Num.Quo(x.Num, y.Num)
		unit, scale := quotient(x.Unit, y.Unit)
		out.Unit = unit
		out.Num.Mul(out.Num, scale)
	case "^":
		return power(x, y)
	}
	return bounded(out)
}

var errBig = fmt.Errorf("the number grows too large")

func bits(r *big.Rat) int { return max(r.Num().BitLen(), r.Denom().BitLen()) }

func bounded(v Value) (Value, error) {
	if bits(v.Num) > maxBits {
		return Value{}, errBig
	}
	return v, nil
}

func power(x, y Value) (Value, error) {
	if !y.Num.IsInt() || y.Unit != "" && y.Unit != ratioUnit || !y.Num.Num().IsInt64() {
		return Value{}, fmt.Errorf("^ wants a whole exponent without a unit")
	}
	if x.Unit != "" && x.Unit != ratioUnit {
		return Value{}, fmt.Errorf("^ wants a base without a unit, found %s", x.Unit)
	}
	n := y.Num.Num().Int64()
	neg := n < 0
	if neg {
		n = -n
	}
	if n > maxPower || int64(bits(x.Num))*n > maxBits {
		return Value{}, errBig
	}
	if neg && x.Num.Sign() == 0 {
		return Value{}, fmt.Errorf("division by zero")
	}
	e := big.NewInt(n)
	num, den := new(big.Int).Exp(x.Num.Num(), e, nil), new(big.Int).Exp(x.Num.Denom(), e, nil)
	if neg {
		num, den = den, num
	}
	return Value{Kind: Number, Num: new(big.Rat).SetFrac(num, den), Unit: x.Unit}, nil
}
