package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

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

// otherYear returns the year that a passage gives a value, where the clause of the claim gives it another: the one named nearest
// before it that is not what it is compared with.
func (t *trial) otherYear(v value, text *reading, e value) (string, bool) {
	year := 0
	for _, y := range t.r.vals(v.clause) {
		if y.Value == nil && y.Year != 0 && !comparedWith(t.r.src, y.Start) {
			year = y.Year
		}
	}
	if year == 0 {
		return "", false
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

// A weighed key is a word of the claim and how much it counts for the value it stands near.
type weighed struct {
	key string
	w   float64
}

// surroundings are the words of the claim around value i.
func (t *trial) surroundings(i int) []weighed {
	v := t.r.values[i]
	reach := 8.0
	if !t.lone(i, v.clause) {
		reach = 3
	}
	var out []weighed
	at := map[string]int{}
	for k, tok := range t.r.tokens {
		if tok.start >= v.Start && tok.end <= v.End && tok.kind == calendarToken {
			continue
		}
		w := tok.weight() * t.ix.rarity(tok.key)
		switch {
		case tok.clause == v.clause:
			w /= 1 + float64(distance(v.at, k))/reach
		case t.r.clauses[tok.clause].sentence == t.r.clauses[v.clause].sentence:
			w *= .4
			if t.r.kin(tok.clause, v) {
				w *= .5
			}
		default:
			w *= .15
		}
		if j, seen := at[tok.key]; seen {
			out[j].w = max(out[j].w, w)
			continue
		}
		at[tok.key] = len(out)
		out = append(out, weighed{tok.key, w})
	}
	return out
}

// fit says how well what stands around a value of a record fits what stands around value i of the claim.
func (t *trial) fit(i int, about []weighed, rec, k int) float64 {
	r := &t.ix.recs[rec]
	near := r.context(k)
	total, got := .5, 0.0
	for _, a := range about {
		total += a.w
		got += a.w * near[a.key]
	}
	v, e := t.r.values[i], r.text.values[k]
	for j, o := range t.r.values {
		if j == i || o.Weak || t.r.clauses[o.clause].sentence != t.r.clauses[v.clause].sentence || o.Value == nil && !slices.ContainsFunc(r.text.vals(e.clause), func(x value) bool { return x.Value == nil }) {
			continue
		}
		w := .8
		if o.clause != v.clause {
			w = .4
		}
		total += w
		best := 0.0
		for x := range r.text.values {
			if d := r.text.values[x].clause - e.clause; x != k && d > -4 && d < 4 && t.same(o, r.text.values[x].Mention) == equalTo {
				best = max(best, r.text.nearValue(k, x))
			} else if x != k && d <= 0 && d > -4 && r.text.ranges(r.text.values[x].clause, o) {
				best = max(best, r.text.nearValue(k, x))
			}
		}
		got += w * best
	}
	s := got / total
	switch a, b := role(t.r.src, v.Start), role(r.text.src, e.Start); {
	case a == "" || b == "":
	case a == b:
		s += .1
	default:
		s -= .1
	}
	if v.Value != nil && former(r.text.src, e.Start) != (former(t.r.src, v.Start) || t.past(v.clause)) {
		s -= .15
	}
	if v.Value == nil && comparedWith(r.text.src, e.Start) && !comparedWith(t.r.src, v.Start) {
		s -= .1
	}
	return s
}

// past reports whether a clause of the claim says itself that it is about what was before.
func (t *trial) past(c int) bool {
	low := strings.ToLower(t.r.text(c))
	for _, w := range formerly {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// lone reports whether a value is the only number of its clause.
func (t *trial) lone(i, c int) bool {
	for k := t.r.clauses[c].vfirst; k < t.r.clauses[c].vlast; k++ {
		if o := t.r.values[k]; k != i && o.Value != nil && !o.Weak {
			return false
		}
	}
	return true
}

// dayOf returns the day or period that stands right before a value: 2023年的17.2亿元.
func dayOf(text *reading, e value) (value, bool) {
	for _, d := range text.vals(e.clause) {
		if d.Value == nil && d.End <= e.Start && e.Start-d.End <= len("的 ") {
			return d, true
		}
	}
	return value{}, false
}

// datesValue reports whether a day of the evidence stands right before a value that the clause of a day of the claim states.
func (t *trial) datesValue(v value, text *reading, d value) bool {
	for _, e := range text.vals(d.clause) {
		if near, ok := dayOf(text, e); ok && near.Start == d.Start && slices.ContainsFunc(t.r.vals(v.clause), func(o value) bool { return o.Value != nil && t.same(o, e.Mention) == equalTo }) {
			return true
		}
	}
	return false
}

// bounded1 gives a value the bound of the word right before it, where the number itself was read without one: beyond 7 days.
func bounded1(r *reading, v value) quantity.Mention {
	m := v.Mention
	if m.Bound != "" {
		return m
	}
	for _, w := range r.clauses[v.clause].marks {
		if w.End > v.Start || v.Start-w.End > 1 {
			continue
		}
		switch {
		case w.Class&words.AtMost != 0:
			m.Bound = quantity.AtMost
		case w.Class&words.AtLeast != 0:
			m.Bound = quantity.AtLeast
		case w.Class&words.Above != 0:
			m.Bound = quantity.Above
		case w.Class&words.Below != 0:
			m.Bound = quantity.Below
		}
	}
	return m
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

// role returns the role that the word right before a place gives to what stands there.
func role(s string, at int) string {
	before := strings.TrimRight(s[:at], " \t$¥€£")
	if len(before) > 24 {
		cut := len(before) - 24
		for cut < len(before) && !utf8.RuneStart(before[cut]) {
			cut++
		}
		before = before[cut:]
	}
	low := strings.ToLower(before)
	best, n := "", 0
	for _, r := range roles {
		if len(r.word) <= n || !strings.HasSuffix(low, r.word) {
			continue
		}
		if c := r.word[0]; c < 0x80 {
			if rest := low[:len(low)-len(r.word)]; rest != "" && rest[len(rest)-1] != ' ' {
				continue
			}
		}
		best, n = r.role, len(r.word)
	}
	return best
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

func comparedWith(s string, at int) bool {
	before := strings.ToLower(strings.TrimRight(s[max(0, at-24):at], " "))
	for _, w := range []string{" fiscal", " in", " the", " for", " of"} {
		before = strings.TrimSuffix(before, w)
	}
	for _, w := range comparing {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// former reports whether the words before a value say that it is what something was before, or is compared with.
func former(s string, at int) bool {
	before := strings.ToLower(strings.TrimRight(s[max(0, at-30):at], " $¥€£"))
	before = strings.TrimSuffix(strings.TrimSuffix(before, "的"), "约")
	for _, w := range formerly {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

var comparing = []string{"较", "比", "相比", "较之", "than", "than in", "than the", "compared with", "compared to", "against", "from", "versus", "同期", "上年"}

var formerly = []string{"from", "compared with", "compared to", "than", "against", "上年", "上年为", "去年", "去年为", "上期", "上年同期", "上年同期为", "去年同期", "去年同期为", "上周", "上周为", "上月", "上月为", "上季度", "上季度为", "前一周为", "last week", "last month", "the week before", "the month before", "the year before", "由", "由扣", "从", "原为", "原定", "原定于", "原计划", "原计划于", "此前为", "previously", "originally", "originally scheduled for", "originally set for", "against"}

// roles are the words right before a value that say which of two it is: where it came from, where it went, by how much.
var roles = []struct{ word, role string }{
	{"from", "origin"}, {"to", "target"}, {"by", "change"}, {"until", "target"}, {"till", "target"}, {"through", "target"}, {"between", "origin"},
	{"从", "origin"}, {"由", "origin"}, {"自", "origin"}, {"增至", "target"}, {"降至", "target"}, {"升至", "target"}, {"减至", "target"}, {"增加到", "target"},
	{"提高到", "target"}, {"上升到", "target"}, {"下降到", "target"}, {"至", "target"}, {"到", "target"}, {"增加了", "change"}, {"减少了", "change"}, {"增长了", "change"},
	{"下降了", "change"}, {"提高了", "change"}, {"上升了", "change"},
}

// reported are the marks of what the asker said, of a condition and of a question.
const reported = words.Said | words.Condition | words.Ask
