package verify

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// cut finds the clauses of r: sentences, cut at the marks that part clauses, at words of
// contrast, and at "and" where both sides have a value or a negation of their own.
func (r *reading) cut(marks []words.Mark) {
	for s, span := range text.Sentences(r.src) {
		start, hard := span.Start, true
		var cuts []int
		for i := span.Start; i < span.End; {
			n, colon := r.parts(i, span.End)
			if n == 0 {
				_, size := utf8.DecodeRuneInString(r.src[i:])
				i += size
				continue
			}
			from := start
			if len(cuts) > 0 {
				_, size := utf8.DecodeRuneInString(r.src[cuts[len(cuts)-1]:])
				from = cuts[len(cuts)-1] + size
			}
			if r.leads(from, i, marks) && i+n < span.End && strings.ContainsAny(r.src[i:i+n], ",，") {
				// a condition is said together with what it is a condition of
				cuts = append(cuts, i)
				i += n
				continue
			}
			r.add(clause{start: start, end: i, sentence: s, colon: colon, hard: hard, cuts: cuts}, marks)
			hard = strings.ContainsAny(r.src[i:i+n], ";；")
			start, i, cuts = i+n, i+n, nil
		}
		r.add(clause{start: start, end: span.End, sentence: s, hard: hard, cuts: cuts}, marks)
	}
}

// leading are the words that end, or begin, what cannot stand alone before a comma.
var leading = struct{ after, before []string }{
	after:  []string{"的", "时", "后", "者", "的话", "情况下"},
	before: []string{"经", "未经", "凭", "根据", "按照", "对于", "关于", "截至"},
}

// leads reports whether a stretch is a condition or an aside that cannot stand alone: it ends in
// 的, 时 or 后, or begins with if, when or unless.
func (r *reading) leads(start, end int, marks []words.Mark) bool {
	s := strings.TrimSpace(r.src[start:end])
	if len(s) > 200 {
		return false
	}
	vals := r.valuesIn(start, end)
	timed := len(vals) > 0 && strings.HasPrefix(strings.TrimLeft(r.src[vals[len(vals)-1].End:end], " "), "以后")
	if !timed && !r.inValue(end-1) { // 14:00以后 and 7.9亿千瓦时 are no conditions
		for _, w := range leading.after {
			if strings.HasSuffix(s, w) {
				return true
			}
		}
	}
	for _, w := range leading.before {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	if strings.HasPrefix(s, "除") && strings.HasSuffix(s, "外") {
		return true
	}
	for _, m := range marksIn(marks, start, end) {
		if m.Class&words.Condition != 0 && m.Start < start+4 {
			return true
		}
	}
	return false
}

// parts returns the length of the mark that parts two clauses at i, 0 when none stands there.
func (r *reading) parts(i, end int) (n int, colon bool) {
	c, size := utf8.DecodeRuneInString(r.src[i:end])
	switch c {
	case '，', '；', ';', '（', '）', '(', ')', '—', '–', '。', '！', '？', '|', '\n', '\t':
		if c == '–' && r.inValue(i) || (c == '(' || c == ')') && r.inValue(i) {
			return 0, false
		}
		return size, false
	case '：', ':':
		if r.inValue(i) || c == ':' && i+1 < end && r.src[i+1] != ' ' {
			return 0, false
		}
		return size, true
	case ',':
		if r.inValue(i) {
			return 0, false
		}
		return size, false
	case ' ':
		for _, w := range contrasts {
			if strings.HasPrefix(r.src[i:end], w) {
				return len(w) - 1, false // the blank after it stays, so the next clause begins with it
			}
		}
	case '但', '而', '却':
		if c == '而' && (strings.HasPrefix(r.src[i:], "而且") || strings.HasPrefix(r.src[i:], "而言")) {
			return 0, false
		}
		return size, false
	}
	return 0, false
}

var contrasts = []string{" but ", " while ", " whereas ", " however ", " although "}

// inValue reports whether a place lies in a value. Values stand in the order of the text.
func (r *reading) inValue(i int) bool {
	k := sort.Search(len(r.values), func(k int) bool { return r.values[k].End > i })
	return k < len(r.values) && r.values[k].Start <= i
}

// valuesIn returns the values that lie in a stretch.
func (r *reading) valuesIn(start, end int) []value {
	from := sort.Search(len(r.values), func(k int) bool { return r.values[k].Start >= start })
	to := from
	for to < len(r.values) && r.values[to].End <= end {
		to++
	}
	return r.values[from:to]
}

// marksIn returns the marks that lie in a stretch.
func marksIn(marks []words.Mark, start, end int) []words.Mark {
	from := sort.Search(len(marks), func(k int) bool { return marks[k].Start >= start })
	to := from
	for to < len(marks) && marks[to].End <= end {
		to++
	}
	return marks[from:to]
}

var conjunctions = []string{" and ", "、", "和", "以及", "及", "与"}

// add appends a clause, cut further at conjunctions whose two sides each say something of their own.
func (r *reading) add(c clause, marks []words.Mark) {
	for at := c.start; at < c.end; {
		next, size := conjunction(r.src, at, c.end)
		if next < 0 {
			break
		}
		at = next + size
		if r.says(max(c.start, next-sayReach), next, marks) && r.says(at, min(c.end, at+sayReach), marks) {
			left := c
			left.end, left.colon = next, false
			r.push(left)
			c.start, c.hard = at, false
		}
	}
	r.push(c)
}

// conjunction finds the next word that joins two things, -1 for none.
func conjunction(s string, at, end int) (next, size int) {
	for ; at < end; at++ {
		if c := s[at]; c != ' ' && c < 0x80 || !utf8.RuneStart(s[at]) {
			continue
		}
		for _, w := range conjunctions {
			if strings.HasPrefix(s[at:end], w) {
				return at, len(w)
			}
		}
	}
	return -1, 0
}

func (r *reading) push(c clause) {
	s := r.src[c.start:c.end]
	trimmed := strings.TrimLeft(s, " \t\n\r")
	c.start += len(s) - len(trimmed)
	c.end = c.start + len(strings.TrimRight(trimmed, " \t\n\r"))
	if c.start < c.end {
		if n := len(r.clauses); n == 0 || r.clauses[n-1].sentence != c.sentence {
			c.hard = true
		}
		r.clauses = append(r.clauses, c)
	}
}

// moods are the marks of what may, must, should or will be.
const moods = words.Permission | words.Obligation | words.Advice | words.MustNot | words.NeedNot | words.Future | words.Possible

// sayReach is how far from a conjunction what its sides say is looked for.
const sayReach = 400

// says reports whether a stretch has a value or a negation and something it is said of.
func (r *reading) says(start, end int, marks []words.Mark) bool {
	values := r.valuesIn(start, end)
	has := slices.ContainsFunc(values, func(v value) bool { return v.Value != nil && !v.Weak && v.Kind != quantity.Ordinal }) ||
		slices.ContainsFunc(marksIn(marks, start, end), func(m words.Mark) bool { return m.Class&(words.Negating|moods) != 0 })
	if strings.Contains(r.src[start:end], "ed by ") {
		return true // who did what: "written by one and reviewed by another"
	}
	if !has {
		return strings.Contains(r.src[start:end], "en by ")
	}
	// "between 3 and 5": a bare number on either side belongs to the other
	rest := end - start
	for _, v := range values {
		rest -= v.End - v.Start
	}
	return rest > 2
}
