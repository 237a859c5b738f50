package standing

import (
	_ "embed"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// bias is the feature that is always 1.
const bias = "always"

// A Feature is one thing that can be seen of a question and its passages, with how strongly it is so.
type Feature struct {
	Name  string
	Value float64
}

// Limits on what is read.
const (
	maxPassages = 12
	maxBytes    = 1 << 16 // of a passage
)

// A sentence is read once.
type sentence struct {
	terms  text.Set
	values []quantity.Mention
	sides  []words.Side
	neg    bool
	up     int
	down   int
}

// A passage is read once.
type passage struct {
	words     int
	terms     text.Set
	names     map[string]bool
	sentences []sentence
	cues      map[string]int
	years     map[int]bool
	order     []string // terms in order
	capitals  []string // words with a capital, in order
	headed    bool     // it begins with a head: "Annual report (2024): …"
}

//go:embed cues.txt
var cuesFile string

// A cue is a listed word, as a run of folded words, or Han text.
var cues = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(cuesFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.SplitSeq(list, ",") {
			w = strings.TrimSpace(w)
			m[w] = append(m[w], name)
		}
	}
	return m
})

// count returns how often each list's words stand in a folded text.
func count(folded string) map[string]int {
	out := map[string]int{}
	lists := cues()
	ws := strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\'' })
	for i := range ws {
		for n := 1; n <= 3 && i+n <= len(ws); n++ {
			for _, name := range lists[strings.Join(ws[i:i+n], " ")] {
				out[name]++
			}
		}
	}
	if hasHan(folded) {
		for w, names := range lists {
			if hasHan(w) {
				for _, name := range names {
					out[name] += strings.Count(folded, w)
				}
			}
		}
	}
	return out
}

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// content returns the terms of a text that mean something of their own.
func content(s string) text.Set {
	out := text.Set{}
	for _, t := range text.Analyze(s) {
		if !t.Weak && !asking[t.Term] {
			out[t.Term] = true
		}
	}
	return out
}

var asking = map[string]bool{"what": true, "which": true, "who": true, "when": true, "where": true, "why": true, "how": true, "do": true, "doe": true, "does": true, "did": true, "is": true, "are": true, "was": true, "were": true, "can": true, "should": true, "will": true, "i": true, "my": true, "much": true, "mani": true, "many": true}

func read(s string) passage {
	if len(s) > maxBytes {
		s = strings.ToValidUTF8(s[:maxBytes], "")
	}
	p := passage{terms: content(s), names: properNames(s), cues: count(text.Fold(s)), years: map[int]bool{}}
	p.words = len(strings.Fields(s)) + utf8.RuneCountInString(s)/40
	for _, t := range text.Analyze(s) {
		if !t.Weak {
			p.order = append(p.order, t.Term)
		}
	}
	capitals(s, func(w string, _ bool) {
		if !words.Stop(w) && !asking[w] {
			p.capitals = append(p.capitals, w)
		}
	})
	p.headed = strings.ContainsAny(s[:min(len(s), 120)], ":：")
	for _, sp := range text.Sentences(s) {
		part := s[sp.Start:sp.End]
		folded := text.Fold(part)
		st := sentence{terms: content(part), values: quantity.Find(part), sides: words.Sides(folded)}
		for _, m := range words.Find(folded) {
			st.neg = st.neg || m.Class&words.Negating != 0 && m.Class&words.NotNever == 0
		}
		c := count(folded)
		st.up, st.down = c["up"], c["down"]
		for _, v := range st.values {
			if v.Year > 0 && v.Year < 2200 {
				p.years[v.Year] = true
			}
		}
		p.sentences = append(p.sentences, st)
	}
	return p
}

// properNames are the words that English writes with a capital inside a sentence, folded, and words with digits in them.
func properNames(s string) map[string]bool {
	out := map[string]bool{}
	capitals(s, func(w string, first bool) {
		if !first || strings.ContainsAny(w, "0123456789") {
			out[w] = true
		}
	})
	return out
}

