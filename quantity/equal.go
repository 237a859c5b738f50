package quantity

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/casefile/casefile"
)

// Equal reports whether stated says the same value as exact, and if not, why not, in English.
//
// Values of one dimension are compared in its base (14 days are 2 weeks); months and days never
// convert. A number without a unit equals a count of anything that has no measure (57 and 57
// units), and nothing else: not 57%, 57 days or 57 cartons. An unknown unit equals only itself.
// A partial date equals a date that agrees in what both give. An ambiguous date equals only a
// date written the same way. Bounds and "about" are not compared: see SameBound and Near.
func Equal(stated, exact Mention) (bool, string) {
	a, b := stated, exact
	if a.Kind == Code || b.Kind == Code || a.Kind == Label || b.Kind == Label {
		return equalName(a, b)
	}
	if isCalendar(a.Kind) || isCalendar(b.Kind) {
		return equalDate(a, b)
	}
	if a.Value == nil || b.Value == nil {
		return false, fmt.Sprintf("%q has no value", a.Text)
	}
	if ok, why := sameUnit(a, b); !ok {
		return false, why
	}
	if a.Base().Cmp(b.Base()) != 0 {
		return false, fmt.Sprintf("%s is not %s", show(a), show(b))
	}
	switch {
	case (a.High == nil) != (b.High == nil):
		return false, fmt.Sprintf("%s is a range, and the other is not", show(pick(a.High != nil, a, b)))
	case a.High != nil && toBase(a.High, a.Unit).Cmp(toBase(b.High, b.Unit)) != 0:
		return false, fmt.Sprintf("%s ends elsewhere than %s", show(a), show(b))
	}
	return true, ""
}

func pick(first bool, a, b Mention) Mention {
	if first {
		return a
	}
	return b
}

// show names a mention in a reason.
func show(m Mention) string {
	if m.Text != "" {
		return strings.TrimSpace(m.Text)
	}
	if m.Value == nil {
		return string(m.Kind)
	}
	s, _ := FormatDecimal(m.Value, 12)
	return strings.TrimSpace(s + " " + m.Unit.Name)
}

func equalName(a, b Mention) (bool, string) {
	if a.Kind == b.Kind && a.Name == b.Name {
		return true, ""
	}
	return false, fmt.Sprintf("%s is a %s, %s is a %s", show(a), a.Kind, show(b), b.Kind)
}

// sameUnit reports whether two values can be compared.
func sameUnit(a, b Mention) (bool, string) {
	ao, bo := a.Kind == Ordinal, b.Kind == Ordinal
	if ao != bo {
		return false, fmt.Sprintf("%s is a rank, and the other is not", show(pick(ao, a, b)))
	}
	if (a.Kind == Clock) != (b.Kind == Clock) {
		return false, fmt.Sprintf("%s is a time of day, and the other is not", show(pick(a.Kind == Clock, a, b)))
	}
	if CompatibleUnits(a.Unit, b.Unit) {
		return true, ""
	}
	return false, fmt.Sprintf("the units differ: %s, %s", unitName(a), unitName(b))
}

func unitName(m Mention) string {
	if m.Unit.Dim == "" {
		return show(m) + " has none"
	}
	if !m.Unit.Known {
		return show(m) + " has the unknown unit " + m.Unit.Name
	}
	return show(m) + " is in " + m.Unit.Name
}

// CompatibleUnits reports whether values in a and b can be equal: they share a dimension, or
// both count single things and at least one does not say which (57, 57 个, 57 units).
func CompatibleUnits(a, b Unit) bool {
	if a.Dim == b.Dim {
		return true
	}
	if loose(a) && (loose(b) || b.Dim == "piece" || b.counter && !b.Known) {
		return true
	}
	return loose(b) && (a.Dim == "piece" || a.counter && !a.Known) || a.Dim == "" && singleThing(b) || b.Dim == "" && singleThing(a)
}

// loose reports whether u says nothing on what is counted.
func loose(u Unit) bool { return u.Dim == "" || u.Dim == "each" }

// singleThing reports whether u counts by ones: a bare number may stand for it.
func singleThing(u Unit) bool { return u.counter && u.f == nil && u.Per == "" && u.Name != "dozen" }

func isCalendar(k Kind) bool {
	switch k {
	case FullDate, PartDate, Month, Quarter, HalfYear, Year, FiscalYear:
		return true
	}
	return false
}

func equalDate(a, b Mention) (bool, string) {
	differ := fmt.Sprintf("%s is not %s", show(a), show(b))
	if y, n := a, b; y.Kind == Year && n.Kind == Number || y.Kind == Number && n.Kind == Year {
		if y.Kind == Number {
			y, n = n, y
		}
		if n.Unit.Dim == "" && n.Value.Cmp(new(big.Rat).SetInt64(int64(y.Year))) == 0 {
			return true, "" // "in 2021" and a bare 2021
		}
		return false, differ
	}
	if a.Ambiguous || b.Ambiguous {
		if a.Ambiguous && b.Ambiguous && strings.TrimSpace(a.Text) == strings.TrimSpace(b.Text) {
			return true, ""
		}
		return false, fmt.Sprintf("%s can be read as two dates", show(pick(a.Ambiguous, a, b)))
	}
	ak, bk := a.Kind, b.Kind
	if ak == PartDate {
		ak = FullDate
	}
	if bk == PartDate {
		bk = FullDate
	}
	if ak != bk {
		return false, fmt.Sprintf("%s is a %s, %s is a %s", show(a), a.Kind, show(b), b.Kind)
	}
	if a.Month != b.Month || a.Day != b.Day || a.Part != b.Part || a.Year != 0 && b.Year != 0 && a.Year != b.Year {
		return false, differ
	}
	return true, ""
}

