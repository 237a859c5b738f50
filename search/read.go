package search

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/wording"
)

// Bounds on what is read of a question.
const (
	maxRunes = 2000 // characters
	maxTerms = 256
	maxParts = 3

	everydayWeight = 0.15 // what the terms of another everyday word count against the question's own
)

// A Reading is what a search reads from a question before it looks.
type Reading struct {
	Codes      []string        `json:"codes,omitempty"`    // identifiers, as written
	Quotes     []string        `json:"quotes,omitempty"`   // words between quotation marks
	Articles   []string        `json:"articles,omitempty"` // numbers of articles, chapters and sections, in one form
	Vague      bool            `json:"vague,omitempty"`    // it asks for what is like something
	Relations  bool            `json:"relations,omitempty"`
	Period     casefile.Period `json:"period,omitzero"`
	PeriodText string          `json:"period_text,omitempty"` // its words; empty where the caller gave the period
	Forms      []string        `json:"forms,omitempty"`       // other ways to say parts of it: synonyms, amounts
	Parts      []string        `json:"parts,omitempty"`       // questions in it that are looked for one by one
	Cut        int             `json:"cut,omitempty"`         // characters left unread, where it is too long

	text  string
	lang  casefile.Lang
	terms []casefile.Term
	parts [][]casefile.Term
}

// Features returns the names of the features that act on the shares of the recalls, in order.
func (r *Reading) Features() []string {
	var out []string
	for name, on := range map[string]bool{
		"codes": len(r.Codes) > 0, "quotes": len(r.Quotes) > 0, "articles": len(r.Articles) > 0, "vague": r.Vague, "relations": r.Relations,
	} {
		if on {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// read reads a question. now is the day by which "last month" is counted.
func (s *Search) read(q casefile.Query, now time.Time) Reading {
	r := Reading{text: q.Text, Period: q.Period}
	if n := utf8.RuneCountInString(q.Text); n > maxRunes {
		r.Cut = n - maxRunes
		r.text = string([]rune(q.Text)[:maxRunes])
	}
	r.lang = text.Lang(r.text)
	r.period(now)
	r.marks()
	r.Forms = s.synonyms.Expand(r.text)
	r.amounts()
	r.terms = s.everyday(r.text, s.terms(r.text, r.Forms))
	for _, part := range split(r.text) {
		r.Parts = append(r.Parts, part)
		r.parts = append(r.parts, s.terms(part, s.synonyms.Expand(part)))
	}
	return r
}

// period reads the days that the question names: from the first day to the last where it names several.
func (r *Reading) period(now time.Time) {
	if !r.Period.IsZero() {
		return
	}
	for _, m := range quantity.Periods(r.text, now, quantity.PeriodOptions{}) {
		if m.Kind == quantity.Compare || m.Period.Days() == 0 {
			continue
		}
		if r.PeriodText == "" {
			r.Period, r.PeriodText = m.Period, m.Text
			continue
		}
		r.PeriodText += ", " + m.Text
		if m.Period.From.Compare(r.Period.From) < 0 {
			r.Period.From = m.Period.From
		}
		if m.Period.To.Compare(r.Period.To) > 0 {
			r.Period.To = m.Period.To
		}
	}
}

// closing returns the mark that ends a quotation which open begins, 0 for any other character.
func closing(open rune) rune {
	for _, pair := range words()["quotes"] {
		if r := []rune(pair); r[0] == open {
			return r[1]
		}
	}
	return 0
}

// marks reads identifiers, numbers of articles, quotations and the words that say what kind of question it is.
func (r *Reading) marks() {
	once := func(list *[]string, s string) {
		if s != "" && !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
	end := -1
	for _, t := range text.Analyze(r.text) {
		switch written := r.text[t.Start:t.End]; t.Kind {
		case text.Ordinal:
			once(&r.Articles, t.Term)
		case text.Code:
			if t.Start >= end && strings.ContainsFunc(written, unicode.IsLetter) {
				once(&r.Codes, written)
				end = t.End
			}
		}
	}
	for rest := r.text; ; {
		i := strings.IndexFunc(rest, func(c rune) bool { return closing(c) != 0 })
		if i < 0 {
			break
		}
		open, n := utf8.DecodeRuneInString(rest[i:])
		rest = rest[i+n:]
		j := strings.IndexRune(rest, closing(open))
		if j < 0 {
			break
		}
		once(&r.Quotes, strings.TrimSpace(rest[:j]))
		rest = rest[j:]
		_, n = utf8.DecodeRuneInString(rest)
		rest = rest[n:]
	}
	folded := " " + strings.Join(strings.FieldsFunc(text.Fold(r.text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ") + " "
	r.Vague = hasAny(folded, words()["vague"])
	r.Relations = hasAny(folded, words()["relations"])
}

func hasAny(s string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool {
		if w[0] < utf8.RuneSelf {
			w = " " + w + " "
		}
		return strings.Contains(s, w)
	})
}

// terms returns what to recall by: the question's terms, and those of other forms, which count less.
func (s *Search) terms(question string, forms []string) []casefile.Term {
	var out []casefile.Term
	seen := map[string]bool{}
	add := func(words []string, weight float64, extra bool) {
		for _, w := range words {
			if seen[w] || len(out) == maxTerms {
				continue
			}
			seen[w] = true
			out = append(out, casefile.Term{Text: w, Weight: weight, Extra: extra, Prefix: oneHan(w)})
		}
	}
	add(text.Terms(question), 1, false)
	for _, phrase := range forms {
		add(text.Terms(phrase), synonymWeight, true)
	}
	return out
}

// everyday adds what else the question's words are called in everyday language and in the other language: it counts little
// beside them, and finds what holds none of them.
func (s *Search) everyday(question string, terms []casefile.Term) []casefile.Term {
	seen := map[string]bool{}
	for _, t := range terms {
		seen[t.Text] = true
	}
	for _, phrase := range everydayWords().With(wording.Translations(question)).ExpandWords(question, wording.Known) {
		for _, w := range text.Terms(phrase) {
			if !seen[w] && !oneHan(w) && len(terms) < maxTerms {
				seen[w] = true
				terms = append(terms, casefile.Term{Text: w, Weight: everydayWeight, Extra: true})
			}
		}
	}
	return terms
}

var everydayWords = sync.OnceValue(func() *text.Synonyms { return text.NewSynonyms(wording.Everyday()) })

func oneHan(w string) bool {
	r, n := utf8.DecodeRuneInString(w)
	return n == len(w) && r >= 0x2E80
}
