package eval

import (
	"encoding/json"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

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
		if q, ok := query(c); ok {
			out = append(out, q)
		}
	}
	return out
}

// query returns the words of a call that searches.
func query(c casefile.Done) (string, bool) {
	var args struct {
		Query *string `json:"query"`
	}
	if json.Unmarshal(c.Args, &args) != nil || args.Query == nil {
		return "", false
	}
	return *args.Query, true
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
