package store

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// An indexer makes a piece.
type indexer struct {
	short   table             // terms of up to eight bytes: nearly all
	long    map[string]uint32 // the others
	terms   []string
	heads   []uint64 // of each term, its first eight bytes as a number, which sorts like it
	last    []uint32 // of each term, the last passage that holds it, counted from 1
	where   []int32  // and that posting
	posts   []posting
	of      []uint32 // the term of each posting
	lengths []uint16
}

var indexers = sync.Pool{New: func() any { return &indexer{long: map[string]uint32{}} }}

// done gives the indexer back: another one finds its memory.
func (x *indexer) done() {
	x.short.clear()
	clear(x.long)
	clear(x.terms)
	x.terms, x.heads, x.last, x.where = x.terms[:0], x.heads[:0], x.last[:0], x.where[:0]
	x.posts, x.of, x.lengths = x.posts[:0], x.of[:0], nil
	indexers.Put(x)
}

// add takes the next passage: its terms, those that stand above it, and its length.
func (x *indexer) add(terms, above []string, length int) {
	x.lengths = append(x.lengths, uint16(min(length, 1<<16-1)))
	at := uint32(len(x.lengths))
	for _, term := range terms {
		if p := x.posting(term, at); p.how&maxTimes < maxTimes {
			p.how++
		}
	}
	for _, term := range above {
		x.posting(term, at).how |= over
	}
}

// posting returns the posting of a term in the passage at hand. It is good until the next one is asked for.
func (x *indexer) posting(term string, at uint32) *posting {
	h := head(term)
	var id uint32
	var known bool
	if n := len(term); n <= 8 && term[n-1] != 0 {
		id, known = x.short.put(h, uint32(len(x.terms)))
	} else if id, known = x.long[term]; !known {
		id = uint32(len(x.terms))
		x.long[term] = id
	}
	if !known {
		x.terms = append(x.terms, term)
		x.heads = append(x.heads, h)
		x.last = append(x.last, 0)
		x.where = append(x.where, 0)
	}
	if x.last[id] != at {
		x.last[id], x.where[id] = at, int32(len(x.posts))
		x.posts = append(x.posts, posting{at: at - 1})
		x.of = append(x.of, id)
	}
	return &x.posts[x.where[id]]
}

// head returns the first eight bytes of a term as a number. Two terms of up to eight
// bytes that end in no zero byte are one where their numbers are.
func head(term string) uint64 {
	var h uint64
	for i := range min(8, len(term)) {
		h |= uint64(term[i]) << (56 - 8*i)
	}
	return h
}

// A table maps numbers that are not 0 to ids.
type table struct {
	keys []uint64
	ids  []uint32
	n    int
}

func (t *table) clear() {
	clear(t.keys)
	t.n = 0
}

// put returns the id of a key; one that is new gets the id given.
func (t *table) put(key uint64, id uint32) (uint32, bool) {
	if 2*t.n >= len(t.keys) {
		old := *t
		t.keys, t.ids = make([]uint64, max(1<<14, 2*len(old.keys))), make([]uint32, max(1<<14, 2*len(old.keys)))
		for i, k := range old.keys {
			if k != 0 {
				j := t.slot(k)
				t.keys[j], t.ids[j] = k, old.ids[i]
			}
		}
	}
	i := t.slot(key)
	if t.keys[i] == key {
		return t.ids[i], true
	}
	t.keys[i], t.ids[i] = key, id
	t.n++
	return id, false
}

// slot returns where a key is, or would be.
func (t *table) slot(key uint64) int {
	mask := uint64(len(t.keys) - 1)
	h := key * 0x9E3779B97F4A7C15
	for i := (h ^ h>>32) & mask; ; i = (i + 1) & mask {
		if t.keys[i] == key || t.keys[i] == 0 {
			return int(i)
		}
	}
}

// made is a piece that is ready to be written, but for its runs.
type made struct {
	lengths []uint16
	firsts  []string
	blocks  [][]byte
}

// make puts the postings in order of their terms.
func (x *indexer) make() (*made, error) {
	start := make([]int, len(x.terms)+1)
	for _, id := range x.of {
		start[id+1]++
	}
	for i := range x.terms {
		start[i+1] += start[i]
	}
	sorted := make([]posting, len(x.posts))
	fill := slices.Clone(start)
	for i, id := range x.of {
		sorted[fill[id]] = x.posts[i]
		fill[id]++
	}
	order := make([]uint32, len(x.terms))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		if c := cmp.Compare(x.heads[a], x.heads[b]); c != 0 {
			return c
		}
		return strings.Compare(x.terms[a], x.terms[b])
	})
	m := &made{lengths: x.lengths}
	w := blockWriter{n: len(x.lengths), flush: func(b []byte) error {
		m.blocks = append(m.blocks, b)
		return nil
	}}
	for _, id := range order {
		if err := w.add(x.terms[id], sorted[start[id]:start[id+1]]); err != nil {
			return nil, err
		}
	}
	err := w.end()
	m.firsts = w.firsts
	return m, err
}
