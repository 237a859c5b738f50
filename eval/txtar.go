package eval

import (
	"bytes"
	"fmt"
	"strings"
)

// A section is one file of a txtar archive.
type section struct {
	name string
	line int // of its marker, from 1
	data []byte
}

// split reads a txtar archive: lines "-- NAME --", each followed by the content of NAME.
// Text before the first marker is a comment.
func split(data []byte) (comment []byte, out []section, err error) {
	seen := map[string]int{}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		name, ok := marker(line)
		if !ok {
			if len(out) > 0 {
				last := &out[len(out)-1]
				last.data = append(last.data, line...)
			} else {
				comment = append(comment, line...)
			}
			continue
		}
		if first, twice := seen[name]; twice {
			return nil, nil, fmt.Errorf("line %d: section %q stands here a second time, first in line %d", n, name, first)
		}
		seen[name] = n
		out = append(out, section{name: name, line: n})
	}
	if len(out) == 0 {
		return nil, nil, fmt.Errorf("no section: want lines such as %q, see docs/workspace.md", "-- question --")
	}
	return comment, out, nil
}

// marker returns the name in a line "-- NAME --".
func marker(line []byte) (string, bool) {
	s := strings.TrimRight(string(line), "\r\n")
	s, ok := strings.CutPrefix(s, "-- ")
	if !ok {
		return "", false
	}
	s, ok = strings.CutSuffix(s, " --")
	if !ok {
		return "", false
	}
	s = strings.TrimSpace(s)
	return s, s != ""
}
