package mutate

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

// byEvidence is the class of operators whose mutants count as structural over rows and as text over passages.
const byEvidence Class = "by evidence"

// An operator breaks an item in one way, by as many changes as it finds.
type operator struct {
	name  string
	class Class
	apply func(*Item, *choice) []change
}

// A change makes an item wrong: the claim reads text, or edit changes the case, or both.
type change struct {
	text string
	edit func(*casefile.Case)
}

var operators = sync.OnceValue(func() []operator {
	return []operator{
		{"digit changed", Structural, both("digit changed", onNumber(changeDigit))},
		{"digits swapped", Structural, onNumber(swapDigits)},
		{"decimal shifted", Structural, onNumber(shiftDecimal)},
		{"thousands lost", Structural, onNumber(loseThousands)},
		{"unit changed", Structural, both("unit changed", onText(exchange("unit")))},
		{"percent to point", Structural, percentToPoint},
		{"number of another row", Structural, slotted("number of another row")},
		{"number of another column", Structural, slotted("number of another column")},
		{"entity of another row", Structural, slotted("entity of another row")},
		{"value of another row", Structural, slotted("value of another row")},
		{"metric swapped", Structural, slotted("metric swapped")},
		{"entity invented", byEvidence, inventEntity},
		{"identifier near miss", Structural, nearMiss},
		{"date shifted", Structural, onDay(nextDay)},
		{"day and month swapped", Structural, onDay(swapDayMonth)},
		{"year changed", Structural, changeYear},
		{"period shifted", Structural, both("period shifted", onText(exchange("period")))},
		{"direction reversed", byEvidence, both("direction reversed", onText(exchange("direction")))},
		{"comparison reversed", byEvidence, both("comparison reversed", onText(exchange("comparison")))},
		{"extreme reversed", byEvidence, both("extreme reversed", onText(exchange("extreme")))},
		{"claimed of cut rows", Structural, cutRows},
		{"rank shifted", Structural, slotted("rank shifted")},
		{"action claimed", Structural, claimAction},
		{"status misworded", Structural, slotted("status misworded")},
		{"citation swapped", Structural, swapCitation},
		{"citation invented", Structural, inventCitation},
		{"quote altered", Structural, alterQuote},
		{"superseded version cited", Structural, supersede},
		{"result wrong", Structural, wrongResult},
		{"another number of the paragraph", Text, anotherNumber},
		{"subject of another clause", Text, anotherSubject},
		{"negation added or removed", byEvidence, exchangeIf("negation", deniable)},
		{"modality raised or lowered", Text, onText(exchange("modality"))},
		{"condition dropped", Text, dropCondition},
		{"quantifier inflated", byEvidence, both("quantifier inflated", onText(exchange("quantifier")))},
		{"scope widened", Text, onText(exchange("scope"))},
		{"cause made up", Text, makeUpCause},
	}
})

//go:embed swaps.txt
var swapsFile string

//go:embed units.txt
var unitsFile string

// swaps are the words that operators exchange: section → pairs, the longest first.
var swaps = sync.OnceValue(func() map[string][][2]string {
	out := map[string][][2]string{}
	at := ""
	for line := range strings.Lines(swapsFile) {
		line = strings.Trim(line, "\r\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			at = strings.Trim(line, "[]")
		default:
			mutual := strings.Contains(line, "<=>")
			a, b, _ := strings.Cut(strings.Replace(line, "<=>", "=>", 1), "=>")
			a, b = strings.TrimSpace(a), strings.TrimSpace(b)
			out[at] = append(out[at], [2]string{a, b})
			if mutual {
				out[at] = append(out[at], [2]string{b, a})
			}
		}
	}
	for _, pairs := range out {
		slices.SortStableFunc(pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	}
	return out
})

// units are what a unit is exchanged for.
var units = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(unitsFile) {
		line = strings.Trim(line, "\r\n")
		from, to, ok := strings.Cut(line, " => ")
		if !ok || line[0] == '#' {
			continue
		}
		for t := range strings.SplitSeq(to, "|") {
			out[from] = append(out[from], strings.TrimSpace(t))
		}
	}
	return out
})

