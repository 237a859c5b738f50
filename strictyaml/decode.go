package strictyaml

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Bounds on what one file may hold: enough for any file written by hand, too little for a bomb.
const (
	maxVisits = 200_000
	maxDepth  = 100
	maxFound  = 100 // problems told at once
)

// Decode reads one YAML document from data into the struct, map or slice that into points to,
// by yaml tags, and returns every problem: keys the struct does not have, values of the wrong
// type, keys given twice, broken syntax. firstLine is the line of file on which data begins (1 for a whole file).
//
// An empty document and a null leave the value as it is. A scalar where a list is wanted is a list of one.
// A string field takes any scalar as it is written, so 2.10 stays "2.10". Fields may be structs
// (also inline), maps with string keys, slices, pointers, strings, numbers, booleans,
// time.Duration, encoding.TextUnmarshaler, yaml.Node (its lines are those of file), any, and
// types with UnmarshalYAML(*yaml.Node) error. Fields that had no problem are filled in either way.
func Decode(file string, data []byte, firstLine int, into any) []Problem {
	root, ps := Parse(file, data, firstLine)
	if root == nil {
		return ps
	}
	return append(ps, DecodeNode(file, root, into)...)
}

// Parse reads one YAML document into a node whose lines are those of file. The node is nil for an empty document.
func Parse(file string, data []byte, firstLine int) (root *yaml.Node, ps []Problem) {
	defer func() {
		if r := recover(); r != nil { // the parser is not ours; a file may never take the program down
			root, ps = nil, []Problem{{File: file, Line: firstLine, Msg: fmt.Sprintf(notRead+" (%v)", r)}}
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, []Problem{syntax(file, firstLine, err)}
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	root = doc.Content[0]
	shift(root, firstLine-1)
	var second yaml.Node
	switch err := dec.Decode(&second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		ps = append(ps, syntax(file, firstLine, err))
	default:
		ps = append(ps, Problem{file, second.Line + firstLine - 1, "a second YAML document", "keep one document in the file and remove the line ---"})
	}
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		root = nil
	}
	return root, ps
}

// DecodeNode is Decode for a node from Parse, or from a field of type yaml.Node.
func DecodeNode(file string, n *yaml.Node, into any) (ps []Problem) {
	v := reflect.ValueOf(into)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return []Problem{{File: file, Msg: fmt.Sprintf("cannot decode into %T, only into a pointer", into)}}
	}
	d := &decoder{file: file}
	d.value(n, v.Elem(), "", 0)
	return d.found
}

var atLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(?s:(.*))$`)

var parserSays = regexp.MustCompile(`did not find expected (<|node content|'-'|key|',')`)

func syntax(file string, firstLine int, err error) Problem {
	m := atLine.FindStringSubmatch(err.Error())
	line, _ := strconv.Atoi(m[1])
	if parserSays.MatchString(m[2]) {
		line++ // the parser counts its lines from 0, the scanner from 1
	}
	p := Problem{File: file, Line: firstLine + max(line, 1) - 1, Msg: notYAML + m[2]}
	switch {
	case strings.Contains(m[2], "cannot start any token") && strings.Contains(m[2], `\t`), strings.Contains(m[2], "tab"):
		p.Hint = "indent with spaces, not with tabs"
	case strings.Contains(m[2], "mapping values are not allowed"):
		p.Hint = "put a value that holds a colon in quotes, and check the indent of this line and the one before"
	case strings.Contains(m[2], "did not find expected"):
		p.Hint = "check the indent, the quotes and the brackets on this line and just before it; a text with ? : , { } [ ] or # needs quotes"
	}
	return p
}

func shift(n *yaml.Node, by int) {
	if by == 0 {
		return
	}
	n.Line += by
	for _, c := range n.Content {
		shift(c, by)
	}
}

type decoder struct {
	file   string
	found  []Problem
	visits int
}

func (d *decoder) problem(n *yaml.Node, path, msg, hint string) {
	if len(d.found) >= maxFound {
		return
	}
	if path != "" {
		msg = path + ": " + msg
	}
	d.found = append(d.found, Problem{d.file, n.Line, msg, hint})
}

var (
	nodeType     = reflect.TypeFor[yaml.Node]()
	durationType = reflect.TypeFor[time.Duration]()
)

// value decodes n into v. path names v in messages.
func (d *decoder) value(n *yaml.Node, v reflect.Value, path string, depth int) {
	if d.visits++; d.visits > maxVisits || depth > maxDepth {
		if d.visits <= maxVisits+1 {
			d.visits = maxVisits + 1 // stop: one message is enough
			d.problem(n, path, "this YAML is nested or repeated without end", "write the values out instead of using anchors and aliases")
		}
		return
	}
	if v.Type() == nodeType {
		v.Set(reflect.ValueOf(*n))
		return
	}
	if n.Kind == yaml.AliasNode {
		if n.Alias == nil {
			d.problem(n, path, "an alias without an anchor", "")
			return
		}
		d.value(n.Alias, v, path, depth+1)
		return
	}
	if v.Kind() == reflect.Pointer {
		if isNull(n) {
			return
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.value(n, v.Elem(), path, depth)
		return
	}
	if v.CanAddr() {
		switch u := v.Addr().Interface().(type) {
		case yaml.Unmarshaler:
			d.custom(n, path, u.UnmarshalYAML)
			return
		case encoding.TextUnmarshaler:
			if !isNull(n) {
				d.text(n, path, u)
			}
			return
		}
	}
	if isNull(n) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v, path, depth)
	case reflect.Map:
		d.mapping(n, v, path, depth)
	case reflect.Slice:
		d.list(n, v, path, depth)
	case reflect.Interface:
		d.custom(n, path, func(n *yaml.Node) error { return n.Decode(v.Addr().Interface()) })
	default:
		d.scalar(n, v, path)
	}
}

func (d *decoder) custom(n *yaml.Node, path string, unmarshal func(*yaml.Node) error) {
	defer func() {
		if r := recover(); r != nil {
			d.problem(n, path, fmt.Sprintf("this value cannot be read (%v)", r), "")
		}
	}()
	err := unmarshal(n)
	var ps Problems
	switch {
	case err == nil:
	case errors.As(err, &ps):
		for _, p := range ps {
			at := *n
			if p.Line > 0 {
				at.Line = p.Line
			}
			d.problem(&at, path, p.Msg, p.Hint)
		}
	default:
		d.problem(n, path, strings.TrimPrefix(err.Error(), "yaml: "), "")
	}
}

func (d *decoder) text(n *yaml.Node, path string, u encoding.TextUnmarshaler) {
	if n.Kind != yaml.ScalarNode {
		d.problem(n, path, "want one value, got "+kind(n), "")
		return
	}
	if err := u.UnmarshalText([]byte(n.Value)); err != nil {
		d.problem(n, path, err.Error(), "")
	}
}

func (d *decoder) structure(n *yaml.Node, v reflect.Value, path string, depth int) {
	if n.Kind != yaml.MappingNode {
		d.problem(n, path, "want a mapping of keys to values, got "+kind(n), "")
		return
	}
	fs := fieldsOf(v.Type())
	d.pairs(n, path, func(key, val *yaml.Node) {
		if f, ok := fs.byName[key.Value]; ok {
			d.value(val, field(v, f), join(path, key.Value), depth+1)
			return
		}
		if fs.rest != nil {
			d.entry(key, val, field(v, fs.rest), path, depth)
			return
		}
		d.problem(key, path, fmt.Sprintf("unknown key %q", key.Value), DidYouMean(key.Value, fs.names))
	})
}

func (d *decoder) mapping(n *yaml.Node, v reflect.Value, path string, depth int) {
	if n.Kind != yaml.MappingNode {
		d.problem(n, path, "want a mapping of keys to values, got "+kind(n), "")
		return
	}
	d.pairs(n, path, func(key, val *yaml.Node) { d.entry(key, val, v, path, depth) })
}

func (d *decoder) entry(key, val *yaml.Node, m reflect.Value, path string, depth int) {
	if m.Type().Key().Kind() != reflect.String {
		d.problem(key, path, fmt.Sprintf("cannot decode a map with %s keys", m.Type().Key()), "")
		return
	}
	if m.IsNil() {
		m.Set(reflect.MakeMap(m.Type()))
	}
	e := reflect.New(m.Type().Elem()).Elem()
	d.value(val, e, join(path, key.Value), depth+1)
	m.SetMapIndex(reflect.ValueOf(key.Value).Convert(m.Type().Key()), e)
}

// pairs calls do for each key of a mapping, once.
func (d *decoder) pairs(n *yaml.Node, path string, do func(key, val *yaml.Node)) {
	seen := make(map[string]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			d.problem(key, path, "a key must be one word, got "+kind(key), "")
		case key.Tag == "!!merge":
			d.problem(key, path, "merge keys (<<) are not supported", "write the keys out")
		case seen[key.Value] > 0:
			d.problem(key, path, fmt.Sprintf("key %q is given twice", key.Value), fmt.Sprintf("it stands on line %d already", seen[key.Value]))
		default:
			seen[key.Value] = max(key.Line, 1)
			do(key, val)
		}
	}
}

func (d *decoder) list(n *yaml.Node, v reflect.Value, path string, depth int) {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	} else if n.Kind == yaml.MappingNode {
		d.problem(n, path, "want a list, got a mapping", "begin each item with a dash")
		return
	}
	out := reflect.MakeSlice(v.Type(), len(items), len(items))
	for i, item := range items {
		at := path
		if n.Kind == yaml.SequenceNode {
			at = fmt.Sprintf("%s[%d]", path, i)
		}
		d.value(item, out.Index(i), at, depth+1)
	}
	v.Set(out)
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	s := n.Value
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}
