package text

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

//go:embed requests.txt
var requestsFile string

// What may go before the verb of a request.
const (
	beforeAsking   = `^(?:(?:please|kindly|now|next|then|also|instead|finally|first|and|so|just|but|lastly|additionally)\b[,:]?\s+|(?:can|could|would|will) you\s+|(?:i|we) (?:want|need|would like|'d like) you to\s+|you (?:must|should|are to|have to|need to)\s+|let's\s+|in your (?:\w+ )?(?:answer|response|reply|output)s?[,:]?\s+)*`
	beforeAskingZH = `^(?:请|麻烦|劳驾|现在|接下来|然后|另外|最后|顺便|务必|你|您|能否|能不能|可以|可否|帮忙|直接|再|也|，|,|\s)*(?:[把将][^。！？，,]{1,12})?`
)

// requests is the list, ready for use.
var requests = sync.OnceValue(func() (r struct {
	head  *regexp.Regexp  // of a sentence that asks for words
	reply *regexp.Regexp  // names what the reader is to answer
	plain map[string]bool // terms that name no subject
}) {
	words := map[string][]string{}
	for line := range strings.Lines(requestsFile) {
		if kind, list, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && !strings.HasPrefix(line, "#") {
			words[kind] = append(words[kind], list)
		}
	}
	r.head = regexp.MustCompile(`(?i)` + beforeAsking + `(?:` + strings.Join(words["en"], "|") + `)(?:\s|[:"“‘']|$)|` + beforeAskingZH + `(?:` + strings.Join(words["zh"], "|") + `)`)
	r.reply = regexp.MustCompile(`(?i)\byour (?:\w+ )?(?:` + strings.Join(words["reply"], "|") + `)s?\b|(?:你的|在|把|将)(?:回答|答案|答复|回复)(?:的?(?:里|中|末尾|结尾|最后|开头|前面|后面)|翻译|改|写成|编码)`)
	r.plain = map[string]bool{}
	for _, list := range words["plain"] {
		for _, t := range Terms(list) {
			r.plain[t] = true
		}
	}
	return r
})

// Bounds of what is taken for a stray.
const (
	longestStray = 600  // bytes
	fewestTerms  = 2    // that say what it is about
	sharedTerms  = 0.34 // of its terms may stand elsewhere in the document
	sharedPairs  = 0.2  // the same of Chinese, where half of the pairs of characters are no words
	restOfText   = 120  // bytes: with less beside it nothing is off
	mostStrays   = 4    // one paragraph in so many may ask; where more do, asking is what the document does
)

// Unread returns the stretches of a document that no stage reads, in order: its Orders with what came with them, and its Strays.
func Unread(s string) []Span {
	orders := withCompany(s, Orders(s))
	out := append(orders, Strays(s, orders)...)
	slices.SortFunc(out, func(a, b Span) int { return a.Start - b.Start })
	return out
}

// withCompany adds to orders what else their paragraphs say, where that speaks of nothing that the rest of the document speaks of: it was put there
// with them. The paragraphs beside it stay, or an order could take what stands near it away.
func withCompany(s string, orders []Span) []Span {
	var out []Span
	quiet := Blank(s, orders)
	for _, p := range paragraphs(s) {
		var held []Span
		for _, o := range orders {
			if p.Start <= o.Start && o.End <= p.End {
				held = append(held, o)
			}
		}
		if left := p.Of(quiet); len(held) > 0 && strings.TrimSpace(left) != "" {
			rest := Fold(Blank(quiet, []Span{p}))
			if len(strings.TrimSpace(rest)) >= restOfText && foreign(left, rest) {
				held = []Span{p}
			}
		}
		out = append(out, held...)
	}
	return out
}

// Strays returns the paragraphs of a document that only ask the reader for words (an answer, a poem, a translation) and speak of nothing
// that the document speaks of elsewhere, in order. A manual's “Press the button” asks for no words, and a form's “Describe the defect”
// speaks of what the form is about; both are none. orders are stretches that are known not to be read.
func Strays(s string, orders []Span) []Span {
	var asked []Span
	all := 0
	rest := Blank(s, orders)
	for _, p := range paragraphs(rest) {
		if t := p.Of(rest); strings.TrimSpace(t) != "" && !strings.HasPrefix(strings.TrimSpace(t), "#") {
			all++
			if len(t) <= longestStray && onlyAsks(t) {
				asked = append(asked, p)
			}
		}
	}
	if len(asked) == 0 || len(asked) > max(1, all/mostStrays) {
		return nil
	}
	folded := Fold(Blank(rest, asked)) // two strays do not make each other at home
	if len(strings.TrimSpace(folded)) < restOfText {
		return nil
	}
	return slices.DeleteFunc(asked, func(p Span) bool { return !foreign(p.Of(rest), folded) })
}

// onlyAsks reports whether every sentence of a paragraph is a question or asks for words. Rows of tables and items of lists do not.
func onlyAsks(p string) bool {
	t := strings.TrimSpace(p)
	if mark, begins := lineMark(t); begins || mark > 0 || strings.HasPrefix(t, "|") {
		return false
	}
	for _, sp := range Sentences(p) {
		if !Asks(sp.Of(p)) {
			return false
		}
	}
	return true
}

// Asks reports whether a sentence is a question or asks its reader for words: it states nothing.
func Asks(sentence string) bool {
	s := strings.TrimLeftFunc(sentence, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-*•·\"“‘'(（", r) })
	end, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\"”’')）", r) }))
	r := requests()
	return end == '?' || end == '？' || r.head.MatchString(s) || r.reply.MatchString(s)
}

// foreign reports whether a paragraph speaks of what the rest of the text, folded, does not.
func foreign(p, rest string) bool {
	p = strings.TrimSpace(p)
	r := requests()
	terms, shared := 0, 0
	for _, t := range Terms(strings.TrimPrefix(p, r.head.FindString(p))) {
		if r.plain[t] {
			continue
		}
		terms++
		if stands(t, rest) {
			shared++
		}
	}
	most := sharedTerms
	if Lang(p) == casefile.Chinese {
		most = sharedPairs
	}
	return (terms >= fewestTerms || r.reply.MatchString(p)) && float64(shared) <= most*float64(terms)
}

// shortTerm is up to how many letters a term must be a whole word to stand in a text: longer ones are stems.
const shortTerm = 3

// stands reports whether a term stands in a folded text: one of letters at the beginning of a word.
func stands(term, folded string) bool {
	for at := 0; ; {
		i := strings.Index(folded[at:], term)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(folded[:at+i])
		after, _ := utf8.DecodeRuneInString(folded[at+i+len(term):])
		if term[0] >= utf8.RuneSelf || !inWord(before) && (len(term) > shortTerm || !inWord(after)) {
			return true
		}
		at += i + len(term)
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
