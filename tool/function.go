package tool

import (
	"bytes"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
	"go.yaml.in/yaml/v3"
)

// A Function is a declared database function: the head of functions/NAME.sql and its SELECT.
// docs/workspace.md says what each key means.
type Function struct {
	File     string `yaml:"-"` // for messages
	SQL      string `yaml:"-"` // one SELECT
	SQLLine  int    `yaml:"-"` // the line of File on which SQL begins
	HeadLine int    `yaml:"-"` // the line of File on which the head begins
	head     []byte // as it is written, for the lines of its keys

	Name      string                   `yaml:"name"`
	Does      string                   `yaml:"does"`
	When      string                   `yaml:"when"`
	Not       string                   `yaml:"not"`
	Words     []string                 `yaml:"words"`
	Database  string                   `yaml:"database"` // "" means the only one
	Params    Params                   `yaml:"params"`
	Bind      map[string]string        `yaml:"bind"` // parameter → what the program binds to it
	Owner     Owner                    `yaml:"owner"`
	Columns   Columns                  `yaml:"columns"`
	Say       map[casefile.Lang]string `yaml:"say"`
	Freshness string                   `yaml:"freshness"` // live, daily or static; "" means daily
	Rows      RowLimit                 `yaml:"rows"`
	Ranked    bool                     `yaml:"ranked"`
	Ties      string                   `yaml:"ties"` // the column that decides the ranking
}

// A RowLimit bounds the rows of a call.
type RowLimit struct {
	Max int `yaml:"max"` // 0 means 200; more are cut, with the true count
}

// defaultRows is how many rows a call gives where the function does not say.
const defaultRows = 200

func (r RowLimit) max() int {
	if r.Max <= 0 {
		return defaultRows
	}
	return r.Max
}

// An Owner is the ownership check of a function: a SELECT that gives the values of a
// parameter that are the caller's. The values asked for are bound to it as a JSON array.
type Owner struct {
	Param string    `yaml:"param"`
	SQL   string    `yaml:"-"`
	Query yaml.Node `yaml:"sql"`
}

// Params are the parameters of a function, in the order they are written.
type Params []ParamDef

// A ParamDef is the declaration of a parameter.
type ParamDef struct {
	Name string `yaml:"-"`
	Line int    `yaml:"-"`

	Type       string                   `yaml:"type"`
	List       bool                     `yaml:"list"`
	Required   bool                     `yaml:"required"`
	Default    yaml.Node                `yaml:"default"`
	Values     []string                 `yaml:"values"`
	Query      string                   `yaml:"query"`
	Aliases    map[string]string        `yaml:"aliases"`
	Entity     string                   `yaml:"entity"`
	Exclude    bool                     `yaml:"exclude"`
	Identifier string                   `yaml:"identifier"`
	Min        *int64                   `yaml:"min"`
	Max        *int64                   `yaml:"max"`
	Widen      int                      `yaml:"widen"`
	Meaning    string                   `yaml:"meaning"`
	Ask        map[casefile.Lang]string `yaml:"ask"`
}

// UnmarshalYAML reads a mapping of names to declarations and keeps its order.
func (p *Params) UnmarshalYAML(n *yaml.Node) error {
	return ordered(n, func(name string, line int, val *yaml.Node) []strictyaml.Problem {
		d := ParamDef{Name: name, Line: line}
		ps := strictyaml.DecodeNode("", val, &d)
		if d.Default.Tag == "!!null" {
			d.Default = yaml.Node{}
		}
		*p = append(*p, d)
		return ps
	})
}

// Columns are the columns of a function, in the order they are written.
type Columns []ColumnDef

// A ColumnDef is the declaration of a column.
type ColumnDef struct {
	Name string `yaml:"-"`
	Line int    `yaml:"-"`

	Type       string `yaml:"type"`
	Title      string `yaml:"title"`
	TitleEN    string `yaml:"title_en"`
	Unit       string `yaml:"unit"`
	UnitEN     string `yaml:"unit_en"`
	Meaning    string `yaml:"meaning"`
	Metric     string `yaml:"metric"`
	Definition string `yaml:"definition"`
	Entity     string `yaml:"entity"`
	Sums       bool   `yaml:"sums"`
}

