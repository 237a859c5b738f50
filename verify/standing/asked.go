package standing

import (
	"math"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// question reads how far the passages speak of what is asked.
func (f *features) question(question string, ps []passage) {
	q := content(question)
	kind := kindOf(question)
	f.add("asks-"+kind, 1)
	union := text.Set{}
	best, least, mean, sent := 0.0, 1.0, 0.0, 0.0
	for _, p := range ps {
		s := share(q, p.terms)
		best, least, mean = max(best, s), min(least, s), mean+s/float64(len(ps))
		for t := range p.terms {
			union[t] = true
		}
		for _, st := range p.sentences {
			sent = max(sent, share(q, st.terms))
		}
	}
	all := share(q, union)
	f.add("cover-all", all)
	f.add("cover-best-passage", best)
	f.add("cover-least-passage", least)
	f.add("cover-mean-passage", mean)
	f.add("cover-best-sentence", sent)
	f.flag("cover-low", all < .4)
	f.flag("cover-full", all > .85)
	names := properNames(question)
	f.flag("names-in-question", len(names) > 0)
	years, there := 0, 0
	for _, v := range quantity.Find(question) {
		if v.Year > 0 {
			years++
			for _, p := range ps {
				if p.years[v.Year] {
					there++
					break
				}
			}
		}
	}
	f.flag("year-in-question", years > 0)
	f.flag("year-missing", there < years)
	numbers := 0
	near := 0.0
	for _, p := range ps {
		for _, st := range p.sentences {
			n := 0
			for _, v := range st.values {
				if v.Value != nil && !v.Weak {
					n++
				}
			}
			numbers += n
			if n > 0 {
				near = max(near, share(q, st.terms))
			}
		}
	}
	f.focus(question, q, ps)
	f.flag("no-number", numbers == 0)
	f.flag("number-asked-none", kind == "number" && numbers == 0)
	f.add("number-near", near)
	if kind == "number" || kind == "what" {
		f.add("number-near-"+kind, near)
	}
	c := count(text.Fold(question))
	f.flag("question-exact", c["exact"] > 0)
	f.flag("question-several", c["each"] > 0)
	f.flag("question-direction", c["up"]+c["down"] > 0)
	f.add("question-length", math.Log1p(float64(len(q))))
}

// focus reads whether the passages are about the very thing asked about, and hold its very attribute.
func (f *features) focus(question string, q text.Set, ps []passage) {
	names := properNames(question)
	named, plain := text.Set{}, text.Set{}
	nameTerms := text.Set{}
	for n := range names {
		for t := range content(n) {
			nameTerms[t] = true
		}
	}
	for t := range q {
		if nameTerms[t] {
			named[t] = true
		} else {
			plain[t] = true
		}
	}
	var nameBest, plainBest, first, together float64
	for _, p := range ps {
		nameBest = max(nameBest, share(named, p.terms))
		plainBest = max(plainBest, share(plain, p.terms))
		if len(p.sentences) > 0 {
			first = max(first, share(q, p.sentences[0].terms))
		}
		for i := range p.sentences {
			two := text.Set{}
			for _, st := range p.sentences[i:min(i+2, len(p.sentences))] {
				for t := range st.terms {
					two[t] = true
				}
			}
			together = max(together, share(q, two))
		}
	}
	if len(named) > 0 {
		f.add("cover-names", nameBest)
		f.add("other-names", other(names, ps))
	}
	f.add("cover-plain", plainBest)
	f.add("cover-first-sentence", first)
	f.add("cover-two-sentences", together)
	f.add("names-missing", missingShare(names, ps))
	codes := map[string]bool{}
	for n := range names {
		if strings.ContainsAny(n, "0123456789") {
			codes[n] = true
		}
	}
	f.flag("code-missing", missingShare(codes, ps) > 0)
	f.add("question-names", math.Log1p(float64(len(names))))
}

func missingShare(names map[string]bool, ps []passage) float64 {
	if len(names) == 0 {
		return 0
	}
	n := 0
	for name := range names {
		found := false
		for _, p := range ps {
			found = found || p.names[name] || p.terms[name] || p.terms[text.Stem(name)]
		}
		if !found {
			n++
		}
	}
	return float64(n) / float64(len(names))
}

// other is how many names the passages use that the question does not, by passage.
func other(names map[string]bool, ps []passage) float64 {
	n := 0
	for _, p := range ps {
		for name := range p.names {
			if !names[name] {
				n++
			}
		}
	}
	return math.Log1p(float64(n) / float64(len(ps)))
}
