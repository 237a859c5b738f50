package main

import "testing"

// Counted by hand: four claims are asked about, with the right ones at .9 and .6 and the wrong ones at .7 and .2. Confirming from .9 on
// accepts one right and no wrong one: half of the right and all of the wrong are told rightly, 75 %. From .6 on it is 100 % and 50 %,
// the same, and the higher threshold is kept.
func TestThresholdIsTheBest(t *testing.T) {
	mk := func(id, label string, score float64, asked bool) scoredClaim {
		return scoredClaim{judged{item: item{ID: id, Label: label}, verdict: "unconfirmed"}, score, asked}
	}
	claims := []scoredClaim{mk("p1a", right, .9, true), mk("p1b", wrong, .7, true), mk("p2a", right, .6, true), mk("p2b", wrong, .2, true)}
	if got := chosen(claims); got != .9 {
		t.Errorf("threshold %v, want 0.9", got)
	}
	if got := tallyOf(confirmed(claims, .6)); got.accepted != 2 || got.through != 1 {
		t.Errorf("from 0.6 on: %+v", got)
	}
	if n, of := toldApart(claims); n != 2 || of != 2 {
		t.Errorf("%d of %d pairs", n, of)
	}
	for i := range claims {
		claims[i].asked = false // refuted by a rule: no score confirms it
	}
	if got := chosen(claims); got != never {
		t.Errorf("threshold %v where nothing may be confirmed", got)
	}
	if got := tallyOf(confirmed(claims, 0)); got.accepted+got.through != 0 {
		t.Errorf("what a rule refutes is confirmed: %+v", got)
	}
}