// UnmarshalYAML reads a mapping of names to declarations and keeps its order.
func (c *Columns) UnmarshalYAML(n *yaml.Node) error {
	return ordered(n, func(name string, line int, val *yaml.Node) []strictyaml.Problem {
		d := ColumnDef{Name: name, Line: line}
		ps := strictyaml.DecodeNode("", val, &d)
		*c = append(*c, d)
		return ps
	})
}

func (c Columns) find(name string) (ColumnDef, bool) {
	for _, d := range c {
		if d.Name == name {
			return d, true
		}
	}
	return ColumnDef{}, false
}

func ordered(n *yaml.Node, each func(name string, line int, val *yaml.Node) []strictyaml.Problem) error {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return strictyaml.Problems{{Line: n.Line, Msg: "want a mapping of names to declarations"}}
	}
	var ps strictyaml.Problems
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			ps = append(ps, strictyaml.Problem{Line: key.Line, Msg: "a name must be one word"})
			continue
		case key.Tag == "!!merge":
			ps = append(ps, strictyaml.Problem{Line: key.Line, Msg: "merge keys (<<) are not supported", Hint: "write the keys out"})
			continue
		case seen[key.Value]:
			ps = append(ps, strictyaml.Problem{Line: key.Line, Msg: "the name " + key.Value + " is given twice"})
			continue
		}
		seen[key.Value] = true
		for _, p := range each(key.Value, key.Line, val) {
			p.Msg = key.Value + ": " + p.Msg
			ps = append(ps, p)
		}
	}
	return ps.Err()
}

// ParseFunction reads functions/NAME.sql: a YAML head between two lines of ---, then SQL.
// It returns every problem of the head's form; Check tells whether it fits the database.
func ParseFunction(file string, data []byte) (Function, []strictyaml.Problem) {
	f := Function{File: file, HeadLine: 1}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	lines := bytes.SplitAfter(data, []byte("\n"))
	first := 0
	for first < len(lines) && len(bytes.TrimSpace(lines[first])) == 0 {
		first++
	}
	const form = "begin the file with a line ---, then the head in YAML, a line ---, and one SELECT"
	if first == len(lines) {
		return f, []strictyaml.Problem{{File: file, Line: 1, Msg: "the file is empty", Hint: form}}
	}
	if !fence(lines[first]) {
		return f, []strictyaml.Problem{{File: file, Line: first + 1, Msg: "the head is missing", Hint: form}}
	}
	last := first + 1
	for last < len(lines) && !fence(lines[last]) {
		last++
	}
	if last == len(lines) {
		return f, []strictyaml.Problem{{File: file, Line: first + 1, Msg: "the head is not closed", Hint: form}}
	}
	f.HeadLine, f.SQLLine = first+2, last+2
	f.head = bytes.Join(lines[first+1:last], nil)
	ps := strictyaml.Decode(file, f.head, f.HeadLine, &f)
	f.SQL = string(bytes.Join(lines[last+1:], nil))
	f.Owner.SQL = f.Owner.Query.Value
	if k := f.Owner.Query.Kind; k != 0 && k != yaml.ScalarNode {
		ps = append(ps, strictyaml.Problem{File: file, Line: f.Owner.Query.Line, Msg: "owner.sql: want a SELECT as text"})
	}
	if strings.TrimSpace(f.SQL) == "" {
		ps = append(ps, strictyaml.Problem{File: file, Line: f.SQLLine, Msg: "the SELECT is missing", Hint: "write it after the head"})
	}
	return f, ps
}

func fence(line []byte) bool { return string(bytes.TrimRight(line, " \t\r\n")) == "---" }

// line returns the line of File on which a key of the head stands, or else the first of the head.
func (f Function) line(key string) int {
	n := f.HeadLine
	for line := range bytes.Lines(f.head) {
		if rest, ok := bytes.CutPrefix(line, []byte(key)); ok && bytes.HasPrefix(bytes.TrimLeft(rest, " "), []byte(":")) {
			return n
		}
		n++
	}
	return f.HeadLine
}

// bound returns the names by which SQL sees d: a period is two.
func (d ParamDef) bound() []string {
	if d.Type == "period" {
		return []string{d.Name + "_from", d.Name + "_to"}
	}
	return []string{d.Name}
}

func (p Params) find(name string) (ParamDef, bool) {
	for _, d := range p {
		if d.Name == name {
			return d, true
		}
	}
	return ParamDef{}, false
}

func (p Params) names() []string {
	out := make([]string, len(p))
	for i, d := range p {
		out[i] = d.Name
	}
	return out
}
