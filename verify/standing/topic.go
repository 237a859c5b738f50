package standing

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// topic reads what the passages are about by their own words, and whether the question names it.
func (f *features) topic(question string, ps []passage) {
	asked := []string{} // terms of the question, in order
	for _, t := range text.Analyze(question) {
		if !t.Weak && !asking[t.Term] {
			asked = append(asked, t.Term)
		}
	}
	in := content(question)
	names := properNames(question)
	freq, named, pairs := map[string]int{}, map[string]int{}, map[string]bool{}
	headed := 0.0
	for _, p := range ps {
		for i, t := range p.order {
			freq[t]++
			if i > 0 {
				pairs[p.order[i-1]+" "+t] = true
			}
		}
		for _, w := range p.capitals {
			named[w]++
		}
		if p.headed {
			headed++
		}
	}
	hit, all := 0.0, 0.0
	for _, t := range most(freq, 6) {
		all += float64(freq[t])
		if in[t] {
			hit += float64(freq[t])
		}
	}
	if all > 0 {
		f.add("topic-asked", hit/all)
	}
	for _, t := range most(named, 1) {
		is := names[t] || in[t] || in[text.Stem(t)]
		f.flag("top-name-asked", is)
		f.flag("top-name-foreign", !is && named[t] > 1 && len(names) > 0)
	}
	count := 0
	for n := range names {
		count = max(count, named[n])
	}
	f.add("name-count", math.Log1p(float64(count)/float64(len(ps))))
	together, missing, strength := 0, 0, 0.0
	for i, t := range asked {
		if i > 0 && pairs[asked[i-1]+" "+t] {
			together++
		}
		if freq[t] == 0 && len(t) >= 6 {
			missing++
		}
		strength += math.Log1p(float64(freq[t]))
	}
	if len(asked) > 0 {
		f.add("cover-pairs", float64(together)/float64(len(asked)))
		f.add("long-terms-missing", float64(missing)/float64(len(asked)))
		f.add("term-strength", strength/float64(len(asked)))
		f.flag("first-term-missing", freq[asked[0]] == 0)
		f.flag("last-term-missing", freq[asked[len(asked)-1]] == 0)
	}
	f.add("headed", headed/float64(len(ps)))
	f.times(question, ps)
}

// most returns the keys that are counted most.
func most(m map[string]int, n int) []string {
	keys := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(m[b], m[a]) })
	return keys[:min(n, len(keys))]
}

// times reads whether the passages are of the time asked about.
func (f *features) times(question string, ps []passage) {
	newest, asked := 0, 0
	for _, p := range ps {
		for y := range p.years {
			newest = max(newest, y)
		}
	}
	for _, v := range quantity.Find(question) {
		asked = max(asked, v.Year)
	}
	f.flag("years-none", newest == 0)
	f.flag("years-before-asked", asked > 0 && newest > 0 && newest < asked)
	f.flag("years-after-asked", asked > 0 && newest > asked)
}

// best compares the sentences of the passages that are most about the question.
func (f *features) best(question string, ps []passage) {
	q := content(question)
	var tops []sentence
	short, long := math.Inf(1), 0.0
	for _, p := range ps {
		short, long = min(short, float64(p.words)), max(long, float64(p.words))
		if len(p.sentences) > 0 {
			tops = append(tops, slices.MaxFunc(p.sentences, func(a, b sentence) int { return cmp.Compare(share(q, a.terms), share(q, b.terms)) }))
		}
	}
	if len(tops) < 2 {
		return
	}
	var b balance
	denied, ups, downs := 0, 0, 0
	for i, t := range tops {
		if t.neg {
			denied++
		}
		switch {
		case t.up > t.down:
			ups++
		case t.up < t.down:
			downs++
		}
		for j := range i {
			b.pair(q, t, tops[j])
		}
	}
	f.add("best-differ", math.Log1p(b.differ+b.far))
	f.add("best-agree", math.Log1p(b.agree))
	f.add("best-sides", math.Log1p(b.sides))
	f.add("best-denial", math.Log1p(b.denial))
	f.flag("best-opposed", ups > 0 && downs > 0)
	f.flag("best-denied-once", denied > 0 && denied < len(tops))
	f.add("length-even", short/long)
}
