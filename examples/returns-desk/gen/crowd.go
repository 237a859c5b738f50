package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	crowdSize  = 240 // orders beside the named ones
	crowdUsers = 45  // u1 … u45 without u7, whose orders are all named
)

// clock is the clock of the workspace: nothing in the crowd happens after it.
var clock = time.Date(2026, 9, 20, 10, 0, 0, 0, time.FixedZone("+08:00", 8*60*60))

// crowd draws the other customers' orders of four months, so that a filter that is missing shows.
func crowd() []order {
	rng := rand.New(rand.NewPCG(20260920, 7)) // PCG is specified: the same numbers in every Go release
	var out []order
	first := time.Date(2026, 5, 20, 8, 0, 0, 0, clock.Location())
	span := int(clock.Sub(first) / time.Minute)
	for i := range crowdSize {
		c := categories[rng.IntN(len(categories))]
		if rng.IntN(3) == 0 {
			c = categories[0] // headphones: most of what this desk is asked
		}
		p := c.products[rng.IntN(len(c.products))]
		user := 1 + rng.IntN(crowdUsers)
		if user == 7 {
			user = 46
		}
		o := order{tenant: "shop", id: fmt.Sprintf("A%d", 1001+i*7), user: fmt.Sprintf("u%d", user), sku: p.sku}
		if i >= crowdSize-20 {
			o.id = fmt.Sprintf("A%d", 100001+i) // six digits are order ids too
		}
		o.qty = 1 + rng.IntN(10)/9
		o.cents = o.qty * p.cents
		ordered := first.Add(time.Duration(rng.IntN(span)) * time.Minute)
		o.life(rng, ordered, c.goods == "虚拟")
		out = append(out, o.dress())
	}
	return out
}

// life moves an order on from state to state until the clock stops it.
func (o *order) life(rng *rand.Rand, ordered time.Time, virtual bool) {
	at := func(from time.Time, days, spread int) time.Time {
		return from.AddDate(0, 0, days).Add(time.Duration(rng.IntN(spread)) * time.Minute)
	}
	paid := at(ordered, rng.IntN(2), 20*60)
	shipped := at(paid, 1+rng.IntN(2), 12*60)
	signed := at(shipped, 1+rng.IntN(4), 10*60)
	cancelled := rng.IntN(20) == 0

	o.ordered, o.status = ordered.Format(time.RFC3339), "待付款"
	switch {
	case cancelled:
		o.status = "已取消"
		return
	case paid.After(clock):
		return
	}
	o.paid, o.status = paid.Format(time.RFC3339), "已付款"
	if virtual {
		o.status = "已发卡"
		return
	}
	if shipped.After(clock) {
		return
	}
	o.shipped, o.status = shipped.Format(time.RFC3339), "已发货"
	if signed.After(clock) {
		return
	}
	o.signed, o.status = signed.Format(time.RFC3339), "已签收"
}
