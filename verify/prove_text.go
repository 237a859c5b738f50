package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

// inPassage looks for value i in the clause of a pair, and where that has none of its kind in what
// it inherits from, nearest first. Then it asks whether another value of the kind in the same clause stands
// closer to what the claim says of it.
func (t *trial) inPassage(i int, q *pair) proof {
	v, text := t.r.values[i], t.ix.recs[q.rec].text
	best := missing(v)
	for _, c := range t.reach(i, q) {
		p, kin := t.inClause(i, q, c)
		if p.rule == "" && v.Value != nil && c != q.clause && t.stranger(v.clause, text, c) {
			p.rule, p.why = "binding", strings.TrimSpace(v.Text)+" is said of something else in: "+text.text(c)
		}
		if p.rule == "" {
			return p
		}
		best = better(best, p)
		if kin && (v.Value != nil || !comparison(text, c)) {
			break // this clause says how much or when: what stands farther off is said of something else
		}
	}
	return best
}

// stranger reports whether a clause of the evidence has a subject of its own that the claim does not speak of.
func (t *trial) stranger(c int, text *reading, k int) bool {
	if text.verbFirst(k) || text.lang != t.r.lang {
		return false
	}
	for _, tok := range text.subject(k) {
		if tok.kind != calendarToken && !asides[tok.key] && !has(t.sentence(c), tok.key) && text.lang == "en" {
			return true
		}
	}
	return false
}

