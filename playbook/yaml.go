package playbook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile/strictyaml"
	"go.yaml.in/yaml/v3"
)

// UnmarshalYAML reads one text for both languages, or one a language.
func (t *Text) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*t = Text{n.Value, n.Value}
		return nil
	}
	type plain Text
	return strictyaml.Problems(strictyaml.DecodeNode("", n, (*plain)(t))).Err()
}

// UnmarshalYAML reads one match or a list of them.
func (m *Matches) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.MappingNode {
		*m = make(Matches, 1)
		return strictyaml.Problems(strictyaml.DecodeNode("", n, &(*m)[0])).Err()
	}
	var list []Match
	ps := strictyaml.DecodeNode("", n, &list)
	*m = list
	return strictyaml.Problems(ps).Err()
}

// UnmarshalYAML reads a mapping of values to words, or of the key pattern to patterns.
func (s *Slot) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("want values with their words, or pattern: with regular expressions")
	}
	var ps strictyaml.Problems
	for i := 0; i+1 < len(n.Content); i += 2 {
		var words []string
		ps = append(ps, strictyaml.DecodeNode("", n.Content[i+1], &words)...)
		if key := n.Content[i].Value; key == "pattern" {
			s.Pattern = words
		} else {
			s.Values = append(s.Values, SlotValue{key, words})
		}
	}
	return ps.Err()
}

// UnmarshalYAML reads a list of columns, or a mapping of names to patterns; a null makes the name a column.
func (ns *Needs) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		var names []string
		if ps := strictyaml.DecodeNode("", n, &names); len(ps) > 0 {
			return strictyaml.Problems(ps)
		}
		for _, name := range names {
			*ns = append(*ns, Need{Name: name})
		}
		return nil
	}
	var ps strictyaml.Problems
	for i := 0; i+1 < len(n.Content); i += 2 {
		var v struct {
			Pattern  string `yaml:"pattern"`
			About    Text   `yaml:"about"`
			In       string `yaml:"in"`
			Optional bool   `yaml:"optional"`
		}
		ps = append(ps, strictyaml.DecodeNode("", n.Content[i+1], &v)...)
		*ns = append(*ns, Need{n.Content[i].Value, v.Pattern, v.About, v.In, v.Optional})
	}
	return ps.Err()
}

// UnmarshalYAML reads a mapping and keeps it as a JSON object with the keys in order.
func (a *Args) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("want a mapping of parameters to values")
	}
	var b strings.Builder
	if err := writeJSON(&b, n, 0); err != nil {
		return err
	}
	*a = Args(b.String())
	return nil
}

func writeJSON(b *strings.Builder, n *yaml.Node, depth int) error {
	if depth > 20 {
		return fmt.Errorf("arguments are nested too deep")
	}
	switch n.Kind {
	case yaml.AliasNode:
		return writeJSON(b, n.Alias, depth+1)
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, c := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := writeJSON(b, c, depth+1); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	case yaml.MappingNode:
		keys := make([]string, 0, len(n.Content)/2)
		values := map[string]*yaml.Node{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			k := n.Content[i].Value
			if _, twice := values[k]; twice {
				return fmt.Errorf("key %q is given twice", k)
			}
			keys = append(keys, k)
			values[k] = n.Content[i+1]
		}
		slices.Sort(keys)
		b.WriteByte('{')
		for i, k := range keys {
			if i > 0 {
				b.WriteByte(',')
			}
			name, _ := json.Marshal(k)
			b.Write(name)
			b.WriteByte(':')
			if err := writeJSON(b, values[k], depth+1); err != nil {
				return err
			}
		}
		b.WriteByte('}')
		return nil
	}
	var v any = n.Value
	switch n.Tag {
	case "!!null":
		v = nil
	case "!!bool", "!!int", "!!float":
		if err := n.Decode(&v); err != nil {
			return err
		}
		if json.Valid([]byte(n.Value)) { // 0.10 keeps its digits
			b.WriteString(n.Value)
			return nil
		}
	}
	out, err := json.Marshal(v)
	if err != nil {
		return err
	}
	b.Write(out)
	return nil
}
