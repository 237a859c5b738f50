package graph

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// Formats are the names that Write takes.
var Formats = []string{"json", "mermaid", "dot", "html"}

// Write returns a graph in a format; an unknown one is an error that names those there are.
func (g Graph) Write(format string) ([]byte, error) {
	switch format {
	case "json":
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetIndent("", "  ")
		if err := enc.Encode(g); err != nil { // <, > and & come out escaped: the object may stand in a page
			return nil, fmt.Errorf("graph: %w", err)
		}
		return b.Bytes(), nil
	case "mermaid":
		return g.mermaid(), nil
	case "dot":
		return g.dot(), nil
	case "html":
		return g.html()
	}
	return nil, fmt.Errorf("graph: no format %q; there are %s", format, strings.Join(Formats, ", "))
}

// mermaid writes a flowchart. Labels hold no character that Mermaid, or the page it draws in, could take for its own.
func (g Graph) mermaid() []byte {
	var b bytes.Buffer
	b.WriteString("flowchart LR\n")
	for _, n := range g.Nodes {
		fmt.Fprintf(&b, "  %s[\"%s\"]:::%s\n", n.ID, mermaidText(n.ID+" "+n.Label+status(n)), class(n))
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  %s -->|%s| %s\n", e.From, e.Relation, e.To)
	}
	for _, k := range []Kind{Question, Need, Record, Passage, Decision, Claim} {
		fmt.Fprintf(&b, "  classDef %s fill:%s\n", k, colours[k])
	}
	b.WriteString("  classDef unused fill:#eeeeee,stroke-dasharray:4\n")
	return b.Bytes()
}

func status(n Node) string {
	if n.Status == "" || n.Kind == Need {
		return ""
	}
	return " (" + n.Status + ")"
}

func class(n Node) string {
	if n.Unused {
		return "unused"
	}
	return string(n.Kind)
}

// mermaidText writes every character that is neither a letter, a digit nor a space by its number.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' {
			b.WriteRune(r)
		} else if unicode.IsPrint(r) {
			fmt.Fprintf(&b, "#%d;", r)
		}
	}
	return b.String()
}

// dot writes a graph for Graphviz.
func (g Graph) dot() []byte {
	var b bytes.Buffer
	b.WriteString("digraph casefile {\n  rankdir=LR;\n  node [shape=box, style=\"filled,rounded\", fontname=\"sans-serif\"];\n")
	for _, n := range g.Nodes {
		colour := colours[n.Kind]
		if n.Unused {
			colour = "#eeeeee"
		}
		fmt.Fprintf(&b, "  %s [label=%s, fillcolor=\"%s\"];\n", n.ID, dotText(n.ID+" "+n.Label+status(n)), colour)
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  %s -> %s [label=\"%s\"];\n", e.From, e.To, e.Relation)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// dotText quotes a label: a backslash and a quotation mark are the only characters that mean something in one.
func dotText(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

var colours = map[Kind]string{Question: "#ffe9a8", Need: "#fff4d6", Record: "#d7ecff", Passage: "#dff5df", Decision: "#f3dcff", Claim: "#ffdcd2"}
