package config

import (
	"strings"

	"github.com/casefile/casefile/strictyaml"
)

// causes leaves out what only follows from another problem: a file whose YAML cannot be read to its end, or a playbook
// of which a whole part has a wrong name, seems to lack all that stands in the part that was lost.
func causes(all []strictyaml.Problem) []strictyaml.Problem {
	hidden := map[string]bool{}
	for _, p := range all {
		hidden[p.File] = hidden[p.File] || hides(p)
	}
	var out []strictyaml.Problem
	for _, p := range all {
		if !hidden[p.File] || hides(p) {
			out = append(out, p)
		}
	}
	return out
}

func hides(p strictyaml.Problem) bool {
	return p.Syntax() || strings.HasPrefix(p.File, "playbooks/") && strings.HasPrefix(p.Msg, "unknown key ")
}

// unread reports whether the YAML of a file could not be read to its end.
func (c *checker) unread(file string) bool {
	for _, p := range c.problems {
		if p.File == file && p.Syntax() {
			return true
		}
	}
	return false
}
