package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// document is a source as it was written.
type document struct {
	format string
	front  string // the front matter, as YAML
	about  struct {
		ID        string `yaml:"id"`
		Title     string `yaml:"title"`
		Author    string `yaml:"author"`
		Published string `yaml:"published"`
	}
	blocks []block
}

// block is a heading (level 1 to 3), a table, the end of a page, or else a paragraph.
type block struct {
	level int
	text  string
	rows  [][]string // the first is the head
	page  bool
}

var headingID = regexp.MustCompile(`^(.*?) \{#(\S+)\}$`)

// parse reads the little Markdown that the sources use: headings, paragraphs of one line, tables, and
// <!-- page --> where a new page begins.
func parse(s string) (document, error) {
	var d document
	parts := strings.SplitN(s, "---\n", 3)
	if len(parts) < 3 || parts[0] != "" {
		return d, errors.New("it has no front matter")
	}
	d.front = parts[1]
	if err := yaml.Unmarshal([]byte(d.front), &d.about); err != nil {
		return d, fmt.Errorf("front matter: %w", err)
	}
	inTable := false
	for line := range strings.Lines(parts[2]) {
		line = strings.TrimSpace(line)
		table := strings.HasPrefix(line, "|")
		switch {
		case line == "":
		case line == "<!-- page -->":
			d.blocks = append(d.blocks, block{page: true})
		case table:
			if !inTable {
				d.blocks = append(d.blocks, block{})
			}
			if strings.Trim(line, "|- ") != "" {
				t := &d.blocks[len(d.blocks)-1]
				t.rows = append(t.rows, cells(line))
			}
		case strings.HasPrefix(line, "#"):
			text := strings.TrimLeft(line, "#")
			b := block{level: len(line) - len(text), text: strings.TrimSpace(text)}
			if m := headingID.FindStringSubmatch(b.text); m != nil {
				if b.text = m[1]; !strings.HasPrefix(b.text, m[2]+" ") {
					return d, fmt.Errorf("the heading %q must begin with its id %s: other formats have no other place for it", b.text, m[2])
				}
			}
			d.blocks = append(d.blocks, b)
		default:
			d.blocks = append(d.blocks, block{text: line})
		}
		inTable = table
	}
	return d, nil
}

func cells(line string) []string {
	out := strings.Split(strings.Trim(line, "|"), "|")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}
