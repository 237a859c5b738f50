package verify

import "github.com/casefile/casefile/verify/words"

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
			until := c.end
			if m.Class&words.NotLocal != 0 {
				until = r.nextWord(c, m.End)
			} else {
				for _, later := range c.marks[k+1:] {
					if later.Class&endsScope != 0 && later.Class&words.Negating == 0 {
						until = later.Start
						break
					}
				}
			}
			for _, cut := range c.cuts {
				if cut >= m.End {
					until = min(until, cut)
					break
				}
			}
			for t := c.first; t < c.last; t++ {
				if tok := &r.tokens[t]; tok.start >= m.End && tok.start < until {
					tok.neg = !tok.neg
				}
			}
		}
	}
}

// nextWord returns where the word after a place ends: a phrase, or two Han characters.
func (r *reading) nextWord(c *clause, after int) int {
	for t := c.first; t < c.last; t++ {
		if tok := r.tokens[t]; tok.start >= after {
			return tok.end
		}
	}
	return after
}