// RoundsTo reports whether stated is a correct rounding of exact: of the same dimension, equal to
// exact rounded half up or half to even at the last digit written, with at least two significant
// digits written. An exact equality passes too. The caller checks that no threshold lies between.
func RoundsTo(stated, exact Mention) bool {
	if ok, _ := Equal(stated, exact); ok {
		return true
	}
	if !comparable(stated, exact) || stated.Digits < 2 || stated.Step == nil {
		return false
	}
	step := toBase(stated.Step, stated.Unit)
	diff := new(big.Rat).Sub(stated.Base(), exact.Base())
	half := new(big.Rat).Mul(step, big.NewRat(1, 2))
	// half up gives stated = exact + half; half to even and half down may give exact - half
	return diff.Abs(diff).Cmp(half) <= 0
}

// Near reports whether an approximate stated value ("约 1200", "about 30%") may stand for exact:
// it differs by at most half of its last digit that is not zero, and by at most 5 percent.
func Near(stated, exact Mention) bool {
	if ok, _ := Equal(stated, exact); ok {
		return true
	}
	if !comparable(stated, exact) {
		return false
	}
	v := stated.Base()
	diff := new(big.Rat).Sub(v, exact.Base())
	diff.Abs(diff)
	limit := new(big.Rat).Mul(new(big.Rat).Abs(exact.Base()), big.NewRat(1, 20))
	if diff.Cmp(limit) > 0 {
		return false
	}
	step := new(big.Rat).Set(one)
	if stated.Step != nil {
		step = toBase(stated.Step, stated.Unit)
	}
	ten := big.NewRat(10, 1)
	for range 400 {
		next := new(big.Rat).Mul(step, ten)
		if v.Sign() == 0 || !new(big.Rat).Quo(v, next).IsInt() {
			break
		}
		step = next
	}
	return diff.Cmp(step.Mul(step, big.NewRat(1, 2))) <= 0
}

func comparable(a, b Mention) bool {
	if a.Value == nil || b.Value == nil || a.High != nil || b.High != nil {
		return false
	}
	ok, _ := sameUnit(a, b)
	return ok && a.Kind != Ordinal && a.Kind != Clock && a.Kind != Code && a.Kind != Label
}

// SameBound reports whether two bounds can stand for each other. An upper limit (at most, below)
// and a lower one (at least, above) cannot. A mention without a bound agrees with every bound.
// "超过上限" compares with a limit and does not set one: the caller must tell these apart.
func SameBound(a, b Mention) bool {
	side := func(b Bound) int {
		switch b {
		case AtMost, Below:
			return -1
		case AtLeast, Above:
			return 1
		}
		return 0
	}
	return side(a.Bound)*side(b.Bound) >= 0
}

// Value returns the mention of a cell or a result: text as records write numbers, the declared
// column type (ratio, decimal, integer …) and unit. A ratio column makes 0.12 equal to 12%.
func Value(text, typ, unit string) (Mention, bool) {
	text = strings.TrimSpace(text)
	switch typ {
	case "date", "datetime":
		if len(text) >= 10 {
			if d, err := casefile.ParseDate(text[:10]); err == nil {
				return Mention{Kind: FullDate, Year: d.Year, Month: int(d.Month), Day: d.Day, Text: text, End: len(text)}, true
			}
		}
		return Mention{}, false
	case "identifier":
		return Mention{Kind: Code, Name: strings.ToLower(string(fold(text).r)), Text: text, End: len(text)}, text != ""
	}
	if len(text) == 0 || len(text) > maxDigits {
		return Mention{}, false
	}
	v, step, digits, ok := decimal(text)
	if !ok {
		return Mention{}, false
	}
	u, _ := LookupUnit(unit)
	if typ == "ratio" && u.Dim == "" {
		u = tab.byName["ratio"]
	}
	return Mention{Kind: kindOf(u), Value: v, Step: step, Digits: digits, Unit: u, Text: text, End: len(text)}, true
}

// decimal reads a plain decimal literal as JSON writes numbers.
func decimal(s string) (v, step *big.Rat, digits int, ok bool) {
	t := fold(s)
	i := 0
	neg := t.at(0) == '-'
	if neg || t.at(0) == '+' {
		i = 1
	}
	if !isDigit(t.at(i)) && !(t.at(i) == '.' && isDigit(t.at(i+1))) {
		return nil, nil, 0, false
	}
	n, ok := t.arabic(i)
	if !ok || n.end != len(t.r) {
		return nil, nil, 0, false
	}
	if neg {
		n.val.Neg(n.val)
	}
	return n.val, n.step, n.digits, true
}

// Of returns the mention of a computed value in a unit, so that it can be compared with a stated one.
func Of(v *big.Rat, u Unit) Mention {
	return Mention{Kind: kindOf(u), Value: new(big.Rat).Set(v), Unit: u}
}
