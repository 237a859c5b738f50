package verify

import "slices"

// is reports whether a token stands under a key, as its first meaning or another.
func (t token) is(key string) bool { return t.key == key || slices.Contains(t.also, key) }

// any reports whether one of a token's meanings passes a test.
func (t token) any(test func(key string) bool) bool {
	return test(t.key) || slices.ContainsFunc(t.also, test)
}

// resolve gives each word of a claim that may mean several things the meaning that the evidence has.
func (ix *index) resolve(r *reading) {
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.kind != conceptToken || ix.words[t.key] {
			continue
		}
		if k := slices.IndexFunc(t.also, func(k string) bool { return ix.words[k] }); k >= 0 {
			t.key, t.also[k] = t.also[k], t.key
		}
	}
}

// shareSense reports whether two tokens may mean the same: one may be a word of the phrase that the other is, as leave is of annual leave; two phrases that
// only have a word in common are two things.
func shareSense(a, b token) bool {
	part := func(p []string) func(key string) bool {
		return func(key string) bool { return slices.Contains(p, key) }
	}
	return a.any(b.is) || a.any(part(b.parts)) || b.any(part(a.parts))
}
