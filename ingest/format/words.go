package format

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed units.txt
var unitsFile string

// unitWords matches a line that gives the unit of a table.
var unitWords = sync.OnceValue(func() *regexp.Regexp {
	var lines []string
	for line := range strings.Lines(unitsFile) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return regexp.MustCompile("(?i)" + strings.Join(lines, "|"))
})
