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
	Structural Class = "structural" // rows, columns, identifiers, dates, periods, numbers with units, results, citations, versions, statuses
	Text       Class = "text"       // who did what, another number of the paragraph, mood, negation, quantity, scope, condition, cause
)

// An Item is one right claim over its evidence: the case's draft holds it alone.
type Item struct {
	ID     string
	Source string // the data it was made of
	Kind   string // what it says: value, extreme, sum …; "" when nobody knows
	Lang   casefile.Lang
	Case   casefile.Case
	Slots  []Slot // the parts of the claim, where it was made from a wording; without them operators read the text
}

// Claim returns the item's claim.
func (it *Item) Claim() *casefile.Claim { return &it.Case.Draft.Claims[0] }

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

// A Twins counts what became of right claims that nothing was changed in.
type Twins struct {
	Class       Class `json:"class"` // Structural for claims that rest on rows, results and outcomes; Text for those that rest on passages
	Items       int   `json:"items"`
	Refused     int   `json:"refused"`     // refused or disputed
	Unconfirmed int   `json:"unconfirmed"` // of the others, those that are not supported
}

// A Miss is a mutant that left, or a twin that did not.
type Miss struct {
	Op      string           `json:"op"` // "twin" for a right claim that was not supported
	Class   Class            `json:"class"`
	Item    string           `json:"item"`
	Claim   string           `json:"claim"`
	Verdict casefile.Support `json:"verdict"`
	Rules   []string         `json:"rules,omitempty"` // for a twin: what stopped it
	Why     []string         `json:"why,omitempty"`   // for a mutant: what it was taken to rest on
}

// A Report is both error rates of a verifier.
type Report struct {
	Twins  []Twins        `json:"twins"`
	Ops    []Tally        `json:"ops"`
	From   map[string]int `json:"from"` // items of each source
	Misses []Miss         `json:"misses"`
}

// Run makes the mutants of items and has them judged. seed chooses which digit, which row, which word.
// It fails when the verifier does.
func Run(ctx context.Context, v casefile.Verifier, items []Item, seed uint64) (Report, error) {
	r := Report{From: map[string]int{}, Twins: []Twins{{Class: Structural}, {Class: Text}}}
	at := map[string]int{}
	for _, op := range operators() {
		for _, c := range []Class{Structural, Text} {
			if op.class == c || op.class == byEvidence {
				at[op.name+string(c)] = len(r.Ops)
				r.Ops = append(r.Ops, Tally{Op: op.name, Class: c})
			}
		}
	}
	for i := range items {
		it := &items[i]
		r.From[it.Source]++
		mark, rules, why, err := judge(ctx, v, it.Case)
		if err != nil {
			return Report{}, err
		}
		class := it.class()
		twin := mark == casefile.Supported
		for k := range r.Twins {
			if t := &r.Twins[k]; t.Class == class {
				t.count(mark)
			}
		}
		if !twin {
			r.Misses = append(r.Misses, Miss{Op: "twin", Class: class, Item: it.ID, Claim: it.Claim().Text, Verdict: mark, Rules: rules, Why: why})
		}
		for _, m := range Mutants(it, seed+uint64(i)) {
			mark, rules, why, err := judge(ctx, v, m.Case)
			if err != nil {
				return Report{}, err
			}
			t := &r.Ops[at[m.Op+string(m.Class)]]
			t.count(mark, twin)
			if mark == casefile.Supported {
				r.Misses = append(r.Misses, Miss{Op: m.Op, Class: m.Class, Item: it.ID, Claim: m.Claim().Text, Verdict: mark, Rules: rules, Why: why})
			}
		}
	}
	r.Ops = slices.DeleteFunc(r.Ops, func(t Tally) bool { return t.Mutants == 0 })
	return r, nil
}

func (t *Tally) count(mark casefile.Support, twin bool) {
	t.Mutants++
	switch mark {
	case casefile.Supported:
		t.Missed++
		return
	case casefile.Unconfirmed:
		t.Unconfirmed++
	}
	t.Caught++
	if twin {
		t.Paired++
	}
}

func (t *Twins) count(mark casefile.Support) {
	t.Items++
	switch mark {
	case casefile.Supported:
	case casefile.Unconfirmed:
		t.Unconfirmed++
	default:
		t.Refused++
	}
}

// Sum adds the tallies of a class.
func (r *Report) Sum(c Class) Tally {
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

func judge(ctx context.Context, v casefile.Verifier, c casefile.Case) (casefile.Support, []string, []string, error) {
	verdict, err := v.Verify(ctx, c)
	if err != nil {
		return "", nil, nil, fmt.Errorf("mutate: %w", err)
	}
	worst := casefile.Supported
	order := []casefile.Support{casefile.Supported, casefile.Unconfirmed, casefile.Disputed, casefile.Contradicted}
	var rules, why []string
	for _, f := range verdict.Findings {
		if slices.Index(order, f.Mark) > slices.Index(order, worst) {
			worst = f.Mark
		}
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
			why = append(why, f.Why)
		}
	}
	if worst == casefile.Supported {
		for _, k := range verdict.Checklist {
			rules = append(rules, k.Rule)
			why = append(why, fmt.Sprintf("%s: %s has %s", k.What, k.Evidence, k.Value))
		}
	}
	return worst, rules, why, nil
}

// class is the class of an item: by what its claim rests on.
func (it *Item) class() Class {
	for _, e := range it.cited() {
		if e.Source != nil {
			return Text
		}
	}
	return Structural
}

// cited returns the evidence that the claim may rest on.
func (it *Item) cited() []*casefile.Evidence {
	var out []*casefile.Evidence
	cites := it.Claim().Cites
	for i := range it.Case.Evidence {
		e := &it.Case.Evidence[i]
		if len(cites) == 0 || slices.ContainsFunc(cites, func(x casefile.Citation) bool { return x.Evidence == e.ID }) {
			out = append(out, e)
		}
	}
	return out
}

// variants is how many mutants an operator makes of one item at most.
const variants = 3

// Mutants breaks an item in every way that fits it.
func Mutants(it *Item, seed uint64) []Mutant {
	var out []Mutant
	seen := map[string]bool{it.Claim().Text: true}
	for _, op := range operators() {
		n := 0
		for _, ch := range op.apply(it, &choice{seed}) {
			if n == variants || ch.edit == nil && (ch.text == "" || seen[ch.text]) {
				continue
			}
			n++
			m := Mutant{Item: Item{ID: it.ID, Source: it.Source, Kind: it.Kind, Lang: it.Lang, Case: clone(it.Case)}, Op: op.name, Class: op.class}
			if op.class == byEvidence {
				m.Class = it.class()
			}
			if ch.text != "" {
				seen[ch.text] = ch.edit == nil
				m.Claim().Text = ch.text
			}
			if ch.edit != nil {
				ch.edit(&m.Case)
			}
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
			copied.Inputs = slices.Clone(k.Inputs)
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
