package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// A spot is a value of a passage with how well what stands around it fits what the claim says around a value of its own.
type spot struct {
	rec   int
	e     value
	score float64
}

// bindMargin is by how much another value of the kind must fit better than the one that the claim states
// before the claim is held to be about that other one.
const bindMargin = .06

// maxSpots bounds the values of passages that a value of the claim is compared with.
const maxSpots = 600

// settle decides on value i: rows, calculations and the like first, then the passages, then what was only said.
func (t *trial) settle(i int) {
	if t.proofs[i].rule == "" || t.proofs[i].named && t.proofs[i].rule == "rounding" {
		return // the row that the claim names has it, perhaps not so exactly
	}
	best := better(t.proofs[i], t.inProse(i))
	if best.rule != "" {
		if p, ok := t.derived(i); ok {
			best = p
		}
	}
	if best.rule == "" {
		best = t.onlySaid(i, best)
	}
	t.proofs[i] = best
}

// inProse looks for value i in the cited passages. Where several values of the kind stand there, the one
// that the claim states must be the one whose surroundings fit the claim best.
func (t *trial) inProse(i int) proof {
	v := t.r.values[i]
	best := missing(v)
	var hits, others []spot
	about := t.surroundings(i)
	n := 0
	for _, rec := range t.recs {
		r := &t.ix.recs[rec]
		if r.text == nil {
			continue
		}
		for k, e := range r.text.values {
			if n++; n > maxSpots {
				break
			}
			same := t.same(v, e.Mention)
			if same == different && (!sameKind(v.Mention, e.Mention) || v.Unit.Name == "" && v.Value != nil && e.Unit.Name != "") {
				continue
			}
			s := spot{rec, e, t.fit(i, about, rec, k)}
			p := proof{rec: rec, by: "quote", value: r.text.text(e.clause), exact: e.Mention}
			switch same {
			case equalTo:
				if bad, ok := t.bounded2(i, e, p); ok {
					best = better(best, bad)
					continue
				}
				hits = append(hits, s)
			case crude:
				p.rule, p.why = "rounding", v.Text+" stands for "+strings.TrimSpace(e.Text)+": a limit lies between, or fewer than two digits are given; say about"
				best = better(best, p)
			case otherUnit:
				p.rule, p.why = "unit", v.Text+" has another unit than "+strings.TrimSpace(e.Text)
				best = better(best, p)
			default:
				if over(v, e) {
					hits = append(hits, s)
				} else if r.kind == passageRecord && !t.elsewhereStated(i, e) {
					others = append(others, s)
				}
			}
		}
	}
	if len(hits) == 0 {
		if p, ok := t.rankInProse(i); ok {
			return p
		}
		if p, ok := t.inRange(v); ok {
			return p
		}
		return best
	}
	hit := hits[0]
	for _, h := range hits {
		if h.score > hit.score {
			hit = h
		}
	}
	text := t.ix.recs[hit.rec].text
	p := proof{rec: hit.rec, by: "quote", value: text.text(hit.e.clause), exact: hit.e.Mention}
	if len(hits) > 1 && t.onlyBounds(v, hit.e) {
		p.rule, p.why = "comparison", strings.TrimSpace(v.Text)+" is only a bound in: "+p.value
		return p
	}
	if former(text.src, hit.e.Start) && !former(t.r.src, v.Start) && !t.past(v.clause) && role(t.r.src, v.Start) != "origin" && !t.dated(v, text, hit.e) {
		for _, o := range others {
			if o.rec == hit.rec && !former(text.src, o.e.Start) && text.clauses[o.e.clause].sentence == text.clauses[hit.e.clause].sentence && o.score > hit.score-.1 && (v.Value != nil || o.e.Kind == v.Kind) {
				p.rule, p.why = "binding", strings.TrimSpace(v.Text)+" is what it was before in: "+p.value
				return p
			}
		}
	}
	if v.Value != nil {
		if own := text.yearOf(hit.e); own.Year != 0 && own.Year == t.yearOf(v) {
			return p
		}
		if year, ok := t.otherYear(v, text, hit.e); ok {
			p.rule, p.why = "period", strings.TrimSpace(v.Text)+" is of "+year+" in: "+p.value
			return p
		}
	}
	for _, o := range others {
		if o.score > hit.score+t.margin(v) {
			p.rule, p.why = "binding", "what the claim says of "+strings.TrimSpace(v.Text)+" is said of "+strings.TrimSpace(o.e.Text)+" in: "+clip(t.ix.recs[o.rec].text.text(o.e.clause))
			return p
		}
	}
	return p
}

