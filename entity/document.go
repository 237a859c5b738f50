package entity

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

//go:embed patterns.txt
var patternsFile string

var patterns = readPatterns(patternsFile)

// shape is one pattern of the file, with the literals that tell cheaply where it cannot match.
type shape struct {
	re       *regexp.Regexp
	literals []string
	name     int // index of the group
}

// readPatterns reads lines of what is told, literals and a pattern; a line that is none stops the program.
func readPatterns(s string) map[string][]shape {
	out := map[string][]shape{}
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		part := strings.SplitN(line, "  ", 3)
		p := shape{re: regexp.MustCompile(part[2])}
		if part[1] != "*" {
			p.literals = strings.Split(part[1], "|")
		}
		p.name = p.re.SubexpIndex("name")
		out[part[0]] = append(out[part[0]], p)
	}
	return out
}

// may reports whether the pattern can match in s.
func (p shape) may(s string) bool {
	if len(p.literals) == 0 {
		return true
	}
	for _, l := range p.literals {
		if strings.Contains(s, l) {
			return true
		}
	}
	return false
}

// all returns what the pattern names in s, with the byte after each match.
func (p shape) all(s string) (names []string, ends []int) {
	if !p.may(s) {
		return nil, nil
	}
	for _, m := range p.re.FindAllStringSubmatchIndex(s, -1) {
		names, ends = append(names, strings.TrimSpace(s[m[2*p.name]:m[2*p.name+1]])), append(ends, m[1])
	}
	return names, ends
}

// first returns what the pattern names first in s, "" for nothing, and the byte after the match.
func (p shape) first(s string) (string, int) {
	if !p.may(s) {
		return "", 0
	}
	m := p.re.FindStringSubmatchIndex(s)
	if m == nil {
		return "", 0
	}
	return strings.TrimSpace(s[m[2*p.name]:m[2*p.name+1]]), m[1]
}

// A Mention is a name in a passage of a document.
type Mention struct {
	Name  string
	Kind  string            // as in Name
	As    casefile.LinkKind // LinkDefines, LinkHeading, LinkKey or LinkMentions
	Chunk int               // the number of the passage in the document
	Row   int               // from 1, the line that it shares with other names of a table row or a definition; 0 for running text
}

// A Reference leads from a passage to a section of the same document, or to another document by its title.
type Reference struct {
	Chunk   int
	Title   string // of another document; "" for this one
	Number  string // of the section, in one form; "" for the document as a whole
	Section int    // index into the document's sections, where it is of this one
}

// A Graph is what a document adds to the entity graph.
type Graph struct {
	Mentions   []Mention
	References []Reference
}

// Document reads a document: passages are numbered over all its sections, in order.
func (r *Recognizer) Document(d *casefile.Document) Graph {
	g := reading{r: r, d: d, sections: map[string]int{}, seen: map[Mention]bool{}}
	for i, s := range d.Sections {
		for _, number := range []string{Number(s.ID), Number(leaf(s.Heading))} {
			if _, taken := g.sections[number]; number != "" && !taken {
				g.sections[number] = i
			}
		}
	}
	n := 0
	for i, s := range d.Sections {
		if name := bare(leaf(s.Heading)); len(s.Chunks) > 0 && Sound(Key(name)) {
			g.mention(Mention{Name: name, As: casefile.LinkHeading, Chunk: n})
		}
		for k := range s.Chunks {
			g.passage(i, n, s.Chunks[k].Text)
			n++
		}
	}
	return g.out
}

type reading struct {
	r        *Recognizer
	d        *casefile.Document
	sections map[string]int // number → index
	seen     map[Mention]bool
	out      Graph
}

func (g *reading) mention(m Mention) {
	if !g.seen[m] {
		g.seen[m] = true
		g.out.Mentions = append(g.out.Mentions, m)
	}
}

// passage reads one passage line by line: a line of a table is a row, any other is cut into sentences.
func (g *reading) passage(section, n int, s string) {
	row := 0
	for line := range strings.Lines(s) {
		cells, ok := tableCells(line)
		if ok {
			row++
			g.row(cells, n, row)
			g.refer(line, section, n)
			continue
		}
		for _, sp := range text.Sentences(line) {
			row = g.sentence(sp.Of(line), section, n, row)
		}
	}
}

