package store

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
)

// union joins the lists of several terms of one piece as if they were one term.
func union(ls []list, n int) (list, error) {
	switch len(ls) {
	case 0:
		return list{}, nil
	case 1:
		return ls[0], nil
	}
	times := make([]uint8, n) // 0 where there is no posting
	df := 0
	var at []uint32
	for _, l := range ls {
		var hows []byte
		var err error
		if at, hows, err = l.passages(at[:0]); err != nil {
			return list{}, err
		}
		for i, x := range at {
			h := how(hows, i)
			old := times[x]
			if old == 0 {
				df++
			}
			times[x] = 16 | min(maxTimes, old&maxTimes+h&maxTimes) | (old|h)&over
		}
	}
	ps := make([]posting, 0, df)
	for x, t := range times {
		if t != 0 {
			ps = append(ps, posting{uint32(x), t & 15})
		}
	}
	return list{df, n, appendList(nil, ps, n)}, nil
}

// count returns how many passages of k are in the list.
func (l list) count(k *mask) (int, error) {
	switch {
	case l.df == 0 || !k.any():
		return 0, nil
	case k.all():
		return l.df, nil
	}
	where, _, err := l.parts()
	if err != nil {
		return 0, err
	}
	sum := 0
	if dense(l.df, l.n) {
		i := 0
		for ; i+8 <= len(where); i += 8 {
			sum += bits.OnesCount64(binary.LittleEndian.Uint64(where[i:]) & k.bits[i/8])
		}
		for ; i < len(where); i++ {
			sum += bits.OnesCount8(where[i] & uint8(k.bits[i/8]>>(i%8*8)))
		}
		return sum, nil
	}
	buf := numbers.Get().(*[]uint32)
	defer numbers.Put(buf)
	if *buf, _, err = l.passages((*buf)[:0]); err != nil {
		return 0, err
	}
	for _, x := range *buf {
		if k.bits[x>>6]&(1<<(x&63)) != 0 {
			sum++
		}
	}
	return sum, nil
}

// walk calls do with each of some passages, which rise, that is in the list, and with how it is.
func (l list) walk(some []uint32, do func(i int, how uint8)) error {
	if l.df == 0 || len(some) == 0 {
		return nil
	}
	if dense(l.df, l.n) {
		where, hows, err := l.parts()
		if err != nil {
			return err
		}
		rank, at := 0, 0 // postings before byte at
		for i, x := range some {
			for ; at+8 <= int(x>>3); at += 8 {
				rank += bits.OnesCount64(binary.LittleEndian.Uint64(where[at:]))
			}
			for ; at < int(x>>3); at++ {
				rank += bits.OnesCount8(where[at])
			}
			if b := where[at]; b>>(x&7)&1 != 0 {
				k := rank + bits.OnesCount8(b&(1<<(x&7)-1))
				if k >= l.df {
					return errList
				}
				do(i, how(hows, k))
			}
		}
		return nil
	}
	buf := numbers.Get().(*[]uint32)
	defer numbers.Put(buf)
	all, hows, err := l.passages((*buf)[:0])
	*buf = all
	if err != nil {
		return err
	}
	k := 0
	for i, x := range some {
		if len(some)*16 < len(all) { // far apart: leap
			n, _ := slices.BinarySearch(all[k:], x)
			k += n
		}
		for k < len(all) && all[k] < x {
			k++
		}
		if k == len(all) {
			break
		}
		if all[k] == x {
			do(i, how(hows, k))
		}
	}
	return nil
}

var (
	numbers = sync.Pool{New: func() any { return new([]uint32) }}
	sums    = sync.Pool{New: func() any { return new([]float32) }}
)

// Bounds on when the lists that are left are not read as a whole.
const (
	longList = 512  // postings; checking costs about as much as reading so many
	levels   = 1024 // of the scores that are told apart when the best so far are counted
	slack    = 1e-3 // sums are in 32 bits
)

