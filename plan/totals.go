package plan

import (
	"fmt"
	"slices"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// total adds the step that adds up a function's rows, where a question asks for one figure and the function gives it in
// parts. With one row, or none, the step is left out.
func (b *builder) total(a *asked, s scored, step string, need int) {
	i := b.p.summed(a, s)
	if i < 0 || b.full(need) {
		return
	}
	c := s.Gives[i]
	name := step + "." + c.Name
	b.plan.Steps = append(b.plan.Steps, casefile.Step{
		ID: b.id("total"), Goal: or(a.lang, c.Title, c.TitleEN, c.Name), Tool: calculate, After: []string{step}, Need: need,
		If: "count(" + name + ") > 1", Args: encode(map[string]any{"expression": "sum(" + name + ")"}),
		Why: fmt.Sprintf("one figure is asked for, and %s gives %s in parts", s.Name, c.Name),
	})
}

func or(lang casefile.Lang, zh, en, name string) string {
	switch {
	case lang == casefile.English && en != "":
		return en
	case zh != "":
		return zh
	}
	return name
}

// summed returns the column whose total is asked for, -1 where the parts themselves are.
func (p *Planner) summed(a *asked, s scored) int {
	if s.blind || s.without != "" || slices.ContainsFunc(s.Gives, func(c casefile.Column) bool { return c.Name == "rank" }) {
		return -1
	}
	key := keyColumn(s.ToolSpec)
	if key < 0 { // rows of a day or a month each
		key = slices.IndexFunc(s.Gives, func(c casefile.Column) bool { return c.Type == "date" || c.Type == "datetime" })
	}
	if key < 0 {
		return -1
	}
	explicit := has(a.r, "total")
	if !explicit {
		kind := s.Gives[key]
		for _, title := range []string{kind.Title, kind.TitleEN} {
			if w := playbook.Prepare(title); !w.IsZero() && (a.r.Has(w) || a.r.Has(playbook.Prepare(title+"s"))) {
				return -1
			}
		}
		if kind.Entity != "" && (slices.Contains(kinds(a.names), kind.Entity) || slices.Contains(kinds(a.ids), kind.Entity)) {
			return -1
		}
		if has(a.r, "parts") || has(a.r, "superlative") || a.n.n > 0 {
			return -1
		}
	}
	first := -1
	for i, c := range s.Gives {
		if !c.Sums {
			continue
		}
		if first < 0 {
			first = i
		}
		var titles []playbook.Word
		for _, t := range []string{c.Title, c.TitleEN, c.Metric} {
			if w := playbook.Prepare(t); !w.IsZero() {
				titles = append(titles, w)
			}
		}
		if a.speaksOf(titles) {
			return i
		}
	}
	return first
}
