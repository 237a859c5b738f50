package eval

import (
	"math/big"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// unbacked returns the first number, date or code of a claim that stands in none of the records it cites, and whether the claim has any.
// It is a count of its own, kept apart from the verifier's rules: a value that a record has in another form passes, and so does
// one whose digits stand in a record as they are.
func unbacked(claim string, cited []casefile.Evidence) (what string, numbers bool) {
	said := slices.DeleteFunc(quantity.Find(claim), func(m quantity.Mention) bool { return m.Weak }) // "one" may be an article
	if len(said) == 0 {
		return "", false
	}
	var plain strings.Builder
	for _, e := range cited {
		for _, part := range texts(e) {
			plain.WriteString(text.Fold(part))
			plain.WriteByte('\n')
		}
	}
	all := plain.String()
	have := sync.OnceValue(func() (out []quantity.Mention) { // read only where words or digits did not settle it
		for _, e := range cited {
			out = append(out, values(e)...)
		}
		return out
	})
	found := map[string][]quantity.Mention{}
	for _, m := range said {
		word := strings.TrimSpace(text.Fold(m.Text))
		dated := m.Year != 0 || m.Month != 0 || m.Day != 0
		if !digitsAround(all, word) || !dated && !digitsAround(all, digitsOf(word)) {
			continue
		}
		same := func(h quantity.Mention) bool {
			ok, _ := quantity.Equal(m, h)
			return ok || quantity.RoundsTo(m, h) || quantity.Near(m, h)
		}
		if slices.ContainsFunc(have(), same) {
			continue
		}
		if _, done := found["text"]; !done { // read only where a cell or digits did not settle it
			found["text"] = quantity.Find(all)
		}
		if !slices.ContainsFunc(found["text"], same) {
			return m.Text, true
		}
	}
	return "", true
}

// digitsOf returns the first run of digits of a word with its decimals, or the word where it has none.
func digitsOf(word string) string {
	i := strings.IndexAny(word, "0123456789")
	if i < 0 {
		return word
	}
	j := i
	for j < len(word) && (word[j] >= '0' && word[j] <= '9' || word[j] == '.' || word[j] == ',') {
		j++
	}
	return strings.TrimRight(word[i:j], ".,")
}

// texts are everything of a record that words can be in.
func texts(e casefile.Evidence) []string {
	out := []string{e.Text, e.Head, string(e.Args), e.Key, e.Note}
	if !e.Period.IsZero() {
		out = append(out, e.Period.String())
	}
	if s := e.Source; s != nil {
		out = append(out, s.Title, s.Heading, s.Section, s.Version, s.DocID, s.EffectiveFrom.String(), s.EffectiveTo.String(), s.Published.String())
	}
	if c := e.Calc; c != nil {
		out = append(out, c.Formula, c.Value)
		for _, in := range c.Inputs {
			out = append(out, in.Value, in.Quote)
		}
	}
	if t := e.Table; t != nil {
		for _, row := range t.Rows {
			for _, c := range row {
				out = append(out, c.Text)
			}
		}
	}
	return append(out, e.AsOf.String())
}

// values are the values of a record by their declared types, and how many rows it has.
func values(e casefile.Evidence) []quantity.Mention {
	var out []quantity.Mention
	add := func(s, typ, unit string) {
		if m, ok := quantity.Value(s, typ, unit); ok {
			out = append(out, m)
		}
	}
	if c := e.Calc; c != nil {
		add(c.Value, "decimal", c.Unit)
		add(c.Value, "ratio", "")
		for _, in := range c.Inputs {
			add(in.Value, "decimal", in.Unit)
		}
	}
	if t := e.Table; t != nil {
		counted := map[int]bool{len(t.Rows): true, t.Total: true}
		for i := range t.Rows {
			counted[i+1] = true // a place in the order of the rows
		}
		for n := range counted {
			out = append(out, quantity.Of(rat(n), quantity.Unit{}))
		}
		for _, row := range t.Rows {
			for i, c := range row {
				add(c.Text, t.Columns[i].Type, t.Columns[i].Unit)
				add(c.Text, t.Columns[i].Type, t.Columns[i].UnitEN)
			}
		}
	}
	return out
}

func rat(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }
