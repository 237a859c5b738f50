package generate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// ByModel is the By of a claim that a model wrote.
const ByModel = "model"

const (
	longestClaim = 600 // characters
	closest      = 0.5 // how far a sentence must be about a claim to stand for a quote that is not there
)

// markup is what no claim may hold: a place elsewhere, which would carry the reader or the answer there, or marks that a page would obey.
var markup = regexp.MustCompile(`(?i)://|\bwww\.|!\[|\]\(|<[a-z/!]|[{}\x60]|\b(?:javascript|data|mailto):|[a-z0-9-]\.(?:com|net|org|io|cn|dev|app|xyz|ru|info|site)(?:[/:?]|\b)`)

// claim makes a claim of what the model wrote, and reports whether it can be one. Quotes, rows and offsets are found by the program.
func (m *ModelWriter) claim(c casefile.Case, b brief, w written) (casefile.Claim, bool) {
	said := strings.Join(strings.Fields(w.Text), " ")
	if said == "" || utf8.RuneCountInString(said) > longestClaim || markup.MatchString(said) || text.Addressed(said) || strings.ContainsFunc(said, unseen) || !inLang(said, c.Lang) {
		return casefile.Claim{}, false
	}
	cl := casefile.Claim{Text: said, By: ByModel, Part: casefile.Conclusion}
	if p := casefile.Part(w.Part); p == casefile.Basis || p == casefile.Next {
		cl.Part = p // never pending: what is not proved is not told
	}
	var row *int
	rows := 0
	for _, t := range w.Cites {
		e, ok := c.Find(t.Evidence)
		may := b.may[t.Evidence]
		if !ok || may == nil {
			continue
		}
		switch {
		case e.Source != nil:
			cl.Cites = append(cl.Cites, m.quotes(e, t.Quote, said, may)...)
		case e.Table != nil:
			for _, r := range rowsOf(e.Table, t.Row, append([]string{said}, w.Values...)) {
				if !slices.Contains(may.rows, r) {
					continue
				}
				if rows++; rows == 1 {
					row = &r
				}
				cl.Cites = append(cl.Cites, casefile.Citation{Evidence: e.ID, Rows: []int{r}})
			}
		default:
			cl.Cites = append(cl.Cites, casefile.Citation{Evidence: e.ID})
		}
	}
	if rows == 1 {
		cl.Row = row
	}
	cl.Cites = unique(cl.Cites)
	return cl, len(cl.Cites) > 0
}

// unseen reports whether a character is not seen: it may hide something, or turn the order of what is.
func unseen(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
}

// inLang reports whether a sentence is not plainly in the other language.
func inLang(s string, lang casefile.Lang) bool {
	if lang == casefile.Chinese {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	}
	return casefile.LangOf(s) == lang
}

func unique(cites []casefile.Citation) []casefile.Citation {
	var out []casefile.Citation
	for _, t := range cites {
		if !slices.ContainsFunc(out, func(o casefile.Citation) bool {
			return o.Evidence == t.Evidence && o.Start == t.Start && o.End == t.End && slices.Equal(o.Rows, t.Rows)
		}) {
			out = append(out, t)
		}
	}
	return out
}

// quotes finds a quote in a passage: as it stands, or with other spaces, widths and cases; a quote with gaps in parts. Where it is not
// there, the sentence that the claim is most about stands for it.
func (m *ModelWriter) quotes(e casefile.Evidence, quote, said string, may *allowed) []casefile.Citation {
	var out []casefile.Citation
	for _, part := range gaps.Split(quote, -1) {
		part = strings.Trim(strings.TrimSpace(part), "\"“”'‘’「」")
		if sp, ok := locate(e.Text, part); ok {
			for _, in := range may.within(e.Text, sp) {
				out = append(out, cite(e, in))
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	topic := text.NewTopic(said, m.rules.synonyms, nil)
	best, at := closest, text.Span{}
	for _, sp := range text.Sentences(e.Text) {
		if v := topic.Relevance(sp.Of(e.Text), ""); may.span(sp) && v > best {
			best, at = v, sp
		}
	}
	if at.End == 0 {
		return nil
	}
	return []casefile.Citation{cite(e, at)}
}

// gaps are how a quote says that something is left out.
var gaps = regexp.MustCompile(`\[?(?:…+|\.{3,})\]?`)

func cite(e casefile.Evidence, sp text.Span) casefile.Citation {
	return casefile.Citation{Evidence: e.ID, Quote: sp.Of(e.Text), Start: e.Source.Start + sp.Start, End: e.Source.Start + sp.End}
}

const shortestQuote = 2 // characters

// locate returns where a quote stands in a text. A quote is compared without spaces, widths, cases and kinds of quotation marks.
func locate(s, quote string) (text.Span, bool) {
	if utf8.RuneCountInString(quote) < shortestQuote {
		return text.Span{}, false
	}
	if i := strings.Index(s, quote); i >= 0 {
		return text.Span{Start: i, End: i + len(quote)}, true
	}
	want, _ := bare(quote)
	have, at := bare(s)
	if len(want) < shortestQuote {
		return text.Span{}, false
	}
	i := strings.Index(string(have), string(want))
	if i < 0 {
		return text.Span{}, false
	}
	n := utf8.RuneCountInString(string(have)[:i])
	last := at[n+len(want)-1]
	_, size := utf8.DecodeRuneInString(s[last:])
	return text.Span{Start: at[n], End: last + size}, true
}

// bare returns the characters of a text by which quotes are compared, with the byte where each stands.
func bare(s string) (out []rune, at []int) {
	for i, r := range s {
		switch {
		case unicode.IsSpace(r), unicode.Is(unicode.Cf, r):
			continue
		case r >= '！' && r <= '～':
			r -= '！' - '!'
		case strings.ContainsRune("“”‘’「」'", r):
			r = '"'
		}
		out, at = append(out, unicode.ToLower(r)), append(at, i)
	}
	return out, at
}

// rowsOf returns the rows of a table that a claim speaks of: the one it names, or those whose name stands in what it says.
func rowsOf(t *casefile.Table, named *int, said []string) []int {
	if named != nil && *named >= 0 && *named < len(t.Rows) {
		return []int{*named}
	}
	if len(t.Rows) == 1 {
		return []int{0}
	}
	key := keyColumn(t)
	if key < 0 {
		return nil
	}
	var out []int
	for i, row := range t.Rows {
		if name := row[key].Text; name != "" && slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, name) }) {
			out = append(out, i)
		}
	}
	return out
}
