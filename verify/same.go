package verify

import (
	"math/big"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// same compares a stated value with one of a record.
func (t *trial) same(v value, e quantity.Mention) sameness {
	m := v.Mention
	switch {
	case e.Unit.Name == "ratio" && m.Unit.Dim == "" && m.Kind == quantity.Number:
		e.Unit, e.Kind = quantity.Unit{}, quantity.Number
	case m.Kind == quantity.Ordinal && e.Kind != quantity.Ordinal && e.Value != nil && m.Unit.Dim != "" && e.Bound == "":
		m.Kind = e.Kind // 第 10 天 is the value 10 in days
	case m.Kind == quantity.Ordinal && e.Kind != quantity.Ordinal && e.Kind == quantity.Number:
		m.Kind = quantity.Number
	}
	m, e = plainUnits(m, e)
	if m.Value != nil && m.Unit.Dim == "" && m.Kind == quantity.Number && !m.Weak && t.lendsUnit(v, e.Unit) {
		m.Unit, m.Kind = e.Unit, e.Kind
		m.Value = new(big.Rat).Set(m.Value)
	}
	if ok, _ := quantity.Equal(m, e); ok {
		return equalTo
	}
	if m.Kind == quantity.Measure && (m.Unit.Per == "piece" || m.Unit.Per == "each") && e.Kind == quantity.Money {
		if u, ok := quantity.LookupUnit(m.Unit.Name); ok { // $0.18 per unit, of a unit price
			m.Unit, m.Kind = u, quantity.Money
		}
		if ok, _ := quantity.Equal(m, e); ok {
			return equalTo
		}
	}
	if m.Value == nil || e.Value == nil {
		if covers(m, e) {
			return equalTo
		}
		return different
	}
	if !quantity.CompatibleUnits(m.Unit, e.Unit) && t.sameThing(m.Unit, e.Unit) {
		m.Unit = e.Unit
		m.Kind = e.Kind
		if ok, _ := quantity.Equal(m, e); ok {
			return equalTo
		}
	}
	if e.Value.Sign() < 0 && m.Value.Sign() > 0 && t.falls(v.clause) {
		e = negated(e) // "fell by 3.1" of a record that has -3.1
		if ok, _ := quantity.Equal(m, e); ok {
			return equalTo
		}
	}
	if quantity.CompatibleUnits(m.Unit, e.Unit) {
		if m.Approx && quantity.Near(m, e) {
			return equalTo
		}
		if quantity.RoundsTo(m, e) {
			if !m.Approx && t.limitBetween(m, e) {
				return crude
			}
			return equalTo
		}
		if near(m, e) {
			return crude
		}
		if m.Unit.Name != e.Unit.Name && m.Value.Cmp(e.Value) == 0 {
			return otherUnit
		}
		return different
	}
	if m.Kind != quantity.Ordinal && m.Value.Cmp(e.Value) == 0 {
		return otherUnit
	}
	return different
}

// rescaled is a bare result of a calculation in a scale that the claim writes ("273 million"),
// where the evidence says that its figures are in that scale.
func (t *trial) rescaled(v value, e quantity.Mention) (quantity.Mention, bool) {
	if e.Unit.Dim != "" || e.Value == nil || v.Value == nil {
		return e, false
	}
	for _, f := range t.ix.scales() {
		x := quantity.Of(new(big.Rat).Mul(e.Value, f), v.Unit)
		x.Text, x.Digits = e.Text, e.Digits
		if v.Unit.Dim == "" || v.Kind == quantity.Money || !v.Unit.Known {
			if s := t.same(v, x); s == equalTo {
				return x, true
			}
		}
	}
	return e, false
}

// covers reports whether a period of the claim is the one that a day or a shorter period of the record lies in.
func covers(m, e quantity.Mention) bool {
	if m.Value != nil || e.Value != nil || e.Ambiguous {
		return false
	}
	switch m.Kind {
	case quantity.Year, quantity.FiscalYear:
		return e.Year == m.Year && e.Year != 0
	case quantity.Month:
		return (e.Kind == quantity.FullDate || e.Kind == quantity.PartDate) && e.Month == m.Month && (m.Year == 0 || e.Year == 0 || m.Year == e.Year)
	}
	return false
}

// near reports whether a value is the record's to one significant digit: 0.1% of 0.0996%.
func near(m, e quantity.Mention) bool {
	if m.Step == nil || m.Digits != 1 || m.Value.Sign() == 0 || e.Value.IsInt() {
		return false
	}
	diff := new(big.Rat).Sub(m.Base(), e.Base())
	half := new(big.Rat).Mul(new(big.Rat).Mul(m.Step, m.Unit.Factor()), big.NewRat(1, 2))
	return diff.Abs(diff).Cmp(half) <= 0
}

// sameThing reports whether two units that the tables cannot convert count the same thing in two
// languages or two words: employees and 名, staff and employees.
func (t *trial) sameThing(a, b quantity.Unit) bool {
	if a.Per != b.Per || a.Dim == "" || b.Dim == "" {
		return false
	}
	if a.Name == "lb" && b.Name == "GBP" || a.Name == "GBP" && b.Name == "lb" {
		return true // pounds of a fare
	}
	if !a.Known && !b.Known {
		ka, kb := t.v.reader.short(a.Name).tokens, t.v.reader.short(b.Name).tokens
		return len(ka) > 0 && len(kb) > 0 && shareSense(ka[len(ka)-1], kb[len(kb)-1]) || words.Generic(a.Name) || words.Generic(b.Name)
	}
	if a.Known == b.Known {
		return false
	}
	// a counter word of one language before a thing named in the other
	known, unknown := a, b
	if !a.Known {
		known, unknown = b, a
	}
	if quantity.Of(one, known).Kind != quantity.Count {
		return false
	}
	if t.foreign() || t.foreignRows() || words.Generic(unknown.Name) || words.Generic(known.Name) {
		return true // 27艘 and 27 vessels: a counter word of one language, a noun of the other
	}
	return known.Dim == "each" || known.Dim == "piece" || t.names(known.Name, unknown.Name)
}

func (t *trial) names(a, b string) bool {
	ka, kb := t.v.reader.short(a).tokens, t.v.reader.short(b).tokens
	return len(ka) > 0 && len(kb) > 0 && (ka[0].key == kb[len(kb)-1].key || ka[0].key == "=person" && peopleKeys[kb[len(kb)-1].key])
}

// peopleKeys are the listed things that are people.
var peopleKeys = map[string]bool{"=employee": true, "=customer": true, "=student": true, "=teacher": true, "=patient": true,
	"=doctor": true, "=member": true, "=driver": true, "=passenger": true, "=manager": true, "=shareholder": true, "=person": true}
