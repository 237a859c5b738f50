package text

import "slices"

// A Digest is the terms of a text as numbers, sorted, each once: what is compared with many questions is analysed once. Two terms in
// 2^64 have the same number.
type Digest []uint64

// DigestOf returns the digest of a text.
func DigestOf(s string) Digest {
	var d Digest
	Visit(s, func(term string) { d = append(d, number(term)) })
	slices.Sort(d)
	return slices.Clip(slices.Compact(d))
}

// number is FNV-1a: the same in every run, so that a replay is too.
func number(term string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(term) {
		h = (h ^ uint64(term[i])) * 1099511628211
	}
	return h
}

// SetOf is Set of a text whose digest is at hand. It reports false for a topic with a word of one character, which may be part of any
// other: Set is for these.
func (t *Topic) SetOf(d Digest) (in Set, ok bool) {
	if t.single {
		return nil, false
	}
	in = Set{}
	for term := range t.known {
		if _, found := slices.BinarySearch(d, number(term)); found {
			in[term] = true
		}
	}
	return in, true
}
