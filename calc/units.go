package calc

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

const dayUnit = "day"

// align brings two numbers to one unit: the smaller of the two. A number without a unit takes the other's.
func align(x, y Value) (a, b *big.Rat, unit string, err error) {
	if x.Unit == y.Unit || y.Unit == "" {
		return x.Num, y.Num, x.Unit, nil
	}
	if x.Unit == "" {
		return x.Num, y.Num, y.Unit, nil
	}
	u, _ := quantity.LookupUnit(x.Unit)
	w, _ := quantity.LookupUnit(y.Unit)
	if u.Dim != w.Dim && !quantity.CompatibleUnits(u, w) {
		return nil, nil, "", fmt.Errorf("%s and %s are units of different kinds", x.Unit, y.Unit)
	}
	uf, wf := u.Factor(), w.Factor()
	if uf.Cmp(wf) <= 0 {
		return x.Num, new(big.Rat).Quo(new(big.Rat).Mul(y.Num, wf), uf), x.Unit, nil
	}
	return new(big.Rat).Quo(new(big.Rat).Mul(x.Num, uf), wf), y.Num, y.Unit, nil
}

// product returns the unit of a product and what its number is to be multiplied by.
func product(a, b string) (string, *big.Rat) {
	one := big.NewRat(1, 1)
	switch {
	case b == "" || b == ratioUnit:
		return a, one
	case a == "" || a == ratioUnit:
		return b, one
	}
	if top, per, ok := strings.Cut(a, "/"); ok && sameDim(per, b) {
		return top, factor(b, per)
	}
	if top, per, ok := strings.Cut(b, "/"); ok && sameDim(per, a) {
		return top, factor(a, per)
	}
	return a + "·" + b, one
}

// quotient returns the unit of a quotient and what its number is to be multiplied by.
func quotient(a, b string) (string, *big.Rat) {
	one := big.NewRat(1, 1)
	switch {
	case b == "":
		return a, one
	case b == ratioUnit && a != ratioUnit:
		return a, one
	case a == b:
		return "", one
	case sameDim(a, b):
		return "", factor(a, b)
	case a == "" || a == ratioUnit:
		return "1/" + b, one
	}
	return a + "/" + b, one
}

func sameDim(a, b string) bool {
	u, ok := quantity.LookupUnit(a)
	w, ok2 := quantity.LookupUnit(b)
	return a == b || ok && ok2 && (u.Dim == w.Dim || u.Dim != "" && w.Dim != "" && quantity.CompatibleUnits(u, w))
}

// factor returns how many b one a is.
func factor(a, b string) *big.Rat {
	u, _ := quantity.LookupUnit(a)
	w, _ := quantity.LookupUnit(b)
	return new(big.Rat).Quo(u.Factor(), w.Factor())
}

// dateArithmetic adds days to a date and takes one date from another.
func dateArithmetic(op string, x, y Value) (Value, error) {
	if op == "-" && x.Kind == Date && y.Kind == Date {
		return daysBetween(y.Date, x.Date), nil
	}
	d, n := x, y
	if op == "+" && y.Kind == Date {
		d, n = y, x
	}
	if d.Kind != Date || n.Kind != Number || op != "+" && op != "-" {
		return Value{}, fmt.Errorf("%s does not fit a %s and a %s", op, x.Kind, y.Kind)
	}
	count, _, _, err := align(n, Value{Kind: Number, Num: new(big.Rat), Unit: dayUnit})
	if err != nil {
		return Value{}, err
	}
	if n.Unit != "" {
		count = new(big.Rat).Mul(n.Num, factor(n.Unit, dayUnit))
	}
	if !count.IsInt() || !count.Num().IsInt64() || count.Num().Int64() > 4_000_000 || count.Num().Int64() < -4_000_000 {
		return Value{}, fmt.Errorf("a date takes whole days")
	}
	k := int(count.Num().Int64())
	if op == "-" {
		k = -k
	}
	out := d.Date.AddDays(k)
	if out.Year < 1 || out.Year > 9999 {
		return Value{}, fmt.Errorf("the date leaves the calendar")
	}
	return Day(out), nil
}

func daysBetween(a, b casefile.Date) Value {
	return Value{Kind: Number, Num: big.NewRat(int64(b.Sub(a)), 1), Unit: dayUnit}
}
