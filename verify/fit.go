package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

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
