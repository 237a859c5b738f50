package verify

import (
	"math"
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/words"
)

// What a clause of a passage has of a word that stands near it.
const (
	apartEarlier = .75 // earlier in its sentence
	apartLater   = .6  // later in it
	apartBefore  = .4  // in the sentence before
	apartFirst   = .3  // in what the passage begins with
	apartHead    = .3  // in the title or a heading
)

// An element is one thing that a claim says, with the clauses of the passage that have it.
type element struct {
	tok    token
	value  bool
	weight float64
	at     []int // clauses, in order; nil for what the passage does not have
	cover  []float64
}

// maxApart bounds the clauses of a passage, and the words of a claim, that are compared with each other.
const maxApart = 200

// apartSignals say whether one thing of the claim stands elsewhere than where the rest of the claim fits best: a name, a value or a word
// that was put in another's place.
func (t *trial) apartSignals(s signals, cs []int) {
	rec := t.pairs[cs[0]].rec
	r := t.ix.recs[rec].text
	n := min(len(r.clauses), maxApart)
	parts := t.elements(cs, rec, n)
	sum := make([]float64, n)
	all := 0.0
	for i := range parts {
		all += parts[i].weight
		for k := range n {
			sum[k] += parts[i].weight * parts[i].cover[k]
		}
	}
	if all == 0 {
		return
	}
	best := slices.Max(sum)
	s.add("joint", best/all)
	worst, total := 0.0, 0.0
	for i := range parts {
		p := &parts[i]
		if len(p.at) == 0 || len(parts) < 2 {
			continue
		}
		rest, with, at := 0.0, 0.0, 0
		for k := range n {
			x := sum[k] - p.weight*p.cover[k]
			if x > rest {
				rest, at = x, k
			}
			if p.cover[k] >= apartLater {
				with = max(with, x)
			}
		}
		delta := (rest - with) / all
		if delta < .02 {
			continue
		}
		kind := "value"
		if !p.value {
			kind = kindName(p.tok)
		}
		s.add("apart "+kind, delta)
		total += delta
		worst = max(worst, delta)
		if !p.value && p.cover[at] == 0 && slices.ContainsFunc(r.toks(at), func(e token) bool {
			return rival(p.tok, e) && !hasAny(t.r.tokens, e)
		}) {
			s.add("apart rival", 1)
		}
	}
	s.add("apart worst", worst)
	s.add("apart sum", min(total, 1))
	t.peopleSignals(s, r, parts, sum)
	t.softPoles(s, cs, r, sum, all)
	t.rivalSignals(s, r, parts)
}

// softSharp is how much more the clauses that share most with a claim count than the others.
const softSharp = 9

// sidedness is what a clause says of each matter, read once.
func (r *reading) sidedness(k int) sidedness {
	if r.sided == nil {
		r.sided = make([]sidedness, len(r.clauses))
	}
	if r.sided[k] == nil {
		r.sided[k], _ = sidednessOf([]string{r.text(k)})
	}
	return r.sided[k]
}

// softPoles compare what the claim says of each matter with what the clauses of the passage say, each as much as it shares with the claim.
func (t *trial) softPoles(s signals, cs []int, r *reading, sum []float64, all float64) {
	var ours []string
	for _, c := range cs {
		ours = append(ours, t.r.text(c))
	}
	a, _ := sidednessOf(ours)
	top := slices.Max(sum)
	total := 0.0
	theirs := make([]float64, len(a)) // from -1, not so, to 1, so
	said := make([]float64, len(a))
	for k := range sum {
		w := math.Exp(softSharp * (sum[k] - top) / all)
		if w < .05 {
			continue
		}
		total += w
		b := r.sidedness(k)
		for m := range b {
			switch b[m] {
			case 1:
				theirs[m] += w
				said[m] += w
			case 2:
				theirs[m] -= w
				said[m] += w
			}
		}
	}
	agree, clash, alone := 0.0, 0.0, 0.0
	for m, name := range words.Matters() {
		x := theirs[m] / total
		switch a[m] {
		case 0:
			if x < 0 {
				s.add(name+" soft theirs not", -x)
			}
			continue
		case 2:
			x = -x
		case 3:
			continue
		}
		s.add(name+" soft", x)
		agree += max(0, x)
		clash += max(0, -x)
		if said[m] == 0 {
			alone++
		}
	}
	s.add("net soft", (agree-clash)/(agree+clash+alone/2+.3))
	s.add("agree soft", agree)
	s.add("clash soft", clash)
	s.add("alone soft", alone)
}

