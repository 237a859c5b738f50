package eval

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// A checked is one thing that a case wants, and whether the outcome has it. what is the key of want.json.
type checked struct {
	what string
	ref  string  // of cites, cites_not and evidence; the tool of args and tools
	re   Pattern // of says, says_not, queries, args and secrets
	ok   bool
	why  string // when it is not
}

// checks compares an outcome with everything a case wants, in the order of the keys.
func (w Want) checks(o Outcome) []checked {
	var out []checked
	add := func(c checked, format string, args ...any) {
		if !c.ok {
			c.why = fmt.Sprintf(format, args...)
		}
		out = append(out, c)
	}
	if len(w.Status) > 0 {
		add(checked{what: "status", ok: slices.Contains(w.Status, o.Answer.Status)}, "status is %s, want %s", o.Answer.Status, join(w.Status))
	}
	if len(w.Stop) > 0 {
		add(checked{what: "stop", ok: slices.Contains(w.Stop, o.Answer.Stop)}, "stop is %s, want %s", o.Answer.Stop, join(w.Stop))
	}
	cited := citations(o)
	for _, ref := range w.Cites {
		add(checked{what: "cites", ref: ref, ok: slices.ContainsFunc(cited, func(c record) bool { return c.is(ref) })}, "%s is not cited; cited are %s", ref, list(cited))
	}
	for _, ref := range w.CitesNot {
		add(checked{what: "cites_not", ref: ref, ok: !slices.ContainsFunc(cited, func(c record) bool { return c.is(ref) })}, "%s is cited", ref)
	}
	for _, ref := range w.Evidence {
		has := slices.ContainsFunc(o.Case.Evidence, func(e casefile.Evidence) bool { return record{e.Source, e.Tool}.is(ref) })
		add(checked{what: "evidence", ref: ref, ok: has}, "%s is not among the records", ref)
	}
	for _, p := range w.Says {
		add(checked{what: "says", re: p, ok: p.MatchString(o.Text)}, "the answer does not say %q", p)
	}
	for _, v := range w.Values {
		add(checked{what: "values", ref: v, ok: holds(o.Text, v)}, "the value %s does not stand in the answer", v)
	}
	for _, p := range w.SaysNot {
		add(checked{what: "says_not", re: p, ok: !p.MatchString(o.Text)}, "the answer says %q, which %q forbids", p.FindString(o.Text), p)
	}
	for _, p := range w.Secrets {
		where := secretIn(p, o)
		add(checked{what: "secrets", re: p, ok: where == ""}, "a secret, %q, stands in %s", p, where)
	}
	out = append(out, w.calls(o)...)
	return out
}

// calls checks what was asked of which tool.
func (w Want) calls(o Outcome) []checked {
	var out []checked
	add := func(c checked, format string, args ...any) {
		if !c.ok {
			c.why = fmt.Sprintf(format, args...)
		}
		out = append(out, c)
	}
	texts := queries(o.Case.Calls)
	for _, p := range w.Queries {
		add(checked{what: "queries", re: p, ok: slices.ContainsFunc(texts, p.MatchString)}, "no search matches %q; searched: %q", p, texts)
	}
	for _, tool := range sorted(w.Args) {
		ok := slices.ContainsFunc(o.Case.Calls, func(c casefile.Done) bool { return c.Tool == tool && fits(c.Args, w.Args[tool]) })
		add(checked{what: "args", ref: tool, ok: ok}, "no call of %s has the arguments wanted; called with %s", tool, calledWith(o.Case.Calls, tool))
	}
	if !w.AsOf.IsZero() {
		for _, c := range o.Case.Calls {
			if _, searched := query(c); searched {
				add(checked{what: "as_of", ref: c.Tool, ok: c.AsOf == w.AsOf}, "%s read by the versions of %s, want %s", c.Tool, c.AsOf, w.AsOf)
			}
		}
	}
	reached := map[string]int{}
	for _, c := range o.Case.Calls {
		if c.Reached {
			reached[c.Tool]++
		}
	}
	for _, tool := range sorted(w.Tools) {
		want := w.Tools[tool]
		add(checked{what: "tools", ref: tool, ok: want.holds(reached[tool])}, "%s was reached %d times, want %s", tool, reached[tool], want)
	}
	return out
}

// compare says everything in which an outcome is not what a case wants.
func (w Want) compare(o Outcome) []string {
	var why []string
	for _, c := range w.checks(o) {
		if !c.ok {
			why = append(why, c.why)
		}
	}
	return why
}

// holds reports whether a text says a value, however it is written: 3.75% is 3.75 %, 1,200 is 1200, 9月10日 is 2026-09-10.
func holds(s, value string) bool {
	if strings.Contains(text.Fold(s), text.Fold(strings.TrimSpace(value))) && !digitsAround(text.Fold(s), text.Fold(strings.TrimSpace(value))) {
		return true
	}
	want := quantity.Find(value)
	if len(want) != 1 {
		return false
	}
	number, bare := quantity.Value(strings.TrimSpace(value), "decimal", "") // 1976 alone reads as a year
	for _, m := range quantity.Find(s) {
		if ok, _ := quantity.Equal(m, want[0]); ok && m.Kind == want[0].Kind {
			return true
		}
		if ok, _ := quantity.Equal(m, number); bare && ok {
			return true
		}
	}
	return false
}

// digitsAround reports whether every place of part in s is within a longer number: 976 in 1,976.
func digitsAround(s, part string) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	sep := func(i int) bool { return i >= 0 && i < len(s) && (s[i] == '.' || s[i] == ',') }
	for at := 0; ; {
		i := strings.Index(s[at:], part)
		if i < 0 {
			return true
		}
		i += at
		end := i + len(part)
		before := digit(i) && (digit(i-1) || sep(i-1) && digit(i-2))
		after := digit(end-1) && (digit(end) || sep(end) && digit(end+1))
		if !before && !after {
			return false
		}
		at = i + 1
	}
}

// secretIn says where a secret stands, "" where it does not.
func secretIn(p Pattern, o Outcome) string {
	if p.MatchString(o.Text) {
		return "the answer"
	}
	for _, e := range o.Case.Evidence {
		if e.Said {
			continue
		}
		if p.MatchString(e.Text) || p.MatchString(e.Head) || p.MatchString(e.Note) {
			return "record " + e.ID
		}
		if e.Table == nil {
			continue
		}
		for _, row := range e.Table.Rows {
			if slices.ContainsFunc(row, func(c casefile.Cell) bool { return p.MatchString(c.Text) }) {
				return "record " + e.ID
			}
		}
	}
	return ""
}

// fits reports whether arguments match patterns by name. A text is matched without its quotes, any other value as JSON.
func fits(args json.RawMessage, want map[string]Pattern) bool {
	var have map[string]json.RawMessage
	if json.Unmarshal(args, &have) != nil {
		return false
	}
	for name, p := range want {
		raw, ok := have[name]
		if !ok {
			return false
		}
		s := string(raw)
		var plain string
		if json.Unmarshal(raw, &plain) == nil {
			s = plain
		}
		if !p.MatchString(s) {
			return false
		}
	}
	return true
}

func calledWith(calls []casefile.Done, tool string) string {
	var out []string
	for _, c := range calls {
		if c.Tool == tool {
			out = append(out, string(c.Args))
		}
	}
	if len(out) == 0 {
		return "nothing: it was not called"
	}
	return strings.Join(out, ", ")
}
