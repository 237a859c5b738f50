package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
)

// chains compares each law's versions with the index.
func (b bench) chains() bool {
	var titles []string
	of := map[string][]law{}
	for _, l := range b.laws {
		if of[l.title] == nil {
			titles = append(titles, l.title)
		}
		of[l.title] = append(of[l.title], l)
	}
	order, days, silent, unknowable := 0, 0, 0, 0
	for _, title := range titles {
		vs := of[title]
		slices.SortFunc(vs, func(a, b law) int { return a.published.Compare(b.published) })
		inOrder, inDays, told := true, true, true
		for i, v := range vs {
			d := b.docs[v.file]
			want, knowable := v.from()
			switch {
			case d.ID == "" || d.ID != b.docs[vs[0].file].ID:
				inOrder = false
				fmt.Fprintf(b.out, "  %s is no version of %s\n", v.file, vs[0].file)
			case i > 0 && d.Supersedes != b.docs[vs[i-1].file].Version, i > 0 && d.EffectiveFrom.Compare(b.docs[vs[i-1].file].EffectiveFrom) <= 0:
				inOrder = false
				fmt.Fprintf(b.out, "  %s does not follow %s\n", v.file, vs[i-1].file)
			}
			if d.EffectiveFrom == want {
				continue
			}
			if !knowable && d.EffectiveFrom == v.published {
				unknowable++
				told = false
				fmt.Fprintf(b.out, "  %s: from %s, which the file does not say; told from the text: %s\n", v.file, want, d.EffectiveFrom)
				continue
			}
			inDays = false
			fmt.Fprintf(b.out, "  %s: from %s, want %s\n", v.file, d.EffectiveFrom, want)
		}
		if inOrder {
			order++
		}
		switch {
		case inDays && told:
			days++
		case inDays:
			silent++
		}
	}
	fmt.Fprintf(b.out, "chains in order: %d of %d laws\n", order, len(titles))
	fmt.Fprintf(b.out, "first days right: %d of %d laws, and %d more but for a day that stands in no file (%d of %d versions)\n", days, len(titles), silent, unknowable, len(b.laws))
	return order == len(titles) && days+silent == len(titles)
}

// articles looks up each article of the pairs by its number in its version.
func (b bench) articles(pairs []pair) bool {
	all, kept, moved := 0, 0, 0
	for _, p := range pairs {
		if p.OldArticle != p.NewArticle {
			moved++
		}
		for _, side := range []struct{ file, article, text string }{{p.OldFile, p.OldArticle, p.OldText}, {p.NewFile, p.NewArticle, p.NewText}} {
			all++
			if b.holds(side.file, side.article, side.text) {
				kept++
			} else {
				fmt.Fprintf(b.out, "  %s %s does not hold its text\n", side.file, side.article)
			}
		}
	}
	fmt.Fprintf(b.out, "articles with their own number and text: %d of %d (%d of %d pairs were renumbered)\n", kept, all, moved, len(pairs))
	return kept == all
}

func (b bench) holds(file, article, words string) bool {
	for _, sec := range b.docs[file].Sections {
		if sec.ID != article {
			continue
		}
		var s strings.Builder
		for _, c := range sec.Chunks {
			s.WriteString(c.Text)
		}
		has, want := plain(s.String()), plain(words)
		body := strings.TrimPrefix(has, article)
		return strings.Contains(has, want) || body != "" && strings.HasPrefix(want, body) // the pairs' texts may run on into the next chapter's heading
	}
	return false
}

func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, s)
}

// alike is the likeness above which a pair cannot tell one version from the other.
const alike = 0.95

// score counts searches.
type score struct{ asked, first, wrong int }

func (s score) String() string {
	return fmt.Sprintf("R@1 %.3f of %d, another version among the hits: %d", float64(s.first)/float64(max(s.asked, 1)), s.asked, s.wrong)
}

