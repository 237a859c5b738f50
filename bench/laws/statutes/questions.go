package statutes

import (
	"strings"

	"github.com/casefile/casefile"
)

// Alike is the likeness above which a pair cannot tell one version from the other.
const Alike = 0.95

// Today is fixed, so that a run next year gives the same.
var Today = casefile.Date{Year: 2026, Month: 1, Day: 1}

// A Kind is a way to ask for an amended article.
type Kind string

// The kinds: in the words of the version itself, or in those alone that both versions have; as of the day before the
// newer version, or with it in force. Undated asks for what holds today in the older version's words.
const (
	OwnOld     Kind = "own words, day before the new version"
	OwnNew     Kind = "own words, new version"
	NeutralOld Kind = "changed words masked, day before the new version"
	NeutralNew Kind = "changed words masked, new version"
	Undated    Kind = "the older version's words, no date"
)

// Kinds are all of them, in the order of a report.
var Kinds = []Kind{OwnOld, OwnNew, NeutralOld, NeutralNew, Undated}

// A Question asks for one article as of a day. For an undated one it is today, and Version "" is the one in force.
type Question struct {
	Kind                    Kind
	Law                     string // the title
	Text                    string
	DocID, Version, Article string
	Day                     casefile.Date
}

// Questions makes the questions of the pairs that differ, and returns how many were left out as alike. docs are the
// documents that an ingester made of the files, by path.
func Questions(pairs []Pair, docs map[string]casefile.Document) (out []Question, left int) {
	for _, p := range pairs {
		if p.Sim > Alike {
			left++
			continue
		}
		older, newer := docs[p.OldFile], docs[p.NewFile]
		neutral := Common(FirstClause(p.OldText), FirstClause(p.NewText))
		before, day := newer.EffectiveFrom.AddDays(-1), Today
		if superseded(newer, docs) { // a third version is in force today
			day = newer.EffectiveFrom
		}
		for _, q := range []Question{
			{OwnOld, p.Title, FirstClause(p.OldText), older.ID, older.Version, p.OldArticle, before},
			{OwnNew, p.Title, FirstClause(p.NewText), newer.ID, newer.Version, p.NewArticle, day},
			{NeutralOld, p.Title, neutral, older.ID, older.Version, p.OldArticle, before},
			{NeutralNew, p.Title, neutral, newer.ID, newer.Version, p.NewArticle, day},
			{Undated, p.Title, FirstClause(p.OldText), newer.ID, "", p.NewArticle, Today},
		} {
			if len([]rune(q.Text)) >= 4 { // less is common to both: nothing to ask by
				out = append(out, q)
			}
		}
	}
	return out, left
}

func superseded(d casefile.Document, docs map[string]casefile.Document) bool {
	for _, o := range docs {
		if o.ID == d.ID && o.EffectiveFrom.Compare(d.EffectiveFrom) > 0 {
			return true
		}
	}
	return false
}

// InForce returns the version of a document that is in force on a day. It judges by the index, not by what was told
// from the texts, except where no file says the day.
func InForce(doc string, day casefile.Date, laws []Law, docs map[string]casefile.Document) string {
	var current casefile.Date
	version := ""
	for _, l := range laws {
		d := docs[l.File]
		from, knowable := l.From()
		if !knowable {
			from = d.EffectiveFrom
		}
		if d.ID == doc && from.Compare(day) <= 0 && (version == "" || from.Compare(current) > 0) {
			current, version = from, d.Version
		}
	}
	return version
}

// FirstClause is the text up to its first full stop or semicolon.
func FirstClause(s string) string {
	if i := strings.IndexAny(s, "。；;"); i > 0 {
		return s[:i]
	}
	return s
}

// Common returns the runs of two runes and more that two clauses have in common, in order.
func Common(a, b string) string {
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