// otherUnits writes a value in units that it is not in.
func otherUnits(value string) []string {
	var out []string
	best := ""
	for u := range units() {
		if len(u) > len(best) && (strings.HasSuffix(value, u) || len(u) == 1 && strings.HasPrefix(value, u)) {
			best = u
		}
	}
	for _, t := range units()[best] {
		switch {
		case strings.HasPrefix(value, best):
			out = append(out, t+strings.TrimPrefix(value, best))
		case t[0] < 0x80 && best != "%":
			out = append(out, strings.TrimSuffix(value, best)+" "+t)
		case t == "basis points":
			out = append(out, strings.TrimSuffix(value, best)+" "+t)
		default:
			out = append(out, strings.TrimSuffix(value, best)+t)
		}
	}
	return out
}

// replace writes a text in place of a stretch of the claim.
func (it *Item) replace(start, end int, text string) change {
	s := it.Claim().Text
	return change{text: s[:start] + text + s[end:]}
}

// slotted exchanges what stands in a slot for what its maker says is wrong there.
func slotted(name string) func(*Item, *choice) []change {
	return func(it *Item, r *choice) []change {
		var out []change
		for round := range variants {
			for _, s := range it.Slots {
				list := s.Wrong[name]
				if round < len(list) {
					out = append(out, it.replace(s.Start, s.End, list[(round+r.of(len(list)))%len(list)]))
				}
			}
		}
		return out
	}
}

// both exchanges slots where the item has them, and reads the text where it has none.
func both(name string, read func(*Item, *choice) []change) func(*Item, *choice) []change {
	return func(it *Item, r *choice) []change {
		out := slotted(name)(it, r)
		if it.Slots == nil || name == "digit changed" {
			out = append(read(it, r), out...)
		}
		return out
	}
}

// onText lets an operator see only items that were not made from a wording.
func onText(f func(*Item, *choice) []change) func(*Item, *choice) []change {
	return func(it *Item, r *choice) []change {
		if it.Slots != nil {
			return nil
		}
		return f(it, r)
	}
}

func exchangeIf(section string, ok func(*Item) bool) func(*Item, *choice) []change {
	return func(it *Item, r *choice) []change {
		if !ok(it) {
			return nil
		}
		return exchange(section)(it, r)
	}
}

// deniable reports whether a claim with a negation in the wrong place is wrong for sure.
func deniable(it *Item) bool {
	switch it.Kind {
	case "", "value", "attribute", "day", "limit", "compare", "rank", "extreme":
		return !strings.HasPrefix(it.Claim().Text, "No ")
	}
	return false
}

// exchange replaces listed words that the claim has, the longest first.
func exchange(section string) func(*Item, *choice) []change {
	return func(it *Item, _ *choice) []change {
		s := it.Claim().Text
		var out []change
		var taken [][2]int
		for _, p := range swaps()[section] {
			i := wholeIndex(s, p[0])
			if i < 0 || slices.ContainsFunc(taken, func(t [2]int) bool { return i < t[1] && t[0] < i+len(p[0]) }) {
				continue
			}
			taken = append(taken, [2]int{i, i + len(p[0])})
			out = append(out, change{text: strings.ReplaceAll(s[:i]+p[1]+s[i+len(p[0]):], "  ", " ")})
		}
		return out
	}
}

// wholeIndex finds a word, an English one whole.
func wholeIndex(s, w string) int {
	from := 0
	for {
		i := strings.Index(s[from:], w)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(w)
		if w[0] >= 0x80 || (i == 0 || !letter(s[i-1])) && (end == len(s) || !letter(s[end])) {
			return i
		}
		from = end
	}
}

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' }

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF })
}