// elements are the words and values of some clauses of the claim with how much each clause of a passage has of them.
func (t *trial) elements(cs []int, rec, n int) []element {
	var parts []element
	r := t.ix.recs[rec].text
	for _, c := range cs {
		for _, k := range t.r.toks(c) {
			if k.kind == calendarToken || len(parts) >= maxApart || slices.ContainsFunc(parts, func(p element) bool { return !p.value && p.tok.key == k.key }) {
				continue
			}
			p := element{tok: k, weight: k.weight() * (.5 + .5*t.ix.rarity(k.key))}
			k.any(func(key string) bool {
				for _, o := range t.ix.post[key] {
					if o.rec == rec && o.clause < n {
						p.at = append(p.at, o.clause)
					}
				}
				return false
			})
			parts = append(parts, p)
		}
		for _, v := range t.r.vals(c) {
			if v.Weak || len(parts) >= maxApart {
				continue
			}
			p := element{value: true, weight: 1}
			for k := range n {
				if slices.ContainsFunc(r.vals(k), func(e value) bool { return t.same(v, e.Mention) == equalTo }) {
					p.at = append(p.at, k)
				}
			}
			parts = append(parts, p)
		}
	}
	head := t.ix.recs[rec].head
	for i := range parts {
		p := &parts[i]
		slices.Sort(p.at)
		p.at = slices.Compact(p.at)
		p.cover = r.spread(p.at, n)
		if !p.value && head[p.tok.key] {
			for k := range p.cover {
				p.cover[k] = max(p.cover[k], apartHead)
			}
		}
	}
	return parts
}

// spread says how much each clause has of what stands in some.
func (r *reading) spread(at []int, n int) []float64 {
	out := make([]float64, n)
	for _, a := range at {
		s := r.clauses[a].sentence
		for k := range n {
			x := 0.0
			switch d := r.clauses[k].sentence - s; {
			case k == a:
				x = 1
			case d == 0 && a < k:
				x = apartEarlier
			case d == 0:
				x = apartLater
			case d == 1:
				x = apartBefore
			case s == 0:
				x = apartFirst
			}
			out[k] = max(out[k], x)
		}
	}
	return out
}

// surnames are the commonest Chinese family names.
const surnames = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤葛邢常温康施文牛樊安殷颜倪易章鲁俞庞焦柳纪祝左岳童耿关裴路"

// before are characters that a person's name follows: the last of a title, or a word that joins or says who acts.
const beforeName = "长员师授理任记士生管人工监总由与和及对向给被是让请为同"

// after are characters that follow a person's name.
const afterName = "负提批报修审主担表在向的将已说与和及对请把接任牵带发同签由、，。；：（）是也要还正出到先并不被申"

// people finds what looks like a person's name in Chinese text, as places of the source.
func (r *reading) people() [][2]int {
	var out [][2]int
	rs, at := []rune(r.src), []int(nil)
	for i := range r.src {
		at = append(at, i)
	}
	at = append(at, len(r.src))
	if len(rs)+1 != len(at) {
		return nil // not UTF-8
	}
	for i := 0; i+1 < len(rs); i++ {
		if !strings.ContainsRune(surnames, rs[i]) || !han(rs[i+1]) || i > 0 && han(rs[i-1]) && !strings.ContainsRune(beforeName, rs[i-1]) {
			continue
		}
		for _, n := range []int{3, 2} {
			end := i + n
			if end > len(rs) || !han(rs[end-1]) || strings.ContainsRune(afterName, rs[end-1]) {
				continue
			}
			if r.listed(at[i], at[end]) {
				break
			}
			if end == len(rs) || strings.ContainsRune(afterName, rs[end]) || !han(rs[end]) {
				out = append(out, [2]int{at[i], at[end]})
				i = end - 1
				break
			}
		}
	}
	return out
}

