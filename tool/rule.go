package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	casefile "github.com/casefile/casefile"
	"golang.org/x/text/width"
)

// Bounds on the values of a parameter.
const (
	maxText = 2000   // characters of a text
	maxList = 10_000 // values of a list
	maxEnum = 10_000 // values of an enum from a query
)

// The types of a parameter.
var paramTypes = []string{"text", "enum", "integer", "number", "date", "period", "identifier", "boolean"}

// A signature is the parameters of a function, ready to read arguments.
type signature struct {
	rules []*rule
	bound map[string]bool // parameters the program binds
}

func (s *signature) names() []string {
	out := make([]string, len(s.rules))
	for i, r := range s.rules {
		out[i] = r.def.Name
	}
	return out
}

// A rule is one parameter, ready to read values.
type rule struct {
	def      ParamDef
	pattern  string         // of an identifier, as it is written
	match    *regexp.Regexp // matches whole
	anyCase  *regexp.Regexp // the same, whatever the case
	fallback json.RawMessage
	enum     *enum
}

// decodeEnv is what values are read against.
type decodeEnv struct {
	now       time.Time
	zone      *time.Location
	period    func(words string, now time.Time) (casefile.Period, bool)
	enum      func(r *rule) *enum // the values of an enum; nil when they are not known now
	enumAgain func(r *rule) *enum // the values read anew; nil when they have not changed
}

// read reads one value, or a list of them, from JSON.
func (r *rule) read(raw json.RawMessage, env decodeEnv) ([]item, error) {
	raw = bytes.TrimSpace(raw)
	if !r.def.List {
		it, err := r.one(raw, env)
		return []item{it}, err
	}
	list := []json.RawMessage{raw} // one value is a list of one
	if len(raw) > 0 && raw[0] == '[' {
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, invalid("not a list of values")
		}
	}
	switch {
	case len(list) == 0:
		return nil, invalid("the list is empty: give at least one value, or leave it out")
	case len(list) > maxList:
		return nil, invalid("the list has %d values, at most %d are taken", len(list), maxList)
	}
	var out []item
	seen := map[string]bool{}
	var wrong []note
	for _, v := range list {
		it, err := r.one(bytes.TrimSpace(v), env)
		switch {
		case errors.Is(err, errNotRead):
			return nil, err
		case err != nil:
			wrong = append(wrong, noteOf(err))
		}
		if len(wrong) == 3 {
			break // enough to see what is wrong
		}
		if err != nil {
			continue
		}
		if !seen[it.json] {
			seen[it.json] = true
			out = append(out, it)
		}
	}
	if len(wrong) > 0 {
		return nil, &invalidError{joined(wrong)}
	}
	return out, nil
}

func (r *rule) one(raw json.RawMessage, env decodeEnv) (item, error) {
	switch r.def.Type {
	case "boolean":
		return boolean(raw)
	case "integer", "number":
		return r.numeric(raw)
	case "period":
		return r.span(raw, env)
	}
	s, err := plain(raw)
	if err != nil {
		return item{}, err
	}
	switch r.def.Type {
	case "enum":
		return r.choice(s, env)
	case "identifier":
		return r.identifier(s)
	case "date":
		return day(s, env)
	}
	if strings.TrimSpace(s) == "" {
		return item{}, invalid("the text is empty")
	}
	return textItem(s), nil
}

func textItem(s string) item { return item{bind: s, json: quoteJSON(s), text: s} }

// plain reads a JSON string of a bounded length without control characters. A number counts
// as its digits, since identifiers and names may be made of digits only.
func plain(raw json.RawMessage) (string, error) {
	var s string
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		s = string(raw)
	} else if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", invalid("want a text, got %s", shape(raw))
	}
	if n := len([]rune(s)); n > maxText {
		return "", invalid("the text has %d characters, at most %d are taken", n, maxText)
	}
	for _, c := range s {
		if c != '\n' && c != '\t' && c != '\r' && unicode.IsControl(c) || c == unicode.ReplacementChar {
			return "", invalid("the text holds a character that cannot be taken (%U)", c)
		}
	}
	return s, nil
}

