package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed states.txt
var statesFile string

// States returns a list of states.txt by its name. The caller must not change it.
func States(name string) []string { return states()[name] }

var states = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(statesFile) {
		if name, list, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
			out[name] = listed(list)
		}
	}
	return out
})
