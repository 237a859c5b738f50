package verify

import "slices"

// is reports whether a token stands under a key, as its first meaning or another.
func (t *token) is(key string) bool { return t.key == key || slices.Contains(t.also, key) }

// any reports whether one of a token's meanings passes a test.
func (t token) any(test func(key string) bool) bool {
	return test(t.key) || slices.ContainsFunc(t.also, test)
}

// partOf reports whether a token may mean what a word of the phrase that another is means.
func (t *token) partOf(phrase *token) bool {
	if len(phrase.parts) == 0 {
		return false
	}
	if slices.Contains(phrase.parts, t.key) {
		return true
	}
	for _, key := range t.also {
		if slices.Contains(phrase.parts, key) {
			return true
		}
	}
	return false
}

// resolve gives each word of a claim that may mean several things the meaning that the evidence has.
func (ix *index) resolve(r *reading) {
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.kind != conceptToken || ix.knows(t.key) {
			continue
		}
		if k := slices.IndexFunc(t.also, ix.knows); k >= 0 {
			t.key, t.also[k] = t.also[k], t.key
		}
	}
}

// shareSense reports whether two tokens may mean the same: one may be a word of the phrase that the other is, as leave is of annual leave; two phrases that
// only have a word in common are two things.
func shareSense(a, b token) bool { return mayMean(&a, &b) }

func mayMean(a, b *token) bool {
	if b.is(a.key) || a.partOf(b) || b.partOf(a) {
		return true
	}
	for _, key := range a.also {
		if b.is(key) {
			return true
		}
	}
	return false
}
