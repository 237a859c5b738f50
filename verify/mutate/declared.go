package mutate

import (
	"strings"

	"github.com/casefile/casefile"
)

// Declared makes a sheet of a table whose columns say what a reader calls them. ok is false where no column tells the
// rows apart, or none has a name in the language.
func Declared(id, source string, e casefile.Evidence, lang casefile.Lang) (s *Sheet, ok bool) {
	t := e.Table
	if t == nil || len(t.Rows) == 0 {
		return nil, false
	}
	title := func(c casefile.Column) string {
		if lang == casefile.Chinese {
			return c.Title
		}
		return c.TitleEN
	}
	s = &Sheet{ID: id, Source: source, Lang: lang, Evidence: e, Subject: -1}
	for i, c := range t.Columns {
		name := title(c)
		if name == "" || strings.ContainsAny(name, "(（") {
			continue
		}
		switch c.Type {
		case "identifier", "text":
			if lang == casefile.English && foreign(t, i) {
				continue // a claim of one language does not name things in the other
			}
			if s.Subject < 0 && distinct(t, i) {
				s.Subject, s.Noun, s.Nouns = i, name, name+"s"
			} else {
				s.Labels = append(s.Labels, Label{Column: i, Names: []string{name}})
			}
		case "integer", "decimal", "ratio":
			unit := c.Unit
			if lang == casefile.English {
				if unit = c.UnitEN; unit == "" {
					unit = c.Unit
				}
				if unit != "" {
					unit = " " + unit
				}
			}
			if c.Name != "rank" {
				s.Measures = append(s.Measures, Measure{Column: i, Names: []string{name}, Unit: unit, Adds: c.Type != "ratio"})
			}
		}
	}
	return s, s.Subject >= 0 && len(s.Measures)+len(s.Labels) > 0
}

// foreign reports whether a column has Han text.
func foreign(t *casefile.Table, col int) bool {
	for _, row := range t.Rows {
		if col < len(row) && hasHan(row[col].Text) {
			return true
		}
	}
	return false
}

// distinct reports whether no two cells of a column are the same.
func distinct(t *casefile.Table, col int) bool {
	seen := map[string]bool{}
	for _, row := range t.Rows {
		if col >= len(row) || row[col].Text == "" || seen[row[col].Text] {
			return false
		}
		seen[row[col].Text] = true
	}
	return true
}
