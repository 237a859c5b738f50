package plan

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// filled is the value of one argument and where it comes from.
type filled struct {
	value    any  // string, []string, int or bool
	said     bool // in the question
	borrowed bool // in another part of it
}

// fill gives a function's parameters what the question says; what it does not say is left to the
// defaults. explained are the places of the question that are the function's own words. It returns the required parameters that are left empty.
func (p *Planner) fill(a *asked, t casefile.ToolSpec, explained []playbook.Span) (map[string]filled, []casefile.Param) {
	args := map[string]filled{}
	var lacks []casefile.Param
	integer := false
	for _, prm := range t.Params {
		if v, ok := p.value(a, prm, &integer, explained); ok {
			args[prm.Name] = filled{value: v, said: true, borrowed: prm.Type == "period" && a.borrowed}
		} else if prm.Required && len(prm.Default) == 0 {
			lacks = append(lacks, prm)
		}
	}
	return args, lacks
}

func (p *Planner) value(a *asked, prm casefile.Param, integer *bool, explained []playbook.Span) (any, bool) {
	switch prm.Type {
	case "period":
		if len(a.periods) == 0 {
			return nil, false
		}
		var each []string
		for _, period := range a.periods {
			if s := period.Period.String(); !slices.Contains(each, s) && len(each) < 4 {
				each = append(each, s)
			}
		}
		return many(prm, each)
	case "date":
		if len(a.periods) == 0 {
			return nil, false
		}
		return a.periods[0].Period.To.String(), true
	case "integer", "number":
		if a.n.n == 0 || *integer || !countable(prm) || prm.Min != nil && int64(a.n.n) < *prm.Min {
			return nil, false
		}
		*integer = true
		if prm.Max != nil && int64(a.n.n) > *prm.Max {
			return int(*prm.Max), true // as many as can be given; the answer says that more were asked for
		}
		return a.n.n, true
	case "identifier":
		return many(prm, a.pick(prm.Kind, a.ids).Values)
	case "enum":
		return many(prm, p.allowed(prm, a))
	case "text":
		if prm.Entity != "" {
			return many(prm, p.allowed(prm, a))
		}
		if said := a.quoted(); len(said) > 0 {
			return many(prm, said)
		}
		if !person(prm) {
			return nil, false
		}
		if _, name, ok := a.somebody(explained, prm.Required); ok {
			return many(prm, []string{name})
		}
		return nil, false
	}
	return nil, false
}

var howMany = regexp.MustCompile(`(?i)^(n|k|top|top_?n|limit|count|rows|first|number|size|num)$`)

// countable reports whether an integer parameter takes a number of things.
func countable(prm casefile.Param) bool {
	return howMany.MatchString(prm.Name) || strings.ContainsAny(prm.Meaning, "几个") || strings.Contains(strings.ToLower(prm.Meaning), "how many")
}

// allowed returns the names in the question that a parameter takes: excluded ones where it takes those, else the others.
func (p *Planner) allowed(prm casefile.Param, a *asked) []string {
	from := a.names
	if prm.Exclude {
		from = a.not
	}
	var out []string
	for _, v := range a.pick(playbook.EntityOf(prm), from).Values {
		if len(prm.Values) > 0 && !slices.Contains(prm.Values, v) {
			alias, ok := prm.Aliases[v]
			if !ok {
				continue
			}
			v = alias
		}
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// many gives a parameter the values it can take: all of them where it is a list; where it is not, the router makes a call for each.
func many(prm casefile.Param, values []string) (any, bool) {
	switch {
	case len(values) == 0:
		return nil, false
	case prm.List || len(values) > 1:
		return values, true
	}
	return values[0], true
}

var quotes = regexp.MustCompile(`[“"「『《]([^”"」』》]{1,60})[”"」』》]`)

// quoted returns what stands in quotes: the only free text that is taken for a value.
func (a *asked) quoted() []string {
	var out []string
	for _, m := range quotes.FindAllStringSubmatch(a.text, -1) {
		out = append(out, strings.TrimSpace(m[1]))
	}
	return out
}

// template is an argument that the router fills in later.
type template string

// arguments writes filled values as argument templates.
func arguments(args map[string]filled) json.RawMessage {
	out := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		switch v := args[name].value.(type) {
		case template:
			out[name] = string(v)
		case string:
			out[name] = escape(v)
		case []string:
			list := make([]string, len(v))
			for i, s := range v {
				list[i] = escape(s)
			}
			out[name] = list
		default:
			out[name] = v
		}
	}
	return encode(out)
}

func escape(s string) string { return strings.NewReplacer("{", "{{", "}", "}}").Replace(s) }

func encode(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("{}")
	}
	return bytes.TrimSpace(b.Bytes())
}

