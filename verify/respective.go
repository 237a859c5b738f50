package verify

import (
	"regexp"
	"strings"
)

var (
	respectiveWord = regexp.MustCompile(`分别|依次|respectively`)
	itemBreak      = regexp.MustCompile(`、|，|和|及|与|, and |, | and `)
)

// A stretch is a part of a text.
type stretch struct{ start, end int }

// itemOf returns the stretch of a text that value i belongs to where the text gives several things their values in
// order (A、B和C分别为1、2和3), and the stretches of the others.
func (r *reading) itemOf(i int) (own stretch, others []stretch, ok bool) {
	v := r.values[i]
	s := r.clauses[v.clause].sentence
	from, to := r.sentenceSpan(s)
	if to-from > maxSentence {
		return stretch{}, nil, false
	}
	mark := respectiveWord.FindStringIndex(r.src[from:to])
	if mark == nil {
		return stretch{}, nil, false
	}
	at := from + mark[0]
	after := r.src[at] >= 0x80 // the Chinese word stands before the values, the English one after them
	var list []int
	lo, hi := r.valuesOf(s)
	for k := lo; k < hi; k++ {
		e := r.values[k]
		if e.Start < from || e.End > to || e.Value == nil || e.Weak || !sameKind(e.Mention, v.Mention) {
			continue
		}
		if after == (e.Start > at) {
			list = append(list, k)
		}
	}
	n, pos := len(list), -1
	for k, x := range list {
		if x == i {
			pos = k
		}
	}
	if n < 2 || n > 8 || pos < 0 {
		return stretch{}, nil, false
	}
	limit := r.values[list[0]].Start
	if after {
		limit = at
	}
	for back := 0; back <= 3 && s-back >= 0; back++ {
		lo, hi := r.sentenceSpan(s - back)
		if back == 0 {
			hi = limit
		}
		if items := lastList(r.src, lo, hi, n); items != nil {
			own = items[pos]
			others = append(append(others, items[:pos]...), items[pos+1:]...)
			return own, others, true
		}
	}
	return stretch{}, nil, false
}

// sentenceSpan returns where a sentence begins and ends.
func (r *reading) sentenceSpan(s int) (from, to int) {
	first, end := r.sentence(s)
	if first == end {
		return 0, 0
	}
	return r.clauses[first].start, r.clauses[end-1].end
}

// lastList finds the last run of n short stretches in a part of a text, joined as a list is: A、B和C, "A, B and C".
func lastList(s string, from, to, n int) []stretch {
	if from >= to {
		return nil
	}
	var cuts [][]int
	for _, m := range itemBreak.FindAllStringIndex(s[from:to], 64) {
		cuts = append(cuts, []int{from + m[0], from + m[1]})
	}
	for last := len(cuts) - 1; last-(n-2) >= 0; last-- {
		w := s[cuts[last][0]:cuts[last][1]]
		if strings.ContainsAny(w, "、，") || w == ", " {
			continue // a list ends in and
		}
		first := last - (n - 2)
		if first > 0 && cuts[first][0]-cuts[first-1][1] < 2 {
			continue
		}
		items := make([]stretch, n)
		ok := true
		for k := range n {
			a, b := from, to
			if k > 0 {
				a = cuts[first+k-1][1]
			}
			if k < n-1 {
				b = cuts[first+k][0]
			}
			if k == 0 {
				a = max(a, b-24)
				if first > 0 {
					a = max(a, cuts[first-1][1])
				}
			}
			if k == n-1 {
				b = min(b, a+24)
			}
			if b-a > 40 || b <= a {
				ok = false
				break
			}
			items[k] = stretch{a, b}
		}
		if ok {
			return items
		}
	}
	return nil
}

// in reports whether a token lies in a stretch.
func (t token) in(s stretch) bool {
	return t.start >= s.start-3 && t.end <= s.end+3 && t.end > s.start && t.start < s.end
}

// maxSentence bounds the sentences in which things are given their values in order.
const maxSentence = 2000

// valuesOf returns the values of a sentence, from the first to the one after the last.
func (r *reading) valuesOf(s int) (from, to int) {
	first, end := r.sentence(s)
	if first == end {
		return 0, 0
	}
	return r.clauses[first].vfirst, r.clauses[end-1].vlast
}
