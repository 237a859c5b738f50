package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// A judgement is what is said of one claim.
type judgement struct {
	findings []casefile.Finding
	checks   []casefile.Check

	conflicts []casefile.Conflict
	gaps      []casefile.Gap
}

// A trial is one claim before the evidence: what it says, the records it may rest on, and what was found of each part.
type trial struct {
	v     *Verifier
	ix    *index
	n     int
	claim *casefile.Claim
	r     *reading
	recs  []int // records it may rest on, in the order cited
	under []int // records that the cited calculations rest on
	free  bool  // it cites nothing, and all evidence counts
	whole bool  // it is a sentence of a passage it cites, word for word
	ends  bool  // a finding that makes the rest pointless

	namings   map[int][]naming         // of each table
	periodsOf []quantity.PeriodMention // see periodNames
	spanned   bool
	tellings  map[[2]int]*telling
	small     []words.RowMark // once they were needed
	marked    bool
	gauged    []words.MeasureMark // likewise
	gauges    bool
	pairs     []pair          // for each clause, the clause of a passage it speaks of
	proofs    []proof         // for each value
	ranked    [][]place       // for each clause, the clauses of passages that share most with it
	likes     [][]pair        // for each clause, those that it may speak of
	keys      map[string]bool // of the claim
	out       judgement
}

// maxClauses bounds what is taken for a claim.
const maxClauses = 200

// judge runs the rules, in order, on claim n of the draft, and then those on what its records bear out.
func (v *Verifier) judge(ix *index, n int) judgement {
	t := v.try(ix, n, &ix.c.Draft.Claims[n])
	for _, r := range afterwards {
		if !v.off[r.name] {
			r.check(t)
		}
	}
	if len(t.out.findings) == 0 {
		t.list()
	}
	t.out.findings = slices.CompactFunc(t.out.findings, func(a, b casefile.Finding) bool { return a == b })
	return t.out
}

// try runs the rules on a claim in the place of claim n.
func (v *Verifier) try(ix *index, n int, claim *casefile.Claim) *trial {
	t := &trial{v: v, ix: ix, n: n, claim: claim, r: v.reader.read(claim.Text), namings: map[int][]naming{}}
	ix.resolve(t.r)
	t.gather()
	t.spelled()
	for _, r := range gates {
		if !v.off[r.name] {
			r.check(t)
		}
	}
	if len(t.r.clauses) > maxClauses && !t.ends && !t.whole {
		t.doubt("entailment", "the claim has more than %d clauses: a claim is one sentence", maxClauses)
		t.ends = true
	}
	if !t.ends && !t.whole {
		t.match()
		for _, r := range rules {
			if !v.off[r.name] {
				r.check(t)
			}
		}
		t.weigh()
	}
	return t
}

// gather finds the records that the claim may rest on.
func (t *trial) gather() {
	for _, c := range t.claim.Cites {
		if i, ok := t.ix.byID[c.Evidence]; ok && !slices.Contains(t.recs, i) {
			t.recs = append(t.recs, i)
		}
	}
	if len(t.claim.Cites) == 0 {
		t.free = true
		for i := range t.ix.c.Evidence {
			if e := t.ix.recs[i].ev; inForce(e, t.ix.asOf(e)) {
				t.recs = append(t.recs, i)
			}
		}
	}
	for _, i := range slices.Clone(t.recs) {
		t.recs = append(t.recs, t.ix.grids[i]...)
	}
	t.under = t.inputs()
	t.whole = t.extractive()
}

// inputs finds the records that the cited calculations rest on, and those that these rest on.
func (t *trial) inputs() []int {
	var out []int
	open := t.of(calcRecord)
	for len(open) > 0 {
		c := t.ix.recs[open[0]].ev.Calc
		open = open[1:]
		for _, in := range c.Inputs {
			i, ok := t.ix.byID[in.Evidence]
			if !ok || slices.Contains(t.recs, i) || slices.Contains(out, i) {
				continue
			}
			out = append(out, i)
			if t.ix.recs[i].kind == calcRecord {
				open = append(open, i)
			}
		}
	}
	return out
}

// find reports something wrong. Refused is for what the evidence does not bear out, unconfirmed for what it cannot decide.
func (t *trial) find(rule string, mark casefile.Support, format string, args ...any) {
	t.out.findings = append(t.out.findings, casefile.Finding{Claim: t.n, Rule: rule, Why: fmt.Sprintf(format, args...), Mark: mark})
}

func (t *trial) refuse(rule, format string, args ...any) {
	t.find(rule, casefile.Contradicted, format, args...)
}

func (t *trial) doubt(rule, format string, args ...any) {
	t.find(rule, casefile.Unconfirmed, format, args...)
}

// of returns the cited records of a kind.
func (t *trial) of(kind recordKind) []int {
	var out []int
	for _, i := range t.recs {
		if t.ix.recs[i].kind == kind {
			out = append(out, i)
		}
	}
	return out
}

// asserts reports whether the claim states something: what is pending or proposed does not.
func (t *trial) asserts() bool {
	return t.claim.Part != casefile.Pending && t.claim.Part != casefile.Next
}

// list writes the checklist of a claim that stands.
func (t *trial) list() {
	if t.whole {
		for _, c := range t.claim.Cites {
			if i, ok := t.ix.byID[c.Evidence]; ok && t.ix.recs[i].kind == passageRecord {
				t.out.checks = append(t.out.checks, casefile.Check{Claim: t.n, What: t.claim.Text, Rule: "extract", Evidence: c.Evidence, Value: firstOf(c.Quote, t.claim.Text)})
				return
			}
		}
	}
	for i, p := range t.proofs {
		if p.rule == "" && p.rec >= 0 {
			t.out.checks = append(t.out.checks, casefile.Check{Claim: t.n, What: strings.TrimSpace(t.r.values[i].Text), Rule: p.by, Evidence: t.ix.recs[p.rec].ev.ID, Value: p.value})
		}
	}
	seen := map[string]bool{}
	for _, tok := range t.r.tokens {
		if tok.kind != identToken && tok.kind != nameToken || seen[tok.key] {
			continue
		}
		seen[tok.key] = true
		if rec := t.holder(tok.key); rec >= 0 {
			words := t.r.src[tok.start:tok.end]
			t.out.checks = append(t.out.checks, casefile.Check{Claim: t.n, What: words, Rule: "identifier", Evidence: t.ix.recs[rec].ev.ID, Value: words})
		}
	}
}

func firstOf(s ...string) string {
	for _, v := range s {
		if v != "" {
			return v
		}
	}
	return ""
}

// holder returns the first record that holds a key, -1 for none.
func (t *trial) holder(key string) int {
	for _, list := range [][]int{t.recs, t.under} {
		for _, i := range list {
			if t.ix.recs[i].holds(key) {
				return i
			}
		}
	}
	return -1
}

func (r *record) holds(key string) bool {
	if r.head[key] {
		return true
	}
	if r.table != nil && r.table.holds(key) {
		return true
	}
	return r.text != nil && slices.ContainsFunc(r.text.tokens, func(t token) bool { return t.key == key })
}

func (t *table) holds(key string) bool {
	if t.keys[key] {
		return true
	}
	_, ok := t.cells[strings.TrimPrefix(key, "#")]
	return ok
}
