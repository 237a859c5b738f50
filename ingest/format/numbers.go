package format

import (
	"slices"
	"strings"
)

// numberBag counts numbers: runs of digits with single points and commas between them.
type numberBag struct {
	count map[string]int
	seen  []string // distinct, in order
	n     int
}

func newNumberBag() *numberBag { return &numberBag{count: map[string]int{}} }

// add counts the numbers of a text.
func (b *numberBag) add(s string) {
	eachNumber(s, func(num string) {
		if b.count[num] == 0 {
			b.seen = append(b.seen, strings.Clone(num))
		}
		b.count[num]++
		b.n++
	})
}

// minus returns the numbers of b that kept lacks, those apart left out, and how many those are.
// Counts matter: a number that stands twice in the source and once in the text is lost once.
func (b *numberBag) minus(kept, apart *numberBag) (*numberBag, int) {
	lost, inApart := newNumberBag(), 0
	for _, num := range b.seen {
		n := b.count[num] - kept.count[num]
		if n <= 0 {
			continue
		}
		if a := min(n, apart.count[num]); a > 0 {
			inApart += a
			n -= a
		}
		if n > 0 {
			lost.count[num] = n
			lost.seen = append(lost.seen, num)
			lost.n += n
		}
	}
	return lost, inApart
}

func (b *numberBag) first(n int) []string { return slices.Clone(b.seen[:min(n, len(b.seen))]) }

// eachNumber calls do for every number of s, full-width digits as ASCII.
func eachNumber(s string, do func(string)) {
	if !strings.ContainsAny(s, "0123456789") && !strings.ContainsAny(s, "０１２３４５６７８９") {
		return
	}
	if strings.ContainsAny(s, "０１２３４５６７８９．，") {
		s = strings.Map(func(r rune) rune {
			if r >= '０' && r <= '９' {
				return r - '０' + '0'
			}
			return r
		}, s)
	}
	for i := 0; i < len(s); {
		if s[i] < '0' || s[i] > '9' {
			i++
			continue
		}
		j := i + 1
		for j < len(s) && (digit(s[j]) || (s[j] == '.' || s[j] == ',') && j+1 < len(s) && digit(s[j+1])) {
			j++
		}
		do(s[i:j])
		i = j
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// Missing returns the numbers that source has more often than all of kept together.
func Missing(source string, kept ...string) []string {
	have, want := newNumberBag(), newNumberBag()
	want.add(source)
	for _, k := range kept {
		have.add(k)
	}
	lost, _ := want.minus(have, newNumberBag())
	return lost.first(lost.n)
}