// searches asks for each pair on the day before the new version and with it in force, and returns how often a hit was
// of a version that was not in force on that day.
func (b bench) searches(ctx context.Context, pairs []pair) (wrong int, err error) {
	totals := map[string]*score{}
	names := []string{"own words, day before the new version", "own words, new version", "changed words masked, day before the new version", "changed words masked, new version"}
	for _, n := range names {
		totals[n] = &score{}
	}
	left := 0
	for _, p := range pairs {
		if p.Sim > alike {
			left++
			continue
		}
		neutral := common(firstClause(p.OldText), firstClause(p.NewText))
		before, day := b.docs[p.NewFile].EffectiveFrom.AddDays(-1), today
		if b.newer(p.NewFile) { // a third version is in force today
			day = b.docs[p.NewFile].EffectiveFrom
		}
		for i, q := range []struct {
			text, file, article string
			day                 casefile.Date
		}{
			{firstClause(p.OldText), p.OldFile, p.OldArticle, before}, {firstClause(p.NewText), p.NewFile, p.NewArticle, day},
			{neutral, p.OldFile, p.OldArticle, before}, {neutral, p.NewFile, p.NewArticle, day},
		} {
			if len([]rune(q.text)) < 4 { // nothing is common to both
				continue
			}
			if err := b.ask(ctx, q.text, b.docs[q.file], q.article, q.day, totals[names[i]]); err != nil {
				return 0, err
			}
		}
	}
	fmt.Fprintf(b.out, "search, %d pairs (%d left out that differ in less than %.0f %%):\n", len(pairs)-left, left, 100*(1-alike))
	for _, n := range names {
		fmt.Fprintf(b.out, "  %s: %s\n", n, totals[n])
		wrong += totals[n].wrong
	}
	return wrong, nil
}

func (b bench) newer(file string) bool {
	d := b.docs[file]
	for _, o := range b.docs {
		if o.ID == d.ID && o.EffectiveFrom.Compare(d.EffectiveFrom) > 0 {
			return true
		}
	}
	return false
}

func (b bench) ask(ctx context.Context, question string, want casefile.Document, article string, day casefile.Date, s *score) error {
	who, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, day)
	if err != nil {
		return err
	}
	hits, err := b.retriever.Retrieve(ctx, who, casefile.Query{Text: question, Limit: 5})
	if err != nil {
		return err
	}
	s.asked++
	if len(hits) > 0 && hits[0].Source.DocID == want.ID && hits[0].Source.Version == want.Version && hits[0].Source.Section == article {
		s.first++
	}
	for _, h := range hits {
		if !b.inForce(h.Source, day) {
			s.wrong++
		}
	}
	return nil
}

// inForce judges by the index, not by what was told from the texts, except where no file says the day.
func (b bench) inForce(s casefile.Source, day casefile.Date) bool {
	var current casefile.Date
	version := ""
	for _, l := range b.laws {
		d := b.docs[l.file]
		from, knowable := l.from()
		if !knowable {
			from = d.EffectiveFrom
		}
		if d.ID == s.DocID && from.Compare(day) <= 0 && (version == "" || from.Compare(current) > 0) {
			current, version = from, d.Version
		}
	}
	return version == s.Version
}

// firstClause is the text up to its first full stop or semicolon.
func firstClause(s string) string {
	if i := strings.IndexAny(s, "。；;"); i > 0 {
		return s[:i]
	}
	return s
}

// common returns the runs of two runes and more that two clauses have in common, in order.
func common(a, b string) string {
	x, y := []rune(a), []rune(b)
	longest := make([][]int, len(x)+1)
	for i := range longest {
		longest[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	var out, run []rune
	end := func() {
		if len(run) > 1 {
			if len(out) > 0 {
				out = append(out, ' ')
			}
			out = append(out, run...)
		}
		run = nil
	}
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] == y[j]:
			run = append(run, x[i])
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			end()
			i++
		default:
			end()
			j++
		}
	}
	end()
	return string(out)
}
