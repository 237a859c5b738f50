package mutate

import (
	"fmt"
	"strings"

	"github.com/casefile/casefile"
)

// The bars: shares of the mutants let through, of the twins refused, of the pairs caught, of the twins unconfirmed.
var bars = map[Class]struct{ through, refused, paired, unconfirmed float64 }{
	Structural: {.005, .01, .985, .01},
	Text:       {.05, .05, 0, .15},
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// Below names the bars that do not hold, in English.
func (r *Report) Below() []string {
	var out []string
	for _, t := range r.Twins {
		s, bar := r.Sum(t.Class), bars[t.Class]
		for _, b := range []struct {
			what      string
			is, limit float64
			least     bool
		}{
			{"let through", share(s.Missed, s.Mutants), bar.through, false},
			{"right claims refused", share(t.Refused, t.Items), bar.refused, false},
			{"right claims unconfirmed", share(t.Unconfirmed, t.Items), bar.unconfirmed, false},
			{"paired catch", share(s.Paired, s.Mutants), bar.paired, true},
		} {
			if s.Mutants > 0 && (b.least && b.is < b.limit || !b.least && b.is > b.limit) {
				out = append(out, fmt.Sprintf("%s: %s %.2f %%, bar %.1f %%", t.Class, b.what, 100*b.is, 100*b.limit))
			}
		}
	}
	return out
}

var heads = map[casefile.Lang][]string{
	casefile.English: {"operator", "class", "mutants", "caught", "let through", "of the caught, unconfirmed", "pairs caught", "right claims", "right", "refused", "unconfirmed"},
	casefile.Chinese: {"改法", "类", "改错数", "拦下", "放过", "拦下中仅待确认", "成对拦下", "正确说法", "条数", "误拒", "待确认"},
}

// Markdown writes the report as two tables: the operators, and the right claims.
func (r *Report) Markdown(lang casefile.Lang) string {
	h := heads[lang]
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|---|---|---|---|---|---|---|\n", strings.Join(h[:7], " | "))
	row := func(t Tally) {
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d (%.1f %%) | %d | %.1f %% |\n", t.Op, t.Class, t.Mutants, t.Caught, t.Missed, 100*share(t.Missed, t.Mutants), t.Unconfirmed, 100*share(t.Paired, t.Mutants))
	}
	for _, c := range []Class{Structural, Text} {
		for _, t := range r.Ops {
			if t.Class == c {
				row(t)
			}
		}
		if s := r.Sum(c); s.Mutants > 0 {
			s.Op = "**" + string(c) + "**"
			row(s)
		}
	}
	fmt.Fprintf(&b, "\n| %s |\n|---|---|---|---|\n", strings.Join(h[7:], " | "))
	for _, t := range r.Twins {
		if t.Items > 0 {
			fmt.Fprintf(&b, "| %s | %d | %d (%.1f %%) | %d (%.1f %%) |\n", t.Class, t.Items, t.Refused, 100*share(t.Refused, t.Items), t.Unconfirmed, 100*share(t.Unconfirmed, t.Items))
		}
	}
	return b.String()
}