// sentence reads one sentence and returns the last line number in use.
func (g *reading) sentence(s string, section, n, row int) int {
	s = strings.TrimSpace(s)
	line := 0
	for _, p := range patterns["define"] {
		if name, _ := p.first(s); Sound(Key(name)) {
			row++
			line = row
			g.mention(Mention{Name: name, As: casefile.LinkDefines, Chunk: n, Row: line})
			break
		}
	}
	for _, name := range g.r.Find(s) {
		g.mention(Mention{Name: name.Text, Kind: name.Kind, As: casefile.LinkMentions, Chunk: n, Row: line})
	}
	g.refer(s, section, n)
	return row
}

// row reads a row of a table: its first cell is the key where it is a name.
func (g *reading) row(cells []string, n, row int) {
	for i, c := range cells {
		known := g.r.Find(c)
		for _, name := range known {
			m := Mention{Name: name.Text, Kind: name.Kind, As: casefile.LinkMentions, Chunk: n, Row: row}
			if i == 0 {
				m.As = casefile.LinkKey
			}
			g.mention(m)
		}
		if i == 0 && len(known) == 0 && Sound(Key(c)) && !strings.ContainsAny(c, "。；;：:") {
			g.mention(Mention{Name: strings.TrimSpace(c), As: casefile.LinkKey, Chunk: n, Row: row})
		}
	}
}

// refer reads the sections and documents that a sentence refers to.
func (g *reading) refer(s string, section, n int) {
	for _, p := range patterns["title"] {
		names, ends := p.all(s)
		for i, title := range names {
			if Key(title) != Key(g.d.Title) {
				g.out.References = append(g.out.References, Reference{Chunk: n, Title: title, Number: Number(s[ends[i]:]), Section: -1})
			}
		}
	}
	for _, p := range patterns["refer"] {
		names, _ := p.all(s)
		for _, name := range names {
			number := Number(name)
			i, ok := g.sections[number]
			if !ok { // headings often give the figure alone
				i, ok = g.sections[strings.TrimFunc(number, func(r rune) bool { return !unicode.IsDigit(r) })]
			}
			if ok && i != section {
				g.out.References = append(g.out.References, Reference{Chunk: n, Number: number, Section: i})
			}
		}
	}
}

// Number returns the number that a heading, a section id or a reference begins with, in one form: 第五条 and Article 5
// are 第5条, and 5.2 and Section 5.2 are 5.2. "" where there is none.
func Number(s string) string {
	s = strings.TrimSpace(s)
	for _, p := range patterns["number"] {
		name, _ := p.first(s)
		if name == "" {
			continue
		}
		for _, t := range text.Analyze(name) {
			if t.Kind == text.Ordinal && !strings.HasSuffix(t.Term, "节") {
				return t.Term
			}
		}
		return strings.TrimFunc(text.Fold(name), func(r rune) bool { return !unicode.IsDigit(r) })
	}
	return ""
}

// leaf is the last heading of a path.
func leaf(heading string) string {
	if i := strings.LastIndex(heading, " / "); i >= 0 {
		return heading[i+len(" / "):]
	}
	return heading
}

// bare is a heading without its number.
func bare(heading string) string {
	for _, p := range patterns["number"] {
		if _, end := p.first(heading); end > 0 {
			heading = heading[end:]
			break
		}
	}
	return strings.TrimLeftFunc(heading, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
}

// tableCells returns the cells of a line of a table.
func tableCells(line string) ([]string, bool) {
	line = strings.TrimSpace(line)
	if len(line) < 3 || line[0] != '|' || line[len(line)-1] != '|' {
		return nil, false
	}
	cells := strings.Split(line[1:len(line)-1], "|")
	for i, c := range cells {
		cells[i] = strings.TrimSpace(c)
	}
	return cells, true
}

// Numbered reports whether a section, by its id and heading path, has a number.
func Numbered(id, heading, number string) bool {
	return number != "" && (Number(id) == number || Number(leaf(heading)) == number)
}
