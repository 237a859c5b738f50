package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
)

// ofAll are the words before a number that says how many there are in all: of the five, all three.
var ofAll = regexp.MustCompile(`(?i)(?:^|\b)(?:all|of|of the|of all|of all the|of these|all the|these|across the|among the|in the) $|(?:这|全部|所有|上述|以上|其中|列出的|在)$`)

// ofWhole are those of them that say so of whatever the rest of the sentence is about.
var ofWhole = regexp.MustCompile(`(?i)(?:^|\b)(?:of the|of all|of these|among the) $`)

// togetherWords follow a number of all there are in Chinese: 三项合计, 四个品种里.
var togetherWords = regexp.MustCompile(`都|均|合计|共|里|中|之|平均|各|最|只有`)

// countsAll reports whether value i can only be how many rows there are: "of the five" and 三个品种里, where there are as many, whatever they are
// called.
func (t *trial) countsAll(i int, tl *telling) bool {
	v, tb := t.r.values[i], tl.tb
	if v.Value == nil || !v.Value.IsInt() || v.Bound != "" || v.High != nil || !t.isAll(v, tb) || len(tb.Rows) < 2 {
		return false
	}
	if v.Unit.Known && v.Kind != quantity.Count && v.Kind != quantity.Number {
		return false
	}
	if slices.ContainsFunc(tl.names, func(n naming) bool { return n.start <= v.Start && v.Start < n.end }) {
		return false
	}
	before := t.r.src[tl.start:v.Start]
	if ofAll.MatchString(before) {
		return true
	}
	if t.r.lang == "en" {
		return strings.EqualFold(before, "the ")
	}
	if !(before == "" || strings.HasSuffix(before, "，") || strings.HasSuffix(before, "季") || strings.HasSuffix(before, "年") || strings.HasSuffix(before, "月") || strings.HasSuffix(before, "的")) {
		return false
	}
	return togetherWords.MatchString(t.r.src[v.End:tl.end]) && !slices.ContainsFunc(tl.names, func(n naming) bool { return n.end <= v.Start })
}

// someOf is what stands between a number of rows and how many there are: two of the four.
var someOf = regexp.MustCompile(`(?i)^ ?(?:out )?of (?:the |these |all |our )?$`)

// partOfAll reports whether value i counts some of the rows, of which the next value says how many there are.
func (t *trial) partOfAll(i int, tl *telling) bool {
	k := i + 1
	if k >= len(t.r.values) || t.r.values[k].Start >= tl.end {
		return false
	}
	v := t.r.values[i]
	from := v.Start + unitStart(t.r.src[v.Start:v.End])
	return from <= t.r.values[k].Start && someOf.MatchString(t.r.src[from:t.r.values[k].Start]) && t.countsAll(k, tl)
}
