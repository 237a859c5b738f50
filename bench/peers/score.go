package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/text"
)

// A score is what one engine's answers come to. Every engine is scored by this, over the text of its answers and what stands in the sources
// that they name.
type score struct {
	asked, failed int // questions; those without an answer because of an error

	facts, said      int // facts that are wanted, and that the answers say
	wanted, right    int // questions with facts; those with all of them, and nothing stale, wrong or secret beside them
	kinds            map[eval.Kind][2]int
	misstated, wrong int // questions in which the model misstated a value; those whose answer still says it
	stale            int // answers that say a figure of a version that does not count
	false            int // answers that say something else that is wrong
	leaks            int // answers that show what the asker may not see
	none, told       int // questions that have no answer; those answered with a source all the same
	cites, hold      int // sources that sentences name; those in which something of the sentence stands
	based, backed    int // sentences with a source; those whose figures all stand in their sources

	ms, cpu []float64
	ready   float64 // seconds
	peak    float64 // MB
	calls   int64   // of the model
	details []string
}

// count scores the answers to questions; lies are the wrong values of the model, by question.
func (s *score) count(questions []question, answers map[string]answer, lies map[string][]string) {
	if s.kinds == nil {
		s.kinds = map[eval.Kind][2]int{}
	}
	for _, q := range questions {
		a, ok := answers[q.name()]
		s.asked++
		if !ok || a.Error != "" {
			s.failed++
			s.details = append(s.details, q.name()+": no answer: "+a.Error)
		}
		s.ms, s.cpu = append(s.ms, a.MS), append(s.cpu, a.CPUMS)
		s.one(q, a, lies[q.text])
	}
}

func (s *score) one(q question, a answer, lies []string) {
	var faults []string
	fault := func(n *int, is bool, what string) {
		if is {
			*n++
			faults = append(faults, what)
		}
	}
	said := squeeze(a.Text)
	lied := slices.ContainsFunc(lies, func(l string) bool { return strings.Contains(said, l) })
	if len(lies) > 0 {
		s.misstated++
	}
	fault(&s.wrong, lied, "a value of the model that is wrong")
	fault(&s.stale, q.Stale.any(a.Text), "another version's figure")
	fault(&s.false, q.Wrong.any(a.Text), "what is wrong")
	fault(&s.leaks, q.Secrets.any(a.Text), "LEAK")
	if q.None {
		s.none++
		fault(&s.told, len(a.Cited) > 0, "an answer where there is none")
	}
	hits := q.Facts.hits(a.Text)
	s.facts += len(q.Facts)
	s.said += hits
	if len(q.Facts) > 0 {
		s.wanted++
		k := s.kinds[q.kind]
		k[1]++
		if hits == len(q.Facts) && len(faults) == 0 {
			s.right++
			k[0]++
		}
		s.kinds[q.kind] = k
	}
	s.sources(q, a)
	if hits < len(q.Facts) {
		faults = append(faults, "not all that is wanted")
	}
	if len(faults) > 0 {
		s.details = append(s.details, q.name()+": "+strings.Join(faults, ", ")+": "+clip(a.Text))
	}
}

// sources counts the sources that hold what they are named for: a figure of the sentence, or half of its words where it has none. Figures of
// the question need no source.
func (s *score) sources(q question, a answer) {
	given := amounts(q.text)
	of := map[string][]cited{}
	for _, c := range a.Cited {
		of[c.Says] = append(of[c.Says], c)
	}
	for says, all := range of {
		want := slices.DeleteFunc(amounts(says), func(n string) bool { return slices.Contains(given, n) })
		left := slices.Clone(want)
		for _, c := range all {
			s.cites++
			there := amounts(c.Text)
			left = slices.DeleteFunc(left, func(n string) bool { return slices.Contains(there, n) })
			if slices.ContainsFunc(want, func(n string) bool { return slices.Contains(there, n) }) || len(want) == 0 && shares(says, c.Text) {
				s.hold++
			}
		}
		if s.based++; len(left) == 0 {
			s.backed++
		}
	}
}

// amounts are the numbers of a text, as they are compared: without separators and noughts that say nothing, and ratios as per cent too.
func amounts(t string) []string {
	var out []string
	for _, n := range number.FindAllString(t, -1) {
		n = strings.ReplaceAll(n, ",", "")
		out = append(out, bare(n))
		if f, err := strconv.ParseFloat(n, 64); err == nil && f > 0 && f < 1 {
			out = append(out, bare(strconv.FormatFloat(f*100, 'f', 2, 64)))
		}
	}
	return out
}

func bare(n string) string {
	if strings.Contains(n, ".") {
		n = strings.TrimRight(strings.TrimRight(n, "0"), ".")
	}
	return strings.TrimLeft(n, "0")
}

// shares reports whether half of the words of a sentence stand in a text.
func shares(says, in string) bool {
	there := map[string]bool{}
	for _, t := range text.Terms(in) {
		there[t] = true
	}
	n, of := 0, 0
	for _, t := range text.Terms(says) {
		if of++; there[t] {
			n++
		}
	}
	return 2*n >= of
}

func clip(s string) string {
	if r := []rune(strings.Join(strings.Fields(s), " ")); len(r) > 220 {
		return string(r[:220]) + "…"
	} else {
		return string(r)
	}
}

// quantile of times, 0 to 1.
func quantile(ms []float64, p float64) float64 {
	if len(ms) == 0 {
		return 0
	}
	s := slices.Clone(ms)
	slices.Sort(s)
	return s[min(int(p*float64(len(s))), len(s)-1)]
}
