package ingest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
)

// rendered is the text of a file that is none itself: Markdown, which is what the passages, offsets and quotes
// of its document are of. Its headings and tables are known from the file and not guessed from the Markdown.
type rendered struct {
	text   string
	heads  []head
	code   []span
	places []place
}

// place is a run of the text with where it stands in the original.
type place struct {
	span
	mark format.Mark
}

// render writes a file as Markdown.
func render(f format.File) rendered {
	r := renderer{file: f, zh: mostlyHan(f.Text)}
	for i := 0; i < len(f.Blocks); i++ {
		b := f.Blocks[i]
		switch b.Kind {
		case format.Heading:
			r.heading(b)
		case format.TableRow:
			i = r.table(i)
		case format.Code:
			r.block(b, "")
			r.out.code = append(r.out.code, span{r.b.Len() - (b.End - b.Start) - 2, r.b.Len() - 2})
		case format.Comment, format.Margin:
			if i == 0 || f.Blocks[i-1].Kind != b.Kind {
				r.aside(b.Kind)
			}
			r.block(b, "")
		default:
			r.paragraph(b)
		}
	}
	r.out.text = r.b.String()
	return r.out
}

type renderer struct {
	file format.File
	zh   bool
	b    strings.Builder
	out  rendered
	last string // dotted clause number
	mark int    // index of the mark that holds the last block
}

// put writes text that stands at a place of the original, and an empty line.
func (r *renderer) put(s string, at int, end string) (start int) {
	start = r.b.Len()
	r.b.WriteString(s)
	r.place(start, at)
	r.b.WriteString(end)
	return start
}

func (r *renderer) place(start, at int) {
	marks := r.file.Marks
	for r.mark < len(marks) && marks[r.mark].End <= at {
		r.mark++
	}
	if r.mark == len(marks) || marks[r.mark].Start > at {
		return
	}
	m := marks[r.mark]
	m.Start, m.End = 0, 0
	r.out.places = append(r.out.places, place{span{start, r.b.Len()}, m})
}

// shown returns a block's text so that no line of it looks like a row of a table.
func (r *renderer) shown(b format.Block) string {
	s := r.file.Text[b.Start:b.End]
	if !strings.Contains(s, "|") {
		return s
	}
	var out strings.Builder
	for line := range strings.Lines(s) {
		if t := strings.TrimLeft(line, " \t"); strings.HasPrefix(t, "|") {
			line = line[:len(line)-len(t)] + "｜" + t[1:]
		}
		out.WriteString(line)
	}
	return out.String()
}

func (r *renderer) block(b format.Block, before string) int {
	return r.put(before+r.shown(b), b.Start, "\n\n")
}

func (r *renderer) heading(b format.Block) {
	title := strings.Join(strings.Fields(r.file.Text[b.Start:b.End]), " ")
	title = strings.TrimSpace(strings.TrimLeft(title, "#"))
	level := max(1, min(b.Level, 6))
	start := r.put(strings.Repeat("#", level)+" "+title, b.Start, "\n\n")
	if m := clauseNumber.FindStringSubmatch(title); m != nil && m[3] != "" {
		r.last = m[3]
	}
	sheet := r.file.Kind == format.XLSX // a sheet's name is no title
	r.out.heads = append(r.out.heads, head{span{start, r.b.Len() - 1}, r.b.Len() - 1, level, title, "", !sheet})
}

// aside begins a section of what stands beside the text.
func (r *renderer) aside(kind format.BlockKind) {
	title := asideTitles[kind][0]
	if !r.zh {
		title = asideTitles[kind][1]
	}
	start := r.b.Len()
	r.b.WriteString("## " + title + "\n\n")
	r.out.heads = append(r.out.heads, head{span{start, r.b.Len() - 1}, r.b.Len() - 1, 2, title, "", false})
}

// asideTitles head what stands beside the text, in Chinese and in English.
var asideTitles = map[format.BlockKind][2]string{
	format.Comment: {"批注", "Comments"},
	format.Margin:  {"页眉页脚", "Page headers and footers"},
}

