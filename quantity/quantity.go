// Package quantity reads numbers, units, dates and periods from running Chinese and English
// text, exactly: values are rational numbers, places are byte offsets, and nothing is guessed.
//
// Find returns every checkable mention. Equal and RoundsTo compare two of them. ParseDates
// gives civil days, Periods gives the days that words like "上个月" or "past 30 days" mean.
// All functions are pure, run in time linear in the text, and may be used concurrently.
package quantity

import (
	"math/big"

	"github.com/casefile/casefile"
)

// A Kind says what a mention is.
type Kind string

// The kinds. Code and Label look like numbers and are none: a product number, a version, "(1)", "§3", "第5条".
const (
	Number     Kind = "number"   // no unit
	Percent    Kind = "percent"  // 12%, 百分之十二
	Point      Kind = "point"    // percentage points, basis points
	Ratio      Kind = "ratio"    // 1/3, 三分之一, 八成, 3:1, 3倍, 8折
	Money      Kind = "money"    // with a currency
	Duration   Kind = "duration" // 15天, two weeks
	Measure    Kind = "measure"  // any other unit, unknown ones too
	Count      Kind = "count"    // a number of things: 三个, 57 units, 3 orders
	Ordinal    Kind = "ordinal"  // 第3名, 3rd, top 3, day 7
	FullDate   Kind = "date"     // a whole civil day
	PartDate   Kind = "day"      // a day without its year: 11月5日, March 5
	Month      Kind = "month"    // with or without its year
	Quarter    Kind = "quarter"
	HalfYear   Kind = "half"
	Year       Kind = "year"
	FiscalYear Kind = "fiscal"
	Clock      Kind = "clock" // a time of day; Value is seconds after midnight
	Code       Kind = "code"
	Label      Kind = "label"
)

// A Bound says how a value limits.
type Bound string

// The bounds. The zero value means the value itself.
const (
	AtMost    Bound = "at_most"    // 不超过, ≤, within, 以内
	Below     Bound = "below"      // 低于, <, under
	AtLeast   Bound = "at_least"   // 不少于, ≥, 以上
	Above     Bound = "above"      // 超过, >, over
	PlusMinus Bound = "plus_minus" // ±5%
	Range     Bound = "range"      // 3–5: Value to High
)

// A Unit is what a value counts or measures.
type Unit struct {
	Name    string // canonical: "day", "CNY", "piece"; of an unknown unit, its word in lower case; "" without a unit
	Dim     string // units of one dimension convert; "" without a unit; of an unknown unit "?" and its name
	Word    string // as the text writes it; "" when it comes from elsewhere
	Known   bool   // false: the word next to the number is not in the table, so it equals itself only
	Per     string // what it is counted per, as a unit name: 元/件 has "piece"
	counter bool
	f       *big.Rat // factor to the base of the dimension; nil means 1
}

// Factor returns what one of u is in the base of its dimension: the second, the month, the gram, the metre …
func (u Unit) Factor() *big.Rat {
	if u.f == nil {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).Set(u.f)
}

// A Mention is one checkable thing in a text.
type Mention struct {
	Kind   Kind
	Value  *big.Rat // in Unit, scales applied: 1.2万元 is 12000 CNY, 12% is 12 percent; nil for calendar kinds and codes
	High   *big.Rat // upper end of a Range, deviation of 10±2; else nil
	Unit   Unit
	Bound  Bound
	Approx bool     // 约, about, 左右, 多, almost
	Digits int      // significant digits as written
	Step   *big.Rat // place value of the last written digit, in Unit: 1.2万 has 1000; nil without a Value
	Weak   bool     // 一个, "one": it may be no more than an article

	Year, Month, Day int    // calendar kinds; 0 is not given
	Part             int    // the quarter, or the half
	Ambiguous        bool   // 3/5/2024: Month and Day are read the American way, and may be exchanged
	Name             string // of a code or label, folded: lower case, half width

	Start, End int    // byte offsets
	Text       string // as written

	first, last int // rune offsets
}

// Base returns the value in the base of its dimension, nil without a value.
func (m Mention) Base() *big.Rat { return toBase(m.Value, m.Unit) }

func toBase(v *big.Rat, u Unit) *big.Rat {
	if v == nil {
		return nil
	}
	if u.f == nil {
		return new(big.Rat).Set(v)
	}
	return new(big.Rat).Mul(v, u.f)
}

// Date returns the day of a FullDate, else the zero Date.
func (m Mention) Date() casefile.Date {
	if m.Kind != FullDate {
		return casefile.Date{}
	}
	return civil(m.Year, m.Month, m.Day)
}
