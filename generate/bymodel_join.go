package generate

import (
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// joined puts the claims of the model before those of rules that say what no claim of the model rests on; these then are what
// the conclusion rests on.
func joined(mine, rules []casefile.Claim) []casefile.Claim {
	out := slices.Clone(mine)
	concluded := slices.ContainsFunc(mine, func(cl casefile.Claim) bool { return cl.Part == casefile.Conclusion })
	for _, cl := range rules {
		if covered(cl, mine) {
			continue
		}
		if concluded && cl.Part == casefile.Conclusion {
			cl.Part = casefile.Basis
		}
		out = append(out, cl)
	}
	return out
}

// covered reports whether claims of the model say what a claim of rules says: they rest on every record that it rests on, and hold
// each of its figures, and of a sentence are about the same. What is open and what to do next is always told.
func covered(cl casefile.Claim, by []casefile.Claim) bool {
	if cl.Part == casefile.Pending || cl.Part == casefile.Next {
		return false
	}
	var said strings.Builder
	for _, t := range cl.Cites {
		found := false
		for _, o := range by {
			if slices.ContainsFunc(o.Cites, func(u casefile.Citation) bool { return sharesRecord(t, u) }) {
				found = true
				said.WriteString(o.Text + "\n")
			}
		}
		if !found {
			return false
		}
	}
	have := figures(said.String())
	if len(cl.Cites) == 0 || slices.ContainsFunc(figures(cl.Text), func(f string) bool { return !slices.Contains(have, f) }) {
		return false
	}
	// a row is its figures; of a sentence the words count as well
	return cl.Row != nil || text.NewTopic(cl.Text, nil, nil).Relevance(said.String(), "") >= closest
}

var figure = regexp.MustCompile(`[0-9A-Za-z]*[0-9][0-9A-Za-z.%-]*`)

// figures are the numbers and codes of a text, without the noughts before them and the points behind.
func figures(s string) []string {
	var out []string
	for _, f := range figure.FindAllString(text.Fold(s), -1) {
		out = append(out, strings.TrimLeft(strings.TrimRight(f, ".-"), "0"))
	}
	return out
}

func sharesRecord(t, u casefile.Citation) bool {
	switch {
	case t.Evidence != u.Evidence:
		return false
	case t.End > t.Start && u.End > u.Start:
		return t.Start < u.End && u.Start < t.End
	case len(t.Rows) > 0 && len(u.Rows) > 0:
		return !slices.ContainsFunc(t.Rows, func(r int) bool { return !slices.Contains(u.Rows, r) })
	}
	return true
}
