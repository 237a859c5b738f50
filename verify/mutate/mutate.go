// Package mutate breaks right answers in known ways, to measure what a verifier lets through and
// what it refuses. Every mutant has an untouched twin: a mutant counts as caught in a pair only
// when its twin passed, so that refusing everything counts for nothing.
//
// All of it is deterministic: the same items and seed give the same mutants.
package mutate

import (
	"context"
	"fmt"
	"slices"

	"github.com/casefile/casefile"
)

// A Class is a group of operators that one bar holds for.
type Class string

// The classes.
const (
	Structural Class = "structural" // rows, columns, identifiers, dates, periods, numbers with units, results, citations, versions
	Text       Class = "text"       // who did what, another number of the paragraph, mood, negation, quantity, scope, condition, cause
)

// An Item is one right claim over its evidence: the case's draft holds it alone.
type Item struct {
	ID   string
	Case casefile.Case
}

// Claim returns the item's claim.
func (it Item) Claim() casefile.Claim { return it.Case.Draft.Claims[0] }

// A Mutant is an item that was broken by an operator.
type Mutant struct {
	Item
	Op    string
	Class Class
}

// A Tally counts what became of the mutants of an operator.
type Tally struct {
	Op          string `json:"op"`
	Class       Class  `json:"class"`
	Mutants     int    `json:"mutants"`
	Caught      int    `json:"caught"`      // not supported
	Unconfirmed int    `json:"unconfirmed"` // of those, only unconfirmed
	Missed      int    `json:"missed"`      // supported
	Paired      int    `json:"paired"`      // caught, and the twin passed
}

// A Miss is a mutant that left, or a twin that did not.
type Miss struct {
	Op    string   `json:"op"` // "twin" for a right claim that was refused
	Item  string   `json:"item"`
	Claim string   `json:"claim"`
	Rules []string `json:"rules,omitempty"`
}

// A Report is both error rates of a verifier.
type Report struct {
	Twins   int     `json:"twins"`
	Refused int     `json:"refused"` // twins that were not supported
	Ops     []Tally `json:"ops"`
	Misses  []Miss  `json:"misses"`
}

// Run makes the mutants of items and has them judged. seed chooses which digit, which row, which word.
func Run(ctx context.Context, v casefile.Verifier, items []Item, seed uint64) (Report, error) {
	var r Report
	at := map[string]int{}
	for _, op := range operators {
		at[op.name] = len(r.Ops)
		r.Ops = append(r.Ops, Tally{Op: op.name, Class: op.class})
	}
	for i, it := range items {
		mark, rules, err := judge(ctx, v, it.Case)
		if err != nil {
			return Report{}, err
		}
		r.Twins++
		twin := mark == casefile.Supported
		if !twin {
			r.Refused++
			r.Misses = append(r.Misses, Miss{Op: "twin", Item: it.ID, Claim: it.Claim().Text, Rules: rules})
		}
		for _, m := range Mutants(it, seed+uint64(i)) {
			mark, _, err := judge(ctx, v, m.Case)
			if err != nil {
				return Report{}, err
			}
			t := &r.Ops[at[m.Op]]
			t.Mutants++
			switch mark {
			case casefile.Supported:
				t.Missed++
				r.Misses = append(r.Misses, Miss{Op: m.Op, Item: it.ID, Claim: m.Claim().Text})
				continue
			case casefile.Unconfirmed:
				t.Unconfirmed++
			}
			t.Caught++
			if twin {
				t.Paired++
			}
		}
	}
	return r, nil
}

// Sum adds the tallies of a class.
func (r Report) Sum(c Class) Tally {
	out := Tally{Op: string(c), Class: c}
	for _, t := range r.Ops {
		if t.Class == c {
			out.Mutants += t.Mutants
			out.Caught += t.Caught
			out.Unconfirmed += t.Unconfirmed
			out.Missed += t.Missed
			out.Paired += t.Paired
		}
	}
	return out
}

func judge(ctx context.Context, v casefile.Verifier, c casefile.Case) (casefile.Support, []string, error) {
	verdict, err := v.Verify(ctx, c)
	if err != nil {
		return "", nil, fmt.Errorf("mutate: %w", err)
	}
	worst := casefile.Supported
	order := []casefile.Support{casefile.Supported, casefile.Unconfirmed, casefile.Disputed, casefile.Contradicted}
	var rules []string
	for _, f := range verdict.Findings {
		if slices.Index(order, f.Mark) > slices.Index(order, worst) {
			worst = f.Mark
		}
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	return worst, rules, nil
}

// Mutants breaks an item in every way that fits it, at most once an operator.
func Mutants(it Item, seed uint64) []Mutant {
	var out []Mutant
	for _, op := range operators {
		m := Mutant{Item: Item{ID: it.ID, Case: clone(it.Case)}, Op: op.name, Class: op.class}
		if op.apply(&m.Case, &choice{seed}) {
			out = append(out, m)
		}
	}
	return out
}

// clone copies what an operator may change.
func clone(c casefile.Case) casefile.Case {
	c.Evidence = slices.Clone(c.Evidence)
	for i := range c.Evidence {
		if s := c.Evidence[i].Source; s != nil {
			copied := *s
			c.Evidence[i].Source = &copied
		}
		if t := c.Evidence[i].Table; t != nil {
			copied := *t
			c.Evidence[i].Table = &copied
		}
		if k := c.Evidence[i].Calc; k != nil {
			copied := *k
			c.Evidence[i].Calc = &copied
		}
	}
	c.Draft.Claims = slices.Clone(c.Draft.Claims)
	for i := range c.Draft.Claims {
		c.Draft.Claims[i].Cites = slices.Clone(c.Draft.Claims[i].Cites)
	}
	return c
}

// A choice is a small generator: the same seed chooses the same.
type choice struct{ state uint64 }

// of returns a number below n.
func (c *choice) of(n int) int {
	c.state += 0x9e3779b97f4a7c15
	z := c.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}