// best returns the best passages of a namespace, by score, then by place.
//
// Terms are summed up from the rarest on, until what is left cannot lift another passage
// among the best; those that can still be among them are then scored exactly.
func (m *matcher) best(p *part) ([]scored, error) {
	order := make([]int, 0, len(m.terms))
	for i, r := range m.rarity {
		if r > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(m.rarity[b], m.rarity[a]) })
	left := 0.0
	for _, i := range order {
		left += m.rarity[i]
	}
	all := left
	total, searched := 0, p.pieces[:0:0]
	for _, x := range p.pieces {
		if x.want.any() {
			searched = append(searched, x)
			total += x.n
		}
	}
	buf := sums.Get().(*[]float32)
	defer sums.Put(buf)
	*buf = slices.Grow((*buf)[:0], total)[:total]
	sum := *buf
	clear(sum)
	bound := 0.0
	for _, i := range order {
		long := 0
		for _, x := range searched {
			long += x.lists[i].df
		}
		if long > longList && long > total/16 {
			if bound = atLeast(sum, m.limit, all); bound*(1-slack) > left {
				break
			}
		}
		at := 0
		for _, x := range searched {
			if err := m.sum(x, i, sum[at:at+x.n]); err != nil {
				return nil, err
			}
			at += x.n
		}
		left = max(0, left-m.rarity[i])
	}
	bound = max(0, atLeast(sum, m.limit, all)*(1-slack)-left-slack)
	var out []scored
	at := 0
	for _, x := range searched {
		var some []uint32
		for k, s := range sum[at : at+x.n] {
			if s > 0 && float64(s) >= bound {
				some = append(some, uint32(k))
			}
		}
		at += x.n
		found, err := m.exact(p, x, some)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(b.matched), len(a.matched)), cmp.Compare(a.id, b.id))
	})
	return out[:min(len(out), m.limit)], nil
}

// atLeast returns a score that k sums reach, near that of the k-th best; 0 where fewer are not 0.
func atLeast(sum []float32, k int, most float64) float64 {
	var count [levels + 1]int
	scale := float32(levels / max(most, 1e-9))
	for _, s := range sum {
		if s > 0 {
			count[min(levels, int(s*scale))]++
		}
	}
	for l := levels; l > 0; l-- {
		if k -= count[l]; k <= 0 {
			return float64(l) / float64(scale)
		}
	}
	return 0
}

// norm is the divisor of BM25 that grows with a passage's length.
func (m *matcher) norm() (a, b float64) {
	return saturation * (1 - lengthPart), saturation * lengthPart / max(1, m.length/max(1, m.chunks))
}

// counted returns the part of a term's rarity that a passage has for holding it as often.
func counted(how uint8, norm float64) float64 {
	times := float64(how & maxTimes)
	if how&over != 0 {
		times += aboveCount
	}
	return min(1, (1+saturation)*times/(times+norm)/1.5)
}

// sum adds what a term gives to each admitted passage of a piece.
func (m *matcher) sum(x *piecePart, term int, sum []float32) error {
	l := x.lists[term]
	if l.df == 0 {
		return nil
	}
	buf := numbers.Get().(*[]uint32)
	defer numbers.Put(buf)
	at, hows, err := l.passages((*buf)[:0])
	*buf = at
	if err != nil {
		return err
	}
	a, b := m.norm()
	a32, b32, r := float32(a), float32(b), float32(m.rarity[term])
	const top = float32((1 + saturation) / 1.5)
	var times [16]float32
	for h := range times {
		times[h] = float32(h & maxTimes)
		if h&over != 0 {
			times[h] += aboveCount
		}
	}
	all := x.want.all()
	for i, k := range at {
		if all || x.want.bits[k>>6]&(1<<(k&63)) != 0 {
			t := times[hows[i>>1]>>(4*(i&1))&15]
			sum[k] += r * min(1, top*t/(t+a32+b32*float32(x.lengths[k])))
		}
	}
	return nil
}

// exact scores passages of a piece by all terms.
func (m *matcher) exact(p *part, x *piecePart, some []uint32) ([]scored, error) {
	out := make([]scored, len(some))
	a, b := m.norm()
	for t := range m.terms {
		err := x.lists[t].walk(some, func(i int, how uint8) {
			if n := counted(how, a+b*float64(x.lengths[some[i]])); n > 0 {
				out[i].score += m.rarity[t] * n
				out[i].matched = append(out[i].matched, t)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	for i := range out {
		out[i].part, out[i].id = p, x.passage(some[i])
		if m.total > 0 {
			out[i].score = min(1, out[i].score/m.total)
		}
	}
	return out, nil
}
