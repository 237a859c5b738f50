package main

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
)

// The pages: A5, in points.
const (
	pageWidth  = 420.0
	pageHeight = 595.0
	margin     = 54.0
	bodySize   = 11.0
)

// headingSizes are the sizes of letters by level; level 0 is the text.
var headingSizes = [...]float64{bodySize, 18, 15, 13}

// pdf writes pages with the CJK font that readers bring along. Headings are larger, tables have lines.
func pdf(d document) ([]byte, error) {
	p := &pages{}
	p.begin()
	for _, k := range d.blocks {
		switch {
		case k.page:
			p.begin()
		case k.rows != nil:
			p.table(k.rows)
		default:
			size := headingSizes[k.level]
			if k.level > 0 {
				p.y -= size * .6
			}
			p.paragraph(k.text, size)
		}
	}
	return p.file(d), nil
}

// pages are content streams; y is the base line of the last one's text, from the bottom.
type pages struct {
	content []*strings.Builder
	y       float64
}

func (p *pages) begin() {
	p.content = append(p.content, &strings.Builder{})
	p.y = pageHeight - margin
}

// room begins a new page when less than height is left of this one.
func (p *pages) room(height float64) {
	if p.y-height < margin {
		p.begin()
	}
}

func (p *pages) say(x, y, size float64, s string) {
	var hex strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&hex, "%04X", u)
	}
	fmt.Fprintf(p.content[len(p.content)-1], "BT /F1 %g Tf %.2f %.2f Td <%s> Tj ET\n", size, x, y, hex.String())
}

func (p *pages) paragraph(s string, size float64) {
	for _, line := range wrap(s, size, pageWidth-2*margin) {
		p.room(size * 1.5)
		p.y -= size * 1.5
		p.say(margin, p.y, size, line)
	}
	p.y -= size * .8
}

// table draws cells of equal width with lines around each.
func (p *pages) table(rows [][]string) {
	const pad = 4.0
	cols := float64(len(rows[0]))
	width := (pageWidth - 2*margin) / cols
	for _, row := range rows {
		lines := make([][]string, len(row))
		most := 1
		for i, c := range row {
			lines[i] = wrap(c, bodySize, width-2*pad)
			most = max(most, len(lines[i]))
		}
		height := float64(most)*bodySize*1.4 + 2*pad
		p.room(height)
		b := p.content[len(p.content)-1]
		for i := range row {
			fmt.Fprintf(b, "%.2f %.2f %.2f %.2f re S\n", margin+float64(i)*width, p.y-height, width, height)
			for j, line := range lines[i] {
				p.say(margin+float64(i)*width+pad, p.y-pad-bodySize-float64(j)*bodySize*1.4, bodySize, line)
			}
		}
		p.y -= height
	}
	p.y -= bodySize
}

// advance is the width of a sign in ems: Han and its marks are square, ASCII is half as wide.
func advance(r rune) float64 {
	if r < 0x80 {
		return .5
	}
	return 1
}

// wrap cuts text into lines: between Han signs, and in other text at a space between words. A figure stays with
// the unit beside it, and no line begins with a closing mark.
func wrap(s string, size, width float64) []string {
	var lines []string
	rs := []rune(s)
	from, last, w := 0, 0, 0.0
	for i := 0; i < len(rs); i++ {
		if i > from && mayBreak(rs, i) {
			last = i
		}
		if w += advance(rs[i]) * size; w > width && last > from {
			lines = append(lines, strings.TrimSpace(string(rs[from:last])))
			from, i, w = last, last-1, 0
		}
	}
	return append(lines, strings.TrimSpace(string(rs[from:])))
}

// mayBreak reports whether a line may end before sign i.
func mayBreak(rs []rune, i int) bool {
	before, after := rs[i-1], rs[i]
	if before == ' ' {
		return i > 1 && rs[i-2] < 0x80 && after < 0x80
	}
	return before >= 0x80 && after >= 0x80 && !strings.ContainsRune("，。；：、！？）》”’", after) && !strings.ContainsRune("（《“‘", before)
}

// file writes the objects and the table of where they stand.
func (p *pages) file(d document) []byte {
	kids := ""
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"", // the pages, when they are known
		"<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[4 0 R]>>",
		"<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000/W[1 95 500]/FontDescriptor 5 0 R>>",
		"<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
		fmt.Sprintf("<</Title<%s>/Author<%s>/CreationDate(D:%s)>>", utf16Hex(d.about.Title), utf16Hex(d.about.Author), strings.ReplaceAll(d.about.Published, "-", "")),
	}
	for _, c := range p.content {
		n := len(objects) + 1
		kids += fmt.Sprintf("%d 0 R ", n)
		objects = append(objects,
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %g %g]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>", pageWidth, pageHeight, n+1),
			fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", c.Len(), c))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.TrimSpace(kids), len(p.content))
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	at := make([]int, len(objects))
	for i, o := range objects {
		at[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R/Info 6 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}

// utf16Hex writes a text of the document's properties.
func utf16Hex(s string) string {
	var b strings.Builder
	b.WriteString("FEFF")
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	return b.String()
}