// listed reports whether a word of the bilingual lists stands in a stretch of the source.
func (r *reading) listed(from, to int) bool {
	return slices.ContainsFunc(r.tokens, func(k token) bool { return k.kind == conceptToken && k.start >= from && k.end <= to })
}

// peopleSignals say whether the names of the claim stand where the rest of it fits best, or other names do.
func (t *trial) peopleSignals(s signals, r *reading, parts []element, sum []float64) {
	named := map[int]bool{}
	for i := range parts {
		if p := &parts[i]; !p.value && p.tok.names() {
			named[i] = true
		}
	}
	var ours [][2]int
	if t.r.lang == "zh" && r.lang == "zh" {
		ours = t.r.people()
	}
	if len(named) == 0 && len(ours) == 0 {
		return
	}
	inClaim := func(start, end int) bool {
		for _, p := range parts {
			if !p.value && p.tok.start < end && start < p.tok.end {
				return true
			}
		}
		return false
	}
	// where the rest fits, without the names
	n := len(sum)
	rest := slices.Clone(sum)
	for i := range parts {
		p := &parts[i]
		person := named[i] || slices.ContainsFunc(ours, func(o [2]int) bool { return p.tok.start < o[1] && o[0] < p.tok.end && !p.value })
		if !person {
			continue
		}
		for k := range n {
			rest[k] -= p.weight * p.cover[k]
		}
	}
	if slices.Max(rest) < .5 {
		return
	}
	at := 0
	for k := range n {
		if rest[k] > rest[at]+1e-9 {
			at = k
		}
	}
	sentence := r.clauses[at].sentence
	place := func(k int) string {
		switch d := r.clauses[k].sentence - sentence; {
		case k == at:
			return "here"
		case d == 0:
			return "sentence"
		}
		return "away"
	}
	order := map[string]int{"here": 0, "sentence": 1, "away": 2}
	nearest := func(clauses []int) string {
		best := "away"
		for _, k := range clauses {
			if p := place(k); order[p] < order[best] {
				best = p
			}
		}
		return best
	}
	for _, o := range ours {
		if !inClaim(o[0], o[1]) {
			continue
		}
		word := t.r.src[o[0]:o[1]]
		var in []int
		for from := 0; ; {
			i := strings.Index(r.src[from:], word)
			if i < 0 {
				break
			}
			if k := r.clauseAt(from + i); k < n {
				in = append(in, k)
			}
			from += i + len(word)
		}
		if len(in) > 0 {
			s.add("person "+nearest(in), 1)
		}
	}
	if len(ours) > 0 {
		for _, o := range r.people() {
			if word := r.src[o[0]:o[1]]; strings.Contains(t.r.src, word) {
				continue
			}
			if k := r.clauseAt(o[0]); k < n && place(k) != "away" {
				s.add("other person "+place(k), 1)
			}
		}
	}
	for i := range parts {
		if named[i] && len(parts[i].at) > 0 {
			s.add("named "+nearest(parts[i].at), 1)
		}
	}
	if len(named) > 0 {
		other := map[string]bool{}
		for k := range n {
			if place(k) == "away" {
				continue
			}
			for _, e := range r.toks(k) {
				if e.names() && !hasAny(t.r.tokens, e) {
					other[place(k)] = true
				}
			}
		}
		for _, p := range []string{"here", "sentence"} {
			if other[p] {
				s.add("other name "+p, 1)
			}
		}
	}
}

// clauseAt returns the clause that a place of the source stands in.
func (r *reading) clauseAt(at int) int {
	for k := range r.clauses {
		if at < r.clauses[k].end {
			return k
		}
	}
	return max(0, len(r.clauses)-1)
}
