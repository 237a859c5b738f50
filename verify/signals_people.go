package verify

import (
	"slices"
	"strings"
)

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
