package verify

import (
	"math/big"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// maxOperands bounds the values of passages that a difference, a sum or a ratio is looked for among.
const maxOperands = 60

// An operand is a value that may have gone into one that the claim computed.
type operand struct {
	spot
	base *big.Rat
}

// derived proves a value that no passage states and that follows from two or more that one does: by how
// much, together, how many times, which share. The claim must say that it computes, and the values that it
// follows from must be those that fit what the claim says.
func (t *trial) derived(i int) (proof, bool) {
	v := t.r.values[i]
	ways := words.Computes(t.claim.Text)
	if v.Bound != "" || t.r.lang == "zh" && ways&words.Difference != 0 && !words.Differs(t.r.text(v.clause), t.r.src[max(0, v.Start-18):v.Start]) {
		ways &^= words.Difference
	}
	if v.Value == nil || v.Weak || v.Bound != "" || v.Kind == quantity.Ordinal || v.Kind == quantity.Clock {
		return proof{}, false
	}
	if v.Unit.Name == "multiple" || v.Unit.Name == "occurrence" || v.Kind == quantity.Percent || v.Kind == quantity.Ratio {
		ways |= words.Ratio
	}
	if p, ok := t.implied(i); ok {
		return p, true
	}
	if ways == 0 {
		return proof{}, false
	}
	best, found := spotSum{}, spotSum{}
	for _, rec := range t.recs {
		for _, s := range t.results(i, rec, ways) {
			if s.score > best.score {
				best = s
			}
			if s.ok && (found.why == "" || s.score > found.score) {
				found = s
			}
		}
	}
	if found.why == "" || found.score < best.score-found.slack {
		return proof{}, false
	}
	return proof{rec: found.rec, by: "calculation", value: found.why}, true
}

// A spotSum is a result that values of a passage give, with how well they fit the claim.
type spotSum struct {
	rec   int
	score float64 // the mean fit of its operands
	ok    bool    // the result is what the claim states
	slack float64 // how much better other operands may fit
	why   string
}

// results computes what the operands of one passage give in the ways that the claim's words allow.
func (t *trial) results(i, rec int, ways words.Way) []spotSum {
	r := &t.ix.recs[rec]
	if r.text == nil || len(r.text.values) > maxOperands {
		return nil
	}
	v := t.r.values[i]
	about := t.surroundings(i)
	var ops []operand
	for k, e := range r.text.values {
		if e.Value != nil && !e.Weak && e.High == nil {
			ops = append(ops, operand{spot{rec, e, t.fit(i, about, rec, k)}, e.Base()})
		}
	}
	var out []spotSum
	try := func(x *big.Rat, like quantity.Mention, from ...operand) {
		score := 0.0
		var names []string
		for _, o := range from {
			score += o.score / float64(len(from))
			names = append(names, strings.TrimSpace(o.e.Text))
		}
		ok := x != nil && t.gives(v, x, like)
		slack := .15
		if len(from) > 2 || ways&words.Difference == 0 {
			slack = .05
		}
		out = append(out, spotSum{rec, score, ok, slack, strings.Join(names, ", ")})
	}
	for a := range ops {
		for b := a + 1; b < len(ops); b++ {
			x, y := ops[a], ops[b]
			if !r.text.nearby(x.e, y.e) {
				continue
			}
			same := quantity.CompatibleUnits(x.e.Unit, y.e.Unit)
			if same && ways&words.Difference != 0 && v.Kind != quantity.Ratio {
				d := new(big.Rat).Sub(x.base, y.base)
				try(d.Abs(d), x.e.Mention, x, y)
			}
			if same && ways&words.Sum != 0 {
				sum := new(big.Rat).Add(x.base, y.base)
				try(sum, x.e.Mention, x, y)
				for c, n := b+1, 0; c < len(ops) && n < 4 && quantity.CompatibleUnits(x.e.Unit, ops[c].e.Unit); c, n = c+1, n+1 {
					sum = new(big.Rat).Add(sum, ops[c].base)
					try(sum, x.e.Mention, append([]operand{x, y}, ops[b+1:c+1]...)...)
				}
			}
			if ways&words.Ratio != 0 && r.text.oneUnit(x.e, y.e) {
				for _, p := range [][2]operand{{x, y}, {y, x}} {
					if p[1].base.Sign() != 0 {
						q := new(big.Rat).Quo(p[0].base, p[1].base)
						try(q, quantity.Mention{}, x, y)
						d := new(big.Rat).Sub(q, one)
						try(d.Abs(d), quantity.Mention{}, x, y)
					}
				}
			}
			if ways&(words.Growth|words.Sum|words.Difference) != 0 {
				for _, p := range [][2]operand{{x, y}, {y, x}} {
					if k := p[0].e.Kind; (k == quantity.Percent || k == quantity.Ratio && p[0].e.Unit.Dim == "ratio") && p[1].e.Unit.Dim != "ratio" {
						grown := new(big.Rat).Mul(p[1].base, new(big.Rat).Add(one, p[0].base))
						cut := new(big.Rat).Mul(p[1].base, new(big.Rat).Sub(one, p[0].base))
						part := new(big.Rat).Mul(p[1].base, p[0].base)
						try(grown, p[1].e.Mention, x, y)
						try(cut, p[1].e.Mention, x, y)
						try(part, p[1].e.Mention, x, y)
					}
				}
			}
		}
	}
	return out
}

// oneUnit reports whether two values can be added: their units agree, or one stands in the sentence of the other without a unit of its own
// (61,300 passengers, of whom 44,900).
func (r *reading) oneUnit(a, b value) bool {
	if quantity.CompatibleUnits(a.Unit, b.Unit) {
		return true
	}
	bare := func(v value) bool { return !v.Unit.Known && (v.Kind == quantity.Number || v.Unit.Name != "") }
	return (bare(a) || bare(b)) && r.clauses[a.clause].sentence == r.clauses[b.clause].sentence
}

// nearby reports whether two values stand close enough to be computed with.
func (r *reading) nearby(a, b value) bool {
	d := r.clauses[a.clause].sentence - r.clauses[b.clause].sentence
	return d >= -2 && d <= 2
}

// gives reports whether a result, in the base of its kind, is what value v states.
func (t *trial) gives(v value, x *big.Rat, like quantity.Mention) bool {
	want := v.Base()
	switch {
	case like.Value == nil: // a ratio
		switch {
		case v.Unit.Name == "multiple", v.Unit.Name == "occurrence":
			want = v.Value
		case v.Kind == quantity.Percent, v.Kind == quantity.Ratio:
		default:
			return false
		}
	case like.Kind == quantity.Percent && v.Kind == quantity.Percent:
		return false // the difference of two shares is in percentage points
	case (v.Unit.Dim == "percentage point" || v.Unit.Name == "point" || v.Unit.Name == "score") && like.Unit.Dim == "ratio":
		want = new(big.Rat).Quo(v.Value, big.NewRat(100, 1))
	case !quantity.CompatibleUnits(v.Unit, like.Unit) && !t.sameThing(v.Unit, like.Unit) && v.Unit.Dim != "":
		return false
	}
	if x.Cmp(want) == 0 {
		return true
	}
	if v.Step == nil && !v.Approx {
		return false
	}
	// a rounding of the result, to at least two digits, or about
	diff := new(big.Rat).Sub(x, want)
	diff.Abs(diff)
	if v.Approx {
		return want.Sign() != 0 && diff.Cmp(new(big.Rat).Mul(new(big.Rat).Abs(want), big.NewRat(1, 20))) <= 0
	}
	if v.Digits < 2 {
		return false
	}
	half := new(big.Rat).Mul(new(big.Rat).Mul(v.Step, new(big.Rat).Quo(want, nonZero(v.Value))), big.NewRat(1, 2))
	return diff.Cmp(half) <= 0
}

func nonZero(r *big.Rat) *big.Rat {
	if r.Sign() == 0 {
		return one
	}
	return r
}
