package generate

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/wording"
)

// Words knows the words of the two languages, and how alike two of them are: the table of embed does.
type Words interface {
	casefile.Embedder
	// Knows reports whether a word is one of its own, and not read by its parts.
	Knows(word string) bool
}

// known reports whether a Chinese word is one.
func (w *Writer) known(word string) bool {
	return wording.Known(word) || utf8.RuneCountInString(word) > 1 && w.rules.Words != nil && w.rules.Words.Knows(word)
}

// topic makes ready what is asked, with its Chinese in words where the words are known.
func (w *Writer) topic(question string, syn *text.Synonyms, weight func(string) float64) *text.Topic {
	if w.rules.Words == nil {
		return text.NewTopic(question, syn, weight)
	}
	return text.NewTopicOfWords(question, w.known, syn, weight)
}

const alike = 0.6 // the cosine from which two words of one language are taken for one thing

// likeWords are groups of the words of a question that no passage found has, with those of the passages that mean about the
// same. A word that the passages themselves have is not said in others there.
func (d *draft) likeWords(question string, found []casefile.Evidence) [][]string {
	if d.w.rules.Words == nil {
		return nil
	}
	var key strings.Builder // other passages have other words
	key.WriteString(question)
	for _, e := range found {
		key.WriteString("\x00" + e.ID)
	}
	if groups, ok := d.like[key.String()]; ok {
		return groups
	}
	if d.like == nil {
		d.like = map[string][][]string{}
	}
	groups := d.w.likeWords(question, found)
	d.like[key.String()] = groups
	return groups
}

func (w *Writer) likeWords(question string, found []casefile.Evidence) [][]string {
	var there []string
	seen, said := map[string]bool{}, map[string]bool{}
	for _, e := range found {
		if e.Source == nil {
			continue
		}
		for _, word := range text.Words(e.Source.Title+"\n"+e.Source.Heading+"\n"+e.Text, w.known) {
			f := text.Fold(word)
			if seen[f] {
				continue
			}
			seen[f], said[wording.Stem(f)] = true, true
			if w.rules.Words.Knows(f) {
				there = append(there, f)
			}
		}
	}
	asked := slices.DeleteFunc(text.Words(question, w.known), func(a string) bool {
		return said[wording.Stem(a)] || wording.Loose(a) || !w.rules.Words.Knows(a)
	})
	if len(asked) == 0 {
		return nil
	}
	vs, err := w.rules.Words.Embed(context.Background(), append(slices.Clone(asked), there...))
	if err != nil || len(vs) != len(asked)+len(there) {
		return nil // a help, and nothing rests on it
	}
	var out [][]string
	for i, a := range asked {
		g := []string{a}
		for k, b := range there {
			if wording.Stem(a) != wording.Stem(b) && !sharesHan(a, b) && text.Lang(a) == text.Lang(b) && cosine(vs[i], vs[len(asked)+k]) >= alike {
				g = append(g, b)
			}
		}
		if len(g) > 1 {
			out = append(out, g)
		}
	}
	return out
}

// sharesHan reports whether two words share a Chinese character: then they are near each other for that alone.
func sharesHan(a, b string) bool {
	return strings.ContainsFunc(a, func(r rune) bool { return r >= utf8.RuneSelf && strings.ContainsRune(b, r) })
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// open reports whether a sentence leaves open what is asked. Of one or two things asked about none may be missing from it and
// from what stands over it, of more not more than half; a name never. In the other language only names, and things
// whose words in it are known, are sure to stand there: of these two and half of them are too many.
func (d *draft) open(t *topics, of *text.Topic, body, heading string) bool {
	asked, missing, things := 0.0, 0.0, 0
	sure := func(w string) bool { return !t.across || of.Translated(w) }
	for _, w := range of.Said() {
		if sure(w) {
			asked += d.w.weightOf(w)
		}
	}
	for _, w := range of.Lacks(body, heading) {
		by := d.w.weightOf(w)
		if by > 0 && isName(w) {
			return true
		}
		if sure(w) {
			missing += by
			things++
		}
	}
	switch {
	case asked <= few:
		return missing > oneCharacter
	case t.across:
		return things > 1 && missing >= unsaid*asked
	}
	return missing > unsaid*asked
}

const (
	few          = 2.5 // things asked about, of which none may be missing, but for a word of one character
	unsaid       = 0.5 // the share of more of them that a sentence may lack
	oneCharacter = 0.5 // what a Chinese word of one character counts
)

// weightOf is what a thing asked about counts: one for each of its words whose absence would be a gap. One that no list has is
// likely mistyped.
func (w *Writer) weightOf(said string) float64 {
	sum := 0.0
	for _, word := range strings.Fields(said) {
		switch r, n := utf8.DecodeRuneInString(word); {
		case wording.Loose(word) || unwritten(word) && !w.rules.Words.Knows(word):
		case n == len(word) && r >= utf8.RuneSelf:
			sum += oneCharacter
		default:
			sum++
		}
	}
	return sum
}

// unwritten reports whether a word is in small letters alone.
func unwritten(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}

// isName reports whether a word of a question is written as a name: with a capital and small letters.
func isName(w string) bool {
	r, n := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r) && len(w) > 3 && unwritten(w[n:])
}