// onlyBounds reports whether the evidence has a value only as a bound, and the claim as the value itself.
func (t *trial) onlyBounds(v, e value) bool {
	if e.Bound != quantity.AtLeast || v.Bound != "" || v.Value == nil {
		return false
	}
	return bounded1(t.r, v).Bound == "" && t.r.clauses[v.clause].classes&(limiting|words.Obligation|words.Condition|words.Extreme) == 0
}

// dated reports whether the claim gives a value the day or period that the evidence gives it.
func (t *trial) dated(v value, text *reading, e value) bool {
	return v.Value != nil && t.dayFit(v.clause, text, e.clause) > 0
}

// inRange finds a clause of a passage whose two bounds hold a value of the claim: 12 years, of 满10年不满20年.
func (t *trial) inRange(v value) (proof, bool) {
	for _, rec := range t.of(passageRecord) {
		text := t.ix.recs[rec].text
		if len(text.values) > maxSpots {
			continue
		}
		for k := range text.clauses {
			if text.ranges(k, v) {
				return proof{rec: rec, by: "quote", value: text.text(k)}, true
			}
		}
	}
	return proof{}, false
}

// ranges reports whether a clause bounds a value of a kind from both sides, and v lies between.
func (r *reading) ranges(k int, v value) bool {
	if v.Value == nil || v.Unit.Dim == "" || v.Bound != "" {
		return false
	}
	low, high := false, false
	for _, e := range r.vals(k) {
		if e.Value == nil || !quantity.CompatibleUnits(e.Unit, v.Unit) {
			continue
		}
		c := v.Base().Cmp(e.Base())
		switch bounded1(r, e).Bound {
		case quantity.AtLeast:
			low = low || c >= 0
		case quantity.Above:
			low = low || c > 0
		case quantity.AtMost:
			high = high || c <= 0
		case quantity.Below:
			high = high || c < 0
		}
	}
	return low && high
}

// yearOf is the year that a clause of the claim names for a value, 0 for none: the last that is not what it is compared with.
func (t *trial) yearOf(v value) (year int) {
	for _, y := range t.r.vals(v.clause) {
		if y.Value == nil && y.Year != 0 && !comparedWith(t.r.src, y.Start) {
			year = y.Year
		}
	}
	return year
}

// yearOf is the year that stands right after a value, where its clause has more than one: from 31 million in 2023 to 28 million in 2024.
func (r *reading) yearOf(e value) (year value) {
	n := 0
	for _, d := range r.vals(e.clause) {
		if d.Value != nil || d.Year == 0 {
			continue
		}
		n++
		if d.Start < e.End {
			continue
		}
		switch strings.TrimSpace(r.src[e.End:d.Start]) {
		case "in", "in fiscal", "for", "for fiscal", "(", "（":
			year = d
		}
	}
	if n < 2 {
		return value{}
	}
	return year
}