// reach is where a value may stand: the window, and for a day or a period what the sentence, and then
// the sentences before it, are about.
func (t *trial) reach(i int, q *pair) []int {
	v := t.r.values[i]
	if v.Value != nil {
		if q.own && t.lone(i, v.clause) {
			return q.window[:1] // what it inherits says its values of what it is about itself
		}
		return q.window
	}
	out := q.window
	for k := q.clause - 1; k >= 0 && len(out) < 24; k-- {
		if !slices.Contains(out, k) {
			out = append(out[:len(out):len(out)], k)
		}
	}
	return out
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

// comparison reports whether all the days of a clause are ones that something is compared with: 较2023年, than in 2018.
func comparison(text *reading, c int) bool {
	for _, e := range text.vals(c) {
		if e.Value == nil && !comparedWith(text.src, e.Start) {
			return false
		}
	}
	return true
}

var comparing = []string{"较", "比", "相比", "较之", "than", "than in", "than the", "compared with", "compared to", "against", "from", "versus", "同期", "上年"}

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

// inClause looks for value i in one clause, and reports whether the clause has values of its kind at all.
func (t *trial) inClause(i int, q *pair, c int) (best proof, kin bool) {
	v, text := t.r.values[i], t.ix.recs[q.rec].text
	best = missing(v)
	var hits, others []value
	for _, e := range text.vals(c) {
		p := proof{rec: q.rec, by: "quote", value: text.text(e.clause), exact: e.Mention}
		switch t.same(v, e.Mention) {
		case equalTo:
			if v.Value != nil && t.ofAnotherDay(i, text, e) {
				p.rule, p.why = "binding", strings.TrimSpace(v.Text)+" is what it was at another time in: "+p.value
				best, kin = better(best, p), true
				continue
			}
			if v.Value == nil && !t.datesValue(v, text, e) && comparedWith(text.src, e.Start) && !comparedWith(t.r.src, v.Start) && role(t.r.src, v.Start) != "origin" && len(text.vals(c)) > 0 && !t.comparesDays(v) {
				kin = true
				continue // than in 2018: what it is compared with, and not when it was
			}
			if w := bounded1(t.r, v); !quantity.SameBound(w, e.Mention) && w.Bound != "" && e.Bound != "" && !t.compares(i) {
				p.rule, p.why = "comparison", v.Text+" is limited the other way in: "+p.value
				best = better(best, p)
				continue
			}
			if e.Approx && !v.Approx {
				p.rule, p.mark, p.why = "rounding", unconfirmed, v.Text+" is only approximate in: "+p.value
				best = better(best, p)
				continue
			}
			hits = append(hits, e)
		case crude:
			p.rule, p.why = "rounding", v.Text+" stands for "+strings.TrimSpace(e.Text)+": a limit lies between, or fewer than two digits are given; say about"
			best = better(best, p)
		case otherUnit:
			p.rule, p.why = "unit", v.Text+" has another unit than "+strings.TrimSpace(e.Text)
			best, kin = better(best, p), true
		default:
			if sameKind(v.Mention, e.Mention) {
				others = append(others, e)
			}
		}
	}
	if len(hits) == 0 {
		for _, e := range others {
			if over(v, e) && !t.elsewhereStated(i, e) {
				return proof{rec: q.rec, by: "quote", value: text.text(c), exact: e.Mention}, true
			}
		}
		return best, kin || len(others) > 0
	}
	hit, near := hits[0], -9.0
	for _, h := range hits {
		if s := t.nearness(i, q, h); s > near {
			hit, near = h, s
		}
	}
	p := proof{rec: q.rec, by: "quote", value: text.text(hit.clause), exact: hit.Mention}
	if v.Value != nil && former(text.src, hit.Start) && !former(t.r.src, v.Start) && role(t.r.src, v.Start) != "origin" && !t.wasThen(i, text, c) && t.current(q, hit) {
		p.rule, p.why = "binding", strings.TrimSpace(v.Text)+" is what it was before in: "+text.text(c)
		return p, true
	}
	for _, o := range others {
		if t.elsewhereStated(i, o) {
			continue
		}
		if s := t.nearness(i, q, o); s > near+.02 {
			p.rule, p.why = "binding", "what the claim says of "+strings.TrimSpace(v.Text)+" is said of "+strings.TrimSpace(o.Text)+" in: "+text.text(o.clause)
			return p, true
		}
	}
	return p, true
}

var formerly = []string{"from", "compared with", "compared to", "than", "against", "上年", "上年为", "去年", "去年为", "上期", "上年同期", "上年同期为", "去年同期", "去年同期为", "由", "从", "原为", "此前为", "previously"}

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

// wasThen reports whether the claim gives value i the day or period that a clause of the evidence
// gives it, or says itself that it is what was before.
func (t *trial) wasThen(i int, text *reading, c int) bool {
	v := t.r.values[i]
	if t.dayFit(v.clause, text, c) > 0 {
		return true
	}
	low := strings.ToLower(t.r.text(v.clause))
	for _, w := range formerly {
		if strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// current reports whether a window has a value of the kind that is not what it was before.
func (t *trial) current(q *pair, e value) bool {
	text := t.ix.recs[q.rec].text
	for _, c := range q.window {
		for _, o := range text.vals(c) {
			if o.Start != e.Start && o.Value != nil && sameKind(e.Mention, o.Mention) && !former(text.src, o.Start) {
				return true
			}
		}
	}
	return false
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

// ofAnotherDay reports whether a value of the evidence is given a day or a period of its own, and the claim another.
func (t *trial) ofAnotherDay(i int, text *reading, e value) bool {
	d, ok := dayOf(text, e)
	if !ok {
		return false
	}
	other := false
	for _, v := range t.r.vals(t.r.values[i].clause) {
		if v.Value == nil {
			if t.same(v, d.Mention) == equalTo {
				return false
			}
			other = other || v.Kind == d.Kind
		}
	}
	return other
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

// nearness compares what stands around value i of the claim with what stands around a value of the evidence.
func (t *trial) nearness(i int, q *pair, e value) float64 {
	v, text := t.r.values[i], t.ix.recs[q.rec].text
	total, got := 0.0, 0.0
	cl := t.r.clauses[v.clause]
	seen := map[string]bool{}
	for k := cl.first; k < cl.last; k++ {
		tok := t.r.tokens[k]
		if seen[tok.key] || tok.start >= v.Start && tok.end <= v.End {
			continue
		}
		seen[tok.key] = true
		w := tok.weight() * t.ix.rarity(tok.key) / (1 + float64(distance(v.at, k))/4)
		total += w
		got += w * around(text, q.window, e, tok.key)
	}
	s := 0.0
	if total > 0 {
		s = got / total
	}
	switch a, b := role(t.r.src, v.Start), role(text.src, e.Start); {
	case a == "" || b == "":
	case a == b:
		s += .3
	default:
		s -= .3
	}
	return s
}

func distance(at, k int) int {
	if k < at {
		return at - k - 1
	}
	return k - at
}

// around says how close to a value a key stands: 1 next to it, less with each token between, and
// less again in another clause.
func around(text *reading, window []int, e value, key string) float64 {
	best := 0.0
	for _, c := range window {
		cl := text.clauses[c]
		for k := cl.first; k < cl.last; k++ {
			if text.tokens[k].key != key {
				continue
			}
			s := 1 / (1 + float64(distance(e.at, k))/4)
			if c != e.clause {
				s *= .6
			}
			best = max(best, s)
		}
	}
	return best
}

// roles are the words right before a value that say which of two it is: where it came from, where it went, by how much.
var roles = []struct{ word, role string }{
	{"from", "origin"}, {"to", "target"}, {"by", "change"}, {"until", "target"}, {"till", "target"}, {"through", "target"}, {"between", "origin"},
	{"从", "origin"}, {"由", "origin"}, {"自", "origin"}, {"增至", "target"}, {"降至", "target"}, {"升至", "target"}, {"减至", "target"}, {"增加到", "target"},
	{"提高到", "target"}, {"上升到", "target"}, {"下降到", "target"}, {"至", "target"}, {"到", "target"}, {"增加了", "change"}, {"减少了", "change"}, {"增长了", "change"},
	{"下降了", "change"}, {"提高了", "change"}, {"上升了", "change"},
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

// settle decides on value i: rows, calculations and the like first, then the passage its clause speaks of, then what was only said.
func (t *trial) settle(i int) {
	if t.proofs[i].rule == "" {
		return
	}
	v := t.r.values[i]
	best := t.proofs[i]
	if best.named && best.rule == "rounding" {
		return // the row that the claim names has it, only not so exactly
	}
	q := &t.pairs[v.clause]
	if q.ok {
		p, ok := q.values[i]
		if !ok {
			p = t.inPassage(i, q)
		}
		best = better(best, p)
	}
	if best.rule == "" {
		t.proofs[i] = t.onlySaid(i, best)
		return
	}
	// the clause stands in more than one passage, each with a part of it
	for _, p := range t.candidates(v.clause) {
		if q.ok && p == q.place {
			continue
		}
		other := t.compare(v.clause, p)
		pr := t.inPassage(i, &other)
		if pr.rule != "" {
			best = better(best, pr)
			continue
		}
		if p.rec == q.rec && t.shared(v.clause, i, q) {
			best = better(best, proof{rule: "binding", rec: p.rec, why: strings.TrimSpace(v.Text) + " is said of something else in: " + t.ix.recs[p.rec].text.text(p.clause)})
			continue
		}
		if other.score >= q.score-.1 && weigh(other.foreign) <= weigh(q.foreign) || p.rec != q.rec && len(other.foreign) == 0 && (other.score > .34 || t.besides(i, &other)) {
			t.proofs[i] = t.onlySaid(i, pr)
			return
		}
		best = better(best, proof{rule: "binding", rec: p.rec, why: strings.TrimSpace(v.Text) + " is said of something else in: " + t.ix.recs[p.rec].text.text(p.clause)})
	}
	t.proofs[i] = best
}

// shared reports whether a pair proves another value of a clause: what the clause says is said in one place.
func (t *trial) shared(c, not int, q *pair) bool {
	for k, p := range q.values {
		if k != not && p.rule == "" && t.r.values[k].clause == c && !t.r.values[k].Weak {
			return true
		}
	}
	return false
}

// besides reports whether what stands right before value i in the claim is covered by a pair.
func (t *trial) besides(i int, q *pair) bool {
	v := t.r.values[i]
	if v.at == 0 || v.at-1 < t.r.clauses[v.clause].first {
		return false
	}
	key := t.r.tokens[v.at-1].key
	return slices.ContainsFunc(q.window, func(c int) bool { return has(t.ix.recs[q.rec].text.toks(c), key) })
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

// extractive reports whether the claim is one or more whole sentences of a passage it cites, perhaps after the passage's title and place.
func (t *trial) extractive() bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if r.kind != passageRecord {
			continue
		}
		for _, s := range append(strip(t.claim.Text), t.afterPlace(r)...) {
			if n := utf8.RuneCountInString(s); n >= 4 && sentences(r.ev.Text, s) {
				return true
			}
		}
	}
	return false
}

// afterPlace returns what follows a colon when what stands before it only names the passage.
func (t *trial) afterPlace(r *record) []string {
	s := r.ev.Source
	if s == nil {
		return nil
	}
	for _, mark := range []string{"：", ": "} {
		i := strings.Index(t.claim.Text, mark)
		if i < 0 {
			continue
		}
		before := t.claim.Text[:i]
		for _, part := range append(strings.Split(s.Heading, " / "), s.Title, s.Version, s.Section) {
			if part != "" {
				before = strings.Replace(before, part, "", 1)
			}
		}
		if len(strings.Trim(before, " 《》§第条款章节,，.()（）[]")) == 0 {
			return []string{squeeze(t.claim.Text[i+len(mark):])}
		}
	}
	return nil
}

// strip returns the text, and the text without what introduces a quotation.
func strip(s string) []string {
	out := []string{squeeze(s)}
	for _, mark := range []string{"：", ": ", "》", "”"} {
		if i := strings.Index(s, mark); i >= 0 && introduces(s[:i+len(mark)]) {
			out = append(out, squeeze(s[i+len(mark):]))
			if rest := s[i+len(mark):]; mark == "》" {
				if k := strings.IndexAny(rest, "：:"); k >= 0 && k < 60 {
					_, size := utf8.DecodeRuneInString(rest[k:])
					out = append(out, squeeze(rest[k+size:]))
				}
			}
		}
	}
	return out
}

// introduces reports whether a text only names a document and a place in it.
func introduces(s string) bool {
	return strings.Contains(s, "《") && strings.Contains(s, "》") || strings.Contains(s, "§")
}

// squeeze drops blanks, quotation marks and the mark at the end, which a quotation may change.
func squeeze(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\r', '\u00a0', '“', '”', '"', '「', '」', '*', '`':
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(strings.TrimLeft(s, "-•#>"), "。.；;！!：:")
}

func sentences(passage, s string) bool {
	whole := squeeze(passage)
	i := strings.Index(whole, s)
	if i < 0 {
		return false
	}
	before, after := strings.TrimRight(whole[:i], "-•#>0123456789、) "), whole[i+len(s):]
	first := before == "" || endsSentence(before)
	last := after == "" || strings.ContainsAny(after[:1], ".!?;") && !strings.ContainsAny(after[:min(2, len(after))][1:], "0123456789") ||
		slices.ContainsFunc([]string{"。", "！", "？", "；", "#", "-", "•"}, func(m string) bool { return strings.HasPrefix(after, m) })
	if first && last {
		return true
	}
	// squeezed text has lost its line breaks: look again with them
	for _, line := range strings.Split(passage, "\n") {
		if squeeze(line) == s {
			return true
		}
	}
	return false
}

func endsSentence(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("。！？；.!?;:：", r)
}
