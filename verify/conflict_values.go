package verify

import (
	"slices"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// compareValues compares the values of a clause of the claim with those of a clause of a passage: they agree, they differ, or "" where they
// are of different times or kinds, or of things that exclude each other.
func (t *trial) compareValues(c int, b *reading, k int) string {
	if t.otherTime(c, b, k) || t.sidesDiffer(c, b, k) {
		return ""
	}
	agreed := false
	for i := t.r.clauses[c].vfirst; i < t.r.clauses[c].vlast; i++ {
		v := t.r.values[i]
		if v.Weak || v.Value == nil {
			continue
		}
		var kin []value
		same := false
		for _, e := range b.vals(k) {
			if e.Value == nil || e.Weak || !quantity.CompatibleUnits(v.Unit, e.Unit) || v.Kind == quantity.Ordinal != (e.Kind == quantity.Ordinal) {
				continue
			}
			kin = append(kin, e)
			same = same || t.same(v, e.Mention) != different
		}
		switch {
		case same:
			agreed = true
		case len(kin) == 1 && t.lone(i, c) && b.loneIn(kin[0], k) && !roughly(v.Mention, kin[0].Mention) && v.Bound == kin[0].Bound && v.High == nil && kin[0].High == nil:
			return numberConflict
		}
	}
	if agreed {
		return agreement
	}
	return t.compareDays(c, b, k)
}

// loneIn reports whether a value is the only number of its clause.
func (r *reading) loneIn(v value, k int) bool {
	return !slices.ContainsFunc(r.vals(k), func(o value) bool { return o.Start != v.Start && o.Value != nil && !o.Weak })
}

// sidesDiffer reports whether two clauses have words that exclude each other: then their values are of different things.
func (t *trial) sidesDiffer(c int, b *reading, k int) bool {
	return slices.ContainsFunc(t.r.clauses[c].sides, func(s words.Side) bool {
		return !hasSide(b.clauses[k].sides, s) && slices.ContainsFunc(b.clauses[k].sides, func(o words.Side) bool { return o.Group == s.Group && o.Side != s.Side })
	})
}

// roughly reports whether two values that are not equal may yet mean the same, one of them being approximate.
func roughly(a, b quantity.Mention) bool {
	if !a.Approx && !b.Approx {
		return false
	}
	x, _ := a.Base().Float64()
	y, _ := b.Base().Float64()
	return x*y > 0 && min(x, y)/max(x, y) > .9
}

// otherTime reports whether two clauses with numbers speak of different times, or only one of them says of which.
func (t *trial) otherTime(c int, b *reading, k int) bool {
	if !slices.ContainsFunc(t.r.vals(c), func(v value) bool { return v.Value != nil && !v.Weak }) {
		return false
	}
	days := func(list []value) []value {
		return slices.DeleteFunc(slices.Clone(list), func(v value) bool { return v.Value != nil || calendarKey(v.Mention) == "" })
	}
	x, y := days(t.r.vals(c)), days(b.vals(k))
	if len(x) == 0 && len(y) == 0 {
		return false
	}
	return !slices.ContainsFunc(x, func(v value) bool {
		return slices.ContainsFunc(y, func(e value) bool { return t.same(v, e.Mention) == equalTo })
	})
}

// compareDays compares the day of what happens once.
func (t *trial) compareDays(c int, b *reading, k int) string {
	ours, theirs := t.r.vals(c), b.vals(k)
	if len(ours) != 1 || len(theirs) != 1 || ours[0].Value != nil || theirs[0].Value != nil || ours[0].Kind != theirs[0].Kind || calendarKey(ours[0].Mention) == "" {
		return ""
	}
	switch {
	case !once(t.r.text(c)) || !once(b.text(k)):
		return ""
	case t.same(ours[0], theirs[0].Mention) == equalTo:
		return agreement
	}
	return dateConflict
}
