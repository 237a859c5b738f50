package quantity

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/casefile/casefile"
)

// FormatDate writes a day for a reader: 2026年9月10日, September 10, 2026. The zero Date is "".
func FormatDate(d casefile.Date, lang casefile.Lang) string {
	if d.IsZero() {
		return ""
	}
	if lang == casefile.Chinese {
		return fmt.Sprintf("%d年%d月%d日", d.Year, d.Month, d.Day)
	}
	return fmt.Sprintf("%s %d, %d", d.Month, d.Day, d.Year)
}

// FormatDay writes a day without its year: 9月10日, September 10.
func FormatDay(d casefile.Date, lang casefile.Lang) string {
	if d.IsZero() {
		return ""
	}
	if lang == casefile.Chinese {
		return fmt.Sprintf("%d月%d日", d.Month, d.Day)
	}
	return fmt.Sprintf("%s %d", d.Month, d.Day)
}

// FormatPeriod writes a period for a reader; an open end is said in words.
func FormatPeriod(p casefile.Period, lang casefile.Lang) string {
	from, to := FormatDate(p.From, lang), FormatDate(p.To, lang)
	zh := lang == casefile.Chinese
	switch {
	case p.IsZero():
		return ""
	case p.From == p.To:
		return from
	case from == "" && zh:
		return "截至" + to
	case from == "":
		return "until " + to
	case to == "" && zh:
		return from + "起"
	case to == "":
		return "from " + from
	case zh:
		return from + "至" + to
	}
	return from + " to " + to
}

// FormatDecimal writes r exactly when it has a finite decimal form of at most maxDigits
// significant digits, else rounded half up to maxDigits. exact says which.
func FormatDecimal(r *big.Rat, maxDigits int) (s string, exact bool) {
	if r.IsInt() && len(r.Num().Text(10)) <= maxDigits+1 {
		return r.Num().String(), true
	}
	if places, ok := r.FloatPrec(); ok {
		s = r.FloatString(places)
		if significant(strings.TrimLeft(s, "-")) <= maxDigits {
			return s, true
		}
	}
	abs := new(big.Rat).Abs(r)
	if abs.Sign() == 0 {
		return "0", true
	}
	// e is the place of the first significant digit
	e := len(abs.Num().String()) - len(abs.Denom().String())
	if abs.Cmp(pow10(e)) < 0 {
		e--
	}
	places := maxDigits - 1 - e
	if places >= 0 {
		s = r.FloatString(places)
		if strings.Contains(s, ".") {
			s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
		}
		return s, false
	}
	q := new(big.Rat).Quo(r, pow10(-places))
	n, _ := new(big.Int).SetString(q.FloatString(0), 10)
	n.Mul(n, pow10(-places).Num())
	return n.String(), r.IsInt() && n.Cmp(r.Num()) == 0
}

// FormatExact writes r as a decimal when it has a finite one, however long; ok is false otherwise.
func FormatExact(r *big.Rat) (string, bool) {
	if r.IsInt() {
		return r.Num().String(), true
	}
	places, ok := r.FloatPrec()
	if !ok {
		return "", false
	}
	return r.FloatString(places), true
}

// FormatFixed writes r rounded half up to a number of places, zeros kept: 8.50.
func FormatFixed(r *big.Rat, places int) string { return r.FloatString(max(places, 0)) }

// FormatPercent writes a ratio as a percentage with at most maxDigits significant digits: 0.0062 is "0.62%".
func FormatPercent(ratio *big.Rat, maxDigits int) (s string, exact bool) {
	s, exact = FormatDecimal(new(big.Rat).Mul(ratio, big.NewRat(100, 1)), maxDigits)
	return s + "%", exact
}
