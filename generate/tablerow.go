package generate

import (
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// A place in a table is what kind of row a span of a passage stands in.
type tablePlace int

const (
	noRow   tablePlace = iota
	headRow            // the head, or the rule below it: nothing to tell on its own
	dataRow
)

// rowAt tells whether a span is a row of a table in a passage, with the cells of its head and its own. A passage that
// goes on with a table has the head in e.Head.
func rowAt(e casefile.Evidence, sp text.Span) (at tablePlace, head, cells []string) {
	start := strings.LastIndexByte(e.Text[:sp.Start], '\n') + 1
	line := lineAt(e.Text, start)
	if !isRow(line) {
		return noRow, nil, nil
	}
	first := start
	for first > 0 {
		above := strings.LastIndexByte(e.Text[:first-1], '\n') + 1
		if !isRow(lineAt(e.Text, above)) {
			break
		}
		first = above
	}
	top := lineAt(e.Text, first)
	second := ""
	if end := first + len(top); end < len(e.Text) {
		second = lineAt(e.Text, end+1)
	}
	switch ruled := isRule(second); {
	case isRule(line), ruled && first == start:
		return headRow, nil, nil
	case ruled:
		return dataRow, split(top), split(line)
	case e.Head != "":
		return dataRow, split(strings.SplitN(e.Head, "\n", 2)[0]), split(line)
	}
	return dataRow, nil, split(line)
}

func lineAt(s string, start int) string {
	if start >= len(s) {
		return ""
	}
	line, _, _ := strings.Cut(s[start:], "\n")
	return line
}

func isRow(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "|") }

func isRule(line string) bool {
	t := strings.TrimSpace(line)
	return strings.HasPrefix(t, "|") && strings.Contains(t, "-") && strings.Trim(t, "|-: \t") == ""
}

// split cuts a row into its cells; a bar that is part of a cell is escaped.
func split(line string) []string {
	t := strings.TrimSpace(line)
	t = strings.TrimSuffix(strings.TrimPrefix(t, "|"), "|")
	var out []string
	for _, c := range strings.Split(strings.ReplaceAll(t, `\|`, "\x00"), "|") {
		out = append(out, strings.TrimSpace(strings.ReplaceAll(c, "\x00", "|")))
	}
	return out
}

// rowText says a row by the names of its columns. Empty cells are left out, and so is a name that the cell repeats.
func rowText(lang casefile.Lang, head, cells []string) string {
	colon, sep, stop := "：", "；", "。"
	if lang == casefile.English {
		colon, sep, stop = ": ", "; ", "."
	}
	var parts []string
	for i, c := range cells {
		switch {
		case c == "":
		case i < len(head) && head[i] != "" && head[i] != c:
			parts = append(parts, head[i]+colon+c)
		default:
			parts = append(parts, c)
		}
	}
	return strings.Join(parts, sep) + stop
}
