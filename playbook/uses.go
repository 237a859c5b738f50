package playbook

import (
	"encoding/json"
	"slices"
)

// Uses reports whether a condition, a calculation or a text of the playbook has a name.
func (p *Playbook) Uses(name string) bool {
	in := func(expression string) bool {
		names, err := Names(expression)
		return err == nil && slices.Contains(names, name)
	}
	written := func(s string) bool {
		t, err := ParseTemplate(s)
		return err == nil && slices.Contains(t.Names(), name)
	}
	for _, s := range p.Steps {
		var args map[string]any
		if json.Unmarshal(s.Args, &args) != nil {
			args = nil // a step without arguments
		}
		for key, v := range args {
			if text, ok := v.(string); ok && (key == "expression" && in(text) || written(text)) {
				return true
			}
		}
		if in(s.If) {
			return true
		}
	}
	return slices.ContainsFunc(p.Report, func(s Sentence) bool {
		return in(s.If) || written(s.ZH) || written(s.EN) || slices.Contains(s.RestsOn, name)
	})
}
