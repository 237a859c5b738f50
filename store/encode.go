package store

import (
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// Marks after a term in the keyword index. They are private-use characters, which the
// analyser never sees in a term: it drops all that is neither letter nor digit nor joiner.
const (
	markTwice = "\uE0F1"
	markAbove = "\uE0F2"
)

// joints are the characters of a term that the index's tokenizer would cut at.
var joints = strings.NewReplacer("-", "\uE001", "_", "\uE002", ".", "\uE003", "/", "\uE004", "'", "\uE005",
	"+", "\uE006", "#", "\uE007", ":", "\uE008", ",", "\uE009", "@", "\uE00A", "&", "\uE00B")

// encoder writes the terms of a passage as one row of the keyword index.
type encoder struct{ count map[string]int }

func newEncoder() encoder { return encoder{map[string]int{}} }

// encode returns each of terms once, marked where it stands twice, and each of over, marked as standing above.
func (e encoder) encode(terms string, over []string) string {
	clear(e.count)
	order := make([]string, 0, strings.Count(terms, " ")+len(over)+1)
	for term := range strings.FieldsSeq(terms) {
		if e.count[term]++; e.count[term] == 1 {
			order = append(order, term)
		}
	}
	var b strings.Builder
	b.Grow(2 * len(terms))
	put := func(term, mark string) {
		joints.WriteString(&b, term)
		b.WriteString(mark)
		b.WriteByte(' ')
	}
	for i, term := range over {
		if slices.Contains(over[:i], term) {
			continue
		}
		put(term, markAbove)
		if e.count[term] == 0 {
			put(term, "")
		}
	}
	for _, term := range order {
		put(term, "")
		if e.count[term] > 1 {
			put(term, markTwice)
		}
	}
	return b.String()
}

// phrase returns a term as the keyword index's query language has it.
func phrase(term, mark string, prefix bool) string {
	p := `"` + strings.ReplaceAll(joints.Replace(term), `"`, "") + mark + `"`
	if prefix {
		p += "*"
	}
	return p
}

var epoch = casefile.Date{Year: 1970, Month: 1, Day: 1}

// dayNumber returns d as days since 1970, open for the zero day.
func dayNumber(d casefile.Date, open int) int {
	if d.IsZero() {
		return open
	}
	return d.Sub(epoch)
}

func dayOf(n int) casefile.Date {
	if n <= openFirst || n >= openLast {
		return casefile.Date{}
	}
	return epoch.AddDays(n)
}

func periodText(p casefile.Period) string {
	if p.IsZero() {
		return ""
	}
	return p.String()
}
