package verify

import (
	"math/big"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// parseRat reads a decimal as JSON, a cell or a calculation writes it.
func parseRat(s string) (*big.Rat, bool) {
	m, ok := quantity.Value(s, "decimal", "")
	if !ok || m.Value == nil {
		return nil, false
	}
	return m.Value, true
}

// A scale is what the numbers of a column count.
type scale struct {
	unit   string
	factor *big.Rat // nil is 1
}

// scaleOf reads a column's unit and scale from its unit, or from what its head says of it.
func scaleOf(c casefile.Column) scale {
	for _, s := range []string{c.Unit, c.UnitEN} {
		if s == "" {
			continue
		}
		if u, ok := quantity.LookupUnit(s); ok && u.Per == "" {
			return scale{unit: u.Name}
		} else if ok {
			return scale{unit: s}
		}
		if f, u, ok := quantity.Scale(s); ok {
			return scale{u, f}
		}
		return scale{unit: s}
	}
	for _, s := range []string{c.Title, c.TitleEN, c.Name} {
		if !strings.ContainsAny(s, "(（[,，:：") {
			continue
		}
		if f, u, ok := quantity.Scale(s); ok {
			return scale{u, f}
		}
	}
	return scale{}
}

// of reads a number of a column.
func (s scale) of(text, typ string) (quantity.Mention, bool) {
	m, ok := quantity.Value(text, typ, s.unit)
	if !ok || m.Value == nil {
		return m, ok
	}
	if s.factor != nil {
		return s.times(m), true
	}
	return m, true
}

func (s scale) times(m quantity.Mention) quantity.Mention {
	u, _ := quantity.LookupUnit(s.unit)
	out := quantity.Of(new(big.Rat).Mul(m.Value, s.factor), u)
	out.Text, out.Digits = m.Text, m.Digits
	if m.Step != nil {
		out.Step = new(big.Rat).Mul(m.Step, s.factor)
	}
	return out
}

func negated(m quantity.Mention) quantity.Mention {
	m.Value = new(big.Rat).Neg(m.Value)
	return m
}
