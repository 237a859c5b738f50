package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/bench/laws/statutes"
)

// chains compares each law's versions with the index.
func (b bench) chains() bool {
	var titles []string
	of := map[string][]statutes.Law{}
	for _, l := range b.laws {
		if of[l.Title] == nil {
			titles = append(titles, l.Title)
		}
		of[l.Title] = append(of[l.Title], l)
	}
	order, days, silent, unknowable := 0, 0, 0, 0
	for _, title := range titles {
		vs := of[title]
		slices.SortFunc(vs, func(a, b statutes.Law) int { return a.Published.Compare(b.Published) })
		inOrder, inDays, told := true, true, true
		for i, v := range vs {
			d := b.docs[v.File]
			want, knowable := v.From()
			switch {
			case d.ID == "" || d.ID != b.docs[vs[0].File].ID:
				inOrder = false
				fmt.Fprintf(b.out, "  %s is no version of %s\n", v.File, vs[0].File)
			case i > 0 && d.Supersedes != b.docs[vs[i-1].File].Version, i > 0 && d.EffectiveFrom.Compare(b.docs[vs[i-1].File].EffectiveFrom) <= 0:
				inOrder = false
				fmt.Fprintf(b.out, "  %s does not follow %s\n", v.File, vs[i-1].File)
			}
			if d.EffectiveFrom == want {
				continue
			}
			if !knowable && d.EffectiveFrom == v.Published {
				unknowable++
				told = false
				fmt.Fprintf(b.out, "  %s: from %s, which the file does not say; told from the text: %s\n", v.File, want, d.EffectiveFrom)
				continue
			}
			inDays = false
			fmt.Fprintf(b.out, "  %s: from %s, want %s\n", v.File, d.EffectiveFrom, want)
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
func (b bench) articles(pairs []statutes.Pair) bool {
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

// score counts searches.
type score struct{ asked, first, wrong int }

func (s score) String() string {
	return fmt.Sprintf("R@1 %.3f of %d, another version among the hits: %d", float64(s.first)/float64(max(s.asked, 1)), s.asked, s.wrong)
}

// searches asks for each pair on the day before the new version and with it in force, and returns how often a hit was
// of a version that was not in force on that day.
func (b bench) searches(ctx context.Context, pairs []statutes.Pair) (wrong int, err error) {
	totals := map[statutes.Kind]*score{}
	questions, left := statutes.Questions(pairs, b.docs)
	for _, q := range questions {
		if totals[q.Kind] == nil {
			totals[q.Kind] = &score{}
		}
		if err := b.ask(ctx, q, totals[q.Kind]); err != nil {
			return 0, err
		}
	}
	fmt.Fprintf(b.out, "search, %d pairs (%d left out that differ in less than %.0f %%):\n", len(pairs)-left, left, 100*(1-statutes.Alike))
	for _, k := range statutes.Kinds {
		if t := totals[k]; t != nil {
			fmt.Fprintf(b.out, "  %s: %s\n", k, t)
			wrong += t.wrong
		}
	}
	return wrong, nil
}

func (b bench) ask(ctx context.Context, q statutes.Question, s *score) error {
	who, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, q.Day)
	if err != nil {
		return err
	}
	hits, err := b.retriever.Retrieve(ctx, who, casefile.Query{Text: q.Text, Limit: 5})
	if err != nil {
		return err
	}
	s.asked++
	if len(hits) > 0 && hits[0].Source.DocID == q.DocID && (q.Version == "" || hits[0].Source.Version == q.Version) && hits[0].Source.Section == q.Article {
		s.first++
	}
	for _, h := range hits {
		if statutes.InForce(h.Source.DocID, q.Day, b.laws, b.docs) != h.Source.Version {
			s.wrong++
		}
	}
	return nil
}