func shape(raw json.RawMessage) note {
	switch {
	case len(raw) == 0:
		return say("nothing")
	case raw[0] == '{':
		return say("an object")
	case raw[0] == '[':
		return say("a list")
	case raw[0] == 'n':
		return plainNote("null")
	case raw[0] == '"':
		return say("the text %s", clip(string(raw)))
	}
	return plainNote(clip(string(raw)))
}

func boolean(raw json.RawMessage) (item, error) {
	switch strings.ToLower(strings.Trim(string(raw), `"`)) {
	case "true":
		return item{bind: int64(1), json: "true", text: "true"}, nil
	case "false":
		return item{bind: int64(0), json: "false", text: "false"}, nil
	}
	return item{}, invalid("want true or false, got %s", shape(raw))
}

var numeral = regexp.MustCompile(`^-?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,2})?$`)

func (r *rule) numeric(raw json.RawMessage) (item, error) {
	want := say("a number")
	if r.def.Type == "integer" {
		want = say("a whole number")
	}
	want = want.plus(r.rangeText())
	s := string(raw)
	if len(raw) > 0 && raw[0] == '"' {
		if json.Unmarshal(raw, &s) != nil {
			return item{}, invalid("want %s, got %s", want, shape(raw))
		}
		s = strings.TrimSpace(width.Fold.String(s))
	}
	if !numeral.MatchString(s) {
		return item{}, invalid("want %s, got %s", want, shape(raw))
	}
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		return item{}, invalid("want %s, got %s", want, shape(raw))
	}
	if r.def.Min != nil && v.Cmp(new(big.Rat).SetInt64(*r.def.Min)) < 0 || r.def.Max != nil && v.Cmp(new(big.Rat).SetInt64(*r.def.Max)) > 0 {
		return item{}, invalid("want %s, got %s", want, clip(s))
	}
	if v.IsInt() && v.Num().IsInt64() {
		n := v.Num().Int64()
		t := strconv.FormatInt(n, 10)
		return item{bind: n, json: t, text: t}, nil
	}
	if r.def.Type == "integer" {
		return item{}, invalid("want %s, got %s", want, clip(s))
	}
	f, _ := v.Float64()
	if math.IsInf(f, 0) {
		return item{}, invalid("want %s, got %s", want, clip(s))
	}
	t := strconv.FormatFloat(f, 'g', -1, 64)
	return item{bind: f, json: t, text: t}, nil
}

func (r *rule) rangeText() note {
	switch {
	case r.def.Min != nil && r.def.Max != nil:
		return say(" from %d to %d", *r.def.Min, *r.def.Max)
	case r.def.Min != nil:
		return say(" from %d on", *r.def.Min)
	case r.def.Max != nil:
		return say(" up to %d", *r.def.Max)
	}
	return note{}
}

func day(s string, env decodeEnv) (item, error) {
	s = strings.TrimSpace(width.Fold.String(s))
	d, err := casefile.ParseDate(s)
	if err != nil {
		if t, terr := time.Parse(time.RFC3339, s); terr == nil {
			return textItem(casefile.DateOf(t.In(env.zone)).String()), nil
		}
		return item{}, invalid("want a day as YYYY-MM-DD, got %q", clip(s))
	}
	return textItem(d.String()), nil
}

// span reads a period: "FROM..TO", one day, {"from":…,"to":…}, or words the workspace knows.
func (r *rule) span(raw json.RawMessage, env decodeEnv) (item, error) {
	want := say("want a period as YYYY-MM-DD..YYYY-MM-DD, both days inclusive")
	var p casefile.Period
	switch {
	case len(raw) > 0 && raw[0] == '{':
		ends, err := object(raw)
		if err != nil {
			return item{}, err
		}
		for name, v := range ends {
			s, err := plain(v)
			if err != nil {
				return item{}, invalid("%s: %s", clip(name), err)
			}
			d, err := casefile.ParseDate(s)
			if err != nil {
				return item{}, invalid("%s, got %q", want, clip(s))
			}
			switch name {
			case "from":
				p.From = d
			case "to":
				p.To = d
			default:
				return item{}, unknownArg(name, []string{"from", "to"})
			}
		}
	default:
		s, err := plain(raw)
		if err != nil {
			return item{}, invalid("%s: %s", want, err)
		}
		var ok bool
		if p, ok = env.period(strings.TrimSpace(width.Fold.String(s)), env.now); !ok {
			if strings.Contains(s, "..") {
				if ends, err := reversed(s); err {
					return item{}, invalid("the period %s ends before it begins", ends)
				}
			}
			return item{}, invalid("%s, got %q", want, clip(s))
		}
	}
	switch {
	case p.IsZero():
		return item{}, &invalidError{want}
	case !p.From.IsZero() && !p.To.IsZero() && p.To.Compare(p.From) < 0:
		return item{}, invalid("the period %s ends before it begins", p)
	}
	it := textItem(p.String())
	// an open end is bound as a day beyond any record, so that one SELECT serves both
	it.from, it.to = "0000-01-01", "9999-12-31"
	if !p.From.IsZero() {
		it.from = p.From.String()
	}
	if !p.To.IsZero() {
		it.to = p.To.String()
	}
	return it, nil
}