// paragraph writes a paragraph; lines in it that begin a clause begin a section.
func (r *renderer) paragraph(b format.Block) {
	start := r.block(b, "")
	s := r.b.String()[start : r.b.Len()-2]
	at := start
	for line := range strings.Lines(s) {
		if h, ok := clauseHead(line, line0(at, line), &r.last); ok {
			r.out.heads = append(r.out.heads, h)
		}
		at += len(line)
	}
}

func line0(at int, s string) line { return line{span: span{at, at + len(s)}} }

// table writes the rows from block i on, and returns the last of them. The rows of its head become one.
func (r *renderer) table(i int) int {
	id := r.file.Blocks[i].Table
	end := i
	for end+1 < len(r.file.Blocks) && r.file.Blocks[end+1].Kind == format.TableRow && r.file.Blocks[end+1].Table == id {
		end++
	}
	rows := r.file.Blocks[i : end+1]
	heads, width := 0, 0
	for _, b := range rows {
		if b.Head && heads == b.Row {
			heads++
		}
		width = max(width, len(r.cells(b)))
	}
	labels := make([]string, width)
	for _, b := range rows[:heads] {
		for c, s := range r.cells(b) {
			if s != "" && !slices.Contains(strings.Split(labels[c], " / "), s) {
				labels[c] = strings.TrimPrefix(labels[c]+" / "+s, " / ")
			}
		}
	}
	at := rows[0].Start
	r.put(tableLine(labels), at, "\n")
	r.b.WriteString("|" + strings.Repeat("---|", width) + "\n")
	for _, b := range rows[heads:] {
		r.put(tableLine(r.cells(b)), b.Start, "\n")
	}
	r.b.WriteByte('\n')
	return end
}

func (r *renderer) cells(b format.Block) []string {
	out := make([]string, len(b.Cells))
	for i, c := range b.Cells {
		out[i] = r.file.Text[c.Start:c.End]
	}
	if len(out) == 0 {
		out = []string{r.file.Text[b.Start:b.End]}
	}
	return out
}

func tableLine(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" }

func mostlyHan(s string) bool {
	han, all := 0, 0
	for _, c := range s {
		if all++; all > 20_000 {
			break
		}
		if cjkLetter(c) {
			han++
		}
	}
	return han*10 > all
}

// locate tells each passage where it stands in the original.
func (r rendered) locate(sections []casefile.Section) {
	at := 0
	for i := range sections {
		for j := range sections[i].Chunks {
			c := &sections[i].Chunks[j]
			for at < len(r.places) && r.places[at].end <= c.Start {
				at++
			}
			last := at
			for last+1 < len(r.places) && r.places[last+1].start < c.End {
				last++
			}
			if at < len(r.places) && r.places[at].start < c.End {
				c.Page, c.Locator = locator(r.places[at].mark, r.places[last].mark)
			}
		}
	}
}

// locator writes where a passage stands as page and fragment: from its first mark to its last.
func locator(first, last format.Mark) (page int, fragment string) {
	switch {
	case first.Sheet != "" || first.Cells != "":
		from, _, _ := strings.Cut(first.Cells, ":")
		if from == "" && last.Sheet == first.Sheet {
			from, _, _ = strings.Cut(last.Cells, ":")
		}
		to := from
		if last.Sheet == first.Sheet && last.Cells != "" {
			_, to, _ = strings.Cut(last.Cells, ":")
			if to == "" {
				to = last.Cells
			}
		}
		cells := from
		if to != from && from != "" {
			cells += ":" + to
		}
		name := first.Sheet
		if strings.ContainsAny(name, " !'") {
			name = "'" + strings.ReplaceAll(name, "'", "''") + "'"
		}
		return 0, escapeFragment(strings.TrimSuffix(strings.TrimPrefix(name+"!"+cells, "!"), "!"))
	case first.At != "" && first.Page > 0:
		word, _, _ := strings.Cut(first.At, " ")
		if word == "slide" || word == "chapter" {
			return first.Page, word + "=" + strconv.Itoa(first.Page)
		}
		return first.Page, escapeFragment(first.At)
	case first.At != "":
		return 0, escapeFragment(first.At)
	}
	return first.Page, ""
}

var fragmentEscapes = strings.NewReplacer("%", "%25", " ", "%20", "#", "%23", "\"", "%22", "<", "%3C", ">", "%3E")

func escapeFragment(s string) string { return fragmentEscapes.Replace(s) }
