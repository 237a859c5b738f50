package eval

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	casefile "github.com/casefile/casefile"
)

// A reply cites the records that its request shows by their ids, which change as soon as another search finds one more. So a case file
// has what the records are called in their place: "@TITLE / HEADING", "@FUNCTION's words".

// shownRecord is what is read of a record in a request.
type shownRecord struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Heading string `json:"heading"`
	Version string `json:"version"`
	Holds   string `json:"holds"`
	Task    string `json:"task"`
}

func (r shownRecord) name() string {
	switch {
	case r.Title != "":
		return strings.TrimSpace(r.Title+" "+r.Version) + " / " + r.Heading
	case r.Holds != "":
		return r.Holds
	}
	return r.Task
}

// recordNames returns what the records of a request are called, by id; a name that comes again is counted.
func recordNames(r casefile.ModelRequest) map[string]string {
	out := map[string]string{}
	if len(r.Messages) == 0 {
		return out
	}
	var shown struct {
		Records []shownRecord `json:"records"`
	}
	if json.Unmarshal([]byte(r.Messages[0].Text), &shown) != nil {
		return out
	}
	seen := map[string]int{}
	for _, is := range shown.Records {
		name := "@" + is.name()
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, seen[name])
		}
		out[is.ID] = name
	}
	return out
}

var jsonString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// renamed replaces each string of a reply that is a key of names, whole, by its name.
func renamed(reply json.RawMessage, names map[string]string) json.RawMessage {
	return jsonString.ReplaceAllFunc(reply, func(b []byte) []byte {
		var s string
		if json.Unmarshal(b, &s) != nil {
			return b
		}
		name, ok := names[s]
		if !ok {
			return b
		}
		var out strings.Builder
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		if enc.Encode(name) != nil {
			return b
		}
		return []byte(strings.TrimSpace(out.String()))
	})
}

func inverted(m map[string]string) map[string]string {
	out := make(map[string]string, len(m))
	for k, v := range m {
		out[v] = k
	}
	return out
}