// unknown finds a word that stands where a parameter's value would stand but is none of its values:
// a code of the same shape, or a word with the ending that the values' other forms have.
func (p *Planner) unknown(a *asked, prm casefile.Param, explained []playbook.Span) (string, bool) {
	if len(prm.Values) == 0 || prm.Exclude {
		return "", false
	}
	words := append(slices.Clone(explained), a.cued("asking", "data", "single")...)
	covered := func(s playbook.Span) bool {
		return a.taken(s) || slices.ContainsFunc(words, func(w playbook.Span) bool { return w.Overlaps(s) }) || slices.ContainsFunc(append(slices.Clone(a.names), a.not...), func(m playbook.Mention) bool { return m.Overlaps(s) })
	}
	if re := shape(prm.Values); re != nil {
		for _, m := range re.FindAllStringIndex(a.r.Folded, -1) {
			s := playbook.Span{From: m[0], To: m[1]}
			if playbook.Alone(a.r.Folded, m[0], m[1]) && !covered(s) {
				return a.r.Source(s), true
			}
		}
	}
	for _, end := range p.endings(prm) {
		for _, at := range a.r.Find(playbook.Prepare(end)) {
			from := at.From
			for from > 0 { // the run of characters before it, no further than the longest value
				r, n := utf8.DecodeLastRuneInString(a.r.Folded[:from])
				if !unicode.Is(unicode.Han, r) || at.From-from >= longestValue(prm.Values) || covered(playbook.Span{From: from - n, To: from}) ||
					strings.ContainsRune("的在和与及是对把被从到给按查各每某该本此哪什", r) {
					break
				}
				from -= n
			}
			s := playbook.Span{From: from, To: at.To}
			if from < at.From && !covered(s) && !slices.Contains(prm.Values, a.r.Source(s)) {
				return a.r.Source(s), true
			}
		}
	}
	return "", false
}

// unnamed is a word that must be meant for a required parameter: what is left of the question when all else is explained.
func (p *Planner) unnamed(a *asked, prm casefile.Param, explained []playbook.Span) (string, bool) {
	if w, ok := p.unknown(a, prm, explained); ok || !prm.Required || len(prm.Default) > 0 || len(prm.Values) == 0 || prm.Exclude {
		return w, ok
	}
	return a.leftover(explained, longestValue(prm.Values))
}

// leftover is the first run of the question that nothing explains: Han characters, or words with a capital.
func (a *asked) leftover(explained []playbook.Span, longest int) (string, bool) {
	cut := slices.Clone(explained)
	for _, list := range [][]playbook.Mention{a.ids, a.names, a.not} {
		for _, m := range list {
			cut = append(cut, m.Span)
		}
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	cut = append(cut, a.cued("asking", "data", "filler", "personal", "permission", "not", "also")...)
	for _, run := range unexplained.FindAllString(a.without(cut), -1) {
		if len([]rune(run)) >= 2 && len(run) <= longest+3 {
			return run, true
		}
	}
	return "", false
}

var unexplained = regexp.MustCompile(`\p{Han}+|[A-Z][\w-]*(?: [A-Z][\w-]*)*`)

func longestValue(values []string) int {
	n := 0
	for _, v := range values {
		n = max(n, len(v))
	}
	return n
}

var letters, digits = regexp.MustCompile(`[A-Za-z]+`), regexp.MustCompile(`\d+`)

// shape is what the values look like when all of them are codes of one form.
func shape(values []string) *regexp.Regexp {
	form := func(v string) string {
		return digits.ReplaceAllString(letters.ReplaceAllString(regexp.QuoteMeta(v), "A"), "0")
	}
	if len(values) < 2 || !digits.MatchString(values[0]) || !letters.MatchString(values[0]) {
		return nil
	}
	for _, r := range values[0] {
		if r >= utf8.RuneSelf {
			return nil
		}
	}
	first := form(values[0])
	for _, v := range values {
		if form(v) != first {
			return nil
		}
	}
	re, err := regexp.Compile(`(?i)` + strings.NewReplacer("A", "[a-z]+", "0", `\d+`).Replace(first))
	if err != nil {
		return nil
	}
	return re
}

// endings returns the words that other forms of a parameter's values end in: with 北部 also called 北部区 it is 区.
func (p *Planner) endings(prm casefile.Param) []string {
	var out []string
	forms := p.lexicon.Forms(playbook.EntityOf(prm))
	for _, alias := range slices.Sorted(maps.Keys(forms)) {
		end, ok := strings.CutPrefix(alias, text.Fold(forms[alias]))
		if ok && end != "" && unicode.Is(unicode.Han, first(end)) && !slices.Contains(out, end) {
			out = append(out, end)
		}
	}
	slices.SortStableFunc(out, func(x, y string) int { return len(y) - len(x) })
	return out
}