// otherYear returns the year that a passage gives a value, where the clause of the claim gives it another: the one right after it, or the
// one named nearest before it that is not what it is compared with.
func (t *trial) otherYear(v value, text *reading, e value) (string, bool) {
	year := t.yearOf(v)
	if year == 0 {
		return "", false
	}
	if own := text.yearOf(e); own.Year != 0 {
		return strings.TrimSpace(own.Text), own.Year != year
	}
	for k := e.clause; k >= max(0, e.clause-12); k-- {
		other := ""
		for _, d := range text.vals(k) {
			if d.Value != nil || d.Year == 0 {
				continue
			}
			if d.Year == year {
				return "", false
			}
			if !comparedWith(text.src, d.Start) {
				other = d.Text
			}
		}
		if other != "" {
			return other, true
		}
	}
	return "", false
}

// margin is wider for days and periods, which are often said of a whole passage.
func (t *trial) margin(v value) float64 {
	if v.Value == nil {
		return 3 * bindMargin
	}
	return bindMargin
}

// bounded2 compares the bounds and the exactness of a value of the claim with an equal one of the evidence.
func (t *trial) bounded2(i int, e value, p proof) (proof, bool) {
	v := t.r.values[i]
	if w := bounded1(t.r, v); !quantity.SameBound(w, e.Mention) && w.Bound != "" && e.Bound != "" && !t.compares(i) {
		p.rule, p.why = "comparison", v.Text+" is limited the other way in: "+p.value
		return p, true
	}
	if e.Approx && !v.Approx {
		p.rule, p.mark, p.why = "rounding", unconfirmed, v.Text+" is only approximate in: "+p.value
		return p, true
	}
	return proof{}, false
}

// elsewhereStated reports whether the claim's own clause states a value too, so that it does not
// compete for the place of value i.
func (t *trial) elsewhereStated(i int, o value) bool {
	for k := t.r.clauses[t.r.values[i].clause].vfirst; k < t.r.clauses[t.r.values[i].clause].vlast; k++ {
		if k != i && t.same(t.r.values[k], o.Mention) == equalTo {
			return true
		}
	}
	return false
}

// over reports whether "more than 300" or "below 300" holds of a value that the evidence states.
func over(v, e value) bool {
	if v.Value == nil || e.Value == nil || e.Bound != "" || e.High != nil || !quantity.CompatibleUnits(v.Unit, e.Unit) || v.Unit.Dim == "" {
		return false
	}
	c := e.Base().Cmp(v.Base())
	return v.Bound == quantity.Above && c > 0 || v.Bound == quantity.Below && c < 0
}

// compares reports whether the claim holds a value against a limit ("exceeds the limit of 0.5 %") and does not set one.
func (t *trial) compares(i int) bool {
	v := t.r.values[i]
	if b := bounded1(t.r, v).Bound; b != quantity.Above && b != quantity.Below {
		return false
	}
	if len(t.of(tableRecord))+len(t.of(calcRecord)) > 0 {
		return true
	}
	for k, o := range t.r.values {
		if k != i && o.Value != nil && o.Unit.Dim == v.Unit.Dim && o.End <= v.Start {
			return true
		}
	}
	return false
}

// comparesDays reports whether the clause of a day or a period names another one too.
func (t *trial) comparesDays(v value) bool {
	return slices.ContainsFunc(t.r.vals(v.clause), func(o value) bool { return o.Value == nil && o.Start != v.Start })
}

// onlySaid turns the proof of a value that stands in nothing but the asker's words into a finding,
// unless the claim says that they are the asker's, or makes a condition of them.
func (t *trial) onlySaid(i int, p proof) proof {
	if p.rec < 0 || t.ix.recs[p.rec].kind != saidRecord {
		return p
	}
	v := t.r.values[i]
	for c := range t.r.clauses {
		if t.r.clauses[c].sentence == t.r.clauses[v.clause].sentence && t.r.clauses[c].classes&reported != 0 {
			p.by = "words"
			return p
		}
	}
	return proof{rule: "said", rec: p.rec, why: strings.TrimSpace(v.Text) + " is only what the asker says; no record has it"}
}

// reported are the marks of what the asker said, of a condition and of a question.
const reported = words.Said | words.Condition | words.Ask
