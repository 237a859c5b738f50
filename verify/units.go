package verify

import (
	"math/big"
	"slices"

	"github.com/casefile/casefile/quantity"
)

// plainUnits writes discounts as the share that is paid, and drops what a value is counted by where only one of the two says it.
func plainUnits(m, e quantity.Mention) (a, b quantity.Mention) {
	m, e = undiscounted(m), undiscounted(e)
	if m.Unit.Per != "" && e.Unit.Per == "" && e.Unit.Dim != "" {
		m = each(m)
	}
	if e.Unit.Per != "" && m.Unit.Per == "" && m.Unit.Dim != "" {
		e = each(e)
	}
	return m, e
}

// each is a value without what it is counted by.
func each(m quantity.Mention) quantity.Mention {
	u, ok := quantity.LookupUnit(m.Unit.Name)
	if !ok || m.Value == nil {
		return m
	}
	out := quantity.Of(m.Value, u)
	out.High, out.Bound, out.Approx, out.Digits, out.Step, out.Start, out.End, out.Text = m.High, m.Bound, m.Approx, m.Digits, m.Step, m.Start, m.End, m.Text
	return out
}

// undiscounted writes 八折 as 80% and 八五折 as 85%.
func undiscounted(m quantity.Mention) quantity.Mention {
	if m.Unit.Name != "discount" || m.Value == nil {
		return m
	}
	u, _ := quantity.LookupUnit("%")
	share := m.Value
	if share.Cmp(big.NewRat(10, 1)) < 0 {
		share = new(big.Rat).Mul(share, big.NewRat(10, 1))
	}
	out := quantity.Of(share, u)
	out.Text, out.Digits, out.Start, out.End, out.Approx, out.Bound = m.Text, m.Digits, m.Start, m.End, m.Approx, m.Bound
	return out
}

// lendsUnit reports whether another value of the claim's sentence has a unit that a bare number leaves out: "three months, down from six".
func (t *trial) lendsUnit(v value, u quantity.Unit) bool {
	if u.Dim == "" {
		return false
	}
	return slices.ContainsFunc(t.r.values, func(o value) bool {
		return o.Start != v.Start && o.Unit.Name == u.Name && t.r.clauses[o.clause].sentence == t.r.clauses[v.clause].sentence
	})
}
