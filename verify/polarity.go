package verify

import (
	"sort"

	"github.com/casefile/casefile/verify/words"
)

// endsScope are the marks after a negation that it does not reach beyond.
const endsScope = words.ScopeEnd | words.Permission | words.Obligation | words.Done | words.Condition

// polarity marks the tokens that stand under a negation. A negation of the clause reaches to its
// end, or to a word that ends its reach; 非 and non- reach the next word; 除 … 外 what stands between.
func (r *reading) polarity() {
	for i := range r.clauses {
		c := &r.clauses[i]
		for k, m := range c.marks {
			if m.Class&words.Negating == 0 {
				continue
			}
			until := min(c.end, m.End+negationReach)
			if m.Class&words.NotLocal != 0 {
				until = r.nextWord(c, m.End)
			} else {
				for _, later := range c.marks[k+1:] {
					if later.Start >= until {
						break
					}
					if later.Class&endsScope != 0 && later.Class&words.Negating == 0 {
						until = later.Start
						break
					}
				}
			}
			if k := sort.SearchInts(c.cuts, m.End); k < len(c.cuts) {
				until = min(until, c.cuts[k])
			}
			for t := r.tokenAt(c, m.End); t < c.last && r.tokens[t].start < until; t++ {
				r.tokens[t].neg = !r.tokens[t].neg
			}
		}
	}
}

// nextWord returns where the word after a place ends: a phrase, or two Han characters.
func (r *reading) nextWord(c *clause, after int) int {
	if t := r.tokenAt(c, after); t < c.last {
		return r.tokens[t].end
	}
	return after
}

// negationReach is how many bytes a negation reaches at most.
const negationReach = 300

// tokenAt returns the first token of a clause that begins at a place or later.
func (r *reading) tokenAt(c *clause, at int) int {
	return c.first + sort.Search(c.last-c.first, func(k int) bool { return r.tokens[c.first+k].start >= at })
}
