package eval

import (
	"math"
	"slices"
)

// mcnemar returns the two-sided exact probability of a split at least this uneven, if a case were as likely to be fixed as broken.
func mcnemar(fixed, broken int) float64 {
	n, k := fixed+broken, min(fixed, broken)
	if n == 0 {
		return 1
	}
	p := 0.0
	for i := 0; i <= k; i++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		p += math.Exp(a - b - c - float64(n)*math.Ln2)
	}
	return math.Min(1, 2*p)
}

// kappa returns Cohen's kappa of two judges by the four counts of their confusion table, and whether it is defined: where
// chance alone makes them agree always, it is not.
func kappa(both, onlyFirst, onlySecond, neither int) (float64, bool) {
	n := float64(both + onlyFirst + onlySecond + neither)
	if n == 0 {
		return 0, false
	}
	agree := float64(both+neither) / n
	first, second := float64(both+onlyFirst)/n, float64(both+onlySecond)/n
	chance := first*second + (1-first)*(1-second)
	if 1-chance < 1e-12 || first == 0 || first == 1 || second == 0 || second == 1 {
		return 0, false
	}
	return (agree - chance) / (1 - chance), true
}

// percentile returns the nearest-rank percentile of values, 0 of none.
func percentile(values []float64, p float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(values))
	i := int(math.Ceil(p/100*float64(len(s)))) - 1
	return s[min(max(i, 0), len(s)-1)]
}
