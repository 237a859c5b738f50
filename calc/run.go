package calc

import (
	"fmt"
	"math/big"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// Run evaluates a formula over inputs as a record keeps them, and returns the record. All it uses
// stands in the record, so that Replay gives the same value. An input that the formula does not
// name is an error, and so is a result that is Unknown.
func Run(formula string, inputs []casefile.Input) (casefile.Calc, error) {
	e, err := Parse(formula)
	if err != nil {
		return casefile.Calc{}, err
	}
	asked := map[string]bool{}
	for _, n := range e.names {
		asked[n] = true
	}
	values := map[string]Value{}
	for _, in := range inputs {
		if !asked[in.Name] {
			return casefile.Calc{}, fmt.Errorf("the formula does not use the input %q", in.Name)
		}
		values[in.Name] = FromInput(in)
	}
	v, err := Eval(e, func(name string) (Value, bool) { v, ok := values[name]; return v, ok })
	if err != nil {
		return casefile.Calc{}, err
	}
	if v.Kind == Unknown {
		for _, n := range e.names {
			if values[n].Kind == Unknown {
				return casefile.Calc{}, fmt.Errorf("the formula needs a value for %q", n)
			}
		}
		return casefile.Calc{}, fmt.Errorf("the formula has no value for these inputs")
	}
	c := casefile.Calc{Formula: formula, Inputs: inputs, Unit: v.Unit}
	c.Value, c.Exact = v.Format()
	return c, nil
}

// Replay runs a recorded calculation again and reports whether it gives the recorded value.
func Replay(c casefile.Calc) (bool, error) {
	again, err := Run(c.Formula, c.Inputs)
	if err != nil {
		return false, err
	}
	return again.Value == c.Value && again.Unit == c.Unit && again.Exact == c.Exact, nil
}

// FromInput reads an input of a record: a number in its unit, or what FromText makes of it.
// A whole fraction ("1/3") with a unit is exact too.
func FromInput(in casefile.Input) Value {
	if in.Unit == "" {
		return FromText(in.Value, nil)
	}
	if m, ok := quantity.Value(in.Value, "decimal", ""); ok {
		return Num(m.Value, in.Unit)
	}
	if len(in.Value) <= maxShown {
		if v := FromText(in.Value, nil); v.Kind == Number && (v.Unit == "" || v.Unit == ratioUnit || v.Unit == in.Unit) {
			if v.Unit == "" {
				v = Num(new(big.Rat).Set(v.Num), in.Unit)
			}
			return v
		}
	}
	return FromText(in.Value, nil)
}