// reversed reports whether s is two days of which the second is the earlier one.
func reversed(s string) (string, bool) {
	from, to, _ := strings.Cut(s, "..")
	a, err := casefile.ParseDate(strings.TrimSpace(from))
	b, err2 := casefile.ParseDate(strings.TrimSpace(to))
	return s, err == nil && err2 == nil && b.Compare(a) < 0
}

// identifier reads an identifier: full width folded, matched whole, in the case the pattern wants.
func (r *rule) identifier(s string) (item, error) {
	s = strings.TrimSpace(width.Fold.String(s))
	if s == "" {
		return item{}, invalid("the identifier is empty")
	}
	if r.match == nil {
		if strings.ContainsFunc(s, unicode.IsSpace) || len([]rune(s)) > 200 {
			return item{}, invalid("want an identifier without blanks, got %q", clip(s))
		}
		return textItem(s), nil
	}
	for _, form := range []string{s, strings.ToUpper(s), strings.ToLower(s)} {
		if r.match.MatchString(form) {
			return textItem(form), nil
		}
	}
	if r.anyCase.MatchString(s) {
		return textItem(s), nil
	}
	return item{}, invalid("want an identifier that matches %s, got %q", r.pattern, clip(s))
}

// newRule compiles a parameter's declaration; values of an enum from a query are read later.
func newRule(d ParamDef, w Workspace) (*rule, error) {
	r := &rule{def: d}
	if d.Type == "identifier" && d.Identifier != "" {
		p, ok := w.Identifiers[d.Identifier]
		if !ok {
			return nil, fmt.Errorf("the identifier %q is not declared: add it to identifiers: in casefile.yaml", d.Identifier)
		}
		var err error
		if r.match, err = regexp.Compile(`\A(?:` + p + `)\z`); err != nil {
			return nil, fmt.Errorf("the pattern of the identifier %q: %w", d.Identifier, err)
		}
		r.anyCase = regexp.MustCompile(`(?i)\A(?:` + p + `)\z`)
		r.pattern = p
	}
	if d.Type == "enum" && d.Query == "" {
		r.enum = newEnum(d.Values, d.Aliases)
	}
	if d.Default.Kind != 0 {
		var err error
		if r.fallback, err = defaultJSON(d); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// defaultJSON writes a default from the head as JSON.
func defaultJSON(d ParamDef) (json.RawMessage, error) {
	scalar := func(s string) string {
		if slices.Contains([]string{"integer", "number"}, d.Type) && numeral.MatchString(s) || d.Type == "boolean" && (s == "true" || s == "false") {
			return s
		}
		return quoteJSON(s)
	}
	n := d.Default
	if n.Alias != nil {
		n = *n.Alias
	}
	if len(n.Content) == 0 {
		if d.List {
			return json.RawMessage("[" + scalar(n.Value) + "]"), nil
		}
		return json.RawMessage(scalar(n.Value)), nil
	}
	parts := make([]string, len(n.Content))
	for i, c := range n.Content {
		if len(c.Content) > 0 || !d.List {
			return nil, fmt.Errorf("the default of %s must be one value", d.Name)
		}
		parts[i] = scalar(c.Value)
	}
	return json.RawMessage("[" + strings.Join(parts, ",") + "]"), nil
}
