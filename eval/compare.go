package eval

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

// compare says everything in which an outcome is not what a case wants.
func (w Want) compare(o Outcome) []string {
	var why []string
	miss := func(format string, args ...any) { why = append(why, fmt.Sprintf(format, args...)) }

	if len(w.Status) > 0 && !slices.Contains(w.Status, o.Answer.Status) {
		miss("status is %s, want %s", o.Answer.Status, join(w.Status))
	}
	if len(w.Stop) > 0 && !slices.Contains(w.Stop, o.Answer.Stop) {
		miss("stop is %s, want %s", o.Answer.Stop, join(w.Stop))
	}
	cited := citations(o)
	for _, ref := range w.Cites {
		if !slices.ContainsFunc(cited, func(c record) bool { return c.is(ref) }) {
			miss("%s is not cited; cited are %s", ref, list(cited))
		}
	}
	for _, ref := range w.CitesNot {
		if slices.ContainsFunc(cited, func(c record) bool { return c.is(ref) }) {
			miss("%s is cited", ref)
		}
	}
	for _, p := range w.Says {
		if !p.MatchString(o.Text) {
			miss("the answer does not say %q", p)
		}
	}
	for _, p := range w.SaysNot {
		if found := p.FindString(o.Text); found != "" || p.MatchString(o.Text) {
			miss("the answer says %q, which %q forbids", found, p)
		}
	}
	texts := queries(o.Case.Calls)
	for _, p := range w.Queries {
		if !slices.ContainsFunc(texts, p.MatchString) {
			miss("no search matches %q; searched: %q", p, texts)
		}
	}
	reached := map[string]int{}
	for _, c := range o.Case.Calls {
		if c.Reached {
			reached[c.Tool]++
		}
	}
	for _, tool := range sorted(w.Tools) {
		if want := w.Tools[tool]; !want.holds(reached[tool]) {
			miss("%s was reached %d times, want %s", tool, reached[tool], want)
		}
	}
	return why
}

// record is one record that a claim of an answer cites.
type record struct {
	source *casefile.Source
	tool   string
}

func (c record) is(ref string) bool {
	if tool, ok := strings.CutPrefix(ref, "tool:"); ok {
		return c.tool == tool
	}
	if c.source == nil {
		return false
	}
	// without the version, too: a document may have none
	s := *c.source
	bare := casefile.Source{DocID: s.DocID, Section: s.Section}
	whole := casefile.Source{DocID: s.DocID, Version: s.Version}
	return ref == s.Place() || ref == whole.Place() || ref == bare.Place() || ref == s.DocID
}

func (c record) String() string {
	if c.source != nil {
		return c.source.Place()
	}
	return "tool:" + c.tool
}

func citations(o Outcome) []record {
	var out []record
	for _, claim := range o.Answer.Claims {
		for _, c := range claim.Cites {
			e, ok := o.Case.Find(c.Evidence)
			if !ok || e.Said {
				continue
			}
			out = append(out, record{e.Source, e.Tool})
		}
	}
	return out
}

func queries(calls []casefile.Done) []string {
	var out []string
	for _, c := range calls {
		var args struct {
			Query *string `json:"query"`
		}
		if json.Unmarshal(c.Args, &args) == nil && args.Query != nil {
			out = append(out, *args.Query)
		}
	}
	return out
}

func list(cited []record) string {
	var names []string
	for _, c := range cited {
		if n := c.String(); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func join[T ~string](values []T) string {
	var out []string
	for _, v := range values {
		out = append(out, string(v))
	}
	return strings.Join(out, " or ")
}

func sorted[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