// capitals calls do with each word that has a capital or a digit, folded, and whether it begins a sentence.
func capitals(s string, do func(word string, first bool)) {
	first := true
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()\"“”,;:/—–", r) }) {
		w := strings.Trim(f, ".?!'’")
		w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
		if r, _ := utf8.DecodeRuneInString(w); len(w) > 1 && (unicode.IsUpper(r) || unicode.IsLetter(r) && strings.ContainsAny(w, "0123456789")) {
			do(text.Fold(w), first)
		}
		first = strings.HasSuffix(f, ".") || strings.HasSuffix(f, "?") || strings.HasSuffix(f, "!")
	}
}

// kinds of question, by how they begin; the first that fits counts.
var kinds = []struct {
	name  string
	begin []string
}{
	{"number", []string{"how many", "how much", "what percentage", "what percent", "what proportion", "how long", "how old", "how far", "how large", "how big", "多少", "几", "多久"}},
	{"why", []string{"why", "what cause", "what caused", "what causes", "为什么", "为何", "原因"}},
	{"manner", []string{"how do", "how can", "how to", "how should", "how does", "how did", "how is", "how are", "如何", "怎么", "怎样"}},
	{"how", []string{"how"}},
	{"who", []string{"who", "谁"}},
	{"when", []string{"when", "what year", "what date", "何时", "什么时候"}},
	{"where", []string{"where", "哪里", "在哪"}},
	{"should", []string{"should", "是否应", "应不应该"}},
	{"whether", []string{"is", "are", "was", "were", "does", "do", "did", "has", "have", "had", "can", "could", "will", "would", "是否", "吗"}},
	{"which", []string{"which", "哪个", "哪些"}},
	{"what", []string{"what", "什么"}},
}

func kindOf(q string) string {
	q = strings.TrimSpace(text.Fold(q))
	for _, k := range kinds {
		for _, b := range k.begin {
			if hasHan(b) && strings.Contains(q, b) || strings.HasPrefix(q, b+" ") {
				return k.name
			}
		}
	}
	return "other"
}

func share(of, in text.Set) float64 {
	if len(of) == 0 {
		return 0
	}
	n := 0
	for t := range of {
		if in[t] {
			n++
		}
	}
	return float64(n) / float64(len(of))
}

// Features reads a question and passages. It returns nil when there is nothing to read.
func Features(question string, passages []string) []Feature {
	var ps []passage
	for _, s := range passages[:min(len(passages), maxPassages)] {
		if p := read(s); len(p.terms) > 0 {
			ps = append(ps, p)
		}
	}
	if len(ps) == 0 {
		return nil
	}
	f := features{}
	f.add(bias, 1)
	f.question(question, ps)
	f.certainty(ps)
	f.between(question, ps)
	f.topic(question, ps)
	f.best(question, ps)
	return f.list
}

type features struct{ list []Feature }

func (f *features) add(name string, v float64) { f.list = append(f.list, Feature{name, v}) }
func (f *features) flag(name string, on bool) {
	if on {
		f.add(name, 1)
	}
}

// certainty reads how sure the passages are of themselves.
func (f *features) certainty(ps []passage) {
	n := float64(len(ps))
	total, numbers := 0, 0
	sum := map[string]int{}
	in := map[string]int{}
	for _, p := range ps {
		total += p.words
		for k, c := range p.cues {
			sum[k] += c
			in[k]++
		}
		for _, st := range p.sentences {
			for _, v := range st.values {
				if v.Value != nil && !v.Weak {
					numbers++
				}
			}
		}
	}
	f.flag("passages-1", len(ps) == 1)
	f.flag("passages-2", len(ps) == 2)
	f.flag("passages-3", len(ps) == 3)
	f.flag("passages-4", len(ps) >= 4)
	f.add("length", math.Log(float64(total)/n+1))
	f.add("number-density", math.Log1p(float64(numbers)/n))
	for _, k := range []string{"hedge", "limits", "against", "claims", "finds", "agree", "resolve", "up", "down"} {
		f.add(k+"-density", math.Log1p(float64(sum[k])/n))
		f.add(k+"-spread", float64(in[k])/n)
	}
}
